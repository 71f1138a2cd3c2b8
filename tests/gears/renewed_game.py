"""A game whose estimate reads a module's globals in every way that there is; tests change them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import renewed_numbers

from counterplay import helper, kernel
from counterplay.core import Game

LIMIT = 3
TABLE = np.array([1.0, 2.0])


@helper
def scaled(n: int) -> int:
    return n * LIMIT


@helper
def looked_up(n: int) -> float:
    return TABLE[n]


@helper
def scaled_by_five(n: int) -> int:
    return n * 5


@helper
def shared(n: int) -> float:
    return n * renewed_numbers.SHARE


@helper
def scaled_twice(n: int) -> int:
    return scaled(n) + scaled(n)


class State(NamedTuple):
    n: int


class Renewed(Game):
    max_actions, max_plies = 1, 4
    utility_range = (-10_000.0, 10_000.0)
    scale = 2

    @property
    def twice(self) -> int:
        return self.scale * 2

    @staticmethod
    def tenfold(n: int) -> int:
        return n * LIMIT * 10

    def initial(self) -> State:
        return State(1)

    def player(self, s: State) -> int:
        return s.n % 2

    def actions(self, s: State) -> Iterator[int]:
        yield 0

    def result(self, s: State, a: int) -> State:
        return State(s.n + 1)

    def terminal(self, s: State) -> bool:
        return s.n >= 4

    def utility(self, s: State, p: int) -> float:
        return 0.0

    def evaluate(self, s: State, p: int) -> float:
        return (
            scaled(s.n)
            + scaled_twice(s.n)
            + self.tenfold(s.n)
            + 100 * self.twice
            + looked_up(s.n) / 4
            + LIMIT / 32
            + shared(s.n)
        )


@kernel
def estimated(game: Renewed, s: State) -> float:
    return game.evaluate(s, 0) + scaled(1)
