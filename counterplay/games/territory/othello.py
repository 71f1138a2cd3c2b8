"""Othello (reversi): place a disc, turn what you bracket, own the most discs at the end.

Rules of the World Othello Federation: d5 and e4 start black, d4 and e5 white, Black moves first, a player who cannot place
must pass, and the game ends when neither can place. The pass is an action of its own and counts as a ply. The score is the
difference of discs on the board; `empties_to_winner` adds the empty cells to the winner's side, as tournaments and the FFO
endgame suite do.

Checked against the published perft counts to depth 9, OpenSpiel's `othello`, and the exact values of 4 x 4 (White by 8) and of
the first FFO positions. From depth 10 on the published counts include games that have ended; `perft` leaves these out, which
makes 24571056 of 24571284 at depth 10. OpenSpiel's utilities are only -1, 0 and 1, the sign of the ones here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from counterplay.boards import BoardGame, PieceKind, SquareBoard
from counterplay.boards.sets.eight_by_eight import run_ends, runs
from counterplay.boards.shapes.square_board import EAST, NORTH, NORTH_EAST, NORTH_WEST, SOUTH, SOUTH_EAST, SOUTH_WEST, WEST
from counterplay.core import Diagram, Published, Unit, require, state_key
from counterplay.gears import helper
from counterplay.gears.bits import EMPTY, ONE, bit, cells, difference, down, has, highest, lowest, popcount, up

WIDTH = 8  # a row of every board takes eight bits, so that one set of shifts serves all sizes
PASS = 64  # the action; 0 to 63 are the cells, row * WIDTH + column from a1 at the upper left
UPWARD = (EAST, SOUTH_WEST, SOUTH, SOUTH_EAST)  # the directions in which cell numbers grow
DOWNWARD = (WEST, NORTH_EAST, NORTH, NORTH_WEST)  # their opposites
NO_PLACE = -1000  # below every score
PARITY_ALONE = 5  # empty cells, up to which looking at the replies takes longer than it saves

# Weights of `features`, in discs each, on an empty and on a full board; between them the weight changes evenly. Least squares
# over the results of 4,000 games of depth-4 alpha-beta against itself, the last of seven such rounds. At depth 3 they score
# 0.93 of 600 games against a plain count of moves and corners.
EARLY = (-0.79, 0.45, -0.29, 17.59, -16.92, -2.60, 2.71, 0.07)
LATE = (0.74, 1.42, -1.20, -0.65, -0.31, -0.65, 0.56, 1.00)


class State(NamedTuple):
    """Sets of cells; the moves follow from the discs and are kept because every question about a state needs them."""

    mine: np.uint64  # discs of the player to move
    theirs: np.uint64
    moves: np.uint64  # where the player to move can place a disc
    turn: int  # 0 Black, 1 White


@helper
def flips_up(mine: np.uint64, theirs: np.uint64, ray: np.uint64) -> np.uint64:
    """The discs bracketed along a ray of growing cell numbers: those before its first cell that is not theirs."""
    stops = ray & ~theirs
    before = ~stops & difference(stops, ONE)
    return ray & before if stops & mine & difference(EMPTY, stops) else EMPTY


@helper
def flips_down(mine: np.uint64, theirs: np.uint64, ray: np.uint64) -> np.uint64:
    """The same along a ray of falling cell numbers."""
    stops = ray & ~theirs
    end = bit(highest(stops | ONE)) & stops & mine
    return ray & ~difference(up(end, 1), ONE) if end else EMPTY


class Othello(BoardGame):
    """Othello on 4 x 4, 6 x 6 or 8 x 8."""

    aliases = ("reversi",)
    published = Published("Goro Hasegawa", 1973, "Tsukuda Original")
    player_names = ("Black", "White")
    unit = Unit("discs", 1.0)
    tunables = ("estimate_weights",)
    rules = (
        "Place a disc so that at least one straight row of the opponent's discs lies between it and another disc of yours; all "
        "discs bracketed that way turn to your colour. Who cannot place a disc passes. When neither player can, the one with "
        "more discs wins."
    )
    cover = "---XXX----OOXX--XOOXOO--XXOXO---XXXOX---XXXOXX-----OXO-----OX--- X"
    usual_plies = 60
    solved = "A draw (H. Takizawa, 2023)."
    classic = True
    diagrams = (
        Diagram(
            "",
            "Black may play where a row of white discs lies between the new disc and another black one.",
            ("d3", "c4", "f5", "e6"),
        ),
        Diagram(
            "----------------OXXX-----OXXX-----OOO--------------------------- O",
            "Every row that is closed in is turned, in all directions at once: e3 turns the row to its left and the slant "
            "below.",
            ("e3",),
        ),
    )

    pieces = (PieceKind("X", 0, "black disc"), PieceKind("O", 1, "white disc"))
    empty_symbol, row_separator = "-", ""
    cell_fields, mover_first = ("mine", "theirs"), True
    board_material = "felt"

    def __init__(self, size: int = 8, empties_to_winner: bool = False) -> None:
        require(size in (4, 6, 8), f"othello: size must be 4, 6 or 8, not {size}")
        self.size, self.empties_to_winner = size, empties_to_winner
        self.estimate_weights = np.array([EARLY, LATE])
        self.utility_range = (-float(size * size), float(size * size))
        self.max_actions = size * size - 4
        # Never two passes in a row, for that would be the end.
        self.max_plies = 2 * (size * size - 4)
        board, last = SquareBoard(size, from_top=True), size - 1
        self.set_board(board)
        self.cell_bits = [cell // size * WIDTH + cell % size for cell in range(size * size)]
        self.all_cells = self.bit_set(range(size * size))
        self.inner = self.bit_set(c for c in range(size * size) if 0 < c % size < last)  # lines may run through without a wrap
        self.left = self.bit_set(range(0, size * size, size))
        self.right = self.bit_set(range(last, size * size, size))
        self.sides = self.left | self.right
        self.ends = self.bit_set([*range(size), *range(size * last, size * size)])
        self.corners = self.sides & self.ends
        self.x_cells = self.bit_set(row * size + c for row in (1, last - 1) for c in (1, last - 1))  # as players call them
        # shape (64, 8): from each cell the rays to higher numbers in the order of UPWARD, then their opposites
        self.rays = np.zeros((64, 8), np.uint64)
        for cell, place in enumerate(self.cell_bits):
            self.rays[place] = [self.bit_set(board.rays(cell, d)) for d in UPWARD + DOWNWARD]
        # shape (64,): the quarter of the board that each cell lies in
        self.quarters, half = np.zeros(64, np.uint64), size // 2
        for cell, place in enumerate(self.cell_bits):
            row, column = cell // size // half * half, cell % size // half * half
            self.quarters[place] = self.bit_set((row + i) * size + column + j for i in range(half) for j in range(half))

    def initial(self) -> State:
        middle = (self.size // 2 - 1) * (WIDTH + 1)  # d4 on 8 x 8
        black = bit(middle + 1) | bit(middle + WIDTH)
        white = bit(middle) | bit(middle + WIDTH + 1)
        return State(black, white, self.placements(black, white), 0)

    def placements(self, mine: np.uint64, theirs: np.uint64) -> np.uint64:
        """The empty cells on which a disc would bracket at least one of theirs."""
        inside = theirs & self.inner
        found = run_ends(mine, inside, 1) | run_ends(mine, theirs, 8) | run_ends(mine, inside, 7) | run_ends(mine, inside, 9)
        return found & self.all_cells & ~(mine | theirs)  # type: ignore[no-any-return]

    def flips(self, mine: np.uint64, theirs: np.uint64, cell: int) -> np.uint64:
        """The discs that turn when one of mine is placed on the cell."""
        i = np.uint64(cell)  # unsigned: no check for an index from the end
        found = flips_up(mine, theirs, self.rays[i, 0]) | flips_up(mine, theirs, self.rays[i, 1])
        found |= flips_up(mine, theirs, self.rays[i, 2]) | flips_up(mine, theirs, self.rays[i, 3])
        found |= flips_down(mine, theirs, self.rays[i, 4]) | flips_down(mine, theirs, self.rays[i, 5])
        return found | flips_down(mine, theirs, self.rays[i, 6]) | flips_down(mine, theirs, self.rays[i, 7])

    def actions(self, s: State) -> Iterator[int]:
        if s.moves == EMPTY:
            yield PASS
        for cell in cells(s.moves):
            yield cell

    def result(self, s: State, a: int) -> State:
        if a == PASS:
            return State(s.theirs, s.mine, self.placements(s.theirs, s.mine), 1 - s.turn)
        turned = self.flips(s.mine, s.theirs, a)
        mine, theirs = s.mine | turned | bit(a), s.theirs & ~turned
        return State(theirs, mine, self.placements(theirs, mine), 1 - s.turn)

    def terminal(self, s: State) -> bool:
        return bool(s.moves == EMPTY and self.placements(s.theirs, s.mine) == EMPTY)

    def utility(self, s: State, p: int) -> float:
        ahead = self.count(s.mine, s.theirs)
        return float(ahead) if p == s.turn else -float(ahead)

    def anchored(self, discs: np.uint64) -> np.uint64:
        """The border discs in an unbroken line with a corner of the same colour: they can never be turned."""
        seeds = discs & self.corners
        along, back = runs(seeds, discs & self.ends, 1)
        downwards, upwards = runs(seeds, discs & self.sides, 8)
        return seeds | along | back | downwards | upwards  # type: ignore[no-any-return]

    def features(self, s: State) -> tuple[float, float, float, float, float, float, float, float]:
        """What an estimate is made of, each counted for the player to move less the opponent.

        Discs, placements, discs beside an empty cell, corners, x- and c-cells beside an empty corner (diagonally, straight),
        border discs that cannot be turned, and who places last if nobody passes.
        """
        mine, theirs = s.mine, s.theirs
        empty = self.all_cells & ~(mine | theirs)
        across = empty | (up(empty, 1) & ~self.left) | (down(empty, 1) & ~self.right)
        beside_empty = across | up(across, 8) | down(across, 8)
        open_corners = empty & self.corners
        x = (up(open_corners, 9) | up(open_corners, 7) | down(open_corners, 9) | down(open_corners, 7)) & self.x_cells
        c = (up(open_corners, 1) | down(open_corners, 1)) & self.ends & self.inner
        c |= (up(open_corners, 8) | down(open_corners, 8)) & self.sides & ~self.ends
        return (
            float(popcount(mine) - popcount(theirs)),
            float(popcount(s.moves) - popcount(self.placements(theirs, mine))),
            float(popcount(mine & beside_empty) - popcount(theirs & beside_empty)),
            float(popcount(mine & self.corners) - popcount(theirs & self.corners)),
            float(popcount(mine & x) - popcount(theirs & x)),
            float(popcount(mine & c) - popcount(theirs & c)),
            float(popcount(self.anchored(mine)) - popcount(self.anchored(theirs))),
            1.0 if popcount(empty) % 2 else -1.0,
        )

    def evaluate(self, s: State, p: int) -> float:
        values = self.features(s)
        cells_in_all = self.size * self.size
        early = popcount(self.all_cells & ~(s.mine | s.theirs)) / cells_in_all
        ahead = 0.0
        for i in range(len(values)):
            on_empty, on_full = self.estimate_weights[0, i], self.estimate_weights[1, i]
            ahead += values[i] * (on_full + early * (on_empty - on_full))
        limit = cells_in_all - 1.0
        ahead = max(-limit, min(limit, ahead))
        return ahead if p == s.turn else -ahead

    def order(self, s: State, a: int) -> float:
        if a == PASS:
            return 0.0
        empty = self.all_cells & ~(s.mine | s.theirs)
        if popcount(empty) <= PARITY_ALONE:
            # Whoever places the last disc of a region is better off, and a region with an odd number of cells offers that.
            return float((popcount(empty & self.quarters[np.uint64(a)]) & 1) + 2 * popcount(self.corners & bit(a)))
        # Fastest first: leave the opponent few replies, above all few corners. Alpha-beta needs a seventeenth of the nodes of a
        # fixed order of cells for the FFO endgames 1 to 3.
        replies = self.result(s, a).moves
        return -float(popcount(replies) + popcount(replies & self.corners))

    def value_bounds(self, s: State) -> tuple[float, float]:
        cells_in_all = float(self.size * self.size)
        empty = self.all_cells & ~(s.mine | s.theirs)
        left = popcount(empty)
        if left <= 3:
            lead = float(self.last_cells(s.mine, s.theirs, empty, left))
            return lead, lead
        if left <= PARITY_ALONE:
            return -cells_in_all, cells_in_all
        # Discs that cannot be turned stay with their owner.
        least = 2.0 * popcount(self.anchored(s.mine)) - cells_in_all
        return least, cells_in_all - 2.0 * popcount(self.anchored(s.theirs))

    def last_cells(self, mine: np.uint64, theirs: np.uint64, empty: np.uint64, left: int) -> int:
        """By how much the player to move is ahead in the end, with best play in the last one, two or three empty cells."""
        if left == 1:
            return self.last_cell(mine, theirs, lowest(empty))
        if left == 2:
            return self.last_two(mine, theirs, lowest(empty), highest(empty))
        best = self.best_of_three(mine, theirs, empty)
        if best == NO_PLACE:
            best = -self.best_of_three(theirs, mine, empty)
        return self.count(mine, theirs) if best == -NO_PLACE else best

    def best_of_three(self, mine: np.uint64, theirs: np.uint64, empty: np.uint64) -> int:
        """The best that placing in one of three cells leads to; NO_PLACE where none can be used."""
        best = NO_PLACE
        for cell in cells(empty):
            turned = self.flips(mine, theirs, cell)
            if turned != EMPTY:
                others = empty & ~bit(cell)
                after = self.last_two(theirs & ~turned, mine | turned | bit(cell), lowest(others), highest(others))
                best = max(best, -after)
        return best

    def last_two(self, mine: np.uint64, theirs: np.uint64, one: int, other: int) -> int:
        """The same with two empty cells."""
        best = self.best_of_two(mine, theirs, one, other)
        if best == NO_PLACE:
            best = -self.best_of_two(theirs, mine, one, other)
        return self.count(mine, theirs) if best == -NO_PLACE else best

    def best_of_two(self, mine: np.uint64, theirs: np.uint64, one: int, other: int) -> int:
        """The best that placing in one of two cells leads to; NO_PLACE where neither can be used."""
        best = NO_PLACE
        turned = self.flips(mine, theirs, one)
        if turned != EMPTY:
            best = -self.last_cell(theirs & ~turned, mine | turned | bit(one), other)
        turned = self.flips(mine, theirs, other)
        if turned != EMPTY:
            best = max(best, -self.last_cell(theirs & ~turned, mine | turned | bit(other), one))
        return best

    def last_cell(self, mine: np.uint64, theirs: np.uint64, cell: int) -> int:
        """The same with one empty cell, which whoever can fills."""
        lead = popcount(mine) - popcount(theirs)
        turned = popcount(self.flips(mine, theirs, cell))
        if turned:
            return lead + 2 * turned + 1
        turned = popcount(self.flips(theirs, mine, cell))
        return lead - 2 * turned - 1 if turned else self.count(mine, theirs)

    def count(self, mine: np.uint64, theirs: np.uint64) -> int:
        """By how much the first is ahead in a game that is over."""
        ahead = popcount(mine) - popcount(theirs)
        if self.empties_to_winner and ahead != 0:
            empties = popcount(self.all_cells & ~(mine | theirs))
            ahead += empties if ahead > 0 else -empties
        return ahead

    def key(self, s: State) -> int:
        return state_key((s.mine, s.theirs, s.turn))

    # --- names and pictures ---
    def action_cells(self, s: State, a: int) -> Sequence[int]:
        return () if a == PASS else (a // WIDTH * self.size + a % WIDTH,)

    def read_cell(self, text: str) -> int:
        return super().read_cell("-" if text == "." else text)

    def load(self, text: str) -> State:
        """Reads `dump`'s notation, that of the FFO suite; rows may be set apart by spaces."""
        *rows, side = text.split() or [""]
        return super().load(f"{''.join(rows)} {side}")  # type: ignore[no-any-return]

    def restored(self, s: State, turn: int) -> State:
        return s._replace(moves=np.uint64(self.placements(s.mine, s.theirs)))

    def problem(self, s: State) -> str:
        start = self.initial()
        empty = [c for c, place in enumerate(self.cell_bits) if has((start.mine | start.theirs) & ~(s.mine | s.theirs), place)]
        return (
            f"{self.board.names[empty[0]]} is empty; the four cells in the middle hold discs from the start on" if empty else ""
        )

    def notes(self, s: State) -> Sequence[str]:
        black, white = (s.theirs, s.mine) if s.turn else (s.mine, s.theirs)
        return (f"Black {popcount(black)}, White {popcount(white)}.",)

    def buttons(self, s: State) -> dict[str, str]:
        return {"pass": "Pass"} if s.moves == EMPTY and not self.terminal(s) else {}

    def ending(self, s: State) -> str:
        return "the board is full" if s.mine | s.theirs == self.all_cells else "neither player can place a disc"
