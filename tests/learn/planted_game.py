"""A game whose truth is known: three things are collected, and who has more of their sum, 3, 1 and 0 each, has won."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from counterplay import Game
from counterplay.boards import LinearEvaluation

TRUTH = (3, 1, 0)
PLIES = 8
LARGEST = 3  # of a thing, taken at once
KINDS = 3


class State(NamedTuple):
    """What the first player has more of each thing than the second."""

    gold: int
    silver: int
    sand: int
    ply: int


class Planted(LinearEvaluation, Game):
    """Each action takes 1 to 3 of one thing; the last plies are noisy."""

    feature_names = ("gold", "silver", "sand", "owed")
    max_actions, max_plies = KINDS * LARGEST, PLIES

    def __init__(self, weights: tuple[float, ...] = (0.2, 0.2, 0.2, 0.0)) -> None:
        self.set_weights(weights)

    def initial(self) -> State:
        return State(0, 0, 0, 0)

    def player(self, s: State) -> int:
        return s.ply % 2

    def actions(self, s: State) -> Iterator[int]:
        for a in range(KINDS * LARGEST):  # noqa: UP028  # which Numba does not take
            yield a

    def result(self, s: State, a: int) -> State:
        amount = (a // KINDS + 1) * (1 if s.ply % 2 == 0 else -1)
        kind = a % KINDS
        return State(
            s.gold + (amount if kind == 0 else 0),
            s.silver + (amount if kind == 1 else 0),
            s.sand + (amount if kind == 2 else 0),
            s.ply + 1,
        )

    def terminal(self, s: State) -> bool:
        return s.ply >= PLIES

    def utility(self, s: State, p: int) -> float:
        lead = TRUTH[0] * s.gold + TRUTH[1] * s.silver + TRUTH[2] * s.sand
        value = 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0
        return value if p == 0 else -value

    def feature(self, s: State, p: int, i: int) -> float:
        if i == 3:  # the actions that the other player has still to make up for
            return (-(s.ply % 2) if p == 0 else s.ply % 2) / PLIES
        lead = s.gold if i == 0 else s.silver if i == 1 else s.sand
        return (lead if p == 0 else -lead) / (LARGEST * PLIES)

    def noisy(self, s: State, a: int) -> bool:
        return s.ply >= PLIES - 2 and a // KINDS == LARGEST - 1
