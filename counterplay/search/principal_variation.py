"""The principal variation: the line of best play that a search has found, kept in a triangle of actions.

Row p holds the best line from ply p of the path being searched. When an action becomes the best at ply p, the row is
that action followed by row p + 1. The triangle lies in any record that has `triangle_fields`: the textbook forms make one
of nothing else, the engine's workspace holds it beside the rest. A kernel that is given None keeps no line, and Numba
leaves the keeping out.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from counterplay.gears import helper
from counterplay.search.search_control import MAX_PLY


def triangle_fields(plies: int) -> list[tuple[str, type[np.int64], tuple[int, ...]]]:
    """The fields of a record that holds the best lines of that many plies."""
    return [
        ("variation", np.int64, (plies, plies)),  # the best line from ply p is variation[p, p : line_ends[p]]
        ("line_ends", np.int64, (plies,)),
    ]


VARIATION = np.dtype(triangle_fields(MAX_PLY + 2))


def new_variation() -> Any:
    """An empty triangle of a textbook search: one record, so that native code passes it as one pointer."""
    return np.zeros(1, VARIATION).view(np.recarray)[0]


def variation_from(line: Any, ply: int) -> tuple[int, ...]:
    """The best line from a ply."""
    return tuple(int(a) for a in line.variation[ply, ply : line.line_ends[ply]])


@helper
def begin_line(line: Any, ply: int) -> None:
    """A node is entered: no best line yet."""
    if line is not None:
        line.line_ends[ply] = ply


@helper
def extend_line(line: Any, ply: int, action: int) -> None:
    """The best line from here is now this action and the best line from the next ply."""
    if line is not None:
        line.variation[ply, ply] = action
        i = ply + 1
        end = line.line_ends[i]
        while i < end:
            line.variation[ply, i] = line.variation[ply + 1, i]
            i += 1
        line.line_ends[ply] = i
