"""Quixo (T. Chapeau, 1995): take a cube from the border, push it back in with your sign up, and make a line.

Rules as published by Gigamic. A line of the opponent counts before one's own. Two choices, since the rulebook knows no draw:
the third occurrence of a position is one, and so are 100 moves in a row without a fresh cube. Checked against the number of
first, second and third moves (44, 1836, 76596) and of positions, and solved again on 2 x 2 and 3 x 3, where the first player
wins in 3 and 7 plies. Others found that 4 x 4 is won, too, in 21 plies, and 5 x 5 is a draw (S. Tanaka, F. Bonnet, S. Tixeuil
and Y. Tamura, "Quixo Is Solved", 2020).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import ClassVar, NamedTuple

import numpy as np

from counterplay.boards import BoardGame, NoProgressClock, PieceKind, SquareBoard
from counterplay.boards.estimates.evaluation_pieces import open_lines, squash
from counterplay.boards.notation.notation_fields import NumberField
from counterplay.boards.sets.lines_of_cells import cells_of_whole_lines, has_whole_line, line_words
from counterplay.boards.shapes.square_board import ORTHOGONAL
from counterplay.core import BadParameter, Diagram, Published, Repetition, Scene
from counterplay.core.scene import Piece
from counterplay.gears.bits import EMPTY, bit, has

CROSS, CIRCLE = 0, 1
NOBODY = -1
LONGEST_WAIT = 100  # moves in a row without a fresh cube
HALF = 12.0  # the lead in open lines that is worth half a win


class State(NamedTuple):
    """The cubes with a sign up; the others are blank."""

    crosses: np.uint64
    circles: np.uint64
    turn: int
    winner: int
    clock: int  # moves since a blank cube was taken


class Quixo(NoProgressClock, BoardGame):
    """Quixo on a square board; player 0 has crosses."""

    name = "quixo"
    title = "Quixo"
    published = Published("Thierry Chapeau", 1995, "Gigamic")
    player_names = ("Cross", "Circle")
    presets: ClassVar = {"quixo_4x4": {"size": 4}, "quixo_3x3": {"size": 3}}
    rules = (
        "Take a cube from the border that is blank or shows your sign, and push it back in from an end of its row or column "
        "that is not where it came from; the others slide to close the gap, and your cube now shows your sign. Five of your "
        "signs in a row, across, up or along a diagonal, win. If a move makes a line for the opponent, the opponent wins."
    )
    cover = "xooo./x..../x..../x..../..... o 0"
    solved = "A draw (S. Tanaka and others, 2020)."
    diagrams = (
        Diagram(
            "",
            "The cube from b1 may come back in from either end of its row or from the far end of its column.",
            ("b1-a1", "b1-e1", "b1-b5"),
        ),
        Diagram(
            "xxxx./...../ooo../...../..... x 0",
            "X takes the cube from e1 and pushes it in at e5: the column slides down, and five signs in a row win.",
            ("e1-e5",),
        ),
    )
    pieces = (PieceKind("x", CROSS, "cross", "cube", "X"), PieceKind("o", CIRCLE, "circle", "cube", "O"))
    cell_fields = ("crosses", "circles")
    extra_fields = (NumberField("clock", "moves without a fresh cube", LONGEST_WAIT),)
    clock_limit = LONGEST_WAIT
    progress = "a fresh cube"
    repetition = Repetition.DRAW
    repetition_count = 3
    tunables = ("line_worth",)

    def __init__(self, size: int = 5) -> None:
        if not 2 <= size <= 8:
            raise BadParameter(f"quixo: a board of {size} x {size} does not fit; size must be from 2 to 8")
        self.size = size
        self.set_board(SquareBoard(size))
        self.line_sets = line_words(self.board.winning_lines(size))
        # (size + 1,): what a line without a sign of the opponent is worth, by the number of own signs in it
        self.line_worth = np.array([0.0] + [float(n * n) for n in range(1, size + 1)])
        # (moves, 3): every cube of the border, the direction it is pushed back against, and where it ends
        found = []
        for cell in range(size * size):
            row, column = divmod(cell, size)
            if row in (0, size - 1) or column in (0, size - 1):
                for direction in ORTHOGONAL:
                    way = [int(c) for c in self.along[cell, direction] if c >= 0]
                    if len(way) > 1:
                        found.append((cell, direction, way[-1]))
        self.pushes = np.array(found, np.int64)
        self.way_to = np.full((size * size, size * size), -1, np.int64)  # from, to -> the direction
        for cell, direction, end in found:
            self.way_to[cell, end] = direction
        self.max_actions = len(found)
        self.max_plies = self.longest_game(size * size)

    def initial(self) -> State:
        return State(EMPTY, EMPTY, CROSS, NOBODY, 0)

    def actions(self, s: State) -> Iterator[int]:
        theirs = s.circles if s.turn == CROSS else s.crosses
        for i in range(len(self.pushes)):
            cell = self.pushes[i, 0]
            if not has(theirs, cell):
                yield self.move(cell, self.pushes[i, 2])

    def pushed(self, signs: np.uint64, cell: int, end: int) -> np.uint64:
        """A set of signs after the cubes from `cell` to `end` have moved up by one; the last place is without a sign."""
        direction = self.way_to[cell, end]
        while cell != end:
            following = self.steps[cell, direction]
            signs = signs | bit(cell) if has(signs, following) else signs & ~bit(cell)
            cell = following
        return signs & ~bit(end)

    def lined(self, signs: np.uint64) -> bool:
        """Whether there is a whole line of these signs."""
        return has_whole_line(signs, self.line_sets)

    def result(self, s: State, a: int) -> State:
        cell, end = self.origin(a), self.target(a)
        fresh = not has(s.crosses | s.circles, cell)
        crosses, circles = self.pushed(s.crosses, cell, end), self.pushed(s.circles, cell, end)
        if s.turn == CROSS:
            crosses |= bit(end)
        else:
            circles |= bit(end)
        own, others = (crosses, circles) if s.turn == CROSS else (circles, crosses)
        winner = NOBODY
        if self.lined(others):
            winner = 1 - s.turn
        elif self.lined(own):
            winner = s.turn
        return State(crosses, circles, 1 - s.turn, winner, 0 if fresh else s.clock + 1)

    def terminal(self, s: State) -> bool:
        return s.winner != NOBODY or self.stalled(s)

    def utility(self, s: State, p: int) -> float:
        if s.winner == NOBODY:
            return 0.0
        return 1.0 if p == s.winner else -1.0

    # --- hints ---
    def evaluate(self, s: State, p: int) -> float:
        lead = open_lines(s.crosses, s.circles, self.line_sets, self.line_worth)
        lead -= open_lines(s.circles, s.crosses, self.line_sets, self.line_worth)
        return squash(lead if p == CROSS else -lead, HALF)

    # --- names and pictures ---
    def restored(self, s: State, turn: int) -> State:
        own, others = (s.circles, s.crosses) if turn == CROSS else (s.crosses, s.circles)
        winner = turn if self.lined(others) else 1 - turn if self.lined(own) else NOBODY
        return s._replace(winner=winner)

    def action_sign(self, s: State, a: int) -> str:
        return "-"

    def scene(self, s: State) -> Scene:
        plain = super().scene(s)
        signed = {piece.cell for piece in plain.pieces}
        blank = [Piece(name, "cube", letter=".", name="blank cube") for name in self.board.names if name not in signed]
        return replace(plain, pieces=(*plain.pieces, *blank), material="wood")

    def marked(self, s: State) -> Sequence[int]:
        return cells_of_whole_lines(s.crosses if s.winner == CROSS else s.circles, self.line_sets) if s.winner != NOBODY else ()

    def ending(self, s: State) -> str:
        return self.clock_ending() if s.winner == NOBODY else f"{self.size} signs in a row"
