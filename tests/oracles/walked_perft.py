"""Counts of plies and of turns by a walk: one kernel for all games, where `perft` is compiled for each.

The rules that run are the same native code, behind the entry points that every search uses. Only inlining is missing, which
counts of up to a few million nodes do not need.
"""

from __future__ import annotations

from typing import Any

from counterplay.core import CHANCE, Game
from counterplay.gears.entry.walk import Walk, is_over, list_actions, list_outcomes, moves, player_at, step
from counterplay.gears.entry.walk_kernel import walk_kernel

DEEPEST_TURNS = 64  # plies of the turns that are counted


@walk_kernel
def plies_below(walk: Any, ply: int, start: int, depth: int) -> int:
    """See `counterplay.search.perft.perft`."""
    if depth == 0:
        return 1
    if is_over(walk, ply):
        return 0
    if player_at(walk, ply) == CHANCE:
        n = list_outcomes(walk, ply, start)
    else:
        n = list_actions(walk, ply, start, 0)
    if depth == 1:
        return n
    total = 0
    for i in range(start, start + n):
        step(walk, ply, moves(walk)[i])
        total += plies_below(walk, ply + 1, start + n, depth - 1)
    return total


@walk_kernel
def turns_below(walk: Any, ply: int, start: int, turns: int, mover: int) -> int:
    """See `counterplay.search.perft.perft_turns`."""
    if is_over(walk, ply):
        return 1 if turns == 1 else 0
    player = player_at(walk, ply)
    left = turns
    if player != mover:
        if turns == 1:
            return 1
        left = turns - 1
    n = list_actions(walk, ply, start, 0)
    total = 0
    for i in range(start, start + n):
        step(walk, ply, moves(walk)[i])
        total += turns_below(walk, ply + 1, start + n, left, player)
    return total


def count_plies(game: Game, state: Any, depth: int) -> int:
    """Sequences of `depth` actions or outcomes from a state, by native rules."""
    walk = Walk(game, depth + 1, ("expand", "outcomes") if game.chance else ("expand",))
    walk.place(state)
    return int(plies_below(walk, 0, 0, depth))


def count_turns(game: Game, state: Any, turns: int) -> int:
    """Sequences of turns from a state, by native rules."""
    walk = Walk(game, DEEPEST_TURNS, ("expand",))
    walk.place(state)
    return int(turns_below(walk, 0, 0, turns, int(game.player(state))))
