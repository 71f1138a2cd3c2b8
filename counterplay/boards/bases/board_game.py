"""The base of a board game: rules are written by the author; notation, names, clicks and the picture come from the board.

    class Breakthrough(BoardGame):
        def __init__(self) -> None:
            self.set_board(SquareBoard(8))

The methods of the contract are the game's own, but for `player`, which is the state's field `turn` where a game does not say
otherwise. Everything here can be overridden; nothing here knows a rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from counterplay.boards.notation.move_notation import MoveNotation
from counterplay.boards.sets.arrays_on_board import ArraysOnBoard
from counterplay.boards.sets.board_planes import content_planes
from counterplay.boards.sets.sets_on_board import SetsOnBoard
from counterplay.boards.shapes.board import Board
from counterplay.core import Piece, Scene
from counterplay.core.scene import Material


class _HoldsKinds:
    """Whether what stands on a cell is one of `pieces`; not so where a class writes or draws cells itself: stacks, numbers."""

    def __get__(self, game: BoardGame | None, cls: type[BoardGame]) -> bool:
        return (cls.write_cell, cls.pieces_on) == (BoardGame.write_cell, BoardGame.pieces_on)


class BoardGame(SetsOnBoard, ArraysOnBoard, MoveNotation):
    """A game on a board. `set_board` in ``__init__`` gives rules the board's tables; docs/boards.md lists them."""

    board_material: Material = "plain"  # what the board is made of, in the picture
    holds_kinds: bool = cast(Any, _HoldsKinds())  # `planes` show one plane for each kind of piece
    board_gravity = False  # whether pieces fall in from above, in the picture

    def set_board(self, board: Board, words: int = 0) -> None:
        """Play on this board, with sets of cells in as few words as it needs, or in 1, 2 or 4."""
        self.board = board
        self.cell_count, self.directions, self.axes = board.size, board.directions, board.half
        self.steps, self.neighbours, self.along = board.steps, board.neighbours, board.along
        self.first_move = board.size
        self.first_take = self.first_move + board.size * board.size
        self.passing = self.first_take + board.size
        self._set_tables(board, words)

    # --- for learners ---
    def planes(self, s: Any) -> Any:
        """A plane for each kind of piece, the mover's first; the fields in a row where cells hold something else."""
        if not self.holds_kinds:
            return super().planes(s)
        return content_planes(self, np.array([self.contents(s)]), np.array([self.player(s)]))[0]

    # --- the picture ---
    def scene(self, s: Any) -> Scene:
        """The board with its pieces, what `marked`, `notes` and `buttons` add, and a button for a pass that is possible."""
        return Scene(
            self.board.cells,
            self.drawn_pieces(s),
            self.board.lines,
            self.board.labels,
            tuple(self.board.names[cell] for cell in self.marked(s)),
            tuple(self.notes(s)),
            self.buttons(s),
            material=self.board_material,
            gravity=self.board_gravity,
        )

    def drawn_pieces(self, s: Any) -> tuple[Piece, ...]:
        """What is drawn on all cells."""
        contents = zip(self.board.names, self.contents(s), strict=True)
        return tuple(piece for cell, content in contents if content for piece in self.pieces_on(cell, content))

    def pieces_on(self, cell: str, content: int) -> Sequence[Piece]:
        """What is drawn on a cell with this content."""
        return (self.pieces[content - 1].on(cell),)

    def marked(self, s: Any) -> Sequence[int]:
        """The cells to emphasise: a winning line, a piece that must continue its turn."""
        return ()

    def notes(self, s: Any) -> Sequence[str]:
        """Sentences below the board: what a picture does not show."""
        return ()

    def buttons(self, s: Any) -> dict[str, str]:
        """What can be chosen beside the cells: the id that a gesture names, and what the button says."""
        return {"pass": "Pass"} if self.passing in self.choices(s) else {}
