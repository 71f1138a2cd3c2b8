"""A small game for tests of the compiled gear, and subclasses that differ in one respect."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from counterplay.core import Game


class Heap(NamedTuple):
    coins: int
    taken: np.uint64  # one bit for each coin


class Coins(Game):
    """Take coins off a heap; a bit set remembers which."""

    weight = 1.0
    max_actions = 2
    max_plies = 70

    def __init__(self, coins: int = 6) -> None:
        self.coins = coins

    def initial(self) -> Heap:
        return Heap(self.coins, np.uint64(0))

    def player(self, s: Heap) -> int:
        return s.coins & 1

    def actions(self, s: Heap) -> Iterator[int]:
        for n in range(1, 3):
            if n <= s.coins:
                yield n

    def result(self, s: Heap, a: int) -> Heap:
        taken = s.taken
        for n in range(s.coins - a, s.coins):
            taken |= np.uint64(1) << np.uint64(n)
        return Heap(s.coins - a, taken)

    def terminal(self, s: Heap) -> bool:
        return s.coins == 0

    def utility(self, s: Heap, p: int) -> float:
        return self.weight if p == 0 else -self.weight
