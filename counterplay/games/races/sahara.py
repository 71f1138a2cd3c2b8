"""Sahara (Gigamic): tip your pyramids from triangle to triangle until one of the opponent's cannot move.

Choices: Light moves first. Pyramids are looked at when a turn is over, also after a turn of two steps: whoever then has one
that cannot move loses, and if both have, the player who has just moved. The third occurrence of a position is a draw. A turn
is one action, or two of the same player where the first ends on a dark triangle: a second step, or to stop there.

Rows are lettered from the bottom and triangles numbered from the left: f1 is the first of the top row. Light triangles point
up, dark ones down.

Checked against counts of turns and positions, and against a second implementation written from the rules.

The engine plays it better than Monte Carlo search: 25 of 30 games at 0.1 s a move, from random openings. Other weights than
these scored as many games, within the error of 30.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from counterplay.boards import BoardGame, LinearEvaluation, PieceKind, triangular_hexagon_board
from counterplay.boards.estimates.evaluation_pieces import squash
from counterplay.boards.notation.notation_fields import CellField
from counterplay.boards.shapes.board import NOWHERE
from counterplay.core import Diagram, Label, Published, Repetition, Scene, Unit
from counterplay.gears.bits import EMPTY, bit, cells, has, popcount

LIGHT, DARK = 0, 1
SIDE = 3
PYRAMIDS = 6  # of a player
# Row from the top and place from the left, both from 0, of the pyramids at the start.
LIGHT_START = ((0, 1), (0, 6), (2, 0), (3, 10), (5, 0), (5, 5))
DARK_START = ((0, 0), (0, 5), (2, 10), (3, 0), (5, 1), (5, 6))

WEIGHTS = (0.2, 1.0, 0.3, 0.5)  # of `feature_names`, in pyramids that are nearly caught
HALF = 3.0  # of these, what is worth half a win


class State(NamedTuple):
    """The triangles with each player's pyramids."""

    light: np.uint64
    dark: np.uint64
    turn: int
    tipped: int  # where the pyramid stands that may be tipped once more; NOWHERE at the start of a turn
    came: int  # where it stood when the turn began; NOWHERE, too


class Sahara(LinearEvaluation, BoardGame):
    """Sahara; Light moves first."""

    name = "sahara"
    title = "Sahara"
    published = Published("", None, "Gigamic")
    player_names = ("Light", "Dark")
    unit = Unit("pyramids", 1.0 / HALF, digits=1, squashed=True)
    rules = (
        "Each player has six pyramids on a hexagon of triangles, light ones that point up and dark ones that point down. In "
        "your turn tip one of your pyramids over an edge onto the triangle beside it, which must be empty. If that triangle "
        "is dark, you may tip the same pyramid once more, onto another empty triangle beside it, but not back to where it "
        "came from. Nothing is captured. When your turn is over, a pyramid that cannot move, because every triangle beside "
        "it is taken or off the board, loses the game for its owner, whoever has shut it in. If pyramids of both players "
        "cannot move, whoever has just moved loses. The third occurrence of a position is a draw."
    )
    cover = ".w...../.b...b.w./.w.....b.b./b.b.....w../..w....../....w.. w - -"
    usual_plies = 60
    diagrams = (
        Diagram("", "Light tips a pyramid over an edge behind which there is an empty triangle.", ("f2-f3", "d1-d2")),
        Diagram(
            "bw...b./.......w./w.........b/b.........w/........./wb...wb w e8 f7",
            "Light has tipped the pyramid from f7 onto e8, a dark triangle. It may stop there or go on to one of these.",
            ("e8-e7", "e8-e9"),
        ),
        Diagram(
            "bw...b./..w....../w.........b/b.........w/........./wb...wb w - -",
            "Light tips the pyramid from e3 to e2 and stops there. Then Dark's pyramid on f1 cannot move, and Dark loses.",
            ("e3-e2",),
        ),
    )
    pieces = (PieceKind("w", LIGHT, "white pyramid", "pyramid"), PieceKind("b", DARK, "black pyramid", "pyramid"))
    cell_fields = ("light", "dark")
    extra_fields = (
        CellField("tipped", "triangle of the pyramid that may be tipped once more"),
        CellField("came", "triangle that it came from"),
    )
    board_material = "wood"
    repetition, repetition_count = Repetition.DRAW, 3
    max_actions = 3 * PYRAMIDS
    feature_names = ("free edges", "pyramids with one free edge", "pyramids with two free edges", "move")
    tunables = ("weight_array",)
    strongest_search = "engine"

    def __init__(self) -> None:
        self.set_board(triangular_hexagon_board(SIDE))
        self.set_weights(WEIGHTS)
        rows = self.board.rows
        self.starts = tuple(self.board.cell_set(rows[r][i] for r, i in start) for start in (LIGHT_START, DARK_START))
        self.dark_triangles = self.board.cell_set(c for c, cell in enumerate(self.board.cells) if cell.shape == "triangle-down")

    # --- the rules ---
    def initial(self) -> State:
        return State(self.starts[0], self.starts[1], LIGHT, NOWHERE, NOWHERE)

    def pyramids(self, s: State, p: int) -> np.uint64:
        """The triangles with a player's pyramids."""
        return s.light if p == LIGHT else s.dark

    def free_around(self, s: State, cell: int) -> np.uint64:
        """The empty triangles beside one."""
        free: np.uint64 = self.around(cell) & ~(s.light | s.dark)
        return free

    def actions(self, s: State) -> Iterator[int]:
        if s.tipped != NOWHERE:
            yield self.passing
            for target in cells(self.free_around(s, s.tipped) & ~bit(s.came)):
                yield self.move(s.tipped, target)
        else:
            for cell in cells(self.pyramids(s, s.turn)):
                for target in cells(self.free_around(s, cell)):
                    yield self.move(cell, target)

    def result(self, s: State, a: int) -> State:
        if a == self.passing:
            return State(s.light, s.dark, 1 - s.turn, NOWHERE, NOWHERE)
        origin, target = self.origin(a), self.target(a)
        change, light, dark = bit(origin) | bit(target), s.light, s.dark
        if s.turn == LIGHT:
            light ^= change
        else:
            dark ^= change
        if s.tipped == NOWHERE and has(self.dark_triangles, target):
            return State(light, dark, s.turn, target, origin)
        return State(light, dark, 1 - s.turn, NOWHERE, NOWHERE)

    def shut_in(self, s: State, p: int) -> bool:
        """Whether a pyramid of a player's cannot move."""
        for cell in cells(self.pyramids(s, p)):
            if self.free_around(s, cell) == EMPTY:
                return True
        return False

    def terminal(self, s: State) -> bool:
        return s.tipped == NOWHERE and (self.shut_in(s, LIGHT) or self.shut_in(s, DARK))

    def utility(self, s: State, p: int) -> float:
        loser = 1 - s.turn if self.shut_in(s, 1 - s.turn) else s.turn  # who has just moved, if both are shut in
        return -1.0 if p == loser else 1.0

    # --- hints ---
    def with_free_edges(self, s: State, p: int, edges: int) -> int:
        """How many pyramids of a player's have so many empty triangles beside them."""
        count = 0
        for cell in cells(self.pyramids(s, p)):
            if popcount(self.free_around(s, cell)) == edges:
                count += 1
        return count

    def free_edges(self, s: State, p: int) -> int:
        """How many ways to tip a pyramid once a player has."""
        count = 0
        for cell in cells(self.pyramids(s, p)):
            count += popcount(self.free_around(s, cell))
        return count

    def feature(self, s: State, p: int, i: int) -> float:
        if i == 0:
            return float(self.free_edges(s, p) - self.free_edges(s, 1 - p))
        if i == 3:
            return 1.0 if p == s.turn else -1.0
        return float(self.with_free_edges(s, 1 - p, i) - self.with_free_edges(s, p, i))

    weighed = LinearEvaluation.evaluate

    def evaluate(self, s: State, p: int) -> float:
        return squash(self.weighed(s, p), HALF)

    def order(self, s: State, a: int) -> float:
        """Towards the opponent's pyramids, and away from where few edges are free."""
        if a == self.passing:
            return 0.5
        origin, target = self.origin(a), self.target(a)
        theirs = self.pyramids(s, 1 - s.turn)
        near = popcount(self.around(target) & theirs) - popcount(self.around(origin) & theirs)
        return near + 0.5 * (popcount(self.free_around(s, target)) - popcount(self.free_around(s, origin)))

    # --- names and pictures ---
    def problem(self, s: State) -> str:
        for p, side in enumerate(self.player_names):
            count = popcount(self.pyramids(s, p))
            if count != PYRAMIDS:
                return f"{side} has {count} pyramids instead of {PYRAMIDS}"
        if (s.tipped == NOWHERE) != (s.came == NOWHERE):
            return "where a pyramid was tipped to and where it came from must both be given, or neither"
        if s.tipped != NOWHERE:
            there = has(self.pyramids(s, s.turn) & self.dark_triangles, s.tipped)
            if not (there and has(self.free_around(s, s.tipped), s.came)):
                came, tipped = self.board.names[s.came], self.board.names[s.tipped]
                return f"no pyramid can have been tipped from {came} to {tipped}"
        return ""

    def marked(self, s: State) -> Sequence[int]:
        if s.tipped != NOWHERE:
            return (s.tipped,)
        return [c for p in (LIGHT, DARK) for c in cells(self.pyramids(s, p)) if self.free_around(s, c) == EMPTY]

    def notes(self, s: State) -> Sequence[str]:
        if s.tipped == NOWHERE:
            return ()
        return (f"{self.player_names[s.turn]} may tip the pyramid on {self.board.names[s.tipped]} once more.",)

    def scene(self, s: State) -> Scene:
        starts = [self.board.cells[row[0]] for row in self.board.rows]
        return replace(super().scene(s), labels=tuple(Label(cell.x - 0.95, cell.y, cell.id[0]) for cell in starts))

    def buttons(self, s: State) -> dict[str, str]:
        return {"pass": "Stop here"} if s.tipped != NOWHERE else {}

    def ending(self, s: State) -> str:
        loser = 1 - s.turn if self.shut_in(s, 1 - s.turn) else s.turn
        shut = next(c for c in cells(self.pyramids(s, loser)) if self.free_around(s, c) == EMPTY)
        return f"{self.player_names[loser]}'s pyramid on {self.board.names[shut]} cannot move"
