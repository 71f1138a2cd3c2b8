"""Nine men's morris: place, slide and fly to get three in a row, each of which takes a man.

The common rules: nine men each, two mills closed at once take one man, a man in a mill is taken only where there is no other,
and a player with exactly three men flies. Taking a man is an action of its own, by the player who closed the mill. Choices: a
third occurrence of a position is a draw, and so are 100 moves in a row that close no mill, counted from the end of placing
(unless the player to move is blocked, who loses).

Checked against OpenSpiel's nine_mens_morris move by move. It has the same actions but differs in three points: its points are
numbered in reading order from the top, it calls every game of 200 turns a draw, and it knows no draw by repetition or by
moves without a mill. Solved as a draw by R. Gasser, "Solving Nine Men's Morris", 1996.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from counterplay.boards import BoardGame, GraphBoard, NoProgressClock, NumberField, PieceKind, SignField
from counterplay.boards.estimates.evaluation_pieces import seen_by, squash
from counterplay.boards.shapes.square_board import grid_labels
from counterplay.core import Diagram, Repetition, Unit, state_key
from counterplay.gears.bits import cells, popcount

MEN = 9  # of a player at the start
CLOCK_LIMIT = 100  # moves in a row, of both players together, that close no mill
WHITE, BLACK = 0, 1

# A bit set has one byte per ring, the outer one lowest; in a ring the bits run clockwise from the lower left corner. Corners
# are the even bits; the odd ones are the middles of the sides, which lines join from ring to ring.
NAMES = (
    *("a1", "a4", "a7", "d7", "g7", "g4", "g1", "d1"),
    *("b2", "b4", "b6", "d6", "f6", "f4", "f2", "d2"),
    *("c3", "c4", "c5", "d5", "e5", "e4", "e3", "d3"),
)
SIDES = [tuple(NAMES[8 * ring + i % 8] for i in (k, k + 1, k + 2)) for ring in range(3) for k in (0, 2, 4, 6)]
SPOKES = [tuple(NAMES[i + 8 * ring] for ring in range(3)) for i in (1, 3, 5, 7)]
PLACES = {name: ("abcdefg".index(name[0]) + 0.5, 7.5 - int(name[1])) for name in NAMES}
MORRIS_BOARD = GraphBoard(PLACES, SIDES + SPOKES, grid_labels(7, 7))
BOARD = 0xFFFFFF
CORNERS, MIDDLES = 0x555555, 0xAAAAAA

# Weights of `evaluate` in hundredths of a man, settled by matches of 120 to 200 games at a depth of four actions. The last two
# are there to be tuned; so far that has won no match (docs/learning.md).
WEIGHTS = (
    100.0,  # a man on the board or in hand
    80.0,  # a man about to be taken
    5.0,  # per empty point that would complete a mill, once all men are placed
    30.0,  # more where the next move can do it
    5.0,  # per empty point within reach, once all men are placed
    -8.0,  # per man that cannot move
    0.0,  # per man in a mill
    0.0,  # to have the move
)
MAN, TAKING, OPENING, THREAT, FREEDOM, BLOCKED, IN_MILL, MOVE = range(len(WEIGHTS))
HALF = 400  # the score that is worth 0.5


class State(NamedTuple):
    """A position, seen from the player to move."""

    mine: int  # points with men of the player to move
    theirs: int
    hand: int  # men that the player to move has still to place
    their_hand: int
    turn: int  # WHITE or BLACK
    taking: bool  # a mill was closed, and the same player now takes a man
    clock: int  # moves since the last mill or the end of placing


class NineMensMorris(NoProgressClock, BoardGame):
    """Nine men's morris with flying; player 0 is White."""

    title = "Nine men's morris"
    aliases = ("morris", "mill", "merels")
    player_names = ("White", "Black")
    unit = Unit("men", WEIGHTS[MAN] / HALF, digits=1, squashed=True)
    rules = (
        "Players first place their nine men in turn, then move a man along a line to the next free point; with only three men "
        "left a man may fly to any free point. Whoever gets three men in a row along a line closes a mill and takes an enemy "
        "man, one that is not in a mill if there is any. A player with fewer than three men, or who cannot move, loses; a "
        "position for the third time, or 100 moves in a row without a mill, are a draw."
    )
    cover = ".ww/.b./w.w/w.wbbb/w../b.b/.bw b 0 0 - 1"
    usual_plies = 50
    solved = "A draw (R. Gasser, 1996)."
    classic = True
    diagrams = (
        Diagram("ww./.../.../....../.../b.b/... w 7 7 - 0", "White places the third man on a line and closes a mill.", ("g7",)),
        Diagram("www/.../.../....../.../b.b/... w 6 7 x 0", "A mill takes one of the opponent's men.", ("xb2", "xf2")),
        Diagram(
            "w../b../.../....../.../b.b/w.w w 0 0 - 0",
            "White has three men left, and so a man may fly to any free point: to a4, which closes a mill.",
            ("g1-a4",),
        ),
    )
    max_actions = 54  # three flying men and eighteen empty points
    # 18 men are placed; at most 13 men are taken, each after at most 100 moves.
    max_plies = 2 * MEN + 13 * (CLOCK_LIMIT + 1)
    clock_limit, progress = CLOCK_LIMIT, "a mill"
    pieces = (PieceKind("w", WHITE, "white man"), PieceKind("b", BLACK, "black man"))
    cell_fields, mover_first = ("mine", "theirs"), True
    board_material = "wood"
    extra_fields = (
        NumberField("hand", "number of White's men in hand", MEN),
        NumberField("their_hand", "number of Black's men in hand", MEN),
        SignField("taking", "sign for taking a man", ("-", "x")),
        NumberField("clock", "number of moves without a mill", CLOCK_LIMIT),
    )
    mover_pairs = (("hand", "their_hand"),)
    repetition = Repetition.DRAW
    repetition_count = 3
    tunables = ("estimate_weights",)

    def __init__(self) -> None:
        self.set_board(MORRIS_BOARD)
        self.estimate_weights = np.array(WEIGHTS)

    def initial(self) -> State:
        return State(0, 0, MEN, MEN, WHITE, False, 0)

    def clockwise(self, b: int) -> int:
        """Every point moved on by one in its ring."""
        return (b << 1) & 0xFEFEFE | (b >> 7) & 0x010101

    def counter(self, b: int) -> int:
        """Every point moved back by one in its ring."""
        return (b >> 1) & 0x7F7F7F | (b << 7) & 0x808080

    def next_to(self, b: int) -> int:
        """The points one step away from those of the set."""
        middles = b & MIDDLES
        return self.clockwise(b) | self.counter(b) | (middles << 8 | middles >> 8) & BOARD

    def completing(self, b: int) -> int:
        """The points, in the set or not, whose two companions on a line are in the set."""
        next1, last1 = self.counter(b), self.clockwise(b)
        sides = (next1 & self.counter(next1) | last1 & self.clockwise(last1)) & CORNERS | next1 & last1 & MIDDLES
        inner, outer = (b >> 8 | b << 16), (b << 8 | b >> 16)
        return sides | inner & outer & MIDDLES

    def actions(self, s: State) -> Iterator[int]:
        empty = BOARD ^ s.mine ^ s.theirs
        if s.taking:
            loose = s.theirs & ~self.completing(s.theirs)
            for point in cells(loose if loose else s.theirs):
                yield self.take(point)
        elif s.hand > 0:
            for point in cells(empty):
                yield point
        else:
            flying = popcount(s.mine) <= 3
            for start in cells(s.mine):
                for end in cells(empty if flying else empty & self.next_to(1 << start)):
                    yield self.move(start, end)

    def staying(self, s: State, a: int) -> int:
        """The mover's men but for the one that is placed or moved."""
        return s.mine if self.places(a) else s.mine ^ (1 << self.origin(a))

    def closes(self, s: State, a: int) -> bool:
        """Whether placing or moving so closes a mill."""
        return (self.completing(self.staying(s, a)) >> self.target(a)) & 1 != 0

    def result(self, s: State, a: int) -> State:
        if self.takes(a):
            return State(s.theirs ^ (1 << self.taken(a)), s.mine, s.their_hand, s.hand, 1 - s.turn, False, 0)
        mine = self.staying(s, a) | 1 << self.target(a)
        hand, clock = (s.hand - 1, 0) if self.places(a) else (s.hand, s.clock + 1)
        if self.closes(s, a):
            return State(mine, s.theirs, hand, s.their_hand, s.turn, True, 0)
        return State(s.theirs, mine, s.their_hand, hand, 1 - s.turn, False, clock)

    def lost(self, s: State) -> bool:
        """Whether the player to move has too few men or cannot move."""
        men = popcount(s.mine)
        if s.hand + men < 3:
            return True
        return s.hand == 0 and men > 3 and not s.taking and not self.next_to(s.mine) & ~(s.mine | s.theirs)

    # --- hints ---
    def evaluate(self, s: State, p: int) -> float:
        w = self.estimate_weights
        placed = s.hand + s.their_hand == 0
        lead = s.hand + popcount(s.mine) - s.their_hand - popcount(s.theirs)
        score = w[MAN] * lead + (w[TAKING] if s.taking else w[MOVE])
        score += self.placement(s.mine, s.theirs, placed) - self.placement(s.theirs, s.mine, placed)
        return seen_by(squash(score, HALF), s.turn, p)

    def placement(self, mine: int, theirs: int, placed: bool) -> float:
        """What the points of a player's men are worth; what they threaten, once all are placed: before, it made it greedy."""
        w = self.estimate_weights
        empty = BOARD ^ mine ^ theirs
        flying = placed and popcount(mine) <= 3
        completing = self.completing(mine)
        score = w[IN_MILL] * popcount(completing & mine)
        if not flying:
            score += w[BLOCKED] * popcount(mine & ~self.next_to(empty))
        if placed:
            gaps = completing & empty
            threats = gaps if flying else self.closable(mine, gaps)
            score += w[OPENING] * popcount(gaps) + w[THREAT] * popcount(threats)
            if not flying:
                score += w[FREEDOM] * popcount(self.next_to(mine) & empty)
        return float(score)

    def closable(self, men: int, gaps: int) -> int:
        """Those of the gaps that a man outside the line can step into."""
        found = 0
        for gap in cells(gaps):
            for man in cells(men & self.next_to(1 << gap)):
                if self.completing(men ^ (1 << man)) >> gap & 1:
                    found |= 1 << gap
        return found

    def noisy(self, s: State, a: int) -> bool:
        return self.takes(a) or self.closes(s, a)

    def order(self, s: State, a: int) -> float:
        if self.takes(a):
            point = self.taken(a)
            # a man that could soon close a mill, or stands in the way of one
            worth = 2.0 * ((self.next_to(self.completing(s.theirs)) >> point) & 1)
            return worth + ((self.completing(s.mine) >> point) & 1)
        point = self.target(a)
        value = 4.0 if self.closes(s, a) else 0.0
        value += 2.0 * ((self.completing(s.theirs) >> point) & 1)
        return value + 0.25 * popcount(self.next_to(1 << point))

    def key(self, s: State) -> int:
        # One word holds all but the clock, so different positions have different keys.
        return state_key((s.mine | s.theirs << 24 | s.turn << 48 | s.taking << 49 | s.hand << 50 | s.their_hand << 54,))

    # --- names and pictures ---
    def hands(self, s: State) -> tuple[int, int]:
        """White's and Black's men in hand."""
        return (s.hand, s.their_hand) if s.turn == WHITE else (s.their_hand, s.hand)

    def problem(self, s: State) -> str:
        mover, other = self.player_names[s.turn], self.player_names[1 - s.turn]
        for name, men, hand in ((mover, s.mine, s.hand), (other, s.theirs, s.their_hand)):
            if men.bit_count() + hand > MEN:
                return f"{name} has {men.bit_count()} men on the board and {hand} in hand; together {MEN} is the most"
        # White places first. A taking player has placed already.
        ahead = (s.turn == BLACK) != s.taking
        white, black = self.hands(s)
        fitting = max(0, black - ahead)
        if white != fitting:
            return f"White has {white} men in hand; with {black} in Black's and {mover} to move it must be {fitting}"
        if s.clock and (s.hand or s.their_hand or s.taking):
            return "the number of moves without a mill must be 0 while men are placed or taken"
        if s.theirs.bit_count() + s.their_hand < 3:
            return f"{other} has fewer than three men although {mover} is to move; the game ended before"
        if s.taking and not (s.theirs and s.mine & self.completing(s.mine)):
            return f"{mover} takes a man (x) but has no mill, or {other} has no man on the board; write - instead of x"
        return ""

    def notes(self, s: State) -> Sequence[str]:
        white, black = self.hands(s)
        notes = [f"Men in hand: White {white}, Black {black}."] if white + black else []
        return [*notes, f"{self.player_names[s.turn]} closed a mill and takes a man."] if s.taking else notes

    def ending(self, s: State) -> str:
        if s.hand + s.mine.bit_count() < 3:
            return f"{self.player_names[s.turn]} has fewer than three men"
        return f"{self.player_names[s.turn]} cannot move" if self.lost(s) else self.clock_ending()
