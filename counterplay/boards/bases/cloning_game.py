"""Games of stones that multiply: a stone is cloned beside itself or jumps two cells, and turns the enemies beside it.

Ataxx is the one on squares, hexxagon the one on hexagons. A game names its board and its start; the rules are here, once.

No action is noisy: stones can be turned to and fro without end, so a search that goes on while many of them are never becomes
quiet, and looks a hundred plies ahead on one line where the others are two deep.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from counterplay.boards.bases.board_game import BoardGame
from counterplay.boards.bases.no_progress_clock import NoProgressClock
from counterplay.boards.estimates.evaluation_pieces import squash
from counterplay.boards.notation.notation_fields import NumberField
from counterplay.boards.pieces.piece_kind import PieceKind
from counterplay.boards.shapes.board import Board
from counterplay.core import Repetition, Scene, Unit
from counterplay.core.scene import NEUTRAL, Cell, Piece
from counterplay.gears.bits import EMPTY, bit, cells, popcount

JUMPS_IN_A_ROW = 100  # moves of both players
HALF = 10.0  # the lead, in stones, that is worth half a win
# Stones that one unit of each feature is worth: a stone, a stone beside a free cell (it can be turned), being to move.
WEIGHTS = (1.0, -0.25, 1.5)
COMPANY = 0.25  # for ordering, in stones: an own stone beside the cell where one lands, which is then less exposed
BLOCKED = 3  # the content of a cell that nobody can enter


def cloning_rules(cell: str) -> str:
    """The rules for people, with their word for a cell of this board."""
    return (
        f"In your turn, either put a new stone on a free {cell} beside one of yours, or let one of your stones jump to a free "
        f"{cell} two steps away, over whatever lies between; the {cell} that it leaves is free again. All enemy stones beside "
        f"the {cell} where your stone arrives become yours. Whoever cannot move passes. When nobody can move, or one player "
        "has no stones left, the player with more stones wins. The same position for the third time is a draw, and so are "
        f"{JUMPS_IN_A_ROW} moves in a row without a new stone."
    )


class CloningState(NamedTuple):
    """The cells with each player's stones, and those that nobody can enter."""

    first: np.uint64
    second: np.uint64
    blocked: np.uint64
    turn: int
    clock: int  # moves since a stone was cloned


class CloningGame(NoProgressClock, BoardGame):
    """Whoever has more stones when neither player can move, or all of them, wins."""

    pieces = (
        PieceKind("x", 0, "blue stone", "marble"),
        PieceKind("o", 1, "red stone", "marble"),
        PieceKind("-", NEUTRAL, "blocked cell"),
    )
    unit = Unit("stones", 1.0 / HALF, digits=1, squashed=True)
    cell_fields = ("first", "second", "blocked")
    extra_fields = (NumberField("clock", "moves since a stone was cloned", JUMPS_IN_A_ROW),)
    counts_empty = True
    clock_limit = JUMPS_IN_A_ROW
    progress = "a clone"
    repetition = Repetition.DRAW
    repetition_count = 3
    tunables = ("weights",)

    def set_start(self, board: Board, first: Iterable[int], second: Iterable[int], blocked: Iterable[int]) -> None:
        """Play on this board, of at most 64 cells, with stones and blocked cells here. Stones jump over blocked cells."""
        self.set_board(board)
        self.start = tuple(board.cell_set(chosen) for chosen in (first, second, blocked))
        distances = board.distances()
        # (cells,): the cells one step and two steps away, as sets
        self.near = np.array([board.cell_set(np.flatnonzero(row == 1)) for row in distances], np.uint64)
        self.far = np.array([board.cell_set(np.flatnonzero(row == 2)) for row in distances], np.uint64)
        self.weights = np.array(WEIGHTS)
        # A jump is a stone and a free cell, and one of the two is on at most half of the cells.
        self.max_actions = board.size + board.size // 2 * max(map(popcount, self.far))
        self.max_plies = self.longest_game(board.size)

    def initial(self) -> CloningState:
        return CloningState(self.start[0], self.start[1], self.start[2], 0, 0)

    def stones(self, s: CloningState, p: int) -> np.uint64:
        """The cells with a player's stones."""
        return s.first if p == 0 else s.second

    def free(self, s: CloningState) -> np.uint64:
        """The cells that a stone may enter."""
        free: np.uint64 = self.full & ~(s.first | s.second | s.blocked)
        return free

    def movable(self, stones: np.uint64, free: np.uint64) -> bool:
        """Whether one of the stones has a free cell within two steps."""
        for cell in cells(stones):
            if ((self.near[cell] | self.far[cell]) & free) != EMPTY:
                return True
        return False

    def actions(self, s: CloningState) -> Iterator[int]:
        own, free = self.stones(s, s.turn), self.free(s)
        beside = EMPTY
        for cell in cells(own):
            beside |= self.near[cell]
        for target in cells(beside & free):
            yield target  # whichever stone is cloned, the result is the same
        for cell in cells(own):
            for target in cells(self.far[cell] & free):
                yield self.move(cell, target)
        if not self.movable(own, free):
            yield self.passing

    def result(self, s: CloningState, a: int) -> CloningState:
        if a == self.passing:
            return CloningState(s.first, s.second, s.blocked, 1 - s.turn, s.clock + 1)
        own, theirs = self.stones(s, s.turn), self.stones(s, 1 - s.turn)
        target = self.target(a)
        turned = self.near[target] & theirs
        own, theirs = own | bit(target) | turned, theirs & ~turned
        clock = 0
        if not self.places(a):
            own &= ~bit(self.origin(a))
            clock = s.clock + 1
        if s.turn == 0:
            return CloningState(own, theirs, s.blocked, 1, clock)
        return CloningState(theirs, own, s.blocked, 0, clock)

    def decided(self, s: CloningState) -> bool:
        """Whether a player has no stones, or neither can move."""
        if s.first == EMPTY or s.second == EMPTY:
            return True
        return not self.movable(s.first | s.second, self.free(s))

    def terminal(self, s: CloningState) -> bool:
        return self.stalled(s) or self.decided(s)

    def utility(self, s: CloningState, p: int) -> float:
        lead = popcount(self.stones(s, p)) - popcount(self.stones(s, 1 - p))
        if lead == 0 or not self.decided(s):
            return 0.0
        return 1.0 if lead > 0 else -1.0

    # --- hints ---
    def features(self, s: CloningState, p: int) -> tuple[float, float, float]:
        """What the estimate is made of, player p's minus the opponent's, in the order of the weights."""
        own, theirs = self.stones(s, p), self.stones(s, 1 - p)
        exposed = self.beside(self.free(s))
        return (
            float(popcount(own) - popcount(theirs)),
            float(popcount(own & exposed) - popcount(theirs & exposed)),
            1.0 if p == s.turn else -1.0,
        )

    def evaluate(self, s: CloningState, p: int) -> float:
        values = self.features(s, p)
        lead = 0.0
        for i in range(len(values)):
            lead += self.weights[i] * values[i]
        return squash(lead, HALF)

    def turns(self, s: CloningState, a: int) -> int:
        """How many stones the action turns."""
        return 0 if a == self.passing else popcount(self.near[self.target(a)] & self.stones(s, 1 - s.turn))

    def order(self, s: CloningState, a: int) -> float:
        if a == self.passing:
            return 0.0
        company = popcount(self.near[self.target(a)] & self.stones(s, s.turn))
        return 2.0 * self.turns(s, a) + (1.0 if self.places(a) else 0.0) + COMPANY * company

    # --- names and pictures ---
    def action_sign(self, s: CloningState, a: int) -> str:
        return "-"

    def pieces_on(self, cell: str, content: int) -> tuple[Piece, ...]:
        return () if content == BLOCKED else (self.pieces[content - 1].on(cell),)

    def scene(self, s: CloningState) -> Scene:
        contents = self.contents(s)
        ground: tuple[Cell, ...] = tuple(
            replace(cell, tone="blocked") if content == BLOCKED else cell
            for cell, content in zip(self.board.cells, contents, strict=True)
        )
        scores = (str(popcount(s.first)), str(popcount(s.second)))
        return replace(super().scene(s), cells=ground, scores=scores, material="stone")

    def ending(self, s: CloningState) -> str:
        if not self.decided(s):
            return self.clock_ending()
        counts = f"{popcount(s.first)} stones to {popcount(s.second)}"
        if self.free(s) == EMPTY:
            return f"the board is full: {counts}"
        return f"one player has no stones left: {counts}" if EMPTY in (s.first, s.second) else f"nobody can move: {counts}"
