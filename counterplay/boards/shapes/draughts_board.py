"""The board of draughts: the dark squares of a checkered one, numbered 1, 2, ... row by row from the top."""

from __future__ import annotations

import numpy as np

from counterplay.boards.shapes.board import NOWHERE, Board
from counterplay.boards.shapes.cell_names import cell_name
from counterplay.core import Cell, Label

DIAGONALS = ((-1, 1), (-1, -1), (1, -1), (1, 1))  # (rows down, columns) of the four directions; d and d + 2 are opposite


class DraughtsBoard(Board):
    """The dark squares of 8 x 8 or 10 x 10, with a dark one at the lower left. The light ones are only drawn."""

    def __init__(self, size: int = 8) -> None:
        squares = [(row, column) for row in range(size) for column in range(size)]
        dark = [(row, column) for row, column in squares if (row + column + size) % 2]
        number = {spot: cell for cell, spot in enumerate(dark)}
        steps = [[number.get((row + down, column + right), NOWHERE) for down, right in DIAGONALS] for row, column in dark]
        # The numbers of the first and the last dark square of each row, beside it.
        ends = [(row, x, n) for row in range(size) for x, n in ((-0.4, 1), (size + 0.4, size // 2))]
        super().__init__(
            [str(cell + 1) for cell in range(len(dark))],
            [(column + 0.5, row + 0.5) for row, column in dark],
            np.array(steps, np.int64),
            tones=["dark"] * len(dark),
            labels=[Label(x, row + 0.5, str(size // 2 * row + n)) for row, x, n in ends],
        )
        of_dark = dict(zip(dark, self.cells, strict=True))
        self.cells = tuple(of_dark.get(spot) or _light_square(*spot, size) for spot in squares)


def _light_square(row: int, column: int, size: int) -> Cell:
    return Cell(cell_name((size - 1 - row) * size + column, size), column + 0.5, row + 0.5, "square", "light")
