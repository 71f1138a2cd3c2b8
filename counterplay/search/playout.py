"""Random playouts: a game played to its end by uniformly random actions, chance by its own probabilities."""

from __future__ import annotations

from typing import Any

import numpy as np

from counterplay.core import CHANCE, Game
from counterplay.gears import helper, kernel
from counterplay.gears.rng import draw_below, draw_unit, seeded
from counterplay.search.control import STOP


@helper
def random_choice(game: Any, s: Any, rng: Any, buffer: Any) -> int:
    """A random action at s, or at a chance node a random outcome; s is not terminal. buffer: int64, max_actions long."""
    if game.chance and game.player(s) == CHANCE:
        rest = draw_unit(rng)
        last = 0
        for a, p in game.outcomes(s):
            last = a
            rest -= p
            if rest < 0.0:
                break
        return last
    n = 0
    for a in game.actions(s):
        buffer[n] = a
        n += 1
    return buffer[draw_below(rng, n)]


@kernel
def playouts(game: Any, s: Any, count: int, rng: Any, buffer: Any, totals: Any, control: Any) -> int:
    """Play `count` games from s and add every player's utility to totals (shape (players,), float64); plies played."""
    plies = 0
    for _ in range(count):
        state = s
        while not game.terminal(state):
            state = game.result(state, random_choice(game, state, rng, buffer))
            plies += 1
        for p in range(game.players):
            totals[p] += game.utility(state, p)
        if control[STOP]:
            break
    return plies


def play_random_games(game: Game, state: Any, count: int, seed: int = 0) -> tuple[tuple[float, ...], int]:
    """Average utility of each player over random games, and the plies played."""
    totals = np.zeros(game.players, np.float64)
    buffer = np.zeros(max(1, game.max_actions), np.int64)
    plies = playouts(game, state, count, seeded(seed), buffer, totals, np.zeros(1, np.int64))
    return tuple(float(t) / count for t in totals), int(plies)
