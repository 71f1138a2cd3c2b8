"""The games of a store, whoever played them: found by name, listed, and told as records with all that was tried beside them."""

from __future__ import annotations

import contextlib
import json
from typing import Any

from counterplay.core import BadParameter
from counterplay.records.store.game_rows import ROWS, Move, Row, read_game, read_row
from counterplay.records.store.store_file import StoreFile

# Whose games are looked for: people's own, those of matches and tournaments, or both.
OWN, MATCHES, ALL = "own", "matches", "all"
WHOSE = {OWN: "contest IS NULL", MATCHES: "contest IS NOT NULL", ALL: "TRUE"}


class GameStore(StoreFile):
    """An open store with its games."""

    def load(self, game: str) -> tuple[Row, list[Move]] | None:
        """A game with its moves, or None where there is none of that name."""
        with self._lock, self.explained():
            try:
                return read_game(self._db, game)
            except ValueError as error:
                raise BadParameter(f"{error} in '{self.path}'") from None

    def newest(
        self, limit: int, offset: int = 0, *, whose: str = OWN, game: str = "", status: str = "", text: str = ""
    ) -> list[Row]:
        """The games that changed last, without their moves: those of one game, one status, with a text in their title."""
        wanted = [
            (game, "(spec = ?1 OR spec GLOB ?1 || ':*')"),
            (status, "status = ?2"),
            (text, "(instr(lower(title), lower(?3)) OR instr(replace(spec, '_', ' '), lower(?3)))"),
        ]
        conditions = " AND ".join([WHOSE[whose], *(condition for value, condition in wanted if value)])
        with self._lock, self.explained():
            found = self._db.execute(
                f"{ROWS} WHERE {conditions} ORDER BY updated DESC, id LIMIT ?4 OFFSET ?5",
                (game, status, text, limit, offset),
            ).fetchall()
        return [row for row in map(read_row, found) if row is not None]

    def count(self) -> int:
        """How many games there are that are no part of a contest."""
        with self._lock, self.explained():
            return int(self._db.execute(f"SELECT count(*) FROM ({ROWS}) WHERE {WHOSE[OWN]}").fetchone()[0])

    def tried(self, game: str) -> list[dict[str, Any]]:
        """What was worked out about a game on the analysis board, as [{parent, action, comment, marks}]."""
        with self._lock, self.explained():
            found = self._db.execute("SELECT nodes FROM studies WHERE id = ?", (game,)).fetchone()
        return read_tried(found[0]) if found else []


def read_tried(nodes: str) -> list[dict[str, Any]]:
    """The nodes of an analysis as they are stored; none where they are damaged."""
    with contextlib.suppress(ValueError, TypeError, RecursionError):
        found = json.loads(nodes)
        return found if isinstance(found, list) else []
    return []
