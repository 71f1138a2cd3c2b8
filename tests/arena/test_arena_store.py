"""The database: what is stored stays stored, and every trouble with the file is a sentence."""

from __future__ import annotations

import dataclasses
import json
import sqlite3
import stat
from pathlib import Path

import pytest

from counterplay.arena.contest_store import Store
from counterplay.arena.game_record import GameRecord
from counterplay.arena.playing.contest import Contest, make_settings
from counterplay.arena.playing.game_workers import Here
from counterplay.arena.playing.match import play_match
from counterplay.core import BadParameter, CounterplayError
from counterplay.records.store import store_file
from counterplay.records.store.store_schema import SCHEMA


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "arena.db"


def four_games(store: Store, name: str = "") -> Contest:
    return play_match("tic_tac_toe", "random", "random", games=4, seed=1, store=store, name=name)


def test_games_come_back_as_they_were(path: Path) -> None:
    """Would catch a field that is lost, rounded or exchanged on its way through the database."""
    with Store(path) as store:
        contest = four_games(store, "first")
    with Store(path) as store:
        row = store.find("first")
        assert store.games(row.id) == [contest.records[n] for n in (1, 2, 3, 4)]
        assert row.settings == contest.settings
        assert row.finished is not None and row.played == row.planned == 4
        assert store.find(row.id) == store.find(None) == row


def test_no_game_is_stored_twice(path: Path) -> None:
    """Would catch a second result for a game, which would count twice."""
    with Store(path) as store:
        contest = four_games(store)
        with pytest.raises(BadParameter, match="stored already"):
            store.put(contest.id, contest.records[2])
        assert len(store.games(contest.id)) == 4


def test_names_are_kept_apart(path: Path) -> None:
    """Would catch two matches of one name, or a name that is taken for a number."""
    with Store(path) as store:
        four_games(store, "one")
        with pytest.raises(BadParameter, match="already"):
            four_games(store, "one")
        with pytest.raises(BadParameter, match="number alone"):
            four_games(store, "7")
        with pytest.raises(BadParameter, match="there are one"):
            store.find("two")
        with pytest.raises(BadParameter, match="no unfinished match"):
            store.find(None, unfinished=True)


def test_full_disk(path: Path) -> None:
    """Would catch a traceback, a damaged file, or games that were stored and are gone when the disk has no room left."""
    with Store(path) as store:
        contest = Contest.new(make_settings("tic_tac_toe", ["random", "random"], kind="match", games=200, seed=1), store)
        pages = store._db.execute("PRAGMA page_count").fetchone()[0]
        store._db.execute(f"PRAGMA max_page_count = {pages + 5}")  # SQLite's own full disk: the error code is the same
        with pytest.raises(BadParameter, match="disk is full"):
            contest.run(Here())
        stored = dict(contest.records)
        assert 0 < len(stored) < 200
    with Store(path) as store:  # there is room again
        assert {r.number: r for r in store.games(1)} == stored
        assert store._db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        again = Contest.resumed(store)
        again.run(Here())
        assert sorted(again.records) == list(range(1, 201))
        assert all(again.records[number] == record for number, record in stored.items())


def test_file_that_may_not_grow(path: Path) -> None:
    """Would catch the operating system's own refusal (here a limit on file sizes) ending in anything but a sentence."""
    resource = pytest.importorskip("resource")
    import signal

    with Store(path) as store:
        contest = Contest.new(make_settings("tic_tac_toe", ["random", "random"], kind="match", games=200, seed=1), store)
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 16_384, limits[1]))
        try:
            with pytest.raises(BadParameter, match="what is stored is safe"):
                contest.run(Here())
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
            signal.signal(signal.SIGXFSZ, before)
        stored = dict(contest.records)
    with Store(path) as store:
        assert {r.number: r for r in store.games(1)} == stored
        again = Contest.resumed(store)
        again.run(Here())
        assert len(again.records) == 200


def test_locked_database(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch an endless wait, or a lost game, where another program holds the file."""
    monkeypatch.setattr(store_file, "BUSY_SECONDS", 0.2)
    with Store(path) as store:
        contest = Contest.new(make_settings("tic_tac_toe", ["random", "random"], kind="match", games=20, seed=1), store)
        other = sqlite3.connect(path, isolation_level=None)

        def lock_after_six(now: Contest) -> None:
            if len(now.records) == 6:
                other.execute("BEGIN EXCLUSIVE")

        with pytest.raises(BadParameter, match="locked by another program"):
            contest.run(Here(), lock_after_six)
        other.execute("ROLLBACK")
        other.close()
        assert [r.number for r in store.games(contest.id)] == [1, 2, 3, 4, 5, 6]
        again = Contest.resumed(store)
        again.run(Here())
        assert sorted(again.records) == list(range(1, 21))


def test_two_processes_do_not_play_one_match(path: Path) -> None:
    """Would catch two runs of one match that play the same games side by side."""
    with Store(path) as mine, Store(path) as yours:
        contest = Contest.new(make_settings("tic_tac_toe", ["random", "random"], kind="match", games=4, seed=1), mine)
        mine.lock(contest.id)
        with pytest.raises(BadParameter, match="being played by another process"):
            Contest.resumed(yours).run(Here())
        mine.unlock(contest.id)
        Contest.resumed(yours).run(Here())
        assert not list(path.parent.glob("*.playing-*"))


@pytest.mark.parametrize("content", [b"this is no database" * 100, b"SQLite format 3\0" + b"\xff" * 600, b""])
def test_other_files(path: Path, content: bytes) -> None:
    """Would catch a file of somebody else that is overwritten, or a traceback about it; an empty file is a new database."""
    path.write_bytes(content)
    if not content:
        with Store(path) as store:
            assert store.contests() == []
        return
    with pytest.raises(BadParameter, match=r"no SQLite database|is damaged"):
        Store(path)
    assert path.read_bytes() == content


def test_other_databases_are_left_alone(path: Path) -> None:
    """Would catch tables that are put into a database of something else, or one of a newer version that is misread."""
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE songs (title TEXT)")
    other.close()
    with pytest.raises(BadParameter, match="something else"):
        Store(path)
    newer = path.with_name("newer.db")
    Store(newer).close()
    with sqlite3.connect(newer) as changed:
        changed.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    changed.close()
    with pytest.raises(BadParameter, match="newer counterplay"):
        Store(newer)


def test_places_where_no_database_can_be(path: Path, tmp_path: Path) -> None:
    """Would catch tracebacks for directories, files as folders and databases that do not exist."""
    with pytest.raises(BadParameter, match="is a directory"):
        Store(tmp_path)
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(BadParameter, match="cannot be made"):
        Store(tmp_path / "file" / "arena.db")
    with pytest.raises(BadParameter, match="there is no database"):
        Store(path, must_exist=True)


def test_read_only_database(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch a traceback where the file cannot be written; root may write everywhere, so SQLite is asked to refuse."""
    Store(path).close()
    path.chmod(stat.S_IRUSR)
    with Store(path) as store:
        store._db.execute("PRAGMA query_only = ON")
        with pytest.raises(BadParameter, match="read-only"):
            four_games(store)


def test_objects_cannot_be_resumed_from_the_database_alone(path: Path) -> None:
    """Would catch pickled code in a database, or a resumed match in which another agent plays."""

    class Mine:
        def choose(self, position: object) -> int:
            return position.choices[0]  # type: ignore[attr-defined, no-any-return]

    settings = make_settings("tic_tac_toe", [Mine(), "random"], kind="match", games=4, seed=1)
    with Store(path) as store:
        number = store.add(settings, 4)
        with pytest.raises(CounterplayError, match="resume it from that program"):
            Contest.resumed(store, number)
        assert settings.entrants[0].pickled not in store.find(number).settings_json
        contest = Contest.resumed(store, number, settings=settings)
        contest.run(Here())
        assert len(contest.records) == 4


def test_same_play_leaves_out_what_a_clock_decides() -> None:
    """Would catch a comparison of runs that fails by times, or one that overlooks other moves."""
    record = play_match("tic_tac_toe", "random", "random", games=2, seed=1).records[1]
    slower = dataclasses.replace(record, times=tuple(t + 1 for t in record.times), seconds=99.0, versions={})
    other: GameRecord = dataclasses.replace(record, actions=record.actions[::-1])
    assert slower.same_play() == record.same_play() != other.same_play()


DAMAGED_SETTINGS = ["", "no JSON", "[]", "null", "{}", '{"kind": "match"}', "[" * 100_000, b"\xff\xfe".decode("latin-1")]


@pytest.mark.parametrize("text", DAMAGED_SETTINGS, ids=range(len(DAMAGED_SETTINGS)))
def test_damaged_settings(path: Path, text: str) -> None:
    """Would catch a damaged row ending in a traceback, told as a fault of counterplay."""
    with Store(path) as store:
        four_games(store)
        store._db.execute("UPDATE contests SET settings = ?, finished = NULL", (text,))
        with pytest.raises(BadParameter, match="settings of match 1 are damaged"):
            Contest.resumed(store)
        with pytest.raises(BadParameter, match="settings of match 1 are damaged"):
            _ = store.find(1).settings_values


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("kind", "duel"),
        ("kind", 3),
        ("rounds", "2"),
        ("rounds", 0),
        ("players", True),
        ("players", 0),
        ("entrants", "random"),
        ("entrants", [1, 2]),
        ("entrants", ["random"]),
        ("openings", 3),
        ("openings", {}),
        ("openings", {"plies": None, "positions": []}),
        ("time", 5),
        ("time", {"x": 1}),
        ("time", {"per_move": "x"}),
        ("sprt", {"elo0": "a", "elo1": 3}),
        ("grace", "x"),
        ("memory_mb", None),
        ("unheard_of", 1),
    ],
)
def test_settings_of_another_kind(path: Path, name: str, value: object) -> None:
    """Would catch a setting that makes no sense being played, or ending in a traceback."""
    with Store(path) as store:
        contest = Contest.new(make_settings("nim", ["random", "random"], kind="match", games=4, seed=1), store)
        settings = {**store.find(contest.id).settings_values, name: value}
        store._db.execute("UPDATE contests SET settings = ?", (json.dumps(settings),))
        with pytest.raises(BadParameter):
            Contest.resumed(store)


SECOND = "(SELECT game FROM contest_games WHERE number = 2)"


@pytest.mark.parametrize(
    "change",
    [
        *(f"UPDATE contest_games SET {change} WHERE number = 2" for change in (
            "pairing = 'x'", "pairing = '[0]'", "entrants = '3'", "entrants = '[0, \"a\"]'", "ending = 'boredom'",
            "versions = '3'", "seed = 'x'", "seconds = 'x'", "loser = 'x'",
        )),
        f"UPDATE games SET result = '{{}}' WHERE key = {SECOND}",
        f"UPDATE games SET result = NULL WHERE key = {SECOND}",
        f"DELETE FROM moves WHERE ply = 1 AND game = {SECOND}",
        f"UPDATE moves SET seconds = NULL WHERE game = {SECOND}",
    ],
)  # fmt: skip
def test_damaged_games(path: Path, change: str) -> None:
    """Would catch a damaged game ending in a traceback, or counted as something that it was not."""
    with Store(path) as store:
        four_games(store)
        store._db.execute(change)
        with pytest.raises(BadParameter, match=r"game of match 1 in .* is damaged"):
            store.games(1)


def test_damaged_list_of_matches(path: Path) -> None:
    """Would catch a date or a number that is none ending in a traceback."""
    for change in ("created = 'x'", "planned = 'x'", "finished = 'x'"):
        with Store(path) as store:
            four_games(store)
            store._db.execute(f"UPDATE contests SET {change}")
            with pytest.raises(BadParameter, match=r"list of matches in .* is damaged"):
                store.contests()
        path.unlink()


def test_names_that_are_too_long(tmp_path: Path) -> None:
    """Would catch a name that no file can have ending in a traceback."""
    for must_exist in (True, False):
        with pytest.raises(BadParameter, match="File name too long"):
            Store(tmp_path / ("x" * 300), must_exist=must_exist)
