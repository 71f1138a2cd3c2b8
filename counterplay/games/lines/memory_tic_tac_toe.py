"""Memory tic-tac-toe: players call their cells aloud, and no mark is shown before the end.

No rules were published under this name, and none were found. The choices: both players hear every call; whoever names a cell
that is taken loses the turn, or the game with `slip_loses=yes`; so that two forgetful players come to an end, ten lost turns
one after the other are a draw. The phantom form, in which the opponent's calls are not heard, is another game and is not here.

`hidden` is False. Nothing is kept from a player: who remembers the calls knows the whole board, and a program does. What the
picture leaves out is left out for people alone; to a program this is tic-tac-toe, a draw, in which a taken cell is a way to
pass. An additional mark never does harm, so that passing gains nothing, and `candidates` leaves it out. Random play and the
low levels, which take any action, forget as people do. `dump` and a record of the game tell everything, as a referee would.

Checked with the published counts of tic-tac-toe, of which those with `slip_loses` follow, against a second implementation that
keeps nothing but the calls, and against the value of every position. Any search plays it perfectly; level 10 takes the usual.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, NamedTuple

import numpy as np

from counterplay.boards import BoardGame, CellField, NoProgressClock, NumberField, PieceKind, SquareBoard, SquashedEvaluation
from counterplay.boards.estimates.evaluation_pieces import open_lines, seen_by
from counterplay.boards.sets.lines_of_cells import cells_of_whole_lines, completing_cells, has_whole_line, line_words
from counterplay.boards.shapes.board import NOWHERE
from counterplay.core import Diagram, Piece, state_key
from counterplay.gears.bits import EMPTY, bit, cells, has, popcount

SIZE = 3
CENTRE = 4
CROSS, NOUGHT = 0, 1
SIGNS = ("X", "O")
LOST_TURNS = 10  # of both players together, one after the other, that are a draw
LINES, MIDDLE = range(2)  # the features of `evaluate`
WEIGHTS = (1.0, 1.0)  # in open lines with one mark
LINE_WORTH = np.array([0.0, 1.0, 4.0, 0.0])  # of a line without a mark of the opponent, by the own marks in it
HALF = 8.0  # the lead, in open lines with one mark, that is worth half a win


class State(NamedTuple):
    """The marks that nobody sees, and the call that everybody heard."""

    crosses: np.uint64
    noughts: np.uint64
    turn: int
    heard: int  # the cell that was named last, or NOWHERE; it decides nothing
    clock: int  # turns lost since the last mark


class MemoryTicTacToe(NoProgressClock, SquashedEvaluation, BoardGame):
    """Tic-tac-toe on a board that players keep in mind."""

    name = "memory_tic_tac_toe"
    title = "Memory tic-tac-toe"
    aliases = ("blind_tic_tac_toe",)
    presets: ClassVar = {"memory_tic_tac_toe_where_a_slip_loses": {"slip_loses": True}}
    player_names = SIGNS
    rules = (
        "Tic-tac-toe without looking: X and O take turns naming a cell; their mark stands there from then on, but the board "
        "stays empty to the eye. You hear every call, so keep the marks in mind. Whoever names a cell that is taken, by either "
        "of you, loses the turn. The first with three in a row, across, up or along a diagonal, wins; nine marks without a row "
        "are a draw, and so are ten lost turns one after the other. When the game is over, all marks are shown."
    )
    usual_plies = 10
    cover = "x.o/.x./o.x o c1 0"  # ended: before, nothing is seen on the board
    diagrams = (
        Diagram(".../.x./... o b2 0", "X has named b2. The mark stands there, though nobody sees it: O must remember."),
        Diagram("x.o/.x./..o x a3 1", "O has named a3, which X had taken before: O's turn is lost, and X goes on."),
        Diagram("x.o/.x./o.x o c1 0", "At the end all marks are shown: X has a row from a3 to c1."),
    )
    pieces = (PieceKind("x", CROSS, "X", "mark"), PieceKind("o", NOUGHT, "O", "mark"))
    cell_fields = ("crosses", "noughts")
    extra_fields = (CellField("heard", "cell that was named last"), NumberField("clock", "lost turns", LOST_TURNS))
    idle_fields = ("heard",)
    half = HALF
    feature_names = ("open lines", "the middle")
    tunables = ("weight_array",)
    board_material = "paper"
    max_actions = SIZE * SIZE
    progress = "a new mark"

    def __init__(self, slip_loses: bool = False) -> None:
        self.slip_loses = slip_loses
        self.clock_limit = 1 if slip_loses else LOST_TURNS
        self.max_plies = SIZE * SIZE * self.clock_limit + 1
        self.set_board(SquareBoard(SIZE))
        self.set_weights(WEIGHTS)
        self.lines = line_words(self.board.winning_lines(SIZE))

    @property
    def draw_clock(self) -> tuple[str, int] | None:  # type: ignore[override]
        """None where the first slip decides the game."""
        return None if self.slip_loses else ("clock", self.clock_limit)

    # --- the rules ---
    def initial(self) -> State:
        return State(EMPTY, EMPTY, CROSS, NOWHERE, 0)

    def marks(self, s: State, p: int) -> np.uint64:
        """The cells of a player's marks."""
        return s.crosses if p == CROSS else s.noughts

    def actions(self, s: State) -> Iterator[int]:
        for cell in range(self.cell_count):
            yield cell

    def result(self, s: State, a: int) -> State:
        if has(s.crosses | s.noughts, a):
            return State(s.crosses, s.noughts, 1 - s.turn, a, s.clock + 1)
        if s.turn == CROSS:
            return State(s.crosses | bit(a), s.noughts, NOUGHT, a, 0)
        return State(s.crosses, s.noughts | bit(a), CROSS, a, 0)

    def lined_up(self, s: State) -> bool:  # type: ignore[override]
        """Whether the player who has just moved has three in a row."""
        return has_whole_line(self.marks(s, 1 - s.turn), self.lines)

    def terminal(self, s: State) -> bool:
        return self.lined_up(s) or (s.crosses | s.noughts) == self.full or self.stalled(s)

    def utility(self, s: State, p: int) -> float:
        if self.lined_up(s):
            return seen_by(-1.0, s.turn, p)
        return seen_by(1.0 if self.slip_loses and s.clock > 0 else 0.0, s.turn, p)

    # --- hints ---
    def candidates(self, s: State) -> Iterator[int]:
        """The cells that are free: whoever remembers them names no other."""
        for cell in cells(self.full & ~(s.crosses | s.noughts)):
            yield cell

    def feature(self, s: State, p: int, i: int) -> float:
        own, others = self.marks(s, p), self.marks(s, 1 - p)
        if i == LINES:
            return open_lines(own, others, self.lines, LINE_WORTH) - open_lines(others, own, self.lines, LINE_WORTH)
        return (1.0 if has(own, CENTRE) else 0.0) - (1.0 if has(others, CENTRE) else 0.0)

    def order(self, s: State, a: int) -> float:
        own, others = self.marks(s, s.turn), self.marks(s, 1 - s.turn)
        if has(own | others, a):
            return -1.0
        value = 1.0 if a == CENTRE else 0.0
        if has(completing_cells(own, others, self.lines), a):
            value += 4.0
        return value + (2.0 if has(completing_cells(others, own, self.lines), a) else 0.0)

    def key(self, s: State) -> int:
        return state_key((s.crosses, s.noughts, s.turn))

    # --- names and pictures ---
    def problem(self, s: State) -> str:
        numbers, taken = [popcount(s.crosses), popcount(s.noughts)], s.crosses | s.noughts
        if taken == EMPTY:
            return "" if s == self.initial() else "nothing stands on the board, so that X is to move and nothing was heard"
        if s.heard == NOWHERE or not has(taken, s.heard):
            return "the cell that was named last is empty"
        if s.clock == 0 and not has(self.marks(s, 1 - s.turn), s.heard):
            return f"the cell that was named last has no mark of {SIGNS[1 - s.turn]}, who has just moved"
        if numbers[CROSS] == 0:
            return "O has marks and X has none; X names the first cell, which cannot be taken"
        if self.slip_loses and numbers[CROSS] - numbers[NOUGHT] != (s.turn if s.clock == 0 else 1 - s.turn):
            return "the numbers of marks do not fit together; no turn is lost where a slip loses the game"
        return self.ended_before(s)

    def ended_before(self, s: State) -> str:
        """Why the game would have been over before the last call."""
        if s.clock > self.clock_limit:
            return f"{s.clock} turns cannot be lost; the game ends after {self.clock_limit}"
        before = [self.marks(s, s.turn), self.marks(s, 1 - s.turn)]
        if s.clock == 0:
            before[1] = before[1] & ~bit(s.heard)
        if has_whole_line(before[0], self.lines) or has_whole_line(before[1], self.lines):
            return "there are three in a row that the last call did not make; the game would have ended before"
        if s.clock and before[0] | before[1] == self.full:
            return "nine marks end the game, and no turn is lost after them"
        return ""

    def drawn_pieces(self, s: State) -> tuple[Piece, ...]:
        return super().drawn_pieces(s) if self.terminal(s) else ()

    def marked(self, s: State) -> Sequence[int]:
        return cells_of_whole_lines(self.marks(s, 1 - s.turn), self.lines)

    def notes(self, s: State) -> Sequence[str]:
        if s.heard == NOWHERE:
            return ("No mark is shown before the game is over: remember what is named",)
        who, lost = SIGNS[1 - s.turn], "game" if self.slip_loses else "turn"
        return (f"{who} named {self.board.names[s.heard]}{f', which was taken: the {lost} is lost' if s.clock else ''}",)

    def ending(self, s: State) -> str:
        if self.lined_up(s):
            return "three in a row"
        if (s.crosses | s.noughts) == self.full:
            return "the board is full"
        return "the cell was taken" if self.slip_loses else f"{LOST_TURNS} turns lost one after the other"
