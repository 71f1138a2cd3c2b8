"""The one default store: what earlier versions kept in two files is brought over once, whole, and those files stay."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from counterplay.arena.contest_store import Store as ArenaStore
from counterplay.core import BadParameter
from counterplay.core.files.data_folders import data_folder
from counterplay.records.store import store_file
from counterplay.records.store.default_store import default_path
from counterplay.records.store.file_claims import Claim
from counterplay.records.store.game_rows import Move, Row
from counterplay.records.store.game_store import ALL, MATCHES, GameStore
from counterplay.studio.server.studio_store import Store as StudioStore
from counterplay.studio.server.study_store import StudyStore
from tests.records.old_stores import PLAYED, SETTINGS, make_arena, make_studio


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder with the two files of earlier versions."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("COUNTERPLAY_DB", raising=False)
    folder = data_folder()
    if tmp_path not in folder.parents:
        pytest.skip("data folders are elsewhere here")
    folder.mkdir(parents=True)
    make_arena(folder / "arena.db")
    make_studio(folder / "studio.sqlite", True)
    return folder


def assert_all_there(store: GameStore) -> None:
    assert [(row.id, row.contest) for row in store.newest(9)] == [("a", None), ("b", None)]
    assert {(row.contest, row.number) for row in store.newest(9, whose=MATCHES)} == {(7, 1), (7, 2), (7, 4)}
    found = store.load("a")
    assert found is not None and found[1] == [Move(5, 0, "human", 59.5), Move(2**53, -1, "chance")]
    assert store._db.execute("PRAGMA foreign_key_check").fetchall() == []
    assert store._db.execute("SELECT count(*) FROM brought_over").fetchone() == (2,)
    kept = "(SELECT count(*) FROM studies), (SELECT count(*) FROM reviews), (SELECT count(*) FROM puzzles)"
    assert store._db.execute(f"SELECT {kept}").fetchone() == (1, 1, 1)


@pytest.mark.parametrize("opened", [lambda path: ArenaStore(path, must_exist=True), StudioStore])
def test_both_files_are_brought_over_once(data: Path, opened: Callable[[Path], GameStore]) -> None:
    """Would catch a game, a study or a setting that stays behind or comes twice, and an old file that is changed."""
    before = {name: (data / name).read_bytes() for name in ("arena.db", "studio.sqlite")}
    for _ in range(2):
        store = opened(default_path())
        assert_all_there(store)
        store.close()
    studio = StudioStore(default_path())
    assert studio.settings() == {"theme": "dark"} and StudyStore(studio).own_puzzles(9)[0].tries == 2
    with ArenaStore(default_path()) as arena:  # beside the studio
        assert [(c.id, c.name, c.finished) for c in arena.contests()] == [(7, "first", 6.5), (9, "", None)]
        assert arena.games(7) == PLAYED
        arena.put(9, PLAYED[0])
        studio.add(Row("c", "nim", "Nim", "s", [{"kind": "human"}]))
        assert len(studio.newest(9, whose=ALL)) == 7 and len(arena.newest(9)) == 3
    studio.close()
    assert {name: (data / name).read_bytes() for name in before} == before


def test_what_is_there_already_keeps_its_place(data: Path) -> None:
    """Would catch a match or a game that is lost, or given to others, where numbers and names are taken already."""
    with ArenaStore(data / "elsewhere.db") as store:
        store._db.execute("INSERT INTO contests VALUES (8, 'first', ?, 4, '{}', 5.5, NULL, '')", (SETTINGS,))
        store.put(8, PLAYED[1])
        store._db.execute("INSERT INTO games (id, spec, title, start, seats, status, ply, created, updated) "
                          "VALUES ('b', 'chess', 'Newer', 't', '[]', 'playing', 0, 1, 2)")  # fmt: skip
    (data / "elsewhere.db").rename(default_path())
    with ArenaStore(default_path()) as store:
        assert [(c.id, c.name) for c in store.contests()] == [(8, "first"), (15, "first-15"), (17, "")]
        assert store.games(8) == [PLAYED[1]] and store.games(15) == PLAYED
        [(title,)] = store._db.execute("SELECT title FROM games WHERE id = 'b'")
        assert title == "Newer" and len(store.newest(9, whose=ALL)) == 6


def test_nothing_is_brought_in_part(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch one file without the other, or half a file, after a crash in the middle; a second attempt does it all."""
    whole = store_file.bring_over

    def stopped(db: sqlite3.Connection, old: sqlite3.Connection, file: Path) -> None:
        whole(db, old, file)
        if file.name == "studio.sqlite":
            raise ZeroDivisionError

    with monkeypatch.context() as patch, pytest.raises(ZeroDivisionError):
        patch.setattr(store_file, "bring_over", stopped)
        ArenaStore(default_path())
    with GameStore(default_path(), earlier=lambda _: []) as store:
        assert store.newest(9, whose=ALL) == []
    for claimed, sentence in (("arena.db.playing-9", "^a match in"), ("studio.sqlite.studio", "^a studio of an")):
        claim = Claim(data / claimed)
        with pytest.raises(BadParameter, match=sentence):
            ArenaStore(default_path())
        claim.release()
    content = (data / "studio.sqlite").read_bytes()
    (data / "studio.sqlite").write_bytes(b"no database" * 100)
    with pytest.raises(BadParameter, match=r"studio\.sqlite' is no SQLite database.*move that file away"):
        ArenaStore(default_path())
    (data / "studio.sqlite").write_bytes(content)
    with ArenaStore(default_path()) as store:
        assert_all_there(store)


def test_a_file_that_is_named_gets_the_studios_games_from_the_studio_alone(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch people's games in a file of experiments, or a studio without them because $COUNTERPLAY_DB is set."""
    with ArenaStore(data / "other.db") as store:
        assert store.newest(9, whose=ALL) == []
    monkeypatch.setenv("COUNTERPLAY_DB", str(data / "named.db"))
    with ArenaStore(default_path()) as store:
        assert store.newest(9, whose=ALL) == []
    studio = StudioStore(default_path())
    assert [row.id for row in studio.newest(9, whose=ALL)] == ["a", "b"]
    studio.close()
