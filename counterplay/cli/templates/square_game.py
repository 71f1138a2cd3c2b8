"""Clobber (M. Albert, J. Grossman, R. Nowakowski and D. Wolfe, 2001), as an example of a game on a board of squares.

Change the rules, then run `counterplay check` on this file and `pytest` on the one beside it. The methods of the contract are
compiled, so they hold numbers, sets and loops only. Notation, names of moves, clicks and the picture come from the board.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from counterplay import BadParameter
from counterplay.boards import BoardGame, PieceKind, SquareBoard
from counterplay.gears.bits import EMPTY, bit, cells

WHITE, BLACK = 0, 1


class State(NamedTuple):
    """Everything that decides how play can continue. A set of cells is one number, with a bit for each cell."""

    white: np.uint64
    black: np.uint64
    turn: int


class Clobber(BoardGame):
    """The rules. Parameters of __init__ can be set on the command line: `this_file.py:width=4,height=4`."""

    title = "Clobber"
    rules = "In turn, move a stone onto a neighbouring enemy stone, which is taken. Whoever cannot move loses."
    pieces = (PieceKind("w", WHITE, "white stone"), PieceKind("b", BLACK, "black stone"))
    cell_fields = ("white", "black")  # where the state keeps each kind of piece

    def __init__(self, width: int = 5, height: int = 4) -> None:
        if min(width, height) < 2 or width * height > 64:
            raise BadParameter(f"clobber: needs 2 rows and columns, and at most 64 cells, not {width} x {height}")
        self.width, self.height = width, height  # stored under their own names, and constant from now on
        self.set_board(SquareBoard(width, height, touching="sides"))
        white = [cell for cell in range(width * height) if (cell % width + cell // width) % 2 == 0]
        self.white_start = self.board.cell_set(white)
        self.max_actions = 4 * len(white)  # bounds that searches rely on
        self.max_plies = width * height

    def initial(self) -> State:
        return State(self.white_start, self.full & ~self.white_start, WHITE)

    def player(self, s: State) -> int:
        return s.turn

    def stones(self, s: State, p: int) -> np.uint64:
        """The stones of a player."""
        return s.white if p == WHITE else s.black

    def actions(self, s: State) -> Iterator[int]:
        enemies = self.stones(s, 1 - s.turn)
        for cell in cells(self.stones(s, s.turn)):
            for target in cells(self.around(cell) & enemies):
                yield self.move(cell, target)  # an action is an int; the board turns cells into one and back

    def result(self, s: State, a: int) -> State:
        start, end = bit(self.origin(a)), bit(self.target(a))
        if s.turn == WHITE:
            return State(s.white ^ start | end, s.black ^ end, BLACK)
        return State(s.white ^ end, s.black ^ start | end, WHITE)

    def terminal(self, s: State) -> bool:
        return bool((self.beside(s.white) & s.black) == EMPTY)

    def utility(self, s: State, p: int) -> float:
        return -1.0 if p == s.turn else 1.0

    def ending(self, s: State) -> str:
        return "no stone has an enemy beside it"
