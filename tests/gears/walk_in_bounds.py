"""Run as a program with NUMBA_BOUNDSCHECK=1: random games in native code that ask everything of every state."""

from __future__ import annotations

import sys
from typing import Any

import numba
import numpy as np

from counterplay.core import CHANCE
from counterplay.games import make_game
from counterplay.gears import collect, kernel, rng

GAMES, PLIES = 40, 400


@kernel
def walk(game: Any, s: Any, generator: Any, out: Any, plies: int) -> int:
    """Play at random for some plies; how many states were seen. out: int64, length max_actions."""
    total = 0.0
    for ply in range(plies):
        total += float(np.uint64(game.key(s)) & np.uint64(1))
        if game.terminal(s):
            for p in range(game.players):
                total += game.utility(s, p)
            return -1 if np.isnan(total) else ply + 1
        n = collect(game, s, out)
        a = out[rng.draw_below(generator, n)]
        if game.player(s) != CHANCE:
            total += game.order(s, a) + (1.0 if game.noisy(s, a) else 0.0)
            for p in range(game.players):
                total += game.evaluate(s, p)
        s = game.result(s, a)
    return plies


if __name__ == "__main__":
    assert numba.config.BOUNDSCHECK
    chosen = make_game(sys.argv[1])
    seed = rng.seeded(1)
    room = np.zeros(chosen.max_actions, np.int64)
    print(sum(walk.compiled(chosen, chosen.initial(), seed, room, PLIES) for _ in range(GAMES)))
