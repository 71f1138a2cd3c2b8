"""Things to do later: flags that fall, the pace of agents, the end of somebody's turn to search. One thread for all."""

from __future__ import annotations

import heapq
import itertools
import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from counterplay.core import CounterplayError

log = logging.getLogger("counterplay.studio")
FEW = 100


@dataclass(order=True)
class Alarm:
    """Something to do at a time of `time.monotonic`."""

    at: float
    number: int
    action: Callable[[], object] = field(compare=False)
    cancelled: bool = field(default=False, compare=False)

    def cancel(self) -> None:
        """Leave it undone, and let go of what it was about: a clock's hour may still be long."""
        self.cancelled, self.action = True, _nothing


def _nothing() -> None:
    """What a cancelled alarm does."""


class Alarms:
    """What is to be done, soonest first; actions should be brief."""

    def __init__(self) -> None:
        self._waiting: list[Alarm] = []
        self._swept_at = FEW  # alarms; the cancelled ones among them are thrown out when there are so many
        self._numbers = itertools.count()
        self._changed = threading.Condition()
        self._closed = False
        self._thread: threading.Thread | None = None

    def after(self, seconds: float, action: Callable[[], object]) -> Alarm:
        """Do this in so many seconds."""
        alarm = Alarm(time.monotonic() + seconds, next(self._numbers), action)
        with self._changed:
            heapq.heappush(self._waiting, alarm)
            if len(self._waiting) >= self._swept_at:
                self._waiting = [one for one in self._waiting if not one.cancelled]
                heapq.heapify(self._waiting)
                self._swept_at = FEW + 2 * len(self._waiting)
            if self._thread is None and not self._closed:
                self._thread = threading.Thread(target=self._run, name="studio-alarms", daemon=True)
                self._thread.start()
            self._changed.notify()
        return alarm

    def close(self) -> None:
        """Do nothing more."""
        with self._changed:
            self._closed = True
            self._waiting.clear()
            self._changed.notify()

    def _run(self) -> None:
        while (alarm := self._next()) is not None:
            if not alarm.cancelled:
                try:
                    alarm.action()
                except CounterplayError as error:  # a disk that is full, and a clock that has run out
                    log.warning("%s", error)
                except Exception:  # one that fails must not silence the others
                    log.exception("an alarm failed")

    def _next(self) -> Alarm | None:
        with self._changed:
            while not self._closed:
                if not self._waiting:
                    self._changed.wait()
                elif (rest := self._waiting[0].at - time.monotonic()) > 0:
                    self._changed.wait(rest)
                else:
                    return heapq.heappop(self._waiting)
        return None
