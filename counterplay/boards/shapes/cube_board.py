"""Boards of cubes: square planes one above another, with lines in thirteen axes through space."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations, product

import numpy as np
from numpy.typing import NDArray

from counterplay.boards.shapes.board import NOWHERE, Board
from counterplay.boards.shapes.cell_names import LETTERS
from counterplay.boards.shapes.square_board import grid_labels

# (up, north, east) of each direction: of two opposite ones the first half holds the greater, so that d + 13 leads back
AHEAD = [step for step in product((1, 0, -1), repeat=3) if step > (0, 0, 0)]
SPACE = (*AHEAD, *((-up, -north, -east) for up, north, east in AHEAD))


class CubeBoard(Board):
    """Cells numbered plane by plane from the lowest, in each row by row; 2b3 is b3 on the second plane.

    Notation goes from the highest plane to the lowest. `cells` have their levels, for a scene with `levels="planes"`.
    """

    def __init__(self, side: int) -> None:
        spots = list(product(range(side), repeat=3))  # (level, row, column)
        number = {spot: cell for cell, spot in enumerate(spots)}
        steps = [[number.get((z + up, y + north, x + east), NOWHERE) for up, north, east in SPACE] for z, y, x in spots]
        super().__init__(
            [f"{z + 1}{LETTERS[x]}{y + 1}" for z, y, x in spots],
            [(x + 0.5, side - y - 0.5) for _, y, x in spots],
            np.array(steps, np.int64),
            rows=[[number[z, y, x] for x in range(side)] for z in reversed(range(side)) for y in reversed(range(side))],
            labels=grid_labels(side, side),
        )
        self.side, self.spots = side, np.array(spots)
        self.cells = tuple(replace(cell, level=z) for cell, (z, _, _) in zip(self.cells, spots, strict=True))

    def symmetries(self) -> NDArray[np.int64]:
        """Shape (48, cells): where each cell goes, for every turn and reflection of the cube; the first leaves all in place."""
        values = self.side ** np.arange(3)[::-1]  # what a level, a row and a column add to the number of a cell
        orders = [
            np.where(mirrored, self.side - 1 - self.spots[:, axes], self.spots[:, axes]) @ values
            for axes in permutations(range(3))
            for mirrored in product((False, True), repeat=3)
        ]
        return np.unique(orders, axis=0)
