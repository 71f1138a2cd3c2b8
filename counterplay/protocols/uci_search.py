"""A search that a graphical program has started: on a thread of its own, it writes `info` lines and, once, `bestmove`."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from counterplay.agents.levels import STRONGEST, LevelAgent, find_level
from counterplay.core import Limit, Position, Report
from counterplay.protocols.uci_go import Go
from counterplay.protocols.uci_info import Speech, info_line
from counterplay.protocols.uci_options import HASH, MULTIPV, OVERHEAD, SKILL, THREADS, Spin, level_of
from counterplay.search.api import Search
from counterplay.search.engine.table import new_table


@dataclass
class Settings:
    """The options in force, and the table that lives from move to move."""

    values: dict[str, int] = field(
        default_factory=lambda: {s.name: s.default for s in (HASH, THREADS, MULTIPV, SKILL, OVERHEAD)}
    )
    table: Any = None
    age: int = 0  # of the entries that the next search writes
    learnt: list[Any] = field(default_factory=list)  # by earlier searches, of moves and estimates

    def __post_init__(self) -> None:
        self.table = new_table(self.values[HASH.name])

    def forget(self) -> None:
        """Begin anew, as before the first game."""
        self.table[:] = 0
        self.learnt = []

    def set(self, spin: Spin, value: int) -> None:
        """Change an option; a table that does not fit is refused, and the old one stays."""
        if spin is HASH:
            self.table = new_table(value)
        self.values[spin.name] = value

    @property
    def overhead(self) -> float:
        """Seconds."""
        return self.values[OVERHEAD.name] / 1000


class UciSearch:
    """One answer to `go`."""

    def __init__(
        self,
        position: Position,
        go: Go,
        allowed: list[int],
        settings: Settings,
        warm: threading.Thread,
        write: Callable[[str], None],
        speech: Speech,
    ) -> None:
        self.go, self.settings, self.write, self.speech = go, settings, write, speech
        self.game = position.game
        self.position, self.allowed = position, allowed  # allowed: the actions of searchmoves; none: all
        self._stopped, self._begin, self._answered = threading.Event(), threading.Event(), threading.Event()
        self._warm = warm  # compiles; until it ends nothing can be searched
        self._searching: Search | None = None
        self._thread = threading.Thread(target=self._run, name="counterplay-uci", daemon=True)

    @property
    def running(self) -> bool:
        """Whether the answer is still to come."""
        return self._thread.is_alive() and not self._answered.is_set()

    def start(self) -> None:
        """Begin; a search that is to ponder waits."""
        if not self.go.ponder:
            self._begin.set()
        self._thread.start()

    def stop(self) -> None:
        """Answer at once."""
        self._stopped.set()
        if self._searching is not None:
            self._searching.stop()
        self._begin.set()

    def ponderhit(self) -> bool:
        """Begin, if that was waited for."""
        waited = self.running and not self._begin.is_set()
        self._begin.set()
        return waited

    def join(self) -> None:
        """Wait for the answer."""
        self._thread.join()

    def _run(self) -> None:
        best = ""
        try:
            self._begin.wait()
            self._warm.join()
            best = self._answer()
        except Exception as error:  # whatever happens, a program that waits for a move gets one
            self.write(f"info string the search failed: {' '.join(str(error).split())}")
        finally:
            if self.go.endless:
                self._stopped.wait()
            best = best or self._any_move()
            self._answered.set()  # first: the next `go` may come before this thread has ended
            self.write(f"bestmove {best}")

    def _answer(self) -> str:
        position = self.position
        ended = position.outcome()
        if ended is not None:
            # A draw that the other program does not count as one, or an end that it should have seen.
            position = Position(self.game, position.state)
            if position.outcome() is not None:
                self.write(f"info string the game is over: {ended.reason}")
                return ""
            self.write(f"info string by the rules here the game is over: {ended.reason}")
        level = level_of(self.settings.values[SKILL.name])
        if level < STRONGEST and not self.allowed:
            agent = LevelAgent(find_level(level))
            clock = self.go.clock(position.player, self.settings.overhead)
            if clock is not None:
                agent.on_clock(clock)
            action = agent.choose(position)
            if agent.report is not None and agent.report.action == action:
                self._tell(agent.report)
            return self.speech.written(action)
        return self._search(position)

    def _search(self, position: Position) -> str:
        settings, go = self.settings, self.go
        player = position.player
        limit, planned = go.limit(player, settings.overhead), None
        clock = go.clock(player, settings.overhead)
        if clock is not None and len(self.allowed or position.choices) == 1:
            limit = replace(limit, depth=1)  # nothing is to be decided; the time is worth more later
        elif clock is not None and go.movetime is None:
            planned, limit = limit.seconds, replace(limit, seconds=clock.longest)
        best = ""
        self._searching = search = self._make_search(position, limit, planned)
        if self._stopped.is_set():
            search.stop()  # `stop` came before there was anything to stop
        for report in search.reports():
            best = self._tell(report) or best
            if self._mated(report):
                break
        return best

    def _make_search(self, position: Position, limit: Limit, planned: float | None) -> Search:
        settings, lines = self.settings, self.settings.values[MULTIPV.name]
        settings.age += 1
        allowed = [a for a in position.choices if not self.allowed or a in self.allowed]
        search = Search(
            position,
            limit,
            "engine",
            lines=min(lines, len(allowed)),
            threads=settings.values[THREADS.name],
            table=settings.table,
            age=settings.age,
            learnt=settings.learnt,
            planned=planned,
        )
        search.task.actions = allowed
        return search

    def _tell(self, report: Report) -> str:
        """Write what a report says of the lines that were asked for; the best move."""
        shown = report.lines[: self.settings.values[MULTIPV.name]]
        for number, line in enumerate(shown, 1):
            self.write(info_line(self.speech, report, line, number, len(shown), self.settings.table))
        return self.speech.written(report.action)

    def _mated(self, report: Report) -> bool:
        """Whether the mate that `go mate` asks for is found."""
        end = report.value.plies_to_end
        return self.go.mate is not None and report.value.score > 0 and end is not None and end < 2 * self.go.mate

    def _any_move(self) -> str:
        """A legal move where the search gave none, or what says that there is none to give."""
        actions = self.allowed or [int(a) for a in self.game.actions(self.position.state)]
        return self.speech.written(actions[0]) if actions else self.speech.no_move
