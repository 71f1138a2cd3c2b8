"""One search under way: what is asked, what may be spent, and the thread it runs on.

An algorithm is a generator of reports over a `Task`. `task_reports` runs it on a worker thread, since a compiled kernel does
not hear Ctrl-C. The clock it reads itself, however long the caller looks at a report.
"""

from __future__ import annotations

import contextlib
import queue
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Generic

from counterplay.core import Game, Limit, Position, Repetition, Report
from counterplay.gears.background_compiler import NotReady, is_in_background, only_ready, start_compiler
from counterplay.gears.cache.code_store import times_asked
from counterplay.gears.deadline import DEADLINE, SHARED_CLOCK, STOP, must_end, nanoseconds
from counterplay.gears.gear_choice import chosen_gear, interpreting, is_interpreting
from counterplay.search.algorithm import Options
from counterplay.search.search_control import EARLY, NODES, Array, new_control


@dataclass
class Task(Generic[Options]):
    """What a search is asked."""

    game: Game  # perhaps with other weights than the position's
    position: Position
    limit: Limit
    options: Options  # the algorithm's own
    actions: list[int]  # to choose among: the legal ones, without what a rule of repetition forbids, or some of them (engine)
    history: tuple[int, ...] = ()  # keys of the positions before the state, oldest first, for repetition
    lines: int = 1  # how many candidate actions to report
    threads: int = 1
    seed: int = 0
    algorithm: str = ""  # its name
    patience: float | None = None  # seconds after which an answer of the interpreted gear will do; None: wait for the other
    only_last: bool = False  # nobody looks at the reports before the last one
    controls: list[Array] = field(default_factory=list)  # one a thread
    started: float = 0.0  # on the clock of time.perf_counter

    def __post_init__(self) -> None:
        self.controls = [new_control(self.limit) for _ in range(self.threads)]
        self._beside: list[Array] = []
        self.ask()

    def ask(self) -> None:
        """The question is put now."""
        self.started = time.perf_counter()
        self._asked = times_asked()

    @property
    def state(self) -> Any:
        """Where the search begins."""
        return self.position.state

    @property
    def control(self) -> Array:
        """The first thread's control array."""
        return self.controls[0]

    @property
    def stopped(self) -> bool:
        """Whether the search has been told to end, or its time is up."""
        return bool(must_end(self.control))

    @property
    def nodes(self) -> int:
        """Entered so far, by all threads."""
        return int(sum(c[NODES] for c in self.controls))

    @property
    def seconds(self) -> float:
        """Since the clock started."""
        return time.perf_counter() - self.started

    @property
    def ready_since(self) -> float:
        """From when on the time runs: from the question on, or from now where something was compiled or loaded since."""
        return self.started if times_asked() == self._asked else time.perf_counter()

    def start_clock(self, started: float) -> None:
        """The time runs from a moment on the clock of time.perf_counter."""
        self.started = started
        if self.limit.seconds is not None:
            seconds = float(self.limit.seconds)
            for control in self.controls:
                control[DEADLINE] = max(1, nanoseconds() + round(1e9 * (seconds - self.seconds)))
                control[EARLY] = round(1e9 * min(MOST_EARLY, SHARE_EARLY * seconds))

    def lawful(self, line: list[int]) -> list[int]:
        """A line of play up to where a rule of repetition ends the game or forbids the next action."""
        game, state = self.game, self.state
        bits = game.repetition_bits
        seen = [key & bits for key in (*self.history, int(game.key(state)))]
        forbidden = game.repetition == Repetition.FORBIDDEN
        for place, action in enumerate(line):
            state = game.result(state, action)
            if forbidden or not game.terminal(state):  # an end is never a draw or a loss by repetition
                seen.append(int(game.key(state)) & bits)
                if seen.count(seen[-1]) >= game.repetition_count:
                    return line[: place + (not forbidden)]
        return line

    def new_control(self, limit: Limit) -> Array:
        """A control array for work beside the search itself; `stop` ends it, too."""
        control = new_control(limit)
        control[STOP], control[DEADLINE] = self.control[STOP], self.control[DEADLINE]
        self._beside[:] = [control]
        return control

    def stop(self) -> None:
        """Ask every thread to return at once."""
        for control in [*self.controls, *self._beside]:
            control[STOP] = 1


# An algorithm as it is run here: what it works with is made from the task, and gives its reports.
Prepare = Callable[[Task[Any]], Any]
Body = Callable[[Task[Any], Any], Iterator[Report]]
POLL = 0.05  # seconds between two looks at the compiler
MOST_EARLY, SHARE_EARLY = 0.01, 0.1  # of a limit, in seconds and as a share: what a search may end early on a busy machine
LEAST_SECONDS = 0.05  # that a compiled search gets, however long the compiler took


def task_answer(task: Task[Any], prepare: Prepare, body: Body) -> Report | None:
    """The last report; None where the task was stopped before there was one.

    The others wake nobody, and where nobody can press Ctrl-C there is no second thread to wake: in games of short searches,
    on a machine whose processors are all busy, that took a fifth of the time.
    """
    task.only_last = True

    def last(task: Task[Any], tools: Any) -> Iterator[Report]:
        yield from deque(body(task, tools), maxlen=1)

    if _hears_ctrl_c() or is_in_background():
        found = deque(task_reports(task, prepare, last), maxlen=1)
    else:
        with _clock(task, prepare) as tools:
            found = deque(last(task, tools), maxlen=1)
    return found[0] if found else None


def _hears_ctrl_c() -> bool:
    """Python tells its main thread of Ctrl-C, unless it is ignored, as in the processes that play a match."""
    on_main = threading.current_thread() is threading.main_thread()
    return on_main and signal.getsignal(signal.SIGINT) is not signal.SIG_IGN


@contextlib.contextmanager
def _clock(task: Task[Any], prepare: Prepare) -> Iterator[Any]:
    """The clock starts when everything is compiled; where native code cannot read it, a timer raises the stop flag."""
    tools = prepare(task)
    task.start_clock(task.ready_since)
    timer = None
    if task.limit.seconds is not None and not SHARED_CLOCK:
        timer = threading.Timer(float(task.limit.seconds), task.stop)
        timer.name, timer.daemon = "counterplay-clock", True
        timer.start()
    try:
        yield tools
    finally:
        if timer is not None:
            timer.cancel()
            timer.join()


def task_reports(task: Task[Any], prepare: Prepare, body: Body) -> Iterator[Report]:
    """Run an algorithm on a worker thread and yield its reports; where people wait, do not wait for the compiler."""
    traced = getattr(task.options, "trace", None) is not None
    if is_in_background() and chosen_gear() == "auto" and not is_interpreting() and not traced:
        try:
            with only_ready():
                prepare(task)
        except NotReady:
            yield from _meanwhile(task, prepare, body)
            return
    yield from _on_thread(task, prepare, body)


def _on_thread(task: Task[Any], prepare: Prepare, body: Body) -> Iterator[Report]:
    reports: queue.SimpleQueue[Report | BaseException | None] = queue.SimpleQueue()
    with _clock(task, prepare) as tools:
        thread = threading.Thread(target=_work, args=(task, tools, body, reports), name="counterplay-search", daemon=True)
        thread.start()
        try:
            while (item := reports.get()) is not None:
                if isinstance(item, BaseException):
                    raise item
                yield item
        finally:
            task.stop()
            thread.join()


def _work(task: Task[Any], tools: Any, body: Body, reports: queue.SimpleQueue[Report | BaseException | None]) -> None:
    try:
        for report in body(task, tools):
            reports.put(report)
        reports.put(None)
    except BaseException as error:
        reports.put(error)


def _meanwhile(task: Task[Any], prepare: Prepare, body: Body) -> Iterator[Report]:
    """Search in the interpreted gear while another process compiles; then go over to the compiled one.

    A task with patience is content with what the interpreted gear has found by then. The clock runs all the time.
    """
    started = time.perf_counter()
    compiler = start_compiler(task.game, task.algorithm, lambda: prepare(_copy(task)))
    shadow = _copy(task)
    reports: queue.SimpleQueue[Report | BaseException | None] = queue.SimpleQueue()

    def work() -> None:
        with interpreting():
            tools = prepare(shadow)
            shadow.start_clock(started)
            _work(shadow, tools, body, reports)

    thread = threading.Thread(target=work, name="counterplay-meanwhile", daemon=True)
    thread.start()
    try:
        while True:
            with contextlib.suppress(queue.Empty):
                item = reports.get(timeout=POLL)
                if item is None:
                    return
                if isinstance(item, BaseException):
                    raise item
                yield item
            late = time.perf_counter() - started >= _least(task.patience, task.limit.seconds)
            if late:
                shadow.stop()  # its last report comes at once
            elif compiler.ended or task.stopped:
                break
    finally:
        shadow.stop()
        thread.join()
    if task.stopped:
        return
    if task.limit.seconds is not None:
        left = max(LEAST_SECONDS, task.limit.seconds - (time.perf_counter() - started))
        task.limit = replace(task.limit, seconds=left)
    yield from _on_thread(task, prepare, body)


def _copy(task: Task[Any]) -> Task[Any]:
    """The same question, asked separately."""
    return replace(task, controls=[])


def _least(*bounds: float | None) -> float:
    return min((float(bound) for bound in bounds if bound is not None), default=float("inf"))
