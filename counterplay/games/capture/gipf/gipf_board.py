"""The board of GIPF: 37 points, 24 dots around them from which pieces come in, and 21 lines from dot to dot.

A spot is (column from the left, half steps above the middle). A set of points has eight bits for each of the seven rows that
rise to the right, one of them always empty, so that a step along an axis always changes the bit by the same number.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from counterplay.boards.shapes.board import NOWHERE, Board
from counterplay.core import BadNotation, Label, Line
from counterplay.gears.bits import cells

COLUMNS = "abcdefghi"
MIDDLE = 4  # the number of the longest column
LONGEST = 7  # points on a line, at most
AXES = (1, 8, 9)  # what a step along each axis adds to the bit of a point
WAYS = ((1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1))  # columns to the right, half steps up; d + 3 leads back
BIT_STEPS = (1, -8, -9, -1, 8, 9)  # what a step in each of WAYS adds to the bit
OUTSIDE = 1.13  # labels are so much further from the centre than the dots

Spot = tuple[int, int]


def column_length(column: int, margin: int) -> int:
    """How many places a column has, with the dots at its ends (margin 0) or without (margin 1)."""
    return 2 * MIDDLE + 1 - abs(column - MIDDLE) - 2 * margin


def spots(margin: int) -> list[Spot]:
    """The places of the hexagon, with the dots around it (margin 0) or without (margin 1)."""
    columns = range(margin, 2 * MIDDLE + 1 - margin)
    return [(c, 2 * n + 1 - column_length(c, margin)) for c in columns for n in range(column_length(c, margin))]


def spot_name(spot: Spot) -> str:
    """'e5' for the centre: columns from the left, places from the bottom, dots among them."""
    column, height = spot
    return f"{COLUMNS[column]}{(height + column_length(column, 0) + 1) // 2}"


def spot_place(spot: Spot, factor: float = 1.0) -> tuple[float, float]:
    """Where a spot is drawn, so much further from the centre; neighbours are one unit apart."""
    column, height = spot
    return factor * (column - MIDDLE) * 0.75**0.5, -factor * height / 2


def beyond(spot: Spot, direction: int) -> Spot:
    """The next spot in a direction."""
    return spot[0] + WAYS[direction][0], spot[1] + WAYS[direction][1]


POINTS = sorted(spots(1), key=lambda spot: (spot[0] - spot[1], spot[0]))  # by rows that rise to the right, from the top
DOTS = [spot for spot in spots(0) if spot not in POINTS]
NUMBER = {spot: cell for cell, spot in enumerate(POINTS)}
PLACES = tuple(8 * ((column - height + 2) // 2) + column - 1 for column, height in POINTS)  # the bit of each point
CELL_OF = {place: cell for cell, place in enumerate(PLACES)}
ENTRIES = [(dot, d) for dot in DOTS for d in range(len(WAYS)) if beyond(dot, d) in NUMBER]  # a dot, a direction to push in


def points_from(dot: Spot, direction: int) -> list[Spot]:
    """The points of the line that a dot and a direction name, from the dot on."""
    found, spot = [], beyond(dot, direction)
    while spot in NUMBER:
        found.append(spot)
        spot = beyond(spot, direction)
    return found


PATHS = [[PLACES[NUMBER[spot]] for spot in points_from(dot, d)] for dot, d in ENTRIES]  # of each entry: bits from the dot on
LINES = [path for path, (_, d) in zip(PATHS, ENTRIES, strict=True) if d < len(AXES)]  # each line once


def set_of_places(places: Iterable[int]) -> np.uint64:
    """The set with these bits."""
    return np.uint64(sum(1 << place for place in places))


def padded(paths: Sequence[Sequence[int]]) -> NDArray[np.int64]:
    """Shape (paths, LONGEST): each path, then NOWHERE."""
    return np.array([[*path, *[NOWHERE] * (LONGEST - len(path))] for path in paths], np.int64)


def gipf_board() -> Board:
    """The points, named as on the printed board, and the lines with the names of the dots at their ends."""
    steps = [[NUMBER.get(beyond(spot, d), NOWHERE) for d in range(len(WAYS))] for spot in POINTS]
    slants = sorted({column - height for column, height in POINTS})
    rows = [[NUMBER[spot] for spot in POINTS if spot[0] - spot[1] == slant] for slant in slants]
    ends = [(dot, beyond(points_from(dot, d)[-1], d)) for dot, d in ENTRIES if d < len(AXES)]
    return Board(
        [spot_name(spot) for spot in POINTS],
        [spot_place(spot) for spot in POINTS],
        np.array(steps, np.int64),
        rows=rows,
        shape="point",
        lines=[Line(*spot_place(one), *spot_place(other)) for one, other in ends],
        labels=[Label(*spot_place(dot, OUTSIDE), spot_name(dot)) for dot in DOTS],
    )


class PointsField(NamedTuple):
    """A word of a position for a set of points: their names with + between, or - for none."""

    field: str
    meaning: str

    def write(self, value: Any, board: Board) -> str:
        """The names."""
        return "+".join(board.names[CELL_OF[place]] for place in cells(value)) or "-"

    def read(self, word: str, board: Board) -> np.uint64:
        """The set of these points."""
        try:
            return set_of_places(set() if word == "-" else {PLACES[board.index(name)] for name in word.split("+")})
        except BadNotation:
            raise BadNotation("names of points with + between, or - for none") from None
