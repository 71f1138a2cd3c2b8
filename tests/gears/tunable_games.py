"""A game with weights that may change while it is used."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from counterplay.core import Game


class Stones(NamedTuple):
    stones: int
    ply: int


class Weighed(Game):
    """Take one or two stones; the estimate is a weight, so that a search of one ply shows what it read."""

    tunables = ("weights", "bias")
    max_actions, max_plies = 2, 60

    def __init__(self, size: int = 2) -> None:
        self.size = size
        self.weights: Any = np.linspace(0.25, 0.5, size)
        self.bias: Any = np.zeros((1, 2), np.float32)

    def initial(self) -> Stones:
        return Stones(50, 0)

    def player(self, s: Stones) -> int:
        return s.ply % 2

    def actions(self, s: Stones) -> Iterator[int]:
        for a in range(1, min(2, s.stones) + 1):  # noqa: UP028  # Numba has no yield from
            yield a

    def result(self, s: Stones, a: int) -> Stones:
        return Stones(s.stones - a, s.ply + 1)

    def terminal(self, s: Stones) -> bool:
        return s.stones == 0

    def utility(self, s: Stones, p: int) -> float:
        return -1.0 if p == s.ply % 2 else 1.0

    def evaluate(self, s: Stones, p: int) -> float:
        worth = self.weights[len(self.weights) - 1] + self.bias[0, 1]
        return worth if p == 0 else -worth
