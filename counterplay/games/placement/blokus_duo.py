"""Blokus Duo (B. Tavitian, 2005): pieces of one colour meet at corners, never along a side; lay as many squares as you can.

Each player has the 21 polyominoes of one to five squares on a board of 14 x 14. Blue, the first player, covers e5, the fifth
square of the fifth row, and Red j10; with `free_start` Blue covers either of the two and Red the other, which by the symmetry
of the board is the same game. A blocked player passes, an action of its own; whoever is blocked once is blocked for good. The
game ends when both are. The score is minus the squares that are left, or 15 if none is, and 5 more if the single square was
laid last; the higher score wins, whatever the difference.

An action is a whole placement, of which the empty board has 13729; its name has the piece, which of its ways (as taps turn it:
clockwise, then the same turned over) and the square under its dot. A state holds two sets of placements for each player, a bit
each: those that overlap nothing and touch no own piece along a side, and of these the ones that may be laid, since they touch
an own corner. Both are kept up to date by a few operations on sets, without a look at the board.

Checked against the numbers of pieces in all ways to lay them (91), of first moves (414) and of pairs of moves (171396), and on
random games against a second implementation written from the rules. Ludii's file for the game is unfinished and was not used.
The engine plays it better than Monte Carlo search: 10 to 0 in 10 games from random openings, 0.1 s a move. The weights of the
estimate are guesses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from math import sqrt
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from counterplay.boards import BoardGame, PieceKind, SquareBoard, SquashedEvaluation
from counterplay.boards.notation.notation_fields import LettersField
from counterplay.boards.pieces.polyomino_shapes import MOST_WAYS, PENTOMINOES, drawn_shape, grip_of, placements, ways_to_lay
from counterplay.boards.sets.long_sets import (
    count_in,
    drawn_from,
    keep_in,
    listed,
    long_set,
    members_in,
    overlaps,
    put_in,
    some_in,
    take_out,
)
from counterplay.boards.shapes.board import NOWHERE
from counterplay.boards.shapes.square_board import DIAGONAL, ORTHOGONAL
from counterplay.core import Diagram, Published, Scene, Unit, state_key
from counterplay.core.scene import Piece, Polyomino, Region, Tray
from counterplay.gears.bits import EMPTY

BLUE, RED = 0, 1
SIZE = 14
STARTS = ("e5", "j10")  # Blue's and Red's
SMALLER: Mapping[str, tuple[str, ...]] = {  # rows from the top; the pentominoes have letters of their own
    "M": ("#",),
    "D": ("##",),
    "B": ("###",),
    "C": ("#.", "##"),
    "R": ("####",),
    "J": (".#", ".#", "##"),
    "H": ("###", ".#."),
    "O": ("##", "##"),
    "S": (".##", "##."),
}
DRAWINGS = {**SMALLER, **PENTOMINOES}
SINGLE = 0  # the number of the single square among the pieces
ALL_LAID, SINGLE_LAST = 15, 5  # points
MISLAID = -2  # in a state that was read: the cells of a piece do not have its shape
HALF = 15.0  # the lead, in squares, that is worth half a win
SQUARES, PLACES, REACH = 0, 1, 2  # features
CORNER_WORTH = 0.25  # for ordering: a corner that a piece offers, in squares

SLOT = 1.3  # the side of a piece's place beside the board, in cells
SLOTS_IN_A_ROW = 11


class State(NamedTuple):
    """What each player can still lay, and what lies where."""

    fits: NDArray[np.uint64]  # shape (2, words): placements that overlap nothing and touch no own piece along a side
    legal: NDArray[np.uint64]  # shape (2, words): of these the ones that touch an own corner, or cover the start square
    lies: NDArray[np.int16]  # shape (2, pieces): the placement of each piece; NOWHERE for one in hand
    turn: int
    finishes: int  # bit p: player p has laid everything, and the single square last


def _by_row(chosen: NDArray[np.bool_]) -> NDArray[np.int16]:
    """Shape (rows, most): the columns that are true in each row, then NOWHERE."""
    numbers = chosen.sum(axis=1)
    found = np.full((len(chosen), numbers.max()), NOWHERE, np.int16)
    rows, columns = np.nonzero(chosen)
    found[rows, np.arange(len(rows)) - np.repeat(numbers.cumsum() - numbers, numbers)] = columns
    return found


class BlokusDuo(SquashedEvaluation, BoardGame):
    """Blokus for two on 14 x 14 squares."""

    name = "blokus_duo"
    title = "Blokus Duo"
    aliases = ("blokus", "travel_blokus")
    published = Published("Bernard Tavitian", 2005, "Sekkoïa")
    player_names = ("Blue", "Red")
    unit = Unit("squares", 1.0 / HALF, digits=1, squashed=True)
    presets: ClassVar = {"blokus_duo_with_a_free_start": {"free_start": True}}
    rules = (
        "You have 21 pieces, one of every shape that one to five squares joined along their sides can have, and so has your "
        "opponent. In your turn lay one of your pieces on free squares, turned and turned over as you like. Your first piece "
        "must cover your marked square. Every later one must touch a piece of your colour at a corner, and must not touch any "
        "piece of your colour along a side; how it touches your opponent's does not matter. Who can lay nothing passes, and "
        "when neither can, the game is over. Every square that you have not laid costs a point; if you have laid them all you "
        "score 15 instead, and 20 if the single square was your last piece. The higher score wins. Tap a piece to take it and "
        "tap it again to turn it; then tap the square for its dot. Lay large pieces first and head for the middle: every "
        "corner that you keep open is a way to go on, and every one that you cover is lost to your opponent."
    )
    cover = (
        "............../............../............../.........x..../........xxx.../.........x..../.........."
        "..../............../....X........./...XXX......../....X........./............../............../....."
        "......... b -"
    )
    diagrams = (
        Diagram("", "Blue's first piece must cover e5, Red's j10.", ("X1-e5",)),
        Diagram(
            "............../............../............../.........x..../........xxx.../.........x..../............../"
            "............../....X........./...XXX......../....X........./............../............../.............. b -",
            "Blue's next piece must touch the cross at a corner, as a single square on g6 would, and not along a side.",
            ("M1-g6",),
        ),
        Diagram(
            "b....pp..dLLLL/b.ww.pp..dLss./b..ww.pBBBss../.jj.w..u.uV.l./..jR.c.uuuV.l./..jRcc..VVV.l./.n.R...J...llP/"
            "nn.R.JJJ.WW.PP/n.m.H...WW..PP/nC.HH...W.DD../.CC.H.M..N..Y./S....Z.T.N..Y./SS.ZZZ.T.NN.YY/.S.Z..TTT.N.Y. r -",
            "Neither can lay another piece. Blue has 24 squares left and Red 47: Blue wins.",
        ),
    )
    board_material = "card"
    pieces = tuple(
        PieceKind(letter if p == BLUE else letter.lower(), p, f"{colour} {letter}")
        for p, colour in enumerate(("blue", "red"))
        for letter in DRAWINGS
    )
    side_symbols = "br"
    extra_fields = (LettersField("finishes", "players whose last piece was the single square", "br"),)
    optional_fields = 1
    half = HALF
    feature_names = ("squares", "places", "reach")

    def __init__(self, free_start: bool = False, weights: tuple[float, ...] = (1.0, 0.5, 0.2)) -> None:
        self.free_start = free_start
        self.set_weights(weights)
        board = SquareBoard(SIZE, touching="sides")
        self.set_board(board)
        shapes = [drawn_shape(rows) for rows in DRAWINGS.values()]
        self.ways = [ways_to_lay(shape) for shape in shapes]
        self.every_placement = placements(board, shapes)
        number = len(self.every_placement)
        self.piece_count = len(shapes)
        self.sizes = np.array([len(shape) for shape in shapes], np.int64)  # (pieces,)
        self.squares = int(self.sizes.sum())  # of each player
        self.piece_of = np.array([p.shape for p in self.every_placement], np.int64)  # (placements,)
        self.way_of = np.array([p.way for p in self.every_placement], np.int64)  # (placements,)
        self._set_tables_of_placements()
        self.start_cells = tuple(board.index(name) for name in STARTS)
        self.starts = np.array([self.through[cell] for cell in self.start_cells])  # (2, words)
        if free_start:
            self.starts[:] = self.starts[BLUE] | self.starts[RED]
        self.passing = number
        self.max_actions = number + 1
        self.max_plies = 4 * self.piece_count  # after every piece the opponent may have to pass

    def _set_tables_of_placements(self) -> None:
        """For each placement its cells and those around it; for each piece and each cell its set of placements."""
        covered = np.zeros((len(self.every_placement), self.cell_count), bool)
        for row, placement in zip(covered, self.every_placement, strict=True):
            row[list(placement.cells)] = True
        steps = SquareBoard(SIZE).steps
        near = np.zeros((2, self.cell_count, self.cell_count), np.float32)  # cells that share a side, and a corner
        for i, directions in enumerate((ORTHOGONAL, DIAGONAL)):
            for cell in range(self.cell_count):
                near[i, cell, [steps[cell, d] for d in directions if steps[cell, d] != NOWHERE]] = 1.0
        beside = (covered @ near[0] > 0) & ~covered
        self.cells_of = _by_row(covered)  # (placements, 5)
        self.beside_of = _by_row(beside)  # (placements, most): the cells that share a side with it
        self.corners_of = _by_row((covered @ near[1] > 0) & ~covered & ~beside)  # (placements, most): a corner, and no side
        self.corner_numbers = (self.corners_of != NOWHERE).sum(axis=1)  # (placements,)
        # (pieces, words) and (cells, words): the placements of a piece, and those that need a cell
        self.of_piece = np.array([long_set(self.piece_of == piece) for piece in range(self.piece_count)])
        self.through = np.array([long_set(column) for column in covered.T])

    # --- the rules ---
    def initial(self) -> State:
        everything = np.zeros_like(self.starts)
        for piece in range(self.piece_count):
            everything |= self.of_piece[piece]
        return State(everything, self.starts.copy(), np.full((2, self.piece_count), NOWHERE, np.int16), BLUE, 0)

    def squares_laid(self, s: State, p: int) -> int:
        """How many squares of this player lie on the board."""
        total = 0
        for piece in range(self.piece_count):
            if s.lies[p, piece] != NOWHERE:
                total += self.sizes[piece]
        return total

    def actions(self, s: State) -> NDArray[np.int64]:
        if not some_in(s.legal[s.turn]):
            return np.array([self.passing])
        return members_in(s.legal[s.turn])

    def result(self, s: State, a: int) -> State:
        p, finishes = s.turn, s.finishes
        fits, legal, lies = s.fits.copy(), s.legal.copy(), s.lies.copy()
        if a != self.passing:
            laid, piece = self.squares_laid(s, p), self.piece_of[a]
            take_out(fits[p], self.of_piece[piece])
            for cell in self.cells_of[a]:
                if cell != NOWHERE:
                    take_out(fits[p], self.through[cell])
                    take_out(fits[1 - p], self.through[cell])
            for cell in self.beside_of[a]:
                if cell != NOWHERE:
                    take_out(fits[p], self.through[cell])
            if laid == 0:
                legal[p] = EMPTY  # a start square that is free is the opponent's
            for cell in self.corners_of[a]:
                if cell != NOWHERE:
                    put_in(legal[p], self.through[cell])
            keep_in(legal[p], fits[p])
            keep_in(legal[1 - p], fits[1 - p])
            lies[p, piece] = a
            if piece == SINGLE and laid + 1 == self.squares:
                finishes |= 1 << p
        return State(fits, legal, lies, 1 - p, finishes)

    def terminal(self, s: State) -> bool:
        return not some_in(s.legal[BLUE]) and not some_in(s.legal[RED])

    def score(self, s: State, p: int) -> int:
        """A player's points, if the game ended here."""
        left = self.squares - self.squares_laid(s, p)
        if left > 0:
            return -left
        return ALL_LAID + SINGLE_LAST * (s.finishes >> p & 1)

    def utility(self, s: State, p: int) -> float:
        lead = self.score(s, p) - self.score(s, 1 - p)
        return 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0

    # --- hints ---
    def reach(self, s: State, p: int) -> int:
        """How many squares the player's next piece might cover."""
        total = 0
        for cell in range(self.cell_count):
            if overlaps(s.legal[p], self.through[cell]):
                total += 1
        return total

    def feature(self, s: State, p: int, i: int) -> float:
        if i == SQUARES:
            return float(self.score(s, p) - self.score(s, 1 - p))
        if i == PLACES:  # twice as many are worth less than twice as much
            return sqrt(count_in(s.legal[p])) - sqrt(count_in(s.legal[1 - p]))
        return float(self.reach(s, p) - self.reach(s, 1 - p))

    def order(self, s: State, a: int) -> float:
        if a == self.passing:
            return 0.0
        return self.sizes[self.piece_of[a]] + CORNER_WORTH * self.corner_numbers[a]  # type: ignore[no-any-return]

    def random_action(self, s: State, rng: Any) -> int:
        if not some_in(s.legal[s.turn]):
            return self.passing
        return drawn_from(s.legal[s.turn], rng)

    def key(self, s: State) -> int:
        return state_key((s.lies, s.turn, s.finishes))  # the sets follow from where the pieces lie

    # --- names and pictures ---
    def contents(self, s: State) -> Sequence[int]:
        found = [0] * self.cell_count
        for kind, placement in enumerate(s.lies.ravel()):
            for cell in self.every_placement[placement].cells if placement >= 0 else ():
                found[cell] = 1 + kind
        return found

    def assembled(self, contents: Sequence[int], turn: int, extras: dict[str, Any]) -> State:
        numbers = {frozenset(p.cells): i for i, p in enumerate(self.every_placement)}
        s, lies = self.initial(), np.full(2 * self.piece_count, NOWHERE, np.int16)
        for kind in set(contents) - {0}:
            p, piece = divmod(kind - 1, self.piece_count)
            number = numbers.get(frozenset(cell for cell, content in enumerate(contents) if content == kind), MISLAID)
            if number == MISLAID or self.piece_of[number] != piece:
                lies[kind - 1] = MISLAID
            else:
                lies[kind - 1] = number
                s = self.result(s._replace(turn=p), number)
        return s._replace(lies=lies.reshape(s.lies.shape), turn=turn, finishes=extras["finishes"])

    def problem(self, s: State) -> str:
        wrong = [kind.name for kind, placement in zip(self.pieces, s.lies.ravel(), strict=True) if placement == MISLAID]
        if wrong:
            return f"the squares of the {wrong[0]} do not have its shape"
        numbers = (s.lies >= 0).sum(axis=1)
        for p, owner in enumerate(self.player_names):
            found = self._problem_of(s, p)
            if found:
                return found
            if s.finishes >> p & 1 and numbers[p] < self.piece_count:
                return f"{owner} has pieces left, so that the single square was not the last one"
        ahead = int(numbers[BLUE] - numbers[RED]) - s.turn  # pieces that Blue has laid while Red passed
        behind = RED if ahead > 0 else BLUE
        if ahead and some_in(s.legal[behind]):
            return f"{self.player_names[behind]} is too many pieces behind for a player who has not been blocked"
        return ""

    def _problem_of(self, s: State, p: int) -> str:
        """What is wrong with the way in which one player's pieces lie."""
        owner, letters = self.player_names[p], list(DRAWINGS)
        laid = {letters[self.piece_of[a]]: int(a) for a in s.lies[p] if a >= 0}
        for one, other in combinations(laid, 2):
            if np.isin(self.cells_of[laid[one]], self.beside_of[laid[other]][self.beside_of[laid[other]] >= 0]).any():
                return f"{owner}'s {one} and {other} touch along a side"
        starts = self.start_cells if self.free_start else self.start_cells[p : p + 1]
        joined = {letter for letter, a in laid.items() if np.isin(self.cells_of[a], starts).any()}
        if laid and not joined:
            return f"no piece of {owner} covers {' or '.join(self.board.names[cell] for cell in starts)}"
        for _ in laid:
            offered = {int(cell) for letter in joined for cell in self.corners_of[laid[letter]]} - {NOWHERE}
            joined |= {letter for letter, a in laid.items() if offered & set(self.cells_of[a].tolist())}
        apart = [letter for letter in laid if letter not in joined]
        return f"{owner}'s {apart[0]} is not joined by corners to the first piece" if apart else ""

    def action_name(self, s: State, a: int) -> str:
        """The piece, which of its ways, and the square that it is held by: 'F3-d4'."""
        if a == self.passing:
            return "pass"
        placement = self.every_placement[int(a)]
        return f"{list(DRAWINGS)[placement.shape]}{placement.way + 1}-{self.board.names[placement.grip]}"

    def ways_that_fit(self, s: State, p: int) -> list[list[int]]:
        """For each piece of a player the ways in which it may be laid somewhere, in order."""
        chosen = listed(s.legal[p])
        found = np.zeros((self.piece_count, MOST_WAYS), bool)
        found[self.piece_of[chosen], self.way_of[chosen]] = True
        return [[int(way) for way in np.flatnonzero(ways)] for ways in found]

    def gesture(self, s: State, a: int) -> Sequence[str]:
        """The piece, once for the first way that fits and once more for each further one; then the square for its grip."""
        if a == self.passing:
            return ("pass",)
        placement = self.every_placement[int(a)]
        taps = 1 + self.ways_that_fit(s, s.turn)[placement.shape].index(placement.way)
        return (*[self._slot(s.turn, placement.shape)] * taps, self.board.names[placement.grip])

    def _slot(self, p: int, piece: int) -> str:
        return f"{self.player_names[p]} {list(DRAWINGS)[piece]}"

    def buttons(self, s: State) -> dict[str, str]:
        return {"pass": "Pass"} if not some_in(s.legal[s.turn]) and not self.terminal(s) else {}

    def scene(self, s: State) -> Scene:
        names = self.board.names
        regions, in_hand, trays = [], [], []
        for p in (BLUE, RED):
            fitting = self.ways_that_fit(s, p)
            for piece, placement in enumerate(s.lies[p]):
                kind = self.pieces[p * self.piece_count + piece]
                if placement >= 0:
                    cells = tuple(names[cell] for cell in self.every_placement[placement].cells)
                    regions.append(Region(cells, "solid", p, letter=kind.symbol, name=kind.name))
                else:
                    shown = (fitting[piece] or (0,)) if p == s.turn else (0,)  # others cannot be turned now
                    form, *turns = [self._form(piece, way) for way in shown]
                    slot = self._slot(p, piece)
                    in_hand.append(Piece(slot, form, p, letter=kind.symbol, name=kind.name, turns=tuple(turns)))
            if self.squares_laid(s, p) == 0:
                regions.append(Region((names[self.start_cells[p]],), "outline", p, name="square to cover"))
            slots = tuple(self._slot(p, piece) for piece in range(self.piece_count))
            trays.append(Tray(slots, p, size=SLOT, most=SLOTS_IN_A_ROW))
        scores = tuple(str(self.score(s, p)) for p in (BLUE, RED))
        return replace(super().scene(s), pieces=tuple(in_hand), regions=tuple(regions), trays=tuple(trays), scores=scores)

    def _form(self, piece: int, way: int) -> Polyomino:
        """A piece as it lies in one of its ways, rows counted downwards."""
        shape = self.ways[piece][way]
        x, y = grip_of(shape)
        return Polyomino(tuple((column, -row) for column, row in shape), -1, (x, -y))

    def ending(self, s: State) -> str:
        return f"nobody can lay a piece; the score is {self.score(s, BLUE)} to {self.score(s, RED)}"
