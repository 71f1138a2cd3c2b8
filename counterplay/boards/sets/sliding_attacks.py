"""Attacks of sliding and leaping pieces on 8 x 8 squares, numbered from a1 = 0 to h8 = 63: tables, and the fastest use of them.

Sliding attacks use the obstruction difference (Chess Programming Wiki, "Obstruction Difference"): with the nearest blocker
below and above the slider known, one subtraction fills what lies between them. Its tables take 4 KB, where magic bitboards
would take 800 KB, and constants of native code are compiled again with every kernel. Boards of other sizes
have `SetsOnBoard.sight`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from counterplay.gears import helper
from counterplay.gears.bits import EMPTY, ONE, bit, difference, highest, up


def squares_from(square: int, steps: tuple[tuple[int, int], ...], far: int) -> int:
    """The squares reached from one square by steps (files, ranks) taken up to `far` times, as a bit set."""
    found = 0
    for files, ranks in steps:
        for distance in range(1, far + 1):
            file, rank = square % 8 + files * distance, square // 8 + ranks * distance
            if 0 <= file < 8 and 0 <= rank < 8:
                found |= 1 << (rank * 8 + file)
    return found


_LINES = ((1, 0), (0, 1), (1, 1), (-1, 1))  # each line by the direction in which square numbers grow
DIAGONAL_STEPS = ((1, 1), (-1, 1), (1, -1), (-1, -1))
STRAIGHT_STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))
KNIGHT_STEPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


def _line_halves() -> NDArray[np.uint64]:
    """uint64 (64, 8): for each square and line the half below it and the half above it."""
    table = np.zeros((64, 8), np.uint64)
    for square in range(64):
        for line, (files, ranks) in enumerate(_LINES):
            table[square, 2 * line] = squares_from(square, ((-files, -ranks),), 7)
            table[square, 2 * line + 1] = squares_from(square, ((files, ranks),), 7)
    return table


def _between() -> NDArray[np.uint64]:
    """uint64 (64, 64): the squares strictly between two squares of one line; none where no line joins them."""
    table = np.zeros((64, 64), np.uint64)
    for square in range(64):
        for files, ranks in DIAGONAL_STEPS + STRAIGHT_STEPS:
            passed, file, rank = 0, square % 8 + files, square // 8 + ranks
            while 0 <= file < 8 and 0 <= rank < 8:
                table[square, rank * 8 + file] = passed
                passed |= 1 << (rank * 8 + file)
                file, rank = file + files, rank + ranks
    return table


def leap_table(*kinds: tuple[tuple[int, int], ...]) -> NDArray[np.uint64]:
    """uint64 (64, kinds): the squares that each kind of piece, given by its steps (files, ranks), reaches in one leap."""
    return np.array([[squares_from(square, steps, 1) for steps in kinds] for square in range(64)], np.uint64)


def _rays() -> NDArray[np.uint64]:
    """uint64 (64, 2): attacks of a bishop and a rook on an empty board."""
    return np.array(
        [[squares_from(square, each, 7) for each in (DIAGONAL_STEPS, STRAIGHT_STEPS)] for square in range(64)], np.uint64
    )


HALVES, BETWEEN, RAYS = _line_halves(), _between(), _rays()
BISHOP_RAY, ROOK_RAY = 0, 1  # columns of RAYS


@helper
def line_attacks(below: np.uint64, above: np.uint64, occupied: np.uint64) -> np.uint64:
    """What a slider sees along one line, given the halves of the line on its two sides."""
    ahead = above & occupied
    nearest_above = ahead & difference(EMPTY, ahead)
    nearest_below = bit(highest((below & occupied) | ONE))
    return difference(up(nearest_above, 1), nearest_below) & (below | above)


@helper
def bishop_attacks(square: int, occupied: np.uint64) -> np.uint64:
    """The squares a bishop attacks, the first blockers included."""
    return line_attacks(HALVES[square, 4], HALVES[square, 5], occupied) | line_attacks(
        HALVES[square, 6], HALVES[square, 7], occupied
    )


@helper
def rook_attacks(square: int, occupied: np.uint64) -> np.uint64:
    """The squares a rook attacks, the first blockers included."""
    return line_attacks(HALVES[square, 0], HALVES[square, 1], occupied) | line_attacks(
        HALVES[square, 2], HALVES[square, 3], occupied
    )
