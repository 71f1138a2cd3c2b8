"""Hex (P. Hein, 1942), as an example of a game on a board of hexagons that asks for connections.

Change the rules, then run `counterplay check` on this file and `pytest` on the one beside it. The methods of the contract are
compiled, so they hold numbers, sets and loops only. Notation, names of moves, clicks and the picture come from the board.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from counterplay import BadParameter
from counterplay.boards import BoardGame, PieceKind, rhombus_board
from counterplay.gears.bits import bit, cells

BLUE, RED = 0, 1


class State(NamedTuple):
    """Everything that decides how play can continue. A set of cells is one number, with a bit for each cell."""

    blue: np.uint64
    red: np.uint64
    turn: int


class SmallHex(BoardGame):
    """The rules. Parameters of __init__ can be set on the command line: `this_file.py:size=6`."""

    title = "Small Hex"
    rules = "In turn, place a stone on an empty cell. Blue wins by joining top and bottom, Red by joining left and right."
    pieces = (PieceKind("b", BLUE, "blue stone"), PieceKind("r", RED, "red stone"))
    cell_fields = ("blue", "red")  # where the state keeps each kind of piece

    def __init__(self, size: int = 4) -> None:
        if not 2 <= size <= 8:
            raise BadParameter(f"small hex: the size is 2 to 8, not {size}")
        self.size = size  # stored under its own name, and constant from now on
        self.set_board(rhombus_board(size))
        last = size - 1
        self.top = self.board.cell_set(range(size))
        self.bottom = self.board.cell_set(last * size + column for column in range(size))
        self.left = self.board.cell_set(row * size for row in range(size))
        self.right = self.board.cell_set(row * size + last for row in range(size))
        self.max_actions = self.max_plies = size * size  # bounds that searches rely on

    def initial(self) -> State:
        return State(self.none, self.none, BLUE)

    def player(self, s: State) -> int:
        return s.turn

    def actions(self, s: State) -> Iterator[int]:
        for cell in cells(self.full & ~(s.blue | s.red)):  # to place on a cell is the number of the cell
            yield cell

    def result(self, s: State, a: int) -> State:
        if s.turn == BLUE:
            return State(s.blue | bit(a), s.red, RED)
        return State(s.blue, s.red | bit(a), BLUE)

    def terminal(self, s: State) -> bool:
        return self.joins(s.blue, self.top, self.bottom) or self.joins(s.red, self.left, self.right)

    def utility(self, s: State, p: int) -> float:
        return -1.0 if p == s.turn else 1.0  # who would be next has lost: the other one made the connection

    def problem(self, s: State) -> str:
        """Refuse a position that no game comes to; the text that was read is quoted by itself."""
        many = len(list(cells(s.blue))) - len(list(cells(s.red)))
        if many != s.turn:
            return "the numbers of stones do not fit the side to move"
        both = self.joins(s.blue, self.top, self.bottom), self.joins(s.red, self.left, self.right)
        return "the player to move has won already" if both[s.turn] else ""

    def ending(self, s: State) -> str:
        return f"{'Red' if s.turn == BLUE else 'Blue'} has joined both sides"
