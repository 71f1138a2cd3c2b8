"""Nobody waits for the compiler: where a person would, it runs in a process of its own, at low priority.

A command that talks to people runs within `compiling_in_background()`. A search whose native code is not on disk yet then
begins in the interpreted gear (`search.task`), and changes to the compiled one when the process has ended. That process
outlives the command that started it, by some seconds: what it makes serves the next command, too. Only one compiles at a time:
someone who looks at one game after another should not have to wait for a dozen compilers that share the processors and compile
what all games have in common a dozen times.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

from counterplay.core import Game
from counterplay.gears.announcements import announce_compilation
from counterplay.gears.cache.cache_folder import cache_folder

NICENESS = 10
SECONDS_PER_FUNCTION = 0.05  # of compilation, roughly, for each function that the rules reach
SECONDS_OF_SEARCH = 6.0  # of compilation of a search that no game has used yet, roughly
SHARED = {  # a search that all games share -> the kernel of it that takes longest to compile
    "engine": "search_node",
    "mcts": "grow",
    "star1": "star_value",
    "star2": "star_value",
    "max_n": "max_n",
    "max_n_pruned": "max_n_pruned",
    "paranoid": "paranoid",
    "opponent_model": "against_model",
    "forcing": "force",
}

_wanted = [False]
_here = threading.local()  # .only_ready: nothing may be compiled on this thread
_lock = threading.Lock()
_known: dict[tuple[str, str], BackgroundCompiler] = {}  # by rules and algorithm
_waiting: list[BackgroundCompiler] = []  # the last one is next
_working = [False]  # whether a thread is working through them
# How a game is named so that another process can make it; None where it lives only in this process's memory.
name_game: list[Callable[[Game], str | None]] = []


class NotReady(Exception):
    """Something would have to be compiled first."""


@contextlib.contextmanager
def compiling_in_background() -> Iterator[None]:
    """While this lasts, searches in this process begin before their native code is ready, and nobody waits for the compiler."""
    before, _wanted[0] = _wanted[0], True
    try:
        yield
    finally:
        _wanted[0] = before


def is_in_background() -> bool:
    """Whether searches should begin before their native code is there."""
    return _wanted[0]


@contextlib.contextmanager
def only_ready() -> Iterator[None]:
    """What would have to be compiled on this thread raises NotReady instead."""
    _here.only_ready = True
    try:
        yield
    finally:
        _here.only_ready = False


def about_to_compile() -> None:
    """Called before each compilation."""
    if getattr(_here, "only_ready", False):
        raise NotReady


class BackgroundCompiler:
    """Compiles one search for one game when its turn comes, in a process or, where the game cannot be named, on a thread."""

    def __init__(self, game: Game, algorithm: str, otherwise: Callable[[], Any]) -> None:
        self.game, self.algorithm = game, algorithm
        self._otherwise, self._done = otherwise, threading.Event()

    def run(self) -> None:
        """Compile, or see that it cannot be done."""
        text = next((text for namer in name_game if (text := namer(self.game)) is not None), None)
        if text is None:
            _quietly(self._otherwise)
        elif (process := _start(text, self.algorithm)) is not None:
            process.wait()
        self._done.set()

    @property
    def ended(self) -> bool:
        """Whether everything is compiled, or nothing more will be."""
        return self._done.is_set()


def _start(text: str, algorithm: str) -> subprocess.Popen[bytes] | None:
    environment = {**os.environ, "COUNTERPLAY_QUIET": "1", "COUNTERPLAY_NICE": str(NICENESS)}
    command = [sys.executable, "-m", "counterplay", "warm", text, "--algorithm", algorithm]
    try:
        return subprocess.Popen(
            command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True,
        )  # fmt: skip
    except OSError:
        return None


def _quietly(work: Callable[[], Any]) -> None:
    # What cannot be compiled says so when the search calls it.
    with contextlib.suppress(Exception):
        work()


def start_compiler(game: Game, algorithm: str, otherwise: Callable[[], Any]) -> BackgroundCompiler:
    """The compiler of this search of the game, or a new one; `otherwise` compiles in this process.

    The one asked for last comes next: that is what somebody is waiting for now.
    """
    from counterplay.gears.identity.game_identity import rules_digest

    key = rules_digest(game), algorithm
    with _lock:
        known = _known.get(key)
        if known is not None and not known.ended:
            if known in _waiting:
                _waiting.remove(known)
                _waiting.append(known)
            return known
        fresh = _known[key] = BackgroundCompiler(game, algorithm, otherwise)
        _waiting.append(fresh)
        if not _working[0]:
            _working[0] = True
            threading.Thread(target=_work_off, name="counterplay-compiler", daemon=True).start()
    announce_compilation[-1](
        f"counterplay: compiling {game.spec} in the background (once; about {estimate_seconds(game, algorithm):.0f} s); until "
        "then plain Python answers, with less depth"
    )
    return fresh


def _work_off() -> None:
    """Run one compiler after another, until none is waiting."""
    while True:
        with _lock:
            if not _waiting:
                _working[0] = False
                return
            compiler = _waiting.pop()
        compiler.run()


def estimate_seconds(game: Game, algorithm: str) -> float:
    """Roughly how long a first compilation takes."""
    from counterplay.gears.identity.code_digest import Reach

    reach = Reach(game)
    for name in ("result", "player", "terminal", "key", "actions", "order", "noisy", "evaluate", "utility", "outcomes"):
        reach.attribute(game, name)
    search = 0.0 if algorithm not in SHARED or _has_been_compiled(SHARED[algorithm]) else SECONDS_OF_SEARCH
    return search + SECONDS_PER_FUNCTION * sum(isinstance(place, int) for place in reach.seen)


def _has_been_compiled(kernel: str) -> bool:
    """Whether a kernel that all games share is on disk, of this version or, soon after an update, of the one before."""
    return any(cache_folder().glob(f"{kernel}-*.native"))
