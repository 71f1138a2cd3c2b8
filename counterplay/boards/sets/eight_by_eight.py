"""Sets of squares of an 8 x 8 board, numbered from a1 = 0 to h8 = 63 (rank * 8 + file), moved as a whole: neighbours, fills.

Chess Programming Wiki, "Fill Algorithms". All functions are compiled; boards of other sizes have `SetsOnBoard`.
"""

from __future__ import annotations

import numpy as np

from counterplay.gears import helper
from counterplay.gears.bits import down, up

FILE_A, FILE_H = np.uint64(0x0101_0101_0101_0101), np.uint64(0x8080_8080_8080_8080)
NOT_FILE_A, NOT_FILE_H = ~FILE_A, ~FILE_H
RANK_1, RANK_2, RANK_3, RANK_4, RANK_5, RANK_6, RANK_7, RANK_8 = (np.uint64(0xFF << 8 * rank) for rank in range(8))
DARK_SQUARES = np.uint64(0xAA55_AA55_AA55_AA55)  # the colour of a1


@helper
def mirror(b: np.uint64) -> np.uint64:
    """The board seen from the other side: ranks in reverse order."""
    odd_bytes, odd_pairs = np.uint64(0x00FF_00FF_00FF_00FF), np.uint64(0x0000_FFFF_0000_FFFF)
    b = (down(b, 8) & odd_bytes) | up(b & odd_bytes, 8)
    b = (down(b, 16) & odd_pairs) | up(b & odd_pairs, 16)
    return down(b, 32) | up(b, 32)


@helper
def beside(b: np.uint64) -> np.uint64:
    """The squares to the left and right of each square of a set."""
    return down(b & NOT_FILE_A, 1) | up(b & NOT_FILE_H, 1)


@helper
def upwards(b: np.uint64) -> np.uint64:
    """Each square of a set and everything above it on its file."""
    b |= up(b, 8)
    b |= up(b, 16)
    return b | up(b, 32)


@helper
def downwards(b: np.uint64) -> np.uint64:
    """Each square of a set and everything below it on its file."""
    b |= down(b, 8)
    b |= down(b, 16)
    return b | down(b, 32)


@helper
def slant_up(b: np.uint64) -> np.uint64:
    """The squares diagonally above each square of a set: what white pawns attack."""
    return up(b & NOT_FILE_A, 7) | up(b & NOT_FILE_H, 9)


@helper
def slant_down(b: np.uint64) -> np.uint64:
    """The squares diagonally below each square of a set: what black pawns attack."""
    return down(b & NOT_FILE_A, 9) | down(b & NOT_FILE_H, 7)


@helper
def king_steps(one: int, other: int) -> int:
    """How many steps a king needs from one square to another."""
    return max(abs((one & 7) - (other & 7)), abs((one >> 3) - (other >> 3)))


@helper
def runs(seeds: np.uint64, through: np.uint64, step: int) -> tuple[np.uint64, np.uint64]:
    """The squares of `through` in unbroken lines of up to six from a seed, to higher and to lower numbers.

    A step of 1, 7, 8 or 9 is a direction; `through` must leave out the files over whose side lines would run on. Kogge-Stone
    parallel prefix: one step, one more, then two by two.
    """
    pairs_up = through & up(through, step)
    pairs_down = down(pairs_up, step)
    rising = through & up(seeds, step)
    rising |= through & up(rising, step)
    rising |= pairs_up & up(rising, 2 * step)
    rising |= pairs_up & up(rising, 2 * step)
    falling = through & down(seeds, step)
    falling |= through & down(falling, step)
    falling |= pairs_down & down(falling, 2 * step)
    falling |= pairs_down & down(falling, 2 * step)
    return rising, falling


@helper
def run_ends(seeds: np.uint64, through: np.uint64, step: int) -> np.uint64:
    """The squares that follow directly on the runs."""
    rising, falling = runs(seeds, through, step)
    return up(rising, step) | down(falling, step)
