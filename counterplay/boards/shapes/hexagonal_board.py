"""Boards of hexagons that stand on a corner: rhombus, hexagon and six-pointed star."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from counterplay.boards.shapes.board import NOWHERE, Board
from counterplay.boards.shapes.cell_names import LETTERS
from counterplay.core import Label, Line
from counterplay.core.scene import CellShape

EAST, NORTH_EAST, NORTH_WEST, WEST, SOUTH_WEST, SOUTH_EAST = range(6)  # d and d + 3 are opposite
SIX_WAYS = ((0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0))  # (rows down, columns) of each direction, on slanted columns
ROW_HEIGHT = 0.75**0.5  # of hexagons one unit wide that stand on a corner
HALF_SIDE, RADIUS = 0.5 / 3**0.5, 1 / 3**0.5  # of such a hexagon
ASIDE = 1.1  # cells from the last cell of a row or column to its coordinate, which then stands on the frame

Spot = tuple[int, int]  # row from the top, slanted column: a step to the next row keeps the column and goes half a cell right


class HexagonalBoard(Board):
    """Hexagons at the given spots, numbered by rows from the top; neighbours share a side.

    A name is a letter for the row from the bottom and a number along the row ("c4"); `named` gives other ones.
    """

    def __init__(
        self,
        spots: Iterable[Spot],
        *,
        named: dict[Spot, str] | None = None,
        labels: Iterable[Label] = (),
        lines: Sequence[Line] = (),
        shape: CellShape = "hex",
    ) -> None:
        self.spots = tuple(sorted(spots))
        number = {spot: cell for cell, spot in enumerate(self.spots)}
        steps = [[number.get((row + down, column + right), NOWHERE) for down, right in SIX_WAYS] for row, column in self.spots]
        rows = sorted({row for row, _ in self.spots})
        by_row = [[number[spot] for spot in self.spots if spot[0] == row] for row in rows]
        names = dict(named or {})
        for letter, row in zip(LETTERS, reversed(by_row), strict=False):
            for along, cell in enumerate(row, 1):
                names.setdefault(self.spots[cell], f"{letter}{along}")
        super().__init__(
            [names[spot] for spot in self.spots],
            [centre(*spot) for spot in self.spots],
            np.array(steps, np.int64),
            rows=by_row,
            shape=shape,
            lines=lines,
            labels=tuple(labels) or () if named else _row_letters(by_row, self.spots),
        )


def _row_letters(rows: list[list[int]], spots: tuple[Spot, ...]) -> list[Label]:
    """The letter of each row, to its left."""
    starts = [centre(*spots[row[0]]) for row in reversed(rows)]
    return [Label(x - 0.9, y, letter) for letter, (x, y) in zip(LETTERS, starts, strict=False)]


def centre(row: float, column: float) -> tuple[float, float]:
    """Where the hexagon at a spot is drawn."""
    return column + row / 2, row * ROW_HEIGHT


def rhombus_board(size: int) -> HexagonalBoard:
    """The board of Hex: letters for the slanted columns, numbers for the rows, a1 at the upper left.

    Its outline is drawn in the players' colours: player 0 has the top and the bottom, player 1 the left and the right.
    """
    spots = [(row, column) for row in range(size) for column in range(size)]
    labels = [Label(*centre(-1, k), LETTERS[k]) for k in range(size)] + [Label(*centre(k, -1), str(k + 1)) for k in range(size)]
    named = {(r, c): f"{LETTERS[c]}{r + 1}" for r, c in spots}
    return HexagonalBoard(spots, named=named, labels=labels, lines=_rhombus_sides(size))


def _rhombus_sides(size: int) -> list[Line]:
    """The zigzags above and below, and those at the left and right."""
    lines, last = [], size - 1
    for k in range(size):
        for (x, y), flip in ((centre(0, k), -1), (centre(last, k), 1)):
            lines.append(Line(x - 0.5, y + flip * HALF_SIDE, x, y + flip * RADIUS, 0))
            lines.append(Line(x, y + flip * RADIUS, x + 0.5, y + flip * HALF_SIDE, 0))
        for (x, y), flip in ((centre(k, 0), -1), (centre(k, last), 1)):
            lines.append(Line(x + flip * 0.5, y - HALF_SIDE, x + flip * 0.5, y + HALF_SIDE, 1))
            if k != (last if flip < 0 else 0):  # where a corner cell's slope belongs to the other player
                lines.append(Line(x + flip * 0.5, y - flip * HALF_SIDE, x, y - flip * RADIUS, 1))
    return lines


def hexagon_board(side: int, missing: Iterable[Spot] = (), shape: CellShape = "hex") -> HexagonalBoard:
    """A hexagon of 3 * side * (side - 1) + 1 cells, its centre at spot (0, 0); names as in Abalone, a1 at the lower left."""
    reach = range(1 - side, side)
    whole = [(row, column) for row in reach for column in reach if -side < row + column < side]
    by_row = {row: [spot for spot in whole if spot[0] == row] for row in reach}
    # The number counts the slanted columns from the left, so that it is the same along each of them.
    names = {s: f"{LETTERS[side - 1 - row]}{s[1] + side}" for row, found in by_row.items() for s in found}
    left_out = set(missing)
    labels = [Label(*centre(row, found[0][1] - ASIDE), LETTERS[side - 1 - row]) for row, found in by_row.items()]
    labels += [Label(*centre(min(side - 1, side - 1 - column) + ASIDE, column), str(column + side)) for column in reach]
    spots = [spot for spot in whole if spot not in left_out]
    return HexagonalBoard(spots, named={spot: names[spot] for spot in spots}, labels=labels, shape=shape)


def star_board(side: int, shape: CellShape = "point") -> HexagonalBoard:
    """The star of Chinese checkers, whose points are triangles of `side` cells on an edge: 121 cells for 4."""
    reach = range(-2 * side, 2 * side + 1)
    spots = [
        (row, column)
        for row in reach
        for column in reach
        if (row >= -side and column >= -side and -row - column >= -side)
        or (row <= side and column <= side and -row - column <= side)
    ]
    return HexagonalBoard(spots, shape=shape)
