"""Towers, a small example of a game whose pieces stand on one another.

Change the rules, then run `counterplay check` on this file and `pytest` on the one beside it. The methods of the contract are
compiled, so they hold numbers, arrays and loops only. Notation, names of moves, clicks and the picture come from the board.
"""

from typing import Any, NamedTuple

import numpy as np

from counterplay import BadParameter
from counterplay.boards import NOWHERE, PieceKind, SquareBoard, StackBoardGame
from counterplay.boards.pieces.piece_stacks import put_on, stack_height, top_piece

FIRST, SECOND = 0, 1
MAN = (1, 2)  # by player: the number of its man in a stack, 1 + its place in `pieces`


class State(NamedTuple):
    """Everything that decides how play can continue. Arrays are never changed in place: copy what you alter."""

    board: Any  # int64, shape (cells,): a stack of men in one number, 0 for an empty cell
    turn: int


class Towers(StackBoardGame):
    """The rules. Parameters of __init__ can be set on the command line: `this_file.py:width=4,height=3`."""

    title = "Towers"
    rules = (
        "In turn, put a tower with your man on top onto a neighbouring tower. Play ends when the player to move has no such "
        "move. Towers belong to whoever is on top, and more men in towers win."
    )
    pieces = (PieceKind("x", FIRST, "first player's man"), PieceKind("o", SECOND, "second player's man"))

    def __init__(self, width: int = 3, height: int = 3) -> None:
        if min(width, height) < 1 or not 2 <= width * height <= 15:
            raise BadParameter(f"towers: needs 2 to 15 cells, which is the highest tower, not {width} x {height}")
        self.width, self.height = width, height  # stored under their own names, and constant from now on
        self.set_board(SquareBoard(width, height, touching="sides"))
        self.max_actions, self.max_plies = 4 * width * height, width * height  # bounds that searches rely on

    def initial(self) -> State:
        places = np.arange(self.cell_count)
        return State(1 + (places % self.width + places // self.width) % 2, FIRST)

    def player(self, s: State) -> int:
        return s.turn

    def actions(self, s: State) -> Any:
        found = np.empty(self.max_actions, np.int64)  # with an array in the state, actions are returned as an array
        n = 0
        for cell in range(self.cell_count):
            if top_piece(s.board[cell]) == MAN[s.turn]:
                for target in self.neighbours[cell]:
                    if target != NOWHERE and s.board[target] != 0:
                        found[n] = self.move(cell, target)
                        n += 1
        return found[:n]

    def result(self, s: State, a: int) -> State:
        board = s.board.copy()
        start, end = self.origin(a), self.target(a)
        board[end] = put_on(board[end], board[start])
        board[start] = 0
        return State(board, 1 - s.turn)

    def terminal(self, s: State) -> bool:
        return len(self.actions(s)) == 0

    def height_of(self, s: State, p: int) -> int:
        """The men in all towers of a player."""
        total = 0
        for stack in s.board:
            if top_piece(stack) == MAN[p]:
                total += stack_height(stack)
        return total

    def utility(self, s: State, p: int) -> float:
        return float(np.sign(self.height_of(s, p) - self.height_of(s, 1 - p)))

    def problem(self, s: State) -> str:
        """Refuse a position that no game comes to; the text that was read is quoted by itself."""
        total = sum(stack_height(int(stack)) for stack in s.board if stack)
        return "" if total == self.cell_count else f"there are {total} men instead of {self.cell_count}"

    def ending(self, s: State) -> str:
        return "the player to move has no tower beside another"
