"""Run as a program: what searches say of rules that raise, and how many functions this process has compiled."""

from __future__ import annotations

import json

from fault_games import ASSERTS, RAISES, RAISES_WITH, Faulty, Plan

from counterplay import Limit, search, solve
from counterplay.gears.deferred import engage
from counterplay.gears.walk_kernel import WALK_KERNELS


def said_by(fault: int) -> list[str]:
    """By the engine, Monte Carlo search and the solver."""
    game, plan, said = Faulty(), Plan(fault, 3, 0), []
    for ask in (
        lambda: search(game, plan, Limit(depth=6), "engine"),
        lambda: search(game, plan, Limit(playouts=200), "mcts"),
        lambda: solve(game, plan),
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
