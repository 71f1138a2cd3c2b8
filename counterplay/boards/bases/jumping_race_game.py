"""Races of men who step to the next cell or jump over others, in chains, from their own camp to the one on the other side.

Halma is the one on squares, Chinese checkers the one on a star. A game names its board and its camps; the rules are here, once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from counterplay.boards.bases.board_game import BoardGame
from counterplay.boards.bases.no_progress_clock import NoProgressClock
from counterplay.boards.estimates.evaluation_pieces import squash
from counterplay.boards.estimates.linear_evaluation import LinearEvaluation
from counterplay.boards.notation.notation_fields import NumberField
from counterplay.boards.shapes.board import NOWHERE, Board
from counterplay.core import Scene, Unit

LONGEST_RACE = 300  # moves of both players
FREE = 0  # the content of an empty cell; 1 + player for a man
HALF = 12.0  # the lead, in steps, that is worth half a win
WEIGHTS = (1.0, 0.25, 0.5, 1.0)  # of `feature_names`, in steps


def race_rules(man: str, men: str, cell: str, camp: str, ways: str) -> str:
    """The rules for people, with their words for what there is on this board."""
    return (
        f"Bring all your {men} to the {camp} on the other side. In your turn move one {man}: either a step to an empty {cell} "
        f"next to it{ways}, or by jumps. A {man} jumps over one {man} of either colour that stands next to it, to the empty "
        f"{cell} right behind, and may go on jumping from there, in any direction, as often as you like. Nothing is ever "
        f"captured. A {man} that stands in the {camp} that it is bound for stays in it: it can still move, but its move must "
        f"end there. You win when that {camp} is full and at least one of the {men} in it is yours, so that it does not help "
        f"the opponent to leave some behind. After {LONGEST_RACE} moves the game is a draw. Whoever has no move passes."
    )


class RaceState(NamedTuple):
    """The men on the board."""

    board: NDArray[np.int8]  # shape (cells,): FREE, or 1 + player
    turn: int
    clock: int  # moves played


class JumpingRaceGame(LinearEvaluation, NoProgressClock, BoardGame):
    """Whoever fills the opponent's camp first wins. A move is where a man starts and where it ends, whatever its way."""

    unit = Unit("steps", 1.0 / HALF, digits=1, squashed=True)
    extra_fields = (NumberField("clock", "moves played", LONGEST_RACE),)
    counts_empty = True
    clock_limit = LONGEST_RACE
    max_plies = LONGEST_RACE
    feature_names = ("steps to go", "steps aside", "stragglers", "move")
    tunables = ("weight_array",)

    def set_race(self, board: Board, camps: Sequence[Sequence[int]], passing_only: Iterable[int] = ()) -> None:
        """Play on this board between these camps, each named from its innermost cell on; no move ends on `passing_only`."""
        self.set_board(board)
        self.set_weights(WEIGHTS)
        self.camps = tuple(tuple(camp) for camp in camps)
        self.men_count = len(self.camps[0])
        self.start = np.zeros(board.size, np.int8)
        self.goals = np.zeros((2, board.size), np.bool_)  # for each player the cells to reach
        for p, camp in enumerate(self.camps):
            self.start[list(camp)] = 1 + p
            self.goals[1 - p, list(camp)] = True
        self.goal_cells = np.array(self.camps[::-1], np.int64)
        self.stoppable = np.ones(board.size, np.bool_)
        self.stoppable[list(passing_only)] = False
        self.jumps = np.ascontiguousarray(self.along[:, :, 2])  # (cells, directions): where a jump leads
        self.set_ways()
        self.max_actions = self.men_count * (board.directions + self.widest_leap())

    def widest_leap(self) -> int:
        """The most cells that jumps can lead to from one, its own not counted."""
        left, most = set(range(self.cell_count)), 0
        while left:
            queue = [left.pop()]
            for cell in queue:  # the queue grows while it is walked
                fresh = {int(target) for target in self.jumps[cell]} & left
                left -= fresh
                queue += fresh
            most = max(most, len(queue) - 1)
        return most

    def set_ways(self) -> None:
        """What the men have to go: steps to the innermost cell of the goal, off the shortest way, and those squared."""
        tips = [self.camps[1][0], self.camps[0][0]]
        way = np.array([self.board.distances_from(tip) for tip in tips], np.float64)
        detour = way[0] + way[1] - way[0, tips[1]]
        # (features, players, cells)
        self.ways = np.array([way, [detour, detour], way * way / way.max()])

    # --- the rules ---
    def initial(self) -> RaceState:
        return RaceState(self.start.copy(), 0, 0)

    def may_stop(self, p: int, origin: int, target: int) -> bool:
        """Whether a move of player p from one cell to another may end there."""
        return bool(self.stoppable[target] and (self.goals[p, target] or not self.goals[p, origin]))

    def actions(self, s: RaceState) -> NDArray[np.int64]:
        found = np.empty(self.max_actions, np.int64)
        n = 0
        queue = np.empty(self.cell_count, np.int64)
        reached = np.full(self.cell_count, NOWHERE, np.int64)  # the man who was the last to come here by jumps
        for origin in range(self.cell_count):
            if s.board[origin] != 1 + s.turn:
                continue
            for target in self.steps[origin]:
                if target != NOWHERE and s.board[target] == FREE and self.may_stop(s.turn, origin, target):
                    found[n] = self.move(origin, target)
                    n += 1
            for i in range(1, self.leaps(s.board, origin, queue, reached)):
                if self.may_stop(s.turn, origin, queue[i]):
                    found[n] = self.move(origin, queue[i])
                    n += 1
        if n == 0:
            found[0] = self.passing
            n = 1
        return found[:n]

    def leaps(self, board: NDArray[np.int8], origin: int, queue: NDArray[np.int64], reached: NDArray[np.int64]) -> int:
        """Put the cells that a man can come to by jumps, its own first, into the queue; how many there are.

        A man never jumps over the cell that it has left: jumps lead it to every second cell of a line, and that one is between.
        """
        queue[0] = origin
        reached[origin] = origin
        count, at = 1, 0
        while at < count:
            cell = queue[at]
            at += 1
            for direction in range(self.directions):
                target = self.jumps[cell, direction]
                if target == NOWHERE or board[target] != FREE or reached[target] == origin:
                    continue
                if board[self.steps[cell, direction]] != FREE:
                    reached[target] = origin
                    queue[count] = target
                    count += 1
        return count

    def result(self, s: RaceState, a: int) -> RaceState:
        board = s.board.copy()
        if a != self.passing:
            board[self.origin(a)] = FREE
            board[self.target(a)] = 1 + s.turn
        return RaceState(board, 1 - s.turn, s.clock + 1)

    def arrived(self, s: RaceState, p: int) -> bool:
        """Whether the goal of player p is full, and one of the men there is the player's own."""
        own = False
        for cell in self.goal_cells[p]:
            if s.board[cell] == FREE:
                return False
            own = own or s.board[cell] == 1 + p
        return bool(own)

    def terminal(self, s: RaceState) -> bool:
        return self.arrived(s, 0) or self.arrived(s, 1) or self.stalled(s)

    def utility(self, s: RaceState, p: int) -> float:
        mover = 1 - s.turn
        if self.arrived(s, mover):
            return 1.0 if p == mover else -1.0
        if self.arrived(s, s.turn):
            return 1.0 if p == s.turn else -1.0
        return 0.0

    # --- hints ---
    def feature(self, s: RaceState, p: int, i: int) -> float:
        """What the opponent has to go, less what player p has to."""
        if i == len(self.ways):
            return 1.0 if p == s.turn else -1.0
        lead = 0.0
        for cell in range(self.cell_count):
            content = s.board[cell]
            if content == 1 + p:
                lead -= self.ways[i, p, cell]
            elif content != FREE:
                lead += self.ways[i, 1 - p, cell]
        return lead

    weighed = LinearEvaluation.evaluate

    def evaluate(self, s: RaceState, p: int) -> float:
        return squash(self.weighed(s, p), HALF)

    def order(self, s: RaceState, a: int) -> float:
        if a == self.passing:
            return 0.0
        return float(self.ways[2, s.turn, self.origin(a)] - self.ways[2, s.turn, self.target(a)])

    def skip(self, s: RaceState) -> RaceState:
        return RaceState(s.board.copy(), 1 - s.turn, s.clock + 1)

    # --- names and pictures ---
    def action_sign(self, s: RaceState, a: int) -> str:
        return "-"

    def problem(self, s: RaceState) -> str:
        for p, side in enumerate(self.player_names):
            count = int((s.board == 1 + p).sum())
            if count != self.men_count:
                return f"{side} has {count} instead of {self.men_count}"
        return ""

    def scene(self, s: RaceState) -> Scene:
        """The camps in the colour of whoever starts there."""
        owners = {cell: p for p, camp in enumerate(self.camps) for cell in camp}
        ground = [
            replace(cell, tone="home", owner=owners[i]) if i in owners else cell for i, cell in enumerate(self.board.cells)
        ]
        there = [int((s.board[self.goal_cells[p]] == 1 + p).sum()) for p in (0, 1)]
        scores = tuple(f"{count} of {self.men_count}" for count in there)
        return replace(super().scene(s), cells=tuple(ground), scores=scores)

    def ending(self, s: RaceState) -> str:
        winners = [p for p in (1 - s.turn, s.turn) if self.arrived(s, p)]
        return f"{self.player_names[winners[0]]} has arrived" if winners else f"{LONGEST_RACE} moves have been played"
