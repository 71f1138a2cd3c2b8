"""Checkers, or English draughts: jump and crown on the 32 dark squares of an 8 x 8 board.

Rules as the American Checker Federation and the English Draughts Association play them; a jump is an action of its own and
the same player goes on with the jumping piece until the chain ends. Two choices where rulebooks leave the draw to the
players: 80 turns without a capture or a man's move are a draw (unless the player to move is blocked, who loses), and so is
the third occurrence of a position.

Checked against the published numbers of move sequences (A. Bik, to 11 turns here) and move by move against OpenSpiel's
checkers, which differs in three points: it is seen from the other side (its first player sits at the bottom, so its square
n is our 33 - n), it ends a game 40 actions after the last capture even if men have moved since, and it knows no draw by
repetition. Solved as a draw by J. Schaeffer and others, "Checkers Is Solved", Science 317, 2007.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, NamedTuple

import numpy as np

from counterplay.boards import NOWHERE, CellField, DraughtsBoard, DraughtsNotation, NumberField, PieceKind
from counterplay.boards.estimates.evaluation_pieces import seen_by, squash
from counterplay.core import Diagram, Repetition, Unit, state_key
from counterplay.gears.bits import cells, popcount

SQUARES = 32
PIECES = 12  # of a player at the start
CLOCK_LIMIT = 80  # turns in a row, of both players together, in which only kings moved and nothing was taken
BLACK, WHITE = 0, 1

# A bit set has a bit for each square and an empty one after every eight squares (A. Samuel, "Some Studies in Machine Learning
# Using the Game of Checkers", 1959): a step down the board is then +4 or +5 from any row, a jump twice that, and what leaves
# the board at a side falls on an empty bit.
PLACES = tuple(n + n // 8 for n in range(SQUARES))  # bit of square n + 1
BOARD = sum(1 << place for place in PLACES)
BLACK_START = sum(1 << place for place in PLACES[:PIECES])
WHITE_START = sum(1 << place for place in PLACES[-PIECES:])
TOP_ROW = sum(1 << place for place in PLACES[:4])
BOTTOM_ROW = sum(1 << place for place in PLACES[-4:])
CENTRE = sum(1 << PLACES[n - 1] for n in (10, 11, 14, 15, 18, 19, 22, 23))
DOUBLE_CORNERS = sum(1 << PLACES[n - 1] for n in (1, 5, 28, 32))  # where a lone king cannot be driven out by one
# The rows as masks, from the top; the men of a player in the row make its share of the advancement.
ROWS = tuple(sum(1 << place for place in PLACES[4 * r : 4 * r + 4]) for r in range(8))

# Weights of `evaluate` in hundredths of a man, settled by matches of some 300 games at a depth of five actions. The last one is
# there to be tuned; so far that has won no match (docs/learning.md).
WEIGHTS = (
    100.0,  # a man
    145.0,  # a king
    1.0,  # per row a man has come forward; more made it run ahead of its support
    18.0,  # per man left on the own back row while the enemy has men that could be crowned
    2.0,  # per man on the eight central squares
    8.0,  # per king there
    3.0,  # per possible step
    12.0,  # per king of the weaker side in a double corner
    3.0,  # per square between a king of the stronger side and the nearest enemy
    0.03,  # of the material lead, for each piece gone from the board: whoever is ahead wants exchanges
    0.0,  # to have the move
)
MAN, KING, ADVANCE, GUARD, MAN_CENTRE, KING_CENTRE, FREEDOM, CORNER, CHASE, TRADE, MOVE = range(len(WEIGHTS))
HALF = 500  # the score that is worth 0.5


class State(NamedTuple):
    """A position; the pieces are seen from the player to move, the bits always from the same side."""

    mine: int  # pieces of the player to move
    theirs: int
    kings: int  # of both players
    turn: int  # BLACK or WHITE
    jumper: int  # the bit number of the piece that must go on jumping, or -1
    clock: int  # turns since the last capture or man's move


class Checkers(DraughtsNotation):
    """English draughts; player 0 is Black, who sits at squares 1 to 12 and moves first."""

    aliases = ("draughts", "english_draughts", "american_checkers")
    player_names = ("Black", "White")
    unit = Unit("men", WEIGHTS[MAN] / HALF, digits=2, squashed=True)
    rules = (
        "Men step one square diagonally forward, kings in all four directions. An enemy piece with an empty square behind it "
        "is taken by jumping; jumping is compulsory, goes on with the same piece as long as it can, and men jump forward only. "
        "A man that reaches the far row becomes a king, which ends the turn. Whoever cannot move loses; 80 turns without a "
        "capture or a man's move, or a position for the third time, are a draw."
    )
    cover = "B:W10,22,29,30,31,32:B1,2,4,12,15,23,24"
    usual_plies = 70
    solved = "A draw (J. Schaeffer and others, 2007)."
    classic = True
    diagrams = (
        Diagram(
            "B:W18:B14,5", "A man jumps over an enemy next to it onto the empty square behind. Black must jump.", ("14x23",)
        ),
        Diagram(
            "B:W18,27:B14,5",
            "One jump leads to the next: the same man goes on as long as it can, here to 32, where it becomes a king.",
            ("14x23",),
        ),
        Diagram(
            "W:W6:B20", "A man that reaches the far row becomes a king, which steps and jumps backwards, too.", ("6-1", "6-2")
        ),
    )
    max_actions = 4 * PIECES
    # At most 23 captures and 24 * 7 man's moves reset the clock; at most 79 turns lie before each and 80 after the last.
    max_plies = (23 + 24 * 7 + 1) * CLOCK_LIMIT
    repetition = Repetition.DRAW
    repetition_count = 3
    draw_clock = ("clock", CLOCK_LIMIT)
    pieces = (
        PieceKind("b", BLACK, "black man"),
        PieceKind("B", BLACK, "black king", "king"),
        PieceKind("w", WHITE, "white man"),
        PieceKind("W", WHITE, "white king", "king"),
    )
    # H as international draughts writes its clock.
    extra_fields = (
        NumberField("clock", "turns without a capture or a man's move", CLOCK_LIMIT),
        CellField("jumper", "square of the piece that goes on jumping"),
    )
    field_letters = "HJ"
    board_material = "wood"
    tunables: ClassVar[tuple[str, ...]] = ("estimate_weights",)

    def __init__(self) -> None:
        self.set_board(DraughtsBoard())
        self.cell_bits = PLACES
        self.estimate_weights = np.array(WEIGHTS)

    def initial(self) -> State:
        return State(BLACK_START, WHITE_START, 0, BLACK, -1, 0)

    def by_way(self, pieces: int, kings: int, turn: int) -> tuple[int, int]:
        """Those of a player's pieces that may move towards square 32, and those that may move towards square 1."""
        return (pieces, pieces & kings) if turn == BLACK else (pieces & kings, pieces)

    def jumping(self, pieces: int, kings: int, turn: int, theirs: int, empty: int) -> tuple[int, int, int, int]:
        """Which of a player's pieces can jump by +8, +10, -8 and -10 bits."""
        down, up = self.by_way(pieces, kings, turn)
        return (
            down & (theirs >> 4) & (empty >> 8),
            down & (theirs >> 5) & (empty >> 10),
            up & (theirs << 4) & (empty << 8),
            up & (theirs << 5) & (empty << 10),
        )

    def stepping(self, pieces: int, kings: int, turn: int, empty: int) -> tuple[int, int, int, int]:
        """Which of a player's pieces can step by +4, +5, -4 and -5 bits."""
        down, up = self.by_way(pieces, kings, turn)
        return down & (empty >> 4), down & (empty >> 5), up & (empty << 4), up & (empty << 5)

    def actions(self, s: State) -> Iterator[int]:
        empty = BOARD & ~(s.mine | s.theirs)
        movers = s.mine if s.jumper < 0 else 1 << s.jumper
        length = 2
        a, b, c, d = self.jumping(movers, s.kings, s.turn, s.theirs, empty)
        if not (a | b | c | d):
            length = 1
            a, b, c, d = self.stepping(movers, s.kings, s.turn, empty)
        for able, offset in ((a, 4), (b, 5), (c, -4), (d, -5)):
            for start in cells(able):
                yield start * 65 + length * offset  # from * 64 + to

    def result(self, s: State, a: int) -> State:
        start, end = a >> 6, a & 63
        was_king = (s.kings >> start) & 1
        mine = s.mine ^ (1 << start) ^ (1 << end)
        kings = s.kings & ~(1 << start) | was_king << end
        crowned = False
        if not was_king and (1 << end) & (TOP_ROW | BOTTOM_ROW):
            kings |= 1 << end
            crowned = True
        if -6 < end - start < 6:
            return State(s.theirs, mine, kings, 1 - s.turn, -1, s.clock + 1 if was_king else 0)
        taken = ~(1 << ((start + end) >> 1))
        theirs, kings = s.theirs & taken, kings & taken
        if not crowned and self.can_jump(1 << end, mine, theirs, kings, s.turn):
            return State(mine, theirs, kings, s.turn, end, 0)
        return State(theirs, mine, kings, 1 - s.turn, -1, 0)

    def can_jump(self, movers: int, mine: int, theirs: int, kings: int, turn: int) -> bool:
        """Whether one of the movers can take a piece."""
        a, b, c, d = self.jumping(movers, kings, turn, theirs, BOARD & ~(mine | theirs))
        return (a | b | c | d) != 0

    def stuck(self, s: State) -> bool:
        """Whether the player to move has no action."""
        a, b, c, d = self.stepping(s.mine, s.kings, s.turn, BOARD & ~(s.mine | s.theirs))
        return not (a | b | c | d) and not self.can_jump(s.mine, s.mine, s.theirs, s.kings, s.turn)

    def terminal(self, s: State) -> bool:
        return s.clock >= CLOCK_LIMIT or self.stuck(s)

    def utility(self, s: State, p: int) -> float:
        return seen_by(-1.0, s.turn, p) if self.stuck(s) else 0.0

    # --- hints ---
    def evaluate(self, s: State, p: int) -> float:
        lead = self.material(s.mine, s.kings) - self.material(s.theirs, s.kings)
        gone = 2 * PIECES - popcount(s.mine | s.theirs)
        score = lead * (1.0 + self.estimate_weights[TRADE] * gone) + self.estimate_weights[MOVE]
        score += self.placement(s.mine, s.theirs, s.kings, s.turn) - self.placement(s.theirs, s.mine, s.kings, 1 - s.turn)
        if lead > 0:
            score -= self.refuge(s.theirs, s.mine, s.kings)
        elif lead < 0:
            score += self.refuge(s.mine, s.theirs, s.kings)
        return seen_by(squash(score, HALF), s.turn, p)

    def material(self, pieces: int, kings: int) -> float:
        """Men and kings of a player."""
        w = self.estimate_weights
        return float(w[MAN] * popcount(pieces & ~kings) + w[KING] * popcount(pieces & kings))

    def placement(self, pieces: int, enemies: int, kings: int, turn: int) -> float:
        """What the squares of a player's pieces are worth."""
        w = self.estimate_weights
        men, advance = pieces & ~kings, 0
        score = w[MAN_CENTRE] * popcount(men & CENTRE) + w[KING_CENTRE] * popcount(pieces & kings & CENTRE)
        for row in range(1, 7):
            advance += (row if turn == BLACK else 7 - row) * popcount(men & ROWS[row])
        if enemies & ~kings:
            score += w[GUARD] * popcount(men & (TOP_ROW if turn == BLACK else BOTTOM_ROW))
        a, b, c, d = self.stepping(pieces, kings, turn, BOARD & ~(pieces | enemies))
        return float(score + w[ADVANCE] * advance + w[FREEDOM] * (popcount(a) + popcount(b) + popcount(c) + popcount(d)))

    def refuge(self, weaker: int, stronger: int, kings: int) -> float:
        """How well the weaker side keeps away from the kings that hunt it."""
        near, hunters, squares = weaker, stronger & kings, 0
        while hunters and near:
            near |= (near << 4 | near << 5 | near >> 4 | near >> 5) & BOARD
            hunters &= ~near
            squares += popcount(hunters)
        w = self.estimate_weights
        return float(w[CORNER] * popcount(weaker & kings & DOUBLE_CORNERS) + w[CHASE] * squares)

    def noisy(self, s: State, a: int) -> bool:
        return not -6 < (a & 63) - (a >> 6) < 6

    def order(self, s: State, a: int) -> float:
        start, end = a >> 6, a & 63
        value = 0.5 * ((CENTRE >> end) & 1)
        if not -6 < end - start < 6:
            value += 4.0 + ((s.kings >> ((start + end) >> 1)) & 1)
        if not (s.kings >> start) & 1:
            if (1 << end) & (TOP_ROW | BOTTOM_ROW):
                value += 2.0
            elif (1 << start) & (TOP_ROW | BOTTOM_ROW):
                value -= 1.0  # gives up the guard of the back row
        return value

    def key(self, s: State) -> int:
        return state_key((s.mine | s.turn << 35 | (s.jumper + 1) << 36, s.theirs, s.kings))

    # --- names and pictures ---
    def action_cells(self, s: State, a: int) -> Sequence[int]:
        return square(a >> 6) - 1, square(a & 63) - 1

    def action_sign(self, s: State, a: int) -> str:
        return "x" if self.noisy(s, a) else "-"

    def planes(self, s: State) -> tuple[int, int, int, int]:
        return s.mine & ~s.kings, s.mine & s.kings, s.theirs & ~s.kings, s.theirs & s.kings

    def contents(self, s: State) -> Sequence[int]:
        black, white = (s.mine, s.theirs) if s.turn == BLACK else (s.theirs, s.mine)
        return self.contents_of((black & ~s.kings, black & s.kings, white & ~s.kings, white & s.kings))

    def extras(self, s: State) -> dict[str, Any]:
        return {"clock": s.clock, "jumper": NOWHERE if s.jumper < 0 else square(s.jumper) - 1}

    def assembled(self, contents: Sequence[int], turn: int, extras: dict[str, Any]) -> State:
        black, white, kings = (int(self.set_of(contents, *kinds)) for kinds in ((1, 2), (3, 4), (2, 4)))
        mine, theirs = (black, white) if turn == BLACK else (white, black)
        jumper = NOWHERE if extras["jumper"] == NOWHERE else PLACES[extras["jumper"]]
        return State(mine, theirs, kings, turn, jumper, extras["clock"])

    def problem(self, s: State) -> str:
        for owner, pieces in ((s.turn, s.mine), (1 - s.turn, s.theirs)):
            unfit = list(cells(pieces & ~s.kings & (BOTTOM_ROW if owner == BLACK else TOP_ROW)))
            if unfit:
                number = square(unfit[0])
                return f"{self.player_names[owner]}'s man on {number} would be a king; write K{number}"
            if popcount(pieces) > PIECES:
                return f"{self.player_names[owner]} has {popcount(pieces)} pieces; {PIECES} is the most"
        if s.jumper >= 0:
            able = s.mine >> s.jumper & 1 and self.can_jump(1 << s.jumper, s.mine, s.theirs, s.kings, s.turn)
            if not able or s.clock:
                return (
                    f"J{square(s.jumper)} says that a piece goes on jumping; it must be one of {self.player_names[s.turn]}'s "
                    "that can, and the clock H must be 0 or left out"
                )
        return ""

    def marked(self, s: State) -> Sequence[int]:
        return () if s.jumper < 0 else (square(s.jumper) - 1,)

    def notes(self, s: State) -> Sequence[str]:
        return () if s.jumper < 0 else (f"The piece on {square(s.jumper)} must go on jumping.",)

    def ending(self, s: State) -> str:
        if not s.mine:
            return f"{self.player_names[s.turn]} has no pieces left"
        if self.stuck(s):
            return f"{self.player_names[s.turn]} cannot move"
        return f"{CLOCK_LIMIT} turns without a capture or a man's move"


def square(place: int) -> int:
    """The number, 1 to 32, of the square that a bit stands for."""
    return place - place // 9 + 1
