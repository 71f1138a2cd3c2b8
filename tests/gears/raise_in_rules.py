"""Run as a program: what searches say of rules that raise, and how many functions this process has compiled."""

from __future__ import annotations

import json

from fault_games import ASSERTS, RAISES, RAISES_WITH, Faulty, Plan

from counterplay import Limit, search_position, solve_position
from counterplay.gears.compiler.deferred_numba import engage
from counterplay.gears.entry.walk_kernel import WALK_KERNELS


def said_by(fault: int) -> list[str]:
    """By the engine, Monte Carlo search and the solver."""
    game, plan, said = Faulty(), Plan(fault, 3, 0), []
    for ask in (
        lambda: search_position(game, plan, Limit(depth=6), "engine"),
        lambda: search_position(game, plan, Limit(playouts=200), "mcts"),
        lambda: solve_position(game, plan),
    ):
        try:
            ask()
        except Exception as error:
            said.append(repr(error))
    return said


if __name__ == "__main__":
    every = [said_by(fault) for fault in (RAISES, RAISES_WITH, ASSERTS)]
    compiled = sum(engage().compilations.values()) + sum(kernel.compilations for kernel in WALK_KERNELS)
    print(json.dumps({"said": every, "compiled": compiled}))
