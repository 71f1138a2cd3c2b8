"""A line of three hundred captures: longer than any search follows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from counterplay import Game


class Link(NamedTuple):
    ply: int


class LongChain(Game):
    """One noisy action, or a quiet one, at every ply."""

    max_actions, max_plies, length = 2, 300, 300

    def initial(self) -> Link:
        return Link(0)

    def player(self, s: Any) -> int:
        return int(s.ply % 2)

    def actions(self, s: Any) -> Iterator[int]:
        yield 0
        if s.ply % 50 == 49:
            yield 1

    def result(self, s: Any, a: int) -> Link:
        return Link(s.ply + 1)

    def terminal(self, s: Any) -> bool:
        return bool(s.ply >= self.length)

    def utility(self, s: Any, p: int) -> float:
        return 1.0 if p == 0 else -1.0

    def evaluate(self, s: Any, p: int) -> float:
        return (0.001 if p == 0 else -0.001) * (s.ply % 7)

    def noisy(self, s: Any, a: int) -> bool:
        return a == 0
