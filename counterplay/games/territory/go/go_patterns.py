"""Shapes of three by three points that are worth a thought after the opponent's move, as one table of bits.

S. Gelly, Y. Wang, R. Munos and O. Teytaud, "Modification of UCT with patterns in Monte-Carlo Go" (2006), figure 4 and the text
around it: hane, cuts and moves at the border. Each holds in all turns and reflections, and with the colours exchanged.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from counterplay.boards.shapes.square_board import COMPASS, DIAGONAL, ORTHOGONAL

# Rows from the top around an empty point; X and O are stones of either side, x is anything but X, o anything but O, ? anything
# at all, # lies beyond the border.
PATTERNS = (
    ("XOX", "...", "???"),  # hane that encloses
    ("XO.", "...", "?.?"),  # hane that does not cut
    ("XO?", "X..", "x.?"),  # hane on the outside of a bend
    (".O.", "X..", "..."),  # diagonal attachment
    ("XO?", "O.o", "?o?"),  # a cut that nothing protects
    ("XO?", "O.X", "???"),  # a cut after a peep
    ("?X?", "O.O", "ooo"),  # pushing through
    ("OX?", "o.O", "???"),  # a cut of a knight's move
    ("X.?", "O.?", "##?"),  # chasing along the border
    ("OX?", "X.O", "###"),  # stopping a cut there
    ("?X?", "x.O", "###"),  # stopping a connection there
    ("?XO", "x.x", "###"),  # descent
    ("?OX", "X.O", "###"),  # cut
)
CONTENTS = {".": (0,), "X": (1,), "O": (2,), "#": (3,), "?": (0, 1, 2, 3), "x": (0, 2, 3), "o": (0, 1, 3)}
EXCHANGED = str.maketrans("XOxo", "OXox")
PLACES = tuple(COMPASS[direction] for direction in (*ORTHOGONAL, *DIAGONAL))  # (right, up) of each two bits of a code


@cache
def pattern_words() -> NDArray[np.uint64]:
    """For each surrounding of a point whether it is one of the patterns: bit c & 63 of word c >> 6; shape (1024,).

    The code c of a surrounding holds two bits for each of `PLACES`, the first lowest: what stands there, 3 beyond the border.
    """
    found = np.zeros((4,) * 8, np.bool_)  # the last place of PLACES is the first index
    for pattern in PATTERNS:
        for rows in (pattern, tuple(row.translate(EXCHANGED) for row in pattern)):
            for turned in _symmetric(rows):
                found[np.ix_(*(CONTENTS[turned[1 - up][1 + right]] for right, up in reversed(PLACES)))] = True
    return np.packbits(found.reshape(-1), bitorder="little").view(np.uint64)


def _symmetric(rows: tuple[str, ...]) -> list[tuple[str, ...]]:
    """A pattern in its eight turns and reflections."""
    found = []
    for _ in range(4):
        rows = tuple("".join(column) for column in zip(*reversed(rows), strict=True))
        found += [rows, tuple(row[::-1] for row in rows)]
    return found
