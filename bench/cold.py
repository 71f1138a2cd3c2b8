"""`python -m bench.cold [GAME...]`: what a first answer costs where only the game-independent kernels are compiled.

Each figure is CPU seconds of a process of its own: a first answer with nothing of the game on disk, less one with everything
there. Each row goes into RESULTS.md as soon as it is measured. Without a name everything without a row is measured: a run that
was stopped goes on with the next one.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.table_section import TableSection, row_of
from counterplay.games import game_names

TRIES = 3
RESULTS = Path(__file__).parent / "RESULTS.md"
TABLE = TableSection(
    RESULTS,
    "Cold starts",
    """
Written by `python -m bench.cold`: CPU seconds of a first answer ("auto", 1,000 nodes) on a machine where only the
game-independent kernels are compiled, beyond what the same answer costs with everything on disk; each is the least of three.
"Before" is the engine that was compiled for each game by itself. "Held to" is the most that it may cost.
""",
    ("what", "CPU s", "before", "held to"),
)
SHARED = "the kernels that all games share, once per machine, with two small games"
SHARED_MOST = 60.0  # CPU seconds
WARM = ["-m", "counterplay", "warm", "--shared"]
ANSWER = """
import sys
sys.modules["scipy"] = None  # no dependency of ours; Numba would load it, for 0.3 s, where it is installed
from counterplay import CHANCE, Limit, Position, make_game, search_position
game = make_game(sys.argv[1])
position = Position(game)
while position.player == CHANCE:
    position = position.play(position.choices[0])
search_position(game, position, Limit(nodes=1000))
"""
LOADED = """
import sys, time
from numba.core.registry import cpu_target
from counterplay import Limit, make_game, search_position
from counterplay.gears.compiler.deferred_numba import engage
engage()
cpu_target.target_context.refresh()  # Numba's own beginnings
from counterplay.gears.cache.kernel_cache import KernelCache
spent, load = [], KernelCache.load_overload

def timed(*words):
    begun = time.process_time()
    loaded = load(*words)
    assert loaded is not None, "not on disk"
    spent.append(time.process_time() - begun)
    return loaded

KernelCache.load_overload = timed
search_position(make_game(sys.argv[1]), None, Limit(nodes=100, playouts=100), sys.argv[2])
print(sum(spent))
"""
KERNEL_LOAD = 0.05  # CPU seconds that the kernels of a search may take to load
BEFORE = {"connect_four": 13.6, "othello": 16.2, "chess": 31.0}
MOST = 4.0  # CPU seconds of a first answer, where HELD says nothing else
HELD = {"mnk": 2.5, "nim": 2.5, "connect_four": 2.5, "kalah": 2.5, "chess": 10.0}
OWN_GAME = """
from typing import NamedTuple
import numpy as np
from counterplay import Game

class State(NamedTuple):
    stones: int
    mover: int

class TakeAway(Game):
    tunables = ("weights",)

    def __init__(self, stones: int = 21) -> None:
        self.stones = stones
        self.weights = np.array({weights})
        self.max_actions, self.max_plies = 3, stones

    def initial(self):
        return State(self.stones, 0)

    def player(self, s):
        return s.mover  # {comment}

    def actions(self, s):
        for n in range(1, min(3, s.stones) + 1):
            yield n

    def result(self, s, a):
        return State(s.stones - a, 1 - s.mover)

    def terminal(self, s):
        return s.stones == 0

    def utility(self, s, p):
        return -1.0 if p == s.mover else 1.0

    def evaluate(self, s, p):
        return self.weights[s.stones % 4] if p == s.mover else -self.weights[s.stones % 4]

    def action_name(self, s, a):
        return {name}
"""
PLAIN = {"weights": "[-0.5, 0.1, 0.2, 0.3]", "comment": "", "name": "str(int(a))"}


def main(names: list[str]) -> int:
    """Measure the games named, or everything that has no row yet."""
    with tempfile.TemporaryDirectory() as folder:
        kernels = Path(folder) / "kernels"
        put(SHARED, cpu_seconds(WARM, kernels), None, SHARED_MOST)
        for file in [*kernels.glob("mnk-*"), *kernels.glob("nim-*")]:
            file.unlink()
        for name in names or [name for name in game_names() if first_answer(name) not in TABLE.rows()]:
            cold, warm = least_seconds(name, kernels, Path(folder) / name)
            put(first_answer(name), cold - warm, BEFORE.get(name), HELD.get(name, MOST))
        if not names:
            edits(Path(folder), kernels)
            loads(kernels)
    return 0


def first_answer(name: str) -> str:
    """What a game's row is called."""
    return f"{name}, first answer"


def least_seconds(game: str, kernels: Path, cache: Path) -> tuple[float, float]:
    """Of a first answer and of a later one, each the least of TRIES: CPU time, too, varies by a fifth on a shared machine."""
    cold = []
    for _ in range(TRIES):
        shutil.rmtree(cache, ignore_errors=True)
        shutil.copytree(kernels, cache)
        cold.append(cpu_seconds(answer_of(game), cache))
    return min(cold), min(cpu_seconds(answer_of(game), cache) for _ in range(TRIES))


def edits(folder: Path, kernels: Path) -> None:
    """What changes to a student's game cost."""
    changes = {
        "a comment changed": {"comment": "whoever took last waits"},
        "a notation changed": {"name": "f'take {int(a)}'"},
        "an evaluation's weight changed": {"weights": "[-0.6, 0.0, 0.2, 0.4]"},
    }
    rows = {f"{what} (nothing is compiled; the rest is noise)": change for what, change in changes.items()}
    first = "a student's game of 36 lines, first answer"
    if {first, *rows} <= TABLE.rows().keys():
        return
    file, cache = folder / "takeaway.py", folder / "own"
    file.write_text(OWN_GAME.format(**PLAIN))
    cold, warm = least_seconds(str(file), kernels, cache)
    put(first, cold - warm, None, 2.5)
    for what, change in rows.items():
        file.write_text(OWN_GAME.format(**{**PLAIN, **change}))
        files = len(list(cache.iterdir()))
        spent = cpu_seconds(answer_of(str(file)), cache) - warm
        assert len(list(cache.iterdir())) == files, f"{what}: something was compiled"
        put(what, spent, 11.8, 0.5)


def loads(kernels: Path) -> None:
    """What it costs a process, once Numba is loaded, to load the kernels of a search from the disk."""
    for algorithm, game in (("engine", "nim"), ("mcts", "nim"), ("star2", "pig")):
        what = f"loading the kernels of {algorithm}"
        if what not in TABLE.rows():
            cpu_seconds(["-m", "counterplay", "warm", game, "--algorithm", algorithm], kernels)
            figures = [float(output(["-c", LOADED, game, algorithm], kernels)) for _ in range(TRIES)]
            put(what, min(figures), None, KERNEL_LOAD)


def answer_of(game: str) -> list[str]:
    """What Python is called with for one answer."""
    return ["-c", ANSWER, game]


def cpu_seconds(arguments: list[str], cache: Path) -> float:
    """Of Python, called with these."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    output(arguments, cache)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def output(arguments: list[str], cache: Path) -> str:
    """What Python says, called with these, with a cache of its own."""
    environment = {**os.environ, "COUNTERPLAY_CACHE": str(cache), "COUNTERPLAY_QUIET": "1"}
    return subprocess.run([sys.executable, *arguments], env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout


def put(what: str, seconds: float, before: float | None, held: float) -> None:
    """Write a row, and print it."""
    figure = f"{max(0.0, seconds):.{2 if seconds >= 0.1 else 3}f}"
    cells = (figure, "-" if before is None else f"{before:g}", f"{held:g}: {'yes' if seconds <= held else 'NO'}")
    print(row_of((what, *cells)), flush=True)
    TABLE.put({what: cells})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
