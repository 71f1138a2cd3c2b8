"""Pong hau k'i, a traditional game of China and Korea, as an example of a game on points that lines join.

Change the rules, then run `counterplay check` on this file and `pytest` on the one beside it. The methods of the contract are
compiled, so they hold numbers, sets and loops only. Notation, names of moves, clicks and the picture come from the board.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from counterplay import Repetition
from counterplay.boards import BoardGame, GraphBoard, PieceKind
from counterplay.gears.bits import EMPTY, bit, cells

WHITE, BLACK = 0, 1
POINTS = {"a": (0.5, 0.5), "b": (2.5, 0.5), "c": (1.5, 1.5), "d": (0.5, 2.5), "e": (2.5, 2.5)}
LINES = (("a", "c", "e"), ("b", "c", "d"), ("a", "d"), ("b", "e"), ("d", "e"))


class State(NamedTuple):
    """Everything that decides how play can continue. A set of points is one number, with a bit for each point."""

    white: np.uint64
    black: np.uint64
    turn: int


class PongHauKi(BoardGame):
    """The rules."""

    title = "Pong hau k'i"
    rules = "In turn, move a stone along a line to the empty point. Whoever cannot move loses; a third repetition is a draw."
    pieces = (PieceKind("w", WHITE, "white stone"), PieceKind("b", BLACK, "black stone"))
    cell_fields = ("white", "black")  # where the state keeps each kind of piece
    repetition = Repetition.DRAW  # without it two players could go round for ever
    max_actions, max_plies = 2, 200  # bounds that searches rely on

    def __init__(self) -> None:
        self.set_board(GraphBoard(POINTS, LINES))
        self.white_start = self.board.cell_set(self.board.index(name) for name in "ab")
        self.black_start = self.board.cell_set(self.board.index(name) for name in "de")

    def initial(self) -> State:
        return State(self.white_start, self.black_start, WHITE)

    def player(self, s: State) -> int:
        return s.turn

    def movable(self, s: State) -> np.uint64:
        """The stones of the player to move that stand beside the empty point."""
        own = s.white if s.turn == WHITE else s.black
        beside: np.uint64 = self.beside(self.full & ~(s.white | s.black))
        return own & beside

    def actions(self, s: State) -> Iterator[int]:
        for target in cells(self.full & ~(s.white | s.black)):
            for cell in cells(self.movable(s)):
                yield self.move(cell, target)  # an action is an int; the board turns points into one and back

    def result(self, s: State, a: int) -> State:
        moved = bit(self.origin(a)) | bit(self.target(a))
        return State(s.white ^ moved, s.black, BLACK) if s.turn == WHITE else State(s.white, s.black ^ moved, WHITE)

    def terminal(self, s: State) -> bool:
        return bool(self.movable(s) == EMPTY)

    def utility(self, s: State, p: int) -> float:
        return -1.0 if p == s.turn else 1.0

    def problem(self, s: State) -> str:
        """Refuse a position that no game comes to; the text that was read is quoted by itself."""
        counts = len(list(cells(s.white))), len(list(cells(s.black)))
        return "" if counts == (2, 2) else "each player has two stones"

    def ending(self, s: State) -> str:
        return f"{'White' if s.turn == WHITE else 'Black'} cannot move"
