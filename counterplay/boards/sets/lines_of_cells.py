"""Lines that win when one player owns all their cells, mostly on boards of one word.

What a picture or a notation asks is plain Python: `line_words`, `cells_of_whole_lines`, `whole_lines`. The rest is compiled.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from counterplay.gears import helper
from counterplay.gears.bits import EMPTY, cells, popcount


@helper
def has_whole_line(own: np.uint64, lines: Any) -> bool:
    """Whether all cells of one of the lines are in the set."""
    for line in lines:
        if (own & line) == line:
            return True
    return False


@helper
def completing_cells(own: np.uint64, others: np.uint64, lines: Any) -> np.uint64:
    """The empty cells each of which would complete a line."""
    found = EMPTY
    for line in lines:
        missing = line & ~own
        if (missing & others) == EMPTY and popcount(missing) == 1:
            found |= missing
    return found


def line_words(lines: Iterable[Iterable[int]]) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """Shape (lines,): each line, given by its cells, as a set."""
    return np.array([sum(1 << int(cell) for cell in line) for line in lines], np.uint64)


def cells_of_whole_lines(own: np.uint64, lines: Any) -> list[int]:
    """The cells of all lines that are complete, for the picture."""
    whole = EMPTY
    for line in lines:
        whole |= line if (own & line) == line else EMPTY
    return list(cells(whole))


def whole_lines(contents: Sequence[int], lines: Any) -> list[list[int]]:
    """Those of the lines, rows of `Board.winning_lines`, whose cells all hold the same, and not 0, on boards of any size."""
    held = np.asarray(contents)[lines]
    whole = (held == held[:, :1]).all(axis=1) & (held[:, 0] != 0)
    return [list(map(int, line)) for line in lines[whole]]
