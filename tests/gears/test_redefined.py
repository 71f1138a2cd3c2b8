"""The same text may define a game twice, and a kernel may recurse with two types: neither may poison the disk cache."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import counterplay
from counterplay.games.lines.connect_four import ConnectFour
from counterplay.search.perft import perft

CHECKOUT = str(Path(counterplay.__file__).parent.parent)

GAME = """
from typing import NamedTuple
from counterplay.core import Game

class State(NamedTuple):
    n: int

class Sound(Game):
    max_actions, max_plies = 2, 8
    def initial(self): return State(0)
    def player(self, s): return s.n % 2
    def actions(self, s):
        yield 1
        yield 2
    def result(self, s, a): return State(s.n + a)
    def terminal(self, s): return s.n >= 6
    def utility(self, s, p): return 1.0 if p == s.n % 2 else -1.0
"""

TWO_TYPES = """
import numpy as np
from counterplay.gears import kernel
from counterplay.games.lines.connect_four import ConnectFour

@kernel
def odd(game, s, depth):
    if depth <= 0:
        return 0
    return 1 + odd(game, s, np.int32(depth - 1)) + odd(game, s, np.int64(depth - 2))

game = ConnectFour()
print(odd(game, game.initial(), 6))
"""


def test_a_class_defined_twice_is_two_games() -> None:
    """Catches a notebook cell run again: states of the new class must not meet native code of the old one."""
    first: dict[str, object] = {"__name__": "cell"}
    second: dict[str, object] = {"__name__": "cell"}
    exec(GAME, first)
    exec(GAME, second)
    counts = []
    for namespace in (first, second):
        game = namespace["Sound"]()  # type: ignore[operator]
        counts.append(perft.compiled(game, game.initial(), 3))
    assert counts[0] == counts[1] == 8


def test_what_cannot_be_loaded_again_is_not_kept(tmp_path: Path) -> None:
    """Catches a kernel that recurses with two integer types being filed: a second process would die loading it."""
    script = tmp_path / "script.py"
    script.write_text(TWO_TYPES)
    environment = {"COUNTERPLAY_CACHE": str(tmp_path / "kernels"), "PATH": "", "COUNTERPLAY_QUIET": "1", "PYTHONPATH": CHECKOUT}
    runs = [
        subprocess.run([sys.executable, str(script)], env=environment, capture_output=True, text=True, timeout=120, check=False)
        for _ in range(2)
    ]
    assert [run.returncode for run in runs] == [0, 0], runs[1].stderr
    assert runs[0].stdout == runs[1].stdout == "20\n"


def test_games_of_one_class_share_their_identity() -> None:
    """Catches equal games being compiled twice."""
    one, other = ConnectFour(width=5), ConnectFour(width=5)
    before = perft.compilations
    perft.compiled(one, one.initial(), 1)
    after = perft.compilations
    perft.compiled(other, other.initial(), 1)
    assert perft.compilations == after and after - before <= 1
