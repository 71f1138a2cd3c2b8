"""How the check asks a game: every call guarded, every state given away as a copy, every fault written down once."""

from __future__ import annotations

import random
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, TypeVar

from counterplay.check.check_report import FAULTS, Finding
from counterplay.check.remedies import RETURN_MISSING, remedy
from counterplay.check.state_copies import changed_field, copy_of, frozen, is_record, same, short
from counterplay.check.watchdog import TooSlow, Watchdog
from counterplay.core import Game, Position, Repetition

T = TypeVar("T")
Allowed = tuple[type[Exception], ...]

FAMILY_SECONDS = 2.0  # per family of checks; only a slow game reaches it, any other is bounded by counts
ENOUGH = 200  # repeats of known faults after which a family stops
LONGEST_DUMP = 500  # characters of a position in a message


class Broken(Exception):
    """The game failed to answer; the finding has been written down."""


@dataclass(frozen=True)
class Visit:
    """A position that a playout came to, and what the rules said about it."""

    position: Position
    terminal: bool
    player: int
    choices: tuple[int, ...]  # all that actions or outcomes gave, before a rule of repetition takes some away

    @property
    def state(self) -> Any:
        """The state of the position."""
        return self.position.state


class Inspection:
    """One run of the check: the game, the positions visited, the findings so far."""

    def __init__(self, game: Game, playouts: int, seed: int, watchdog: Watchdog, caught: list[warnings.WarningMessage]) -> None:
        self.game = game
        self.name = type(game).__name__
        self.playouts = playouts
        self.seed = seed
        self.random = random.Random(seed)
        self.start: Any = None  # the first state; its form is the one all others must have
        self.visits: list[Visit] = []
        self.most_positions: int | None = None  # that a check may ask about; None for as many as suit it
        self.skipped: list[str] = []
        self.interpreted_only = ""  # why the game cannot be compiled
        self._watchdog = watchdog
        self._caught = caught
        self._warnings = 0
        self._first: dict[Any, Visit] = {}  # frozen state -> first visit, of the first _sorted visits
        self._sorted = 0
        self._findings: dict[tuple[str, str], Finding] = {}

    # --- findings ---
    @property
    def findings(self) -> list[Finding]:
        """What was found, each kind of fault once per method."""
        return list(self._findings.values())

    def add(self, fault: str, method: str, sentence: str) -> None:
        """Write down what a method does wrong, or without a method the game; the same fault is only counted again."""
        assert fault in FAULTS
        first = self._findings.get((fault, method))
        if first is None:
            self._findings[fault, method] = Finding(fault, f"{self.name}{'.' if method else ''}{method} {sentence}")
        else:
            self._findings[fault, method] = replace(first, times=first.times + 1)

    def times(self, fault: str, method: str) -> int:
        """How often this has been found."""
        found = self._findings.get((fault, method))
        return found.times if found else 0

    def found(self, *faults: str) -> bool:
        """Whether any of these has been found."""
        return any(fault in faults for fault, _ in self._findings)

    @property
    def total(self) -> int:
        """The number of faults seen, repeats included."""
        return sum(f.times for f in self._findings.values())

    # --- words ---
    def show(self, s: Any) -> str:
        """A state for a message: its dump, or the state itself where dump fails."""
        try:
            text = self.game.dump(copy_of(s))
            if not isinstance(text, str):
                return short(s, LONGEST_DUMP)
        except Exception:
            return short(s, LONGEST_DUMP)
        return f"'{text}'" if len(text) <= LONGEST_DUMP else f"'{text[:LONGEST_DUMP]}...'"

    def show_action(self, s: Any, a: Any) -> str:
        """An action for a message: its number and its name."""
        try:
            name = self.game.action_name(copy_of(s), a)
        except Exception:
            return f"action {a}"
        return f"action {a}" if name == str(a) else f"action {a} ({name})"

    # --- questions ---
    def ask(self, method: str, *arguments: Any, fault: str = "raised", allow: Allowed = ()) -> Any:
        """Call a method of the game with a copy of the state; Broken where it raises or does not return.

        Exceptions in allow are answers, and passed on.
        """
        function = getattr(self.game, method)
        given = list(arguments)
        original = arguments[0] if arguments and method != "load" else None
        if original is not None:
            given[0] = copy_of(original)
        answer = self.guard(method, lambda: function(*given), arguments, fault, allow)
        if original is not None:
            self._unchanged(method, arguments, given[0])
        return answer

    def ask_list(self, method: str, s: Any) -> list[Any]:
        """All that actions or outcomes give, up to a bound that no sound game reaches."""
        given = copy_of(s)
        bound = 4 * max(1, int(self.game.max_actions)) + 10_000
        function = getattr(self.game, method)
        answer = self.guard(method, lambda: _taken(function(given), bound), (s,))
        self._unchanged(method, (s,), given)
        if not isinstance(answer, list):
            advice = f"{RETURN_MISSING}, or a `yield`" if answer is None else "yield them one by one, or return an array"
            sentence = f"returned {short(answer)} in {self.show(s)}; expected something to loop over; {advice}"
            raise self.broken("wrong-type", method, sentence)
        if len(answer) > bound:
            raise self.broken(
                "endless-actions",
                method,
                f"gave more than {bound} answers in {self.show(s)} and was stopped; look for a loop that never ends",
            )
        return answer

    def guard(
        self, method: str, call: Callable[[], T], arguments: tuple[Any, ...], fault: str = "raised", allow: Allowed = ()
    ) -> T:
        """Run something of the game; Broken, with a finding, where it raises or does not return."""
        try:
            self._watchdog.start()
            try:
                answer = call()
            finally:
                self._watchdog.stop()
        except TooSlow:
            self._watchdog.stop()
            where = self.place(method, arguments)
            raise self.broken("hung", method, f"did not return within {self._watchdog.seconds:g} s{where}") from None
        except allow:
            raise
        except (Exception, SystemExit) as error:
            reason = f"{type(error).__name__}: {short(str(error))[1:-1]}" if str(error) else type(error).__name__
            offered = ", although actions or outcomes offer it" if fault == "illegal-action" else ""
            where = self.place(method, arguments)
            advice = remedy(self.game, method, error)
            raise self.broken(fault, method, f"raised {reason}{where}{_line(error)}{offered}{advice}") from None
        self._hear_warnings(method, arguments)
        return answer

    @contextmanager
    def patience(self) -> Iterator[None]:
        """Calls in this block may take their time: compilation does, and native code cannot be interrupted anyway."""
        seconds, self._watchdog.seconds = self._watchdog.seconds, float("inf")
        try:
            yield
        finally:
            self._watchdog.seconds = seconds

    def broken(self, fault: str, method: str, sentence: str) -> Broken:
        """Write a fault down and return what to raise."""
        self.add(fault, method, sentence)
        return Broken(sentence)

    def _unchanged(self, method: str, arguments: tuple[Any, ...], given: Any) -> None:
        if not same(arguments[0], given):
            self.add(
                "mutated-state",
                method,
                f"changed the state it was given{self.place(method, arguments)}: {changed_field(arguments[0], given)}; "
                "a state never changes: copy what you alter",
            )

    # --- positions ---
    def sample(
        self, count: int, where: Callable[[Visit], bool] = lambda visit: True, seconds: float = FAMILY_SECONDS
    ) -> Iterator[Visit]:
        """Different positions, at most `count`, the first one of the game among them; fewer where the game is slow.

        Stops early when the same faults keep coming.
        """
        chosen = [visit for visit in self.distinct() if where(visit)]
        head, tail = chosen[:1], chosen[1:]
        random.Random(len(tail)).shuffle(tail)
        began, kinds, faults = time.monotonic(), len(self._findings), self.total
        for visit in (head + tail)[: count if self.most_positions is None else min(count, self.most_positions)]:
            if len(self._findings) > kinds:
                kinds, faults = len(self._findings), self.total
            if time.monotonic() - began > seconds or self.total - faults > ENOUGH:
                return
            yield visit

    def distinct(self) -> list[Visit]:
        """The visited positions, each state once."""
        for visit in self.visits[self._sorted :]:
            self._first.setdefault(frozen(visit.state), visit)
        self._sorted = len(self.visits)
        return list(self._first.values())

    def some(self, choices: Iterable[int], count: int) -> list[int]:
        """A few of many choices."""
        choices = list(choices)
        return choices if len(choices) <= count else self.random.sample(choices, count)

    def legal(self, visit: Visit) -> list[int]:
        """The choices that a rule of repetition leaves."""
        if visit.terminal or self.game.repetition == Repetition.NOTHING:
            return list(visit.choices)
        return list(self.guard("result", lambda: visit.position.choices, (visit.state,)))

    @property
    def own_notation(self) -> bool:
        """Whether dump and load can work: the inherited ones only serve NamedTuples."""
        cls = type(self.game)
        return is_record(self.start) or not (cls.dump is Game.dump or cls.load is Game.load)

    def place(self, method: str, arguments: tuple[Any, ...]) -> str:
        """The arguments of a method in words: ' in ... with action ...'."""
        if not arguments:
            return ""
        if method == "load":
            return f" for the text {short(arguments[0])}"
        place = f" in {self.show(arguments[0])}"
        if method in ("random_action", "playout_action"):
            return place
        if len(arguments) > 1 and method in ("utility", "evaluate"):
            return f"{place} for player {arguments[1]}"
        if len(arguments) > 1 and method == "parse_action":
            return f"{place} for the text {short(arguments[1])}"
        return f"{place} with {self.show_action(arguments[0], arguments[1])}" if len(arguments) > 1 else place

    def _hear_warnings(self, method: str, arguments: tuple[Any, ...]) -> None:
        if len(self._caught) > self._warnings:
            self._warnings = len(self._caught)
            last = self._caught[-1]
            file = str(last.filename).replace("\\", "/").rsplit("/", 1)[-1]
            self.add(
                "warning",
                method,
                f"made NumPy warn of '{last.message}'{self.place(method, arguments)} ({file}, line {last.lineno}); "
                "counterplay.gears.bits has arithmetic that wraps around on purpose",
            )


def _taken(answers: Any, bound: int) -> Any:
    """The first answers as a list; the answer itself where nothing can be taken from it."""
    return list(islice(iter(answers), bound + 1)) if isinstance(answers, Iterable) else answers


def _line(error: BaseException) -> str:
    """Where in the game's source an exception came from."""
    trace = error.__traceback__
    place = ""
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename.replace("\\", "/")
        if "/counterplay/check/" not in file:
            place = f" ({file.rsplit('/', 1)[-1]}, line {trace.tb_lineno})"
        trace = trace.tb_next
    return place
