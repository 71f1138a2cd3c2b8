"""Gobblet (T. Denoual, 2001): four in a row with cups of four sizes, the larger of which cover the smaller.

Rules as published by Blue Orange, without their ban on looking under the cups: all is seen. Choices: lines are looked at when a
move is finished, and a line of the opponent's that was uncovered and still stands wins for the opponent, whatever else the
move made; a row of three that allows a cup from the reserve to cover counts whatever stands on its fourth cell; the third
occurrence of a position is a draw, and so are 100 moves in a row without a cup from the reserve. Equal stacks of a reserve are
one action. `size=3` has three sizes and two cups of each, `nested=no` lets any cup of the reserve come in, not only the largest
of a stack, and `entry=free` lets it cover any smaller cup; all three together are Gobblet Gobblers.

Checked against the number of action sequences, the positions of Ludii's Gobblet Gobblers (which counts the two equal cups of a
size as two actions), and a second implementation written from the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar, NamedTuple

import numpy as np

from counterplay.boards import NoProgressClock, PieceKind, SquareBoard
from counterplay.boards.bases.stack_board_game import StackBoardGame
from counterplay.boards.estimates.evaluation_pieces import squash
from counterplay.boards.notation.notation_fields import NumberField
from counterplay.boards.pieces.piece_stacks import pieces_in, stack_of
from counterplay.boards.sets.lines_of_cells import cells_of_whole_lines, has_whole_line, line_words
from counterplay.core import BadParameter, Diagram, Published, Repetition, Scene
from counterplay.core.scene import Cup, Piece, Tray
from counterplay.gears.bits import EMPTY, bit, cells, down, has, popcount

WHITE, BLACK = 0, 1
NOBODY = -1
SIZE_NAMES = ("tiny", "small", "medium", "large")
SIZES = len(SIZE_NAMES)
LARGE = SIZES - 1
LANE = 16  # bits for each size in a player's set of cups
LETTERS = "TSML"  # of the sizes
LONGEST_WAIT = 100  # moves in a row without a cup from the reserve
ENTRIES = ("threat", "free")  # what a cup from the reserve may cover: the opponent's rows of three; anything smaller
# Weights of `evaluate`, in points: a line that the opponent has no large cup on and that is short of one cup, of two, of three;
# a cup that is covered.
WEIGHTS = (6.0, 2.0, 0.5, 1.5)
COVERED = 3  # the last weight's place
HALF = 20.0  # points that are worth half a win


class State(NamedTuple):
    """The cups of each player, four lanes of 16 cells: the tiny ones lowest. What is not on the board is in the reserve."""

    white: np.uint64
    black: np.uint64
    turn: int
    winner: int
    clock: int  # moves since a cup came from the reserve


class Gobblet(NoProgressClock, StackBoardGame):
    """Gobblet; player 0 has the white cups."""

    name = "gobblet"
    title = "Gobblet"
    published = Published("Thierry Denoual", 2001, "Blue Orange")
    player_names = ("White", "Black")
    presets: ClassVar = {"gobblet_gobblers": {"size": 3, "nested": False, "entry": "free"}}
    rules = (
        "You have three stacks of cups beside the board, four sizes in each, the largest outside. In your turn bring the "
        "outermost cup of a stack onto an empty square, or move a cup of yours that is not covered to any square that is empty "
        "or has a smaller cup on top, of either colour. A cup from a stack may cover only a smaller cup of the opponent's that "
        "is one of three in a row. Four visible cups of yours in a row, across, up or along a diagonal, win. What a cup "
        "covered stays behind when it moves: if that completes a row of the opponent's, and you do not cover another cup of "
        "that row with the same move, the opponent wins."
    )
    cover = "l,.,.,m/.,L,L,Sl/L,.,Ml,./.,.,.,. w 1"
    usual_plies = 27
    diagrams = (
        Diagram("", "Bring the outermost cup of one of your stacks onto any empty square: a large one at first.", ("L@b2",)),
        Diagram(
            ".,.,.,L/.,.,.,L/.,.,.,./l,l,m,. w 0",
            "Black has three in a row. That alone allows White to bring a large cup from the reserve over the medium one.",
            ("L@c1",),
        ),
        Diagram(
            ".,.,.,L/.,.,.,L/.,.,.,./l,l,m,. w 0",
            "A cup on the board may cover any smaller one. What it covers stays below it and comes to light when it leaves.",
            ("d4xc1",),
        ),
    )
    pieces = tuple(
        PieceKind(letter if owner == WHITE else letter.lower(), owner, f"{colour} {size} cup", Cup(k + 1))
        for owner, colour in enumerate(("white", "black"))
        for k, (letter, size) in enumerate(zip(LETTERS, SIZE_NAMES, strict=True))
    )
    side_symbols = "wb"
    extra_fields = (NumberField("clock", "moves without a cup from the reserve", LONGEST_WAIT),)
    clock_limit = LONGEST_WAIT
    progress = "a cup from the reserve"
    repetition = Repetition.DRAW
    repetition_count = 3
    tunables = ("weights",)

    def __init__(self, size: int = 4, nested: bool = True, entry: str = "threat") -> None:
        if size not in (3, 4):
            raise BadParameter(f"gobblet: a board of {size} x {size} does not fit; size must be 3 or 4")
        if entry not in ENTRIES:
            raise BadParameter(f"gobblet: entry='{entry}' is unknown; it must be {' or '.join(ENTRIES)}")
        self.size, self.nested, self.entry = size, nested, entry
        self.free_entry = entry == "free"
        self.set_board(SquareBoard(size))
        self.row_sets = line_words(self.board.winning_lines(size))
        self.smallest = SIZES - size  # 3 x 3 has no tiny cups
        self.each = size - 1  # cups of a size that a player has
        self.first_entry = self.passing + 1
        self.weights = np.array(WEIGHTS)
        self.max_actions = size * self.each * self.cell_count
        self.max_plies = self.longest_game(2 * size * self.each)

    # --- sets of cups ---
    def cups(self, s: State, p: int) -> np.uint64:
        """All cups of a player, in four lanes."""
        return s.white if p == WHITE else s.black

    def lane(self, cups: np.uint64, k: int) -> np.uint64:
        """The cells with a cup of one size."""
        found: np.uint64 = down(cups, LANE * k) & self.full
        return found

    def visible(self, own: np.uint64, others: np.uint64) -> np.uint64:
        """The cells whose top cup is one of the own ones."""
        shown = covered = EMPTY
        for i in range(SIZES):
            k = LARGE - i
            shown |= self.lane(own, k) & ~covered
            covered |= self.lane(own | others, k)
        return shown

    def standing(self, cups: np.uint64, k: int) -> np.uint64:
        """The cells with a cup of this size or a larger one: a cup of this size cannot go there."""
        found = EMPTY
        for larger in range(k, SIZES):
            found |= self.lane(cups, larger)
        return found

    def ready(self, own: np.uint64, k: int) -> int:
        """How many cups of a size may come in from the reserve: the stacks with such a cup outermost, or all of that size."""
        placed = popcount(self.lane(own, k))
        if not self.nested or k == LARGE:
            return self.each - placed
        return popcount(self.lane(own, k + 1)) - placed

    def short_rows(self, shown: np.uint64) -> np.uint64:
        """The cells of these cups that belong to a row of all but one."""
        found = EMPTY
        for row in self.row_sets:
            if popcount(shown & row) == self.size - 1:
                found |= shown & row
        return found

    # --- the rules ---
    def initial(self) -> State:
        return State(EMPTY, EMPTY, WHITE, NOBODY, 0)

    def enter(self, k: int, cell: int) -> int:
        """The action of bringing a cup of a size in from the reserve."""
        return self.first_entry + k * self.cell_count + cell

    def actions(self, s: State) -> Iterator[int]:
        # There always is one: a large cup is never covered, and at most six cells hold one.
        own, others = self.cups(s, s.turn), self.cups(s, 1 - s.turn)
        both = own | others
        empty = self.full & ~self.standing(both, 0)
        coverable = self.full if self.free_entry else empty | self.short_rows(self.visible(others, own))
        for k in range(self.smallest, SIZES):
            open_cells = self.full & ~self.standing(both, k)
            if self.ready(own, k) > 0:
                for cell in cells(open_cells & coverable):
                    yield self.enter(k, cell)
            on_top = self.lane(own, k) if k == LARGE else self.lane(own, k) & ~self.standing(both, k + 1)
            for origin in cells(on_top):
                for cell in cells(open_cells):
                    yield self.move(origin, cell)

    def size_on_top(self, cups: np.uint64, cell: int) -> int:
        """The size of the top cup on a cell, -1 where there is none."""
        for i in range(SIZES):
            if has(cups, (LARGE - i) * LANE + cell):
                return LARGE - i
        return -1

    def result(self, s: State, a: int) -> State:
        own, others = self.cups(s, s.turn), self.cups(s, 1 - s.turn)
        clock = 0
        if a >= self.first_entry:
            k, cell = (a - self.first_entry) // self.cell_count, (a - self.first_entry) % self.cell_count
        else:
            k, cell = self.size_on_top(own, self.origin(a)), self.target(a)
            own &= ~bit(k * LANE + self.origin(a))
            clock = s.clock + 1
        own |= bit(k * LANE + cell)
        winner = NOBODY
        if has_whole_line(self.visible(others, own), self.row_sets):
            winner = 1 - s.turn
        elif has_whole_line(self.visible(own, others), self.row_sets):
            winner = s.turn
        white, black = (own, others) if s.turn == WHITE else (others, own)
        return State(white, black, 1 - s.turn, winner, clock)

    def terminal(self, s: State) -> bool:
        return s.winner != NOBODY or self.stalled(s)

    def utility(self, s: State, p: int) -> float:
        if s.winner == NOBODY:
            return 0.0
        return 1.0 if p == s.winner else -1.0

    # --- hints ---
    def strength(self, own: np.uint64, others: np.uint64) -> float:
        """What a player's cups are worth, in points."""
        shown, blocked = self.visible(own, others), self.lane(others, LARGE)
        total = self.weights[COVERED] * (popcount(shown) - popcount(own))
        for row in self.row_sets:
            count = popcount(shown & row)
            if count > 0 and (blocked & row) == EMPTY:
                total += self.weights[self.size - 1 - count]
        return float(total)

    def evaluate(self, s: State, p: int) -> float:
        own, others = self.cups(s, p), self.cups(s, 1 - p)
        return squash(self.strength(own, others) - self.strength(others, own), HALF)

    def covers(self, s: State, a: int) -> bool:
        """Whether the action covers a cup of the opponent's."""
        cell = (a - self.first_entry) % self.cell_count if a >= self.first_entry else self.target(a)
        own, others = self.cups(s, s.turn), self.cups(s, 1 - s.turn)
        return has(self.visible(others, own), cell)

    def order(self, s: State, a: int) -> float:
        return 1.0 if self.covers(s, a) else 0.0

    # --- names and pictures ---
    def contents(self, s: State) -> Sequence[int]:
        stacks = []
        for cell in range(self.cell_count):
            found = [(k, p) for k in range(SIZES) for p in (WHITE, BLACK) if has(self.cups(s, p), k * LANE + cell)]
            stacks.append(stack_of(1 + p * SIZES + k for k, p in found))
        return stacks

    def read_cell(self, text: str) -> int:
        stack = super().read_cell(text)
        sizes = [(piece - 1) % SIZES for piece in pieces_in(max(stack, 0))]
        return stack if sizes == sorted(set(sizes)) else -1

    def assembled(self, contents: Sequence[int], turn: int, extras: dict[str, Any]) -> State:
        sets = [EMPTY, EMPTY]
        for cell, stack in enumerate(contents):
            for piece in pieces_in(stack):
                owner, k = divmod(piece - 1, SIZES)
                sets[owner] |= bit(k * LANE + cell)
        white, black = sets
        lined = [p for p in (turn, 1 - turn) if has_whole_line(self.visible(sets[p], sets[1 - p]), self.row_sets)]
        return State(white, black, turn, lined[0] if lined else NOBODY, extras["clock"])

    def problem(self, s: State) -> str:
        for p, colour in enumerate(self.player_names):
            for k, size in enumerate(SIZE_NAMES):
                most = self.each if k >= self.smallest else 0
                count = popcount(self.lane(self.cups(s, p), k))
                if count > most:
                    return f"{colour} has {count} {size} cups; {most} is the most"
                if most and self.ready(self.cups(s, p), k) < 0:
                    return f"{colour} has more {size} cups than {SIZE_NAMES[k + 1]} ones, which come out of the stacks before"
        return ""

    def action_name(self, s: State, a: int) -> str:
        """'L@c3' for a large cup from the reserve, 'c3-d4' or 'c3xd4' for a move."""
        if a < self.first_entry:
            return super().action_name(s, a)
        k, cell = divmod(int(a) - self.first_entry, self.cell_count)
        return f"{LETTERS[k]}@{self.board.names[cell]}"

    def gesture(self, s: State, a: int) -> Sequence[str]:
        if a < self.first_entry:
            return super().gesture(s, a)
        k, cell = divmod(int(a) - self.first_entry, self.cell_count)
        return (self.slot(s.turn, k), self.board.names[cell])

    def slot(self, p: int, k: int) -> str:
        """The place in a player's tray for cups of a size."""
        return f"{self.player_names[p]} {SIZE_NAMES[k]}"

    def cup(self, cell: str, piece: int) -> Piece:
        """A cup as it is drawn; on 3 x 3 the three sizes are those of a set of three."""
        look = Cup((piece - 1) % SIZES + 1 - self.smallest, self.size)
        return replace(self.pieces[piece - 1].on(cell), shape=look)

    def pieces_on(self, cell: str, content: int) -> Sequence[Piece]:
        """The top cup, and in a corner, small, what it covers."""
        *covered, top = pieces_in(content)
        below = [
            replace(
                self.cup(cell, piece),
                scale=0.42,
                offset=(0.34, 0.26 - 0.27 * i),
                name=f"{self.pieces[piece - 1].name}, covered",
            )
            for i, piece in enumerate(covered)
        ]
        return (self.cup(cell, top), *below)

    def scene(self, s: State) -> Scene:
        plain = super().scene(s)
        trays, beside = [], []
        for p in (WHITE, BLACK):
            kinds = range(self.smallest, SIZES)
            trays.append(Tray(tuple(self.slot(p, k) for k in kinds), p, label="Stacks" if self.nested else "Reserve"))
            for k in kinds:
                count = self.ready(self.cups(s, p), k)
                if count > 0:
                    beside.append(replace(self.cup(self.slot(p, k), 1 + p * SIZES + k), count=count))
        return replace(plain, pieces=(*plain.pieces, *beside), trays=tuple(trays), material="wood")

    def marked(self, s: State) -> Sequence[int]:
        if s.winner == NOBODY:
            return ()
        shown = self.visible(self.cups(s, s.winner), self.cups(s, 1 - s.winner))
        return cells_of_whole_lines(shown, self.row_sets)

    def ending(self, s: State) -> str:
        return self.clock_ending() if s.winner == NOBODY else f"{self.size} cups in a row"
