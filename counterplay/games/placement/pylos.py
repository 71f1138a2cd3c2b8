"""Pylos (D. G. Royffe, 1993): a pyramid of thirty balls, and whoever puts the last one on top wins.

Rules as published by Gigamic; `variant` chooses between the children's game, in which nothing is taken back, the standard one,
and the expert one, in which lines count like squares. Choices: to take back is compulsory, one ball or two, however many
squares a ball completes; the second may be one that the first has freed. A turn with a take-back is several actions of one
player. A player with no ball left who cannot raise one loses, as the other one can fill the pyramid alone. Since a square that
is completed and taken apart by turns could go on for ever, the third occurrence of a position is a draw, and so is a game with
50 take-backs.

Checked against the number of first moves and positions (those of Ludii's Pylos up to the fourth move) and against a second
implementation written from the rules. With best play the first player loses all three variants, within 36, 40 and 46 moves
(strong solution, 2026).
Level 10 plays with the engine, which scored 9 of 12 games against Monte Carlo search at equal time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import ClassVar, NamedTuple

import numpy as np

from counterplay.boards import BoardGame, PieceKind
from counterplay.boards.estimates.evaluation_pieces import squash
from counterplay.boards.notation.notation_fields import NumberField, SignField
from counterplay.boards.shapes.board import NOWHERE, Board
from counterplay.boards.shapes.square_board import grid_labels
from counterplay.core import BadParameter, Diagram, Published, Repetition, Scene, Unit, state_key
from counterplay.core.scene import Piece, Tray
from counterplay.gears.bits import EMPTY, bit, cells, has, lowest, popcount

LIGHT, DARK = 0, 1
SIDE = 4  # of the lowest level; each level above is one shorter
BALLS = 15  # of a player
VARIANTS = ("children", "standard", "expert")
MOST_TAKE_BACKS = 50  # in a game
NOT_TAKING, MUST_TAKE, MAY_TAKE = 0, 1, 2  # what a player who completed a square has still to do
# Weights of `evaluate`, in balls: one in the reserve; one that can be raised; an empty place that completes a square or line;
# one that is still to be taken back.
WEIGHTS = (1.0, 0.5, 0.6, 0.8)
RESERVE, RAISABLE, THREAT, OWED = range(4)
HALF = 6.0  # balls that are worth half a win

Spot = tuple[int, int, int]  # level, row, column
SPOTS = tuple((level, r, c) for level in range(SIDE) for r in range(SIDE - level) for c in range(SIDE - level))
CELL_OF = {spot: cell for cell, spot in enumerate(SPOTS)}
FILES = ("abcd", "efg", "hi", "j")  # the columns of each level


class State(NamedTuple):
    """The balls on the board; the others are in the reserves."""

    light: np.uint64
    dark: np.uint64
    turn: int
    taking: int  # NOT_TAKING, MUST_TAKE or MAY_TAKE
    take_backs: int  # turns so far in which balls were taken back


def square_below(spot: Spot) -> list[Spot]:
    """The four places that a ball rests on; none on the lowest level."""
    level, row, column = spot
    return [(level - 1, row + r, column + c) for r in (0, 1) for c in (0, 1)] if level else []


def expert_lines() -> list[list[Spot]]:
    """The rows and columns of the two lowest levels."""
    rows = [[(level, r, c) for c in range(SIDE - level)] for level in (0, 1) for r in range(SIDE - level)]
    return rows + [[(level, c, r) for level, r, c in row] for row in rows]


def pyramid_board() -> Board:
    """Levels of 16, 9, 4 and 1 places; written level by level, each row by row from the top."""
    names = [f"{FILES[level][column]}{row + 1}" for level, row, column in SPOTS]
    places = [(c + (level + 1) / 2, SIDE - r - (level + 1) / 2) for level, r, c in SPOTS]
    rows = [[CELL_OF[level, r, c] for c in range(SIDE - level)] for level in range(SIDE) for r in reversed(range(SIDE - level))]
    steps = np.full((len(SPOTS), 2), NOWHERE, np.int64)  # nothing moves along the board
    return Board(names, places, steps, rows=rows, shape="pit", labels=grid_labels(SIDE, SIDE))


class Pylos(BoardGame):
    """Pylos; player 0 has the light balls. Columns are a to d on the lowest level, e to g, h to i, and j on top."""

    name = "pylos"
    title = "Pylos"
    published = Published("David G. Royffe", 1993, "Gigamic")
    player_names = ("Light", "Dark")
    unit = Unit("balls", 1 / HALF, digits=1, squashed=True)
    presets: ClassVar = {"pylos_for_children": {"variant": "children"}, "pylos_for_experts": {"variant": "expert"}}
    rules = (
        "Each of you has fifteen balls; together you build a pyramid. In your turn put a ball from your reserve into a hollow "
        "or onto four balls that form a square; or raise a ball of yours that carries nothing to a higher level, which saves "
        "one of the reserve. If your ball completes a square of four of your colour, take back one or two of your balls that "
        "carry nothing. In the expert game a line of four on the lowest level or of three on the second counts like a square; "
        "in the children's game nothing is taken back. Whoever puts the ball on top wins, and whoever has to play and cannot "
        "loses."
    )
    cover = "ooxx/ooxo/oxoo/.oxo/.xx/x.x/..x/../../. o may 3"
    usual_plies = 56
    diagrams = (
        Diagram(
            "..../..../ox../xo../.../.../.../../../. x - 0",
            "Four balls that form a square, whatever their colours, carry another one.",
            ("e1",),
        ),
        Diagram(
            "...o/...o/x..o/xx../.../.../.../../../. x - 0",
            "A ball on b2 completes a square of White's colour: White then takes back one or two balls.",
            ("b2",),
        ),
        Diagram(
            "..../o.../oxo./xox./.../.../.../../../. x - 0",
            "White raises the ball from c1, which carries nothing, and saves one of the reserve.",
            ("c1-e1",),
        ),
    )
    pieces = (PieceKind("x", LIGHT, "white ball", "marble"), PieceKind("o", DARK, "black ball", "marble"))
    cell_fields = ("light", "dark")
    extra_fields = (
        SignField("taking", "sign for taking back", ("-", "must", "may")),
        NumberField("take_backs", "number of take-backs", MOST_TAKE_BACKS),
    )
    repetition = Repetition.DRAW
    repetition_count = 3
    tunables = ("weights",)
    max_actions = 2 * BALLS + BALLS * (2 * BALLS - SIDE * SIDE)  # every ball placed, or raised to every higher place
    max_plies = (MOST_TAKE_BACKS + 1) * (3 + 2 * BALLS * SIDE)  # between two take-backs balls only come in or rise

    def __init__(self, variant: str = "standard") -> None:
        if variant not in VARIANTS:
            raise BadParameter(f"pylos: variant='{variant}' is unknown; it must be one of {', '.join(VARIANTS)}")
        self.variant = variant
        self.set_board(pyramid_board())
        below = [self.board.cell_set(CELL_OF[spot] for spot in square_below(cell)) for cell in SPOTS]
        self.below = np.array(below, np.uint64)  # (cells,): what a ball rests on
        above = [[other for other, under in enumerate(below) if has(under, cell)] for cell in range(len(SPOTS))]
        self.above = np.array([self.board.cell_set(found) for found in above], np.uint64)  # (cells,): what rests on it
        higher = [[other for other, spot in enumerate(SPOTS) if spot[0] > level] for level, _, _ in SPOTS]
        self.higher = np.array([self.board.cell_set(found) for found in higher], np.uint64)  # (cells,): the levels above
        shapes = [] if variant == "children" else [[CELL_OF[s] for s in square_below(spot)] for spot in SPOTS if spot[0]]
        shapes += [[CELL_OF[s] for s in line] for line in expert_lines()] if variant == "expert" else []
        self.shapes = np.array([self.board.cell_set(shape) for shape in shapes], np.uint64)  # what allows a take-back
        self.top = bit(len(SPOTS) - 1)
        self.weights = np.array(WEIGHTS)

    # --- sets of balls ---
    def balls(self, s: State, p: int) -> np.uint64:
        """The balls of a player on the board."""
        return s.light if p == LIGHT else s.dark

    def reserve(self, s: State, p: int) -> int:
        """How many balls a player has beside the board."""
        return BALLS - popcount(self.balls(s, p))

    def open_places(self, occupied: np.uint64) -> np.uint64:
        """The empty places that a ball would lie on firmly."""
        found = EMPTY
        for cell in range(self.cell_count):
            if not has(occupied, cell) and (self.below[cell] & ~occupied) == EMPTY:
                found |= bit(cell)
        return found

    def unburdened(self, own: np.uint64, occupied: np.uint64) -> np.uint64:
        """The own balls that carry nothing."""
        found = EMPTY
        for cell in cells(own):
            if (self.above[cell] & occupied) == EMPTY:
                found |= bit(cell)
        return found

    def raises(self, cell: int, places: np.uint64) -> np.uint64:
        """Where a ball that carries nothing can be raised to: open places above, none of which rests on this ball."""
        found: np.uint64 = places & self.higher[cell] & ~self.above[cell]
        return found

    def raisable(self, own: np.uint64, occupied: np.uint64) -> int:
        """How many of the own balls can be raised."""
        places, count = self.open_places(occupied), 0
        for cell in cells(self.unburdened(own, occupied)):
            if self.raises(cell, places) != EMPTY:
                count += 1
        return count

    def completes(self, own: np.uint64, cell: int) -> bool:
        """Whether an own ball on this cell is part of a whole square or line."""
        for shape in self.shapes:
            if has(shape, cell) and (shape & ~(own | bit(cell))) == EMPTY:
                return True
        return False

    # --- the rules ---
    def initial(self) -> State:
        return State(EMPTY, EMPTY, LIGHT, NOT_TAKING, 0)

    def actions(self, s: State) -> Iterator[int]:
        own, occupied = self.balls(s, s.turn), s.light | s.dark
        free = self.unburdened(own, occupied)
        if s.taking != NOT_TAKING:
            for cell in cells(free):
                yield self.take(cell)
            if s.taking == MAY_TAKE:
                yield self.passing
        else:
            places = self.open_places(occupied)
            if self.reserve(s, s.turn) > 0:
                for cell in cells(places):
                    yield cell
            for origin in cells(free):
                for cell in cells(self.raises(origin, places)):
                    yield self.move(origin, cell)

    def result(self, s: State, a: int) -> State:
        own, turn, taking, take_backs = self.balls(s, s.turn), s.turn, NOT_TAKING, s.take_backs
        if a >= self.first_take:
            if a < self.passing:
                own &= ~bit(self.taken(a))
            if s.taking == MUST_TAKE:
                taking, take_backs = MAY_TAKE, take_backs + 1
        else:
            if not self.places(a):
                own &= ~bit(self.origin(a))
            own |= bit(self.target(a))
            if self.completes(own, self.target(a)):
                taking = MUST_TAKE
        if taking == NOT_TAKING:
            turn = 1 - turn
        light, dark = (own, s.dark) if s.turn == LIGHT else (s.light, own)
        return State(light, dark, turn, taking, take_backs)

    def beaten(self, s: State) -> bool:
        """Whether the player to move has lost: the top is taken, or there is nothing to play."""
        occupied = s.light | s.dark
        if (occupied & self.top) != EMPTY:
            return True
        return self.reserve(s, s.turn) == 0 and self.raisable(self.balls(s, s.turn), occupied) == 0

    def terminal(self, s: State) -> bool:
        return s.taking == NOT_TAKING and (s.take_backs >= MOST_TAKE_BACKS or self.beaten(s))

    def utility(self, s: State, p: int) -> float:
        if not self.beaten(s):
            return 0.0
        return -1.0 if p == s.turn else 1.0

    # --- hints ---
    def strength(self, own: np.uint64, occupied: np.uint64) -> float:
        """What a player's balls on the board and beside it are worth, in balls."""
        total = self.weights[RESERVE] * (BALLS - popcount(own)) + self.weights[RAISABLE] * self.raisable(own, occupied)
        places = self.open_places(occupied)
        for shape in self.shapes:
            missing = shape & ~own
            if popcount(missing) == 1 and has(places, lowest(missing)):
                total += self.weights[THREAT]
        return float(total)

    def evaluate(self, s: State, p: int) -> float:
        occupied = s.light | s.dark
        lead = self.strength(s.light, occupied) - self.strength(s.dark, occupied)
        owed = 0 if s.taking == NOT_TAKING else 3 - s.taking
        lead += self.weights[OWED] * owed * (1 if s.turn == LIGHT else -1)
        return squash(lead if p == LIGHT else -lead, HALF)

    def noisy(self, s: State, a: int) -> bool:
        if a >= self.first_take:
            return False
        own = self.balls(s, s.turn)
        return self.completes(own if self.places(a) else own & ~bit(self.origin(a)), self.target(a))

    def order(self, s: State, a: int) -> float:
        if self.noisy(s, a):
            return 3.0
        if a < self.first_take and self.completes(self.balls(s, 1 - s.turn), self.target(a)):
            return 2.0  # it takes the place that the opponent needs
        return 0.0 if self.places(a) else 1.0

    def key(self, s: State) -> int:
        return state_key((s.light, s.dark, s.turn, s.taking))

    # --- names and pictures ---
    def problem(self, s: State) -> str:
        occupied = s.light | s.dark
        for p, side in enumerate(self.player_names):
            if self.reserve(s, p) < 0:
                return f"{side} has {BALLS - self.reserve(s, p)} balls; {BALLS} is the most"
        for cell in cells(occupied):
            if (self.below[cell] & ~occupied) != EMPTY:
                return f"the ball on {self.board.names[cell]} does not rest on four others"
        if s.taking != NOT_TAKING:
            if self.variant == "children":
                return "a ball is to be taken back, and the children's game knows no take-back"
            if (occupied & self.top) != EMPTY:
                return "a ball is to be taken back, and the ball on top has ended the game"
            if s.taking == MUST_TAKE and self.unburdened(self.balls(s, s.turn), occupied) == EMPTY:
                return "a ball is to be taken back, and there is none to take"
        return ""

    def scene(self, s: State) -> Scene:
        plain = super().scene(s)
        shown = s.light | s.dark | self.open_places(s.light | s.dark)
        places = [replace(c, level=SPOTS[i][0]) for i, c in enumerate(plain.cells) if SPOTS[i][0] == 0 or has(shown, i)]
        trays, beside = [], []
        for p, side in enumerate(self.player_names):
            slot = f"{side} reserve"
            trays.append(Tray((slot,), p, label="Reserve"))
            if self.reserve(s, p):
                beside.append(Piece(slot, "marble", p, letter="xo"[p], name=self.pieces[p].name, count=self.reserve(s, p)))
        pieces = (*plain.pieces, *beside)
        return replace(plain, cells=tuple(places), pieces=pieces, trays=tuple(trays), material="wood", levels="pyramid")

    def notes(self, s: State) -> Sequence[str]:
        if s.taking == NOT_TAKING:
            return ()
        return (
            f"{self.player_names[s.turn]} {'takes back a ball' if s.taking == MUST_TAKE else 'may take back another ball'}",
        )

    def buttons(self, s: State) -> dict[str, str]:
        return {"pass": "Take back no more"} if s.taking == MAY_TAKE else {}

    def marked(self, s: State) -> Sequence[int]:
        return (len(SPOTS) - 1,) if ((s.light | s.dark) & self.top) != EMPTY else ()

    def ending(self, s: State) -> str:
        if not self.beaten(s):
            return f"{MOST_TAKE_BACKS} take-backs"
        return "the pyramid is complete" if self.marked(s) else f"{self.player_names[s.turn]} has no ball to play"
