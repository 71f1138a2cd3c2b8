"""Plays one game: asks the agents by turns, keeps the clocks, rolls the dice, and ends the game where an agent fails.

With the same job the same game comes out, wherever it is played, as long as the agents decide by their seeds and not by
the clock: every game has new agents, seeds of its own, and dice that do not depend on who plays.
"""

from __future__ import annotations

import atexit
import contextlib
import numbers
import random
import threading
import time
from dataclasses import dataclass
from typing import Any, Protocol

from counterplay.agents import Agent, Clock, TimeControl
from counterplay.agents.agent import refuse_misfit
from counterplay.agents.seeded_chance import roll
from counterplay.arena.game_record import Ending, GameRecord, versions
from counterplay.arena.playing.agent_isolation import Outside
from counterplay.arena.playing.contest_settings import Settings
from counterplay.arena.playing.forfeit import FAILED, Forfeit, described, forfeited
from counterplay.arena.playing.game_broadcast import tell_game
from counterplay.arena.playing.game_schedule import Planned, derived_seed
from counterplay.arena.playing.openings import Openings
from counterplay.arena.playing.transport import Entrant, PortableGame
from counterplay.core import CHANCE, BadParameter, CounterplayError, Game, Position, Report, utilities_of_loss
from counterplay.core.files.user_file import quoted
from counterplay.core.interruption import end_if_asked


@dataclass(frozen=True)
class Job:
    """All that is needed to play one game, in any process."""

    settings: Settings
    planned: Planned


class Seat(Protocol):
    """An agent that plays, wherever it runs; each method raises Forfeit where the agent fails."""

    value: float | None  # what the position is worth to it in which it chose last; None where it does not say

    def begin(self, position: Position, seed: int) -> None:
        """A new game."""

    def choose(self, position: Position, clock: Clock | None, seconds: float) -> Any:
        """Its answer; whoever can be interrupted is, after so many seconds."""

    def end(self) -> None:
        """The game is over."""


class Inside:
    """An agent of counterplay's own, in this process."""

    def __init__(self, entrant: Entrant, timed: bool) -> None:
        self.entrant, self.timed = entrant, timed
        self.agent: Agent | None = None
        self.value: float | None = None

    def begin(self, position: Position, seed: int) -> None:
        """A new agent; where its time is measured it prepares first."""
        self.agent = self.entrant.make(seed)
        if self.timed and hasattr(self.agent, "prepare"):
            self._guarded(self.agent.prepare, position)

    def choose(self, position: Position, clock: Clock | None, seconds: float) -> Any:
        """The answer; it cannot be interrupted, only found late."""
        assert self.agent is not None
        if clock is not None and hasattr(self.agent, "on_clock"):
            self.agent.on_clock(clock)
        before = getattr(self.agent, "report", None)
        answer = self._guarded(self.agent.choose, position)
        report = getattr(self.agent, "report", None)
        self.value = _value_in(report, position.player) if report is not before else None
        return answer

    def end(self) -> None:
        """Let the agent go."""
        agent, self.agent = self.agent, None
        if agent is not None and hasattr(agent, "close"):
            self._guarded(agent.close)

    @staticmethod
    def _guarded(method: Any, *arguments: Any) -> Any:
        try:
            return method(*arguments)
        except Exception as error:
            raise forfeited(error) from None


# Processes that wait for their next game, by the thread that plays, what they play and which of the same agents they are.
_outside: dict[tuple[int, PortableGame, Entrant, int, float, float], Outside] = {}


def seat_for(settings: Settings, entrant: Entrant, number: int = 0) -> Seat:
    """Who plays; the process of an agent serves one game after the other, and the number-th of several alike has its own."""
    if not entrant.foreign:
        return Inside(entrant, settings.time is not None)
    key = (threading.get_ident(), settings.game, entrant, number, settings.memory_mb, settings.patience)
    return _outside.setdefault(key, Outside(settings.game, entrant, settings.memory_mb, settings.patience))


def dismiss() -> None:
    """End the processes of foreign agents that this thread has started."""
    for key in [key for key in _outside if key[0] == threading.get_ident()]:
        _outside.pop(key).close()


@atexit.register
def dismiss_all() -> None:
    """End those of all threads."""
    while _outside:
        _outside.popitem()[1].close()


class Clocks:
    """Every seat's time."""

    def __init__(self, control: TimeControl | None, seats: int, grace: float, patience: float) -> None:
        self.control, self.grace, self.patience = control, grace, patience
        base = None if control is None else control.base
        self.left: list[float] | None = None if base is None else [base] * seats

    def clock(self, seat: int) -> Clock | None:
        """What the seat is told."""
        if self.control is None:
            return None
        if self.left is None:
            return Clock(per_move=self.control.per_move)
        others = tuple(left for i, left in enumerate(self.left) if i != seat)
        return Clock(remaining=self.left[seat], increment=self.control.increment, others=others)

    def allowed(self, seat: int) -> float:
        """Seconds until the seat has lost, the grace included."""
        if self.control is None:
            return self.patience
        return self.grace + (self.left[seat] if self.left is not None else self.control.per_move or 0.0)

    def spend(self, seat: int, seconds: float) -> None:
        """Take the time of a move; Forfeit where it was too much."""
        if self.control is None:
            return
        if seconds > self.allowed(seat):
            raise self.late(seconds)
        if self.left is not None:
            self.left[seat] = max(0.0, self.left[seat] - seconds) + self.control.increment

    def late(self, seconds: float) -> Forfeit:
        """The time is up."""
        return Forfeit(Ending.TIME, f"overstepped the time ({self.control}) with a move of {seconds:.3f} s or more")


class Referee:
    """One game under way."""

    def __init__(self, job: Job) -> None:
        settings, planned = job.settings, job.planned
        self.job = job
        self.game: Game = settings.game.open()
        self.seed = derived_seed(settings.seed, "round", planned.round)
        self.position = _opening(self.game, settings.openings, planned.round, self.seed)
        self.opening_plies = self.position.ply
        self.dice = random.Random(derived_seed(self.seed, "dice"))
        self.times = [0.0] * self.position.ply
        self.values: list[float | None] = [None] * self.position.ply
        table = [settings.entrants[who] for who in planned.seats]
        self.seats = [seat_for(settings, entrant, table[:i].count(entrant)) for i, entrant in enumerate(table)]
        self.clocks = Clocks(settings.time, len(self.seats), settings.grace, settings.patience)

    def run(self) -> GameRecord:
        """Play to the end."""
        began = time.monotonic()
        try:
            ending, reason, loser, utilities = self._play()
        finally:
            for seat in self.seats:
                _quietly_end(seat)
        planned = self.job.planned
        return GameRecord(
            number=planned.number,
            round=planned.round,
            pairing=planned.pairing,
            seats=planned.seats,
            seed=self.seed,
            start=self.game.dump(self.position.line()[0].state),
            opening_plies=self.opening_plies,
            actions=tuple(self.position.played()),
            times=tuple(round(t, 6) for t in self.times),
            utilities=utilities,
            ending=ending,
            reason=reason,
            loser=loser,
            seconds=round(time.monotonic() - began, 6),
            versions=versions(),
            values=tuple(self.values),
        )

    def _play(self) -> tuple[Ending, str, int | None, tuple[float, ...]]:
        longest = min(self.game.max_plies, self.job.settings.max_plies or self.game.max_plies)
        self._roll()
        if self.position.choices:
            failed = self._begin()
            if failed is not None:
                return failed
        while (outcome := self.position.outcome()) is None:
            end_if_asked()
            tell_game(self.job.planned, self.position)
            if self.position.ply >= longest:
                return Ending.LENGTH, f"drawn: not over after {longest} plies", None, (0.0,) * self.game.players
            seat = self.position.player
            try:
                self._move(seat)
            except Forfeit as forfeit:
                return self._forfeited(seat, forfeit)
            self._roll()
        return Ending.RULES, outcome.reason, None, outcome.utilities

    def _begin(self) -> tuple[Ending, str, int | None, tuple[float, ...]] | None:
        """Everybody gets ready; who cannot has lost."""
        settings, number = self.job.settings, self.job.planned.number
        for i, seat in enumerate(self.seats):
            try:
                seat.begin(self.position, derived_seed(settings.seed, "agent", number, i))
            except Forfeit as forfeit:
                return self._forfeited(i, forfeit)
        return None

    def _roll(self) -> None:
        """Let chance decide as long as it is its turn."""
        while self.position.choices and self.position.player == CHANCE:
            self.position = roll(self.position, self.dice)
            self.times.append(0.0)
            self.values.append(None)

    def _move(self, seat: int) -> None:
        allowed = self.clocks.allowed(seat)
        began = time.perf_counter()
        try:
            answer = self.seats[seat].choose(self.position, self.clocks.clock(seat), allowed)
        except Forfeit as forfeit:
            if forfeit.ending is Ending.HANG and self.clocks.control is not None:
                raise self.clocks.late(time.perf_counter() - began) from None
            raise
        seconds = time.perf_counter() - began
        self.clocks.spend(seat, seconds)
        if isinstance(answer, bool) or not isinstance(answer, numbers.Integral):
            raise Forfeit(Ending.RUBBISH, f"chose {quoted(repr(answer))}, which is no action")
        following = self.position.attempt(int(answer))
        if following is None:
            where = self.game.dump(self.position.state)
            raise Forfeit(Ending.ILLEGAL, f"chose the action {int(answer)}, which is illegal in '{where}'")
        self.position = following
        self.times.append(seconds)
        self.values.append(self.seats[seat].value)

    def _forfeited(self, seat: int, forfeit: Forfeit) -> tuple[Ending, str, int | None, tuple[float, ...]]:
        """The worst for the seat; the others share what it lost."""
        name = self.job.settings.entrants[self.job.planned.seats[seat]].label
        reason = f"player {seat + 1} ({name}): {forfeit.reason}"
        return forfeit.ending, reason, seat, utilities_of_loss(self.game, seat)


def _value_in(report: Report | None, player: int) -> float | None:
    """What a report says that the position is worth to the player; None where it says no more than a bound."""
    value = None if report is None else report.value
    return float(value.score) if value is not None and value.is_exact and value.player == player else None


def _opening(game: Game, openings: Openings, number: int, seed: int) -> Position:
    return openings.position(game, number, derived_seed(seed, "opening"))


def _quietly_end(seat: Seat) -> None:
    """A result stands, however an agent takes its leave."""
    with contextlib.suppress(Forfeit):
        seat.end()


def play_game(job: Job) -> GameRecord:
    """One game from its job; what the rules themselves do wrong is told as a sentence, since no agent is to blame."""
    try:
        return Referee(job).run()
    except CounterplayError:
        raise
    except Exception as error:
        raise BadParameter(
            f"{job.settings.game.text}: the rules failed with {described(error)} in game {job.planned.number}; "
            "`counterplay check` looks for such faults"
        ) from error


def try_out(settings: Settings, entrant: Entrant) -> None:
    """Refuse, in one sentence, an agent that does not exist, cannot be loaded or does not take the game; compiles it, too."""
    game = settings.game.open()
    draw = random.Random(settings.seed)
    position = Position(game)
    while position.choices and position.player == CHANCE:
        position = roll(position, draw)
    if not position.choices:
        return
    seat = seat_for(settings, entrant)
    try:
        if isinstance(seat, Inside):
            refuse_misfit(entrant.make(0), game)
            seat = Inside(entrant, timed=True)
        seat.begin(position, 0)
        seat.end()
    except Forfeit as forfeit:
        reason = forfeit.reason.removeprefix(FAILED)
        raise BadParameter(f"the agent '{entrant.name}' cannot play {settings.game.text}: {reason}") from None
