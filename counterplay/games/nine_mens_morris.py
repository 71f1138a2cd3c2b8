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

from counterplay.core import BadNotation, Cell, Game, Label, Line, Piece, Repetition, Scene, state_key
from counterplay.gears.bits import lowest, popcount, word

MEN = 9  # of a player at the start
POINTS = 24
CLOCK_LIMIT = 100  # moves in a row, of both players together, that close no mill
WHITE, BLACK = 0, 1
COLOURS = ("White", "Black")

# A bit set has one byte per ring, the outer one lowest; in a ring the bits run clockwise from the lower left corner. Corners
# are the even bits; the odd ones are the middles of the sides, which lines join from ring to ring.
NAMES = (
    *("a1", "a4", "a7", "d7", "g7", "g4", "g1", "d1"),
    *("b2", "b4", "b6", "d6", "f6", "f4", "f2", "d2"),
    *("c3", "c4", "c5", "d5", "e5", "e4", "e3", "d3"),
)
READING = tuple(sorted(range(POINTS), key=lambda p: (-int(NAMES[p][1]), NAMES[p][0])))  # by rows from the top
ROWS = ((0, 3), (3, 6), (6, 9), (9, 15), (15, 18), (18, 21), (21, 24))  # of the reading order
BOARD = 0xFFFFFF
CORNERS, MIDDLES = 0x555555, 0xAAAAAA

MOVE, TAKE = POINTS, POINTS + POINTS * POINTS  # actions: a point to place on, MOVE + from * 24 + to, TAKE + point

# Weights of `evaluate` in hundredths of a man, settled by matches of 120 to 200 games at a depth of four actions.
MAN = 100  # on the board or in hand
TAKEN = 80  # a man about to be taken
OPENING = 5  # per empty point that would complete a mill, once all men are placed
THREAT = 30  # more where the next move can do it
FREEDOM = 5  # per empty point within reach, once all men are placed
BLOCKED = 8  # per man that cannot move
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


class NineMensMorris(Game):
    """Nine men's morris with flying; player 0 is White."""

    name = "nine_mens_morris"
    title = "Nine men's morris"
    rules = (
        "Players first place their nine men in turn, then move a man along a line to the next free point; with only three men "
        "left a man may fly to any free point. Whoever gets three men in a row along a line closes a mill and takes an enemy "
        "man, one that is not in a mill if there is any. A player with fewer than three men, or who cannot move, loses; a "
        "position for the third time, or 100 moves in a row without a mill, are a draw."
    )
    max_actions = 54  # three flying men and eighteen empty points
    # 18 men are placed; at most 13 men are taken, each after at most 100 moves.
    max_plies = 2 * MEN + 13 * (CLOCK_LIMIT + 1)
    repetition = Repetition.DRAW
    repetition_count = 3

    def initial(self) -> State:
        return State(0, 0, MEN, MEN, WHITE, False, 0)

    def player(self, s: State) -> int:
        return s.turn

    def clockwise(self, b: int) -> int:
        """Every point moved on by one in its ring."""
        return (b << 1) & 0xFEFEFE | (b >> 7) & 0x010101

    def counter(self, b: int) -> int:
        """Every point moved back by one in its ring."""
        return (b >> 1) & 0x7F7F7F | (b << 7) & 0x808080

    def neighbours(self, b: int) -> int:
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
            left = loose if loose else s.theirs
            while left:
                yield TAKE + lowest(word(left))
                left &= left - 1
        elif s.hand > 0:
            left = empty
            while left:
                yield lowest(word(left))
                left &= left - 1
        else:
            flying = popcount(word(s.mine)) <= 3
            men = s.mine
            while men:
                start = lowest(word(men))
                left = empty if flying else empty & self.neighbours(1 << start)
                while left:
                    yield MOVE + start * POINTS + lowest(word(left))
                    left &= left - 1
                men &= men - 1

    def result(self, s: State, a: int) -> State:
        if a >= TAKE:
            return State(s.theirs ^ (1 << (a - TAKE)), s.mine, s.their_hand, s.hand, 1 - s.turn, False, 0)
        if a < MOVE:
            mine, end, hand, clock = s.mine, a, s.hand - 1, 0
        else:
            start, end = (a - MOVE) // POINTS, (a - MOVE) % POINTS
            mine, hand, clock = s.mine ^ (1 << start), s.hand, s.clock + 1
        closed = (self.completing(mine) >> end) & 1
        mine |= 1 << end
        if closed:
            return State(mine, s.theirs, hand, s.their_hand, s.turn, True, 0)
        return State(s.theirs, mine, s.their_hand, hand, 1 - s.turn, False, clock)

    def lost(self, s: State) -> bool:
        """Whether the player to move has too few men or cannot move."""
        men = popcount(word(s.mine))
        if s.hand + men < 3:
            return True
        return s.hand == 0 and men > 3 and not s.taking and not self.neighbours(s.mine) & ~(s.mine | s.theirs)

    def terminal(self, s: State) -> bool:
        return s.clock >= CLOCK_LIMIT or self.lost(s)

    def utility(self, s: State, p: int) -> float:
        if self.lost(s):
            return -1.0 if p == s.turn else 1.0
        return 0.0

    # --- hints ---
    def evaluate(self, s: State, p: int) -> float:
        placed = s.hand + s.their_hand == 0
        lead = s.hand + popcount(word(s.mine)) - s.their_hand - popcount(word(s.theirs))
        score = MAN * lead + (TAKEN if s.taking else 0)
        score += self.placement(s.mine, s.theirs, placed) - self.placement(s.theirs, s.mine, placed)
        value = score / (abs(score) + HALF)
        return value if p == s.turn else -value

    def placement(self, mine: int, theirs: int, placed: bool) -> int:
        """What the points of a player's men are worth. Before all are placed only blocked men count: more made it greedy."""
        empty = BOARD ^ mine ^ theirs
        flying = placed and popcount(word(mine)) <= 3
        score = 0 if flying else -BLOCKED * popcount(word(mine & ~self.neighbours(empty)))
        if placed:
            gaps = self.completing(mine) & empty
            threats = gaps if flying else self.closable(mine, gaps)
            score += OPENING * popcount(word(gaps)) + THREAT * popcount(word(threats))
            if not flying:
                score += FREEDOM * popcount(word(self.neighbours(mine) & empty))
        return score

    def closable(self, men: int, gaps: int) -> int:
        """Those of the gaps that a man outside the line can step into."""
        found = 0
        while gaps:
            gap = gaps & -gaps
            left = men & self.neighbours(gap)
            while left:
                if self.completing(men ^ (left & -left)) & gap:
                    found |= gap
                left &= left - 1
            gaps ^= gap
        return found

    def noisy(self, s: State, a: int) -> bool:
        return a >= TAKE or self.closes(s, a)

    def closes(self, s: State, a: int) -> bool:
        """Whether placing or moving so closes a mill."""
        if a < MOVE:
            return (self.completing(s.mine) >> a) & 1 != 0
        left = s.mine ^ (1 << (a - MOVE) // POINTS)
        return (self.completing(left) >> (a - MOVE) % POINTS) & 1 != 0

    def order(self, s: State, a: int) -> float:
        if a >= TAKE:
            point = a - TAKE
            # a man that could soon close a mill, or stands in the way of one
            worth = 2.0 * ((self.neighbours(self.completing(s.theirs)) >> point) & 1)
            return worth + ((self.completing(s.mine) >> point) & 1)
        point = a if a < MOVE else (a - MOVE) % POINTS
        value = 4.0 if self.closes(s, a) else 0.0
        value += 2.0 * ((self.completing(s.theirs) >> point) & 1)
        return value + 0.25 * popcount(word(self.neighbours(1 << point)))

    def key(self, s: State) -> int:
        # One word holds all but the clock, so different positions have different keys.
        return state_key((s.mine | s.theirs << 24 | s.turn << 48 | s.taking << 49 | s.hand << 50 | s.their_hand << 54,))

    # --- names and pictures ---
    def action_name(self, s: State, a: int) -> str:
        """A point to place on ("d6"), a move ("d6-d7"), or a man to take ("xd6")."""
        a = int(a)
        if a >= TAKE:
            return f"x{NAMES[a - TAKE]}"
        if a < MOVE:
            return NAMES[a]
        start, end = divmod(a - MOVE, POINTS)
        return f"{NAMES[start]}-{NAMES[end]}"

    def dump(self, s: State) -> str:
        """The points by rows from the top, then who is to move, men in hand, whether a man is to be taken, and the clock.

        `.../.../.../....../.../.../... w 9 9 - 0` is the start: w for a white man, b for a black one; the men in hand are
        White's and Black's; `x` instead of `-` says that the player to move has closed a mill and takes a man.
        """
        white, black = (s.mine, s.theirs) if s.turn == WHITE else (s.theirs, s.mine)
        hands = (s.hand, s.their_hand) if s.turn == WHITE else (s.their_hand, s.hand)
        symbols = "".join("w" if white >> p & 1 else "b" if black >> p & 1 else "." for p in READING)
        rows = "/".join(symbols[a:b] for a, b in ROWS)
        return f"{rows} {'wb'[s.turn]} {hands[0]} {hands[1]} {'x' if s.taking else '-'} {s.clock}"

    def load(self, text: str) -> State:
        """Reads `dump`'s notation; the strokes between the rows may be left out."""
        parts = text.lower().split()
        symbols = parts[0].replace("/", "") if parts else ""
        if len(parts) != 6 or len(symbols) != POINTS or set(symbols) - set("wb."):
            raise BadNotation(
                f"nine men's morris: '{text}' is no position; write the 24 points from the top as w, b or ., then w or b to "
                "move, White's and Black's men in hand, x if a man is to be taken or else -, and the moves without a mill, as "
                f"in '{self.dump(self.initial())}'"
            )
        turn = _one_of(text, "the side to move", parts[1], ("w", "b"))
        hands = [_one_of(text, f"{COLOURS[p]}'s men in hand", parts[2 + p], _numbers(MEN)) for p in (WHITE, BLACK)]
        taking = _one_of(text, "the sign for taking", parts[4], ("-", "x")) == 1
        clock = _one_of(text, "the number of moves without a mill", parts[5], _numbers(CLOCK_LIMIT))
        men = [sum(1 << p for p, symbol in zip(READING, symbols, strict=True) if symbol == colour) for colour in "wb"]
        s = State(men[turn], men[1 - turn], hands[turn], hands[1 - turn], turn, taking, clock)
        problem = self._problem(s)
        if problem:
            raise BadNotation(f"nine men's morris: in '{text}' {problem}")
        return s

    def _problem(self, s: State) -> str:
        """Why the parts of a position do not fit together, or nothing."""
        mover, other = COLOURS[s.turn], COLOURS[1 - s.turn]
        for name, men, hand in ((mover, s.mine, s.hand), (other, s.theirs, s.their_hand)):
            if men.bit_count() + hand > MEN:
                return f"{name} has {men.bit_count()} men on the board and {hand} in hand; together {MEN} is the most"
        # White places first. A taking player has placed already.
        ahead = (s.turn == BLACK) != s.taking
        white, black = (s.hand, s.their_hand) if s.turn == WHITE else (s.their_hand, s.hand)
        if white != max(0, black - ahead):
            return (
                f"White has {white} men in hand; with {black} in Black's and {mover} to move it must be {max(0, black - ahead)}"
            )
        if s.clock and (s.hand or s.their_hand or s.taking):
            return "the number of moves without a mill must be 0 while men are placed or taken"
        if s.theirs.bit_count() + s.their_hand < 3:
            return f"{other} has fewer than three men although {mover} is to move; the game ended before"
        if s.taking and not (s.theirs and s.mine & self.completing(s.mine)):
            return f"{mover} takes a man (x) but has no mill, or {other} has no man on the board; write - instead of x"
        return ""

    def scene(self, s: State) -> Scene:
        white = s.mine if s.turn == WHITE else s.theirs
        pieces = []
        for p in range(POINTS):
            if (s.mine | s.theirs) >> p & 1:
                owner = WHITE if white >> p & 1 else BLACK
                pieces.append(Piece(NAMES[p], "disc", owner, letter="wb"[owner], name=f"{COLOURS[owner].lower()} man"))
        hands = (s.hand, s.their_hand) if s.turn == WHITE else (s.their_hand, s.hand)
        notes = [f"Men in hand: White {hands[0]}, Black {hands[1]}."] if sum(hands) else []
        if s.taking:
            notes.append(f"{COLOURS[s.turn]} closed a mill and takes a man.")
        return Scene(_CELLS, tuple(pieces), _LINES, _LABELS, notes=tuple(notes))

    def gesture(self, s: State, a: int) -> Sequence[str]:
        return tuple(self.action_name(s, a).removeprefix("x").split("-"))

    def ending(self, s: State) -> str:
        if s.hand + s.mine.bit_count() < 3:
            return f"{COLOURS[s.turn]} has fewer than three men"
        return f"{COLOURS[s.turn]} cannot move" if self.lost(s) else f"{CLOCK_LIMIT} moves without a mill"


def _numbers(most: int) -> tuple[str, ...]:
    return tuple(map(str, range(most + 1)))


def _one_of(text: str, what: str, part: str, allowed: tuple[str, ...]) -> int:
    """Which of the allowed words a part of a position is."""
    if part not in allowed:
        shown = " or ".join(allowed) if len(allowed) == 2 else f"a number from {allowed[0]} to {allowed[-1]}"
        raise BadNotation(f"nine men's morris: in '{text}' {what} must be {shown}, not '{part}'")
    return allowed.index(part)


def _spot(point: int) -> tuple[float, float]:
    """Where a point is drawn."""
    return "abcdefg".index(NAMES[point][0]) + 0.5, 7.5 - int(NAMES[point][1])


def _lines() -> tuple[Line, ...]:
    """The four sides of each ring, and the four lines that join the rings."""
    sides = [(8 * ring + i, 8 * ring + (i + 2) % 8) for ring in range(3) for i in (0, 2, 4, 6)]
    spokes = [(i, 16 + i) for i in (1, 3, 5, 7)]
    return tuple(Line(*_spot(p), *_spot(q)) for p, q in sides + spokes)


_CELLS = tuple(Cell(NAMES[p], *_spot(p), "point") for p in range(POINTS))
_LINES = _lines()
_LABELS = tuple(
    [Label(i + 0.5, 7.4, letter) for i, letter in enumerate("abcdefg")] + [Label(-0.4, 7.5 - r, str(r)) for r in range(1, 8)]
)
