"""Alquerque (traditional, Spain): short jumps along the lines of a board of 5 x 5 points; the ancestor of draughts.

Choices, after H. J. R. Murray, A History of Board-Games Other Than Chess (1952): to capture is compulsory, a man that can jump
on must do so until it cannot, and which way it takes is free; men step and jump in all directions; whoever has no man or no
move loses. The third occurrence of a position is a draw, and so are 50 moves without a capture. The book of games of Alfonso X
(1283) is read otherwise, too: with `chains=no` to capture is optional, and a jump takes one man. A jump is an action of its
own; in a chain the same player goes on.

Checked against counts of sequences of turns, and of positions without chains, which are those of Ludii's Alquerque (that
program plays without chains unless told otherwise), and against a second implementation written from the rules.

The engine plays it no worse than Monte Carlo search: three wins, six draws and a loss in 10 games from random openings, 20,000
nodes a move against 2,000 playouts, which take about as long.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, NamedTuple

import numpy as np

from counterplay.boards import BoardGame, LinearEvaluation, PieceKind, alquerque_board
from counterplay.boards.bases.no_progress_clock import NoProgressClock
from counterplay.boards.estimates.evaluation_pieces import squash
from counterplay.boards.notation.notation_fields import CellField, NumberField
from counterplay.boards.shapes.board import NOWHERE
from counterplay.core import Diagram, Repetition, Unit
from counterplay.gears.bits import EMPTY, bit, cells, has, popcount

WHITE, BLACK = 0, 1
SIZE = 5
MEN = 12  # of a player
DIRECTIONS = 8
MOVES_WITHOUT_CAPTURE = 50
WEIGHTS = (1.0, 0.1, 0.03, 0.1)  # of `feature_names`, in men
HALF = 2.0  # men that are worth half a win


class State(NamedTuple):
    """The points with each player's men."""

    white: np.uint64
    black: np.uint64
    turn: int
    chain: int  # the man that has jumped and must jump on; NOWHERE at the start of a turn
    clock: int  # moves since the last capture


class Alquerque(LinearEvaluation, NoProgressClock, BoardGame):
    """Alquerque; White begins, from the two lower rows and the right end of the middle row."""

    name = "alquerque"
    title = "Alquerque"
    aliases = ("qirkat", "quirkat")
    player_names = ("White", "Black")
    unit = Unit("men", 1 / HALF, digits=1, squashed=True)
    presets: ClassVar = {"alquerque_of_alfonso": {"chains": False}}
    rules = (
        "Each of you has twelve men on the points of the board; only the point in the middle is empty. In your turn move a man "
        "along a line to the next point, in any direction, if that is empty. If the next point along a line has an enemy man "
        "and the one behind it is empty, jump over that man and take it. You must jump if you can, and on with the same man "
        "as long as it can jump; where there are several ways, take any. Whoever has no man or no move left loses. In the "
        "form of Alfonso's book nobody has to jump, and a jump ends the turn."
    )
    cover = "1bbbb/bbbbb/4w/4w/b1www w - 0"
    usual_plies = 32
    diagrams = (
        Diagram("", "Men step along the lines to the empty point.", ("b2-c3", "c2-c3", "d2-c3", "d3-c3")),
        Diagram(
            "1b3/1b3/2w2/5/5 w - 0",
            "A man jumps over an enemy next to it, along a line, onto the empty point behind, and on from there if it can.",
            ("c3xa5",),
        ),
    )
    pieces = (PieceKind("w", WHITE, "white man"), PieceKind("b", BLACK, "black man"))
    cell_fields = ("white", "black")
    extra_fields = (
        CellField("chain", "man that must jump on"),
        NumberField("clock", "moves since the last capture", MOVES_WITHOUT_CAPTURE),
    )
    counts_empty = True
    board_material = "wood"
    clock_limit = MOVES_WITHOUT_CAPTURE
    repetition, repetition_count = Repetition.DRAW, 3
    feature_names = ("men", "men on the rim", "steps", "move")

    def __init__(self, chains: bool = True) -> None:
        self.chains = bool(chains)
        self.set_board(alquerque_board(SIZE, SIZE))
        self.set_weights(WEIGHTS)
        middle = SIZE * SIZE // 2
        white = [cell for cell in range(SIZE * SIZE) if cell < middle - 2 or middle < cell <= middle + 2]
        self.starts = (self.cell_set(white), self.cell_set(SIZE * SIZE - 1 - cell for cell in white))
        # (cells, cells): the point that a jump from one to the other leads over, NOWHERE where no jump leads there
        self.jumped = np.full((self.cell_count, self.cell_count), NOWHERE, np.int64)
        for cell in range(self.cell_count):
            for direction in range(DIRECTIONS):
                over, target = self.along[cell, direction, 1], self.along[cell, direction, 2]
                if target != NOWHERE:
                    self.jumped[cell, target] = over
        self.rim = self.cell_set(c for c in range(self.cell_count) if c % SIZE in (0, SIZE - 1) or c // SIZE in (0, SIZE - 1))
        self.max_actions = MEN * DIRECTIONS
        self.max_plies = self.longest_game(2 * MEN)

    # --- the rules ---
    def initial(self) -> State:
        return State(self.starts[0], self.starts[1], WHITE, NOWHERE, 0)

    def men(self, s: State, p: int) -> np.uint64:
        """The points with a player's men."""
        return s.white if p == WHITE else s.black

    def empty(self, s: State) -> np.uint64:
        """The points without a man."""
        points: np.uint64 = self.full & ~(s.white | s.black)
        return points

    def landings(self, jumpers: np.uint64, theirs: np.uint64, empty: np.uint64, direction: int) -> np.uint64:
        """Where men come to by jumping over an enemy in a direction."""
        points: np.uint64 = self.shifted(self.shifted(jumpers, direction) & theirs, direction) & empty
        return points

    def can_jump(self, jumpers: np.uint64, theirs: np.uint64, empty: np.uint64) -> bool:
        """Whether one of the men can jump."""
        for direction in range(DIRECTIONS):
            if self.landings(jumpers, theirs, empty, direction) != EMPTY:
                return True
        return False

    def noisy_actions(self, s: State) -> Iterator[int]:
        """The jumps."""
        jumpers = bit(s.chain) if s.chain >= 0 else self.men(s, s.turn)
        for direction in range(DIRECTIONS):
            for cell in cells(self.landings(jumpers, self.men(s, 1 - s.turn), self.empty(s), direction)):
                yield self.move(self.along[cell, (direction + 4) % DIRECTIONS, 2], cell)

    def actions(self, s: State) -> Iterator[int]:
        own, theirs, empty = self.men(s, s.turn), self.men(s, 1 - s.turn), self.empty(s)
        jumpers = bit(s.chain) if s.chain >= 0 else own
        jumping = False
        for direction in range(DIRECTIONS):
            for cell in cells(self.landings(jumpers, theirs, empty, direction)):
                jumping = True
                yield self.move(self.along[cell, (direction + 4) % DIRECTIONS, 2], cell)
        if not (self.chains and jumping):
            for direction in range(DIRECTIONS):
                for cell in cells(self.shifted(own, direction) & empty):
                    yield self.move(self.steps[cell, (direction + 4) % DIRECTIONS], cell)

    def result(self, s: State, a: int) -> State:
        start, target = self.origin(a), self.target(a)
        own, theirs = (self.men(s, s.turn) ^ bit(start)) | bit(target), self.men(s, 1 - s.turn)
        over = self.jumped[start, target]
        turn, chain, clock = 1 - s.turn, NOWHERE, s.clock + 1
        if over >= 0:
            theirs &= ~bit(over)
            clock = 0
            if self.chains and self.can_jump(bit(target), theirs, self.full & ~(own | theirs)):
                turn, chain = s.turn, target
        if s.turn == WHITE:
            return State(own, theirs, turn, chain, clock)
        return State(theirs, own, turn, chain, clock)

    def lost(self, s: State) -> bool:
        """Whether the player to move has no man, or none that can move."""
        own, empty = self.men(s, s.turn), self.empty(s)
        return (self.beside(own) & empty) == EMPTY and not self.can_jump(own, self.men(s, 1 - s.turn), empty)

    # --- hints ---
    def feature(self, s: State, p: int, i: int) -> float:
        own, theirs = self.men(s, p), self.men(s, 1 - p)
        if i == 0:
            return float(popcount(own) - popcount(theirs))
        if i == 1:
            return float(popcount(own & self.rim) - popcount(theirs & self.rim))
        if i == 2:
            return float(self.step_count(own, self.empty(s)) - self.step_count(theirs, self.empty(s)))
        return 1.0 if p == s.turn else -1.0

    weighed = LinearEvaluation.evaluate

    def evaluate(self, s: State, p: int) -> float:
        return squash(self.weighed(s, p), HALF)

    def noisy(self, s: State, a: int) -> bool:
        return bool(self.jumped[self.origin(a), self.target(a)] >= 0)

    def order(self, s: State, a: int) -> float:
        return float(2 * int(self.noisy(s, a)) + int(has(self.rim, self.target(a))) - int(has(self.rim, self.origin(a))))

    # --- names and pictures ---
    def action_sign(self, s: State, a: int) -> str:
        return "x" if self.noisy(s, a) else "-"

    def problem(self, s: State) -> str:
        for p, side in enumerate(self.player_names):
            if popcount(self.men(s, p)) > MEN:
                return f"{side} has {popcount(self.men(s, p))} men; {MEN} is the most"
        if s.chain == NOWHERE:
            return ""
        man = bit(s.chain) & self.men(s, s.turn)
        if not self.chains or not self.can_jump(man, self.men(s, 1 - s.turn), self.empty(s)):
            return f"the man on {self.board.names[s.chain]} does not have to jump on"
        return ""

    def marked(self, s: State) -> Sequence[int]:
        return () if s.chain == NOWHERE else (s.chain,)

    def notes(self, s: State) -> Sequence[str]:
        return () if s.chain == NOWHERE else (f"{self.player_names[s.turn]} jumps on",)

    def ending(self, s: State) -> str:
        if not self.lost(s):
            return self.clock_ending()
        loser = self.player_names[s.turn]
        return f"{loser} has no man left" if self.men(s, s.turn) == EMPTY else f"{loser} cannot move"
