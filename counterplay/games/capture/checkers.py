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

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from counterplay.boards.cell_names import cell_name
from counterplay.core import BadNotation, Cell, Game, Label, Piece, Repetition, Scene, Unit, state_key
from counterplay.gears.bits import lowest, popcount, word

SQUARES = 32
PIECES = 12  # of a player at the start
CLOCK_LIMIT = 80  # turns in a row, of both players together, in which only kings moved and nothing was taken
BLACK, WHITE = 0, 1
COLOURS = ("Black", "White")

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

# Weights of `evaluate` in hundredths of a man, settled by matches of some 300 games at a depth of five actions.
MAN, KING = 100, 145
ADVANCE = 1  # per row a man has come forward; more made it run ahead of its support
GUARD = 18  # per man left on the own back row while the enemy has men that could be crowned
MAN_CENTRE, KING_CENTRE = 2, 8  # per piece on the eight central squares
FREEDOM = 3  # per possible step
CORNER = 12  # per king of the weaker side in a double corner
CHASE = 3  # per square between a king of the stronger side and the nearest enemy
TRADE = 0.03  # of the material lead, for each piece gone from the board: whoever is ahead wants exchanges
HALF = 500  # the score that is worth 0.5


class State(NamedTuple):
    """A position; the pieces are seen from the player to move, the bits always from the same side."""

    mine: int  # pieces of the player to move
    theirs: int
    kings: int  # of both players
    turn: int  # BLACK or WHITE
    jumper: int  # the bit number of the piece that must go on jumping, or -1
    clock: int  # turns since the last capture or man's move


class Checkers(Game):
    """English draughts; player 0 is Black, who sits at squares 1 to 12 and moves first."""

    name = "checkers"
    title = "Checkers"
    aliases = ("draughts", "english_draughts", "american_checkers")
    player_names = ("Black", "White")
    unit = Unit("men", MAN / HALF, digits=2, squashed=True)
    rules = (
        "Men step one square diagonally forward, kings in all four directions. An enemy piece with an empty square behind it "
        "is taken by jumping; jumping is compulsory, goes on with the same piece as long as it can, and men jump forward only. "
        "A man that reaches the far row becomes a king, which ends the turn. Whoever cannot move loses; 80 turns without a "
        "capture or a man's move, or a position for the third time, are a draw."
    )
    max_actions = 4 * PIECES
    # At most 23 captures and 24 * 7 man's moves reset the clock; at most 79 turns lie before each and 80 after the last.
    max_plies = (23 + 24 * 7 + 1) * CLOCK_LIMIT
    repetition = Repetition.DRAW
    repetition_count = 3
    draw_clock = ("clock", CLOCK_LIMIT)

    def initial(self) -> State:
        return State(BLACK_START, WHITE_START, 0, BLACK, -1, 0)

    def player(self, s: State) -> int:
        return s.turn

    def downward(self, pieces: int, kings: int, turn: int) -> int:
        """Those of a player's pieces that may move towards square 32."""
        return pieces if turn == BLACK else pieces & kings

    def upward(self, pieces: int, kings: int, turn: int) -> int:
        """Those of a player's pieces that may move towards square 1."""
        return pieces & kings if turn == BLACK else pieces

    def jumps(self, down: int, up: int, theirs: int, empty: int) -> tuple[int, int, int, int]:
        """Which pieces can jump by +8, +10, -8 and -10 bits."""
        return (
            down & (theirs >> 4) & (empty >> 8),
            down & (theirs >> 5) & (empty >> 10),
            up & (theirs << 4) & (empty << 8),
            up & (theirs << 5) & (empty << 10),
        )

    def steps(self, down: int, up: int, empty: int) -> tuple[int, int, int, int]:
        """Which pieces can step by +4, +5, -4 and -5 bits."""
        return down & (empty >> 4), down & (empty >> 5), up & (empty << 4), up & (empty << 5)

    def actions(self, s: State) -> Iterator[int]:
        empty = BOARD & ~(s.mine | s.theirs)
        movers = s.mine if s.jumper < 0 else 1 << s.jumper
        down, up = self.downward(movers, s.kings, s.turn), self.upward(movers, s.kings, s.turn)
        length = 2
        a, b, c, d = self.jumps(down, up, s.theirs, empty)
        if not (a | b | c | d):
            length = 1
            a, b, c, d = self.steps(down, up, empty)
        for able, offset in ((a, 4), (b, 5), (c, -4), (d, -5)):
            left = able
            while left:
                yield lowest(word(left)) * 65 + length * offset  # from * 64 + to
                left &= left - 1

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
        down, up = self.downward(movers, kings, turn), self.upward(movers, kings, turn)
        a, b, c, d = self.jumps(down, up, theirs, BOARD & ~(mine | theirs))
        return (a | b | c | d) != 0

    def stuck(self, s: State) -> bool:
        """Whether the player to move has no action."""
        down, up = self.downward(s.mine, s.kings, s.turn), self.upward(s.mine, s.kings, s.turn)
        a, b, c, d = self.steps(down, up, BOARD & ~(s.mine | s.theirs))
        return not (a | b | c | d) and not self.can_jump(s.mine, s.mine, s.theirs, s.kings, s.turn)

    def terminal(self, s: State) -> bool:
        return s.clock >= CLOCK_LIMIT or self.stuck(s)

    def utility(self, s: State, p: int) -> float:
        if self.stuck(s):
            return -1.0 if p == s.turn else 1.0
        return 0.0

    # --- hints ---
    def evaluate(self, s: State, p: int) -> float:
        lead = self.material(s.mine, s.kings) - self.material(s.theirs, s.kings)
        gone = 2 * PIECES - popcount(word(s.mine | s.theirs))
        score = lead * (1.0 + TRADE * gone)
        score += self.placement(s.mine, s.theirs, s.kings, s.turn) - self.placement(s.theirs, s.mine, s.kings, 1 - s.turn)
        if lead > 0:
            score -= self.refuge(s.theirs, s.mine, s.kings)
        elif lead < 0:
            score += self.refuge(s.mine, s.theirs, s.kings)
        value = score / (abs(score) + HALF)
        return value if p == s.turn else -value

    def material(self, pieces: int, kings: int) -> int:
        """Men and kings of a player."""
        return MAN * popcount(word(pieces)) + (KING - MAN) * popcount(word(pieces & kings))

    def placement(self, pieces: int, enemies: int, kings: int, turn: int) -> int:
        """What the squares of a player's pieces are worth."""
        men = pieces & ~kings
        score = MAN_CENTRE * popcount(word(men & CENTRE)) + KING_CENTRE * popcount(word(pieces & kings & CENTRE))
        for row in range(1, 7):
            score += ADVANCE * (row if turn == BLACK else 7 - row) * popcount(word(men & ROWS[row]))
        if enemies & ~kings:
            score += GUARD * popcount(word(men & (TOP_ROW if turn == BLACK else BOTTOM_ROW)))
        down, up = self.downward(pieces, kings, turn), self.upward(pieces, kings, turn)
        a, b, c, d = self.steps(down, up, BOARD & ~(pieces | enemies))
        return score + FREEDOM * (popcount(word(a)) + popcount(word(b)) + popcount(word(c)) + popcount(word(d)))

    def refuge(self, weaker: int, stronger: int, kings: int) -> int:
        """How well the weaker side keeps away from the kings that hunt it."""
        score = CORNER * popcount(word(weaker & kings & DOUBLE_CORNERS))
        near, hunters = weaker, stronger & kings
        while hunters and near:
            near |= (near << 4 | near << 5 | near >> 4 | near >> 5) & BOARD
            hunters &= ~near
            score += CHASE * popcount(word(hunters))
        return score

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
    def action_name(self, s: State, a: int) -> str:
        start, end = int(a) >> 6, int(a) & 63
        return f"{square(start)}{'x' if self.noisy(s, a) else '-'}{square(end)}"

    def dump(self, s: State) -> str:
        """A position in the FEN of Portable Draughts Notation, "B:W21,22,K30:B1,2,K3".

        Two fields follow where they are needed: ":H12" for 12 turns without a capture or man's move (as international
        draughts writes its clock) and ":J15" for the piece on 15 in the midst of its jumps.
        """
        black, white = (s.mine, s.theirs) if s.turn == BLACK else (s.theirs, s.mine)
        text = f"{'BW'[s.turn]}:W{_squares(white, s.kings)}:B{_squares(black, s.kings)}"
        if s.clock:
            text += f":H{s.clock}"
        if s.jumper >= 0:
            text += f":J{square(s.jumper)}"
        return text

    def load(self, text: str) -> State:
        """Reads `dump`'s notation; the fields after the first may stand in any order, and "W21-32" is a range of men."""
        turn, fields = _fields(text)
        black, black_kings = _pieces(text, BLACK, fields["B"])
        white, white_kings = _pieces(text, WHITE, fields["W"])
        both = black & white
        if both:
            raise BadNotation(
                f"checkers: in '{text}' a black and a white piece stand on square {square(both.bit_length() - 1)}"
            )
        clock = _number(text, "H", fields.get("H", "0"), 0, CLOCK_LIMIT)
        jumper = PLACES[_number(text, "J", fields["J"], 1, SQUARES) - 1] if "J" in fields else -1
        mine, theirs = (black, white) if turn == BLACK else (white, black)
        s = State(mine, theirs, black_kings | white_kings, turn, jumper, clock)
        if jumper >= 0:
            able = (mine >> jumper) & 1 and self.can_jump(1 << jumper, mine, theirs, s.kings, turn)
            if not able or clock:
                raise BadNotation(
                    f"checkers: in '{text}', J{square(jumper)} says that a piece goes on jumping; it must be one of "
                    f"{COLOURS[turn]}'s that can, and the clock H must be 0 or left out"
                )
        return s

    def scene(self, s: State) -> Scene:
        black = s.mine if s.turn == BLACK else s.theirs
        pieces = []
        for place in PLACES:
            if not (s.mine | s.theirs) >> place & 1:
                continue
            owner = BLACK if black >> place & 1 else WHITE
            king = bool(s.kings >> place & 1)
            letter = "bw"[owner].upper() if king else "bw"[owner]
            name = f"{COLOURS[owner].lower()} {'king' if king else 'man'}"
            pieces.append(Piece(str(square(place)), "king" if king else "disc", owner, letter=letter, name=name))
        marked = (str(square(s.jumper)),) if s.jumper >= 0 else ()
        notes = (f"The piece on {square(s.jumper)} must go on jumping.",) if marked else ()
        return Scene(_CELLS, tuple(pieces), labels=_LABELS, marked=marked, notes=notes, material="wood")

    def gesture(self, s: State, a: int) -> Sequence[str]:
        return str(square(int(a) >> 6)), str(square(int(a) & 63))

    def ending(self, s: State) -> str:
        if not s.mine:
            return f"{COLOURS[s.turn]} has no pieces left"
        if self.stuck(s):
            return f"{COLOURS[s.turn]} cannot move"
        return f"{CLOCK_LIMIT} turns without a capture or a man's move"


def square(place: int) -> int:
    """The number, 1 to 32, of the square that a bit stands for."""
    return place - place // 9 + 1


def _squares(pieces: int, kings: int) -> str:
    """A player's pieces as in "21,22,K30"."""
    return ",".join(f"{'K' if kings >> p & 1 else ''}{square(p)}" for p in PLACES if pieces >> p & 1)


def _fields(text: str) -> tuple[int, dict[str, str]]:
    """The side to move, and what stands after each letter."""
    first, *rest = text.strip().removesuffix(".").upper().split(":")
    fields: dict[str, str] = {}
    for part in map(str.strip, rest):
        if part[:1] not in ("W", "B", "H", "J") or part[0] in fields:
            raise BadNotation(
                f"checkers: '{part}' in '{text}' is no field or comes twice; after the side to move there is one W and one B "
                "with their squares, as in 'B:W21,22,K30:B1,2,K3', and perhaps H with the clock and J with the square of the "
                "piece that goes on jumping"
            )
        fields[part[0]] = part[1:]
    if first.strip() not in ("B", "W") or "W" not in fields or "B" not in fields:
        raise BadNotation(
            f"checkers: '{text}' is no position; write the side to move, White's squares and Black's, K before a king's, as in "
            "'B:W21,22,K30:B1,2,K3'"
        )
    return "BW".index(first.strip()), fields


def _pieces(text: str, owner: int, squares: str) -> tuple[int, int]:
    """A player's pieces and, of these, the kings."""
    pieces = kings = 0
    for item in filter(None, (part.strip() for part in squares.split(","))):
        match = re.fullmatch(r"(K?)([0-9]{1,2})(?:-([0-9]{1,2}))?", item)
        numbers = range(int(match[2]), int(match[3] or match[2]) + 1) if match else range(0)
        if match is None or not numbers or numbers[0] < 1 or numbers[-1] > SQUARES:
            raise BadNotation(f"checkers: '{item}' in '{text}' is no square; squares are 1 to {SQUARES}, a king's as in K30")
        for number in numbers:
            place = 1 << PLACES[number - 1]
            if pieces & place:
                raise BadNotation(f"checkers: in '{text}' square {number} is named twice for {COLOURS[owner]}")
            if not match[1] and place & (BOTTOM_ROW if owner == BLACK else TOP_ROW):
                raise BadNotation(f"checkers: in '{text}' {COLOURS[owner]}'s man on {number} would be a king; write K{number}")
            pieces |= place
            kings |= place if match[1] else 0
    if pieces.bit_count() > PIECES:
        raise BadNotation(f"checkers: in '{text}' {COLOURS[owner]} has {pieces.bit_count()} pieces; {PIECES} is the most")
    return pieces, kings


def _number(text: str, letter: str, digits: str, low: int, high: int) -> int:
    if not re.fullmatch(r"[0-9]{1,2}", digits) or not low <= int(digits) <= high:
        raise BadNotation(f"checkers: '{letter}{digits}' in '{text}' should be {letter} with a number from {low} to {high}")
    return int(digits)


def _board() -> tuple[Cell, ...]:
    """All 64 squares from the top left; the dark ones have their numbers as ids."""
    cells = []
    for index in range(64):
        row, column = divmod(index, 8)
        dark = (row + column) % 2 == 1
        identity = str(index // 2 + 1) if dark else cell_name((7 - row) * 8 + column, 8)
        cells.append(Cell(identity, column + 0.5, row + 0.5, "square", "dark" if dark else "light"))
    return tuple(cells)


_CELLS = _board()
# The numbers of the first and the last dark square of each row, beside it.
_LABELS = tuple(Label(x, row + 0.5, str(4 * row + n)) for row in range(8) for x, n in ((-0.4, 1), (8.4, 4)))
