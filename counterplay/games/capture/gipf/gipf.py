"""GIPF (K. Burm, 1996): push pieces in from the edge; rows of four of a colour come off, and enemies among them are captured.

Rules as published; `variant` is basic, standard or tournament. Choices and readings: White begins, and there is no draw. A row
is cleared by an action of its owner, first the rows of the player who pushed, then the opponent's. Singles come off at once;
then the owner decides on the GIPF pieces one by one. That these may be left on the board is a rule of the standard game, too.
A row that its owner has left, GIPF pieces alone, is asked about again after the next push. A GIPF piece that is taken back
becomes two singles. Whoever has no GIPF piece on the board loses at once; whoever has to push and has no piece in reserve loses
then. Two singles are needed to enter a GIPF piece.

Checked against counts of sequences and positions of the basic game up to three pushes, when no row can have been made yet, and
against a second implementation of all three games, written from the rules. No other program was compared with it.

The engine plays it better than Monte Carlo search: 10 to 0 in 10 games from random openings, 0.1 seconds a move each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar, NamedTuple

import numpy as np

from counterplay.boards import BoardGame, LinearEvaluation, PieceKind
from counterplay.boards.estimates.evaluation_pieces import squash
from counterplay.boards.notation.notation_fields import LettersField, NumberField, SignField
from counterplay.core import BadParameter, Cell, Diagram, Piece, Published, Scene, Unit
from counterplay.core.scene import Dot, Tray
from counterplay.games.capture.gipf.gipf_board import (
    AXES,
    BIT_STEPS,
    CELL_OF,
    DOTS,
    ENTRIES,
    LINES,
    LONGEST,
    PATHS,
    PLACES,
    PointsField,
    beyond,
    gipf_board,
    padded,
    set_of_places,
    spot_name,
    spot_place,
)
from counterplay.gears import helper
from counterplay.gears.bits import EMPTY, bit, cells, down, has, popcount, up

WHITE, BLACK = 0, 1
VARIANTS = ("basic", "standard", "tournament")
CORNERS = (("e2", "b5", "h5"), ("b2", "e8", "h2"))  # of each player
ROW = 4  # pieces that make a row
BASIC_PIECES, ALL_PIECES = 15, 18  # of a player
# Actions: push a single in, push a GIPF piece in, clear the row on a line, take one GIPF piece off, leave the others.
ENTRY_COUNT = len(ENTRIES)
FIRST_GIPF = ENTRY_COUNT
FIRST_CLEAR = FIRST_GIPF + ENTRY_COUNT
LINE_COUNT = len(LINES)
FIRST_TAKE = FIRST_CLEAR + LINE_COUNT
LEAVE = FIRST_TAKE + 64
# Stages of a turn: push, clear the rows that the own push has made, clear those that the opponent's push has made.
PUSH, CLEAR, ANSWER = range(3)

WEIGHTS = (1.0, 0.3, 2.0, 0.1, 0.1)  # of `feature_names`, in pieces
HALF = 4.0  # pieces that are worth half a win
DOT_RADIUS = 0.15  # in the picture, in steps from point to point


class State(NamedTuple):
    """Sets of points as `gipf_board` keeps them, what lies in reserve, and how far the turn has come."""

    white: np.uint64  # the points with white pieces, GIPF pieces among them
    black: np.uint64
    gipf: np.uint64  # the points with GIPF pieces of either colour
    white_reserve: int
    black_reserve: int
    entering: int  # a bit for each player who may still enter GIPF pieces
    turn: int
    stage: int
    pending: np.uint64  # GIPF pieces of a row that has come off, which the player has not decided on yet
    left: np.uint64  # those that the player has decided to leave, in this stage


@helper
def has_row(own: np.uint64) -> bool:
    """Whether four of these points lie in a row."""
    for step in AXES:
        pairs = own & down(own, step)
        if (pairs & down(pairs, 2 * step)) != EMPTY:
            return True
    return False


class Gipf(LinearEvaluation, BoardGame):
    """GIPF; White has the lowest corner."""

    name = "gipf"
    title = "GIPF"
    published = Published("Kris Burm", 1996)
    player_names = ("White", "Black")
    unit = Unit("pieces", 1 / HALF, digits=1, squashed=True)
    presets: ClassVar = {"gipf_standard": {"variant": "standard"}, "gipf_tournament": {"variant": "tournament"}}
    rules = (
        "In your turn take a piece from your reserve, put it on one of the dots at the edge and push it along a line onto the "
        "first point. Pieces that stand there move on by one point, and push those before them; a line without an empty point "
        "cannot be pushed. When four or more pieces of one colour stand side by side on a line, the player of that colour "
        "takes them off, with all pieces of either colour that follow on the line without a gap: the player's own go back to "
        "the reserve, the others are captured and out of the game. Whoever pushed clears rows first, then the opponent. If two "
        "of your rows cross, choose which one comes off; the other may be a row no longer. Whoever has to push and has no "
        "piece in reserve loses. In the standard game a GIPF piece, two pieces on top of each other, stands on each corner. "
        "It is pushed and counts like one piece, but whoever clears its row may leave it on the board, whatever its colour; "
        "whoever has no GIPF piece left on the board loses, too. The tournament game begins with an empty board. Your first "
        "piece must be a GIPF piece, and you may enter more of them until you enter your first single."
    )
    cover = "..../w..../....../b....../....../.bbw./...w b 12 10 push"
    usual_plies = 61
    diagrams = (
        Diagram(
            "",
            "From b1 White can push a piece onto c2, or onto b2, where the black piece moves on to b3.",
            ("b1-b2", "b1-c2"),
        ),
        Diagram(
            "..../...../....../bwwww.w/....../...../.... w 6 9 clear",
            "Four white pieces make a row. They go back to White's reserve, and the black piece at their end is captured; the "
            "white piece on h5 stands apart and stays.",
            ("xb2-f5",),
        ),
        Diagram(
            "..../...../...w../.wwww../..w.../.w.../.... w 6 9 clear",
            "Two rows of White's cross on e5. White clears one of them; three pieces of the other stay behind.",
            ("xc3-f5", "xe3-e6"),
        ),
    )
    pieces: tuple[PieceKind, ...] = (
        PieceKind("w", WHITE, "white piece", "ring"),
        PieceKind("b", BLACK, "black piece", "ring"),
        PieceKind("W", WHITE, "white GIPF piece", "ring"),
        PieceKind("B", BLACK, "black GIPF piece", "ring"),
    )
    side_symbols = "wb"
    cell_bits = PLACES
    board_material = "wood"
    feature_names = ("pieces", "reserve", "GIPF pieces", "threes", "move")
    tunables = ("weight_array",)
    max_actions = 2 * ENTRY_COUNT
    max_plies = 1000  # the rules set no bound; the games of searches took up to 120

    def __init__(self, variant: str = "basic") -> None:
        if variant not in VARIANTS:
            raise BadParameter(f"gipf: variant='{variant}' is unknown; it must be one of {', '.join(VARIANTS)}")
        self.variant = variant
        self.stacked = variant != "basic"  # there are GIPF pieces
        self.piece_count = ALL_PIECES if self.stacked else BASIC_PIECES
        self.set_board(gipf_board())
        self.set_weights(WEIGHTS)
        self.set_lines()
        self.set_notation()
        self.corners = tuple(set_of_places(PLACES[self.board.index(name)] for name in names) for names in CORNERS)

    def set_lines(self) -> None:
        """Tables of the entries and of the lines; points are given by their bits."""
        self.paths = padded(PATHS)  # (entries, longest): the points from the dot on
        self.path_sets = np.array([set_of_places(path) for path in PATHS], np.uint64)
        # (entries, longest): the set of the first n points, n from 0 on
        self.heads = np.array([[set_of_places(path[:n]) for n in range(LONGEST)] for path in PATHS], np.uint64)
        self.push_rises = tuple(max(BIT_STEPS[d], 0) for _, d in ENTRIES)
        self.push_falls = tuple(max(-BIT_STEPS[d], 0) for _, d in ENTRIES)
        self.line_points = padded(LINES)
        fours = [(line, first) for line, points in enumerate(LINES) for first in range(len(points) - ROW + 1)]
        self.four_lines = np.array([line for line, _ in fours], np.int64)
        self.four_firsts = np.array([first for _, first in fours], np.int64)  # where on its line a stretch of four begins
        self.fours = np.array([set_of_places(LINES[line][first : first + ROW]) for line, first in fours], np.uint64)

    def set_notation(self) -> None:
        """What a position says; the basic game knows no GIPF pieces."""
        reserves = [NumberField(f"{side.lower()}_reserve", f"reserve of {side}", ALL_PIECES) for side in self.player_names]
        self.extra_fields = (*reserves, SignField("stage", "stage of the turn", ("push", "clear", "answer")))
        if self.stacked:
            entering = LettersField("entering", "players who may still enter GIPF pieces", self.side_symbols)
            pending = PointsField("pending", "GIPF pieces to decide on")
            self.extra_fields = (*self.extra_fields, entering, pending, PointsField("left", "GIPF pieces that were left"))
        else:
            self.pieces = self.pieces[:2]

    # --- what there is ---
    def initial(self) -> State:
        if self.variant == "tournament":
            return State(EMPTY, EMPTY, EMPTY, ALL_PIECES, ALL_PIECES, 3, WHITE, PUSH, EMPTY, EMPTY)
        white, black = self.corners
        reserve = self.piece_count - (6 if self.stacked else 3)
        gipf = white | black if self.stacked else EMPTY
        return State(white, black, gipf, reserve, reserve, 0, WHITE, PUSH, EMPTY, EMPTY)

    def own(self, s: State, p: int) -> np.uint64:
        """The points with a player's pieces."""
        return s.white if p == WHITE else s.black

    def reserve(self, s: State, p: int) -> int:
        """How many pieces a player has beside the board."""
        return s.white_reserve if p == WHITE else s.black_reserve

    def may_enter_gipf(self, s: State) -> bool:
        """Whether the player to move may push a GIPF piece in."""
        return bool((s.entering >> s.turn) & 1) and self.reserve(s, s.turn) >= 2

    def must_enter_gipf(self, s: State) -> bool:
        """Whether the player to move has to: it is the first push of the tournament game."""
        return self.may_enter_gipf(s) and (self.own(s, s.turn) & s.gipf) == EMPTY

    # --- rows ---
    def stretch(self, number: int, occupied: np.uint64) -> np.uint64:
        """The points of a stretch of four that is filled, and all that follow on its line, both ways, without a gap."""
        line, first = self.four_lines[number], self.four_firsts[number]
        found: np.uint64 = self.fours[number]
        for i in range(first + ROW, LONGEST):
            place = self.line_points[line, i]
            if place < 0 or not has(occupied, place):
                break
            found |= bit(place)
        for i in range(first):
            place = self.line_points[line, first - 1 - i]
            if not has(occupied, place):
                break
            found |= bit(place)
        return found

    def row_on(self, own: np.uint64, occupied: np.uint64, line: int) -> np.uint64:
        """What comes off if the row of these pieces on a line is cleared; nothing where there is none."""
        for number in range(len(self.fours)):
            if self.four_lines[number] == line and (own & self.fours[number]) == self.fours[number]:
                return self.stretch(number, occupied)
        return EMPTY

    def must_clear(self, own: np.uint64, occupied: np.uint64, left: np.uint64) -> bool:
        """Whether there is a row of these pieces that has not been left as it is."""
        if not has_row(own):
            return False
        if left == EMPTY:
            return True
        for line in range(LINE_COUNT):
            if (self.row_on(own, occupied, line) & ~left) != EMPTY:
                return True
        return False

    # --- the rules ---
    def actions(self, s: State) -> Iterator[int]:
        occupied = s.white | s.black
        if s.stage == PUSH:
            single, double = not self.must_enter_gipf(s), self.may_enter_gipf(s)
            for entry in range(ENTRY_COUNT):
                if (occupied & self.path_sets[entry]) != self.path_sets[entry]:
                    if single:
                        yield entry
                    if double:
                        yield FIRST_GIPF + entry
        elif s.pending != EMPTY:
            for place in cells(s.pending):
                yield FIRST_TAKE + place
            yield LEAVE
        else:
            own = self.own(s, s.turn)
            for line in range(LINE_COUNT):
                if (self.row_on(own, occupied, line) & ~s.left) != EMPTY:
                    yield FIRST_CLEAR + line

    def pushed(self, entry: int, points: np.uint64, occupied: np.uint64) -> np.uint64:
        """A set of pieces after those at the beginning of an entry's line have moved on by one point."""
        n = 0
        while has(occupied, self.paths[entry, n]):
            n += 1
        moving = points & self.heads[entry, n]
        moved = up(down(moving, self.push_falls[entry]), self.push_rises[entry])
        after: np.uint64 = (points & ~moving) | moved
        return after

    def after_push(self, s: State, a: int) -> State:
        """The state after a piece was pushed in."""
        double = a >= FIRST_GIPF
        entry = a - FIRST_GIPF if double else a
        occupied, new = s.white | s.black, bit(self.paths[entry, 0])
        white, black = self.pushed(entry, s.white, occupied), self.pushed(entry, s.black, occupied)
        gipf = self.pushed(entry, s.gipf, occupied)
        entering = s.entering
        if double:
            gipf |= new
        else:
            entering &= ~(1 << s.turn)
        spent = 2 if double else 1
        if s.turn == WHITE:
            white, white_reserve, black_reserve = white | new, s.white_reserve - spent, s.black_reserve
        else:
            black, white_reserve, black_reserve = black | new, s.white_reserve, s.black_reserve - spent
        return self.settled(State(white, black, gipf, white_reserve, black_reserve, entering, s.turn, CLEAR, EMPTY, EMPTY))

    def settled(self, s: State) -> State:
        """The state with what is to do next: more rows of this player's, then the opponent's rows, then a push."""
        if s.pending != EMPTY or self.must_clear(self.own(s, s.turn), s.white | s.black, s.left):
            return s
        turn, stage = s.turn, PUSH
        if s.stage == CLEAR:
            turn = 1 - s.turn
            if has_row(self.own(s, turn)):
                stage = ANSWER
        return State(
            s.white, s.black, s.gipf, s.white_reserve, s.black_reserve, s.entering, turn, stage, EMPTY, EMPTY
        )  # fmt: skip

    def lifted(self, s: State, gone: np.uint64, pending: np.uint64, left: np.uint64) -> State:
        """The state after the player to move has taken pieces off: the own ones return, the others are captured."""
        returned = popcount(gone & self.own(s, s.turn)) + popcount(gone & self.own(s, s.turn) & s.gipf)
        white, black, gipf = s.white & ~gone, s.black & ~gone, s.gipf & ~gone
        white_reserve = s.white_reserve + (returned if s.turn == WHITE else 0)
        black_reserve = s.black_reserve + (returned if s.turn == BLACK else 0)
        return self.settled(State(white, black, gipf, white_reserve, black_reserve, s.entering, s.turn, s.stage, pending, left))

    def result(self, s: State, a: int) -> State:
        if a < FIRST_CLEAR:
            return self.after_push(s, a)
        if a == LEAVE:
            return self.lifted(s, EMPTY, EMPTY, s.left | s.pending)
        if a >= FIRST_TAKE:
            return self.lifted(s, bit(a - FIRST_TAKE), s.pending & ~bit(a - FIRST_TAKE), s.left)
        row = self.row_on(self.own(s, s.turn), s.white | s.black, a - FIRST_CLEAR)
        return self.lifted(s, row & ~s.gipf, row & s.gipf, s.left & ~row)

    def bare(self, s: State, p: int) -> bool:
        """Whether a player has no GIPF piece on the board, although there should be one."""
        begun = s.white_reserve + s.black_reserve < 2 * ALL_PIECES - 2  # both players have pushed
        return self.stacked and begun and (self.own(s, p) & s.gipf) == EMPTY

    def terminal(self, s: State) -> bool:
        return (s.stage == PUSH and self.reserve(s, s.turn) == 0) or self.bare(s, WHITE) or self.bare(s, BLACK)

    def loser(self, s: State) -> int:
        """Who has lost a game that is over."""
        return WHITE if self.bare(s, WHITE) else BLACK if self.bare(s, BLACK) else s.turn

    def utility(self, s: State, p: int) -> float:
        return -1.0 if p == self.loser(s) else 1.0

    # --- hints ---
    def wealth(self, s: State, p: int, i: int) -> float:
        """A player's part in feature i: pieces in the game, in reserve, GIPF pieces, stretches of four with three of them."""
        own = self.own(s, p)
        if i == 0:
            return float(self.reserve(s, p) + popcount(own) + popcount(own & s.gipf))
        if i == 1:
            return float(self.reserve(s, p))
        if i == 2:
            return float(popcount(own & s.gipf))
        count = 0
        for four in self.fours:
            if popcount(own & four) == ROW - 1:
                count += 1
        return float(count)

    def feature(self, s: State, p: int, i: int) -> float:
        if i == 4:
            return 1.0 if p == s.turn else -1.0
        return self.wealth(s, p, i) - self.wealth(s, 1 - p, i)

    weighed = LinearEvaluation.evaluate

    def evaluate(self, s: State, p: int) -> float:
        return squash(self.weighed(s, p), HALF)

    def makes_row(self, s: State, a: int) -> bool:
        """Whether a push makes a row of the player's own."""
        entry = a - FIRST_GIPF if a >= FIRST_GIPF else a
        return has_row(self.pushed(entry, self.own(s, s.turn), s.white | s.black) | bit(self.paths[entry, 0]))

    def noisy(self, s: State, a: int) -> bool:
        return s.stage != PUSH or self.makes_row(s, a)

    def order(self, s: State, a: int) -> float:
        return 1.0 if s.stage == PUSH and self.makes_row(s, a) else 0.0

    # --- names and pictures ---
    def ends(self, s: State, a: int) -> tuple[str, str]:
        """The first and the last point of what an action clears."""
        line = LINES[a - FIRST_CLEAR]
        row = self.row_on(self.own(s, s.turn), s.white | s.black, a - FIRST_CLEAR)
        names = [self.board.names[CELL_OF[place]] for place in line if has(row, place)]
        return names[0], names[-1]

    def action_name(self, s: State, a: int) -> str:
        """'a1-b2' to push, 'Ga1-b2' with a GIPF piece; 'xb2-e5' to clear a row, 'xd4' to take a GIPF piece, 'leave'."""
        a = int(a)
        if a < FIRST_CLEAR:
            dot, direction = ENTRIES[a % ENTRY_COUNT]
            return f"{'G' if a >= FIRST_GIPF else ''}{spot_name(dot)}-{spot_name(beyond(dot, direction))}"
        if a < FIRST_TAKE:
            return "x" + "-".join(self.ends(s, a))
        return "leave" if a == LEAVE else f"x{self.board.names[CELL_OF[a - FIRST_TAKE]]}"

    def gesture(self, s: State, a: int) -> Sequence[str]:
        """The dot and the point, after the GIPF piece beside the board where that comes in; the two ends of a row."""
        a = int(a)
        if a < FIRST_CLEAR:
            dot, direction = ENTRIES[a % ENTRY_COUNT]
            way = (spot_name(dot), spot_name(beyond(dot, direction)))
            return (self.slot(s.turn, "GIPF piece"), *way) if a >= FIRST_GIPF else way
        if a < FIRST_TAKE:
            return self.ends(s, a)
        return ("leave",) if a == LEAVE else (self.board.names[CELL_OF[a - FIRST_TAKE]],)

    def slot(self, p: int, what: str) -> str:
        """A place beside the board."""
        return f"{self.player_names[p]} {what}"

    def contents(self, s: State) -> Sequence[int]:
        return self.contents_of((s.white & ~s.gipf, s.black & ~s.gipf, s.white & s.gipf, s.black & s.gipf))

    def assembled(self, contents: Sequence[int], turn: int, extras: dict[str, Any]) -> State:
        white, black, gipf = self.set_of(contents, 1, 3), self.set_of(contents, 2, 4), self.set_of(contents, 3, 4)
        rest: dict[str, Any] = {"entering": 0, "pending": EMPTY, "left": EMPTY} | extras
        return State(white=white, black=black, gipf=gipf, turn=turn, **rest)

    def problem(self, s: State) -> str:
        for p, side in enumerate(self.player_names):
            total = int(self.wealth(s, p, 0))
            if total > self.piece_count:
                return f"{side} has {total} pieces; {self.piece_count} is the most"
        occupied = s.white | s.black
        if s.pending & ~s.gipf or s.left & ~s.gipf:
            return "there is a decision about a point without a GIPF piece"
        if s.stage == PUSH and (s.pending | s.left):
            return "there is a decision about GIPF pieces although it is time to push"
        if s.stage != PUSH and not s.pending and not self.must_clear(self.own(s, s.turn), occupied, s.left):
            return f"{self.player_names[s.turn]} has no row to clear"
        if self.bare(s, WHITE) and self.bare(s, BLACK):
            return "neither player has a GIPF piece"
        return ""

    def pieces_on(self, cell: str, content: int) -> Sequence[Piece]:
        """A GIPF piece is two pieces."""
        single = self.pieces[(content - 1) % 2].on(cell)
        kind = self.pieces[content - 1]
        return (single,) if content <= 2 else (replace(kind.on(cell), level=0), replace(kind.on(cell), level=1))

    def marked(self, s: State) -> Sequence[int]:
        """The rows that can be cleared, or the GIPF pieces to decide on."""
        shown = s.pending
        if s.stage != PUSH and not shown:
            for line in range(LINE_COUNT):
                shown |= self.row_on(self.own(s, s.turn), s.white | s.black, line)
        return [CELL_OF[place] for place in cells(shown)]

    def notes(self, s: State) -> Sequence[str]:
        side = self.player_names[s.turn]
        if s.pending:
            return (f"{side} takes GIPF pieces of the row or leaves them",)
        return () if s.stage == PUSH or self.terminal(s) else (f"{side} clears a row",)

    def buttons(self, s: State) -> dict[str, str]:
        return {"leave": "Leave on the board"} if s.pending else {}

    def scene(self, s: State) -> Scene:
        plain = super().scene(s)
        doors = tuple(Cell(spot_name(dot), *spot_place(dot), "point") for dot in DOTS)
        trays, beside = [], []
        for p in (WHITE, BLACK):
            slots = [self.slot(p, "reserve")]
            if self.reserve(s, p):
                beside.append(replace(self.pieces[p].on(slots[0]), count=self.reserve(s, p)))
            if s.entering >> p & 1:
                slots.append(self.slot(p, "GIPF piece"))
                beside += self.pieces_on(slots[1], 3 + p) if self.reserve(s, p) >= 2 else ()
            trays.append(Tray(tuple(slots), p, label="Reserve"))
        return replace(
            plain,
            cells=(*plain.cells, *doors),
            dots=tuple(Dot(door.x, door.y, radius=DOT_RADIUS) for door in doors),
            pieces=(*plain.pieces, *beside),
            trays=tuple(trays),
        )

    def ending(self, s: State) -> str:
        side = self.player_names[self.loser(s)]
        return f"{side} has no piece to push in" if not self.bare(s, self.loser(s)) else f"{side} has no GIPF piece left"
