"""`solve`: the exact value of a position and best play from it, with progress, and resumable after a kill.

What has been found so far is all in the transposition table; a checkpoint is that table on disk. A run that starts from it asks
the same questions again and finds most of them answered.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from counterplay.core import Game, GameOver, Limit, MissingTrait, Position, Repetition, overrides
from counterplay.core.text.parameter_kinds import Kind
from counterplay.gears.compiler.raw_memory import words_at
from counterplay.gears.deadline import STOP
from counterplay.gears.entry.state_layout import CANDIDATES_ONLY, RANKED
from counterplay.gears.entry.walk import is_over, key_at, list_actions, moves, open_walk, player_at, step_within
from counterplay.gears.entry.walk_kernel import walk_kernel
from counterplay.search.algorithm import Needs
from counterplay.search.api import position_at
from counterplay.search.engine.scores import INFINITE, score_value
from counterplay.search.engine.table import new_table, probe
from counterplay.search.search_control import NODES, Array, as_record, new_control
from counterplay.search.textbook.child_order import put_first, sort_moves
from counterplay.solve.checkpoint import Checkpoint
from counterplay.solve.exhaustive import UNKNOWN_SIZE, new_question, solve_node
from counterplay.solve.first_guess import first_guess, guess_node, has_fine_grades
from counterplay.solve.retrograde_solver import solve_backwards
from counterplay.solve.solution import Progress, Solution

NEEDS = Needs(players=2, chance=False, zero_sum=True)
DEFAULT_TABLE_MB = 256.0
CHECKPOINT_SECONDS = 30.0  # between two savings of the table
METHODS = ("auto", "exhaustive", "retrograde")
METHOD = Kind(f"one of {', '.join(METHODS)}", lambda value: value in METHODS)
DEEPEST_LINE = 5_000  # plies; a longer game would exhaust the native stack


def refuse_unsolvable(game: Game) -> None:
    """One sentence where no exact value can be found."""
    NEEDS.refuse(
        "solve", game, "value iteration (counterplay.search.decision_process) handles one player against chance and dice games"
    )


def goes_in_circles(game: Game) -> bool:
    """Whether positions may come back, or games last so long that they may as well: exhaustive search would not end."""
    return game.repetition != Repetition.NOTHING or game.max_plies > DEEPEST_LINE


def solve_position(
    game: Game,
    where: Any = None,
    *,
    table_mb: float = DEFAULT_TABLE_MB,
    checkpoint: Path | None = None,
    progress: Callable[[Any], None] | None = None,
    table: Array | None = None,
    memory_mb: float | None = None,
    method: str = "auto",
) -> Solution:
    """Solve a position exactly. Progress is told twice a second; KeyboardInterrupt leaves the checkpoint behind.

    Exhaustive search takes a table of `table_mb`, or the `table` that is given. Retrograde analysis, for games whose positions
    may come back, takes up to `memory_mb`, half of the machine's memory where nothing is said. `method` is "auto",
    "exhaustive" or "retrograde".
    """
    position = position_at(game, where)
    refuse_unsolvable(game)
    METHOD.check("method", method)
    if position.outcome() is not None:
        raise GameOver(f"{game.title_text}: the game is over in '{game.dump(position.state)}', there is nothing to solve")
    if method == "retrograde" or (method == "auto" and goes_in_circles(game)):
        return solve_backwards(position, memory_mb, Checkpoint(checkpoint), progress)
    if goes_in_circles(game):
        raise MissingTrait(f"exhaustive search cannot solve {game.title_text}: {why_circles(game)}; method='retrograde' can")
    return _search_exhaustively(game, position, table_mb, checkpoint, progress, table)


def why_circles(game: Game) -> str:
    """For a sentence."""
    if game.repetition != Repetition.NOTHING:
        return "its value may depend on repetition"
    return f"its games may last {game.max_plies} plies, more than {DEEPEST_LINE}"


def _search_exhaustively(
    game: Game,
    position: Position,
    table_mb: float,
    checkpoint: Path | None,
    progress: Callable[[Progress], None] | None,
    table: Array | None,
) -> Solution:
    kept = Checkpoint(checkpoint)
    question = Question(game, position.state, table_mb, kept, table)
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


def entries_for(game: Game) -> tuple[str, ...]:
    """What exhaustive search asks of a game."""
    certain = ("value_bounds",) if overrides(game, "value_bounds") else ()
    return ("expand", "final", *certain, *(("estimate",) if has_fine_grades(game) else ()))


class Question:
    """One position being solved on a worker thread."""

    def __init__(self, game: Game, state: Any, table_mb: float, kept: Checkpoint, table: Array | None) -> None:
        self.game, self.state = game, state
        self.control = new_control(Limit())
        self.walk = open_walk(game, game.max_plies + 2, entries_for(game))
        self.walk.place(state)
        resumed = kept.load() if table is None else table
        self.table = new_table(table_mb) if resumed is None else resumed
        self.sizes = np.full(game.max_plies + 2, UNKNOWN_SIZE, np.int64)  # of what lies below a node, by ply
        self.work = new_question(self.table, self.sizes)
        self.lower, self.upper = -INFINITE, INFINITE
        self.warm()
        self.started = time.perf_counter()
        self.solution: Solution | None = None
        self.error: BaseException | None = None

    def warm(self) -> None:
        """Compile before the clock starts."""
        solve_node.warm(self.walk, self.work, as_record(self.control), 0, 0, 0, 1)
        best_line.warm(self.walk, self.work, as_record(self.control), 0, np.zeros(1, np.int64))
        if has_fine_grades(self.game):
            guess_node.warm(self.walk, as_record(self.control), 0, 0, 0, -INFINITE, INFINITE)

    def run(self) -> None:
        """The worker: value first, then best play."""
        try:
            score = self.value()
            line = np.zeros(self.game.max_plies + 1, np.int64)
            length = int(best_line(self.walk, self.work, as_record(self.control), score, line))
            if length and not self.control[STOP]:
                value = score_value(self.game, score, int(self.game.player(self.state)), proven=True)
                value = replace(value, game=self.game)
                actions = tuple(int(a) for a in line[:length])
                self.solution = Solution(value, actions[0], actions, int(self.control[NODES]), self.seconds)
        except BaseException as error:
            self.error = error

    @property
    def seconds(self) -> float:
        """Since the clock started."""
        return time.perf_counter() - self.started

    def value(self) -> int:
        """The exact score, found by null-window questions that close in on it (MTD)."""
        guess = first_guess(self.walk) if has_fine_grades(self.game) else 0
        while self.lower < self.upper and not self.control[STOP]:
            beta = guess + 1 if guess == self.lower else guess
            guess = self.ask(beta)
            if guess < beta:
                self.upper = guess
            else:
                self.lower = guess
        return guess

    def ask(self, beta: int) -> int:
        """Whether the score is at least beta: an answer below beta bounds it from above, any other from below."""
        return int(solve_node(self.walk, self.work, as_record(self.control), 0, 0, beta - 1, beta))

    def progress(self) -> Progress:
        """For the caller's display."""
        bound = max(map(abs, self.game.utility_range))
        low, high = (score_value(self.game, s, 0, True).score for s in (self.lower, self.upper))
        return Progress(int(self.control[NODES]), self.seconds, max(-bound, low), min(bound, high))


@walk_kernel
def best_line(walk: Any, question: Any, control: Any, score: int, line: Any) -> int:
    """Write play that attains the root's score into `line`: at each step an action that keeps what was promised. Its length."""
    ply = 0
    while not is_over(walk, ply):
        player = player_at(walk, ply)
        n = list_actions(walk, ply, 0, RANKED | CANDIDATES_ONLY if walk.has_candidates != 0 else RANKED)
        put_first(walk, 0, n, probe(words_at(question.table, question.table_words), key_at(walk, ply), ply).action)
        sort_moves(walk, 0, n)
        found = False
        for i in range(n):
            line[ply] = moves(walk)[i]
            step_within(walk, ply, line[ply])
            if player_at(walk, ply + 1) == player:
                found = solve_node(walk, question, control, ply + 1, n, score - 1, score) >= score
            else:
                found = solve_node(walk, question, control, ply + 1, n, -score, 1 - score) <= -score
            if found:
                break
        if control[STOP] or not found:
            return 0
        if player_at(walk, ply + 1) != player:
            score = -score
        # The search has gone beyond the next ply and come back; its state is still there.
        ply += 1
    return ply
