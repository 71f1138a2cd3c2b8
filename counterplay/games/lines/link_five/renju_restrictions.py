"""Where Black may not play in renju: overlines, double fours and double threes.

The International Rules of Renju (Renju International Federation, 1996), sections 3 and 9. A stone that makes five in a row is
always allowed. Else it may not make six or more in a row, nor two fours, nor two threes. A three is one only if a further stone
can make it a straight four without a five and is allowed itself (section 9.3): to know that, the first stone is placed in
thought, and the question asked again, as often as it takes.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from counterplay.games.lines.link_five.link_five_board import (
    AXES,
    BLACK,
    FIVES,
    FOURS,
    LOWEST,
    MARGIN,
    Board,
    line_of,
    makes_five,
    push,
    put,
    shapes_of,
    stack_of,
)
from counterplay.games.lines.link_five.link_five_shapes import STRAIGHT_FOUR, THREE
from counterplay.gears import helper
from counterplay.gears.bits import popcount

ALLOWED, FORBIDDEN, UNSURE = 0, 1, 2
FARTHEST = 3  # points from a stone to another one of the same four
LEVELS = 64  # stones placed in thought, one upon the other; known positions need four


@helper
def verdict(shape: int) -> int:
    """Whether a black stone that makes these shapes is allowed, as far as they tell: of two threes one may be none."""
    high, second, low = shape & FOURS, shape & FIVES, shape & LOWEST
    if makes_five(shape):
        return ALLOWED
    if second >> 2 & low != 0:  # an overline
        return FORBIDDEN
    if popcount(high) + popcount(high >> 3 & low) > 1:  # a double four on one line counts twice
        return FORBIDDEN
    return UNSURE if popcount(second) > 1 else ALLOWED  # threes have this bit alone, now that there are no overlines


@helper
def is_forbidden(game: Any, board: Board, cell: int) -> bool:
    """Whether Black may not place a stone on this empty point."""
    found = verdict(shapes_of(game, board, BLACK, cell))
    return found == FORBIDDEN or (found == UNSURE and makes_double_three(game, board, cell))


@helper
def makes_double_three(game: Any, board: Board, cell: int) -> bool:
    """Whether at least two of the threes that a black stone would make are threes by the letter of the rule.

    A loop over levels, where the rule is recursive: on each level a stone has been placed in thought, and the points that make
    a straight four of its threes are tried one after the other. A point whose own threes are in doubt opens the next level.
    """
    stack = stack_of(game, LEVELS + 1)
    stones, made = np.empty(LEVELS, np.int64), np.empty(LEVELS, np.int64)  # by level: the stone, and the shapes it made
    axes, steps, threes = np.empty(LEVELS, np.int64), np.empty(LEVELS, np.int64), np.empty(LEVELS, np.int64)
    level, point, before = 0, cell, push(stack, LEVELS, board)
    while True:
        # 1. Place the stone in thought, on a board of its own.
        stones[level], made[level] = point, shapes_of(game, before, BLACK, point)
        axes[level], steps[level], threes[level] = 0, -FARTHEST - 1, 0
        after = push(stack, level, before)
        put(game, after, point, BLACK)
        point = -1
        # 2. Count its threes, until one more question must be answered first, or this one is.
        while point < 0:
            if threes[level] > 1 or axes[level] == AXES:
                forbidden = threes[level] > 1
                if level == 0:
                    return bool(forbidden)
                level -= 1
                after = stack[level]
                if not forbidden:  # so that the three of the level before is one
                    threes[level] += 1
                    axes[level], steps[level] = axes[level] + 1, -FARTHEST - 1
                continue
            axis = axes[level]
            steps[level] += 1
            if int(made[level]) >> 4 * axis & 15 != THREE or steps[level] > FARTHEST:
                axes[level], steps[level] = axis + 1, -FARTHEST - 1
                continue
            tried = stones[level] + steps[level] * game.strides[axis]
            if not makes_straight_four(game, after, stones[level], steps[level], axis):
                continue
            shape = shapes_of(game, after, BLACK, tried)
            found = FORBIDDEN if makes_five(shape) else verdict(shape)  # a three is made a straight four without a five
            if found == UNSURE and level + 1 < LEVELS:
                point = tried
            elif found != FORBIDDEN:
                threes[level] += 1
                axes[level], steps[level] = axis + 1, -FARTHEST - 1
        level, before = level + 1, after


@helper
def makes_straight_four(game: Any, board: Board, stone: int, step: int, axis: int) -> bool:
    """Whether a black stone so many points from another one makes a straight four with it along an axis."""
    size = game.size
    number = game.lines_through[stone, axis]
    line = line_of(game, board, BLACK, number)
    place = MARGIN + (stone // size if axis == 1 else stone % size)
    if step == 0 or int(game.walls[number]) >> place + step & 1:
        return False
    low, high = min(place, place + step), max(place, place + step)
    between = (1 << high) - (2 << low)
    if line & between != between:
        return False
    return shapes_of(game, board, BLACK, stone + step * game.strides[axis]) >> 4 * axis & 15 == STRAIGHT_FOUR
