"""Link five: five stones in a row, better known as gomoku or gobang.

No rules were published under the name of link five; it is played as gomoku, which is traditional: 15 x 15 points, Black first,
five or more in an unbroken row win (freestyle), a full board is a draw. Choices by parameter: `exact` wants exactly five (a
longer row wins nothing), `swap2` begins with the opening rule of that name, `size` is from 5 to 19, and `renju` forbids Black
overlines, double threes and double fours, as the Renju International Federation has it. Its opening rules are left out; a
forbidden point is no move here, where over the board it loses; if Black has no other point left, the game is a draw.

Checked against the published counts of first moves, OpenSpiel's `gomoku` and `mnk` (the same rules as freestyle; its rows count
from the top), the positions in the rules of renju, and a second implementation of every option with sets of points. On 15 x 15
the first player wins, freestyle (L.V. Allis, "Searching for Solutions in Games and Artificial Intelligence", 1994) and in renju
(J. Wágner and I. Virág, "Solving Renju", 2001).

Wins by nothing but fours are looked for where actions are listed, and not in `evaluate`: an estimate that does so, too, lost 6
to 10 in 16 games from random openings at 0.15 s a move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from counterplay.boards import BoardGame, LinearEvaluation, PieceKind, SignField, SquareBoard
from counterplay.boards.estimates.evaluation_pieces import seen_by, squash
from counterplay.boards.shapes.square_board import star_dots
from counterplay.core import BadParameter, Diagram, Scene
from counterplay.games.lines.link_five.link_five_board import (
    AXES,
    BLACK,
    COLOURS,
    MARGIN,
    NOWHERE,
    WHITE,
    board_words,
    count_of,
    five_of,
    is_empty,
    line_count,
    line_of,
    lines_through,
    makes_five,
    put,
    shapes_of,
    walls_of,
)
from counterplay.games.lines.link_five.link_five_shapes import (
    DEAD_THREE,
    DEAD_TWO,
    DOUBLE_FOUR,
    FIVE,
    FOUR,
    NOTHING,
    SHAPES,
    SIDE,
    STRAIGHT_FOUR,
    THREE,
    TWO,
    shape_table,
    ternary_numbers,
)
from counterplay.games.lines.link_five.link_five_threats import decided_side, threatens, win_by_fours
from counterplay.games.lines.link_five.renju_restrictions import is_forbidden
from counterplay.gears.rng import draw_below, draw_word, seeded

Actions = NDArray[np.int64]

SMALLEST, LARGEST = 5, 19  # points along a side
LINE = 5
BLANK_ROW = "." * 15 + "/"  # of a usual board, in the notation of diagrams
FOUL = "×"  # where Black may not play, in the picture
# Who has which colour. With swap2 that is open until somebody has chosen.
FIRST_IS_BLACK, FIRST_IS_WHITE, OPEN, TWO_MORE = range(4)
FIRST_CHOICE, SECOND_CHOICE = 3, 5  # stones on the board when the second, or the first, player chooses
CHOICES = {"black": "Take black", "white": "Take white", "two more": "Place two more stones"}  # name -> what the button says
SEATS = SignField("seats", "colours of the players", ("first-is-black", "first-is-white", "open", "two-more"))
COLOUR_NAMES = ("Black", "White")
WON = 0.98  # the estimate where the next stone makes a five, or a four that cannot be stopped
TRIES = 96  # stones of a search for fours, where actions are listed
HALF = 40.0  # the lead, in the unit of the weights, that is worth half a win
# The shapes that are counted, of the side to move (0) and of the other (1), in the order of `feature_names`.
COUNTED = tuple((0, shape) for shape in (DEAD_TWO, TWO, DEAD_THREE, THREE, FOUR))
COUNTED += tuple((1, shape) for shape in (DEAD_TWO, TWO, DEAD_THREE, THREE, FOUR, DOUBLE_FOUR, STRAIGHT_FOUR))
WEIGHTS = (1.0, 4.0, 4.0, 12.0, 12.0, 1.0, 3.0, 3.0, 8.0, 8.0, 30.0, 30.0, 6.0)
# By shape: what a stone is worth to its side, and to the other side, in the order of actions.
OWN_HINTS, OTHER_HINTS = np.zeros(SHAPES), np.zeros(SHAPES)
for _shape, _own, _other in (
    (DEAD_TWO, 1.0, 0.5),
    (TWO, 4.0, 2.5),
    (DEAD_THREE, 5.0, 2.5),
    (THREE, 18.0, 10.0),
    (FOUR, 22.0, 12.0),
    (DOUBLE_FOUR, 400.0, 150.0),
    (STRAIGHT_FOUR, 400.0, 150.0),
    (FIVE, 5000.0, 2000.0),
):
    OWN_HINTS[_shape], OTHER_HINTS[_shape] = _own, _other


class State(NamedTuple):
    """A board with what `link_five_board` keeps of it."""

    words: NDArray[np.uint32]  # a Board
    stones: int  # on the board
    turn: int  # the colour of the next stone
    seats: int  # who has which colour
    won: bool  # the last stone made a five
    hash: np.uint64  # exclusive or of a random word for each stone (Zobrist, 1970)


class LinkFive(LinearEvaluation, BoardGame):
    """Five in a row; player 0 has the black stones unless a swap gives them away."""

    name = "link_five"
    title = "Link five"
    aliases = ("gomoku", "five_in_a_row", "gobang", "omok")
    presets: ClassVar = {
        "gomoku_19x19": {"size": 19},
        "gomoku_with_exactly_five": {"exact": True},
        "gomoku_with_swap2": {"swap2": True},
        "renju": {"renju": True},
    }
    rules = (
        "Black and White take turns placing a stone of their colour on any empty point; stones never move. The first to have "
        "five in an unbroken row, across, up or along a diagonal, wins; six or more do as well. A full board is a draw. Watch "
        "out for threes with both ends open: unanswered they become a four that nobody can stop at both ends. Two threats at "
        "once, a four and a three or two threes, usually win."
    )
    cover = (
        ".............../.............../...ox........../...ox........../....xxo.x.o..../...ooxx.o..x.../...x"
        ".oo.x.o..../..o.o.x.o.x..../....xo...xo..../.....ooxox...../.....x........./........xo...../......x."
        "......./.............../............... x"
    )
    usual_plies = 31
    diagrams = (
        Diagram(
            BLANK_ROW * 6 + ".......o......./......xxx....../......o......../" + BLANK_ROW * 5 + "." * 15 + " o",
            "Black has three with both ends open. White must stop it now, here or one point farther out.",
            ("f8", "j8"),
        ),
        Diagram(
            BLANK_ROW * 6 + ".......o......./.....xxxx....../......oo......./" + BLANK_ROW * 5 + "." * 15 + " o",
            "Four with both ends open: White can take one end, and Black makes five at the other.",
            ("e8", "j8"),
        ),
        Diagram(
            BLANK_ROW * 4
            + ".....o........./......ox......./.......x...o.../........xx...../"
            + BLANK_ROW
            + "..........o..../"
            + BLANK_ROW * 4
            + "." * 15
            + " x",
            "A stone on h8 makes two open threes at once, and White can stop only one of them. In renju Black may not do that.",
            ("h8",),
        ),
    )
    feature_names = (
        *("dead twos", "twos", "dead threes", "threes", "fours"),  # that one more stone of the side to move would make
        *("their dead twos", "their twos", "their dead threes", "their threes", "their fours"),
        *("their double fours", "their straight fours"),
        "the move",
    )
    board_material = "wood"
    pieces = (PieceKind("x", BLACK, "black stone", "stone"), PieceKind("o", WHITE, "white stone", "stone"))

    def __init__(self, size: int = 15, exact: bool = False, swap2: bool = False, renju: bool = False) -> None:
        if not SMALLEST <= size <= LARGEST:
            raise BadParameter(f"link_five: a side of {size} points is not offered; size must be from {SMALLEST} to {LARGEST}")
        self.size, self.exact, self.swap2, self.renju = size, exact, swap2, renju
        self.set_board(SquareBoard(size, crossings=True))
        self.set_weights(WEIGHTS)
        self.player_names = ("First", "Second") if swap2 else COLOUR_NAMES
        if renju:
            self.title = "Renju"  # type: ignore[misc]
        if swap2:
            self.side_symbols, self.extra_fields = "12", (SEATS,)  # type: ignore[misc]
        self.max_actions, self.max_plies = size * size, size * size + 2
        # What native code reads of the lines.
        self.line_count, self.words = line_count(size), board_words(size)
        self.lines_at, self.shapes_at = COLOURS * SHAPES, self.words - size * size
        self.walls, self.lines_through = walls_of(size), lines_through(size)
        self.strides = np.array([1, size, size + 1, 1 - size], np.int64)
        self.counts_ends = exact or renju
        self.reach = SIDE + 1 if self.counts_ends else SIDE  # points from a stone to the farthest shape that it changes
        self.ternary = ternary_numbers()
        tables = [shape_table(exact or renju)]
        if renju:  # White's overlines win, unless exactly five are wanted
            tables.append(shape_table(True) if exact else np.tile(shape_table(False), 4))
        self.shape_tables = np.array(tables)
        self.own_hints, self.other_hints = OWN_HINTS, OTHER_HINTS
        rng = seeded(0)
        self.zobrist = np.array([[draw_word(rng) for _ in range(COLOURS)] for _ in range(size * size)])
        self.turn_words, self.seat_words = (np.array([draw_word(rng) for _ in range(n)]) for n in (COLOURS, TWO_MORE + 1))
        middle = (size - 1) / 2
        # shape (points,): steps to the middle of the board
        self.outward = np.array([max(abs(c // size - middle), abs(c % size - middle)) for c in range(size * size)])
        # The points of an eighth of the board, of which turns and reflections make all others.
        eighth = [c for c in range(size * size) if middle >= c // size >= c % size]
        self.eighth = np.array(eighth, np.int64)
        self.take_black, self.take_white, self.place_two = (self.passing + i for i in (1, 2, 3))

    # --- the rules ---
    def initial(self) -> State:
        board = np.zeros(self.words, np.uint32)
        for side in range(COLOURS):
            board[side * SHAPES + NOTHING] = AXES * self.cell_count
        return State(board, 0, BLACK, OPEN if self.swap2 else FIRST_IS_BLACK, False, np.uint64(0))

    def player(self, s: State) -> int:
        if not self.swap2 or s.seats == FIRST_IS_BLACK:
            return s.turn
        if s.seats == FIRST_IS_WHITE:
            return 1 - s.turn
        return 1 if s.seats == TWO_MORE or s.stones == FIRST_CHOICE else 0

    def chooses(self, s: State) -> bool:
        """Whether a colour is to be chosen, and no stone placed."""
        return s.seats == OPEN and (s.stones == FIRST_CHOICE or s.stones == SECOND_CHOICE)

    def allowed(self, s: State, cell: int) -> bool:
        """Whether a stone may be placed on a point."""
        board = s.words
        if not is_empty(self, board, cell):
            return False
        return not (self.renju and s.turn == BLACK and is_forbidden(self, board, cell))

    def actions(self, s: State) -> Actions:
        found, n = np.empty(self.cell_count + 1, np.int64), 0
        if self.swap2 and self.chooses(s):
            for choice in (self.take_black, self.take_white, self.place_two):
                found[n] = choice
                n += choice != self.place_two or s.stones == FIRST_CHOICE
            return found[:n]
        if self.renju and s.turn == BLACK:
            for cell in range(self.cell_count):
                found[n] = cell
                n += self.allowed(s, cell)
            return found[:n]
        for row in range(self.size):
            taken = (line_of(self, s.words, BLACK, row) | line_of(self, s.words, WHITE, row)) >> MARGIN
            for column in range(self.size):  # without a branch, which nobody could predict
                found[n] = row * self.size + column
                n += 1 - (taken >> column & 1)
        return found[:n]

    def result(self, s: State, a: int) -> State:
        if self.swap2 and a >= self.cell_count:
            return State(s.words, s.stones, s.turn, self.seated(s, a), False, s.hash)
        won, board = makes_five(shapes_of(self, s.words, s.turn, a)), s.words.copy()
        put(self, board, a, s.turn)
        seats = OPEN if s.seats == TWO_MORE and s.stones + 1 == SECOND_CHOICE else s.seats
        hash_ = s.hash ^ self.zobrist[a, s.turn]
        return State(board, s.stones + 1, 1 - s.turn, seats, won, hash_)

    def seated(self, s: State, a: int) -> int:
        """Who has which colour after a choice."""
        if a == self.place_two:
            return TWO_MORE
        first_chooses = s.stones == SECOND_CHOICE
        return FIRST_IS_BLACK if (a == self.take_black) == first_chooses else FIRST_IS_WHITE

    def terminal(self, s: State) -> bool:
        if s.won or s.stones == self.cell_count:
            return True
        if self.renju and s.turn == BLACK:
            for cell in range(self.cell_count):
                if self.allowed(s, cell):
                    return False
            return True
        return False

    def utility(self, s: State, p: int) -> float:
        return seen_by(-1.0 if s.won else 0.0, self.player(s), p)

    # --- hints ---
    def feature(self, s: State, p: int, i: int) -> float:
        """How often a shape occurs, over all points and lines, on the side to move or on the other side."""
        if i == len(COUNTED):
            return seen_by(1.0, self.player(s), p)
        whose, shape = COUNTED[i]
        count = float(count_of(s.words, s.turn ^ whose, shape))
        return seen_by(-count if whose else count, self.player(s), p)

    weighed = LinearEvaluation.evaluate

    def evaluate(self, s: State, p: int) -> float:
        if self.swap2 and s.seats >= OPEN:  # whoever chooses takes the better side
            chooser = 0 if s.seats == TWO_MORE or s.stones > FIRST_CHOICE else 1
            return seen_by(abs(squash(self.weighed(s, self.player(s)), HALF)), chooser, p)
        decided = WON * decided_side(self, s.words, s.turn)
        return squash(self.weighed(s, p), HALF) if decided == 0.0 else seen_by(decided, self.player(s), p)

    def threatened(self, s: State) -> bool:
        """Whether the other side would win with its next stone, or make a four that nobody can stop."""
        if self.swap2 and s.seats >= OPEN:
            return False
        return threatens(s.words, 1 - s.turn)

    def candidates(self, s: State) -> Actions:
        """A win, by fours or at once; else what stops the other side from one; else every action."""
        if s.stones == 0:
            return self.eighth.copy()
        every, stops = self.actions(s), np.zeros(self.cell_count, np.int8)
        if self.swap2 and s.seats >= OPEN:
            return every
        only = win_by_fours(self, s.words, s.turn, TRIES, True, stops)
        if only == NOWHERE:
            only = five_of(self, s.words, 1 - s.turn, NOWHERE)  # of two such points only one can be taken
        if only != NOWHERE:
            if self.renju and not self.allowed(s, only):
                return every
            every[0] = only
            return every[:1]
        if win_by_fours(self, s.words, 1 - s.turn, TRIES, False, stops) == NOWHERE:
            return every
        n = 0
        for a in every:
            every[n] = a
            n += stops[a]
        return every[: max(n, 1)]

    def order(self, s: State, a: int) -> float:
        """What the stone makes, what it takes from the other side; then the middle of the board."""
        if a >= self.cell_count:
            return 0.0
        own, other = shapes_of(self, s.words, s.turn, a), shapes_of(self, s.words, 1 - s.turn, a)
        hint = -0.1 * self.outward[a]
        for _ in range(AXES):
            hint += self.own_hints[own & 15] + self.other_hints[other & 15]
            own, other = own >> 4, other >> 4
        return float(hint)

    def random_action(self, s: State, rng: Any) -> int:
        if self.swap2 and self.chooses(s):
            return self.take_black + draw_below(rng, 3 if s.stones == FIRST_CHOICE else 2)
        cell = draw_below(rng, self.cell_count)
        while not self.allowed(s, cell):
            cell = draw_below(rng, self.cell_count)
        return cell

    def skip(self, s: State) -> State:
        return State(s.words, s.stones, 1 - s.turn, s.seats, False, s.hash)

    def may_skip(self, s: State) -> bool:
        return s.seats < OPEN and s.stones > 0

    def key(self, s: State) -> int:
        return s.hash ^ self.turn_words[s.turn] ^ self.seat_words[s.seats]  # type: ignore[return-value,no-any-return]

    # --- names and pictures ---
    def contents(self, s: State) -> Sequence[int]:
        rows = [[line_of(self, s.words, colour, row) >> MARGIN for colour in (BLACK, WHITE)] for row in range(self.size)]
        return [(row[BLACK] >> c & 1) + 2 * (row[WHITE] >> c & 1) for row in rows for c in range(self.size)]

    def assembled(self, contents: Sequence[int], turn: int, extras: dict[str, Any]) -> State:
        s = self.initial()
        stones = [(cell, content - 1) for cell, content in enumerate(contents) if content]
        hash_ = s.hash
        for cell, colour in stones:
            put(self, s.words, cell, colour)
            hash_ ^= self.zobrist[cell, colour]
        s = s._replace(stones=len(stones), turn=len(stones) % 2, seats=extras.get("seats", FIRST_IS_BLACK), hash=hash_)
        return s._replace(won=bool(self.fives(s)))

    def rows(self, s: State) -> list[tuple[int, list[int]]]:
        """The colour and the points of every unbroken row of five or more."""
        contents, found = self.contents(s), []
        for cell, content in enumerate(contents):
            for axis in range(AXES if content else 0):
                behind = self.steps[cell, axis + AXES]
                more = self.run(contents, cell, axis, content)
                if more >= LINE - 1 and (behind == NOWHERE or contents[behind] != content):
                    found.append((content - 1, [int(self.along[cell, axis, n]) for n in range(more + 1)]))
        return found

    def wins(self, colour: int, length: int) -> bool:
        """Whether an unbroken row of so many stones wins."""
        return length == LINE or (length > LINE and not (self.exact or (self.renju and colour == BLACK)))

    def fives(self, s: State) -> list[tuple[int, list[int]]]:
        """The rows that win."""
        return [(colour, row) for colour, row in self.rows(s) if self.wins(colour, len(row))]

    def problem(self, s: State) -> str:
        black = self.contents(s).count(BLACK + 1)
        if black - (s.stones - black) != s.stones % 2:
            return "the numbers of stones do not fit together; Black places the first, and then the colours take turns"
        if self.renju and any(colour == BLACK and len(row) > LINE for colour, row in self.rows(s)):
            return "Black has more than five in a row, which renju forbids"
        fives = self.fives(s)
        last = {cell for colour, row in fives for cell in row if colour != s.turn}
        if fives and not any(all(self._completed(colour, row, cell) for colour, row in fives) for cell in last):
            first = self.board.names[fives[0][1][0]]
            return f"there are five in a row from {first} on that the last stone did not make; the game would have ended before"
        fitting = {OPEN: (*range(FIRST_CHOICE + 1), SECOND_CHOICE), TWO_MORE: range(FIRST_CHOICE, SECOND_CHOICE)}
        if self.swap2 and s.stones not in fitting.get(s.seats, range(FIRST_CHOICE, self.cell_count + 1)):
            return f"the colours of the players cannot be '{SEATS.signs[s.seats]}' with {s.stones} stones on the board"
        return ""

    def _completed(self, colour: int, row: Sequence[int], cell: int) -> bool:
        """Whether a stone is part of a row that was no five without it."""
        place = row.index(cell) if cell in row else -1
        return place >= 0 and not any(self.wins(colour, part) for part in (place, len(row) - place - 1))

    def action_name(self, s: State, a: int) -> str:
        return list(CHOICES)[int(a) - self.take_black] if a >= self.take_black else super().action_name(s, a)

    def buttons(self, s: State) -> dict[str, str]:
        return {name: CHOICES[name] for name in (self.action_name(s, a) for a in self.choices(s)) if name in CHOICES}

    def notes(self, s: State) -> Sequence[str]:
        if not self.swap2:
            return ()
        if s.seats < OPEN:
            first = s.seats == FIRST_IS_WHITE
            return (f"First has the {COLOUR_NAMES[first].lower()} stones, Second the {COLOUR_NAMES[not first].lower()} ones",)
        who, colour = self.player_names[self.player(s)], COLOUR_NAMES[s.turn].lower()
        if self.chooses(s):
            return (f"{who} chooses a colour{', or to place two more stones' * (s.stones == FIRST_CHOICE)}",)
        which = "two more stones" if s.seats == TWO_MORE else "the first three stones"
        return (f"{who} places {which}, of both colours; the next one is {colour}",)

    def scene(self, s: State) -> Scene:
        plain, dots = super().scene(s), star_dots(self.size)
        if not (self.renju and s.turn == BLACK) or self.terminal(s):
            return replace(plain, dots=dots)
        board = s.words
        fouls = [c for c in range(self.cell_count) if is_empty(self, board, c) and is_forbidden(self, board, c)]
        cells = [replace(cell, text=FOUL) if i in fouls else cell for i, cell in enumerate(plain.cells)]
        return replace(plain, dots=dots, cells=tuple(cells))

    def marked(self, s: State) -> Sequence[int]:
        return sorted({cell for _, row in self.fives(s) for cell in row}) if s.won else ()

    def ending(self, s: State) -> str:
        if s.won:
            return "five in a row"
        return "the board is full" if s.stones == self.cell_count else "Black has no allowed point left"
