"""Native code does not look where an array ends; one run over all games does."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from counterplay.games import game_names

WALK = Path(__file__).with_name("walk_in_bounds.py")


def run_checked(*arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "COUNTERPLAY_QUIET": "1"}
    return subprocess.run(
        [sys.executable, *arguments], env=environment, capture_output=True, text=True, timeout=300, check=False
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_no_read_or_write_beyond_an_array(name: str) -> None:
    """Would catch an index beyond a table: silent in native code, an IndexError with NUMBA_BOUNDSCHECK=1."""
    done = run_checked(str(WALK), name)
    assert done.returncode == 0, done.stderr[-2000:]
    assert int(done.stdout) > 20


@pytest.mark.slow
def test_bounds_check_would_find_one() -> None:
    """Would catch a test above that no longer checks anything: here is a read beyond an array."""
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
