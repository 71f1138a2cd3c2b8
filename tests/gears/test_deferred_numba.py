"""Numba is loaded when something is compiled, and is then told everything."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from types import ModuleType

import pytest

from counterplay.gears.compiler.deferred_numba import engage, when_compiling

UNCOMPILED = """
import sys
import counterplay
from counterplay.studio.server.game_library import Library
from counterplay.studio.api.catalogue_view import CatalogueViews
assert len(CatalogueViews(Library()).cards()) == len(counterplay.game_names())
game = counterplay.make_game("connect_four")
report = counterplay.search_position(game, limit=counterplay.Limit(depth=3), algorithm="alpha_beta", interpreted=True)
assert report.depth == 3
assert "numba" not in sys.modules, "loaded"
"""

THREADS = """
import threading
import counterplay
from counterplay.search.perft import perft
games = [counterplay.make_game("connect_four"), counterplay.make_game("tic_tac_toe")] * 2
counts = []
together = threading.Barrier(len(games))

def count(game):
    together.wait()
    counts.append((game.spec, perft.compiled(game, game.initial(), 3)))

threads = [threading.Thread(target=count, args=(game,)) for game in games]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert sorted(counts) == sorted([("connect_four", 343), ("mnk", 504)] * 2), counts
"""


PRODUCTS = """
import sys
import numba
import numpy as np
import counterplay
from counterplay.gears.compiler.deferred_numba import engage
engage()
from numba.core.registry import cpu_target
cpu_target.target_context.refresh()
assert "scipy.linalg" not in sys.modules, "loaded"
product = numba.njit(lambda a, b: np.dot(a, b))
assert product(np.arange(3.0), np.arange(3.0)) == 5.0
"""


def run(script: str) -> None:
    done = subprocess.run([sys.executable, "-c", script], check=False, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr


def test_boards_are_drawn_and_games_searched_in_python_without_numba() -> None:
    """Would catch a module that loads Numba as it is imported: every command and the studio's first page would wait for it."""
    run(UNCOMPILED)


def test_scipy_is_loaded_for_a_product_and_not_before() -> None:
    """Would catch a fifth of a second lost in every process where SciPy is installed, or `np.dot` in rules that fails."""
    pytest.importorskip("scipy")
    run(PRODUCTS)


def test_threads_that_compile_first_together_all_find_everything_registered() -> None:
    """Would catch a kernel that is ready on the thread that loads Numba, and not yet on another."""
    run(THREADS)


def test_nobody_compiles_while_another_thread_tells_numba() -> None:
    """Would catch a thread that goes on although what a kernel needs is only being registered by another one."""
    begun, told = threading.Event(), threading.Event()

    def register(native: ModuleType) -> None:
        begun.set()
        time.sleep(0.2)
        told.set()

    when_compiling(register)
    other = threading.Thread(target=engage)
    other.start()
    assert begun.wait(60)
    engage()
    assert told.is_set()
    other.join()


def test_any_number_of_helpers_can_wait() -> None:
    """Would catch a registration that leads to the next one: some hundred games would exhaust the stack."""
    run(
        """
import sys
from counterplay.gears import helper
for _ in range(2 * sys.getrecursionlimit()):
    helper(lambda: 0)
"""
        + THREADS
    )
