"""Random choices in a game, in both gears: what playouts are made of."""

from __future__ import annotations

from typing import Any

import numpy as np

from counterplay.core import CHANCE
from counterplay.gears.deferred import helper, twin
from counterplay.gears.gathering import gather, overrides
from counterplay.gears.rng import draw_below, draw_unit


def random_move(game: Any, s: Any, rng: Any, moves: Any) -> int:
    """A random action at a state that is not terminal and not a chance node."""
    if overrides(game, "random_action"):
        return game.random_action(s, rng)
    return moves[draw_below(rng, gather(game, s, moves))]


@twin(random_move)
def _random_move(game: Any, s: Any, rng: Any, moves: Any) -> Any:
    if overrides(game.game, "random_action"):
        return lambda game, s, rng, moves: np.int64(game.random_action(s, rng))
    return lambda game, s, rng, moves: moves[draw_below(rng, gather(game, s, moves))]


def random_outcome(game: Any, s: Any, rng: Any) -> int:
    """A random outcome of a chance node, by its probabilities."""
    rest, last = draw_unit(rng), 0
    for a, p in game.outcomes(s):
        last = a
        rest -= p
        if rest < 0.0:
            break
    return last


@helper
def random_choice(game: Any, s: Any, rng: Any, moves: Any) -> int:
    """A random action at s, or at a chance node a random outcome; s is not terminal."""
    if game.chance and game.player(s) == CHANCE:
        return random_outcome(game, s, rng)
    return random_move(game, s, rng, moves)


@twin(random_outcome)
def _random_outcome(game: Any, s: Any, rng: Any) -> Any:
    return random_outcome if game.game.chance else lambda game, s, rng: 0
