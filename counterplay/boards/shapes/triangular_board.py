"""Boards of triangles, pointing up and down by turns; two that share a side are neighbours."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from counterplay.boards.shapes.board import NOWHERE, Board, Tone
from counterplay.boards.shapes.cell_names import LETTERS
from counterplay.core.scene import CellShape

EAST, NORTH, WEST, SOUTH = range(
    4
)  # a triangle that points up has no neighbour in the north, one that points down none in the south
ROW_HEIGHT = 0.75**0.5  # of triangles whose sides have length one
TIP = ROW_HEIGHT / 6  # from half the height of a row to the centre of a triangle

Spot = tuple[int, int]  # row from the top, column; the triangle points up where their sum is even


class TriangularBoard(Board):
    """Triangles at the given spots, numbered by rows from the top; names are a letter for the row and a number."""

    def __init__(self, spots: Iterable[Spot]) -> None:
        self.spots = tuple(sorted(spots))
        number = {spot: cell for cell, spot in enumerate(self.spots)}
        self.points_up = np.array([(row + column) % 2 == 0 for row, column in self.spots])  # shape (cells,)
        rows = sorted({row for row, _ in self.spots})
        by_row = [[number[spot] for spot in self.spots if spot[0] == row] for row in rows]
        names = {
            c: f"{letter}{i}" for letter, row in zip(LETTERS, reversed(by_row), strict=False) for i, c in enumerate(row, 1)
        }
        tones: list[Tone] = ["light" if up else "dark" for up in self.points_up]
        super().__init__(
            [names[cell] for cell in range(len(self.spots))],
            [
                (column / 2, (row + 0.5) * ROW_HEIGHT + (TIP if up else -TIP))
                for (row, column), up in zip(self.spots, self.points_up, strict=True)
            ],
            np.array([self._steps(number, spot) for spot in self.spots], np.int64),
            rows=by_row,
            tones=tones,
        )
        shapes: list[CellShape] = ["triangle-up" if up else "triangle-down" for up in self.points_up]
        self.cells = tuple(replace(cell, shape=shape) for cell, shape in zip(self.cells, shapes, strict=True))

    def _steps(self, number: dict[Spot, int], spot: Spot) -> list[int]:
        row, column = spot
        up = (row + column) % 2 == 0
        vertical = number.get((row + 1 if up else row - 1, column), NOWHERE)
        return [
            number.get((row, column + 1), NOWHERE),
            NOWHERE if up else vertical,
            number.get((row, column - 1), NOWHERE),
            vertical if up else NOWHERE,
        ]


def triangle_board(side: int) -> TriangularBoard:
    """One large triangle that points up: side * side cells."""
    return TriangularBoard((row, column) for row in range(side) for column in range(-row, row + 1))


def triangular_hexagon_board(side: int) -> TriangularBoard:
    """A hexagon of triangles: 6 * side * side cells, in rows of 2 * side + 1 and more."""
    spots = []
    for row in range(2 * side):
        reach = side + row if row < side else 3 * side - 1 - row  # to the left and right of the middle
        spots += [(row, column) for column in range(-reach, reach + 1)]
    return TriangularBoard(_with_upright_start(spots, side))


def _with_upright_start(spots: list[Spot], side: int) -> list[Spot]:
    """The same columns, shifted so that the first row begins with a triangle that points up."""
    shift = side % 2
    return [(row, column + shift) for row, column in spots]
