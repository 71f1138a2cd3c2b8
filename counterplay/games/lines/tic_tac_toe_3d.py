"""Tic-tac-toe in space: a line of three in a cube of 3 x 3 x 3, or of four in Qubic's 4 x 4 x 4.

Qubic was published by Parker Brothers in 1964, Score Four (with beads on rods, which fall down) by Lakeside in 1968. Choice: a
mark goes on any empty cell; with `gravity=yes` on the lowest empty cell of a column. Checked against OpenSpiel's gomoku with
three dimensions, whose rules are the same, and with gravity against a second implementation. The first player wins both cubes:
the small one from the centre, in 7 plies; Qubic with far more trouble (O. Patashnik, "Qubic: 4 x 4 x 4 Tic-Tac-Toe", 1980).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import ClassVar, NamedTuple

import numpy as np

from counterplay.boards import BoardGame, CubeBoard, PieceKind
from counterplay.boards.estimates.evaluation_pieces import open_lines, seen_by, squash
from counterplay.boards.sets.lines_of_cells import cells_of_whole_lines, completing_cells, line_words
from counterplay.core import BadParameter, Diagram, Scene
from counterplay.gears.bits import EMPTY, bit, cells, down, lowest, popcount, up

SIZES = (3, 4)
CROSS, NOUGHT = 0, 1
WEIGHTS = (0.0, 1.0, 5.0, 25.0, 0.0)  # of a line without enemies, by the marks in it: in lines with one mark
TEMPO = 1.5  # lines with one mark that the move is worth
HALF = 40.0  # the lead, in lines with one mark, that is worth half a win
OWN_FIRST = 1.5  # a line of one's own rather than one of the opponent's, in the order of actions


class State(NamedTuple):
    """The cells of each player's marks."""

    crosses: np.uint64
    noughts: np.uint64
    turn: int
    won: bool  # the last mark made a line


class TicTacToe3D(BoardGame):
    """A line as long as the cube's side wins; player 0 has crosses."""

    name = "tic_tac_toe_3d"
    title = "3D tic-tac-toe"
    player_names = ("X", "O")
    presets: ClassVar = {"qubic": {"size": 4}, "score_four": {"size": 4, "gravity": True}}
    rules = (
        "The board is a cube of three planes with nine cells each, or of four planes with sixteen. Players take turns placing "
        "a mark on any empty cell. Whoever fills a straight line from one side of the cube to the other wins: along a row or "
        "column of a plane, straight up through all planes, or diagonally in any direction. With gravity, marks fall to the "
        "lowest empty cell of their column. A full cube without a line is a draw."
    )
    cover = "..x/.../.../.../.x./.../.../.../o.o x"
    usual_plies = 7
    solved = "The first player wins, from the centre, in 7 plies."
    diagrams = (
        Diagram(
            ".../.../.../.../.x./.../.../.../xoo x",
            "From corner to corner through the middle of the cube: X wins on the top plane.",
            ("3c3",),
        ),
        Diagram(".../.../.../.../x../.../o../x../..o x", "Straight up through all three planes is a line, too.", ("3a2",)),
    )
    pieces = (PieceKind("x", CROSS, "X", "marble"), PieceKind("o", NOUGHT, "O", "marble"))
    cell_fields = ("crosses", "noughts")
    board_material = "wood"
    tunables = ("weights",)

    def __init__(self, size: int = 3, gravity: bool = False) -> None:
        if size not in SIZES:
            raise BadParameter(f"tic_tac_toe_3d: a cube of side {size} is not offered; size must be 3 or 4")
        self.size, self.gravity = size, gravity
        self.title = {(3, False): "3D tic-tac-toe", (4, False): "Qubic", (4, True): "Score Four"}.get(  # type: ignore[misc]
            (size, gravity), "3D tic-tac-toe with gravity"
        )
        board = CubeBoard(size)
        self.set_board(board)
        found = board.winning_lines(size)
        self.lines = line_words(found)
        through = [line_words(line for line in found if cell in line) for cell in range(board.size)]
        self.line_counts = np.array([len(lines) for lines in through])  # through each cell
        # (cells, most): the lines through a cell, then 0
        self.lines_of = np.array([np.pad(lines, (0, self.line_counts.max() - len(lines))) for lines in through])
        self.plane = size * size  # cells
        self.lowest_plane = board.cell_set(range(self.plane))
        self.weights = np.array(WEIGHTS[:size] + WEIGHTS[-1:])
        self.max_actions = self.plane if gravity else board.size
        self.max_plies = board.size

    def initial(self) -> State:
        return State(EMPTY, EMPTY, CROSS, False)

    def marks(self, s: State, p: int) -> np.uint64:
        """The cells of a player's marks."""
        return s.crosses if p == CROSS else s.noughts

    def open_cells(self, s: State) -> np.uint64:
        """Where a mark may be placed."""
        taken = s.crosses | s.noughts
        empty: np.uint64 = self.full & ~taken
        return empty & (up(taken, self.plane) | self.lowest_plane) if self.gravity else empty

    def actions(self, s: State) -> Iterator[int]:
        for cell in cells(self.open_cells(s)):
            yield cell

    def result(self, s: State, a: int) -> State:
        own = self.marks(s, s.turn) | bit(a)
        won = False
        for i in range(self.line_counts[a]):
            line = self.lines_of[a, i]
            if (own & line) == line:
                won = True
        if s.turn == CROSS:
            return State(own, s.noughts, NOUGHT, won)
        return State(s.crosses, own, CROSS, won)

    def terminal(self, s: State) -> bool:
        return s.won or (s.crosses | s.noughts) == self.full

    def utility(self, s: State, p: int) -> float:
        return seen_by(-1.0 if s.won else 0.0, s.turn, p)

    # --- hints ---
    def evaluate(self, s: State, p: int) -> float:
        own, others = self.marks(s, s.turn), self.marks(s, 1 - s.turn)
        lead = open_lines(own, others, self.lines, self.weights) - open_lines(others, own, self.lines, self.weights)
        return seen_by(squash(lead + TEMPO, HALF), s.turn, p)

    def urgent(self, s: State) -> np.uint64:
        """A cell that wins at once, else one where the opponent would win; the empty set where there is neither."""
        own, others, choice = self.marks(s, s.turn), self.marks(s, 1 - s.turn), self.open_cells(s)
        winning = completing_cells(own, others, self.lines) & choice
        if winning == EMPTY:
            winning = completing_cells(others, own, self.lines) & choice
        return winning if winning == EMPTY else bit(lowest(winning))

    def candidates(self, s: State) -> Iterator[int]:
        """Completing a line, else stopping the opponent from it (of two such threats only one can be stopped)."""
        urgent = self.urgent(s)
        for cell in cells(self.open_cells(s) if urgent == EMPTY else urgent):
            yield cell

    def threatened(self, s: State) -> bool:
        others = completing_cells(self.marks(s, 1 - s.turn), self.marks(s, s.turn), self.lines)
        return bool((others & self.open_cells(s)) != EMPTY)

    def order(self, s: State, a: int) -> float:
        own, others = self.marks(s, s.turn), self.marks(s, 1 - s.turn)
        hint = 0.0
        for i in range(self.line_counts[a]):
            line = self.lines_of[a, i]
            if (others & line) == EMPTY:
                hint += OWN_FIRST * (1.0 + self.weights[popcount(own & line)])
            elif (own & line) == EMPTY:
                hint += self.weights[popcount(others & line)]
        return hint

    # --- names and pictures ---
    def restored(self, s: State, turn: int) -> State:
        return s._replace(won=bool(cells_of_whole_lines(self.marks(s, 1 - turn), self.lines)))

    def problem(self, s: State) -> str:
        if popcount(s.crosses) - popcount(s.noughts) != s.turn:
            return "the numbers of marks do not fit together; X places the first, and then they take turns"
        taken = s.crosses | s.noughts
        if self.gravity and (down(taken, self.plane) & ~taken) != EMPTY:
            hole = self.board.names[lowest(down(taken, self.plane) & ~taken)]
            return f"there is nothing on {hole}, and a mark above it would have fallen down"
        if cells_of_whole_lines(self.marks(s, s.turn), self.lines):
            return f"{self.player_names[s.turn]} has a line and is to move; the game would have ended before"
        last = self.marks(s, 1 - s.turn)
        if s.won and all(cells_of_whole_lines(last & ~bit(cell), self.lines) for cell in cells(last)):
            return f"{self.player_names[1 - s.turn]} has lines that no single mark completed; the game would have ended before"
        return ""

    def scene(self, s: State) -> Scene:
        return replace(super().scene(s), levels="planes")

    def marked(self, s: State) -> Sequence[int]:
        return cells_of_whole_lines(self.marks(s, 1 - s.turn), self.lines) if s.won else ()

    def ending(self, s: State) -> str:
        return f"{self.size} in a line" if s.won else "the cube is full"
