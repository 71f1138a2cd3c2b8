"""Hex (Piet Hein 1942, John Nash 1948): join your two sides of a rhombus of hexagons. There are no draws.

Rule choices: Blue, the first player, joins top and bottom; Red joins left and right (the literature also calls them Red and
Blue, or Black and White; here they have the colours they are drawn in). A cell touches the two beside it, the one above and
the one above to the right, the one below and the one below to the left. The swap rule is an option and off by default, so
that `hex` is the plain game of textbooks, solvers and OpenSpiel, which the first player wins (J. Nash); people who want an
even game play `hex:swap=yes`. Swapping mirrors the first stone across the long diagonal and makes it Red's: the same as
changing sides, but everybody keeps their colour.

Checked against OpenSpiel's hex (the same rules, the swap included, except that it never ends a game on a single cell), against
perft counts of Ludii and OpenSpiel, and against the exhaustively known winning openings of small boards.
Level 10 plays with the engine, which scored 3 of 6 games against Monte Carlo search at equal time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from counterplay.boards import BoardGame, PieceKind, rhombus_board
from counterplay.boards.estimates.evaluation_pieces import seen_by, squash
from counterplay.boards.notation.swap_rule import misfit_of_turn
from counterplay.boards.sets.cell_sets import (
    CellSet,
    common,
    count,
    either,
    extend,
    first,
    holds,
    members,
    some,
    stored,
    without,
)
from counterplay.core import Diagram, Published, require, state_key
from counterplay.gears.rng import draw_below

BLUE, RED, NOBODY = 0, 1, -1
LARGEST = 16  # cells on a side: 256 cells fill the four words of a set

UNREACHED = 30  # stones: the potential where no two-distance path is left, and the most that counts
MOBILITY = 0.02  # stones that one more cell of least potential is worth; small, so that it breaks ties only
TEMPO = 0.5  # stones that the move is worth
SCALE = 4.0  # lead in stones that is estimated as one half

# Worths of an action for ordering. With these, alpha-beta on 4 x 4 visits a ninth of the nodes of centre-first ordering.
CONTACT = 0.5  # touching a colour
WEDGE = 2.0  # touching both colours: most answers to a threat do
OFF_CENTRE = -0.5  # each step away from the centre
BLANK_ROW = "." * 11 + "/"  # of a usual board, in the notation of diagrams


class State(NamedTuple):
    """Three sets of cells, numbered row by row from the upper left, each in four 64-bit words."""

    blue_0: np.uint64
    blue_1: np.uint64
    blue_2: np.uint64
    blue_3: np.uint64
    red_0: np.uint64
    red_1: np.uint64
    red_2: np.uint64
    red_3: np.uint64
    joined_0: np.uint64  # stones connected to their owner's first side: Blue's top, Red's left
    joined_1: np.uint64
    joined_2: np.uint64
    joined_3: np.uint64
    ply: int  # actions so far; a swap counts
    winner: int


class Hex(BoardGame):
    """Hex on a rhombus of any size up to 16 x 16, with or without the swap rule."""

    published = Published("Piet Hein", 1942, "Politiken")
    player_names = ("Blue", "Red")
    rules = (
        "Players take turns placing a stone on any empty cell. Blue wins with a chain of touching blue stones from the top to "
        "the bottom, Red with a red one from left to right; one of them always succeeds. With the swap rule, Red may take "
        "over Blue's first stone, mirrored to the place that means the same to Red, instead of placing one."
    )
    usual_plies = 50
    cover = (
        ".........../.........../........R../....B..B.../.....RB..../...RBB...../....R.R..../..B..B...../...R......./"
        ".........../........... R"
    )
    diagrams = (
        Diagram(
            BLANK_ROW * 3 + ".......R.../.....B...../.........../....B....../" + BLANK_ROW * 3 + "." * 11 + " R",
            "The two blue stones do not touch, yet Red cannot part them: if Red takes one of the cells between, Blue takes the "
            "other. This is called a bridge.",
            ("e6", "f6"),
        ),
        Diagram(
            ".....BR..../" * 10 + "." * 11 + " B",
            "Blue wins with a stone on f11: a chain from the top to the bottom.",
            ("f11",),
        ),
    )
    pieces = (PieceKind("B", BLUE, "blue stone"), PieceKind("R", RED, "red stone"))
    cell_fields = ("blue", "red")
    board_material = "stone"

    def __init__(self, size: int = 11, swap: bool = False) -> None:
        require(1 <= size <= LARGEST, f"hex: a size of {size} does not fit; it must be from 1 to {LARGEST}")
        self.size, self.swap = size, bool(swap)
        board = rhombus_board(size)
        self.set_board(board, words=4)
        self.cells = self.max_actions = board.size
        self.max_plies = self.cells + int(self.swap)
        middle = (size - 1) / 2
        ways = [(row - middle, column - middle) for row, column in board.spots]  # in rows and columns, from the centre
        self.off_centre = tuple((abs(row) + abs(column) + abs(row + column)) / 2 for row, column in ways)  # in steps
        side = range(size)
        self.near = (self.cell_set(side), self.cell_set(size * k for k in side))  # Blue's top row, Red's left column
        self.far = (self.cell_set(self.cells - 1 - k for k in side), self.cell_set(size * k + size - 1 for k in side))

    def initial(self) -> State:
        return self.state(self.none, self.none, self.none, 0, NOBODY)

    def player(self, s: State) -> int:
        return s.ply & 1

    def sets(self, s: State) -> tuple[CellSet, CellSet, CellSet]:
        """The blue stones, the red ones, and those connected to their owner's first side."""
        blue, red = (s.blue_0, s.blue_1, s.blue_2, s.blue_3), (s.red_0, s.red_1, s.red_2, s.red_3)
        return blue, red, (s.joined_0, s.joined_1, s.joined_2, s.joined_3)

    def empty(self, s: State) -> CellSet:
        """The cells without a stone."""
        blue, red, _ = self.sets(s)
        return without(self.full, either(blue, red))

    def actions(self, s: State) -> Iterator[int]:
        for cell in members(self.empty(s)):
            yield cell
        if self.swap and s.ply == 1:
            yield self.cells

    def result(self, s: State, a: int) -> State:
        if a == self.cells:
            return self.swapped(s)
        mover = s.ply & 1
        blue, red, joined = self.sets(s)
        stone = self.single(a)
        own = either(blue if mover == BLUE else red, stone)
        winner = NOBODY
        touched = common(self.around(a), own)
        if some(common(stone, self.near[mover])) or some(common(touched, joined)):
            loose = without(touched, joined)
            if some(loose):  # seldom, and a flood takes long
                joined = either(joined, self.flood(loose, without(own, joined)))
            joined = either(joined, stone)
            if some(common(self.far[mover], common(own, joined))):
                winner = mover
        if mover == BLUE:
            return self.state(own, red, joined, s.ply + 1, winner)
        return self.state(blue, own, joined, s.ply + 1, winner)

    def state(self, blue: CellSet, red: CellSet, joined: CellSet, ply: int, winner: int) -> State:
        """The state of these sets."""
        return State(
            blue[0], blue[1], blue[2], blue[3],
            red[0], red[1], red[2], red[3],
            joined[0], joined[1], joined[2], joined[3],
            ply, winner,
        )  # fmt: skip

    def swapped(self, s: State) -> State:
        """After Red took over the first stone: mirrored across the long diagonal, it lies to Red as it lay to Blue."""
        row, column = divmod(first(self.sets(s)[0]), self.size)
        stone = self.single(column * self.size + row)
        joined = stone if row == 0 else self.none
        return self.state(self.none, stone, joined, s.ply + 1, NOBODY)

    def completing(self, own: CellSet, joined: CellSet, empty: CellSet, p: int) -> CellSet:
        """The empty cells where a stone of player p wins at once."""
        near = either(self.near[p], self.beside(common(own, joined)))
        far = either(self.far[p], self.beside(self.flood(self.far[p], own)))
        return common(empty, common(near, far))

    def candidates(self, s: State) -> Iterator[int]:
        blue, red, joined = self.sets(s)
        chosen, mover = self.empty(s), s.ply & 1
        own, other = (blue, red) if mover == BLUE else (red, blue)
        swapping = self.swap and s.ply == 1
        if not swapping:  # a swap answers every threat
            wins = self.completing(own, joined, chosen, mover)
            threats = self.completing(other, joined, chosen, 1 - mover)
            if some(wins):
                chosen = self.single(first(wins))
            elif some(threats):  # where there are several, nothing helps
                chosen = self.single(first(threats))
        for cell in members(chosen):
            yield cell
        if swapping:
            yield self.cells

    def random_action(self, s: State, rng: Any) -> int:
        """Cells are drawn until one is empty: most are, as long as a random game lasts."""
        choices = self.cells + int(self.swap and s.ply == 1)
        free = self.empty(s)
        while True:
            cell = draw_below(rng, choices)
            if cell == self.cells or holds(free, cell):
                return cell

    def terminal(self, s: State) -> bool:
        return s.winner != NOBODY

    def utility(self, s: State, p: int) -> float:
        return 1.0 if s.winner == p else -1.0

    def key(self, s: State) -> int:
        # Who has joined what follows from the stones; the ply does not, where a swap took place.
        return state_key((s.blue_0, s.blue_1, s.blue_2, s.blue_3, s.red_0, s.red_1, s.red_2, s.red_3, s.ply & 1))

    def order(self, s: State, a: int) -> float:
        if a == self.cells:
            return 0.0
        blue, red, _ = self.sets(s)
        near_blue, near_red = some(common(self.around(a), blue)), some(common(self.around(a), red))
        contact = CONTACT * (int(near_blue) + int(near_red)) + (WEDGE if near_blue and near_red else 0.0)
        return contact + OFF_CENTRE * self.off_centre[a]

    # --- the estimate: two-distance (J. van Rijswijck, "Search and evaluation in Hex", University of Alberta, 2002) ---
    def evaluate(self, s: State, p: int) -> float:
        blue, red, _ = self.sets(s)
        lead = self.potential(red, blue, RED) - self.potential(blue, red, BLUE)
        lead += TEMPO if s.ply & 1 == BLUE else -TEMPO
        return seen_by(squash(lead, SCALE), BLUE, p)

    def potential(self, own: CellSet, other: CellSet, p: int) -> float:
        """About how many stones player p lacks if the opponent always takes the best of two ways; the lower the better."""
        empty = without(self.full, either(own, other))
        near, far = common(empty, self.near[p]), common(empty, self.far[p])  # one stone away from a side
        meets = np.zeros((self.cells, 4), np.uint64)  # the empty cells that a cell meets, directly or across a chain
        for cell in range(self.cells):
            extend(meets[cell], common(self.around(cell), empty))
        loose = own
        while some(loose):
            chain = self.group(first(loose), own)
            loose = without(loose, chain)
            liberties = common(self.beside(chain), empty)
            for cell in members(liberties):
                extend(meets[cell], liberties)
            if some(common(chain, self.near[p])):
                near = either(near, liberties)
            if some(common(chain, self.far[p])):
                far = either(far, liberties)
        from_near, from_far = self.distances(near, empty, meets), self.distances(far, empty, meets)
        best, ways = UNREACHED, 0
        for cell in range(self.cells):
            total = int(from_near[cell] + from_far[cell])  # twice UNREACHED under a stone
            if total < best:
                best, ways = total, 0
            ways += int(total == best)
        return best - MOBILITY * ways

    def distances(self, start: CellSet, empty: CellSet, meets: Any) -> Any:
        """The two-distance of each cell: 1 on `start`, else one more than its second-nearest neighbour's, shape (cells,)."""
        found = np.full(self.cells, UNREACHED, np.int64)
        reached, fresh, distance = start, start, 1
        while some(fresh):
            candidates = self.none
            for cell in members(fresh):
                found[cell] = distance
                candidates = either(candidates, stored(meets[cell], self.none))
            reached = either(reached, fresh)
            fresh = self.none
            distance += 1
            for cell in members(without(candidates, reached)):
                if count(common(stored(meets[cell], self.none), reached)) >= 2:
                    fresh = either(fresh, self.single(cell))
        return found

    # --- names and pictures ---
    def action_cells(self, s: State, a: int) -> Sequence[int]:
        return () if a == self.cells else (a,)

    def action_name(self, s: State, a: int) -> str:
        return "swap" if a == self.cells else super().action_name(s, a)

    def load(self, text: str) -> State:
        """Reads `dump`'s notation, or the actions from the start ("c2 d4 b3"), as games of Hex are written down."""
        names = text.lower().split()
        if all(name == "swap" or (name[1:].isdecimal() and len(name) <= 3) for name in names):
            return self.after_moves(names)  # type: ignore[no-any-return]
        return super().load(text)  # type: ignore[no-any-return]

    def restored(self, s: State, turn: int) -> State:
        """Who has joined what follows from the stones, and whether there was a swap from their numbers."""
        blue, red, _ = self.sets(s)
        ply = count(blue) + count(red)
        joined = either(self.flood(self.near[BLUE], blue), self.flood(self.near[RED], red))
        winner = NOBODY
        for p, own in ((BLUE, blue), (RED, red)):
            if some(common(common(own, joined), self.far[p])) and (winner == NOBODY or p == turn):
                winner = p
        return self.state(blue, red, joined, ply + int(ply & 1 != turn), winner)

    def problem(self, s: State) -> str:
        turn, (blue, red, _) = s.ply & 1, map(count, self.sets(s))
        return misfit_of_turn(blue, red, turn, self.swap, "stone", s.winner)

    def marked(self, s: State) -> Sequence[int]:
        """A shortest chain of the winner's from side to side."""
        if s.winner == NOBODY:
            return ()
        own = self.sets(s)[s.winner]
        return self.board.shortest_chain(members(own), members(self.near[s.winner]), members(self.far[s.winner]))

    def buttons(self, s: State) -> dict[str, str]:
        return {"swap": "Swap: take over the blue stone"} if self.swap and s.ply == 1 and s.winner == NOBODY else {}

    def ending(self, s: State) -> str:
        return "top and bottom are joined" if s.winner == BLUE else "left and right are joined"
