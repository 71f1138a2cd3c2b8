"""Searches on worker threads: so many at once, the others in a queue that serves everybody in turn.

Kernels run without Python's lock, so a search does not hold up the server. Whoever asked may cancel at any moment; a search
stops within milliseconds, except while it compiles.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any, TypeVar

from counterplay.core import CounterplayError, Limit, Position, Report
from counterplay.gears import announce_compilation
from counterplay.search.api import Search, find_algorithm
from counterplay.studio.server.alarms import Alarms
from counterplay.studio.server.studio_options import MOST_WAITING, TREE_NODES

T = TypeVar("T")
TURN = 10.0  # seconds after which an open-ended search makes room, if others wait

_hearing = threading.local()  # .tell: who is told of a compilation on this thread


class Busy(CounterplayError):
    """So many searches wait that one more would only make it worse."""


class Stopped(CounterplayError):
    """The search was cancelled before it had an answer."""

    def __init__(self) -> None:
        super().__init__("the search was stopped")


class Job:
    """Some work that waits, runs, or is done; its `future` has the answer."""

    def __init__(self, owner: str, work: Callable[[Job], Any], *, slots: int = 1, open_ended: bool = False) -> None:
        self.owner, self.work, self.slots, self.open_ended = owner, work, slots, open_ended
        self.future: Future[Any] = Future()
        self.cancelled = threading.Event()
        self.displaced = False  # it was ended because others were waiting
        self.started: float | None = None  # on the clock of time.monotonic
        self.on_compile: Callable[[str | None], object] = lambda sentence: None  # told when a compilation starts and ends
        self._searching: Search | None = None

    def cancel(self) -> None:
        """Stop the search; whoever waits for the future gets Stopped, or what there was."""
        self.cancelled.set()
        if self._searching is not None:
            self._searching.stop()

    def search(
        self,
        position: Position,
        limit: Limit,
        algorithm: str = "auto",
        each: Callable[[Report], object] = lambda report: None,
        **options: Any,
    ) -> Report:
        """Search on this thread; each report is handed on as it comes, the last one returned."""
        search = new_search(position, limit, algorithm, on_ready=lambda: self.on_compile(None), **options)

        def work() -> Report | None:
            last = None
            self._searching = search
            if self.cancelled.is_set():
                raise Stopped
            for report in search.reports():
                last = report
                each(report)
            return last

        last = self.heard(work)
        if last is None or (self.cancelled.is_set() and not self.displaced):
            raise Stopped
        return last

    def heard(self, work: Callable[[], T]) -> T:
        """Do some work that searches; whoever waits hears when it compiles."""
        with hearing(self.on_compile):
            return work()


def new_search(position: Position, limit: Limit, algorithm: str = "auto", **options: Any) -> Search:
    """A search within the studio's bounds; refused at once where it does not fit or nothing is to be decided."""
    if find_algorithm(algorithm, position.game).name == "mcts":
        options.setdefault("capacity", TREE_NODES)  # the engine's tables have a bound of their own
    return Search(position, limit, algorithm, **options)


@contextlib.contextmanager
def hearing(tell: Callable[[str | None], object]) -> Iterator[None]:
    """While this lasts, compilations on this thread are told to somebody."""
    before = getattr(_hearing, "tell", None)
    _hearing.tell = tell
    try:
        yield
    finally:
        _hearing.tell = before


def announce(message: str) -> None:
    """Given to the compiler: passes the news to whoever waits for the compilation."""
    tell = getattr(_hearing, "tell", None)
    if tell is not None:
        tell(message.removeprefix("counterplay: ").capitalize())


def listen_to_compiler() -> Callable[[], None]:
    """From now on compilations are announced to pages; gives what undoes it."""
    announce_compilation.append(announce)
    return lambda: announce_compilation.remove(announce) if announce in announce_compilation else None


class Searches:
    """A limited number of slots, and a queue for each owner that are served in turn."""

    def __init__(self, slots: int, alarms: Alarms, turn: float = TURN) -> None:
        self.slots, self.turn = slots, turn
        self._alarms = alarms
        self._lock = threading.Lock()
        self._queues: OrderedDict[str, deque[Job]] = OrderedDict()
        self._running: set[Job] = set()
        self._closed = False

    @property
    def running(self) -> int:
        """Searches under way."""
        return len(self._running)

    @property
    def waiting(self) -> int:
        """Searches in the queue."""
        with self._lock:
            return sum(map(len, self._queues.values()))

    def submit(self, job: Job) -> bool:
        """Run a job as soon as it is its turn; whether that is at once."""
        with self._lock:
            if self._closed or sum(map(len, self._queues.values())) >= MOST_WAITING:
                raise Busy("too many searches are waiting; try again in a while")
            job.slots = min(job.slots, self.slots)
            self._queues.setdefault(job.owner, deque()).append(job)
            self._start_next()
            at_once = job.started is not None
        if not at_once:
            self._ask_for_room()
        return at_once

    def cancel(self, job: Job) -> None:
        """Stop a job, or take it out of the queue."""
        job.cancel()
        with self._lock:
            queue = self._queues.get(job.owner)
            if queue is None or job not in queue:
                return
            queue.remove(job)
            if not queue:
                del self._queues[job.owner]
        job.future.set_exception(Stopped())

    def close(self) -> None:
        """Stop everything."""
        with self._lock:
            self._closed = True
            jobs = [*self._running, *(job for queue in self._queues.values() for job in queue)]
            self._queues.clear()
        for job in jobs:
            job.cancel()
            if job.started is None:
                job.future.set_exception(Stopped())

    def _start_next(self) -> None:
        """Start as many waiting jobs as there is room for; the lock is held."""
        while self._queues:
            owner, queue = next(iter(self._queues.items()))
            if sum(job.slots for job in self._running) + queue[0].slots > self.slots:
                return
            job = queue.popleft()
            del self._queues[owner]
            if queue:
                self._queues[owner] = queue  # at the end: the others come first
            job.started = time.monotonic()
            self._running.add(job)
            threading.Thread(target=self._run, args=(job,), name="studio-search", daemon=True).start()

    def _run(self, job: Job) -> None:
        try:
            if job.cancelled.is_set():
                raise Stopped
            answer = job.work(job)
        except BaseException as error:
            self._finish(job)
            job.future.set_exception(error)
        else:
            self._finish(job)
            job.future.set_result(answer)

    def _finish(self, job: Job) -> None:
        with self._lock:
            self._running.discard(job)
            if not self._closed:
                self._start_next()
            waiting = bool(self._queues)
        if waiting:
            self._ask_for_room()

    def _ask_for_room(self) -> None:
        """End the open-ended search that has run longest, as soon as its turn is over, if somebody still waits then."""
        with self._lock:
            could = [j for j in self._running if j.open_ended and not j.displaced and j.started is not None]
            old = min(could, key=lambda j: j.started or 0.0, default=None)
            if old is None or old.started is None or not self._queues:
                return
            rest = old.started + self.turn - time.monotonic()
            if rest <= 0:
                old.displaced = True
        if rest > 0:
            self._alarms.after(rest, self._ask_for_room)
        else:
            old.cancel()
