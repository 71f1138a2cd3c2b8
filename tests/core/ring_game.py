"""A toy game that only repetition ends: a stone on a ring of places, moved by either player."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from counterplay.core import CHANCE, Game, Repetition


class Place(NamedTuple):
    place: int
    turn: int
    clock: int  # counts moves; not part of the key


class Ring(Game):
    """Move the stone one or two places on; the game has no end of its own, except at the clock."""

    max_actions = 2
    utility_range = (-3.0, 3.0)

    def __init__(self, size: int = 3, rule: int = 0, count: int = 3, clock: int = 1000) -> None:
        self.size, self.rule, self.count, self.clock = size, rule, count, clock
        self.repetition = Repetition(rule)
        self.repetition_count = count

    def initial(self) -> Place:
        return Place(0, 0, 0)

    def player(self, s: Place) -> int:
        return s.turn

    def actions(self, s: Place) -> Iterator[int]:
        yield 1
        yield 2

    def result(self, s: Place, a: int) -> Place:
        return Place((s.place + a) % self.size, 1 - s.turn, s.clock + 1)

    def terminal(self, s: Place) -> bool:
        return s.clock >= self.clock

    def utility(self, s: Place, p: int) -> float:
        return 3.0 if p == s.place % 2 else -3.0

    def key(self, s: Place) -> int:
        return 2 * s.place + s.turn

    def action_name(self, s: Place, a: int) -> str:
        return "one" if a == 1 else "two"

    def ending(self, s: Place) -> str:
        return "time is up"


class Coin(Ring):
    """The second player is chance."""

    chance = True

    def player(self, s: Place) -> int:
        return CHANCE if s.turn else 0

    def outcomes(self, s: Place) -> tuple[tuple[int, float], ...]:
        return ((1, 0.5), (2, 0.5))
