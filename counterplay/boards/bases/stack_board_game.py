"""The base of a game whose cells hold stacks of pieces: `BoardGame` with stacks in notation and picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

from counterplay.boards.bases.board_game import BoardGame
from counterplay.boards.notation.notation_fields import position_of
from counterplay.boards.pieces.piece_stacks import pieces_in, stack_of
from counterplay.core import Piece


class StackBoardGame(BoardGame):
    """What stands on a cell is a stack of `piece_stacks`: 1 + i for `pieces[i]`, so at most 15 kinds.

    The state's `board` is an int64 array of shape (cells,). A row is written `x,.,oxx`, each stack from the bottom up.
    """

    cell_separator: ClassVar[str] = ","

    def write_cell(self, content: int) -> str:
        """The symbols of the pieces from the bottom up; the empty symbol for no stack."""
        return "".join(self.pieces[piece - 1].symbol for piece in pieces_in(content)) or self.empty_symbol

    def read_cell(self, text: str) -> int:
        """The stack of these symbols."""
        found = [1 + position_of(symbol, [kind.symbol for kind in self.pieces]) for symbol in text]
        return 0 if text == self.empty_symbol else stack_of(found) if all(found) and 1 <= len(found) <= 15 else -1

    def pieces_on(self, cell: str, content: int) -> Sequence[Piece]:
        """The pieces of a stack, each at its height."""
        stack = [self.pieces[piece - 1].on(cell) for piece in pieces_in(content)]
        return [replace(piece, level=level) for level, piece in enumerate(stack)]

    def contents(self, s: Any) -> Sequence[int]:
        """The stacks."""
        return [int(stack) for stack in s.board]
