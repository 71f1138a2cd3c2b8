"""Pig: roll a die as often as you dare, or hold and bank what you have; a 1 loses the turn's points.

Rules after T. Neller and C. Presser, "Optimal play of the dice game Pig" (2004): a turn has at least one roll, and whoever
could bank enough to reach the target has nothing left to decide, so that holding is then the only action. That leaves the
505,000 positions of their analysis (100 points, six sides), in which the first player wins with probability 0.5306.

Checked against that probability by value iteration, and against OpenSpiel's `pig`, which differs in two points: there a player
may hold without having rolled, and may roll on with enough points to win. Neither is ever better.

A game has no longest length: both players can roll 1 for ever. `max_plies` is a practical bound that random play does not come
near (6,000 plies to 100 points, where it takes about 150); a count of plies in the state would make it a rule, but would
multiply the positions.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from counterplay.boards import FIRST_OR_SECOND, NumberField, NumbersField, SignField, WordNotation
from counterplay.core import CHANCE, Cell, Diagram, Label, Piece, Scene, require

ROLL, HOLD = 0, 1
LARGEST_TARGET, MOST_SIDES = 1000, 20
PLIES_PER_POINT, MORE_PLIES = 50, 1000  # of max_plies; random play takes 1.5 plies per point, with a two-sided die 6
MOST_POINTS = LARGEST_TARGET + MOST_SIDES

# The estimate's slope, and the luck left at the very end in units of `enough` squared: least squares on a coarse grid over the
# exact values of the game to 100 with totals below 25. The root mean square error is 0.11.
SLOPE, LAST_LUCK = 1.3, 2.0


class State(NamedTuple):
    """Points banked by each player, and the turn under way."""

    first: int
    second: int
    total: int  # points of this turn, not banked yet
    turn: int  # whose turn it is
    rolling: bool  # the die is in the air


class Pig(WordNotation):
    """Pig for two players, to any target and with any die."""

    chance = True
    rules = (
        "On your turn roll the die as often as you like. A 1 ends the turn and its points are lost; any other number is added "
        "to the turn's total. Hold to bank the total and pass the die on. The first to bank enough points, usually 100, wins."
    )
    cover = "59-52 0 second rolling"
    usual_plies = 168
    solved = "The first player wins 53 % of games (T. Neller and C. Presser, 2004)."
    diagrams = (
        Diagram(
            "34-58 12 first", "Twelve points stand in this turn: hold and keep them, or roll again, and lose them with a one."
        ),
    )
    extra_fields = (
        NumbersField("scores", "points of both players", (MOST_POINTS, MOST_POINTS)),
        NumberField("total", "points of this turn", MOST_POINTS),
        FIRST_OR_SECOND,
        SignField("rolling", "word for a die in the air", ("", "rolling")),
    )
    optional_fields = 1

    def __init__(self, target: int = 100, sides: int = 6) -> None:
        require(1 <= target <= LARGEST_TARGET, f"pig: target must be from 1 to {LARGEST_TARGET} points, not {target}")
        require(2 <= sides <= MOST_SIDES, f"pig: a die must have from 2 to {MOST_SIDES} sides, not {sides}")
        self.target, self.sides = target, sides
        self.max_actions = sides
        self.max_plies = PLIES_PER_POINT * target + MORE_PLIES
        # Beyond this total a roll loses more than it wins on average: 20 with six sides.
        self.enough = sum(range(2, sides + 1))
        # shape (2, target + sides): points that a turn will bank on average if it ends there or at the target, by its total;
        # in the second row with the die in the air
        self.gain = np.zeros((2, target + sides))
        for total in reversed(range(target + sides)):
            faces = [min(total + face, target + sides - 1) for face in range(2, sides + 1)]
            self.gain[1, total] = sum(self.gain[0, t] for t in faces) / sides
            self.gain[0, total] = total if total >= min(self.enough, target) else self.gain[1, total]

    def initial(self) -> State:
        return State(0, 0, 0, 0, False)

    def player(self, s: State) -> int:
        return CHANCE if s.rolling else s.turn

    def banked(self, s: State) -> int:
        """The score of the player whose turn it is."""
        return s.first if s.turn == 0 else s.second

    def actions(self, s: State) -> Iterator[int]:
        if self.banked(s) + s.total < self.target:
            yield ROLL
        if s.total > 0:
            yield HOLD

    def outcomes(self, s: State) -> Iterator[tuple[int, float]]:
        for face in range(1, self.sides + 1):
            yield face, 1.0 / self.sides

    def result(self, s: State, a: int) -> State:
        if not s.rolling:
            if a == ROLL:
                return State(s.first, s.second, s.total, s.turn, True)
            if s.turn == 0:
                return State(s.first + s.total, s.second, 0, 1, False)
            return State(s.first, s.second + s.total, 0, 0, False)
        if a == 1:
            return State(s.first, s.second, 0, 1 - s.turn, False)
        return State(s.first, s.second, s.total + int(a), s.turn, False)

    def terminal(self, s: State) -> bool:
        return max(s.first, s.second) >= self.target

    def utility(self, s: State, p: int) -> float:
        winner = 0 if s.first >= self.target else 1
        return 1.0 if p == winner else -1.0

    def evaluate(self, s: State, p: int) -> float:
        """The lead once this turn is over on average, against the luck that is left in the points still to come."""
        banked, other = (s.first, s.second) if s.turn == 0 else (s.second, s.first)
        gain = self.gain[1 if s.rolling else 0, s.total]
        if banked + s.total >= self.target:
            gain = float(self.target)
        lead = banked + gain - other - self.gain[0, 0] / 2.0
        missing = 2 * self.target - banked - other
        x = SLOPE * lead / math.sqrt(self.enough * missing + LAST_LUCK * self.enough**2)
        # A curve between -1 and 1 without exp or tanh, which differ in the last bit from one library to another.
        estimate = x / math.sqrt(1.0 + x * x)
        return float(estimate if p == s.turn else -estimate)

    def order(self, s: State, a: int) -> float:
        usual = HOLD if s.total >= self.enough else ROLL
        return 1.0 if a == usual else 0.0

    # --- names and pictures ---
    def action_name(self, s: State, a: int) -> str:
        if s.rolling:
            return str(int(a))
        return "hold" if a == HOLD else "roll"

    def extras(self, s: State) -> dict[str, Any]:
        return {"scores": (s.first, s.second), "total": s.total, "turn": s.turn, "rolling": s.rolling}

    def state_of(self, extras: dict[str, Any]) -> State:
        first, second = extras["scores"]
        return State(first, second, extras["total"], extras["turn"], bool(extras["rolling"]))

    def problem(self, s: State) -> str:
        for points in (s.first, s.second, s.total):
            if points == 1 or (self.sides == 2 and points % 2):
                return f"{points} points cannot be rolled"
        top = self.target + self.sides - 1
        if max(s.first, s.second, self.banked(s) + s.total) > top:
            return f"there are more than {top} points, the most before which a game to {self.target} must end"
        if min(s.first, s.second) >= self.target:
            return f"both have won, though the first to bank {self.target} ends the game"
        if self.terminal(s) and (self.banked(s) >= self.target or s.total or s.rolling):
            return f"the turn goes on although somebody has banked {self.target}"
        if s.rolling and self.banked(s) + s.total >= self.target:
            return f"the die is rolled although holding would reach {self.target}"
        return ""

    def scene(self, s: State) -> Scene:
        places = (("first", 0.5, 0, s.first), ("turn", 2.0, s.turn, s.total), ("second", 3.5, 1, s.second))
        cells = tuple(Cell(name, x, 0.5, owner=owner) for name, x, owner, _ in places)
        pieces = tuple(Piece(name, "tile", owner, str(points), name=f"{points} points") for name, _, owner, points in places)
        labels = (Label(0.5, 1.4, "player 1"), Label(2.0, 1.4, "this turn"), Label(3.5, 1.4, "player 2"))
        notes = [f"Player 1 has {s.first} and player 2 {s.second} of {self.target} points; this turn stands at {s.total}."]
        if s.rolling:
            notes.append("The die is in the air.")
        playing = not s.rolling and not self.terminal(s)
        buttons = {self.action_name(s, a): self.action_name(s, a).capitalize() for a in self.actions(s)} if playing else {}
        return Scene(cells, pieces, labels=labels, notes=tuple(notes), buttons=buttons, material="felt")

    def ending(self, s: State) -> str:
        return f"{max(s.first, s.second)} points are banked"
