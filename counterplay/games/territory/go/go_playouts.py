"""Playouts that know some go: they answer ataris, look for shapes beside the last stone and seldom put themselves in atari.

As in MoGo (S. Gelly et al. 2006): first what saves or takes a chain beside the last stone, then a pattern of three by three
points around it, and else any point. Chances smaller than one keep playouts from all making the same mistake (P. Baudis,
"Michi").
"""

from __future__ import annotations

from typing import Any

import numpy as np

from counterplay.boards import NOWHERE
from counterplay.games.territory.go.go_chains import EMPTY, SIDES, Board, Point, breathes, is_eye, may_place
from counterplay.gears import helper
from counterplay.gears.rng import draw_below, draw_unit

ANSWERS_ATARI, PLAYS_PATTERN, AVOIDS_ATARI = 0.9, 0.95, 0.7  # chances that a playout does so where it can
MOST_ANSWERS = 16


@helper
def knowing_action(game: Any, s: Any, rng: Any) -> Any:
    """An action for a playout from this state."""
    if s.last != NOWHERE:
        found = np.empty(MOST_ANSWERS, np.int64)
        if draw_unit(rng) < ANSWERS_ATARI:
            n = urgent_answers(game, s, found)
            if n > 0:
                return found[draw_below(rng, n)]
        if draw_unit(rng) < PLAYS_PATTERN:
            n = shapely_answers(game, s, found)
            if n > 0:
                return found[draw_below(rng, n)]
    return any_action(game, s, rng)


@helper
def any_action(game: Any, s: Any, rng: Any) -> Any:
    """Any point that is no eye of one's own, seldom one that lets the opponent capture; a pass where there is none."""
    stone = 1 + s.turn
    for _ in range(game.tries):
        point = draw_below(rng, game.cell_count)
        if s.board[point] == EMPTY and sensible(game, s, point, stone):
            if draw_unit(rng) >= AVOIDS_ATARI or liberties_after(game, s.board, point, stone, 2) >= 2:
                return point
    return first_from(game, s, draw_below(rng, game.cell_count))


@helper
def first_from(game: Any, s: Any, start: int) -> Any:
    """The first sensible point from one on, all around the board; a pass where there is none."""
    for i in range(game.cell_count):
        point = start + i if start + i < game.cell_count else start + i - game.cell_count
        if s.board[point] == EMPTY and sensible(game, s, point, 1 + s.turn):
            return point
    return np.int64(game.passing)


@helper
def sensible(game: Any, s: Any, point: Point, stone: int) -> bool:
    """Whether a playout may place a stone on an empty point: it is legal and fills no eye."""
    return point != s.ko and not is_eye(game, s.board, point, stone) and may_place(game, s.board, point, stone)


@helper
def urgent_answers(game: Any, s: Any, found: Any) -> int:
    """Points that take the chain of the last stone or save one beside it; how many are in `found`."""
    n, stone, free = 0, 1 + s.turn, np.empty(2, np.int64)
    if liberties_of(game, s.board, s.last, free) == 1:
        n = added(found, n, free[0], s.ko)
    for side in range(SIDES):
        place = np.int64(game.adjacent[s.last, side])
        if s.board[place] == stone and liberties_of(game, s.board, place, free) == 1:
            if liberties_after(game, s.board, free[0], stone, 2) >= 2:
                n = added(found, n, free[0], s.ko)
            n = captures_beside(game, s, place, found, n)
    return n


@helper
def captures_beside(game: Any, s: Any, stone: Point, found: Any, n: int) -> int:
    """Add the points that take a chain beside that of a stone."""
    board, free = s.board, np.empty(2, np.int64)
    seen, queue = np.zeros(len(board), np.bool_), np.empty(len(board), np.uint16)
    seen[stone], queue[0] = True, stone
    done, known = 0, 1
    while done < known:
        cell = np.int64(queue[done])
        for side in range(SIDES):
            place = np.int64(game.adjacent[cell, side])
            if seen[place]:
                continue
            if board[place] == board[stone]:
                seen[place], queue[known] = True, place
                known += 1
            elif board[place] == 3 - board[stone]:
                seen[place] = True
                if liberties_of(game, board, place, free) == 1:
                    n = added(found, n, free[0], s.ko)
        done += 1
    return n


@helper
def shapely_answers(game: Any, s: Any, found: Any) -> int:
    """Points around the last stone that make one of the patterns and put nothing in atari; how many are in `found`."""
    n, stone = 0, 1 + s.turn
    for i in range(2 * SIDES):
        point = np.int64(game.adjacent[s.last, i]) if i < SIDES else np.int64(game.corners[s.last, i - SIDES])
        if s.board[point] == EMPTY and point != s.ko and in_pattern(game, s.board, point):
            if liberties_after(game, s.board, point, stone, 2) >= 2:
                found[n] = point
                n += 1
    return n


@helper
def in_pattern(game: Any, board: Board, point: Point) -> bool:
    """Whether what stands around an empty point is one of the patterns."""
    code: Any = 0
    for i in range(SIDES):
        code |= np.int64(board[np.int64(game.adjacent[point, i])]) << (2 * i)
        code |= np.int64(board[np.int64(game.corners[point, i])]) << (2 * i + 8)
    return bool((game.patterns[code >> 6] >> np.uint64(code & 63)) & np.uint64(1))


@helper
def added(found: Any, n: int, point: Point, ko: int) -> int:
    """Write a point behind the n that were found, unless it is there, the point of the ko, or one too many."""
    if point == ko or n == len(found):
        return n
    for i in range(n):
        if found[i] == point:
            return n
    found[n] = point
    return n + 1


@helper
def liberties_of(game: Any, board: Board, stone: Point, free: Any) -> int:
    """How many liberties the chain of a stone has, and in `free` which; no more than there is room for."""
    content, n = board[stone], 0
    seen, queue = np.zeros(len(board), np.bool_), np.empty(len(board), np.uint16)
    seen[stone], queue[0] = True, stone
    done, known = 0, 1
    while done < known:
        cell = np.int64(queue[done])
        for side in range(SIDES):
            place = np.int64(game.adjacent[cell, side])
            if seen[place]:
                continue
            if board[place] == EMPTY:
                free[n] = place
                n += 1
                if n == len(free):
                    return n
                seen[place] = True
            elif board[place] == content:
                seen[place], queue[known] = True, place
                known += 1
        done += 1
    return n


@helper
def liberties_after(game: Any, board: Board, point: Point, stone: int, most: int) -> int:
    """How many liberties the chain of a stone of this content on an empty point would have, counted up to `most`.

    Of a chain that the stone takes only the points beside the stone count: enough to tell whether it can be taken back at once.
    """
    free = 0
    for side in range(SIDES):
        if board[np.int64(game.adjacent[point, side])] == EMPTY:
            free += 1
    if free >= most:
        return free
    seen, queue = np.zeros(len(board), np.bool_), np.empty(len(board), np.uint16)
    seen[point], queue[0] = True, point
    done, known, free = 0, 1, 0
    while done < known:
        cell = np.int64(queue[done])
        for side in range(SIDES):
            place = np.int64(game.adjacent[cell, side])
            if seen[place]:
                continue
            if board[place] == stone:
                seen[place], queue[known] = True, place
                known += 1
            elif board[place] == EMPTY or (done == 0 and board[place] == 3 - stone and not breathes(game, board, place, point)):
                seen[place] = True
                free += 1
                if free >= most:
                    return free
        done += 1
    return free
