"""Boards of squares, any width and height: a1 at the lower left, as players count, or at the upper left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import numpy as np

from counterplay.boards.shapes.board import NOWHERE, Board, Tone
from counterplay.boards.shapes.cell_names import LETTERS
from counterplay.core import BadParameter, Label, Line
from counterplay.core.scene import CellShape, Dot

EAST, NORTH_EAST, NORTH, NORTH_WEST, WEST, SOUTH_WEST, SOUTH, SOUTH_EAST = range(8)  # as drawn; d and d + 4 are opposite
ORTHOGONAL = (EAST, NORTH, WEST, SOUTH)
DIAGONAL = (NORTH_EAST, NORTH_WEST, SOUTH_WEST, SOUTH_EAST)
SMALLEST_WITH_STARS, STARS_ON_FOURTH = 9, 12  # points along a side; above 12 the star points lie on the fourth lines
STAR = 0.11  # cells, the radius of a star point
COMPASS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))  # (right, up) of each direction


class SquareBoard(Board):
    """Squares numbered row by row from a1; directions are EAST to SOUTH_EAST, counter-clockwise.

    `touching` says which squares are neighbours: those that share a side, or also those that share a corner. With `crossings`,
    pieces stand where lines cross. `missing` squares, given by their names, are left out, and the rest numbered without them.
    """

    def __init__(
        self,
        width: int,
        height: int = 0,
        *,
        touching: Literal["sides", "corners"] = "corners",
        from_top: bool = False,  # row 1 is the top row
        checkered: bool = False,  # a1 is dark
        crossings: bool = False,
        shape: CellShape = "square",
        missing: Iterable[str] = (),
        labels: Sequence[Label] | None = None,  # instead of letters and numbers beside the board
        letters: str = LETTERS,  # of the columns; go has no i
        names: Sequence[str] = (),  # of the squares in the order of their numbers, instead of a1, b1, ...
    ) -> None:
        self.width, self.height = width, height or width
        if not (1 <= self.width <= len(letters) and self.height >= 1):
            raise BadParameter(
                f"a board of {width} x {height} squares has no names for its columns: 1 to {len(letters)} are possible"
            )
        left_out = set(missing)
        spots = [divmod(i, self.width) for i in range(self.width * self.height)]
        spots = [(row, column) for row, column in spots if f"{letters[column]}{row + 1}" not in left_out]
        number = {spot: cell for cell, spot in enumerate(spots)}
        up = -1 if from_top else 1
        steps = [[number.get((row + up * y, column + x), NOWHERE) for x, y in COMPASS] for row, column in spots]
        tones: list[Tone] = [("dark" if (row + column) % 2 == 0 else "light") for row, column in spots] if checkered else []
        super().__init__(
            names or [f"{letters[column]}{row + 1}" for row, column in spots],
            [(column + 0.5, (row if from_top else self.height - 1 - row) + 0.5) for row, column in spots],
            np.array(steps, np.int64),
            touching=ORTHOGONAL if touching == "sides" else (),
            shape="point" if crossings else shape,
            tones=tones,
            lines=grid_lines(self.width, self.height) if crossings else (),
            labels=grid_labels(self.width, self.height, from_top, letters) if labels is None else labels,
        )


def grid_lines(width: int, height: int) -> tuple[Line, ...]:
    """The lines on whose crossings pieces stand."""
    across = [Line(0.5, r + 0.5, width - 0.5, r + 0.5) for r in range(height)]
    return (*across, *(Line(c + 0.5, 0.5, c + 0.5, height - 0.5) for c in range(width)))


def grid_labels(width: int, height: int, from_top: bool = False, letters: str = LETTERS) -> tuple[Label, ...]:
    """Letters below the board and numbers to its left; with row 1 on top, letters above it."""
    columns = [Label(c + 0.5, -0.4 if from_top else height + 0.4, letters[c]) for c in range(width)]
    rows = [Label(-0.4, (r if from_top else height - 1 - r) + 0.5, str(r + 1)) for r in range(height)]
    return tuple(columns + rows)


def star_points(size: int) -> list[tuple[int, int]]:
    """Column and row of the points with a dot on go boards, for orientation and handicap; none on boards below 9 x 9."""
    if size < SMALLEST_WITH_STARS:
        return []
    edge, middle = (3 if size > STARS_ON_FOURTH else 2), size // 2
    places = (edge, size - 1 - edge) if size % 2 == 0 else (edge, middle, size - 1 - edge)
    return [(x, y) for x in places for y in places if size > STARS_ON_FOURTH or (x == middle) == (y == middle)]


def star_dots(size: int) -> tuple[Dot, ...]:
    """The star points as they are drawn."""
    return tuple(Dot(x + 0.5, y + 0.5, radius=STAR) for x, y in star_points(size))
