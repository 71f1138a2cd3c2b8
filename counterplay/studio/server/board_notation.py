"""How a game's notation writes its board, found out by looking at positions of random games, so that pieces can be placed.

Many notations begin with the board row by row: `rnbqkbnr/pppppppp/8/...`, `..x/.o./x..`, one character a cell with numbers
for runs of empty cells or a sign for each. Where that reading agrees with the picture in every position that was looked
at, a piece is placed by changing a character. Where it does not, the notation is edited as text alone.
"""

from __future__ import annotations

import itertools
import random
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from counterplay.core import CHANCE, Game, Position, Scene
from counterplay.core.scene import Cell, Piece

GAMES, PLIES, EVERY = 3, 48, 3  # random games that are looked at, how far, and at which plies
PATIENCE = 1.0  # seconds; then what was seen has to do
EMPTY_SIGNS = ".-"
_RUNS = re.compile(r"\d+|\+?.")  # a run of empty cells, or a piece; shogi writes a promoted one with a plus


@dataclass(frozen=True)
class Rows:
    """One way of writing a board."""

    runs: bool  # numbers stand for empty cells
    empty: str  # the sign of an empty cell, where there are no runs
    slashes: bool  # between rows

    def read(self, word: str) -> list[list[str]]:
        """The signs of every row; empty cells are ''."""
        rows = word.split("/") if self.slashes else [word]
        return [list(self._row(row)) for row in rows]

    def _row(self, row: str) -> Iterator[str]:
        for sign in _RUNS.findall(row) if self.runs else row:
            if self.runs and sign.isdecimal():
                yield from [""] * min(int(sign), 99)
            else:
                yield "" if sign == self.empty else sign

    def write(self, rows: list[list[str]]) -> str:
        """The same as text."""
        return "/".join(self._written(row) for row in rows)

    def _written(self, row: list[str]) -> str:
        if not self.runs:
            return "".join(sign or self.empty for sign in row)
        parts: list[str] = []
        count = 0
        for sign in [*row, None]:
            if sign == "":
                count += 1
                continue
            parts.append(str(count) if count else "")
            parts.append(sign or "")
            count = 0
        return "".join(parts)


WAYS = (
    *(Rows(runs=False, empty=sign, slashes=slashes) for sign in EMPTY_SIGNS for slashes in (True, False)),
    Rows(runs=True, empty="", slashes=True),
)
Look = tuple[Piece, ...]  # what stands on a cell, without saying on which


@dataclass
class BoardNotation:
    """What was found out about a game."""

    game: Game
    rows: Rows | None = None  # None: pieces cannot be placed
    cells: list[list[str]] = field(default_factory=list)  # ids of the board's cells, row by row as they are written
    looks: dict[str, Look] = field(default_factory=dict)  # sign -> what is drawn for it
    mover: int | None = None  # which word of the notation says who is to move
    movers: dict[str, int] = field(default_factory=dict)  # that word -> the player
    template: Scene | None = None

    @classmethod
    def of(cls, game: Game) -> BoardNotation:
        """Look at some random games."""
        found = cls(game)
        seen = [(position.scene(), game.dump(position.state), position.player) for position in _samples(game)]
        found._find_mover(seen)
        scene = seen[0][0]
        if not scene.cells or any(other.cells != scene.cells for other, _, _ in seen):
            return found  # a board that grows, or none
        grid = _grid(scene.cells)
        for way, lines in itertools.product(WAYS, (grid, grid[::-1])):
            cells = lines if way.slashes else [list(itertools.chain(*lines))]
            looks = _looks(way, cells, seen)
            if looks:
                found.rows, found.cells, found.looks = way, cells, looks
                found.template = replace(scene, marked=(), notes=(), buttons={}, scores=())
                break
        return found

    def _find_mover(self, seen: list[tuple[Scene, str, int]]) -> None:
        """The word that goes with the player, one to one."""
        words = [(text.split(), player) for _, text, player in seen if player != CHANCE]
        players = {player for _, player in words}
        if len(players) < self.game.players:
            return
        for index in range(1, min((len(parts) for parts, _ in words), default=0)):
            pairs = {(parts[index], player) for parts, player in words}
            if len(pairs) == len(players) and len({word for word, _ in pairs}) == len(players):
                self.mover, self.movers = index, dict(sorted(pairs, key=lambda pair: pair[1]))
                return

    def read(self, text: str) -> list[list[str]] | None:
        """The signs on the board that a notation begins with; None where it is no such board."""
        word = text.split(maxsplit=1)[0] if text.split() else ""
        if self.rows is None or not word:
            return None
        rows = self.rows.read(word)
        fits = [len(row) for row in rows] == [len(row) for row in self.cells]
        return rows if fits and all(sign in self.looks for row in rows for sign in row if sign) else None

    def placed(self, text: str, cell: str, sign: str) -> str | None:
        """The notation with another piece ('' for none) on a cell; None where that cannot be written."""
        rows = self.read(text)
        where = next(((y, row.index(cell)) for y, row in enumerate(self.cells) if cell in row), None)
        if rows is None or where is None or self.rows is None or (sign and sign not in self.looks):
            return None
        rows[where[0]][where[1]] = sign
        return self._with_board(text, rows)

    def cleared(self, text: str) -> str | None:
        """The notation with an empty board."""
        return None if self.read(text) is None else self._with_board(text, [["" for _ in row] for row in self.cells])

    def _with_board(self, text: str, rows: list[list[str]]) -> str:
        assert self.rows is not None
        _, *others = text.split()
        return " ".join([self.rows.write(rows), *others])

    def moved_by(self, text: str, word: str) -> str:
        """The notation with another player to move."""
        parts = text.split()
        if self.mover is None or word not in self.movers or len(parts) <= self.mover:
            return text
        parts[self.mover] = word
        return " ".join(parts)

    def scene(self, text: str) -> Scene | None:
        """The picture of a board, whether or not the rules allow it."""
        rows = self.read(text)
        if rows is None or self.template is None:
            return None
        pieces = [
            replace(piece, cell=cell)
            for ids, signs in zip(self.cells, rows, strict=True)
            for cell, sign in zip(ids, signs, strict=True)
            if sign
            for piece in self.looks[sign]
        ]
        return replace(self.template, pieces=tuple(pieces), trays=())


def _samples(game: Game) -> Iterator[Position]:
    """Positions of random games, the same ones every time as far as there is time for them."""
    chance = random.Random(1)
    end = time.monotonic() + PATIENCE
    for _ in range(GAMES):
        state = game.initial()
        for ply in range(PLIES):
            position = Position(game, state)
            if ply % EVERY == 0 or ply == 1:
                yield position
            if game.terminal(state) or not position.choices or time.monotonic() > end:
                break
            state = game.result(state, chance.choice(position.choices))


def _grid(cells: tuple[Cell, ...]) -> list[list[str]]:
    """Cells by rows, from the top, each from the left."""
    rows: dict[float, list[Cell]] = {}
    for cell in cells:
        rows.setdefault(round(cell.y, 3), []).append(cell)
    return [[cell.id for cell in sorted(row, key=lambda cell: cell.x)] for _, row in sorted(rows.items())]


def _looks(way: Rows, grid: list[list[str]], seen: list[tuple[Scene, str, int]]) -> dict[str, Look] | None:
    """Sign -> what is drawn for it, if this way of reading agrees with every picture."""
    looks: dict[str, Look] = {}
    for scene, text, _ in seen:
        rows = way.read(text.split(maxsplit=1)[0])
        if [len(row) for row in rows] != [len(row) for row in grid]:
            return None
        on: dict[str, list[Piece]] = {}
        for piece in scene.pieces:
            on.setdefault(piece.cell, []).append(replace(piece, cell=""))
        for ids, signs in zip(grid, rows, strict=True):
            for cell, sign in zip(ids, signs, strict=True):
                look = tuple(on.get(cell, ()))
                if bool(look) != bool(sign) or (sign and looks.setdefault(sign, look) != look):
                    return None
    return looks
