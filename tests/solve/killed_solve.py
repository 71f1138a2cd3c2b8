"""Solves a game in a process of its own, to be killed: GAME CHECKPOINT.

It waits when the first question is answered, and says so once that answer lies in the checkpoint.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

from counterplay.games.catalogue import make_game
from counterplay.solve import Progress, solve_position, solver

if __name__ == "__main__":
    solver.CHECKPOINT_SECONDS = 0.1
    checkpoint = Path(sys.argv[2])
    ask = solver.Question.ask

    def ask_once(question: Any, beta: int) -> int:
        answer = ask(question, beta)
        time.sleep(60.0)
        return answer

    def tell(progress: Progress) -> None:
        if checkpoint.exists():
            print("saved", flush=True)

    solver.Question.ask = ask_once  # type: ignore[method-assign]
    solve_position(make_game(sys.argv[1]), table_mb=64.0, checkpoint=checkpoint, progress=tell)
