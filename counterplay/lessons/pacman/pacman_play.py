"""Whole games of Pacman, played natively by the textbook's own searches."""

from __future__ import annotations

from math import inf
from typing import Any

from counterplay.gears import helper
from counterplay.gears.entry.walk import is_over, list_actions, moves, player_at, settle, step
from counterplay.gears.entry.walk_kernel import walk_kernel
from counterplay.gears.rng import draw_below
from counterplay.search.opponent_model import against_model
from counterplay.search.textbook.paranoid import paranoid

MINIMAX, EXPECTIMAX = 0, 1  # what Pacman does
RANDOM, ADVERSARY = 0, 1  # what the ghosts do


@helper
def best_action(walk: Any, me: int, depth: int, policies: Any, believing: int, rng: Any, control: Any) -> int:
    """The action at ply 0 that a search thinks best; equally good ones are drawn by lot."""
    best, chosen, equal = -inf, 0, 0
    n = list_actions(walk, 0, 0, 0)
    for i in range(n):
        a = moves(walk)[i]
        step(walk, 0, a)
        if believing == EXPECTIMAX:
            v = against_model(walk, depth - 1, 1, n, me, policies, control, policies.line, policies.trace)
        else:
            v = paranoid(walk, depth - 1, 1, n, -inf, inf, me, control, policies.line, policies.trace)
        if v > best:
            best, chosen, equal = v, a, 1
        elif v == best:
            equal += 1
            if draw_below(rng, equal) == 0:
                chosen = a
    return chosen


@helper
def any_action(walk: Any, rng: Any) -> int:
    """Any action at ply 0, each as likely as the others."""
    chosen = 0
    for i in range(list_actions(walk, 0, 0, 0)):
        if draw_below(rng, i + 1) == 0:
            chosen = moves(walk)[i]
    return chosen


@walk_kernel
def play_game(walk: Any, pacman: int, ghosts: int, depth: int, ghost_depth: int, policies: Any, rng: Any, control: Any) -> int:
    """A whole game from ply 0 between a Pacman (MINIMAX or EXPECTIMAX) and ghosts (RANDOM or ADVERSARY); its plies.

    The last state is left at ply 0.
    """
    plies = 0
    while not is_over(walk, 0):
        if player_at(walk, 0) == 0:
            a = best_action(walk, 0, depth, policies, pacman, rng, control)
        elif ghosts == ADVERSARY:
            a = best_action(walk, 1, ghost_depth, policies, MINIMAX, rng, control)
        else:
            a = any_action(walk, rng)
        step(walk, 0, a)
        settle(walk, 0)
        plies += 1
    return plies
