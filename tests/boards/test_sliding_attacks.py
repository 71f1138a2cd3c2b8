"""Attacks of sliding and leaping pieces, from tables, against a walk over the board from square to square."""

from __future__ import annotations

import random

import numpy as np
import pytest

from counterplay.boards import NOWHERE, SquareBoard
from counterplay.boards.sets.sliding_attacks import (
    BETWEEN,
    BISHOP_RAY,
    KNIGHT_STEPS,
    RAYS,
    ROOK_RAY,
    STRAIGHT_STEPS,
    bishop_attacks,
    leap_table,
    rook_attacks,
)
from counterplay.boards.shapes.square_board import DIAGONAL, ORTHOGONAL
from counterplay.gears.bits import EMPTY, cells

BOARD = SquareBoard(8)
SLIDERS = [(bishop_attacks, BISHOP_RAY, DIAGONAL), (rook_attacks, ROOK_RAY, ORTHOGONAL)]


@pytest.mark.parametrize(("attacks", "ray", "directions"), SLIDERS)
def test_a_slider_sees_up_to_the_first_piece(attacks, ray, directions):
    """Would catch a ray that goes through a piece, stops before it or runs around the border, and a wrong table of rays."""
    draw = random.Random(1)
    for square in range(64):
        for count in (2, 8, 30):
            pieces = set(draw.sample(range(64), count))
            occupied = np.uint64(BOARD.cell_set(pieces))
            seen = set()
            for direction in directions:
                for target in BOARD.rays(square, direction):
                    seen.add(target)
                    if target in pieces:
                        break
            assert set(cells(attacks(square, occupied))) == seen
        assert attacks(square, EMPTY) == RAYS[square, ray]


def test_squares_between():
    """Would catch an end that is counted, a line that is missed, and squares between two that no line joins."""
    for square in range(64):
        between = {target: set() for target in range(64)}
        for direction in range(8):
            ray = BOARD.rays(square, direction)
            between.update({target: set(ray[:n]) for n, target in enumerate(ray)})
        assert [set(cells(found)) for found in BETWEEN[square]] == list(between.values())


def test_leaps():
    """Would catch a leap around the border, kinds in the wrong order, and steps whose files and ranks are changed over."""
    table = leap_table(KNIGHT_STEPS, STRAIGHT_STEPS, ((0, 1),))
    assert table.shape == (64, 3)
    for square, (knight, wazir, pawn) in enumerate(table):
        sides = {int(BOARD.steps[square, d]) for d in ORTHOGONAL} - {NOWHERE}
        assert set(cells(wazir)) == sides
        assert list(cells(pawn)) == [square + 8] * (square < 56)
        file, rank = square % 8, square // 8
        apart = [(abs(t % 8 - file), abs(t // 8 - rank)) for t in range(64)]
        assert list(cells(knight)) == [t for t in range(64) if sorted(apart[t]) == [1, 2]]
