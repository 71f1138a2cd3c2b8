"""Nobody waits for the compiler: where a person would, it runs in a process of its own, at low priority.

A command that talks to people runs within `compiling_in_background()`. A search whose native code is not on disk yet then
begins in the interpreted gear (`search.task`), and goes over to the compiled one when the process has ended. That process
outlives the command that started it, by some seconds: what it makes is for the next one, too.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

from counterplay.core import Game
from counterplay.gears.announcing import announce_compilation

NICENESS = 10
SECONDS_PER_FUNCTION = 0.05  # of compilation, roughly, for each function that the rules reach
SECONDS_OF_SEARCH = 6.0  # of compilation of a search that no game has used yet, roughly

_wanted = [False]
_here = threading.local()  # .only_ready: nothing may be compiled on this thread
_lock = threading.Lock()
_running: dict[tuple[str, str], BackgroundCompiler] = {}
# How a game is named so that another process can make it; None where it lives only in this process's memory.
name_game: list[Callable[[Game], str | None]] = []


class NotReady(Exception):
    """Something would have to be compiled first."""


@contextlib.contextmanager
def compiling_in_background() -> Iterator[None]:
    """While this lasts, people in this process play while the compiler works."""
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
    """A process, or where the game cannot be named a thread, that compiles one search for one game."""

    def __init__(self, game: Game, algorithm: str, otherwise: Callable[[], Any]) -> None:
        self.game, self.started = game, time.monotonic()
        self._process: subprocess.Popen[bytes] | None = None
        self._thread: threading.Thread | None = None
        text = next((text for namer in name_game if (text := namer(game)) is not None), None)
        if text is not None:
            self._process = _start(text, algorithm)
        else:
            self._thread = threading.Thread(target=_quietly, args=(otherwise,), name="counterplay-compiler", daemon=True)
            self._thread.start()

    @property
    def ended(self) -> bool:
        """Whether everything is compiled, or nothing more will be."""
        if self._process is not None:
            return self._process.poll() is not None
        return self._thread is None or not self._thread.is_alive()


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
    """The compiler that is at work on this search of the game, or a new one; `otherwise` compiles in this process."""
    from counterplay.gears.identity import rules_digest

    key = rules_digest(game), algorithm
    with _lock:
        running = _running.get(key)
        if running is None or running.ended:
            running = _running[key] = BackgroundCompiler(game, algorithm, otherwise)
            announce_compilation[-1](
                f"counterplay: compiling {game.spec} in the background (once; about {estimate_seconds(game):.0f} s); until "
                "then plain Python answers, with less depth"
            )
        return running


def estimate_seconds(game: Game) -> float:
    """Roughly how long a first compilation takes."""
    from counterplay.gears.reach import Reach

    reach = Reach(game)
    for name in ("result", "player", "terminal", "key", "actions", "order", "noisy", "evaluate", "utility", "outcomes"):
        reach.attribute(game, name)
    return SECONDS_OF_SEARCH + SECONDS_PER_FUNCTION * sum(isinstance(place, int) for place in reach.seen)
