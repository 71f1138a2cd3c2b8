"""Three-mark tic-tac-toe, also called infinite: each player keeps three marks, and a fourth makes the oldest one vanish.

No inventor is known. A mark vanishes as the new one is placed, and only then lines are looked for. Choices: the new mark may
not go on the cell that is being vacated (`refill=yes` allows it), a third occurrence of a position is a draw, and so are 100
moves with a vanishing mark. Checked against published counts, and against the values of the whole game, which know no such
limit: without `refill` the first player wins in 13 plies, with it the game is a draw.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar, NamedTuple

import numpy as np

from counterplay.boards import BoardGame, NoProgressClock, NumberField, PieceKind, SquareBoard
from counterplay.boards.estimates.evaluation_pieces import open_lines, squash
from counterplay.boards.sets.lines_of_cells import cells_of_whole_lines, completing_cells, has_whole_line, line_words
from counterplay.core import BadNotation, Diagram, Piece, Repetition
from counterplay.gears.bits import EMPTY, bit, cells, has

SIZE = 3
CENTRE = 4
MARKS = 3  # that a player keeps
CROSS, NOUGHT = 0, 1
SIGNS = ("X", "O")
CLOCK_LIMIT = 100  # moves of both players together that made a mark vanish
# A player's marks are one number of three digits to the base 16, the newest mark the last: 1 + cell, 0 for none.
DIGIT = 16
MOST = DIGIT**MARKS
OLDEST = DIGIT ** (MARKS - 1)  # what the digit of the oldest of three marks counts
WEIGHTS = (1.0, 1.0)  # of open lines and of the centre, in open lines with one mark
LINE_WORTH = np.array([0.0, 1.0, 4.0, 0.0])  # of a line that the opponent's lasting marks leave open, by the own ones in it
HALF = 8.0  # the lead, in open lines with one mark, that is worth half a win
FADED = 0.6  # the size of a mark that vanishes next


class State(NamedTuple):
    """The marks of each player in the order in which they were placed."""

    crosses: int
    noughts: int
    turn: int
    clock: int  # moves that made a mark vanish


class ThreeMark(NoProgressClock, BoardGame):
    """Tic-tac-toe in which only the three latest marks of each player stay."""

    name = "three_mark"
    title = "Three-mark tic-tac-toe"
    aliases = ("infinite_tic_tac_toe", "vanishing_tic_tac_toe")
    player_names = SIGNS
    presets: ClassVar = {"three_mark_with_refill": {"refill": True}}
    rules = (
        "Place your mark on an empty cell. You keep only your three latest marks: with the fourth and every later one your "
        "oldest vanishes, and the new mark may not go where it stood. The first with three in a row, across, up or along a "
        "diagonal, wins. The mark that vanishes next is drawn smaller. A position for the third time, or 100 moves with a "
        "vanishing mark, are a draw."
    )
    cover = ".ca/b2./3.1 o 11"
    usual_plies = 34
    diagrams = (
        Diagram(
            "32./ab./c.1 x 0",
            "X's mark on a3 is the oldest and drawn smaller. A mark on c3 makes no row, since a3 vanishes with it.",
            ("c3",),
        ),
        Diagram("21./ab./3c. x 0", "Here the oldest is a1: a mark on c3 makes a row with a3 and b3, which stay.", ("c3",)),
    )
    # by player, and by how many marks the player has placed since
    pieces = tuple(
        PieceKind(symbol, p, f"{SIGNS[p]}, {age} of {MARKS}", "mark")
        for p, symbols in enumerate(("123", "abc"))
        for age, symbol in enumerate(symbols, 1)
    )
    side_symbols = "xo"
    max_actions = SIZE * SIZE
    max_plies = 2 * MARKS + CLOCK_LIMIT
    clock_limit, progress = CLOCK_LIMIT, "three in a row"
    board_material = "paper"
    extra_fields = (NumberField("clock", "moves with a vanishing mark", CLOCK_LIMIT),)
    repetition = Repetition.DRAW
    repetition_count = 3
    tunables = ("weights",)

    def __init__(self, refill: bool = False) -> None:
        self.refill = refill
        self.set_board(SquareBoard(SIZE))
        self.lines = line_words(self.board.winning_lines(SIZE))
        self.weights = np.array(WEIGHTS)

    def initial(self) -> State:
        return State(0, 0, CROSS, 0)

    def marks(self, s: State, p: int) -> int:
        """A player's marks in their order."""
        return s.crosses if p == CROSS else s.noughts

    def marked_cells(self, marks: int) -> np.uint64:
        """The cells of a player's marks."""
        found = EMPTY
        while marks:
            found |= bit(marks % DIGIT - 1)
            marks //= DIGIT
        return found

    def lasting(self, marks: int) -> np.uint64:
        """The cells of the marks that are still there after the player's next move."""
        return self.marked_cells(marks % OLDEST)

    def open_cells(self, s: State) -> np.uint64:
        """Where the player to move may place a mark."""
        own = self.marks(s, s.turn)
        kept = self.lasting(own) if self.refill else self.marked_cells(own)
        empty: np.uint64 = self.full & ~(kept | self.marked_cells(self.marks(s, 1 - s.turn)))
        return empty

    def actions(self, s: State) -> Iterator[int]:
        for cell in cells(self.open_cells(s)):
            yield cell

    def result(self, s: State, a: int) -> State:
        own = self.marks(s, s.turn)
        marks = (own * DIGIT + a + 1) % MOST
        clock = s.clock + 1 if own >= OLDEST else 0
        if s.turn == CROSS:
            return State(marks, s.noughts, NOUGHT, clock)
        return State(s.crosses, marks, CROSS, clock)

    def lost(self, s: State) -> bool:
        """Whether the opponent of the player to move has three in a row."""
        marks = self.marks(s, 1 - s.turn)
        return marks >= OLDEST and has_whole_line(self.marked_cells(marks), self.lines)

    # --- hints ---
    def worth(self, s: State, p: int) -> float:
        """The weighted features of one player: only marks that last count for anything."""
        own, others = self.lasting(self.marks(s, p)), self.lasting(self.marks(s, 1 - p))
        value = self.weights[0] * open_lines(own, others, self.lines, LINE_WORTH)
        if has(own, CENTRE):
            value += self.weights[1]
        return float(value)

    def evaluate(self, s: State, p: int) -> float:
        return squash(self.worth(s, p) - self.worth(s, 1 - p), HALF)

    def completes(self, s: State, a: int) -> bool:
        """Whether the mark makes three in a row."""
        return has_whole_line(self.lasting(self.marks(s, s.turn)) | bit(a), self.lines)

    def noisy(self, s: State, a: int) -> bool:
        return self.completes(s, a)

    def order(self, s: State, a: int) -> float:
        own, others = self.lasting(self.marks(s, s.turn)), self.lasting(self.marks(s, 1 - s.turn))
        value = 4.0 if self.completes(s, a) else 0.0
        if has(completing_cells(others, own, self.lines), a):
            value += 2.0
        return value + (1.0 if a == CENTRE else 0.0)

    # --- names and pictures ---
    def contents(self, s: State) -> Sequence[int]:
        found = [0] * self.cell_count
        for p in (CROSS, NOUGHT):
            for age in range(MARKS):
                mark = self.marks(s, p) // DIGIT**age % DIGIT
                if mark:
                    found[mark - 1] = 1 + MARKS * p + age
        return found

    def assembled(self, contents: Sequence[int], turn: int, extras: dict[str, Any]) -> State:
        marks = [0, 0]
        for cell, content in enumerate(contents):
            if content:
                if contents.count(content) > 1:
                    symbol = self.pieces[content - 1].symbol
                    raise BadNotation(
                        f"{self.title}: '{symbol}' stands on several cells; each of a player's marks has its own number"
                    )
                p, age = divmod(content - 1, MARKS)
                marks[p] += (cell + 1) * DIGIT**age
        return State(marks[CROSS], marks[NOUGHT], turn, extras["clock"])

    def problem(self, s: State) -> str:
        contents = self.contents(s)
        placed = []
        for p in (CROSS, NOUGHT):
            ages = [age for age in range(MARKS) if 1 + MARKS * p + age in contents]
            if ages != list(range(len(ages))):
                return f"the marks of {SIGNS[p]} are numbered with a gap; the newest is {self.pieces[MARKS * p].symbol}"
            placed.append(len(ages))
        return self.wrong_numbers(s, placed)

    def wrong_numbers(self, s: State, placed: Sequence[int]) -> str:
        """Why no game comes to so many marks of each player, or to such a clock."""
        if placed != [MARKS, MARKS] and placed[CROSS] - placed[NOUGHT] != s.turn:
            return "the numbers of marks do not fit together; X places the first, and then they take turns"
        if placed != [MARKS, MARKS] and s.clock:
            return f"{s.clock} marks cannot have vanished before both players have {MARKS}"
        if has_whole_line(self.marked_cells(self.marks(s, s.turn)), self.lines):
            return f"{SIGNS[s.turn]} has three in a row and is to move; the game would have ended before"
        return ""

    def pieces_on(self, cell: str, content: int) -> Sequence[Piece]:
        kind = self.pieces[content - 1]
        oldest = (content - 1) % MARKS == MARKS - 1
        sign = SIGNS[kind.owner]
        letter, scale = (sign.lower(), FADED) if oldest else (sign, 1.0)
        return (replace(kind.on(cell), letter=letter, scale=scale),)

    def marked(self, s: State) -> Sequence[int]:
        return cells_of_whole_lines(self.marked_cells(self.marks(s, 1 - s.turn)), self.lines)

    def ending(self, s: State) -> str:
        return "three in a row" if self.lost(s) else self.clock_ending()
