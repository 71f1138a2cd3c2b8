"""Each method of a game as a kernel: how Python asks the compiled gear a single question about a state."""

from __future__ import annotations

from typing import Any

import numpy as np

from counterplay.core import CHANCE, Game
from counterplay.gears.deferred import helper
from counterplay.gears.gathering import gather
from counterplay.gears.kernel import kernel


@helper
def collect(game: Any, s: Any, out: Any) -> int:
    """Write the choices at a state into an int64 array (length at least game.max_actions); how many there are.

    Choices are the legal actions, or at a chance node the outcomes; a terminal state has none.
    """
    n = 0
    if game.terminal(s):
        return n
    if game.player(s) == CHANCE:
        for a, _ in game.outcomes(s):
            out[n] = a
            n += 1
        return n
    return gather(game, s, out)


@kernel
def choices_of(game: Any, s: Any, out: Any) -> int:
    """`collect`, callable from Python."""
    return collect(game, s, out)


@kernel
def probabilities_of(game: Any, s: Any, out: Any) -> int:
    """Write the probabilities of the outcomes at a chance node into a float64 array; how many there are."""
    n = 0
    for _, p in game.outcomes(s):
        out[n] = p
        n += 1
    return n


@kernel
def result_of(game: Any, s: Any, a: int) -> Any:
    """Game.result."""
    return game.result(s, a)


@kernel
def facts_of(game: Any, s: Any) -> tuple[bool, int, Any]:
    """Whether the state is terminal, whose turn it is, and its key."""
    return bool(game.terminal(s)), game.player(s), np.uint64(game.key(s))


@kernel
def utility_of(game: Any, s: Any, p: int) -> float:
    """Game.utility of a terminal state."""
    return float(game.utility(s, p))


@kernel
def estimate_of(game: Any, s: Any, p: int) -> float:
    """Game.evaluate."""
    return float(game.evaluate(s, p))


@kernel
def hints_of(game: Any, s: Any, a: int) -> tuple[bool, float]:
    """Game.noisy and Game.order."""
    return bool(game.noisy(s, a)), float(game.order(s, a))


def compiled_choices(game: Game, state: Any) -> list[int]:
    """The choices at a state, found by the compiled gear."""
    out = np.zeros(game.max_actions, np.int64)
    n = choices_of.compiled(game, state, out)
    return [int(a) for a in out[:n]]
