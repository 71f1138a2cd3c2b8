"""The file of games: what is in it lasts, whose it is, and that nobody else writes to it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from counterplay.core import BadParameter
from counterplay.records.store.game_rows import Move, Row
from counterplay.studio.server.studio_store import Store


def row(name: str = "a", **fields: object) -> Row:
    return Row(name, "nim", "Nim", "1-3-5-7 first", [{"kind": "human", "agent": None}] * 2, **fields)  # type: ignore[arg-type]


def test_a_game_comes_back_as_it_was(tmp_path: Path) -> None:
    """A field that is lost or changed on its way to the disk and back."""
    given = {"sentence": "x", "winner": None, "utilities": [0.0, 0.0], "reason": "y"}
    kept = row(clock={"seconds": 60.0, "increment": 1.5, "left": [3.25, 60.0]}, given=given, result=given, status="over", ply=2)
    moves = [Move(5, 0, "human", 59.5), Move(2**53, -1, "chance")]
    store = Store(tmp_path / "s.sqlite")
    store.add(kept, moves)
    store.close()
    assert Store(tmp_path / "s.sqlite").load("a") == (kept, moves)


def test_taking_back_replaces_moves(tmp_path: Path) -> None:
    """Moves that come back after an undo, or new ones that are written beside the old."""
    store = Store(tmp_path / "s.sqlite")
    store.add(row(), [Move(n, 0, "human") for n in range(5)])
    store.save(row(ply=3), 2, [Move(9, 1, "agent")])
    found = store.load("a")
    assert found is not None and [m.action for m in found[1]] == [0, 1, 9]
    assert store.delete("a") and not store.delete("a") and store.load("a") is None
    assert store._db.execute("SELECT count(*) FROM moves").fetchone()[0] == 0


def test_a_failed_change_changes_nothing(tmp_path: Path) -> None:
    """Half a change on disk."""
    store = Store(tmp_path / "s.sqlite")
    store.add(row(), [Move(1, 0, "human")])
    with pytest.raises(sqlite3.Error):
        store.save(row(ply=9), 0, [Move(2, 0, "human"), Move("x", None, None)])  # type: ignore[arg-type]
    found = store.load("a")
    assert found is not None and found[0].ply == 0 and found[1] == [Move(1, 0, "human")]


def test_two_studios_do_not_share_a_file(tmp_path: Path) -> None:
    """Two studios that play the same game against each other's memory."""
    first = Store(tmp_path / "s.sqlite")
    with pytest.raises(BadParameter, match="another studio is using"):
        Store(tmp_path / "s.sqlite")
    first.close()
    Store(tmp_path / "s.sqlite").close()


@pytest.mark.parametrize("content", [b"not a database" * 100, b"\x00" * 5000, None])
def test_other_files_are_left_alone(tmp_path: Path, content: bytes | None) -> None:
    """Somebody's file that is overwritten because it was named by mistake."""
    path = tmp_path / "s.sqlite"
    if content is None:
        other = sqlite3.connect(path)
        other.execute("CREATE TABLE mine (x)")
        other.close()
    else:
        path.write_bytes(content)
    before = path.read_bytes()
    with pytest.raises(BadParameter, match=r"s\.sqlite"):
        Store(path)
    assert path.read_bytes() == before


def test_another_version_is_refused(tmp_path: Path) -> None:
    """A file of a later version that is misread."""
    Store(tmp_path / "s.sqlite").close()
    later = sqlite3.connect(tmp_path / "s.sqlite")
    later.execute("PRAGMA user_version = 99")
    later.close()
    with pytest.raises(BadParameter, match="newer counterplay"):
        Store(tmp_path / "s.sqlite")


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    """A traceback instead of a sentence."""
    with pytest.raises(BadParameter):
        Store(tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(BadParameter):
        Store(tmp_path / "file" / "s.sqlite")


def test_damaged_settings_count_as_never_set(tmp_path: Path) -> None:
    """One damaged value that keeps the page from being shown at all."""
    store = Store(tmp_path / "s.sqlite")
    store.set({"theme": "dark", "sounds": True})
    store._db.execute("UPDATE settings SET value = '{broken' WHERE name = 'sounds'")
    assert store.settings() == {"theme": "dark"}


@pytest.mark.parametrize("change", ["seats = '[{'", "seats = '3'", "seats = '[1, 2]'", "clock = 'x'", "result = '}'"])
def test_a_damaged_game_is_told_and_spoils_no_other(tmp_path: Path, change: str) -> None:
    """One damaged game that hides all the others, or a traceback instead of a sentence."""
    store = Store(tmp_path / "s.sqlite")
    store.add(row("a"))
    store.add(row("b"))
    store._db.execute(f"UPDATE games SET {change} WHERE id = 'a'")
    assert [game.id for game in store.newest(10)] == ["b"]
    with pytest.raises(BadParameter, match="the game 'a' is damaged"):
        store.load("a")
