"""Chains of stones, their liberties, eyes and areas, on a board that is an array with a wall behind the last point.

Nothing is kept from ply to ply. A stone nearly always has a liberty of its own or beside the next stone, so that looking for
one costs less than keeping count of them all in every state; and a state is the same however it came about. Tables of points
hold numbers without a sign, so that native code need not ask whether an index is negative.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from counterplay.gears import helper

Board = NDArray[np.int8]  # shape (points + 1,): EMPTY, 1 + player, and WALL behind the last point

Point = int | np.int64  # the number of one

EMPTY, WALL = 0, 3  # contents of a point; 1 + player is a stone
NOBODY = 4  # whose a point is that both sides reach, or neither
SIDES = 4  # of a point


@helper
def breathes(game: Any, board: Board, stone: Point, shut: Point) -> bool:
    """Whether the chain of a stone has a liberty besides the point `shut`."""
    for side in range(SIDES):
        place = np.int64(game.adjacent[stone, side])
        if board[place] == EMPTY and place != shut:
            return True
    content = board[stone]
    seen, queue = np.zeros(len(board), np.bool_), np.empty(len(board), np.uint16)
    seen[stone], queue[0] = True, stone
    done, known = 0, 1
    while done < known:
        cell = np.int64(queue[done])
        for side in range(SIDES):
            place = np.int64(game.adjacent[cell, side])
            if board[place] == EMPTY and place != shut:
                return True
            if board[place] == content and not seen[place]:
                seen[place], queue[known] = True, place
                known += 1
        done += 1
    return False


@helper
def take_off(game: Any, board: Board, stone: Point, hashed: np.uint64) -> tuple[int, np.uint64]:
    """Take a chain off the board; how many stones it had, and the hash of the stones that are left."""
    content = board[stone]
    queue = np.empty(len(board), np.int64)
    queue[0] = stone
    board[stone] = EMPTY
    done, known = 0, 1
    while done < known:
        cell = queue[done]
        hashed ^= game.zobrist[cell, content]
        for side in range(SIDES):
            place = np.int64(game.adjacent[cell, side])
            if board[place] == content:
                board[place] = EMPTY
                queue[known] = place
                known += 1
        done += 1
    return known, hashed


@helper
def captures(game: Any, board: Board, point: Point, stone: int) -> bool:
    """Whether a stone of this content on an empty point would take something."""
    for side in range(SIDES):
        place = np.int64(game.adjacent[point, side])
        if board[place] == 3 - stone and not breathes(game, board, place, point):
            return True
    return False


@helper
def may_place(game: Any, board: Board, point: Point, stone: int) -> bool:
    """Whether a stone may be placed on an empty point, ko apart."""
    for side in range(SIDES):
        if board[np.int64(game.adjacent[point, side])] == EMPTY:
            return True
    for side in range(SIDES):
        place = np.int64(game.adjacent[point, side])
        # A chain of one's own that stays alive, or one of theirs that does not; with suicide, any of one's own.
        if board[place] == stone and (game.suicide or breathes(game, board, place, point)):
            return True
        if board[place] == 3 - stone and not breathes(game, board, place, point):
            return True
    return False


@helper
def is_eye(game: Any, board: Board, point: Point, stone: int) -> bool:
    """Whether an empty point looks like an eye: own stones or the border all round, and few corners with enemy stones."""
    for side in range(SIDES):
        place = np.int64(game.adjacent[point, side])
        if board[place] != stone and board[place] != WALL:
            return False
    spoilt = 0
    for corner in range(SIDES):
        if board[np.int64(game.corners[point, corner])] == 3 - stone:
            spoilt += 1
    return bool(spoilt < game.spoilers[point])


@helper
def owners(game: Any, board: Board) -> Board:
    """Whose each point is: 1 + player for stones and for empty points that only that player's stones surround, else NOBODY."""
    found, queue = board.copy(), np.empty(len(board), np.int64)
    for cell in range(len(board) - 1):
        if found[cell] == EMPTY:
            queue[0], found[cell] = cell, NOBODY
            done, known, touched = 0, 1, 0
            while done < known:
                for side in range(SIDES):
                    place = np.int64(game.adjacent[queue[done], side])
                    if found[place] == EMPTY:
                        queue[known], found[place] = place, NOBODY
                        known += 1
                    elif board[place] != EMPTY and board[place] != WALL:
                        touched |= board[place]  # 1 and 2 are bits, too
                done += 1
            if touched == 1 or touched == 2:
                for i in range(known):
                    found[queue[i]] = touched
    return found


@helper
def liberties_of_chains(game: Any, board: Board) -> tuple[Any, Any]:
    """For each player: the stones that stand with one liberty, and the liberties of all chains; two arrays of shape (2,)."""
    attacked, liberties = np.zeros(2, np.int64), np.zeros(2, np.int64)
    seen, queue = np.zeros(len(board), np.int64), np.empty(len(board), np.int64)  # seen: the number of the chain
    chain = 0
    for cell in range(len(board) - 1):
        if board[cell] != EMPTY and seen[cell] == 0:
            chain += 1
            queue[0], seen[cell] = cell, chain
            done, known, free = 0, 1, 0
            while done < known:
                for side in range(SIDES):
                    place = np.int64(game.adjacent[queue[done], side])
                    if seen[place] != chain and (board[place] == EMPTY or board[place] == board[cell]):
                        seen[place] = chain
                        if board[place] == EMPTY:
                            free += 1
                        else:
                            queue[known] = place
                            known += 1
                done += 1
            owner = board[cell] - 1
            liberties[owner] += free
            if free == 1:
                attacked[owner] += known
    return attacked, liberties
