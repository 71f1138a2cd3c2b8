"""Children in order of a guess at their worth, best first; equal ones stay in the game's order."""

from __future__ import annotations

from typing import Any

import numpy as np

from counterplay.core import Game
from counterplay.gears import helper
from counterplay.gears.deferred import twin
from counterplay.gears.walk import moves, ranks
from counterplay.search.control import MAX_PLY


def new_ranking(game: Game) -> Any:
    """Room to sort the actions of each ply of the path being searched: one record, passed as one pointer."""
    shape = (MAX_PLY + 2, max(1, game.max_actions))
    return np.zeros(1, [("actions", np.int64, shape), ("worths", np.float64, shape)]).view(np.recarray)[0]


@helper
def insert(ranking: Any, ply: int, n: int, action: int, worth: float) -> None:
    """Put an action in its place among the n that are there."""
    i = n
    while i > 0 and ranking.worths[ply, i - 1] < worth:
        ranking.actions[ply, i] = ranking.actions[ply, i - 1]
        ranking.worths[ply, i] = ranking.worths[ply, i - 1]
        i -= 1
    ranking.actions[ply, i] = action
    ranking.worths[ply, i] = worth


@helper
def ranked(game: Any, s: Any, ply: int, ranking: Any) -> Any:
    """The actions, those that `game.order` thinks best first."""
    n = 0
    for a in game.actions(s):
        insert(ranking, ply, n, a, float(game.order(s, a)))
        n += 1
    return ranking.actions[ply, :n]


def in_order(game: Any, s: Any, ply: int, ranking: Any) -> Any:
    """The actions as `ranked`, or in the game's own order where ranking is None."""
    return game.actions(s) if ranking is None else ranked(game, s, ply, ranking)


@twin(in_order)
def _in_order(game: Any, s: Any, ply: int, ranking: Any) -> Any:
    """Chosen when a kernel is compiled: the two iterables have different types."""
    from numba import types

    if isinstance(ranking, types.NoneType):
        return lambda game, s, ply, ranking: game.actions(s)
    return lambda game, s, ply, ranking: ranked(game, s, ply, ranking)


@helper
def sort_moves(walk: Any, start: int, end: int) -> None:
    """The same for moves on the stack of a walk, by their ranks."""
    actions, worth = moves(walk), ranks(walk)
    for i in range(start + 1, end):
        a, hint = actions[i], worth[i]
        j = i
        while j > start and worth[j - 1] < hint:
            actions[j] = actions[j - 1]
            worth[j] = worth[j - 1]
            j -= 1
        actions[j] = a
        worth[j] = hint
