"""Hex (Piet Hein 1942, John Nash 1948): join your two sides of a rhombus of hexagons. There are no draws.

Rule choices: Blue, the first player, joins top and bottom; Red joins left and right (the literature also calls them Red and
Blue, or Black and White; here they have the colours they are drawn in). A cell touches the two beside it, the one above and
the one above to the right, the one below and the one below to the left. The swap rule is an option and off by default, so
that `hex` is the plain game of textbooks, solvers and OpenSpiel, which the first player wins (J. Nash); people who want an
even game play `hex:swap=yes`. Swapping mirrors the first stone across the long diagonal and makes it Red's: the same as
changing sides, but everybody keeps their colour.

Checked against OpenSpiel's hex (the same rules, the swap included, except that it never ends a game on a single cell), against
perft counts of Ludii and OpenSpiel, and against the exhaustively known winning openings of small boards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from counterplay.core import BadNotation, BadParameter, Cell, Game, Label, Line, Piece, Scene, state_key
from counterplay.games.grids import cell_index, cell_name
from counterplay.gears import helper
from counterplay.gears.bits import EMPTY, bit, lowest, popcount, rest
from counterplay.gears.rng import draw_below

BLUE, RED, NOBODY = 0, 1, -1
STEPS = ((0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0))  # (rows, columns) to the six cells that a cell touches
LARGEST = 16  # cells on a side: 256 cells fill the four words of a set

UNREACHED = 30  # stones: the potential where no two-distance path is left, and the most that counts
MOBILITY = 0.02  # stones that one more cell of least potential is worth; small, so that it breaks ties only
TEMPO = 0.5  # stones that the move is worth
SCALE = 4.0  # lead in stones that is estimated as one half

# Worths of an action for ordering. With these, alpha-beta on 4 x 4 visits a ninth of the nodes of centre-first ordering.
CONTACT = 0.5  # touching a colour
WEDGE = 2.0  # touching both colours: most answers to a threat do
OFF_CENTRE = -0.5  # each step away from the centre

ROW_HEIGHT = 0.75**0.5  # of hexagons one unit wide that stand on a corner
HALF_SIDE, RADIUS = 0.5 / 3**0.5, 1 / 3**0.5  # of such a hexagon

Words = tuple[np.uint64, np.uint64, np.uint64, np.uint64]  # a set of up to 256 cells, lowest first
NOTHING: Words = (EMPTY, EMPTY, EMPTY, EMPTY)


@helper
def either(a: Words, b: Words) -> Words:
    """The cells of both sets together."""
    return (a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3])


@helper
def common(a: Words, b: Words) -> Words:
    """The cells that both sets hold."""
    return (a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3])


@helper
def without(a: Words, b: Words) -> Words:
    """The cells of a that b does not hold."""
    return (a[0] & ~b[0], a[1] & ~b[1], a[2] & ~b[2], a[3] & ~b[3])


@helper
def some(a: Words) -> bool:
    """Whether the set holds any cell."""
    return bool((a[0] | a[1] | a[2] | a[3]) != EMPTY)


@helper
def single(cell: int) -> Words:
    """The set of one cell."""
    word, place = cell >> 6, bit(cell & 63)
    return (
        place if word == 0 else EMPTY,
        place if word == 1 else EMPTY,
        place if word == 2 else EMPTY,
        place if word == 3 else EMPTY,
    )


@helper
def first(a: Words) -> int:
    """The lowest cell of a set that is not empty."""
    if a[0] != EMPTY:
        return lowest(a[0])
    if a[1] != EMPTY:
        return 64 + lowest(a[1])
    if a[2] != EMPTY:
        return 128 + lowest(a[2])
    return 192 + lowest(a[3])


@helper
def members(a: Words) -> Iterator[int]:
    """The cells of a set, lowest first."""
    for word in range(4):
        left = a[word]
        while left != EMPTY:
            yield 64 * word + lowest(left)
            left = rest(left)


@helper
def count(a: Words) -> int:
    """How many cells the set holds."""
    return popcount(a[0]) + popcount(a[1]) + popcount(a[2]) + popcount(a[3])


@helper
def stored(row: Any) -> Words:
    """The set that an array of four words holds."""
    return (row[0], row[1], row[2], row[3])


@helper
def extend(row: Any, more: Words) -> None:
    """Add cells to a set that is stored as an array of four words."""
    for word in range(4):
        row[word] |= more[word]


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


class Hex(Game):
    """Hex on a rhombus of any size up to 16 x 16, with or without the swap rule."""

    name = "hex"
    title = "Hex"
    rules = (
        "Players take turns placing a stone on any empty cell. Blue wins with a chain of touching blue stones from the top to "
        "the bottom, Red with a red one from left to right; one of them always succeeds. With the swap rule, Red may take "
        "over Blue's first stone, mirrored to the place that means the same to Red, instead of placing one."
    )
    has_candidates = True

    def __init__(self, size: int = 11, swap: bool = False) -> None:
        if not 1 <= size <= LARGEST:
            raise BadParameter(f"hex: a size of {size} does not fit; it must be from 1 to {LARGEST}")
        self.size, self.swap = size, bool(swap)
        self.cells = size * size
        self.words = (self.cells + 63) // 64  # that a set of cells needs
        self.max_actions = self.cells
        self.max_plies = self.cells + int(self.swap)
        self.touching = np.zeros((self.cells, 4), np.uint64)  # of each cell, the set of cells that it touches
        for cell in range(self.cells):
            for neighbour in self._neighbours(cell):
                self.touching[cell, neighbour >> 6] |= bit(neighbour & 63)
        middle = (size - 1) / 2
        self.off_centre = tuple(_steps(row - middle, column - middle) for row, column in self._places())
        side = range(size)
        self.board = _words(range(self.cells))
        self.near = (_words(side), _words(size * k for k in side))  # Blue's top row, Red's left column
        self.far = (_words(self.cells - 1 - k for k in side), _words(size * k + size - 1 for k in side))

    def initial(self) -> State:
        e = EMPTY
        return State(e, e, e, e, e, e, e, e, e, e, e, e, 0, NOBODY)

    def player(self, s: State) -> int:
        return s.ply & 1

    def blue(self, s: State) -> Words:
        """The blue stones."""
        return (s.blue_0, s.blue_1, s.blue_2, s.blue_3)

    def red(self, s: State) -> Words:
        """The red stones."""
        return (s.red_0, s.red_1, s.red_2, s.red_3)

    def joined(self, s: State) -> Words:
        """The stones connected to their owner's first side."""
        return (s.joined_0, s.joined_1, s.joined_2, s.joined_3)

    def empty(self, s: State) -> Words:
        """The cells without a stone."""
        return without(self.board, either(self.blue(s), self.red(s)))

    def around(self, cell: int) -> Words:
        """The cells that a cell touches."""
        return stored(self.touching[cell])

    def actions(self, s: State) -> Iterator[int]:
        free = self.empty(s)
        for word in range(self.words):
            left = free[word]
            while left != EMPTY:
                yield 64 * word + lowest(left)
                left = rest(left)
        if self.swap and s.ply == 1:
            yield self.cells

    def result(self, s: State, a: int) -> State:
        if a == self.cells:
            return self.swapped(s)
        mover = s.ply & 1
        blue, red, joined = self.blue(s), self.red(s), self.joined(s)
        stone = single(a)
        own = either(blue if mover == BLUE else red, stone)
        winner = NOBODY
        if some(common(stone, self.near[mover])) or some(common(self.around(a), common(own, joined))):
            joined = self.spread(a, own, joined)
            if some(common(self.far[mover], common(own, joined))):
                winner = mover
        if mover == BLUE:
            return self.state(own, red, joined, s.ply + 1, winner)
        return self.state(blue, own, joined, s.ply + 1, winner)

    def state(self, blue: Words, red: Words, joined: Words, ply: int, winner: int) -> State:
        """The state of these sets."""
        return State(
            blue[0], blue[1], blue[2], blue[3],
            red[0], red[1], red[2], red[3],
            joined[0], joined[1], joined[2], joined[3],
            ply, winner,
        )  # fmt: skip

    def swapped(self, s: State) -> State:
        """After Red took over the first stone: mirrored across the long diagonal, it lies to Red as it lay to Blue."""
        row, column = divmod(first(self.blue(s)), self.size)
        stone = single(column * self.size + row)
        joined = stone if row == 0 else NOTHING
        return self.state(NOTHING, stone, joined, s.ply + 1, NOBODY)

    def spread(self, cell: int, own: Words, reached: Words) -> Words:
        """The set `reached`, grown by a cell and by all stones of `own` that connect to it."""
        fresh = single(cell)
        reached = either(reached, fresh)
        while some(fresh):
            cell = first(fresh)
            found = without(common(self.around(cell), own), reached)
            reached = either(reached, found)
            fresh = either(without(fresh, single(cell)), found)
        return reached

    def beside(self, chains: Words, side: Words) -> Words:
        """The cells of a side, and those that touch chains from there."""
        found = side
        for cell in members(chains):
            found = either(found, self.around(cell))
        return found

    def completing(self, own: Words, joined: Words, empty: Words, p: int) -> Words:
        """The empty cells where a stone of player p wins at once."""
        from_far = NOTHING
        for cell in members(common(own, self.far[p])):
            from_far = self.spread(cell, own, from_far)
        near = self.beside(common(own, joined), self.near[p])
        return common(empty, common(near, self.beside(from_far, self.far[p])))

    def candidates(self, s: State) -> Iterator[int]:
        blue, red, chosen = self.blue(s), self.red(s), self.empty(s)
        mover = s.ply & 1
        own, other = (blue, red) if mover == BLUE else (red, blue)
        swapping = self.swap and s.ply == 1
        if not swapping:  # a swap answers every threat
            wins = self.completing(own, self.joined(s), chosen, mover)
            threats = self.completing(other, self.joined(s), chosen, 1 - mover)
            if some(wins):
                chosen = single(first(wins))
            elif some(threats):  # where there are several, nothing helps
                chosen = single(first(threats))
        for word in range(self.words):
            left = chosen[word]
            while left != EMPTY:
                yield 64 * word + lowest(left)
                left = rest(left)
        if swapping:
            yield self.cells

    def random_action(self, s: State, rng: Any) -> int:
        """Cells are drawn until one is empty: most are, as long as a random game lasts."""
        choices = self.cells + int(self.swap and s.ply == 1)
        free = self.empty(s)
        while True:
            cell = draw_below(rng, choices)
            if cell == self.cells or free[cell >> 6] & bit(cell & 63) != EMPTY:
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
        near_blue = some(common(self.around(a), self.blue(s)))
        near_red = some(common(self.around(a), self.red(s)))
        contact = CONTACT * (int(near_blue) + int(near_red)) + (WEDGE if near_blue and near_red else 0.0)
        return contact + OFF_CENTRE * self.off_centre[a]

    # --- the estimate: two-distance (J. van Rijswijck, "Search and evaluation in Hex", University of Alberta, 2002) ---
    def evaluate(self, s: State, p: int) -> float:
        blue, red = self.blue(s), self.red(s)
        lead = self.potential(red, blue, RED) - self.potential(blue, red, BLUE)
        lead += TEMPO if s.ply & 1 == BLUE else -TEMPO
        if p == RED:
            lead = -lead
        return lead / (SCALE + abs(lead))

    def potential(self, own: Words, other: Words, p: int) -> float:
        """About how many stones player p lacks if the opponent always takes the best of two ways; the lower the better."""
        empty = without(self.board, either(own, other))
        near, far = common(empty, self.near[p]), common(empty, self.far[p])  # one stone away from a side
        meets = np.zeros((self.cells, 4), np.uint64)  # the empty cells that a cell meets, directly or across a chain
        for cell in range(self.cells):
            extend(meets[cell], common(self.around(cell), empty))
        loose = own
        while some(loose):
            chain = self.spread(first(loose), own, NOTHING)
            loose = without(loose, chain)
            liberties = NOTHING
            for cell in members(chain):
                liberties = either(liberties, common(self.around(cell), empty))
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

    def distances(self, start: Words, empty: Words, meets: Any) -> Any:
        """The two-distance of each cell: 1 on `start`, else one more than its second-nearest neighbour's, shape (cells,)."""
        found = np.full(self.cells, UNREACHED, np.int64)
        reached, fresh, distance = start, start, 1
        while some(fresh):
            candidates = NOTHING
            for cell in members(fresh):
                found[cell] = distance
                candidates = either(candidates, stored(meets[cell]))
            reached = either(reached, fresh)
            fresh = NOTHING
            distance += 1
            for cell in members(without(candidates, reached)):
                if count(common(stored(meets[cell]), reached)) >= 2:
                    fresh = either(fresh, single(cell))
        return found

    # --- names and pictures ---
    def action_name(self, s: State, a: int) -> str:
        return "swap" if a == self.cells else cell_name(int(a), self.size)

    def dump(self, s: State) -> str:
        """Rows from the top, `B` for Blue, `R` for Red, `.` for empty, then the side to move."""
        marks = "".join(self._mark(s, cell) for cell in range(self.cells))
        rows = [marks[start : start + self.size] for start in range(0, self.cells, self.size)]
        return "/".join(rows) + " " + "BR"[s.ply & 1]

    def load(self, text: str) -> State:
        """Reads `dump`'s notation, or the actions from the start ("c2 d4 b3"), as games of Hex are written down."""
        parts = text.lower().split()
        if all(part == "swap" or (part[1:].isdecimal() and len(part) <= 3) for part in parts):
            return self._load_actions(parts)
        rows = parts[0].split("/")
        if len(parts) != 2 or [len(row) for row in rows] != [self.size] * self.size or set("".join(rows)) - set("br."):
            raise BadNotation(
                f"hex: '{text}' is no position of {self.size} x {self.size}; write {self.size} rows of {self.size} letters B, "
                f"R or . from the top, then the side to move, as in '{self.dump(self.initial())}', or moves such as 'a1 b1'"
            )
        marks = "".join(rows)
        blue = [cell for cell, mark in enumerate(marks) if mark == "b"]
        red = [cell for cell, mark in enumerate(marks) if mark == "r"]
        return self._assemble(text, blue, red, parts[1])

    def _assemble(self, text: str, blue: list[int], red: list[int], side: str) -> State:
        """The state with these stones, which must have come about by turns."""
        mover = {"b": BLUE, "r": RED}.get(side, NOBODY)
        surplus = len(blue) - len(red)
        swapped = int(self.swap and bool(red) and surplus == mover - 1)
        if mover == NOBODY or (surplus != mover and not swapped):
            extra = " (or one less after a swap)" if self.swap else ""
            raise BadNotation(
                f"hex: in '{text}' {len(blue)} blue and {len(red)} red stones do not fit '{side}' to move; where B moves there "
                f"are as many blue as red ones, where R moves one more{extra}"
            )
        stones = (_words(blue), _words(red))
        joined = _words(())
        for p, own in ((BLUE, stones[BLUE]), (RED, stones[RED])):
            for cell in members(common(own, self.near[p])):
                joined = self.spread(cell, own, joined)
        winners = [p for p in (BLUE, RED) if some(common(common(stones[p], joined), self.far[p]))]
        if mover in winners:
            raise BadNotation(f"hex: in '{text}' the side to move has won already; the move would be the other side's")
        return self.state(stones[BLUE], stones[RED], joined, len(blue) + len(red) + swapped, winners[0] if winners else NOBODY)

    def _load_actions(self, names: list[str]) -> State:
        s = self.initial()
        for place, name in enumerate(names, 1):
            action = self.cells if name == "swap" else cell_index(name, self.size, self.size)
            if action not in self.choices(s):
                raise BadNotation(f"hex: move {place} of '{' '.join(names)}', {name}, cannot be played")
            s = self.result(s, action)
        return s

    def _mark(self, s: State, cell: int) -> str:
        if some(common(self.blue(s), single(cell))):
            return "B"
        return "R" if some(common(self.red(s), single(cell))) else "."

    def scene(self, s: State) -> Scene:
        cells, pieces = [], []
        for cell, (row, column) in enumerate(self._places()):
            name = cell_name(cell, self.size)
            cells.append(Cell(name, *_centre(row, column), "hex"))
            mark = self._mark(s, cell)
            if mark != ".":
                colour = "blue" if mark == "B" else "red"
                pieces.append(Piece(name, "disc", BLUE if mark == "B" else RED, letter=mark, name=f"{colour} stone"))
        labels = [Label(*_centre(-1, k), cell_name(k, self.size)[0]) for k in range(self.size)]
        labels += [Label(*_centre(k, -1), str(k + 1)) for k in range(self.size)]
        marked = tuple(cell_name(cell, self.size) for cell in self._winning_chain(s))
        buttons = {"swap": "Swap: take over the blue stone"} if self.swap and s.ply == 1 and s.winner == NOBODY else {}
        return Scene(tuple(cells), tuple(pieces), self._sides(), tuple(labels), marked, buttons=buttons)

    def gesture(self, s: State, a: int) -> Sequence[str]:
        return (self.action_name(s, a),)

    def ending(self, s: State) -> str:
        return "top and bottom are joined" if s.winner == BLUE else "left and right are joined"

    def _sides(self) -> tuple[Line, ...]:
        """The outline of the board: Blue's zigzag above and below, Red's at the left and right."""
        lines, last = [], self.size - 1
        for k in range(self.size):
            for (x, y), flip in ((_centre(0, k), -1), (_centre(last, k), 1)):
                lines.append(Line(x - 0.5, y + flip * HALF_SIDE, x, y + flip * RADIUS, BLUE))
                lines.append(Line(x, y + flip * RADIUS, x + 0.5, y + flip * HALF_SIDE, BLUE))
            for (x, y), flip in ((_centre(k, 0), -1), (_centre(k, last), 1)):
                lines.append(Line(x + flip * 0.5, y - HALF_SIDE, x + flip * 0.5, y + HALF_SIDE, RED))
                if k != (last if flip < 0 else 0):  # where a corner cell's slope belongs to Blue
                    lines.append(Line(x + flip * 0.5, y - flip * HALF_SIDE, x, y - flip * RADIUS, RED))
        return tuple(lines)

    def _winning_chain(self, s: State) -> list[int]:
        """A shortest chain of the winner's from side to side; empty while nobody has won."""
        if s.winner == NOBODY:
            return []
        own = set(members(self.blue(s) if s.winner == BLUE else self.red(s)))
        far = set(members(self.far[s.winner]))
        queue = [cell for cell in members(self.near[s.winner]) if cell in own]
        before = dict.fromkeys(queue, NOBODY)
        for cell in queue:  # breadth first: the queue grows while it is walked
            if cell in far:
                chain = [cell]
                while before[chain[-1]] != NOBODY:
                    chain.append(before[chain[-1]])
                return chain
            for neighbour in self._neighbours(cell):
                if neighbour in own and neighbour not in before:
                    before[neighbour] = cell
                    queue.append(neighbour)
        return []

    def _places(self) -> list[tuple[int, int]]:
        """The row and column of each cell."""
        return [divmod(cell, self.size) for cell in range(self.cells)]

    def _neighbours(self, cell: int) -> list[int]:
        row, column = divmod(cell, self.size)
        around = ((row + down, column + right) for down, right in STEPS)
        return [r * self.size + c for r, c in around if 0 <= r < self.size and 0 <= c < self.size]


def _words(cells: Iterable[int]) -> Words:
    chosen = sum(1 << cell for cell in cells)
    return tuple(np.uint64((chosen >> 64 * word) & 0xFFFF_FFFF_FFFF_FFFF) for word in range(4))  # type: ignore[return-value]


def _steps(rows: float, columns: float) -> float:
    """How many steps from cell to cell a way over so many rows and columns takes."""
    return (abs(rows) + abs(columns) + abs(rows + columns)) / 2


def _centre(row: int, column: int) -> tuple[float, float]:
    """Where a cell is drawn."""
    return column + row / 2, row * ROW_HEIGHT
