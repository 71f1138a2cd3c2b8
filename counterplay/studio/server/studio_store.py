"""Games and settings on disk: one SQLite file, every change its own transaction, so that a kill loses nothing.

The file is held exclusively: two studios that played the same games would contradict each other. The write-ahead log keeps
every committed change through a killed process.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from counterplay.core import BadParameter, CounterplayError

VERSION = 1  # of the tables below, in SQLite's user_version
APPLICATION = 0x43505354  # "CPST", in SQLite's application_id: says whose file it is
TABLES = """
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    spec TEXT NOT NULL,
    title TEXT NOT NULL,
    start TEXT NOT NULL,        -- the first position in the game's notation
    seats TEXT NOT NULL,        -- JSON: [{kind, agent}]
    clock TEXT,                 -- JSON: {seconds, increment, left}
    status TEXT NOT NULL,       -- playing, over
    result TEXT,                -- JSON: {sentence, winner, utilities}
    given TEXT,                 -- JSON: the same where a player resigned or ran out of time, which the board does not show
    ply INTEGER NOT NULL,
    created REAL NOT NULL,      -- seconds since 1970
    updated REAL NOT NULL
);
CREATE INDEX games_by_time ON games (updated DESC);
CREATE TABLE moves (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    ply INTEGER NOT NULL,       -- at which it was played
    action INTEGER NOT NULL,
    player INTEGER NOT NULL,
    by TEXT NOT NULL,           -- human, agent, chance
    left REAL,                  -- seconds on the mover's clock afterwards
    PRIMARY KEY (game, ply)
) WITHOUT ROWID;
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
"""


@dataclass(frozen=True)
class Move:
    """An action that was played."""

    action: int
    player: int  # or CHANCE
    by: str
    left: float | None = None


@dataclass
class Row:
    """A game as it is kept."""

    id: str
    spec: str
    title: str
    start: str
    seats: list[dict[str, Any]]
    clock: dict[str, Any] | None = None
    status: str = "playing"
    result: dict[str, Any] | None = None
    given: dict[str, Any] | None = None
    ply: int = 0
    created: float = field(default_factory=time.time)
    updated: float = field(default_factory=time.time)


COLUMNS = ("id", "spec", "title", "start", "seats", "clock", "status", "result", "given", "ply", "created", "updated")
JSON_COLUMNS = frozenset({"seats", "clock", "result", "given"})


class Unsaved(CounterplayError):
    """A change that the disk did not take; nothing of it has happened."""


class Store:
    """One open file. Every method may be called from any thread."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._database = sqlite3.connect(path, timeout=1.0, isolation_level=None, check_same_thread=False)
            self._open()
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                raise BadParameter(f"another studio is using '{path}'; end it, or choose another file with --db") from None
            raise BadParameter(f"'{path}' cannot be used: {error}") from None
        except (sqlite3.DatabaseError, OSError) as error:
            raise BadParameter(f"'{path}' cannot be used as the studio's file: {error}") from None

    def _open(self) -> None:
        run = self._database.execute
        run("PRAGMA locking_mode = EXCLUSIVE")
        run("PRAGMA foreign_keys = ON")
        run("BEGIN EXCLUSIVE")
        version, application = run("PRAGMA user_version").fetchone()[0], run("PRAGMA application_id").fetchone()[0]
        empty = not run("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if not empty and application != APPLICATION:
            run("ROLLBACK")
            raise sqlite3.DatabaseError("it is the database of another program")
        if not empty and version != VERSION:
            run("ROLLBACK")
            raise sqlite3.DatabaseError(f"it was written by another version of counterplay ({version}, not {VERSION})")
        if empty:
            for statement in TABLES.split(";\n"):
                run(statement)
            run(f"PRAGMA application_id = {APPLICATION}")
            run(f"PRAGMA user_version = {VERSION}")
        run("COMMIT")
        run("PRAGMA journal_mode = WAL")
        run("PRAGMA synchronous = NORMAL")

    def close(self) -> None:
        """Write everything into the one file and let go of it."""
        with self._lock:
            self._database.close()

    @contextlib.contextmanager
    def _changing(self) -> Iterator[None]:
        """One change, on disk as a whole or not at all."""
        try:
            with self._lock, self._database:
                self._database.execute("BEGIN")
                yield
        except sqlite3.OperationalError as error:  # a disk that is full, read-only or broken
            raise Unsaved(f"'{self.path}' cannot be written: {error}; nothing is changed, make room and try again") from None

    # --- tables of other modules in the same file ---
    def ask(self, question: str, *values: Any) -> list[tuple[Any, ...]]:
        """The rows that a question finds."""
        with self._lock:
            return self._database.execute(question, values).fetchall()

    def change(self, *steps: tuple[str, tuple[Any, ...]]) -> int:
        """Several statements as one change; how many rows the last one touched."""
        with self._changing():
            touched = 0
            for statement, values in steps:
                touched = self._database.execute(statement, values).rowcount
            return touched

    # --- games ---
    def add(self, row: Row, moves: Iterable[Move] = ()) -> None:
        """A new game."""
        places = ", ".join("?" * len(COLUMNS))
        with self._changing():
            self._database.execute(f"INSERT INTO games ({', '.join(COLUMNS)}) VALUES ({places})", _written(row))
            self._append(row.id, 0, moves)

    def save(self, row: Row, keep: int, moves: Iterable[Move] = ()) -> None:
        """The game as it is now: the first `keep` moves stand, and these follow."""
        changes = ", ".join(f"{column} = ?" for column in COLUMNS)
        with self._changing():
            self._database.execute(f"UPDATE games SET {changes} WHERE id = ?", (*_written(row), row.id))
            self._database.execute("DELETE FROM moves WHERE game = ? AND ply >= ?", (row.id, keep))
            self._append(row.id, keep, moves)

    def _append(self, game: str, ply: int, moves: Iterable[Move]) -> None:
        rows = [(game, ply + i, m.action, m.player, m.by, m.left) for i, m in enumerate(moves)]
        self._database.executemany("INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?)", rows)

    def load(self, game: str) -> tuple[Row, list[Move]] | None:
        """A game with its moves, or None where there is none of that name."""
        with self._lock:
            found = self._database.execute(f"SELECT {', '.join(COLUMNS)} FROM games WHERE id = ?", (game,)).fetchone()
            if found is None:
                return None
            moves = self._database.execute(
                "SELECT action, player, by, left FROM moves WHERE game = ? ORDER BY ply", (game,)
            ).fetchall()
        row = _read(found)
        if row is None:
            raise BadParameter(f"the game '{game}' is damaged in '{self.path}'")
        return row, [Move(*move) for move in moves]

    def newest(self, limit: int, offset: int = 0, *, game: str = "", status: str = "", text: str = "") -> list[Row]:
        """The games that changed last, without their moves: those of one game, one status, with a text in their title."""
        wanted = [
            (game, "(spec = ?1 OR spec GLOB ?1 || ':*')"),
            (status, "status = ?2"),
            (text, "(instr(lower(title), lower(?3)) OR instr(replace(spec, '_', ' '), lower(?3)))"),
        ]
        conditions = " AND ".join(["TRUE", *(condition for value, condition in wanted if value)])
        with self._lock:
            found = self._database.execute(
                f"SELECT {', '.join(COLUMNS)} FROM games WHERE {conditions} ORDER BY updated DESC, id LIMIT ?4 OFFSET ?5",
                (game, status, text, limit, offset),
            ).fetchall()
        return [row for row in map(_read, found) if row is not None]

    def counts(self) -> dict[str, dict[str, int]]:
        """How many games there are of each kind, by status."""
        with self._lock:
            found = self._database.execute("SELECT spec, status, count(*) FROM games GROUP BY spec, status").fetchall()
        counted: dict[str, dict[str, int]] = {}
        for spec, status, count in found:
            by_status = counted.setdefault(spec.partition(":")[0], {})
            by_status[status] = by_status.get(status, 0) + count
        return counted

    def delete(self, game: str) -> bool:
        """Forget a game; False where there was none."""
        with self._changing():
            return self._database.execute("DELETE FROM games WHERE id = ?", (game,)).rowcount > 0

    def count(self) -> int:
        """How many games there are."""
        with self._lock:
            return int(self._database.execute("SELECT count(*) FROM games").fetchone()[0])

    # --- settings ---
    def settings(self) -> dict[str, Any]:
        """Everything that was set."""
        with self._lock:
            rows = self._database.execute("SELECT name, value FROM settings").fetchall()
        found: dict[str, Any] = {}
        for name, value in rows:
            with contextlib.suppress(ValueError, TypeError, RecursionError):  # one that is damaged counts as never set
                found[name] = json.loads(value)
        return found

    def set(self, settings: dict[str, Any]) -> None:
        """Change some settings."""
        rows = [(name, json.dumps(value)) for name, value in settings.items()]
        with self._changing():
            self._database.executemany("INSERT OR REPLACE INTO settings VALUES (?, ?)", rows)


def _written(row: Row) -> tuple[Any, ...]:
    values = []
    for column in COLUMNS:
        value = getattr(row, column)
        values.append(json.dumps(value) if column in JSON_COLUMNS and value is not None else value)
    return tuple(values)


def _read(found: tuple[Any, ...]) -> Row | None:
    """A stored game; None where what is stored cannot be read."""
    values = dict(zip(COLUMNS, found, strict=True))
    try:
        for column in JSON_COLUMNS:
            values[column] = None if values[column] is None else json.loads(values[column])
    except (ValueError, TypeError, RecursionError):
        return None
    seats = values["seats"]
    sound = isinstance(seats, list) and all(isinstance(seat, dict) and "kind" in seat for seat in seats)
    return Row(**values) if sound else None
