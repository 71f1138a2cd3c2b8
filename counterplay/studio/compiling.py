"""Compiling in another process, so that what the compiler keeps goes with it.

To compile a search for one more game, or one more size of a board, leaves tens of megabytes behind that no program can give
back; to load what was compiled takes one. So a search that finds nothing on disk is called off, a process of its own compiles
it and ends, and the search begins again. Where that is of no use, since nothing can be kept on disk, it compiles here.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, TimeoutError
from typing import Any, TypeVar

from counterplay.core import CounterplayError, Position
from counterplay.core.interruption import before_leaving
from counterplay.studio.options import MOST_COMPILED

T = TypeVar("T")
LOOK = 0.1  # seconds between looks whether anybody still waits

_wishes = threading.local()  # .elsewhere: a compilation that begins on this thread is called off


class Elsewhere(BaseException):
    """Something has to be compiled; no Exception, which somebody on its way might take for a fault of the game."""


class TooManyKinds(CounterplayError):
    """So many games were compiled that their native code alone fills the memory."""


def about_to_compile() -> None:
    """Told by the compiler before it begins; raises where it should not begin here."""
    if getattr(_wishes, "elsewhere", False):
        raise Elsewhere


@contextlib.contextmanager
def compiled_elsewhere() -> Iterator[None]:
    """While this lasts, a compilation that begins on this thread raises Elsewhere instead."""
    _wishes.elsewhere = True
    try:
        yield
    finally:
        _wishes.elsewhere = False


class Compiler:
    """The processes that compile; one for each kind of search, whoever asks for it."""

    def __init__(self, files: tuple[str, ...], at_once: int) -> None:
        self._files = files
        self._room = threading.BoundedSemaphore(at_once)
        self._lock = threading.Lock()
        self._compiled: dict[tuple[str, str, bool], Future[None]] = {}  # (game, algorithm, traced) -> done, or under way
        self._processes: set[subprocess.Popen[bytes]] = set()
        self._closed = False
        self._stay = before_leaving(self.close)

    def provide(self, position: Position, algorithm: str, traced: bool, work: Callable[[], T], wanted: Callable[[], bool]) -> T:
        """Do some work that searches; what it needs compiled is compiled in another process first.

        The work begins anew then, so it must not have told anything before it searches. Where nobody wants it any longer it
        is not waited for.
        """
        key = (position.game.spec, algorithm, traced)
        if not self._known(key):
            try:
                with compiled_elsewhere():
                    return work()
            except Elsewhere:
                future = self._begin(key, position)
            while wanted():
                with contextlib.suppress(TimeoutError):
                    future.result(LOOK)
                    break
        return work()

    def _known(self, key: tuple[str, str, bool]) -> bool:
        with self._lock:
            found = self._compiled.get(key)
        return found is not None and found.done()

    def _begin(self, key: tuple[str, str, bool], position: Position) -> Future[None]:
        with self._lock:
            if key not in self._compiled:
                if len(self._compiled) >= MOST_COMPILED:
                    raise TooManyKinds(
                        f"this studio has compiled {MOST_COMPILED} kinds of searches since it was started, and each keeps "
                        "memory; start it again to search another"
                    )
                self._compiled[key] = Future()
                arguments = {
                    "files": self._files,
                    "game": key[0],
                    "state": position.game.dump(position.state),
                    "algorithm": key[1],
                    "traced": key[2],
                }
                threading.Thread(
                    target=self._run, args=(self._compiled[key], arguments), name="studio-compiler", daemon=True
                ).start()
            return self._compiled[key]

    def _run(self, future: Future[None], arguments: dict[str, Any]) -> None:
        """One process; how it ends does not matter, since the search that follows finds out by itself."""
        with self._room, contextlib.suppress(OSError):
            process = self._start()
            if process is not None:
                process.communicate(json.dumps(arguments).encode())
                self._processes.discard(process)
        future.set_result(None)

    def _start(self) -> subprocess.Popen[bytes] | None:
        with self._lock:
            if self._closed:
                return None
            process = subprocess.Popen(
                [sys.executable, "-m", "counterplay.studio.compile_once", str(os.getpid())],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # deaf to the terminal's Ctrl-C; `close` ends it
                env={**os.environ, "COUNTERPLAY_QUIET": "1"},
            )
            self._processes.add(process)
            return process

    def close(self) -> None:
        """End what is under way."""
        self._closed = True
        self._stay()
        for process in list(self._processes):
            process.kill()
