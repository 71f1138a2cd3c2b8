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
    board_at,
    five_of,
    makes_two_fives,
    push,
    put,
    stack_of,
)
from counterplay.games.lines.link_five.link_five_shapes import DOUBLE_FOUR, FIVE, FOUR, STRAIGHT_FOUR
from counterplay.games.lines.link_five.renju_restrictions import ALLOWED, is_forbidden, verdict
from counterplay.gears import helper

LEVELS = 16  # fours of one sequence, at most


@helper
def has_fours(board: Board, side: int) -> bool:
    """Whether a side can make a four."""
    counts = board.counts[side]
    return bool(counts[FOUR] > 0 or counts[DOUBLE_FOUR] > 0 or counts[STRAIGHT_FOUR] > 0)


@helper
def usable(game: Any, shape: int, side: int) -> bool:
    """Whether a stone that makes these shapes makes a four and is allowed beyond doubt."""
    if shape & FOURS == 0:
        return False
    return not game.renju or side != BLACK or verdict(shape) == ALLOWED


@helper
def next_four(game: Any, board: Board, side: int, after: int, only: int) -> int:
    """The next point behind another one where a side makes a four, or `only` this point; NOWHERE where there is none."""
    shapes = board.shapes[side]
    if only != NOWHERE:
        return only if after < only and usable(game, int(shapes[only]), side) else NOWHERE
    for cell in range(after + 1, game.cell_count):
        if int(shapes[cell]) & FOURS != 0 and usable(game, int(shapes[cell]), side):
            return cell
    return NOWHERE


@helper
def next_winner(game: Any, board: Board, side: int, after: int, only: int) -> int:
    """The next point behind another one whose four cannot be stopped; NOWHERE where there is none."""
    cell = next_four(game, board, side, after, only)
    while cell != NOWHERE and not makes_two_fives(int(board.shapes[side, cell])):
        cell = next_four(game, board, side, cell, only)
    return cell


@helper
def win_by_fours(game: Any, board: Board, side: int, most: int, stops: Any) -> int:
    """The first point of a sequence of fours that wins for the side to move, looked for with at most `most` stones.

    NOWHERE where none is found. stops, shape (points,) or (0,), notes where the sequence can be stopped, for which points are
    marked with 1; then no win is counted that only renju's restrictions make one.
    """
    if board.counts[side, FIVE] > 0:
        return five_of(board, side, NOWHERE)
    if not has_fours(board, side):
        return NOWHERE
    stack = stack_of(game, LEVELS + 1)
    fours, replies = np.empty(LEVELS + 1, np.int64), np.empty(LEVELS + 1, np.int64)  # by level
    must = np.empty(LEVELS + 1, np.int64)  # where the other side would make a five, or NOWHERE
    push(stack, 0, board)
    level, tried, entered = 0, 0, True
    must[0] = five_of(board, 1 - side, NOWHERE)
    if must[0] != NOWHERE and five_of(board, 1 - side, must[0]) != NOWHERE:
        return NOWHERE
    while level >= 0 and tried < most:
        here = board_at(stack, level)
        # 1. A four that cannot be stopped.
        if entered:
            fours[level] = next_winner(game, here, side, NOWHERE, must[level])
            if fours[level] != NOWHERE:
                note_stops(game, stack, fours, replies, level, side, stops)
                return int(fours[0])
        # 2. The next four, if there is one; else back.
        entered = False
        fours[level] = next_four(game, here, side, fours[level], must[level])
        if fours[level] == NOWHERE or level == LEVELS:
            level -= 1
            continue
        # 3. The reply, which is forced.
        tried += 1
        after = push(stack, level + 1, here)
        put(game, after, fours[level], side)
        replies[level] = five_of(after, side, NOWHERE)
        if game.renju and side != BLACK and len(stops) == 0 and is_forbidden(game, after, replies[level]):
            return int(fours[0])
        put(game, after, replies[level], 1 - side)
        # 4. Go on, where more fours are possible and the reply leaves the time for them.
        if not has_fours(after, side):
            continue
        must[level + 1] = five_of(after, 1 - side, NOWHERE) if after.counts[1 - side, FIVE] > 0 else NOWHERE
        if must[level + 1] == NOWHERE or five_of(after, 1 - side, must[level + 1]) == NOWHERE:
            level, entered = level + 1, True
    return NOWHERE


@helper
def note_stops(game: Any, stack: BoardStack, fours: Any, replies: Any, level: int, side: int, stops: Any) -> None:
    """Mark the points on which a sequence that wins can be stopped.

    Those are its own points, and every point on which the other side, at some time on the way, would make a four: a stone that
    stands there from the beginning makes that four with one of the replies, and it must be answered.
    """
    if len(stops) == 0:
        return
    for i in range(level + 1):
        stops[fours[i]] = 1
        if i < level:
            stops[replies[i]] = 1
        for cell in range(game.cell_count):
            if int(stack.shapes[i, 1 - side, cell]) & FOURS != 0:
                stops[cell] = 1
    last = board_at(stack, level)
    put(game, last, fours[level], side)
    cell = five_of(last, side, NOWHERE)
    while cell != NOWHERE:
        stops[cell] = 1
        cell = five_of(last, side, cell)


@helper
def note_defences(game: Any, board: Board, side: int, most: int, stops: Any) -> bool:
    """Mark with 1 the points among which there is a best reply, where the other side threatens to win by fours.

    False where no such threat is found. Nobody has a five at hand.
    """
    other, winners, stack = 1 - side, 0, stack_of(game, 1)
    cell = next_winner(game, board, other, NOWHERE, NOWHERE)
    if cell == NOWHERE:
        return win_by_fours(game, board, other, most, stops) != NOWHERE
    # Each four that cannot be stopped must be prevented: on its point, or where one of its two fives would be.
    while cell != NOWHERE:
        winners += 1
        after = push(stack, 0, board)
        put(game, after, cell, other)
        first = five_of(after, other, NOWHERE)
        second = five_of(after, other, first)
        stops[cell] += 1
        if five_of(after, other, second) == NOWHERE:
            stops[first] += 1
            stops[second] += 1
        cell = next_winner(game, board, other, cell, NOWHERE)
    for cell in range(game.cell_count):
        stops[cell] = 1 if stops[cell] == winners or int(board.shapes[side, cell]) & FOURS != 0 else 0
    return True


@helper
def threatens(board: Board, side: int) -> bool:
    """Whether a side, if it were to move, could win at once or with a four that cannot be stopped on one line."""
    counts = board.counts[side]
    return bool(counts[FIVE] > 0 or counts[STRAIGHT_FOUR] > 0 or counts[DOUBLE_FOUR] > 0)
