"""Boards of points joined by lines: morris boards, alquerque, fanorona, and whatever else can be drawn that way."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

import numpy as np

from counterplay.boards.shapes.board import NOWHERE, Board, Place
from counterplay.boards.shapes.cell_names import LETTERS, cell_name
from counterplay.boards.shapes.square_board import grid_labels
from counterplay.core import BadParameter, Label, Line

COMPASS_POINTS = 8


class GraphBoard(Board):
    """Points, named and placed, and straight lines over several of them; steps lead along the lines, in eight directions.

    Directions are those of a square board: 0 to the east, then counter-clockwise. A line's points are given in order.
    """

    def __init__(self, points: Mapping[str, Place], lines: Iterable[Sequence[str]], labels: Sequence[Label] = ()) -> None:
        names, places = list(points), list(points.values())
        number = {name: cell for cell, name in enumerate(names)}
        drawn = [tuple(line) for line in lines]
        steps = np.full((len(names), COMPASS_POINTS), NOWHERE, np.int64)
        for line in drawn:
            for one, other in pairwise(line):
                for start, end in ((one, other), (other, one)):
                    if start not in number or end not in number:
                        raise BadParameter(f"a line leads from '{start}' to '{end}', and only {', '.join(names)} are points")
                    direction = _direction(points[start], points[end])
                    taken = steps[number[start], direction]
                    if taken not in (NOWHERE, number[end]):
                        raise BadParameter(
                            f"from '{start}' two lines lead in the same direction, to '{names[taken]}' and to '{end}'"
                        )
                    steps[number[start], direction] = number[end]
        self.point_lines = tuple(tuple(number[name] for name in line) for line in drawn)
        segments = [Line(*points[line[0]], *points[line[-1]]) for line in drawn]
        super().__init__(names, places, steps, shape="point", lines=segments, labels=labels)


def _direction(start: Place, end: Place) -> int:
    """The nearest of the eight directions; y grows downwards."""
    angle = math.atan2(start[1] - end[1], end[0] - start[0])
    return round(angle / (math.pi / 4)) % COMPASS_POINTS


def alquerque_board(width: int = 5, height: int = 5) -> GraphBoard:
    """Points in rows, joined along rows and columns, and diagonally at every second point; a1 at the lower left."""
    points = {cell_name(i, width): (i % width + 0.5, height - i // width - 0.5) for i in range(width * height)}
    lines = [[cell_name(r * width + c, width) for c in range(width)] for r in range(height)]
    lines += [[cell_name(r * width + c, width) for r in range(height)] for c in range(width)]
    for slope in (1, -1):
        starts = [(0, c) for c in range(width)] + [(r, 0 if slope == 1 else width - 1) for r in range(1, height)]
        for row, column in starts:
            run = []
            r, c = row, column
            while 0 <= r < height and 0 <= c < width:
                run.append(f"{LETTERS[c]}{r + 1}")
                r, c = r + 1, c + slope
            if (row + column) % 2 == 0 and len(run) > 1:
                lines.append(run)
    return GraphBoard(points, lines, grid_labels(width, height))
