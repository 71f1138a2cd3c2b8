"""The studio's games and settings in the store of games: every change is a transaction, so that a kill loses nothing.

One studio uses a file: two that played the same games would contradict each other; a claim sees to that. Contests may lie in
the same file and be played meanwhile.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from counterplay.core import BadParameter, CounterplayError
from counterplay.records.store.file_claims import CAN_CLAIM, Claim, Taken
from counterplay.records.store.game_rows import ROWS, Move, Row, insert_game, read_game, read_row, update_game
from counterplay.records.store.store_file import StoreFile

OWN = "contest IS NULL"  # games that are no part of a contest


class Unsaved(CounterplayError):
    """A change that the disk did not take; nothing of it has happened."""


class Store(StoreFile):
    """One open file. Every method may be called from any thread."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, flushed=False)
        try:
            self._claim = Claim(path.with_name(f"{path.name}.studio"))
            if not CAN_CLAIM:
                self._db.execute("PRAGMA locking_mode = EXCLUSIVE")
        except Taken:
            super().close()
            raise BadParameter(f"another studio is using '{path}'; end it, or choose another file with --db") from None
        except OSError as error:
            super().close()
            raise BadParameter(f"'{path}' cannot be used, its folder cannot be written: {error.strerror or error}") from None

    def close(self) -> None:
        """Write everything into the one file and let go of it."""
        super().close()
        self._claim.release()

    @contextlib.contextmanager
    def _changing(self) -> Iterator[None]:
        """One change, on disk as a whole or not at all."""
        try:
            with self.transaction():
                yield
        except sqlite3.OperationalError as error:  # a disk that is full, read-only or broken
            raise Unsaved(f"'{self.path}' cannot be written: {error}; nothing is changed, make room and try again") from None

    # --- tables of other modules in the same file ---
    def ask(self, question: str, *values: Any) -> list[tuple[Any, ...]]:
        """The rows that a question finds."""
        with self._lock:
            return self._db.execute(question, values).fetchall()

    def change(self, *steps: tuple[str, tuple[Any, ...]]) -> int:
        """Several statements as one change; how many rows the last one touched."""
        with self._changing():
            touched = 0
            for statement, values in steps:
                touched = self._db.execute(statement, values).rowcount
            return touched

    # --- games ---
    def add(self, row: Row, moves: Iterable[Move] = ()) -> None:
        """A new game."""
        with self._changing():
            insert_game(self._db, row, moves)

    def save(self, row: Row, keep: int, moves: Iterable[Move] = ()) -> None:
        """The game as it is now: the first `keep` moves stand, and these follow."""
        with self._changing():
            update_game(self._db, row, keep, moves)

    def load(self, game: str) -> tuple[Row, list[Move]] | None:
        """A game with its moves, or None where there is none of that name."""
        with self._lock:
            try:
                return read_game(self._db, game)
            except ValueError as error:
                raise BadParameter(f"{error} in '{self.path}'") from None

    def newest(self, limit: int, offset: int = 0, *, game: str = "", status: str = "", text: str = "") -> list[Row]:
        """The games that changed last, without their moves: those of one game, one status, with a text in their title."""
        wanted = [
            (game, "(spec = ?1 OR spec GLOB ?1 || ':*')"),
            (status, "status = ?2"),
            (text, "(instr(lower(title), lower(?3)) OR instr(replace(spec, '_', ' '), lower(?3)))"),
        ]
        conditions = " AND ".join([OWN, *(condition for value, condition in wanted if value)])
        with self._lock:
            found = self._db.execute(
                f"{ROWS} WHERE {conditions} ORDER BY updated DESC, id LIMIT ?4 OFFSET ?5",
                (game, status, text, limit, offset),
            ).fetchall()
        return [row for row in map(read_row, found) if row is not None]

    def counts(self) -> dict[str, dict[str, int]]:
        """How many games there are of each kind, by status."""
        with self._lock:
            found = self._db.execute(
                f"SELECT spec, status, count(*) FROM ({ROWS}) WHERE {OWN} GROUP BY spec, status"
            ).fetchall()
        counted: dict[str, dict[str, int]] = {}
        for spec, status, count in found:
            by_status = counted.setdefault(spec.partition(":")[0], {})
            by_status[status] = by_status.get(status, 0) + count
        return counted

    def delete(self, game: str) -> bool:
        """Forget a game; False where there was none."""
        with self._changing():
            return self._db.execute("DELETE FROM games WHERE id = ?", (game,)).rowcount > 0

    def count(self) -> int:
        """How many games there are that are no part of a contest."""
        with self._lock:
            return int(self._db.execute(f"SELECT count(*) FROM ({ROWS}) WHERE {OWN}").fetchone()[0])

    # --- settings ---
    def settings(self) -> dict[str, Any]:
        """Everything that was set."""
        with self._lock:
            rows = self._db.execute("SELECT name, value FROM settings").fetchall()
        found: dict[str, Any] = {}
        for name, value in rows:
            with contextlib.suppress(ValueError, TypeError, RecursionError):  # one that is damaged counts as never set
                found[name] = json.loads(value)
        return found

    def set(self, settings: dict[str, Any]) -> None:
        """Change some settings."""
        rows = [(name, json.dumps(value)) for name, value in settings.items()]
        with self._changing():
            self._db.executemany("INSERT OR REPLACE INTO settings VALUES (?, ?)", rows)
