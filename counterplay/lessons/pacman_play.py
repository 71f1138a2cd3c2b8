"""Whole games of Pacman, played natively by the textbook's own searches."""

from __future__ import annotations

from math import inf
from typing import Any

from counterplay.gears import helper, kernel
from counterplay.gears.rng import draw_below
from counterplay.search.alpha_beta import alpha_beta
from counterplay.search.opponent import against_model

MINIMAX, EXPECTIMAX = 0, 1  # what Pacman does
RANDOM, ADVERSARY = 0, 1  # what the ghosts do


@helper
def best_action(game: Any, s: Any, me: int, depth: int, policies: Any, believing: int, rng: Any, control: Any) -> int:
    """The action that a search thinks best; equally good ones are drawn by lot."""
    best, chosen, equal = -inf, 0, 0
    for a in game.actions(s):
        child = game.result(s, a)
        if believing == EXPECTIMAX:
            v = against_model(game, child, depth - 1, 1, me, policies, control, None, None)
        else:
            v = alpha_beta(game, child, depth - 1, 1, me, -inf, inf, control, None, None)
        if v > best:
            best, chosen, equal = v, a, 1
        elif v == best:
            equal += 1
            if draw_below(rng, equal) == 0:
                chosen = a
    return chosen


@helper
def random_action(game: Any, s: Any, rng: Any) -> int:
    """Any action, each as likely as the others."""
    chosen, n = 0, 0
    for a in game.actions(s):
        n += 1
        if draw_below(rng, n) == 0:
            chosen = a
    return chosen


@kernel
def play_game(
    game: Any, s: Any, pacman: int, ghosts: int, depth: int, ghost_depth: int, policies: Any, rng: Any, control: Any
) -> Any:
    """A whole game between a Pacman (MINIMAX or EXPECTIMAX) and ghosts (RANDOM or ADVERSARY); the last state."""
    while not game.terminal(s):
        if game.player(s) == 0:
            a = best_action(game, s, 0, depth, policies, pacman, rng, control)
        elif ghosts == ADVERSARY:
            a = best_action(game, s, 1, ghost_depth, policies, MINIMAX, rng, control)
        else:
            a = random_action(game, s, rng)
        s = game.result(s, a)
    return s
