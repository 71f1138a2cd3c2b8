"""Who plays the games: this process, processes on this machine (joblib's loky), or a cluster (Ray). The same code either way.

A worker that dies takes no result with it: a result comes back whole or not at all, and a game without one is played again.
"""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import socket
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import resource_tracker
from typing import Any, Protocol

from counterplay.arena.game_record import GameRecord
from counterplay.arena.playing.parent_watch import leave_with
from counterplay.arena.playing.referee import Job, dismiss, play_game
from counterplay.core import BadParameter, CounterplayError
from counterplay.core.interruption import before_leaving, end_if_asked
from counterplay.core.limit import MOST_THREADS

MOST_ATTEMPTS = 5  # a game whose worker died so often is not played again
STORE_BYTES = 80 << 20  # of shared memory for a Ray of our own: games and results are small, and this is nearly its least
KNOCK = 5.0  # seconds for a cluster to answer
TAKE = 2.0  # seconds for loky to take the jobs it was given; its queue has room for `Local.capacity` of them
LISTEN = 0.2  # seconds between looks whether to end while others play


class WorkerDied(Exception):
    """The process that played a game is gone, and its result with it."""


class Workers(Protocol):
    """Something that plays games; used as a context, which ends all that is still under way."""

    capacity: int  # games it wants to have at hand
    farewell: float  # seconds that it may take to end what is under way in good order
    deaths: int  # results that were lost with the process that worked on them

    def submit(self, job: Job) -> None:
        """Take a game."""

    def next(self) -> tuple[Job, GameRecord | WorkerDied]:
        """A game that has ended, whichever it is; raises what play_game raised."""

    def __enter__(self) -> Workers: ...

    def __exit__(self, *_: object) -> None: ...


def play_all(workers: Workers, jobs: Iterable[Job]) -> Iterator[GameRecord]:
    """The games as they end, in any order; each job gives one record, however many workers die over it."""
    rest, attempts, under_way = iter(jobs), Counter[int](), 0
    again: deque[Job] = deque()
    while True:
        while under_way < workers.capacity:
            job = again.popleft() if again else next(rest, None)
            if job is None:
                break
            workers.submit(job)
            under_way += 1
        if not under_way:
            return
        job, result = workers.next()
        under_way -= 1
        if isinstance(result, GameRecord):
            yield result
            continue
        attempts[job.planned.number] += 1
        if attempts[job.planned.number] >= MOST_ATTEMPTS:
            raise BadParameter(
                f"the process that plays game {job.planned.number} has died {MOST_ATTEMPTS} times ({result}); "
                "the games before it are stored"
            )
        again.append(job)


class Here:
    """This process: one game after the other."""

    capacity = 1
    farewell = 1.0  # a move that takes longer cannot be waited for
    deaths = 0

    def __init__(self) -> None:
        self._jobs: deque[Job] = deque()

    def __enter__(self) -> Here:
        return self

    def __exit__(self, *_: object) -> None:
        dismiss()

    def submit(self, job: Job) -> None:
        """Take a game."""
        self._jobs.append(job)

    def next(self) -> tuple[Job, GameRecord | WorkerDied]:
        """Play it."""
        job = self._jobs.popleft()
        return job, play_game(job)


class Local:
    """Processes on this machine."""

    farewell = 10.0

    def __init__(self, count: int) -> None:
        self.count = count
        self.capacity = 2 * count  # so that nobody waits for the next game
        self.deaths = 0
        self._executor: Any = None
        self._starting = threading.Lock()  # held while processes are started
        self._stay: Callable[[], None] = lambda: None
        self._jobs: dict[Future[GameRecord], Job] = {}
        self._settled: deque[tuple[Job, GameRecord | WorkerDied]] = deque()  # what a broken executor has left behind

    def __enter__(self) -> Local:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()
        self._jobs.clear()
        dismiss()

    def submit(self, job: Job) -> None:
        """Take a game; processes are started when there is none."""
        if self._executor is None:
            from joblib.externals.loky import ProcessPoolExecutor

            self._executor = ProcessPoolExecutor(max_workers=self.count, initializer=_begin, initargs=(os.getpid(),))
            self._stay = before_leaving(self._kill)
        try:
            with self._starting, _deaf_children():
                self._jobs[self._executor.submit(play_game, job)] = job
        except BrokenProcessPool as error:  # since the last result
            self._settled.append((job, WorkerDied(str(error))))
            self._break(error)

    def next(self) -> tuple[Job, GameRecord | WorkerDied]:
        """The next game that has ended."""
        end_if_asked()
        if not self._settled:
            while not (done := wait(self._jobs, LISTEN, FIRST_COMPLETED).done):
                end_if_asked()
            future = done.pop()
            try:
                return self._jobs[future], future.result()
            except BrokenProcessPool as error:
                self._break(error)
            finally:
                self._jobs.pop(future, None)
        return self._settled.popleft()

    def _break(self, error: BrokenProcessPool) -> None:
        """One process has died, and loky has ended the others with it: keep what was finished, give back the rest."""
        self._end()
        for future, job in self._jobs.items():
            whole = future.done() and not future.cancelled() and future.exception() is None
            self._settled.append((job, future.result() if whole else WorkerDied(" ".join(str(error).split())[:200])))
        self._jobs.clear()
        self.deaths += 1

    def _end(self) -> None:
        executor, self._executor = self._executor, None
        if executor is None:
            return
        # loky's own thread fails over a job that it had not yet taken from its queue when it is told to kill the workers.
        patience = time.monotonic() + TAKE
        while time.monotonic() < patience and any(not (f.running() or f.done()) for f in self._jobs):
            time.sleep(0.001)
        executor.shutdown(wait=True, kill_workers=True)
        self._stay()

    def _kill(self) -> None:
        """End the processes without more ado; one that is just being started would complain if it lost its parent."""
        if self._executor is not None and self._starting.acquire(timeout=TAKE):
            for process in list(self._executor._processes.values()):
                process.kill()


@contextlib.contextmanager
def _deaf_children() -> Iterator[None]:
    """Processes that are started meanwhile are deaf to Ctrl-C from their first moment on, long before `_begin` is imported.

    A terminal tells every process of Ctrl-C; each would write a traceback of its own.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # Python starts it when it is first needed, and then makes us hear again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(parent: int) -> None:
    """A worker's first step: Ctrl-C is the main process's affair, and its end is the worker's end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    leave_with(parent)


class Cluster:
    """The machines of a Ray cluster, on each of which counterplay is installed."""

    farewell = 20.0

    def __init__(self, address: str, count: int | None = None) -> None:
        try:
            import ray
        except ImportError:
            raise BadParameter("a cluster needs Ray: pip install 'counterplay[cluster]'") from None
        self._ray = ray
        self._owner = not ray.is_initialized()
        if self._owner:
            _connect(ray, address)
        processors = int(ray.cluster_resources().get("CPU", 1))
        self.capacity = count or max(1, processors)
        self.deaths = 0
        # Ray would play a lost game again by itself; here that is `play_all`'s affair, the same for every kind of worker.
        self._play = ray.remote(num_cpus=1, max_retries=0)(play_game)
        self._jobs: dict[Any, Job] = {}

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(Exception):
            for reference in self._jobs:
                self._ray.cancel(reference, force=True)
        self._jobs.clear()
        if self._owner:
            self._ray.shutdown()
        dismiss()

    def submit(self, job: Job) -> None:
        """Take a game."""
        self._jobs[self._play.remote(job)] = job

    def next(self) -> tuple[Job, GameRecord | WorkerDied]:
        """The next game that has ended."""
        ready: list[Any] = []
        while not ready:
            end_if_asked()
            ready, _ = self._ray.wait(list(self._jobs), num_returns=1, timeout=LISTEN)
        job = self._jobs.pop(ready[0])
        try:
            record: GameRecord = self._ray.get(ready[0])
            return job, record
        except self._ray.exceptions.RayTaskError as error:
            cause = getattr(error, "cause", None)
            if isinstance(cause, CounterplayError):
                raise type(cause)(str(cause)) from None
            raise
        except self._ray.exceptions.RayError as error:
            self.deaths += 1
            return job, WorkerDied(" ".join(str(error).split())[:200])


def _connect(ray: Any, address: str) -> None:
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # else Ray warns of a coming change of its own
    options: dict[str, Any] = {"address": address, "log_to_driver": False, "logging_level": logging.ERROR}
    if address == "local":
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # a match tells nobody that it is played
        options |= {"include_dashboard": False, "object_store_memory": STORE_BYTES}
    try:
        _knock(address)
        ray.init(**options)
    except Exception as error:
        raise BadParameter(
            f"there is no Ray cluster at '{address}': {' '.join(str(error).split())[:200]}; `ray start --head` starts one, "
            "and --cluster local starts one for this match"
        ) from None


def _knock(address: str) -> None:
    """Whether anybody listens at HOST:PORT; Ray itself would try for minutes."""
    host, colon, port = address.rpartition(":")
    if colon and "/" not in address and port.isdecimal():
        socket.create_connection((host, int(port)), timeout=KNOCK).close()


def workers_for(workers: int = 1, cluster: str | None = None) -> Workers:
    """Who plays, as the options say; on a cluster, `workers` games at a time (as many as it has processors if 0)."""
    if workers < 0 or workers > MOST_THREADS:
        raise BadParameter(f"the number of workers must be from 1 to {MOST_THREADS}")
    if cluster is not None:
        return Cluster(cluster, workers or None)
    return Here() if workers <= 1 else Local(workers)
