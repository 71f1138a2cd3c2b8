"""Native code does not look where an array ends; the checked gear does. `bench.checked_games` plays all games in it."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest


def run_checked(*arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "COUNTERPLAY_QUIET": "1"}
    return subprocess.run(
        [sys.executable, *arguments], env=environment, capture_output=True, text=True, timeout=300, check=False
    )


@pytest.mark.slow
def test_bounds_check_would_find_one() -> None:
    """Would catch a checked gear that no longer looks at any index: here is a read beyond an array."""
    script = """
from typing import NamedTuple
import numpy as np
from counterplay.core import Game
from counterplay.gears.entry.method_calls import estimate_of
class S(NamedTuple):
    n: int
class Beyond(Game):
    def __init__(self):
        self.table = np.zeros(4)
    def initial(self):
        return S(3)
    def player(self, s):
        return 0
    def actions(self, s):
        yield 1
    def result(self, s, a):
        return S(s.n + a)
    def terminal(self, s):
        return False
    def utility(self, s, p):
        return 0.0
    def evaluate(self, s, p):
        return self.table[s.n]
game = Beyond()
assert estimate_of.compiled(game, game.initial(), 0) == 0.0
try:
    estimate_of.compiled(game, game.result(game.initial(), 1), 0)
except IndexError:
    print("found")
"""
    done = run_checked("-c", script)
    assert done.stdout.strip() == "found", done.stderr[-2000:]
