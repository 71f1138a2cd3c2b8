"""Three men's morris, or tic-tac-toe with movement: three men each, placed and then moved, and three in a row win.

Traditional (known since antiquity; H. J. R. Murray, "A History of Board-Games Other than Chess", 1952). Choices: a row wins
while men are still being placed, too; men step along the lines of the board, its rows, columns and two long diagonals; a third
occurrence of a position is a draw, and so are 100 moves after all men are placed. Parameters: `movement` says where men go
instead (orthogonal steps, a king's steps, any empty point), and `centre_opening=no` forbids the first man the centre. That who
cannot move loses needs no rule here: three men are shut in only by a row of three, which has won already.

Checked against published counts (Ludii's Three Men's Morris agrees with them to 7 plies) and against the values of the whole
game: the first player wins in 9 plies with steps along lines or orthogonal ones, and only by beginning in the centre; with a
king's steps and with moves anywhere it is a draw. Ludii knows no draw after 100 moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, NamedTuple

import numpy as np

from counterplay.boards import BoardGame, GraphBoard, NoProgressClock, NumberField, PieceKind, SquareBoard
from counterplay.boards.estimates.evaluation_pieces import open_lines, squash
from counterplay.boards.sets.lines_of_cells import cells_of_whole_lines, completing_cells, has_whole_line, line_words
from counterplay.boards.shapes.board import Board
from counterplay.boards.shapes.graph_board import alquerque_board
from counterplay.boards.shapes.square_board import grid_labels
from counterplay.core import BadParameter, Diagram, Repetition
from counterplay.gears.bits import EMPTY, bit, cells, has, popcount

SIZE = 3
CENTRE = 4
MEN = 3  # of each player
WHITE, BLACK = 0, 1
COLOURS = ("White", "Black")
CLOCK_LIMIT = 100  # moves of both players together, once all men are placed
MOVEMENTS = ("lines", "orthogonal", "king", "anywhere")
WEIGHTS = (1.0, 0.3, 1.0)  # of open lines, of a possible move and of the centre, in open lines with one man
LINE_WORTH = np.array([0.0, 1.0, 4.0, 0.0])  # of a line without enemies, by the men in it
HALF = 8.0  # the lead, in open lines with one man, that is worth half a win


class State(NamedTuple):
    """Where the men stand; those that are on no point are still in hand."""

    white: np.uint64
    black: np.uint64
    turn: int
    clock: int  # moves since the last man was placed


def board_of(movement: str) -> Board:
    """Nine points, joined as men move."""
    if movement == "lines":
        return alquerque_board(SIZE, SIZE)
    if movement == "king":
        plain = SquareBoard(SIZE)
        pairs = [(a, int(b)) for a in range(SIZE * SIZE) for b in plain.neighbours[a] if b > a]
        points = dict(zip(plain.names, plain.places, strict=True))
        return GraphBoard(points, [(plain.names[a], plain.names[b]) for a, b in pairs], grid_labels(SIZE, SIZE))
    return SquareBoard(SIZE, touching="sides", crossings=True)


class ThreeMensMorris(NoProgressClock, BoardGame):
    """Three men's morris; player 0 is White."""

    name = "three_mens_morris"
    title = "Three men's morris"
    aliases = ("tic_tac_toe_with_movement", "moving_tic_tac_toe")
    player_names = COLOURS
    presets: ClassVar = {
        "three_mens_morris_with_orthogonal_steps": {"movement": "orthogonal"},
        "three_mens_morris_with_king_steps": {"movement": "king"},
        "three_mens_morris_with_free_moves": {"movement": "anywhere"},
    }
    rules = (
        "Place your three men in turn on empty points. When all six stand, move one of your men along a line to the next empty "
        "point. The first with three men in a row, across, up or along a diagonal, wins, also while men are being placed. "
        "A position for the third time, or 100 moves after the placing, are a draw."
    )
    cover = ".wb/bww/.b. w 2"
    usual_plies = 15
    diagrams = (
        Diagram(
            "wb./.w./.b. w 0", "Three in a row win while men are still being placed, too: White places one on c1.", ("c1",)
        ),
        Diagram(
            "wb./.wb/bw. w 0",
            "All men are placed and now step along the lines: from the middle in every direction, if the next point is empty.",
            ("b2-a2", "b2-c3", "b2-c1"),
        ),
        Diagram("wb./.wb/bw. w 0", "White wins with a step from b1 to c1: three in a row along a diagonal.", ("b1-c1",)),
    )
    max_actions = SIZE * SIZE  # to place; three men and three empty points make as many
    clock_limit, progress = CLOCK_LIMIT, "a row of three"
    pieces = (PieceKind("w", WHITE, "white man"), PieceKind("b", BLACK, "black man"))
    cell_fields = ("white", "black")
    board_material = "wood"
    extra_fields = (NumberField("clock", "moves since the last man was placed", CLOCK_LIMIT),)
    repetition = Repetition.DRAW
    repetition_count = 3
    tunables = ("weights",)

    def __init__(self, movement: str = "lines", centre_opening: bool = True) -> None:
        if movement not in MOVEMENTS:
            raise BadParameter(f"three_mens_morris: '{movement}' is no way to move; there are {', '.join(MOVEMENTS)}")
        self.movement, self.centre_opening = movement, centre_opening
        self.set_board(board_of(movement))
        self.lines = line_words(SquareBoard(SIZE).winning_lines(SIZE))
        around = [self.board.cell_set(c for c in row if c >= 0) for row in self.neighbours]
        self.reach = np.array([self.full] * self.cell_count if movement == "anywhere" else around, np.uint64)
        self.weights = np.array(WEIGHTS)
        self.max_plies = 2 * MEN + CLOCK_LIMIT

    def initial(self) -> State:
        return State(EMPTY, EMPTY, WHITE, 0)

    def men(self, s: State, p: int) -> np.uint64:
        """The points on which a player has men."""
        return s.white if p == WHITE else s.black

    def actions(self, s: State) -> Iterator[int]:
        own, empty = self.men(s, s.turn), self.full & ~(s.white | s.black)
        if popcount(own) < MEN:
            barred = not self.centre_opening and empty == self.full
            for cell in cells(empty):
                if not (barred and cell == CENTRE):
                    yield cell
        else:
            for start in cells(own):
                for cell in cells(empty & self.reach[start]):
                    yield self.move(start, cell)

    def result(self, s: State, a: int) -> State:
        changed = bit(self.target(a))
        if not self.places(a):
            changed |= bit(self.origin(a))
        clock = 0 if self.places(a) else s.clock + 1
        if s.turn == WHITE:
            return State(s.white ^ changed, s.black, BLACK, clock)
        return State(s.white, s.black ^ changed, WHITE, clock)

    def freedom(self, men: np.uint64, empty: np.uint64) -> int:
        """How many moves the men have."""
        found = 0
        for start in cells(men):
            found += popcount(empty & self.reach[start])
        return found

    def lost(self, s: State) -> bool:
        """Whether the player to move has lost."""
        return has_whole_line(self.men(s, 1 - s.turn), self.lines)

    # --- hints ---
    def worth(self, own: np.uint64, others: np.uint64) -> float:
        """The weighted features of one player."""
        value = self.weights[0] * open_lines(own, others, self.lines, LINE_WORTH)
        value += self.weights[1] * self.freedom(own, self.full & ~(own | others))
        if has(own, CENTRE):
            value += self.weights[2]
        return float(value)

    def evaluate(self, s: State, p: int) -> float:
        return squash(self.worth(self.men(s, p), self.men(s, 1 - p)) - self.worth(self.men(s, 1 - p), self.men(s, p)), HALF)

    def completes(self, s: State, a: int) -> bool:
        """Whether the action makes a row of three."""
        return has_whole_line(self.men(self.result(s, a), s.turn), self.lines)

    def noisy(self, s: State, a: int) -> bool:
        return self.completes(s, a)

    def order(self, s: State, a: int) -> float:
        own, others = self.men(s, s.turn), self.men(s, 1 - s.turn)
        value = 4.0 if self.completes(s, a) else 0.0
        if has(completing_cells(others, own, self.lines), self.target(a)):
            value += 2.0
        return value + (1.0 if self.target(a) == CENTRE else 0.0)

    # --- names and pictures ---
    def problem(self, s: State) -> str:
        placed = (popcount(s.white), popcount(s.black))
        for p in (WHITE, BLACK):
            if placed[p] > MEN:
                return f"{COLOURS[p]} has {placed[p]} men; {MEN} is the most"
        moving = placed == (MEN, MEN)
        if not moving and placed[WHITE] - placed[BLACK] != s.turn:
            return "the numbers of men do not fit together; White places the first, and then they take turns"
        if not moving and s.clock:
            return f"the number of moves is {s.clock}, and it must be 0 while men are placed"
        if has_whole_line(self.men(s, s.turn), self.lines):
            return f"{COLOURS[s.turn]} has a row of three and is to move; the game would have ended before"
        return ""

    def marked(self, s: State) -> Sequence[int]:
        return cells_of_whole_lines(self.men(s, 1 - s.turn), self.lines)

    def notes(self, s: State) -> Sequence[str]:
        white, black = MEN - popcount(s.white), MEN - popcount(s.black)
        return (f"Men in hand: White {white}, Black {black}.",) if white + black else ()

    def ending(self, s: State) -> str:
        return "three in a row" if self.lost(s) else f"{CLOCK_LIMIT} moves without a row of three"
