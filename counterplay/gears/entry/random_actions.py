"""Random choices in a game, in both gears: what playouts are made of."""

from __future__ import annotations

from typing import Any

import numpy as np

from counterplay.core import CHANCE, overrides
from counterplay.gears.compiler.deferred_numba import helper, twin
from counterplay.gears.entry.action_gathering import gather, gather_candidates
from counterplay.gears.entry.state_layout import FORCED, HEAVY
from counterplay.gears.rng import draw_below, draw_unit


def random_move(game: Any, s: Any, rng: Any, moves: Any) -> tuple[int, int]:
    """A random action at a state that is not terminal and not a chance node, and out of how many (1 where nobody counts).

    Where there is none, or more than there is room for in `moves`, the action means nothing.
    """
    if overrides(game, "random_action"):
        return int(game.random_action(s, rng)), 1
    n = gather(game, s, moves)
    return int(moves[draw_below(rng, n)]) if 0 < n <= len(moves) else 0, n


@twin(random_move)
def _random_move(game: Any, s: Any, rng: Any, moves: Any) -> Any:
    if overrides(game.game, "random_action"):
        return lambda game, s, rng, moves: (np.int64(game.random_action(s, rng)), np.int64(1))

    def native(game: Any, s: Any, rng: Any, moves: Any) -> Any:
        n: Any = np.int64(gather(game, s, moves))
        return moves[draw_below(rng, n)] if 0 < n <= len(moves) else np.int64(0), n

    return native


def random_outcome(game: Any, s: Any, rng: Any, most: int) -> tuple[int, int]:
    """A random outcome of a chance node, by its probabilities, and how many were looked at: all where more than `most`."""
    rest, last, n = draw_unit(rng), 0, 0
    for a, p in game.outcomes(s):
        last = a
        n += 1
        rest -= p
        if rest < 0.0 and n <= most:
            break
    return last, n


@helper
def random_choice(game: Any, s: Any, rng: Any, moves: Any) -> tuple[int, int]:
    """A random action at s, or at a chance node a random outcome, and out of how many; s is not terminal."""
    if game.chance and game.player(s) == CHANCE:
        return random_outcome(game, s, rng, len(moves))
    return random_move(game, s, rng, moves)


@twin(random_outcome)
def _random_outcome(game: Any, s: Any, rng: Any, most: Any) -> Any:
    return random_outcome if game.game.chance else lambda game, s, rng, most: (np.int64(0), np.int64(0))


def forced_choice(game: Any, s: Any, rng: Any, moves: Any) -> tuple[int, int]:
    """`random_choice` among the candidates of a game that names some: a win at once is taken, the opponent's is stopped."""
    if not game.has_candidates or game.player(s) == CHANCE:
        return random_choice(game, s, rng, moves)
    n = gather_candidates(game, s, moves)
    return int(moves[draw_below(rng, n)]) if 0 < n <= len(moves) else 0, n


@twin(forced_choice)
def _forced_choice(game: Any, s: Any, rng: Any, moves: Any) -> Any:
    """Only the methods that the game has are compiled."""
    if not game.game.has_candidates:
        return lambda game, s, rng, moves: random_choice(game, s, rng, moves)

    def native(game: Any, s: Any, rng: Any, moves: Any) -> Any:
        if game.chance and game.player(s) == CHANCE:
            return random_outcome(game, s, rng, len(moves))
        n: Any = np.int64(gather_candidates(game, s, moves))
        return moves[draw_below(rng, n)] if 0 < n <= len(moves) else np.int64(0), n

    return native


def heavy_choice(game: Any, s: Any, rng: Any, moves: Any) -> tuple[int, int]:
    """What the game's `playout_action` chooses, and 1; `random_choice` where it has none, or chance decides."""
    if not overrides(game, "playout_action") or game.player(s) == CHANCE:
        return random_choice(game, s, rng, moves)
    return int(game.playout_action(s, rng)), 1


@twin(heavy_choice)
def _heavy_choice(game: Any, s: Any, rng: Any, moves: Any) -> Any:
    """Only the methods that the game has are compiled."""
    if not overrides(game.game, "playout_action"):
        return lambda game, s, rng, moves: random_choice(game, s, rng, moves)

    def native(game: Any, s: Any, rng: Any, moves: Any) -> Any:
        if game.chance and game.player(s) == CHANCE:
            return random_outcome(game, s, rng, len(moves))
        return np.int64(game.playout_action(s, rng)), np.int64(1)

    return native


@helper
def guided_choice(game: Any, s: Any, rng: Any, moves: Any, choice: int) -> tuple[int, int]:
    """An action or outcome of a guided playout, and out of how many; `choice` is ANY, FORCED or HEAVY."""
    if choice == HEAVY:
        return heavy_choice(game, s, rng, moves)
    if choice == FORCED:
        return forced_choice(game, s, rng, moves)
    return random_choice(game, s, rng, moves)
