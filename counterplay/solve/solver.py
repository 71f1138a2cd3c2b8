"""`solve`: the exact value of a position and best play from it, with progress, and resumable after a kill.

What has been found so far is all in the transposition table; a checkpoint is that table on disk. A run that starts from it asks
the same questions again and finds most of them answered.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from counterplay.core import CannotCompile, Game, GameOver, Limit, MissingTrait, Position, Repetition, Value
from counterplay.gears.calls import choices_of, result_of
from counterplay.search.control import NODES, STOP, Array, as_record, new_control
from counterplay.search.engine.scores import INFINITE, PROVEN, score_value
from counterplay.search.engine.table import new_table
from counterplay.search.task import Needs
from counterplay.solve.checkpoint import Checkpoint
from counterplay.solve.exhaustive import new_buffers, solve_node

NEEDS = Needs(players=2, chance=False, zero_sum=True)
DEFAULT_TABLE_MB = 256.0
CHECKPOINT_SECONDS = 30.0  # between two savings of the table
DEEPEST_LINE = 5_000  # plies; a longer game would exhaust the native stack


@dataclass(frozen=True)
class Progress:
    """How far a solution has come."""

    nodes: int
    seconds: float
    lower: float  # the value is at least this, in units of utility
    upper: float  # and at most this


@dataclass(frozen=True)
class Solution:
    """An exact answer."""

    value: Value  # for the player to move
    action: int  # one that attains it
    line: tuple[int, ...]  # best play by both sides to the end of the game
    nodes: int
    seconds: float


def refuse_unsolvable(game: Game) -> None:
    """One sentence where exhaustive search cannot be exact."""
    NEEDS.refuse(
        "solve", game, "value iteration (counterplay.search.decision) handles one player against chance and dice games"
    )
    if game.repetition != Repetition.NOTHING:
        raise MissingTrait(
            f"solve cannot search {game.title_text}: its value may depend on repetition, which exhaustive search with a table "
            "does not see; the engine searches it to a limit"
        )
    if game.max_plies > DEEPEST_LINE:
        raise MissingTrait(
            f"solve cannot search {game.title_text}: its games may last {game.max_plies} plies, more than {DEEPEST_LINE}"
        )


def solve(
    game: Game,
    where: Any = None,
    *,
    table_mb: float = DEFAULT_TABLE_MB,
    checkpoint: Path | None = None,
    progress: Callable[[Progress], None] | None = None,
    table: Array | None = None,
) -> Solution:
    """Solve a position exactly. Progress is told twice a second; KeyboardInterrupt leaves the checkpoint behind."""
    refuse_unsolvable(game)
    position = where if isinstance(where, Position) else Position(game, where)
    if position.outcome() is not None:
        raise GameOver(f"{game.title_text}: the game is over in '{game.dump(position.state)}', there is nothing to solve")
    kept = Checkpoint(checkpoint)
    question = Question(game, position.state, table_mb, kept, table)
    question.warm()
    worker = threading.Thread(target=question.run, name="counterplay-solve", daemon=True)
    worker.start()
    saved = time.perf_counter()
    try:
        while worker.is_alive():
            worker.join(0.5)
            if progress is not None and worker.is_alive():
                progress(question.progress())
            if time.perf_counter() - saved > CHECKPOINT_SECONDS:
                kept.save(question.table)
                saved = time.perf_counter()
    except BaseException:
        question.control[STOP] = 1
        worker.join()
        kept.save(question.table)
        raise
    if question.error is not None:
        raise question.error
    assert question.solution is not None
    kept.remove()
    return question.solution


class Question:
    """One position being solved on a worker thread."""

    def __init__(self, game: Game, state: Any, table_mb: float, kept: Checkpoint, table: Array | None) -> None:
        self.game, self.state = game, state
        self.control = new_control(Limit())
        self.buffers = new_buffers(game)
        resumed = kept.load() if table is None else table
        self.table = new_table(table_mb) if resumed is None else resumed
        self.lower, self.upper = -INFINITE, INFINITE
        self.started = time.perf_counter()
        self.solution: Solution | None = None
        self.error: BaseException | None = None

    def warm(self) -> None:
        """Compile; where the game cannot be, the calls run interpreted."""
        try:
            solve_node.warm(self.game, self.state, 0, 0, 1, as_record(self.control), self.buffers, self.table)
        except CannotCompile:
            return

    def run(self) -> None:
        """The worker: value first, then best play."""
        try:
            score = self.value(self.state, 0)
            line = self.best_line(score)
            if line:
                player = int(self.game.player(self.state))
                value = score_value(self.game, score, player, proven=True)
                self.solution = Solution(
                    value, line[0], tuple(line), int(self.control[NODES]), time.perf_counter() - self.started
                )
        except BaseException as error:
            self.error = error

    def value(self, state: Any, guess: int) -> int:
        """The exact score of a state, found by null-window questions that close in on it (MTD)."""
        lower, upper = -INFINITE, INFINITE
        while lower < upper and not self.control[STOP]:
            beta = guess + 1 if guess == lower else guess
            answer = self.ask(state, beta)
            if answer < beta:
                upper = answer
            else:
                lower = answer
            guess = answer
            if state is self.state:
                self.lower, self.upper = lower, upper
        return guess

    def ask(self, state: Any, beta: int) -> int:
        """Whether the score is at least beta: an answer below beta bounds it from above, any other from below."""
        return int(solve_node(self.game, state, 0, beta - 1, beta, as_record(self.control), self.buffers, self.table))

    def best_line(self, score: int) -> list[int]:
        """Play that attains the score: at each step an action whose child is worth what was promised."""
        game, state, line = self.game, self.state, []
        out = np.zeros(max(1, game.max_actions), np.int64)
        while not game.terminal(state):
            player = int(game.player(state))
            for action in out[: choices_of(game, state, out)].tolist():
                child = result_of(game, state, action)
                wanted = closer(score)
                if self.attains(child, wanted, same=int(game.player(child)) == player):
                    break
                if self.control[STOP]:
                    return []
            line.append(action)
            same = int(game.player(child)) == player
            state, score = child, wanted if same else -wanted
        return line

    def attains(self, child: Any, wanted: int, same: bool) -> bool:
        """Whether the child is worth at least `wanted` to the player who moved there."""
        if same:
            return self.ask(child, wanted) >= wanted
        return self.ask(child, 1 - wanted) < 1 - wanted

    def progress(self) -> Progress:
        """For the caller's display."""
        bound = max(map(abs, self.game.utility_range))
        low, high = (score_value(self.game, s, 0, True).score for s in (self.lower, self.upper))
        seconds = time.perf_counter() - self.started
        return Progress(int(self.control[NODES]), seconds, max(-bound, low), min(bound, high))


def closer(score: int) -> int:
    """A proven distance, counted from the next position instead of this one."""
    if score > PROVEN:
        return score + 1
    if score < -PROVEN:
        return score - 1
    return score
