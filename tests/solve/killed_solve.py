"""Solves a game in a process of its own and saves its table often, so that a test can kill it: GAME CHECKPOINT."""

from __future__ import annotations

import sys
from pathlib import Path

from counterplay.games.catalogue import make_game
from counterplay.solve import Progress, solve, solver

if __name__ == "__main__":
    solver.CHECKPOINT_SECONDS = 0.1
    checkpoint = Path(sys.argv[2])

    def tell(progress: Progress) -> None:
        if checkpoint.exists():
            print("saved", flush=True)

    solution = solve(make_game(sys.argv[1]), table_mb=64.0, checkpoint=checkpoint, progress=tell)
    print(f"solved {solution.value.score:g} {solution.nodes}", flush=True)
