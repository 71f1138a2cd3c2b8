"""Games whose hints say more than the rules do: whoever asks the hint gets another answer than who does not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from counterplay.core import Game


class Turn(NamedTuple):
    ply: int
    last: int  # the action before


class Hinted(Game):
    """Three actions a turn, ten turns; the last one decides, and nothing is noisy."""

    max_actions, max_plies = 3, 10

    def initial(self) -> Turn:
        return Turn(0, 0)

    def player(self, s: Turn) -> int:
        return s.ply % 2

    def actions(self, s: Turn) -> Iterator[int]:
        for a in range(3):  # noqa: UP028  # Numba has no yield from
            yield a

    def result(self, s: Turn, a: int) -> Turn:
        return Turn(s.ply + 1, a)

    def terminal(self, s: Turn) -> bool:
        return s.ply == 10

    def utility(self, s: Turn, p: int) -> float:
        worth = float(s.last - 1) / 4
        return worth if p == 0 else -worth

    def evaluate(self, s: Turn, p: int) -> float:
        return self.utility(s, p)


class Noisy(Hinted):
    """The second action is noisy."""

    def noisy(self, s: Turn, a: int) -> bool:
        return a == 1


class Listed(Hinted):
    """The same, by a list alone."""

    def noisy_actions(self, s: Turn) -> Iterator[int]:
        yield 1


class ListedOtherwise(Noisy):
    """The list names another action than `noisy` does."""

    def noisy_actions(self, s: Turn) -> Iterator[int]:
        yield 0


class AlwaysThird(Hinted):
    """A random game takes the third action, whatever the dice say."""

    def random_action(self, s: Turn, rng: Any) -> int:
        return 2
