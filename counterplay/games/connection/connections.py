"""Connections (T. McNamara, 1991) and Bridg-It (D. Gale, 1958): join your two sides, or close a loop, with tiles over dots.

Two grids of dots lie one within the other, `size` columns by `size` + 1 rows for Blue and the other way round for Red. A tile
joins two neighbouring dots of its colour and takes the crossing between them, so that no other tile can cross it. Choices: as
many tiles as anybody needs, and no swap rule (`swap=yes` has it, as in Hex: the first tile is mirrored and becomes Red's). On
their own two end rows players have `end_slots` that nobody else may use. A closed loop of tiles always encloses an opposing
dot, since there is one in the middle of every unit square of a grid; so `enclosure` means that a loop wins, whatever is inside,
and the board's edge closes none. Without both it is plain Bridg-It, as the preset `bridg_it` has it.

Checked against counts of sequences and positions (those of plain boards with 13 and 61 crossings are those of Ludii's Gale,
which knows neither loops nor end slots), against a second implementation written from the rules, and against solved values: the
first player wins every plain board (O. Gross's pairing strategy, told in M. Gardner, New Mathematical Diversions, 1966; A.
Lehman, "A solution of the Shannon switching game", 1964), and the boards of 2 x 3 and 3 x 4 dots with loops, with or without
end slots. Blue follows the pairing strategy in the plain game, and so never loses it.

The engine plays it better than Monte Carlo search: 12 to 4 in 16 games from random openings, 60,000 nodes a move against 30,000
playouts, which take about as long.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from counterplay.boards import BoardGame, LinearEvaluation, PieceKind
from counterplay.boards.estimates.evaluation_pieces import squash
from counterplay.boards.notation.swap_rule import misfit_of_turn
from counterplay.boards.shapes.board import NOWHERE, Board
from counterplay.core import BadParameter, Diagram, Label, Published, Scene, state_key
from counterplay.core.scene import Dot, Edge, Line
from counterplay.gears.rng import draw_below

BLUE, RED, NOBODY = 0, 1, -1
COLOURS = ("blue", "red")
SMALLEST, LARGEST = 2, 8  # columns of dots; 141 slots

# The estimate. Slots are resistors, as in C. Shannon's machine ("Game playing machines", 1955): a tile of Blue's conducts so
# much better than a free slot, and one of Red's so much worse. The logarithm of the current between Blue's sides is the lead;
# Red's own net would say the same with the sign turned, since the two nets are dual to each other.
TILE = 50.0
WEIGHTS = (1.0, 0.15, 0.6, 0.5)  # of `feature_names`
HALF = 2.5  # the weighed sum that is worth half a win

Point = tuple[int, int]  # column and row of the lattice of dots and slots, from the upper left; neighbours are half a dot apart


class State(NamedTuple):
    """The tiles, and which dots they join."""

    board: NDArray[np.int8]  # shape (slots,): 0 for a free one, 1 + player
    group: NDArray[np.int8]  # shape (2 * dots of a player,): the lowest dot that a dot is joined to, Blue's dots first
    ply: int  # actions so far; a swap counts
    winner: int


def slot_points(size: int, end_slots: bool) -> list[Point]:
    """The crossings, row by row from the top, among them the slots of the end rows."""
    last = 2 * size
    inside = {(x, y) for x in range(1, last) for y in range(1, last) if (x + y) % 2 == 0}
    ends = {(x, y) for x in range(2, last, 2) for y in (0, last)} if end_slots else set()
    return sorted(inside | ends | {(y, x) for x, y in ends}, key=lambda point: point[::-1])


def dot_of(point: Point, player: int, size: int) -> int:
    """The number of a player's dot: row by row from the player's first side, Blue's top or Red's left; NOWHERE beside dots."""
    x, y = point if player == BLUE else point[::-1]
    return y // 2 * size + x // 2 if 0 < x < 2 * size and x % 2 == 1 and 0 <= y <= 2 * size and y % 2 == 0 else NOWHERE


def joined_dots(point: Point, player: int, size: int) -> tuple[int, int]:
    """The two dots that a player's tile on a slot joins; NOWHERE where the slot is not for that player."""
    x, y = point
    along = [(x - 1, y), (x + 1, y)] if (x % 2 == 0) == (player == BLUE) else [(x, y - 1), (x, y + 1)]
    ends = [dot_of(end, player, size) for end in along]
    return (NOWHERE, NOWHERE) if NOWHERE in ends else (ends[0], ends[1])


def pairing(size: int) -> tuple[Point, list[tuple[Point, Point]]]:
    """The first slot to take, and pairs of all others: whoever has one of each pair and the first slot joins top and bottom."""
    pairs = [
        ((2 * i, 2 * j), (2 * i - 1, 2 * j + 1) if i <= j else (2 * i + 1, 2 * j - 1))
        for i in range(1, size)
        for j in range(1, size)
    ]
    pairs += [((2 * i - 1, 2 * i - 1), (2 * i + 1, 2 * i - 1)) for i in range(1, size)]
    return (2 * size - 1, 2 * size - 1), pairs


def slot_board(size: int, end_slots: bool) -> Board:
    """The slots as cells, named by their place in the lattice, a1 at the lower left."""
    points = slot_points(size, end_slots)
    names = [f"{chr(ord('a') + x)}{2 * size + 1 - y}" for x, y in points]
    places = [(x / 2, y / 2) for x, y in points]
    return Board(names, places, np.full((len(points), 2), NOWHERE, np.int64))  # nothing moves along the board


class Connections(LinearEvaluation, BoardGame):
    """Connections and Bridg-It; Blue joins top and bottom and begins, Red joins left and right."""

    name = "connections"
    title = "Connections"
    published = Published("Tom McNamara", 1991, "Milton Bradley")
    player_names = ("Blue", "Red")
    presets: ClassVar = {
        "bridg_it": {"enclosure": False, "end_slots": False},
        "gale": {"enclosure": False, "end_slots": False},
    }
    rules = (
        "Blue and red dots form two grids, one within the other. In your turn lay a tile of your colour between two of your "
        "dots that lie side by side, anywhere on the board; no other tile can cross it. Blue wins with a chain of blue tiles "
        "from the top row of dots to the bottom row, Red with a red one from the left column to the right one. You also win by "
        "closing a loop of your tiles around a dot of your opponent's; the smallest has four tiles around one dot. The edge "
        "of the board does not help to close it. Between the dots of your own two end rows only you may lay tiles: they "
        "join nothing new, but they close loops that cannot be stopped. There is no draw: whoever cuts all of the opponent's "
        "ways has joined the own sides. In plain Bridg-It loops do not count."
    )
    cover = "..B./..BR./...B../...B./....../...../....../RR.../.R..../...../.... B"
    diagrams = (
        Diagram(
            "..../B..../.....R/B..../.....R/B..../.....R/B..../.....R/...../.... B",
            "Blue joins the top row of blue dots to the bottom row with one more tile, and wins.",
            ("b2",),
        ),
        Diagram(
            "..../...../R.B.../.BB../R...../...../R...../...../....../...../.... B",
            "Three blue tiles stand around a red dot. The fourth closes the loop and wins as well.",
            ("e7",),
        ),
    )
    pieces = (PieceKind("B", BLUE, "blue tile"), PieceKind("R", RED, "red tile"))
    board_material = "card"
    feature_names = ("current", "half squares", "threatened squares", "move")

    def __init__(self, size: int = 5, enclosure: bool = True, end_slots: bool = True, swap: bool = False) -> None:
        if not SMALLEST <= size <= LARGEST:
            raise BadParameter(f"connections: a size of {size} does not fit; it must be from {SMALLEST} to {LARGEST}")
        self.size, self.enclosure, self.end_slots, self.swap = size, bool(enclosure), bool(end_slots), bool(swap)
        self.set_board(slot_board(size, self.end_slots))
        self.set_weights(WEIGHTS)
        self.points = slot_points(size, self.end_slots)
        self.slots = len(self.points)
        self.dots = size * (size + 1)  # of a player
        self.max_actions = self.slots - (2 * (size - 1) if self.end_slots else 0) + int(self.swap)
        self.max_plies = self.slots + int(self.swap)
        slot_at = {point: slot for slot, point in enumerate(self.points)}
        self.mirror = np.array([slot_at[y, x] for x, y in self.points], np.int64)  # (slots,): what a slot is to the other side
        # (players, slots, 2): the dots that a tile joins, NOWHERE where the player may not lay one
        self.ends = np.array([[joined_dots(point, p, size) for point in self.points] for p in (BLUE, RED)], np.int64)
        self.contacts = self._contacts()
        self._set_squares(slot_at)
        self._set_net(slot_at)
        first, pairs = pairing(size)
        self.paired = not (self.enclosure or self.end_slots or self.swap)  # the pairing strategy wins
        self.first_slot = slot_at[first]
        self.partner = np.full(self.slots, NOWHERE, np.int64)  # (slots,)
        for one, other in pairs:
            self.partner[slot_at[one]], self.partner[slot_at[other]] = slot_at[other], slot_at[one]
        self.off_centre = np.array([math.dist((x, y), (size, size)) / 2 for x, y in self.points])  # (slots,): in dots

    def _contacts(self) -> NDArray[np.int64]:
        """Shape (players, slots, 6): the slots that share a dot of the player's with a slot, then NOWHERE."""
        table = np.full((2, self.slots, 6), NOWHERE, np.int64)
        for p in (BLUE, RED):
            joined = [set(map(int, ends)) - {NOWHERE} for ends in self.ends[p]]
            for slot, dots in enumerate(joined):
                others = [other for other in range(self.slots) if other != slot and dots & joined[other]]
                table[p, slot, : len(others)] = others
        return table

    def _set_squares(self, slot_at: dict[Point, int]) -> None:
        """The smallest loops: four slots around each dot of the opponent's that can be enclosed."""
        size = self.size
        squares = []
        for x in range(2, 2 * size, 2):
            for y in range(1, 2 * size, 2):
                around = ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
                if all(point in slot_at for point in around):
                    squares.append([slot_at[point] for point in around])
        blue = np.array(squares, np.int64).reshape(-1, 4)
        self.squares = np.stack([blue, self.mirror[blue]])  # (players, squares, 4)
        self.square_count = len(squares)

    def _set_net(self, slot_at: dict[Point, int]) -> None:
        """Blue's net between the end rows: its resistors are the shared slots."""
        size = self.size
        rows, columns = range(size), range(size)
        # (size, size): the slot below each dot; (size - 1, size - 1): the one right of each dot that is on no end row
        self.below = np.array([[slot_at[2 * c + 1, 2 * r + 1] for c in columns] for r in rows], np.int64)
        self.right = np.array([[slot_at[2 * c + 2, 2 * r] for c in columns[:-1]] for r in rows[1:]], np.int64)
        self.conduct = np.array([1.0, TILE, 1 / TILE])  # by the content of a slot

    # --- the rules ---
    def initial(self) -> State:
        start = np.zeros(2 * self.dots, np.int8)
        for dot in range(2 * self.dots):
            start[dot] = dot % self.dots
        return State(np.zeros(self.slots, np.int8), start, 0, NOBODY)

    def player(self, s: State) -> int:
        return s.ply & 1

    def usable(self, s: State, p: int, slot: int) -> bool:
        """Whether a player may lay a tile there."""
        return bool(s.board[slot] == 0 and self.ends[p, slot, 0] >= 0)

    def actions(self, s: State) -> NDArray[np.int64]:
        found = np.empty(self.max_actions, np.int64)
        n = 0
        for slot in range(self.slots):
            if self.usable(s, s.ply & 1, slot):
                found[n] = slot
                n += 1
        if self.swap:
            if s.ply == 1:
                found[n] = self.slots
                n += 1
        return found[:n]

    def wins_at(self, s: State, p: int, slot: int) -> bool:
        """Whether a tile of player p's on a slot that p may use joins p's sides or closes a loop."""
        first = p * self.dots
        one, other = s.group[first + self.ends[p, slot, 0]], s.group[first + self.ends[p, slot, 1]]
        if one == other:
            return self.enclosure
        low, high = min(one, other), max(one, other)
        if low < self.size:  # the lowest dots are those of the first side
            for dot in range(self.size):
                if s.group[first + self.dots - 1 - dot] == high:
                    return True
        return False

    def result(self, s: State, a: int) -> State:
        if self.swap:
            if a == self.slots:
                return self.swapped(s)
        p = s.ply & 1
        board, group = s.board.copy(), s.group.copy()
        board[a] = 1 + p
        self.join(group, p, a)
        return State(board, group, s.ply + 1, p if self.wins_at(s, p, a) else NOBODY)

    def join(self, group: NDArray[np.int8], p: int, slot: int) -> None:
        """Enter into the groups, which are changed, that a tile joins two dots."""
        first = p * self.dots
        one, other = group[first + self.ends[p, slot, 0]], group[first + self.ends[p, slot, 1]]
        low, high = min(one, other), max(one, other)
        for dot in range(first, first + self.dots):
            if group[dot] == high:
                group[dot] = low

    def swapped(self, s: State) -> State:
        """After Red took over the first tile: mirrored across the diagonal, it lies to Red as it lay to Blue."""
        board, group = np.zeros(self.slots, np.int8), self.initial().group
        for slot in range(self.slots):
            if s.board[slot] != 0:
                board[self.mirror[slot]] = 1 + RED
                self.join(group, RED, self.mirror[slot])
        return State(board, group, s.ply + 1, NOBODY)

    def terminal(self, s: State) -> bool:
        return s.winner != NOBODY

    def utility(self, s: State, p: int) -> float:
        return 1.0 if s.winner == p else -1.0

    def key(self, s: State) -> int:
        return state_key((s.board, s.ply & 1))  # which dots are joined follows from the tiles; the ply does not after a swap

    def random_action(self, s: State, rng: Any) -> int:
        """Slots are drawn until one is free: many are, as long as a random game lasts."""
        choices = self.slots + int(self.swap and s.ply == 1)
        while True:
            slot = draw_below(rng, choices)
            if slot == self.slots or self.usable(s, s.ply & 1, slot):
                return slot

    # --- hints ---
    def winning_slot(self, s: State, p: int, blocker: int) -> int:
        """A slot where player p wins at once, if possible one that `blocker` cannot use; NOWHERE if there is none."""
        found = NOWHERE
        for slot in range(self.slots):
            if self.usable(s, p, slot) and self.wins_at(s, p, slot):
                found = slot
                if self.ends[blocker, slot, 0] < 0:
                    return found
        return found

    def threatened(self, s: State) -> bool:
        return self.winning_slot(s, 1 - (s.ply & 1), s.ply & 1) >= 0

    def reply(self, s: State) -> int:
        """In the plain game: the slot that the pairing strategy tells Blue to take; NOWHERE where Blue has not followed it."""
        if s.ply == 0:
            return self.first_slot
        if s.board[self.first_slot] != 1 + BLUE:
            return NOWHERE
        found, unanswered = NOWHERE, 0
        for slot in range(self.slots):
            other = self.partner[slot]
            if s.board[slot] == 1 + RED and s.board[other] != 1 + BLUE:
                found = other
                unanswered += 1
        return found if unanswered == 1 and s.board[found] == 0 else NOWHERE

    def candidates(self, s: State) -> NDArray[np.int64]:
        """A win at once, or the defence against one, or the answer of the pairing strategy; else every action."""
        mover = s.ply & 1
        chosen = NOWHERE
        if not (self.swap and s.ply == 1):  # a swap answers every threat
            chosen = self.winning_slot(s, mover, mover)
            if chosen < 0:
                threat = self.winning_slot(s, 1 - mover, mover)
                if threat >= 0 and self.ends[mover, threat, 0] >= 0:
                    chosen = threat  # where there are several, nothing helps
            if self.paired:
                if chosen < 0 and mover == BLUE:
                    chosen = self.reply(s)
        return np.full(1, chosen, np.int64) if chosen >= 0 else self.actions(s)

    def touched(self, s: State, p: int, slot: int) -> int:
        """How many tiles of player p's share a dot with a slot."""
        count = 0
        for i in range(6):
            other = self.contacts[p, slot, i]
            if other >= 0 and s.board[other] == 1 + p:
                count += 1
        return count

    def order(self, s: State, a: int) -> float:
        if a == self.slots:
            return 0.0
        mover = s.ply & 1
        own, theirs = self.touched(s, mover, a), self.touched(s, 1 - mover, a)
        wedge = 2.0 if own > 0 and theirs > 0 else 0.0
        return wedge + 0.5 * min(own, 2) + 0.5 * min(theirs, 2) - 0.5 * self.off_centre[a]  # type: ignore[no-any-return]

    # --- the estimate ---
    def feature(self, s: State, p: int, i: int) -> float:
        if i == 0:
            lead = math.log(self.current(s.board))
            return lead if p == BLUE else -lead
        if i == 3:
            return 1.0 if p == s.ply & 1 else -1.0
        if not self.enclosure:
            return 0.0
        return float(self.open_squares(s.board, p, i + 1) - self.open_squares(s.board, 1 - p, i + 1))

    weighed = LinearEvaluation.evaluate

    def evaluate(self, s: State, p: int) -> float:
        return squash(self.weighed(s, p), HALF)

    def open_squares(self, board: NDArray[np.int8], p: int, tiles: int) -> int:
        """How many unit squares have so many tiles of player p's and none of the opponent's."""
        count = 0
        for square in range(self.square_count):
            own = 0
            for i in range(4):
                content = board[self.squares[p, square, i]]
                if content == 1 + p:
                    own += 1
                elif content != 0:
                    own = -4
            count += int(own == tiles)
        return count

    def current(self, board: NDArray[np.int8]) -> float:
        """The current from Blue's first side to the last one if the tension between them is 1; 1 at the start.

        The dots between are taken out of the net one by one, row by row, and what was connected through a dot is connected
        directly (the star-mesh transformation: Gauss's elimination in a matrix with a band as wide as the board).
        """
        size = self.size
        dots = size * (size - 1)
        band = np.zeros((dots, size + 1))  # (dots, distance from the diagonal)
        source, sink = np.zeros(dots), np.zeros(dots)  # (dots,): what connects a dot to the first side, and to the last one
        for k in range(dots):
            row, column = k // size, k % size
            above, below = self.conduct[board[self.below[row, column]]], self.conduct[board[self.below[row + 1, column]]]
            band[k, 0] += above + below
            band[k, size] = -below
            if row == 0:
                source[k] = above
            if row == size - 2:
                sink[k] = below
            if column < size - 1:
                right = self.conduct[board[self.right[row, column]]]
                band[k, 0] += right
                band[k + 1, 0] += right
                band[k, 1] -= right
        total = 0.0
        for k in range(dots):
            total += source[k] * sink[k] / band[k, 0]  # the matrix is positive definite: no pivot is 0
            for d in range(1, min(size, dots - 1 - k) + 1):
                factor = band[k, d] / band[k, 0]
                for e in range(d, size + 1):
                    band[k + d, e - d] -= factor * band[k, e]
                source[k + d] -= factor * source[k]
                sink[k + d] -= factor * sink[k]
        return total

    # --- names and pictures ---
    def action_cells(self, s: State, a: int) -> Sequence[int]:
        return () if a == self.slots else (a,)

    def action_name(self, s: State, a: int) -> str:
        return "swap" if a == self.slots else super().action_name(s, a)

    def restored(self, s: State, turn: int) -> State:
        """Which dots are joined, and who has won, follows from the tiles, and whether there was a swap from their numbers."""
        group, winner = self.initial().group, NOBODY
        for slot in map(int, np.flatnonzero(s.board)):
            p = int(s.board[slot]) - 1
            if self.ends[p, slot, 0] < 0:
                continue  # `problem` says it
            if self.wins_at(s._replace(group=group), p, slot) and (winner == NOBODY or p == turn):
                winner = p
            self.join(group, p, slot)
        ply = int((s.board != 0).sum())
        return State(s.board, group, ply + int(ply & 1 != turn), winner)

    def problem(self, s: State) -> str:
        for slot in np.flatnonzero(s.board):
            if self.ends[int(s.board[slot]) - 1, slot, 0] < 0:
                return f"the tile on {self.board.names[slot]} is not {self.player_names[2 - int(s.board[slot])]}'s"
        blue, red, turn = int((s.board == 1).sum()), int((s.board == 2).sum()), s.ply & 1
        return misfit_of_turn(blue, red, turn, self.swap, "tile", s.winner)

    def scene(self, s: State) -> Scene:
        plain = super().scene(s)
        end, edges = float(self.size), []
        for slot, (x, y) in enumerate(self.board.places):
            owner = int(s.board[slot]) - 1 if s.board[slot] else s.ply & 1
            if (self.terminal(s) and not s.board[slot]) or self.ends[owner, slot, 0] < 0:
                continue
            level = (self.points[slot][0] % 2 == 0) == (owner == BLUE)  # whether a tile there lies from left to right
            dx, dy = (0.5, 0.0) if level else (0.0, 0.5)
            name = f"{self.board.names[slot]} {COLOURS[owner]} tile" if s.board[slot] else ""
            edges.append(
                Edge(self.board.names[slot], x - dx, y - dy, x + dx, y + dy, "bridge", bool(s.board[slot]), owner, 0.45, name)
            )
        dots = [Dot((i % self.size) + 0.5, float(i // self.size), BLUE, 0.13) for i in range(self.dots)]
        dots += [replace(dot, x=dot.y, y=dot.x, owner=RED) for dot in dots]
        lattice = range(2 * self.size + 1)
        labels = [Label(i / 2, end + 0.75, chr(ord("a") + i)) for i in lattice]
        labels += [Label(-0.75, end - i / 2, str(i + 1)) for i in lattice]
        sides = [Line(0.0, y, end, y, BLUE) for y in (-0.3, end + 0.3)] + [Line(x, 0.0, x, end, RED) for x in (-0.3, end + 0.3)]
        return replace(
            plain, cells=(), pieces=(), edges=tuple(edges), dots=tuple(dots), labels=tuple(labels), lines=tuple(sides)
        )

    def connected(self, s: State) -> bool:
        """Whether the winner has joined the own sides, and not only closed a loop."""
        first = s.winner * self.dots
        return bool((s.group[first + self.dots - self.size : first + self.dots] < self.size).any())

    def marked(self, s: State) -> Sequence[int]:
        """The tiles of the winner's shortest chain from side to side, or of the loop."""
        if s.winner == NOBODY:
            return ()
        laid = map(int, np.flatnonzero(s.board == 1 + s.winner))
        tiles = {slot: (int(self.ends[s.winner, slot, 0]), int(self.ends[s.winner, slot, 1])) for slot in laid}
        return self._chain(tiles) if self.connected(s) else _loop(tiles)

    def _chain(self, tiles: dict[int, tuple[int, int]]) -> list[int]:
        """The tiles of a shortest way from a dot of the first side to one of the last."""
        queue = list(range(self.size))
        before: dict[int, tuple[int, int]] = dict.fromkeys(queue, (NOWHERE, NOWHERE))  # of a dot: the one before it, the tile
        for dot in queue:  # breadth first: the queue grows while it is walked
            if dot >= self.dots - self.size:
                chain, place = [], dot
                while before[place][0] != NOWHERE:
                    place, tile = before[place]
                    chain.append(tile)
                return chain
            for tile, ends in tiles.items():
                other = ends[1] if ends[0] == dot else ends[0]
                if dot in ends and other not in before:
                    before[other] = (dot, tile)
                    queue.append(other)
        return []

    def buttons(self, s: State) -> dict[str, str]:
        return {"swap": "Swap: take over the blue tile"} if self.swap and s.ply == 1 else {}

    def ending(self, s: State) -> str:
        if not self.connected(s):
            return f"a loop of {COLOURS[s.winner]} tiles is closed"
        return "top and bottom are joined" if s.winner == BLUE else "left and right are joined"


def _loop(tiles: dict[int, tuple[int, int]]) -> list[int]:
    """The tiles that are left when those with a loose end are taken away, again and again."""
    while True:
        dots = [dot for ends in tiles.values() for dot in ends]
        loose = [tile for tile, ends in tiles.items() if min(map(dots.count, ends)) == 1]
        if not loose:
            return list(tiles)
        tiles = {tile: ends for tile, ends in tiles.items() if tile not in loose}
