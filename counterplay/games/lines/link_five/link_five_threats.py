"""Threat search: wins by nothing but fours, and what stops them.

Each four must be answered on the one point that is left of its five, so that a whole sequence has one line of play, however
long it is: victory by continuous fours, the threat-space search of L.V. Allis, "Searching for Solutions in Games and Artificial
Intelligence" (1994), without threes. What the opponent threatens by such a sequence can be stopped only on its points, or by
fours of one's own on the way: all other replies lose, and need not be searched.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from counterplay.games.lines.link_five.link_five_board import (
    BLACK,
    FOURS,
    NOWHERE,
    Board,
    BoardStack,
    count_of,
    five_of,
    makes_two_fives,
    push,
    put,
    shapes_of,
    stack_of,
)
from counterplay.games.lines.link_five.link_five_shapes import DOUBLE_FOUR, FIVE, FOUR, STRAIGHT_FOUR
from counterplay.games.lines.link_five.renju_restrictions import ALLOWED, is_forbidden, verdict
from counterplay.gears import helper

LEVELS = 16  # fours of one sequence, at most


@helper
def has_fours(board: Board, side: int) -> bool:
    """Whether a side can make a four."""
    return count_of(board, side, FOUR) + count_of(board, side, DOUBLE_FOUR) + count_of(board, side, STRAIGHT_FOUR) > 0


@helper
def usable(game: Any, shape: int, side: int) -> bool:
    """Whether a stone that makes these shapes makes a four and is allowed beyond doubt."""
    if game.renju and side == BLACK and verdict(shape) != ALLOWED:
        return False
    return shape & FOURS != 0


@helper
def next_four(game: Any, board: Board, side: int, after: int, only: int) -> int:
    """The next point behind another one where a side makes a four, or `only` this point; NOWHERE where there is none."""
    if only != NOWHERE:
        return only if after < only and usable(game, shapes_of(game, board, side, only), side) else NOWHERE
    for cell in range(after + 1, game.cell_count):
        if usable(game, shapes_of(game, board, side, cell), side):
            return cell
    return NOWHERE


@helper
def next_winner(game: Any, board: Board, side: int, after: int, only: int) -> int:
    """The next point behind another one whose four cannot be stopped; NOWHERE where there is none."""
    cell = next_four(game, board, side, after, only)
    while cell != NOWHERE and not makes_two_fives(shapes_of(game, board, side, cell)):
        cell = next_four(game, board, side, cell, only)
    return cell


@helper
def win_by_fours(game: Any, board: Board, side: int, most: int, moves: bool, stops: Any) -> int:
    """The first point of a sequence of fours that wins for a side, were it to move, looked for with at most `most` fours.

    NOWHERE where none is found. In stops, shape (points,), the points are marked with 1 among which the other side finds its
    best reply to the threat. Unless the side `moves` indeed, no win is counted that only renju's restrictions make one: a black
    stone may lift them.
    """
    five = five_of(game, board, side, NOWHERE)
    if five != NOWHERE or not has_fours(board, side) or has_two_fives(game, board, 1 - side):
        return five
    stack = stack_of(game, LEVELS + 1)
    fours, replies = np.empty(LEVELS + 1, np.int64), np.empty(LEVELS + 1, np.int64)  # by level
    push(stack, 0, board)
    level, tried, entered = 0, 0, True
    while level >= 0 and tried < most:
        here = stack[level]
        only = five_of(game, here, 1 - side, NOWHERE)  # what the other side threatens must be stopped
        # 1. A four that cannot be stopped.
        if entered:
            fours[level] = next_winner(game, here, side, NOWHERE, only)
            if fours[level] != NOWHERE:
                note_stops(game, stack, fours, replies, level, side, stops)
                return int(fours[0])
        # 2. The next four, if there is one; else back.
        entered = False
        fours[level] = next_four(game, here, side, fours[level], only)
        if fours[level] == NOWHERE or level == LEVELS:
            level -= 1
            continue
        # 3. The reply, which is forced.
        tried += 1
        after = push(stack, level + 1, here)
        put(game, after, fours[level], side)
        replies[level] = five_of(game, after, side, NOWHERE)
        if game.renju and side != BLACK and moves and is_forbidden(game, after, replies[level]):
            return int(fours[0])
        put(game, after, replies[level], 1 - side)
        # 4. Go on, where more fours are possible and the reply leaves the time for them.
        if has_fours(after, side) and not has_two_fives(game, after, 1 - side):
            level, entered = level + 1, True
    return NOWHERE


@helper
def has_two_fives(game: Any, board: Board, side: int) -> bool:
    """Whether a side would make a five on two points, so that one stone cannot stop it."""
    five = five_of(game, board, side, NOWHERE)
    return five != NOWHERE and five_of(game, board, side, five) != NOWHERE


@helper
def note_stops(game: Any, stack: BoardStack, fours: Any, replies: Any, level: int, side: int, stops: Any) -> None:
    """Mark the points on which a sequence that wins can be stopped.

    Those are its own points, and every point on which the other side, at some time on the way, would make a four: a stone that
    stands there from the beginning makes that four with one of the replies, and it must be answered.
    """
    for i in range(level + 1):
        stops[fours[i]] = 1
        if i < level:
            stops[replies[i]] = 1
        for cell in range(game.cell_count):
            if shapes_of(game, stack[i], 1 - side, cell) & FOURS != 0:
                stops[cell] = 1
    last = stack[level]
    put(game, last, fours[level], side)
    cell = five_of(game, last, side, NOWHERE)
    while cell != NOWHERE:
        stops[cell] = 1
        cell = five_of(game, last, side, cell)


@helper
def decided_side(game: Any, board: Board, side: int) -> int:
    """1 where the side to move wins at once or with a four that cannot be stopped, -1 where it cannot stop a five, else 0."""
    if count_of(board, side, FIVE) > 0:
        return 1
    if has_two_fives(game, board, 1 - side):
        return -1
    return 1 if next_winner(game, board, side, NOWHERE, five_of(game, board, 1 - side, NOWHERE)) != NOWHERE else 0


@helper
def threatens(board: Board, side: int) -> bool:
    """Whether a side, if it were to move, could win at once or with a four that cannot be stopped on one line."""
    return count_of(board, side, FIVE) + count_of(board, side, STRAIGHT_FOUR) + count_of(board, side, DOUBLE_FOUR) > 0
