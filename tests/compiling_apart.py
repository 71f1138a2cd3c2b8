"""Test processes that have games compiled by a copy of themselves, which takes what compiling leaves in memory with it.

The copy writes machine code to the cache on disk, as always, and the test process loads it from there: a few hundred
kilobytes instead of tens of megabytes. It is for the games of the catalogue alone, since all of them compile.
"""

from __future__ import annotations

import gc
import os
import signal
import time
from pathlib import Path

import pytest

from counterplay import Game, Search
from counterplay.gears.announcements import announce
from counterplay.gears.background_compiler import about_to_compile
from counterplay.search.precompile import BRIEF, first_decision
from tests.recycling import WORKER

LONGEST = 180.0  # seconds that compiling a game takes on a busy machine
USUAL = ("step", "expand", "final", "estimate")  # entry points that most searches ask for


@pytest.hookimpl
def pytest_collection_finish() -> None:
    """Whatever needs Numba is loaded by now, so that the copies need not load it."""
    if WORKER in os.environ and hasattr(os, "fork"):
        compile_apart()


def compile_most(game: Game) -> None:
    """Compile what most tests of a game need, at once: entry points share methods, which another process compiles again."""
    from counterplay.gears.entry.compiled_game import entry_address

    for name in USUAL:
        entry_address(game, name)
    position = first_decision(game)
    if position is not None and ":" not in game.spec:  # a game with parameters has few tests
        Search(position, BRIEF).result()


def await_copy(copy: int) -> None:
    """Wait until a copy of this process has ended; one that waits for a thread which was not copied is killed."""
    deadline = time.monotonic() + LONGEST
    while os.waitpid(copy, os.WNOHANG) == (0, 0):
        if time.monotonic() > deadline:
            os.kill(copy, signal.SIGKILL)
            os.waitpid(copy, 0)
            return
        time.sleep(0.005)


def compile_apart() -> None:
    """From now on, entry points of the catalogue's games are compiled by a copy of this process."""
    from numba.core.compiler_lock import global_compiler_lock

    from counterplay.gears.entry import compiled_game

    compile_here = compiled_game._compiled

    def compiled(game: Game, name: str, path: Path) -> int:
        if not type(game).__module__.startswith("counterplay.games."):
            return compile_here(game, name, path)
        about_to_compile()
        announce(game.spec)
        with global_compiler_lock:  # a copy in which another thread holds it would wait for ever
            copy = os.fork()
            if copy == 0:
                try:
                    gc.disable()  # the copy ends soon, and takes its garbage with it
                    compiled_game._compiled = compile_here
                    compile_here(game, name, path)
                    compile_most(game)
                finally:
                    os._exit(0)
        await_copy(copy)
        address = compiled_game._loaded(path)
        if address == 0:
            return compile_here(game, name, path)
        compiled_game.compilations[name] += 1
        return address

    compiled_game._compiled = compiled
