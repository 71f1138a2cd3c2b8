"""Ctrl-C at any moment: a command works on a second thread, and the first one does nothing but listen.

No exception is ever raised in the middle of the work, which may be inside a compiler, a database or a half-imported
module. When Ctrl-C comes the first thread says what there is to say and ends the process. Only what has something to put
in order (a `farewell` with patience) is asked to end by itself first; a second Ctrl-C does not wait for it.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import signal
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import FrameType
from typing import Any

from counterplay.core.interruption import ask_to_end, leave
from counterplay.first_moments import STOPPED

LISTEN = 0.05  # seconds between looks at the keyboard
SIGNALLED = 128  # exit codes above it name a signal, as shells report it
CLEAR_LINE = b"\r\x1b[2K\x1b[?25h"  # of a terminal, where progress may stand with the cursor hidden
# Threads that may be in native code when the command has ended.
NATIVE = (
    "counterplay-aei",
    "counterplay-compiler",
    "counterplay-jsonl",
    "counterplay-meanwhile",
    "counterplay-search",
    "counterplay-solve",
    "counterplay-uci",
    "counterplay-warm",
    "studio-ready",
    "studio-search",
)


class Stopped(KeyboardInterrupt):
    """Ctrl-C, with a sentence about what it stopped."""


@dataclass
class Farewell:
    """What is said when Ctrl-C comes, and how long the work may take to end by itself."""

    words: Callable[[], str]
    patience: float = 0.0  # seconds


_farewells: list[Farewell] = []


@contextlib.contextmanager
def farewell(words: Callable[[], str], patience: float = 0.0) -> Iterator[None]:
    """While this lasts, Ctrl-C says these words, asked for on the listening thread; with patience, the work ends itself."""
    mine = Farewell(words, patience)
    _farewells.append(mine)
    try:
        yield
    finally:
        _farewells.remove(mine)


class Listener:
    """The first thread of the command."""

    def __init__(self, work: Callable[[], Any], flush: Callable[[int], int]) -> None:
        self._work, self._flush = work, flush  # the second writes what is left and gives the exit code
        self._heard = 0  # the signal
        self._error: BaseException | None = None
        self._terminal = _terminal_settings()

    def run(self) -> None:
        """Do the work on a second thread; ends as it ends, by its SystemExit or another exception."""
        self._listen(self._hear)
        atexit.register(self._ignore)  # runs last: what comes after it ends by itself
        worker = threading.Thread(target=self._guarded, name="counterplay-command", daemon=True)
        worker.start()
        while worker.is_alive():
            worker.join(LISTEN)
            if self._heard and worker.is_alive():
                self._stop(worker)
        if self._error is not None:
            self._end(self._error)

    def _guarded(self) -> None:
        try:
            self._work()
        except BaseException as error:
            self._error = error

    def _listen(self, handler: Callable[[int, FrameType | None], Any]) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, handler)

    def _hear(self, number: int, frame: FrameType | None) -> None:
        if self._heard:
            leave(SIGNALLED + number)
        self._heard = number

    def _ignore(self) -> None:
        """While Python takes itself apart there is nothing left to stop."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    def _stop(self, worker: threading.Thread) -> None:
        """Let the work end in good order if it can; otherwise say why and leave."""
        last = _farewells[-1] if _farewells else Farewell(lambda: "stopped")
        if last.patience:
            ask_to_end()
            worker.join(last.patience)
            if not worker.is_alive():
                return
        self._restore_terminal()
        with contextlib.suppress(Exception):
            os.write(2, f"counterplay: {last.words()}\n".encode(errors="replace"))
        leave(SIGNALLED + self._heard)

    def _restore_terminal(self) -> None:
        """A prompt or a progress bar that is left in the middle leaves a terminal without echo or cursor."""
        with contextlib.suppress(Exception):
            if self._terminal is not None and os.tcgetpgrp(0) == os.getpgrp():
                import termios

                termios.tcsetattr(0, termios.TCSANOW, self._terminal)
            if os.isatty(2):
                os.write(2, CLEAR_LINE)

    def _end(self, error: BaseException) -> None:
        if not isinstance(error, SystemExit):
            raise error
        code = self._flush(error.code if isinstance(error.code, int) else 1 if error.code else 0)
        if code == STOPPED and self._heard:
            code = SIGNALLED + self._heard  # work that ended in good order does not know which signal it was
        self._listen(lambda *_: os._exit(code))
        if any(thread.name in NATIVE for thread in threading.enumerate()):
            # A kernel cannot be interrupted, and Python must not take itself apart while native code runs.
            leave(code)
        raise SystemExit(code)


def _terminal_settings() -> list[Any] | None:
    """How the terminal is set up, where there is one."""
    with contextlib.suppress(Exception):
        import termios

        return termios.tcgetattr(0)
    return None
