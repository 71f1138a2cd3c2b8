"""A game whose states say which rule shall break the contract, and where: one compilation for every fault."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from counterplay.core import CHANCE, Game

SOUND, MANY, NONE, HIGH, NAN, NOBODY, RAISES, RAISES_WITH, ASSERTS, BEYOND = range(10)


class Plan(NamedTuple):
    fault: int
    at: int  # the ply at which it happens
    ply: int


class Faulty(Game):
    """Two actions a turn, five turns."""

    max_actions, max_plies = 2, 8
    length = 5

    def initial(self) -> Plan:
        return Plan(SOUND, 3, 0)

    def breaks(self, s: Plan, fault: int) -> bool:
        return s.fault == fault and s.ply == s.at

    def player(self, s: Plan) -> int:
        return 7 if self.breaks(s, NOBODY) else s.ply % 2

    def actions(self, s: Plan) -> Iterator[int]:
        if not self.breaks(s, NONE):
            for a in range(5 if self.breaks(s, MANY) else 2):  # noqa: UP028  # Numba has no yield from
                yield a

    def result(self, s: Plan, a: int) -> Plan:
        if self.breaks(s, RAISES):
            raise ValueError("the third turn is not written yet")
        if self.breaks(s, RAISES_WITH):
            raise KeyError("no turn", s.ply)
        assert not self.breaks(s, ASSERTS), "a turn that cannot be"
        if self.breaks(s, BEYOND):
            return Plan(s.fault, s.at, (s.ply, 1)[s.ply + a])
        return Plan(s.fault, s.at, s.ply + 1)

    def terminal(self, s: Plan) -> bool:
        return s.ply >= self.length

    def utility(self, s: Plan, p: int) -> float:
        if self.breaks(s, HIGH):
            return 3.0
        return np.nan if self.breaks(s, NAN) else 0.0


class FaultyDice(Faulty):
    """After every turn a coin is thrown."""

    chance = True

    def player(self, s: Plan) -> int:
        return CHANCE if s.ply % 2 == 1 else (s.ply // 2) % 2

    def outcomes(self, s: Plan) -> Iterator[tuple[int, float]]:
        if not self.breaks(s, NONE):
            n = 5 if self.breaks(s, MANY) else 2
            for a in range(n):
                yield a, 1.0 / n
