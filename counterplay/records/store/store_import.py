"""What another store holds, copied into this one: every row, under new numbers where those are taken. The caller has begun a
transaction, so that all of it is here or nothing."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from counterplay.records.store.game_rows import COLUMNS

CONTEST_COLUMNS = ("id", "name", "settings", "planned", "versions", "created", "finished", "verdict")
# Their rows have names that lead to one thing alone, wherever it lies: what is here already is the same, or newer.
NAMED_TABLES = ("settings", "studies", "reviews", "puzzles")


def brought_over(db: sqlite3.Connection) -> set[str]:
    """The files whose content is here already."""
    return {file for (file,) in db.execute("SELECT file FROM brought_over")}


def bring_over(db: sqlite3.Connection, old: sqlite3.Connection, file: Path) -> None:
    """Copy all that a store of today's version holds, and note that it is here."""
    contests, games = _bring_contests(db, old), _bring_games(db, old)
    columns, rows = _read(old, "moves")
    _insert(db, "moves", columns, ((games[game], *rest) for game, *rest in rows if game in games))
    columns, rows = _read(old, "contest_games")
    played = ((contests[contest], number, games[game], *rest) for contest, number, game, *rest in rows if game in games)
    _insert(db, "contest_games", columns, played)
    for table in (*NAMED_TABLES, "unreadable"):
        _insert(db, table, *_read(old, table))
    _insert(db, "brought_over", ("file", "at"), [(str(file), time.time())])


def _bring_contests(db: sqlite3.Connection, old: sqlite3.Connection) -> dict[int, int]:
    """The new number of each contest: its own, unless any contest here has a number."""
    taken = {name for (name,) in db.execute("SELECT name FROM contests")} - {None}
    last = db.execute("SELECT coalesce(max(id), 0) FROM contests").fetchone()[0]
    numbers: dict[int, int] = {}
    for number, name, *rest in old.execute(f"SELECT {', '.join(CONTEST_COLUMNS)} FROM contests ORDER BY id"):
        numbers[number] = last + number
        free = name if name not in taken else f"{name}-{last + number}"
        _insert(db, "contests", CONTEST_COLUMNS, [(last + number, free, *rest)])
    return numbers


def _bring_games(db: sqlite3.Connection, old: sqlite3.Connection) -> dict[int, int]:
    """The new key of each game; one that is here already, by its id, is left out."""
    here = {name for (name,) in db.execute("SELECT id FROM games")}
    last = db.execute("SELECT coalesce(max(key), 0) FROM games").fetchone()[0]
    columns = ("key", *COLUMNS)
    rows = old.execute(f"SELECT {', '.join(columns)} FROM games").fetchall()
    keys = {key: last + key for key, name, *_ in rows if name not in here}
    _insert(db, "games", columns, ((keys[key], *rest) for key, *rest in rows if key in keys))
    return keys


def _read(db: sqlite3.Connection, table: str) -> tuple[tuple[str, ...], sqlite3.Cursor]:
    """The columns of a table, and its rows."""
    cursor = db.execute(f"SELECT * FROM {table}")
    return tuple(column for column, *_ in cursor.description), cursor


def _insert(db: sqlite3.Connection, table: str, columns: tuple[str, ...], rows: Iterable[tuple[Any, ...]]) -> None:
    how = "INSERT OR IGNORE" if table in NAMED_TABLES else "INSERT"
    places = ", ".join("?" * len(columns))
    db.executemany(f"{how} INTO {table} ({', '.join(columns)}) VALUES ({places})", rows)
