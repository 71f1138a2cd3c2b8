"""Terrace (B. Siler and A. Dresden, 1992): pieces of four sizes on L-shaped steps; take the enemy T, or bring your own across.

The rules are those for two players, with the long layout of 16 pieces each; `layout=medium` and
`layout=short` are the published shorter ones, of six each. Choices: a terrace is walked along its L, so that an enemy on the
corner of the L blocks it; whoever takes the own T loses; whoever cannot move loses; the third occurrence of a position is a
draw.

No other program was at hand. Checked against counts of sequences and positions, and against a second implementation
written from the rules.

The engine plays it better than Monte Carlo search: 10 to 0 in 10 games from random openings, 0.1 seconds a move for both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from counterplay.boards import BoardGame, LinearEvaluation, PieceKind, SquareBoard
from counterplay.boards.estimates.evaluation_pieces import squash
from counterplay.boards.shapes.board import NOWHERE
from counterplay.boards.shapes.square_board import DIAGONAL, ORTHOGONAL
from counterplay.core import BadParameter, Diagram, Piece, Published, Repetition, Scene, Unit
from counterplay.gears.bits import EMPTY, bit, cells, has, popcount

WHITE, BLACK = 0, 1
SIZE = 8
HALF_SIZE = SIZE // 2
GOALS = (63, 0)  # of each player's T: h8 and a1, the lowest squares of the opponent's side
KINDS = "TABCD"  # the T is as small as an A
SIZES = 4
LAYOUTS = {
    "long": "ddccbbat/aabbccdd/8/8/8/8/DDCCBBAA/TABBCCDD w",
    "medium": "1dccbbt1/8/8/8/8/8/8/1TBBCCD1 w",
    "short": "1tbbccd1/8/8/8/8/8/8/1DCCBBT1 w",
}
SCALES = (0.62, 0.62, 0.76, 0.9, 1.04)  # of the drawn pieces, by kind
# Of `feature_names`, in pieces. In matches of 14 games, 1,000 nodes a move, none for the way of the T lost 1 to 9; one for
# attacked pieces lost 2 to 9 against none, since quiescence sees to these, and one for their height made no difference.
WEIGHTS = (0.7, 0.8, 1.0, 1.4, 0.15, 0.15, 0.1)
HALF = 4.0  # pieces that are worth half a win


class State(NamedTuple):
    """The squares of each player's pieces, and their sizes in two bits: 0 for A and T, 1 for B, 2 for C, 3 for D."""

    white: np.uint64
    black: np.uint64
    odd: np.uint64  # pieces of size B or D, of both players
    large: np.uint64  # pieces of size C or D
    white_t: int  # where the T stands; NOWHERE if it was taken
    black_t: int
    turn: int


def height(cell: int) -> int:
    """The level of a square, 1 to 8: it rises from a1 and h8 to the middle, and from there to a8 and h1."""
    column, row = cell % SIZE, cell // SIZE
    from_side, from_end = min(column, SIZE - 1 - column), min(row, SIZE - 1 - row)
    ring = max(from_side, from_end)  # of the quadrant, 0 at the corner of the board
    return 1 + ring if (column < HALF_SIZE) == (row < HALF_SIZE) else SIZE - ring


def terraces() -> list[list[int]]:
    """The squares of each of the 16 terraces, along its L."""
    found = []
    for right in (0, SIZE - 1):
        for top in (0, SIZE - 1):
            for ring in range(HALF_SIZE):
                places = [(ring, i) for i in range(ring + 1)] + [(i, ring) for i in reversed(range(ring))]
                found.append([abs(top - row) * SIZE + abs(right - column) for column, row in places])
    return found


class Terrace(LinearEvaluation, BoardGame):
    """Terrace for two; White, who begins, has the lower rows."""

    name = "terrace"
    title = "Terrace"
    published = Published("Buzz Siler and Anton Dresden", 1992, "Siler/Siler Ventures")
    player_names = ("White", "Black")
    unit = Unit("pieces", 1 / HALF, digits=1, squashed=True)
    presets: ClassVar = {"terrace_medium": {"layout": "medium"}, "terrace_short": {"layout": "short"}}
    rules = (
        "The board rises in L-shaped terraces from two low corners, marked 1, to two high ones, marked 8. Pieces have four "
        "sizes; one of the smallest is your T. Win by taking the enemy T, or by bringing your own T to the low corner on the "
        "enemy's side. In your turn move one piece: along its terrace to any empty square, over your own pieces but not over "
        "enemy ones; or up to an empty square of the next terrace, straight or diagonally; or straight down to an empty square "
        "of the terrace below. To take, go diagonally down by one level onto a piece that is not larger than yours. Your own "
        "pieces may be taken, too, but if you take your own T you lose. So does whoever cannot move. The same position for "
        "the third time is a draw. Terraces of the same level that touch in the middle of the board are not joined."
    )
    cover = "ddcc1ba1/aabbccdt/7d/5b2/8/2C5/DDCBBBAA/TAB1CCDD b"
    usual_plies = 23
    diagrams = (
        Diagram(
            "7t/8/8/8/2b5/3C4/8/T7 w",
            "A piece goes along its terrace, up in any direction, and straight down. The black piece bars the rest of its "
            "terrace.",
            ("d3-d1", "d3-e4", "d3-c3"),
        ),
        Diagram(
            "7t/8/8/5d2/4C3/3b4/8/T7 w",
            "It takes diagonally down, and nothing that is larger: this C takes the B, but not the D.",
            ("e4xd3",),
        ),
        Diagram("6T1/8/8/8/8/8/8/1t6 w", "A T that comes to the low corner on the other side wins.", ("g8-h8",)),
    )
    pieces = tuple(
        PieceKind(letter if p == WHITE else letter.lower(), p, f"{side} {letter}", "token", letter)
        for p, side in enumerate(("white", "black"))
        for letter in KINDS
    )
    side_symbols = "wb"
    counts_empty = True
    board_material = "wood"
    repetition, repetition_count = Repetition.DRAW, 3
    feature_names = ("A and T", "B", "C", "D", "way of the T", "T attacked", "move")
    tunables = ("weight_array",)

    def __init__(self, layout: str = "long") -> None:
        if layout not in LAYOUTS:
            raise BadParameter(f"terrace: '{layout}' is no layout; there are {', '.join(LAYOUTS)}")
        self.layout = layout
        self.set_board(SquareBoard(SIZE))
        self.set_weights(WEIGHTS)
        self.set_terraces()
        self.most = [LAYOUTS[layout].split()[0].count(kind.symbol) for kind in self.pieces]
        self.start = self.load(LAYOUTS[layout])
        self.max_plies = 2000

    def set_terraces(self) -> None:
        """Where pieces go from each square."""
        levels = [height(cell) for cell in range(self.cell_count)]
        self.levels = np.array(levels, np.float64)  # (cells,)
        # (cells, 2): the next square of the terrace each way, NOWHERE at its ends
        self.beside_on_terrace = np.full((self.cell_count, 2), NOWHERE, np.int64)
        for terrace in terraces():
            self.beside_on_terrace[terrace[:-1], 0] = terrace[1:]
            self.beside_on_terrace[terrace[1:], 1] = terrace[:-1]
        # (cells,): the squares that a piece may climb to, step down to, strike at, and be struck from
        self.climbs = self.stepping((*ORTHOGONAL, *DIAGONAL), 1)
        self.descents = self.stepping(ORTHOGONAL, -1)
        self.strikes = self.stepping(DIAGONAL, -1)
        self.struck_from = self.stepping(DIAGONAL, 1)
        self.max_actions = (
            2
            * SIZE
            * max(
                2 * HALF_SIZE - 1 + popcount(self.climbs[c] | self.descents[c] | self.strikes[c])
                for c in range(self.cell_count)
            )
        )
        # (2, cells): the fewest moves of a lone piece to each player's goal
        self.way = np.array([self.moves_to(goal) for goal in GOALS], np.int64)

    def stepping(self, ways: Sequence[int], rise: int) -> NDArray[np.uint64]:
        """(cells,): the neighbours in these directions that lie so much higher."""
        found = []
        for cell in range(self.cell_count):
            beside = [int(self.steps[cell, way]) for way in ways if self.steps[cell, way] >= 0]
            found.append(self.cell_set(other for other in beside if height(other) == height(cell) + rise))
        return np.array(found, np.uint64)

    def moves_to(self, goal: int) -> list[int]:
        """The fewest moves of a lone piece to a square, from each square."""
        terrace_of = {cell: terrace for terrace in terraces() for cell in terrace}
        way, fresh = {goal: 0}, [goal]
        while fresh:
            before = [
                cell
                for cell in range(self.cell_count)
                for reached in fresh
                if cell in terrace_of[reached] or has(self.climbs[cell] | self.descents[cell], reached)
            ]
            distance = way[fresh[0]] + 1
            fresh = [cell for cell in dict.fromkeys(before) if cell not in way]
            way |= dict.fromkeys(fresh, distance)
        return [way[cell] for cell in range(self.cell_count)]

    # --- the rules ---
    def initial(self) -> State:
        return self.start

    def men(self, s: State, p: int) -> np.uint64:
        """The squares of a player's pieces."""
        return s.white if p == WHITE else s.black

    def key_piece(self, s: State, p: int) -> int:
        """Where a player's T stands; NOWHERE if it was taken."""
        return s.white_t if p == WHITE else s.black_t

    def size_at(self, s: State, cell: int) -> int:
        """The size of the piece on a square, 0 to 3."""
        return int(has(s.odd, cell)) + 2 * int(has(s.large, cell))

    def up_to(self, s: State, size: int) -> np.uint64:
        """The squares of all pieces, of both players, that are not larger than this."""
        occupied = s.white | s.black
        if size == 3:
            return occupied
        if size == 2:
            return occupied & ~(s.odd & s.large)
        return occupied & ~s.large if size == 1 else occupied & ~(s.large | s.odd)

    def along_terrace(self, cell: int, theirs: np.uint64) -> np.uint64:
        """The squares of its terrace that a piece comes to before an enemy, own pieces' squares included."""
        found = EMPTY
        for way in range(2):
            place = self.beside_on_terrace[cell, way]
            while place >= 0 and not has(theirs, place):
                found |= bit(place)
                place = self.beside_on_terrace[place, way]
        return found

    def targets(self, s: State, cell: int) -> np.uint64:
        """Where the piece on a square, of the player to move, may go."""
        theirs, occupied = self.men(s, 1 - s.turn), s.white | s.black
        quiet: np.uint64 = (self.along_terrace(cell, theirs) | self.climbs[cell] | self.descents[cell]) & ~occupied
        prey: np.uint64 = self.strikes[cell] & self.up_to(s, self.size_at(s, cell))
        return quiet | prey

    def actions(self, s: State) -> Iterator[int]:
        for cell in cells(self.men(s, s.turn)):
            for target in cells(self.targets(s, cell)):
                yield self.move(cell, target)

    def result(self, s: State, a: int) -> State:
        origin, target = self.origin(a), self.target(a)
        start, end = bit(origin), bit(target)
        own, theirs = (self.men(s, s.turn) & ~start) | end, self.men(s, 1 - s.turn) & ~end
        odd, large = s.odd & ~(start | end), s.large & ~(start | end)
        if has(s.odd, origin):
            odd |= end
        if has(s.large, origin):
            large |= end
        own_t, their_t = self.key_piece(s, s.turn), self.key_piece(s, 1 - s.turn)
        if own_t == origin:
            own_t = target
        elif own_t == target:
            own_t = NOWHERE
        if their_t == target:
            their_t = NOWHERE
        if s.turn == WHITE:
            return State(own, theirs, odd, large, own_t, their_t, BLACK)
        return State(theirs, own, odd, large, their_t, own_t, WHITE)

    def won(self, s: State, p: int) -> bool:
        """Whether the player's T has arrived, or the opponent's is gone."""
        return self.key_piece(s, p) == GOALS[p] or self.key_piece(s, 1 - p) == NOWHERE

    def stuck(self, s: State) -> bool:
        """Whether the player to move has no move."""
        for cell in cells(self.men(s, s.turn)):
            if self.targets(s, cell) != EMPTY:
                return False
        return True

    def terminal(self, s: State) -> bool:
        return self.won(s, WHITE) or self.won(s, BLACK) or self.stuck(s)

    def utility(self, s: State, p: int) -> float:
        if self.won(s, WHITE) or self.won(s, BLACK):
            return 1.0 if self.won(s, p) else -1.0
        return -1.0 if p == s.turn else 1.0

    # --- hints ---
    def trait(self, s: State, p: int, i: int) -> float:
        """The value of a feature for player p alone."""
        own, t = self.men(s, p), self.key_piece(s, p)
        if i == 0:
            return float(popcount(own & ~(s.odd | s.large)))
        if i == 1:
            return float(popcount(own & s.odd & ~s.large))
        if i == 2:
            return float(popcount(own & s.large & ~s.odd))
        if i == 3:
            return float(popcount(own & s.odd & s.large))
        if i == 4:
            return float(-self.way[p, t])
        return -1.0 if (self.struck_from[t] & self.men(s, 1 - p)) != EMPTY else 0.0

    def feature(self, s: State, p: int, i: int) -> float:
        if i == 6:
            return 1.0 if p == s.turn else -1.0
        return self.trait(s, p, i) - self.trait(s, 1 - p, i)

    weighed = LinearEvaluation.evaluate

    def evaluate(self, s: State, p: int) -> float:
        return squash(self.weighed(s, p), HALF)

    def noisy(self, s: State, a: int) -> bool:
        if has(self.men(s, 1 - s.turn), self.target(a)):
            return True
        return self.origin(a) == self.key_piece(s, s.turn) and self.target(a) == GOALS[s.turn]

    def noisy_actions(self, s: State) -> Iterator[int]:
        theirs, t = self.men(s, 1 - s.turn), self.key_piece(s, s.turn)
        for cell in cells(self.men(s, s.turn)):
            below = self.strikes[cell] & theirs
            if below != EMPTY:
                for target in cells(below & self.up_to(s, self.size_at(s, cell))):
                    yield self.move(cell, target)
        goal = bit(GOALS[s.turn])
        if (self.targets(s, t) & goal & ~theirs) != EMPTY:
            yield self.move(t, GOALS[s.turn])

    def order(self, s: State, a: int) -> float:
        origin, target = self.origin(a), self.target(a)
        if has(self.men(s, 1 - s.turn), target):
            return 10.0 + 2.0 * self.size_at(s, target) + (20.0 if target == self.key_piece(s, 1 - s.turn) else 0.0)
        if has(self.men(s, s.turn), target):
            return -10.0
        if origin == self.key_piece(s, s.turn):
            return float(self.way[s.turn, origin] - self.way[s.turn, target])
        return float(0.5 * (self.levels[target] - self.levels[origin]))

    def threatened(self, s: State) -> bool:
        """The T can be taken."""
        return bool((self.struck_from[self.key_piece(s, s.turn)] & self.men(s, 1 - s.turn)) != EMPTY)

    def skip(self, s: State) -> State:
        return State(s.white, s.black, s.odd, s.large, s.white_t, s.black_t, 1 - s.turn)

    def may_skip(self, s: State) -> bool:
        return not self.threatened(s)

    # --- names and pictures ---
    def contents(self, s: State) -> list[int]:
        found = [0] * self.cell_count
        for p in (WHITE, BLACK):
            for cell in cells(self.men(s, p)):
                kind = 0 if cell == self.key_piece(s, p) else 1 + self.size_at(s, cell)
                found[cell] = 1 + len(KINDS) * p + kind
        return found

    def assembled(self, contents: Sequence[int], turn: int, extras: dict[str, Any]) -> State:
        ts = [next((c for c, content in enumerate(contents) if content == 1 + len(KINDS) * p), NOWHERE) for p in (WHITE, BLACK)]
        whites, blacks = range(1, 1 + len(KINDS)), range(1 + len(KINDS), 1 + 2 * len(KINDS))
        odd, large = self.set_of(contents, 3, 5, 8, 10), self.set_of(contents, 4, 5, 9, 10)
        return State(self.set_of(contents, *whites), self.set_of(contents, *blacks), odd, large, ts[0], ts[1], turn)

    def load(self, text: str) -> State:
        s: State = super().load(text)
        for letter in ("T", "t"):  # of which a state holds one
            count = text.split(maxsplit=1)[0].count(letter)
            if count > 1:
                self.reject(text, f"there are {count} pieces {letter}; 1 is the most")
        return s

    def problem(self, s: State) -> str:
        found = self.contents(s)
        for kind, piece in enumerate(self.pieces):
            count = found.count(1 + kind)
            if count > self.most[kind]:
                return f"there are {count} pieces {piece.symbol}; {self.most[kind]} is the most"
        if s.white_t == s.black_t == NOWHERE:
            return "both Ts are gone"
        for p, side in enumerate(self.player_names):
            if self.key_piece(s, p) == GOALS[p] and p == s.turn:
                return f"{side}'s T has arrived, so that it is {self.player_names[1 - p]}'s turn"
        return ""

    def pieces_on(self, cell: str, content: int) -> Sequence[Piece]:
        return (replace(self.pieces[content - 1].on(cell), scale=SCALES[(content - 1) % len(KINDS)]),)

    def scene(self, s: State) -> Scene:
        plain = super().scene(s)
        ground = tuple(replace(c, tone="dark", rise=height(i), text=str(height(i))) for i, c in enumerate(self.board.cells))
        return replace(plain, cells=ground)

    def ending(self, s: State) -> str:
        for p, side in enumerate(self.player_names):
            if self.key_piece(s, p) == GOALS[p]:
                return f"{side}'s T has arrived"
            if self.key_piece(s, p) == NOWHERE:
                return f"{side}'s T was taken"
        return f"{self.player_names[s.turn]} cannot move"
