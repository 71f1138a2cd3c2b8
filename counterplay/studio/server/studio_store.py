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
from counterplay.records.store.default_store import old_defaults_of_studio
from counterplay.records.store.file_claims import STUDIO_CLAIM, Claim, Taken
from counterplay.records.store.game_rows import ROWS, Move, Row, insert_game, update_game
from counterplay.records.store.game_store import MATCHES, OWN, WHOSE, GameStore


class Unsaved(CounterplayError):
    """A change that the disk did not take; nothing of it has happened."""


class Store(GameStore):
    """One open file. Every method may be called from any thread."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, flushed=False, earlier=old_defaults_of_studio)
        try:
            self._claim = Claim(path.with_name(path.name + STUDIO_CLAIM))
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

    def counts(self) -> dict[str, dict[str, int]]:
        """How many games there are of each kind: people's own by status, and those of matches."""
        kind = f"CASE WHEN {WHOSE[OWN]} THEN status ELSE '{MATCHES}' END"
        with self._lock:
            found = self._db.execute(f"SELECT spec, {kind}, count(*) FROM ({ROWS}) GROUP BY 1, 2").fetchall()
        counted: dict[str, dict[str, int]] = {}
        for spec, status, count in found:
            by_status = counted.setdefault(spec.partition(":")[0], {})
            by_status[status] = by_status.get(status, 0) + count
        return counted

    def delete(self, game: str) -> bool:
        """Forget a game; False where there was none."""
        with self._changing():
            return self._db.execute("DELETE FROM games WHERE id = ?", (game,)).rowcount > 0

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
