"""Children in order of a guess at their worth, best first; equal ones stay in the game's order."""

from __future__ import annotations

from typing import Any

import numpy as np

from counterplay.core import Game
from counterplay.gears import helper
from counterplay.gears.compiler.deferred_numba import twin
from counterplay.gears.entry.walk import moves, ranks
from counterplay.search.search_control import MAX_PLY


def new_ranking(game: Game) -> Any:
    """Room to sort the actions of each ply of the path being searched: one record, passed as one pointer."""
    shape = (MAX_PLY + 2, max(1, game.max_actions))
    return np.zeros(1, [("actions", np.int64, shape), ("worths", np.float64, shape)]).view(np.recarray)[0]


@helper
def insert(actions: Any, worths: Any, start: int, end: int, action: int, worth: float) -> None:
    """Put an action in its place among those from `start` to `end` - 1, which are sorted; the place `end` is free."""
    i = end
    while i > start and worths[i - 1] < worth:
        actions[i] = actions[i - 1]
        worths[i] = worths[i - 1]
        i -= 1
    actions[i] = action
    worths[i] = worth


@helper
def ranked(game: Any, s: Any, ply: int, ranking: Any) -> Any:
    """The actions, those that `game.order` thinks best first."""
    n = 0
    for a in game.actions(s):
        insert(ranking.actions[ply], ranking.worths[ply], 0, n, a, float(game.order(s, a)))
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
        insert(actions, worth, start, i, actions[i], worth[i])


@helper
def put_first(walk: Any, start: int, end: int, action: int) -> None:
    """Give an action, if it is listed, a rank before all others."""
    actions, worth = moves(walk), ranks(walk)
    for i in range(start, end):
        if actions[i] == action:
            worth[i] = 1e300
