"""Searches in fresh processes, without waiting for Python and Numba each time: `python -m bench.torture_searcher`.

This process loads everything but native code. For each line of its standard input, a question in JSON, it makes a copy of
itself (fork), which loads native code from the disk as any other process would, searches, and ends; then it says how that was.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import traceback
from pathlib import Path
from typing import Any

from counterplay import Limit, Position, make_game, search_position, solve_position
from counterplay.gears.cache import code_store
from counterplay.gears.compiler.deferred_numba import engage

GAME = "nim:heaps=1-3-5"
ALGORITHMS = ("engine", "mcts", "solve")
HANGING = 300  # seconds after which a search is ended by a signal: all its compilations take twenty on a machine of its own
LIMITS = {"engine": Limit(depth=9), "mcts": Limit(playouts=400)}


def answer(algorithm: str) -> list[Any]:
    """What a search says that does not depend on the clock."""
    game = make_game(GAME)
    if algorithm == "solve":
        solution = solve_position(game, table_mb=1.0)
        return [str(solution.value), solution.action, list(solution.line), solution.nodes]
    report = search_position(game, Position(game), LIMITS[algorithm], algorithm, seed=1)
    return [str(report.value), report.action, list(report.variation), report.nodes]


def search_here(question: dict[str, str]) -> None:
    """Answer in this process, with the cache that the question names; tell which files were asked for, and which were made."""
    os.environ["COUNTERPLAY_CACHE"] = question["cache"]
    asked: list[str] = []
    made: list[str] = []
    load, save = code_store.load, code_store.save

    def loading(path: Path) -> Any:
        asked.append(path.name)
        return load(path)

    def saving(path: Path, thing: Any) -> bool:
        made.append(path.name)
        return save(path, thing)

    code_store.load, code_store.save = loading, saving
    print(json.dumps({"answer": answer(question["algorithm"]), "asked": asked, "made": made}))


def in_a_copy(question: dict[str, str]) -> int:
    """The exit code of a copy of this process that answers into the question's files; negative: a signal."""
    child = os.fork()
    if child == 0:
        code = 1
        signal.alarm(HANGING)
        try:
            for name, descriptor in (("out", 1), ("err", 2)):
                os.dup2(os.open(question[name], os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644), descriptor)
            search_here(question)
            code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


if __name__ == "__main__":
    engage()
    code_store.machine_text()
    make_game(GAME)
    for line in sys.stdin:
        print(in_a_copy(json.loads(line)), flush=True)
