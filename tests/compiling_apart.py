"""Test processes that have games compiled by a copy of themselves, which takes what compiling leaves in memory with it.

The copy writes machine code to the cache on disk, as always, and the test process loads it from there: a few hundred
kilobytes instead of tens of megabytes. It is for the games of the catalogue alone, since all of them compile.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.recycling import WORKER

MOST_WANTED = ("step", "expand", "final", "estimate")  # entry points that nearly every test of a game needs


@pytest.hookimpl
def pytest_collection_finish() -> None:
    """Whatever needs Numba is loaded by now, so that the copies need not load it."""
    if WORKER in os.environ and hasattr(os, "fork"):
        compile_apart()


def compile_apart() -> None:
    """From now on, entry points of the catalogue's games are compiled by a copy of this process."""
    from numba.core.compiler_lock import global_compiler_lock

    from counterplay import Game
    from counterplay.gears.announcements import announce
    from counterplay.gears.background_compiler import about_to_compile
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
                    compile_here(game, name, path)
                    for other in MOST_WANTED:  # while the methods that they share are compiled
                        if not compiled_game.is_known(game, other):
                            compile_here(game, other, compiled_game.entry_path(game, other))
                finally:
                    os._exit(0)
        os.waitpid(copy, 0)
        address = compiled_game._loaded(path)
        if address == 0:
            return compile_here(game, name, path)
        compiled_game.compilations[name] += 1
        return address

    compiled_game._compiled = compiled
