"""Positions of games that may go in circles, solved by retrograde analysis: when its answer is exact, and best play from it.

Where a repeated position is a draw, or circles end nothing, an endless game is worth 0, and so is every position that neither
side can win. A winner never brings a position back, since every step of its plan is nearer to the end; so no rule of
repetition can spoil a win. A draw clock might: positions that differ in it alone are taken for one at first, and where the
winner may have to wait longer than the clock allows, the analysis is done again with the clock as part of the position.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from typing import Any

from counterplay.core import BadParameter, Game, Limit, MissingTrait, Position, Repetition, Value
from counterplay.core.hashing import MASK
from counterplay.gears.deadline import DEADLINE, STOP, nanoseconds
from counterplay.search.engine.scores import utility_bound
from counterplay.search.search_control import DUE, as_record, new_control
from counterplay.solve.checkpoint import Checkpoint
from counterplay.solve.retrograde import Analysis, warm_kernels
from counterplay.solve.solution import RetrogradeProgress, Solution
from counterplay.solve.state_graph import MET_AGAIN, StateGraph

SLICE_SECONDS = 0.2  # of native code between two looks at the keyboard
TELL_SECONDS = 0.5  # from one report of progress to the next
CHECKPOINT_SECONDS = 30.0  # from one saving to the next, at least
SAVING_SHARE = 20.0  # and so many times as long as the last one took: a graph may be large, and a disk slow
ROOT = 0


class ClockMayDecide(Exception):
    """The draw clock cannot be left out."""


def solve_backwards(
    position: Position,
    memory_mb: float | None,
    kept: Checkpoint,
    progress: Callable[[RetrogradeProgress], None] | None,
) -> Solution:
    """Solve a position whose game is not over by retrograde analysis."""
    refuse_superko(position.game)
    if position.game.draw_clock is not None:
        with contextlib.suppress(ClockMayDecide):
            return Retrograde(position, memory_mb, kept, progress, clockless=True).solve()
    return Retrograde(position, memory_mb, kept, progress, clockless=False).solve()


def refuse_superko(game: Game) -> None:
    """One sentence where a position may forbid others that are not the same: what may be played depends on the whole game."""
    if game.repetition == Repetition.FORBIDDEN and game.repetition_bits != MASK:
        raise MissingTrait(
            f"solve cannot give {game.title_text} an exact value: a position rules out others that differ from it, and what "
            "may be played depends on the whole game; the engine searches it to a limit"
        )


class Retrograde:
    """One position being solved."""

    def __init__(
        self,
        position: Position,
        memory_mb: float | None,
        kept: Checkpoint,
        progress: Callable[[RetrogradeProgress], None] | None,
        clockless: bool,
    ) -> None:
        self.position, self.game, self.kept, self.progress = position, position.game, kept, progress
        self.clockless = clockless
        self.graph = StateGraph(position, memory_mb, clockless)
        if not self.graph.walk.compiled:
            self.kept = Checkpoint(None)  # the states of the interpreted gear are no numbers
        warm_kernels(self.graph.walk)
        found = self.kept.load_arrays()
        if found is not None and not self.graph.unpack(found):
            self.kept.remove()
        self.control = new_control(Limit())
        self.started = self.told = self.saved = time.perf_counter()
        self.pause = CHECKPOINT_SECONDS
        self.settled = 0

    @property
    def seconds(self) -> float:
        """Since the clock started."""
        return time.perf_counter() - self.started

    def solve(self) -> Solution:
        """Find all positions, then trace values back; what was found is kept where this is interrupted."""
        try:
            self._find_positions()
            analysis = Analysis(self.graph)
            for _ in analysis.run():
                self.settled = analysis.settled
                self._look_up()
        except (KeyboardInterrupt, SystemExit, BadParameter):
            self._save()
            raise
        self.kept.remove()
        self._refuse_inexact(analysis)
        return self._solution(analysis)

    def _find_positions(self) -> None:
        while not self.graph.follow_up(self._slice()):
            self._look_up()
            if time.perf_counter() - self.saved > self.pause:
                self._save()

    def _slice(self) -> Any:
        """The control for one call of native code."""
        self.control[STOP] = self.control[DUE] = 0
        self.control[DEADLINE] = nanoseconds() + int(SLICE_SECONDS * 1e9)
        return as_record(self.control)

    def _look_up(self) -> None:
        """Tell how far it has come; whoever is told may raise what ends it."""
        if self.progress is not None and time.perf_counter() - self.told > TELL_SECONDS:
            self.told = time.perf_counter()
            self.progress(RetrogradeProgress(self.graph.positions, self.graph.followed, self.settled, self.seconds))

    def _save(self) -> None:
        start = time.perf_counter()
        self.kept.save_arrays(self.graph.packed())
        self.saved = time.perf_counter()
        self.pause = max(CHECKPOINT_SECONDS, SAVING_SHARE * (self.saved - start))

    def _refuse_inexact(self, analysis: Analysis) -> None:
        """A sentence, or another try, where the value that was found might not be the game's."""
        game, value = self.game, analysis.value(ROOT)
        if game.repetition in (Repetition.LOSS, Repetition.FORBIDDEN, Repetition.PERPETUAL_LOSES):
            # A position that has occurred before the first one is an end of the graph, which hides the circle it closes.
            met_again = bool(self.graph.counts[MET_AGAIN])
            certain = abs(value) == utility_bound(game) and not met_again
            if not certain and (met_again or analysis.has_cycle()):
                raise MissingTrait(
                    f"solve cannot give {game.title_text} an exact value here: it rests on positions that may come back, and "
                    "what that means depends on how they were reached; the engine searches it to a limit"
                )
        if value == 0.0:
            return
        if self.clockless:
            assert game.draw_clock is not None
            field, limit = game.draw_clock
            now, later = analysis.longest_waits(ROOT)
            if now + int(getattr(self.position.state, field)) >= limit or later >= limit:
                raise ClockMayDecide
        if self.graph.keyed and analysis.rests_on_keys(ROOT):
            raise MissingTrait(
                f"solve cannot give {game.title_text} an exact value here: positions that its key calls the same lead to "
                "different ends, so that a win may be lost to repetition; the engine searches it to a limit"
            )

    def _solution(self, analysis: Analysis) -> Solution:
        player = self.position.player
        score = analysis.value(ROOT) * (1 if player == 0 else -1) + 0.0
        told = abs(score) == utility_bound(self.game) and self.game.repetition in (Repetition.NOTHING, Repetition.DRAW)
        plies = int(analysis.plies[ROOT]) if told else None
        value = Value(score, player, proven=True, plies_to_end=plies, game=self.game)
        line = best_play(self.position, self.graph, analysis)
        return Solution(value, line[0], line, self.graph.positions, self.seconds)


def best_play(position: Position, graph: StateGraph, analysis: Analysis) -> tuple[int, ...]:
    """Actions that keep the value, to the end of the game, or until a position comes back where that ends nothing."""
    line: list[int] = []
    here, visits = ROOT, {ROOT: 1}
    while position.outcome() is None and (visits[here] == 1 or graph.game.repetition != Repetition.NOTHING):
        actions, following = graph.game.choices(position.state), graph.successors(here)
        place = best_action(here, following, visits, graph, analysis)
        action, here = int(actions[place]), following[place]
        visits[here] = visits.get(here, 0) + 1
        line.append(action)
        position = position.play(action)
    return tuple(line)


def best_action(here: int, following: list[int], visits: dict[int, int], graph: StateGraph, analysis: Analysis) -> int:
    """The place of an action that keeps a position's value: of those that win a fast one, of those that lose a slow one.

    Where nobody gains anything, one to a position that has been there before, so that the game ends soon.
    """
    grade = analysis.grade[here]
    kept = [i for i, there in enumerate(following) if analysis.grade[there] == grade]
    if grade == analysis.zero:
        return max(kept, key=lambda i: visits.get(following[i], 0))
    hurries = (grade > analysis.zero) == (graph.player(here) == 0)
    return (min if hurries else max)(kept, key=lambda i: int(analysis.plies[following[i]]))
