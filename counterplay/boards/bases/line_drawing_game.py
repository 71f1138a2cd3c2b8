"""Games of drawing lines around cells, with pencil and paper: whoever draws a cell's last side owns it and draws again.

Dots and boxes is the one on squares. A game names its board and what its cells are called; the rules are here, once.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from counterplay.boards.bases.board_game import BoardGame
from counterplay.boards.pieces.piece_kind import PieceKind
from counterplay.boards.shapes.board import Board, Place
from counterplay.boards.shapes.board_edges import BoardEdges
from counterplay.core import BadNotation, Scene, state_key
from counterplay.core.scene import Dot, Edge, Piece, Region
from counterplay.gears.rng import draw_below

# Worth, in cells, to whoever is to move: a cell that lacks one side, and the turn itself.
WEIGHTS = (0.7, 0.0)


class LineState(NamedTuple):
    """Who owns which cell, and which lines are drawn."""

    board: NDArray[np.int8]  # shape (cells,): 0 for nobody's, 1 + player
    lines: NDArray[np.int8]  # shape (edges,): 1 where a line is drawn
    turn: int
    lead: int  # cells of the first player minus those of the second
    left: int  # lines that can still be drawn


class _DrawnLines(NamedTuple):
    """The field with the lines: a hexadecimal number with a bit for each edge."""

    field: str = "lines"
    meaning: str = "lines as a hexadecimal number"

    def write(self, value: Any, board: Board) -> str:
        """The number, without leading zeros."""
        return f"{sum(1 << edge for edge, drawn in enumerate(value) if drawn):x}"

    def read(self, word: str, board: Board) -> NDArray[np.int8]:
        """An array of 0 and 1, as long as there are edges."""
        count = BoardEdges(board).count
        if not word or set(word.lower()) - set("0123456789abcdef") or len(word) > count:
            raise BadNotation(f"a hexadecimal number below {1 << count:x}")
        number = int(word, 16)
        if number >> count:
            raise BadNotation(f"a hexadecimal number below {1 << count:x}")
        return np.array([number >> edge & 1 for edge in range(count)], np.int8)


class LineDrawingGame(BoardGame):
    """Lines around the cells of a board; the most cells win, and the utility is the margin."""

    cell_word: ClassVar[tuple[str, str]] = ("cell", "cells")  # one, several
    side_length: ClassVar[float] = 1.0  # of a cell, in units of the picture
    pieces = (PieceKind("x", 0), PieceKind("o", 1))
    extra_fields = (_DrawnLines(),)
    tunables = ("weights",)
    holds_kinds = False  # the lines count more than who owns a cell: learners are shown all fields

    def set_lines(self, board: Board) -> None:
        """Play on the sides of this board's cells."""
        self.set_board(board)
        edges = BoardEdges(board)
        self.edges = edges
        self.edge_count = edges.count
        self.cells_of = edges.cells_of
        sides = [[int(edge) for edge in row if edge >= 0] for row in edges.edge_of]
        self.sides_of = np.array(sides, np.int64)  # (cells, sides)
        self.side_count = len(sides[0])
        self.weights = np.array(WEIGHTS)
        self.max_actions = self.max_plies = edges.count
        self.utility_range = (-float(board.size), float(board.size))

    def initial(self) -> LineState:
        return LineState(np.zeros(self.cell_count, np.int8), np.zeros(self.edge_count, np.int8), 0, 0, self.edge_count)

    def actions(self, s: LineState) -> NDArray[np.int64]:
        found = np.empty(s.left, np.int64)
        n = 0
        for edge in range(self.edge_count):
            if s.lines[edge] == 0:
                found[n] = edge
                n += 1
        return found

    def drawn_sides(self, lines: NDArray[np.int8], cell: int) -> int:
        """How many sides of a cell are drawn."""
        count = 0
        for edge in self.sides_of[cell]:
            count += lines[edge]
        return count

    def result(self, s: LineState, a: int) -> LineState:
        board, lines = s.board.copy(), s.lines.copy()
        lines[a] = 1
        closed = 0
        for cell in self.cells_of[a]:
            if cell >= 0 and self.drawn_sides(lines, cell) == self.side_count:
                board[cell] = 1 + s.turn
                closed += 1
        lead = s.lead + closed if s.turn == 0 else s.lead - closed
        return LineState(board, lines, s.turn if closed > 0 else 1 - s.turn, lead, s.left - 1)

    def terminal(self, s: LineState) -> bool:
        return s.left == 0

    def utility(self, s: LineState, p: int) -> float:
        return float(s.lead if p == 0 else -s.lead)

    # --- hints ---
    def random_action(self, s: LineState, rng: Any) -> int:
        """One of the lines that are left, found by counting them."""
        before = draw_below(rng, s.left)
        for edge in range(self.edge_count):
            if s.lines[edge] == 0:
                if before == 0:
                    return edge
                before -= 1
        return -1

    def missing_one(self, s: LineState) -> int:
        """How many cells lack one side."""
        count = 0
        for cell in range(self.cell_count):
            if self.drawn_sides(s.lines, cell) == self.side_count - 1:
                count += 1
        return count

    def evaluate(self, s: LineState, p: int) -> float:
        value = float(s.lead if s.turn == 0 else -s.lead)
        value += float(self.weights[0] * self.missing_one(s) + self.weights[1])
        return value if p == s.turn else -value

    def closes(self, s: LineState, a: int) -> int:
        """How many cells the line would close."""
        count = 0
        for cell in self.cells_of[a]:
            if cell >= 0 and self.drawn_sides(s.lines, cell) == self.side_count - 1:
                count += 1
        return count

    def first_closing(self, s: LineState) -> int:
        """The first line that would close a cell; -1 where none would."""
        first = -1
        for cell in range(self.cell_count):
            if self.drawn_sides(s.lines, cell) == self.side_count - 1:
                for edge in self.sides_of[cell]:
                    if s.lines[edge] == 0 and (first < 0 or edge < first):
                        first = edge
        return first

    def noisy(self, s: LineState, a: int) -> bool:
        # One of the lines that close something: it hardly matters which comes first, and to look at every order would take
        # quiescence minutes where several chains are open.
        return a == self.first_closing(s)

    def noisy_actions(self, s: LineState) -> NDArray[np.int64]:
        first = self.first_closing(s)
        return np.full(1 if first >= 0 else 0, first, np.int64)

    def order(self, s: LineState, a: int) -> float:
        value = 4.0 * self.closes(s, a)
        for cell in self.cells_of[a]:
            if cell >= 0 and self.drawn_sides(s.lines, cell) == self.side_count - 2:
                value -= 1.0  # the opponent could close it
        return value

    def key(self, s: LineState) -> int:
        return state_key((s.lines, s.turn, s.lead))  # who owns which cell makes no difference to what follows

    # --- names and pictures ---
    def action_name(self, s: LineState, a: int) -> str:
        return self.edges.names[int(a)]

    def gesture(self, s: LineState, a: int) -> Sequence[str]:
        return (self.edges.names[int(a)],)

    def buttons(self, s: LineState) -> dict[str, str]:
        return {}

    def restored(self, s: LineState, turn: int) -> LineState:
        lead = int((s.board == 1).sum()) - int((s.board == 2).sum())
        return s._replace(lead=lead, left=self.edge_count - int(s.lines.sum()))

    def problem(self, s: LineState) -> str:
        for cell in range(self.cell_count):
            if (self.drawn_sides(s.lines, cell) == self.side_count) != (s.board[cell] != 0):
                return f"{self.board.names[cell]} must have an owner if, and only if, all its sides are drawn"
        return ""

    def scene(self, s: LineState) -> Scene:
        ends = [self._ends(edge) for edge in range(self.edge_count)]
        edges = tuple(
            Edge(name, *start, *end, "pencil", bool(s.lines[edge]), reach=0.7)
            for edge, (name, (start, end)) in enumerate(zip(self.edges.names, ends, strict=True))
        )
        dots = dict.fromkeys((round(x, 3), round(y, 3)) for pair in ends for x, y in pair)
        owned = [tuple(self.board.names[c] for c in range(self.cell_count) if s.board[c] == 1 + p) for p in (0, 1)]
        initials = tuple(Piece(name, "mark", p, "XO"[p], "XO"[p]) for p in (0, 1) for name in owned[p])
        return replace(
            super().scene(s),
            pieces=initials,
            edges=edges,
            dots=tuple(Dot(x, y) for x, y in dots),
            regions=tuple(Region(cells, "territory", p) for p, cells in enumerate(owned) if cells),
            scores=tuple(str(len(cells)) for cells in owned),
            material="paper",
        )

    def _ends(self, edge: int) -> tuple[Place, Place]:
        """Where a line begins and ends: at right angles to the way from the cell's centre to the middle of the line."""
        x, y = self.edges.places[edge]
        cell_x, cell_y = self.board.places[int(self.cells_of[edge, 0])]
        length = math.hypot(x - cell_x, y - cell_y)
        across, down = -(y - cell_y) / length * self.side_length / 2, (x - cell_x) / length * self.side_length / 2
        return (x - across, y - down), (x + across, y + down)

    def ending(self, s: LineState) -> str:
        counts = [int((s.board == 1 + p).sum()) for p in (0, 1)]
        return f"all lines are drawn: {counts[0]} {self.cell_word[counts[0] != 1]} to {counts[1]}"
