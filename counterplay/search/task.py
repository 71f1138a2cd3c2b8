"""One search under way: what is asked, what may be spent, and the thread it runs on.

An algorithm is a generator of reports over a `Task`. `stream` runs it on a worker thread, since a compiled kernel does not
hear Ctrl-C. The clock it reads itself, however long the caller looks at a report.
"""

from __future__ import annotations

import contextlib
import queue
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from counterplay.core import CHANCE, BadParameter, Game, GameOver, Limit, MissingTrait, Position, Repetition, Report
from counterplay.core.kinds import NUMBER, WHOLE, Kind, shown, whole
from counterplay.core.limit import MOST_ACTIONS, THREADS
from counterplay.gears.background import NotReady, is_in_background, only_ready, start_compiler
from counterplay.gears.choice import chosen_gear, interpreting, is_interpreting
from counterplay.gears.deadline import DEADLINE, SHARED_CLOCK, STOP, must_end, nanoseconds
from counterplay.gears.store import times_asked
from counterplay.search.control import EARLY, NODES, Array, new_control


@dataclass(frozen=True)
class Needs:
    """The kinds of game an algorithm can search; None means that it takes either."""

    players: int | None = None  # exactly so many
    most_players: int | None = None
    chance: bool | None = None
    zero_sum: bool | None = None
    hidden: bool = False

    def refuse(self, algorithm: str, game: Game, instead: str) -> None:
        """Raise MissingTrait, in one sentence, where the game is of another kind."""
        reason = self._mismatch(game)
        if reason:
            raise MissingTrait(f"{algorithm} cannot search {game.title_text}: {reason}; {instead}")

    def _mismatch(self, game: Game) -> str:
        if self.players is not None and game.players != self.players:
            return f"it needs a game for {self.players}, and this one has {game.players} player{'s' * (game.players > 1)}"
        if self.most_players is not None and game.players > self.most_players:
            return f"it takes at most {self.most_players} players, and this game has {game.players}"
        if self.chance is False and game.chance:
            return "it knows no chance nodes, and this game has them"
        if self.chance is True and not game.chance:
            return "it needs a game with chance nodes, and this one has none"
        if self.zero_sum and not game.zero_sum:
            return "it needs a zero-sum game, and this one is not"
        if game.hidden and not self.hidden:
            return "it needs perfect information, and here something is hidden"
        return ""


@dataclass
class Task:
    """What a search is asked."""

    game: Game  # perhaps with other weights than the position's
    position: Position
    limit: Limit
    actions: list[int]  # the legal ones, without what a rule of repetition forbids
    history: tuple[int, ...] = ()  # keys of the positions before the state, oldest first, for repetition
    lines: int = 1  # how many candidate actions to report
    threads: int = 1
    seed: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    algorithm: str = ""  # its name
    patience: float | None = None  # seconds after which an answer of the interpreted gear will do; None: wait for the other
    only_last: bool = False  # nobody looks at the reports before the last one
    controls: list[Array] = field(default_factory=list)  # one a thread
    started: float = 0.0  # on the clock of time.perf_counter

    def __post_init__(self) -> None:
        self.controls = [new_control(self.limit) for _ in range(self.threads)]
        self._beside: list[Array] = []
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
        seen = [*self.history, int(game.key(state))]
        for place, action in enumerate(line):
            state = game.result(state, action)
            if not game.terminal(state):
                seen.append(int(game.key(state)))
                if seen.count(seen[-1]) >= game.repetition_count:
                    return line[: place + (game.repetition != Repetition.FORBIDDEN)]
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


Body = Callable[[Task], Iterator[Report]]
Prepare = Callable[[Task], None]
POLL = 0.05  # seconds between two looks at the compiler
MOST_EARLY, SHARE_EARLY = 0.01, 0.1  # of a limit, in seconds and as a share: what a search may end early on a busy machine
LEAST_SECONDS = 0.05  # that a compiled search gets, however long the compiler took
COMMON_OPTIONS: Mapping[str, Kind] = {"lines": whole(1, MOST_ACTIONS), "threads": THREADS, "seed": WHOLE}
PATIENCE = NUMBER.optional


@dataclass(frozen=True)
class Algorithm:
    """A search that the door leads to."""

    name: str
    about: str  # one line for people
    needs: Needs
    body: Body
    prepare: Prepare | None = None
    options: Mapping[str, Kind] = field(default_factory=dict)  # it takes besides COMMON_OPTIONS


def task_for(game: Game, where: Any, limit: Limit, **options: Any) -> Task:
    """A task at a state or a position; refuses a finished game and a chance node, since neither has an action to choose."""
    if not isinstance(limit, Limit):
        raise BadParameter(f"a limit is written as in Limit(seconds=1), not {shown(limit)}")
    position = where if isinstance(where, Position) else Position(game, where)
    state = position.state
    if position.outcome() is not None:
        raise GameOver(f"{game.title_text}: the game is over in '{game.dump(state)}', there is nothing to search")
    if position.player == CHANCE:
        raise GameOver(f"{game.title_text}: chance decides in '{game.dump(state)}', there is no action to choose")
    history = tuple(p.key for p in position.line()[:-1])
    patience = PATIENCE.check("patience", options.pop("patience", None))
    named: dict[str, Any] = {n: kind.check(n, options.pop(n)) for n, kind in COMMON_OPTIONS.items() if n in options}
    return Task(game, position, limit, position.choices, history, options=options, patience=patience, **named)


def answer(task: Task, body: Body, prepare: Prepare | None = None) -> Report:
    """The last report.

    The others wake nobody, and where nobody can press Ctrl-C there is no second thread to wake: in games of short searches,
    on a machine whose processors are all busy, that took a fifth of the time.
    """

    task.only_last = True

    def last(task: Task) -> Iterator[Report]:
        yield from deque(body(task), maxlen=1)

    if _hears_ctrl_c() or is_in_background():
        [report] = deque(stream(task, last, prepare), maxlen=1)
        return report
    with _clock(task, prepare):
        [report] = last(task)
    return report


def _hears_ctrl_c() -> bool:
    """Python tells its main thread of Ctrl-C, unless it is ignored, as in the processes that play a match."""
    on_main = threading.current_thread() is threading.main_thread()
    return on_main and signal.getsignal(signal.SIGINT) is not signal.SIG_IGN


@contextlib.contextmanager
def _clock(task: Task, prepare: Prepare | None) -> Iterator[None]:
    """The clock starts when everything is compiled; where native code cannot read it, a timer raises the stop flag."""
    if prepare is not None:
        prepare(task)
    task.start_clock(task.ready_since)
    timer = None
    if task.limit.seconds is not None and not SHARED_CLOCK:
        timer = threading.Timer(float(task.limit.seconds), task.stop)
        timer.name, timer.daemon = "counterplay-clock", True
        timer.start()
    try:
        yield
    finally:
        if timer is not None:
            timer.cancel()
            timer.join()


def stream(task: Task, body: Body, prepare: Prepare | None = None) -> Iterator[Report]:
    """Run an algorithm on a worker thread and yield its reports; where people wait, do not wait for the compiler."""
    if (
        prepare is not None
        and is_in_background()
        and chosen_gear() == "auto"
        and not is_interpreting()
        and "trace" not in task.options
    ):
        try:
            with only_ready():
                prepare(task)
        except NotReady:
            yield from _meanwhile(task, body, prepare)
            return
    yield from _on_thread(task, body, prepare)


def _on_thread(task: Task, body: Body, prepare: Prepare | None) -> Iterator[Report]:
    reports: queue.SimpleQueue[Report | BaseException | None] = queue.SimpleQueue()
    thread = threading.Thread(target=_work, args=(task, body, reports), name="counterplay-search", daemon=True)
    with _clock(task, prepare):
        thread.start()
        try:
            while (item := reports.get()) is not None:
                if isinstance(item, BaseException):
                    raise item
                yield item
        finally:
            task.stop()
            thread.join()


def _work(task: Task, body: Body, reports: queue.SimpleQueue[Report | BaseException | None]) -> None:
    try:
        for report in body(task):
            reports.put(report)
        reports.put(None)
    except BaseException as error:
        reports.put(error)


def _meanwhile(task: Task, body: Body, prepare: Prepare) -> Iterator[Report]:
    """Search in the interpreted gear while another process compiles; then go over to the compiled one.

    A task with patience is content with what the interpreted gear has found by then. The clock runs all the time.
    """
    started = time.perf_counter()
    compiler = start_compiler(task.game, task.algorithm, lambda: prepare(_copy(task)))
    shadow = _copy(task)
    reports: queue.SimpleQueue[Report | BaseException | None] = queue.SimpleQueue()

    def work() -> None:
        with interpreting():
            prepare(shadow)
            shadow.start_clock(started)
            _work(shadow, body, reports)

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
    yield from _on_thread(task, body, prepare)


def _copy(task: Task) -> Task:
    """The same question, asked separately."""
    return replace(task, options=dict(task.options), controls=[])


def _least(*bounds: float | None) -> float:
    return min((float(bound) for bound in bounds if bound is not None), default=float("inf"))
