"""Small games on boards of every kind, for tests of the kit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from counterplay.boards import Board, BoardGame, NoProgressClock, NumberField, PieceKind, SquareBoard
from counterplay.gears.bits import EMPTY, bit, cells, popcount


class Emptiness(NamedTuple):
    turn: int


class OnBoard(BoardGame):
    """No game, only its board: kernels ask it for groups and rays."""

    def __init__(self, board: Board) -> None:
        self.set_board(board)

    def initial(self) -> Emptiness:
        return Emptiness(0)


class Crossing(NamedTuple):
    white: np.uint64
    black: np.uint64
    turn: int
    clock: int


class Crossover(NoProgressClock, BoardGame):
    """Steps straight ahead, captures onto any neighbour; whoever cannot move passes. A few rules that use most of the kit."""

    title = "Crossover"
    pieces = (PieceKind("w", 0, "white man"), PieceKind("b", 1, "black man"))
    cell_fields = ("white", "black")
    extra_fields = (NumberField("clock", "moves without a capture", 6),)
    clock_limit = 6
    max_actions, max_plies = 36, 60

    def __init__(self) -> None:
        self.set_board(SquareBoard(3, 4))
        self.starts = (self.board.cell_set(range(3)), self.board.cell_set(range(9, 12)))

    def initial(self) -> Crossing:
        return Crossing(self.starts[0], self.starts[1], 0, 0)

    def player(self, s: Crossing) -> int:
        return s.turn

    def actions(self, s: Crossing) -> Iterator[int]:
        own, other = (s.white, s.black) if s.turn == 0 else (s.black, s.white)
        found = False
        for cell in cells(own):
            ahead = self.shifted(bit(cell), 2 if s.turn == 0 else 6) & ~(own | other)
            for target in cells(ahead | (self.around(cell) & other)):
                found = True
                yield self.move(cell, target)
        if not found:
            yield self.passing

    def result(self, s: Crossing, a: int) -> Crossing:
        if a == self.passing:
            return Crossing(s.white, s.black, 1 - s.turn, s.clock + 1)
        start, end = bit(self.origin(a)), bit(self.target(a))
        clock = 0 if (s.white | s.black) & end else s.clock + 1
        if s.turn == 0:
            return Crossing(s.white ^ start | end, s.black & ~end, 1, clock)
        return Crossing(s.white & ~end, s.black ^ start | end, 0, clock)

    def terminal(self, s: Crossing) -> bool:
        return self.stalled(s) or min(popcount(s.white), popcount(s.black)) == 0

    def utility(self, s: Crossing, p: int) -> float:
        if s.white == EMPTY:
            return -1.0 if p == 0 else 1.0
        return (1.0 if p == 0 else -1.0) if s.black == EMPTY else 0.0

    def ending(self, s: Crossing) -> str:
        return self.clock_ending() if self.stalled(s) else "all men are taken"


class Stones(NamedTuple):
    board: np.ndarray[Any, np.dtype[np.int8]]  # shape (9,)
    turn: int
    won: bool


class Threes(BoardGame):
    """Tic-tac-toe on an array."""

    title = "Threes"
    max_actions = max_plies = 9

    def __init__(self) -> None:
        self.set_board(SquareBoard(3))

    def initial(self) -> Stones:
        return Stones(np.zeros(9, np.int8), 0, False)

    def player(self, s: Stones) -> int:
        return s.turn

    def actions(self, s: Stones) -> Any:
        return np.flatnonzero(s.board == 0)

    def result(self, s: Stones, a: int) -> Stones:
        board = s.board.copy()
        board[a] = s.turn + 1
        return Stones(board, 1 - s.turn, self.lined_up(board, a, 3))

    def terminal(self, s: Stones) -> bool:
        return s.won or not (s.board == 0).any()

    def utility(self, s: Stones, p: int) -> float:
        return (1.0 if p != s.turn else -1.0) if s.won else 0.0

    def restored(self, s: Stones, turn: int) -> Stones:
        won = any(s.board[cell] and self.lined_up(s.board, cell, 3) for cell in range(9))
        return Stones(s.board, turn, won)

    def problem(self, s: Stones) -> str:
        first, second = int((s.board == 1).sum()), int((s.board == 2).sum())
        return "" if first - second == s.turn else f"{first} and {second} stones do not fit the side to move"
