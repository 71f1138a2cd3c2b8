"""The principal variation: the line of best play that a search has found, kept in a triangle of actions.

Row p holds the best line from ply p of the path being searched. When an action becomes the best at ply p, the row is
that action followed by row p + 1. A kernel that is given None keeps no line, and Numba leaves the keeping out.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from counterplay.gears import helper
from counterplay.search.search_control import MAX_PLY

PLIES = MAX_PLY + 2
VARIATION = np.dtype(
    [
        ("ends", np.int64, (PLIES,)),  # the row of ply p is actions[p, p : ends[p]]
        ("actions", np.int64, (PLIES, PLIES)),
    ]
)


def new_variation() -> Any:
    """An empty triangle: one record, so that native code passes it as one pointer."""
    return np.zeros(1, VARIATION).view(np.recarray)[0]


def variation_from(line: Any, ply: int) -> tuple[int, ...]:
    """The best line from a ply."""
    return tuple(int(a) for a in line.actions[ply, ply : line.ends[ply]])


@helper
def start(line: Any, ply: int) -> None:
    """A node is entered: no best line yet."""
    if line is not None:
        line.ends[ply] = ply


@helper
def extend(line: Any, ply: int, action: int) -> None:
    """The best line is now this action and the best line after it."""
    if line is not None:
        line.actions[ply, ply] = action
        i = ply + 1
        end = line.ends[i]
        while i < end:
            line.actions[ply, i] = line.actions[ply + 1, i]
            i += 1
        line.ends[ply] = i
