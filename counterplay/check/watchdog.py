"""Ends a call that does not return: the rules of a user's game may loop for ever, a check may not.

Python delivers an asynchronous exception between two byte codes of the watched thread, so this frees a loop written in
Python; native code cannot be interrupted.
"""

from __future__ import annotations

import ctypes
import threading
import time
from types import TracebackType

TICK = 0.2  # seconds between looks at the clock
PATIENCE = 6.0  # times as long on the clock as on the processor: on a busy machine a call waits for its turn, too


class TooSlow(BaseException):
    """Raised inside the watched call; no Exception, so that rules that catch everything do not swallow it."""


class Watchdog:
    """Watches one thread, the one that made it; `start` and `stop` bracket each call. Seconds are those of the processor."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._thread = threading.get_ident()
        self._lock = threading.Lock()
        self._began: float | None = None
        self._spent = 0.0
        self._fired = False
        self._closed = threading.Event()

    def __enter__(self) -> Watchdog:
        threading.Thread(target=self._watch, name="counterplay-check-watchdog", daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._closed.set()

    def start(self) -> None:
        """The call begins."""
        self._spent, self._began = self._processor(), time.monotonic()

    def stop(self) -> None:
        """The call is over; a TooSlow that is still on its way arrives here, not later."""
        with self._lock:
            self._began = None
            pending, self._fired = self._fired, False
        if pending:
            for _ in range(100):  # it comes at once, unless the rules have caught it
                time.sleep(0.001)

    def _watch(self) -> None:
        while not self._closed.wait(TICK):
            with self._lock:
                if self._began is not None and not self._fired and self._is_late(self._began):
                    self._fired = True
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), ctypes.py_object(TooSlow))

    def _is_late(self, began: float) -> bool:
        waited = time.monotonic() - began
        return waited > self.seconds and (self._processor() - self._spent > self.seconds or waited > PATIENCE * self.seconds)

    def _processor(self) -> float:
        """Seconds that the watched thread has spent on a processor; on the clock where the system does not tell."""
        if not hasattr(time, "pthread_getcpuclockid"):
            return time.monotonic()
        return time.clock_gettime(time.pthread_getcpuclockid(self._thread))
