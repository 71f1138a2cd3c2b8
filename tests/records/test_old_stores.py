"""Stores of earlier versions, made by the very SQL of those versions: they open, and nothing of them is lost."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from pathlib import Path

import pytest

from counterplay.arena.contest_store import Store as ArenaStore
from counterplay.core import BadParameter
from counterplay.records.store import store_file
from counterplay.records.store.file_claims import Claim
from counterplay.records.store.game_rows import Move, Row
from counterplay.records.store.store_schema import APPLICATION, SCHEMA
from counterplay.studio.server.studio_store import Store as StudioStore
from counterplay.studio.server.study_store import StudyStore
from tests.records.old_stores import LATER_STORES, PLAYED, SETTINGS, make_arena, make_later, make_studio


def test_contests_of_version_1(tmp_path: Path) -> None:
    """Would catch a game, a time or a setting of an earlier arena that is lost or rounded, and games that cannot be added."""
    make_arena(path := tmp_path / "arena.db")
    for _ in range(2):  # when it is brought up to date, and when that is done
        with ArenaStore(path) as store:
            first, second = store.contests()
            assert (first.id, first.name, first.settings_json, first.planned, first.played) == (7, "first", SETTINGS, 4, 3)
            assert (first.created, first.finished, first.verdict) == (5.5, 6.5, "H1")
            assert (second.id, second.label, second.settings_json, second.finished) == (9, "9", "damaged", None)
            assert store.games(7) == PLAYED and store.games(9) == []
            assert store._db.execute("PRAGMA foreign_key_check").fetchall() == []
            assert store._db.execute("SELECT count(*) FROM unreadable").fetchone() == (0,)
            assert store._version() == (SCHEMA, APPLICATION)
    with ArenaStore(path) as store:
        store.put(9, PLAYED[0])
        assert store.games(9) == PLAYED[:1] and store.games(7) == PLAYED


@pytest.mark.parametrize("studies", [False, True])
def test_games_of_a_studio_of_version_1(tmp_path: Path, studies: bool) -> None:
    """Would catch a game, a move, a setting, a study, a review or a puzzle of an earlier studio that is lost."""
    make_studio(path := tmp_path / "studio.sqlite", studies)
    for _ in range(2):
        store = StudioStore(path)
        ended = {"sentence": "x", "winner": None, "utilities": [0.0, 0.0], "reason": "y"}
        clock, seats = {"seconds": 60.0, "increment": 1.5, "left": [3.25, 60.0]}, [{"kind": "human", "agent": None}]
        assert store.load("a") == (
            Row("a", "nim", "Nim", "s", seats, clock, "over", ended, ended, 2, 10.0, 20.0),
            [Move(5, 0, "human", 59.5), Move(2**53, -1, "chance")],
        )
        assert store.load("b") == (Row("b", "chess", "Chess", "t", seats, created=11.0, updated=12.0), [])
        assert [row.id for row in store.newest(9)] == ["a", "b"] and store.settings() == {"theme": "dark"}
        kept = StudyStore(store)
        if studies:
            [study], [puzzle] = kept.studies(9), kept.own_puzzles(9)
            assert (study.id, study.title, study.nodes, study.version) == ("s", "Mine", [{"parent": None}], 3)
            assert kept.review("a", [5]) == {"moves": []} and (puzzle.tries, puzzle.solved) == (2, 3.5)
        assert store.ask("PRAGMA foreign_key_check") == []
        store.close()
    store = StudioStore(path)
    assert store.delete("a") and store.load("a") is None
    assert store.ask("SELECT (SELECT count(*) FROM reviews) + (SELECT count(*) FROM moves)") == [(0,)]
    store.close()


def rows_of(path: Path) -> dict[str, list[dict[str, object]]]:
    """Everything in a file, by table."""
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.row_factory = sqlite3.Row
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        return {table: [dict(row) for row in db.execute(f"SELECT * FROM {table}")] for table in tables}


@pytest.mark.parametrize("version", LATER_STORES)
def test_stores_of_versions_2_and_3(tmp_path: Path, version: str) -> None:
    """Would catch a row, a value or a link between tables that is lost or rounded on the way from versions 2 and 3."""
    make_later(path := tmp_path / "store.db", version)
    before = rows_of(path)
    for _ in range(2):
        with ArenaStore(path) as arena:
            assert arena.games(7) == PLAYED[:1] and arena.contests()[0].settings_json == SETTINGS
            assert arena._version() == (SCHEMA, APPLICATION)
        store = StudioStore(path)
        found = store.load("a")
        assert found is not None and found[0].about is None and found[0].clock is not None
        assert found[1] == [Move(5, 0, "human", 59.5, None, "0.35,20", "good"), Move(2**53, -1, "chance", None, 1 / 3, "#-3")]
        [study] = StudyStore(store).studies(9)
        assert study.nodes == [{"parent": None}] and study.about is None and store.settings() == {"theme": "dark"}
        assert store.ask("PRAGMA foreign_key_check") == []
        store.close()
    after = rows_of(path)
    for table in ("games", "studies"):
        assert all(row.pop("about") is None for row in after[table])
        before[table] = [{name: value for name, value in row.items() if name != "about"} for row in before[table]]
    assert {**before, "brought_over": before.get("brought_over", [])} == after
    store = StudioStore(path)
    store.add(Row("b", "nim", "Nim", "s", [{"kind": "human"}], about={"event": "E"}))
    again = store.load("b")
    assert again is not None and again[0].about == {"event": "E"}
    store.close()


def test_each_opens_the_file_of_the_other(tmp_path: Path) -> None:
    """Would catch games of a studio that `match --db` destroys, contest games in people's own lists, or two formats."""
    make_studio(path := tmp_path / "one.db", True)
    with ArenaStore(path) as arena:
        contest = arena._db.execute("INSERT INTO contests VALUES (1, 'm', ?, 4, '{}', 5.5, NULL, '')", (SETTINGS,)).lastrowid
        assert contest == 1
        studio = StudioStore(path)  # while the other is open
        arena.put(1, PLAYED[0])
        assert [row.id for row in studio.newest(9)] == ["a", "b"] and studio.count() == 2 and "nim" in studio.counts()
        [(name,)] = studio.ask("SELECT id FROM games WHERE key = (SELECT game FROM contest_games)")
        found = studio.load(name)
        assert found is not None and [move.action for move in found[1]] == [3, 2**53, -1]
        row = found[0]
        assert (row.spec, row.status, row.contest, row.number) == ("nim", "over", 1, 1)
        assert [seat["agent"] for seat in row.seats] == ["level:3", "random"] and row.result is not None
        assert (row.result["winner"], row.result["reason"]) == (0, "no time left")
        studio.add(Row("c", "nim", "Nim", "s", [{"kind": "human"}]))
        studio.close()
        assert arena.games(1) == PLAYED[:1]


def test_a_damaged_row_is_kept_as_it_was(tmp_path: Path) -> None:
    """Would catch a file that no longer opens for one damaged game, or a damaged game that is thrown away or counted."""
    make_arena(path := tmp_path / "arena.db")
    with contextlib.closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE games SET actions = '[1, 2' WHERE number = 2")
    with ArenaStore(path) as store:
        with pytest.raises(BadParameter, match="is damaged"):
            store.games(7)
        [(source, content)] = store._db.execute("SELECT source, content FROM unreadable")
        assert source == "games" and json.loads(content)["actions"] == "[1, 2" and json.loads(content)["number"] == 2
        assert store.find(7).played == 3


def test_a_file_that_may_not_be_written_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch an old file on a read-only disk that cannot be looked at, or a game that is stored in memory alone."""
    make_arena(path := tmp_path / "arena.db")
    before = path.read_bytes()

    def read_only(place: Path | str) -> sqlite3.Connection:
        where = place if place == store_file.TEMPORARY else f"file:{place}?mode=ro"
        return sqlite3.connect(where, uri=True, isolation_level=None)

    monkeypatch.setattr(store_file, "connect", read_only)
    with ArenaStore(path) as store:
        assert store.games(7) == PLAYED
        with pytest.raises(BadParameter, match="read-only"):
            store.put(9, PLAYED[0])
    assert path.read_bytes() == before


def test_a_match_of_an_earlier_version_is_not_disturbed(tmp_path: Path) -> None:
    """Would catch tables that are changed under an earlier counterplay that is playing."""
    make_arena(path := tmp_path / "arena.db")
    playing = Claim(path.with_name("arena.db.playing-9"))
    with pytest.raises(BadParameter, match="played by an earlier counterplay"):
        ArenaStore(path)
    with contextlib.closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT count(*) FROM games WHERE actions IS NOT NULL").fetchone() == (3,)
    playing.release()
    with ArenaStore(path) as store:
        assert store.games(7) == PLAYED


def test_what_goes_wrong_halfway_leaves_the_old_file(tmp_path: Path) -> None:
    """Would catch a file that is half old and half new after a crash in the middle."""
    make_arena(path := tmp_path / "arena.db")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("counterplay.records.store.store_migrations.contest_seats", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            ArenaStore(path)
    with ArenaStore(path) as store:
        assert store.games(7) == PLAYED
