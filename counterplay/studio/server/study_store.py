"""What people work out about games: trees of variations, reviews, and puzzles from their own mistakes.

They lie in the store beside the games.
"""

from __future__ import annotations

import json
import secrets
import time
from dataclasses import dataclass, field
from typing import Any

from counterplay.studio.server.studio_store import Store

STUDY_COLUMNS = "spec, title, start, nodes, id, version, created, updated, about"  # in the order of StudyRow


@dataclass
class StudyRow:
    """A tree of variations as it is kept."""

    spec: str
    title: str
    start: str
    nodes: list[dict[str, Any]]
    id: str = field(default_factory=lambda: secrets.token_urlsafe(9))
    version: int = 0
    created: float = field(default_factory=time.time)
    updated: float = field(default_factory=time.time)
    about: dict[str, Any] | None = None  # what a file said of the game, as `stored_record` writes it


@dataclass
class PuzzleRow:
    """A position in which somebody went wrong."""

    game: str
    ply: int
    mine: bool
    content: dict[str, Any]
    id: str = field(default_factory=lambda: secrets.token_urlsafe(9))
    tries: int = 0
    solved: float | None = None
    created: float = field(default_factory=time.time)


class StudyStore:
    """The tables of studies, reviews and puzzles."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # --- studies ---
    def study(self, name: str) -> StudyRow | None:
        """A study by its id."""
        found = self._store.ask(f"SELECT {STUDY_COLUMNS} FROM studies WHERE id = ?", name)
        return _study(found[0]) if found else None

    def studies(self, limit: int) -> list[StudyRow]:
        """The studies that changed last."""
        asked = f"SELECT {STUDY_COLUMNS} FROM studies ORDER BY updated DESC LIMIT ?"
        return [_study(row) for row in self._store.ask(asked, limit)]

    def save_study(self, row: StudyRow) -> None:
        """Write a study down, new or changed."""
        about = None if row.about is None else json.dumps(row.about)
        values = (row.spec, row.title, row.start, json.dumps(row.nodes), row.id, row.version, row.created, row.updated, about)
        self._store.change((f"INSERT OR REPLACE INTO studies ({STUDY_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", values))

    def delete_study(self, name: str) -> bool:
        """Forget a study; False where there was none."""
        return self._store.change(("DELETE FROM studies WHERE id = ?", (name,))) > 0

    # --- reviews ---
    def review(self, game: str, actions: list[int]) -> dict[str, Any] | None:
        """The review of these very moves; one of moves that were taken back later counts as none."""
        found = self._store.ask("SELECT actions, content FROM reviews WHERE game = ?", game)
        if not found or json.loads(found[0][0]) != actions:
            return None
        content: dict[str, Any] = json.loads(found[0][1])
        return content

    def save_review(self, game: str, actions: list[int], content: dict[str, Any], puzzles: list[PuzzleRow]) -> None:
        """A review and the puzzles it found, in place of those before; a puzzle that was solved stays so."""
        stays = {row.ply: row for row in self.puzzles_of(game)}
        steps: list[tuple[str, tuple[Any, ...]]] = [("DELETE FROM puzzles WHERE game = ?", (game,))]
        for row in puzzles:
            before = stays.get(row.ply)
            if before is not None and before.content["moves"] == row.content["moves"]:
                row.id, row.tries, row.solved = before.id, before.tries, before.solved
            values = (row.id, game, row.ply, int(row.mine), json.dumps(row.content), row.tries, row.solved, row.created)
            steps.append(("INSERT INTO puzzles VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values))
        kept = (game, json.dumps(actions), json.dumps(content), time.time())
        self._store.change(*steps, ("INSERT OR REPLACE INTO reviews VALUES (?, ?, ?, ?)", kept))

    # --- puzzles ---
    def puzzles_of(self, game: str) -> list[PuzzleRow]:
        """The puzzles of one game, in order of play."""
        return self._puzzles("WHERE game = ? ORDER BY ply", game)

    def own_puzzles(self, limit: int) -> list[PuzzleRow]:
        """Puzzles from people's own mistakes: those still to be solved first, then the newest."""
        return self._puzzles("WHERE mine ORDER BY solved IS NOT NULL, created DESC, ply LIMIT ?", limit)

    def puzzle(self, name: str) -> PuzzleRow | None:
        """A puzzle by its id."""
        return next(iter(self._puzzles("WHERE id = ?", name)), None)

    def note_try(self, name: str, solved: bool) -> None:
        """Somebody has tried; once solved, a puzzle stays solved."""
        when = time.time() if solved else None
        self._store.change(("UPDATE puzzles SET tries = tries + 1, solved = coalesce(solved, ?) WHERE id = ?", (when, name)))

    def _puzzles(self, which: str, *values: Any) -> list[PuzzleRow]:
        rows = self._store.ask(f"SELECT game, ply, mine, content, id, tries, solved, created FROM puzzles {which}", *values)
        return [PuzzleRow(g, ply, bool(mine), json.loads(content), *rest) for g, ply, mine, content, *rest in rows]


def _study(row: tuple[Any, ...]) -> StudyRow:
    spec, title, start, nodes, name, version, created, updated, about = row
    told = None if about is None else json.loads(about)
    return StudyRow(spec, title, start, json.loads(nodes), name, version, created, updated, told)
