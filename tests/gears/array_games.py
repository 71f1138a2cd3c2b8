"""Games whose rules make arrays: what lies in a region while they run."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from counterplay.core import Game


class Board(NamedTuple):
    cells: Any  # int64 (16,)
    ply: int


class Arrays(Game):
    """A turn writes into one of four cells, out of copies of copies. Nobody has to win."""

    max_actions, max_plies = 4, 40
    length = 30

    def initial(self) -> Board:
        return Board(np.arange(16), 0)

    def player(self, s: Board) -> int:
        return s.ply % 2

    def actions(self, s: Board) -> Any:
        return np.nonzero(s.cells[:4] >= 0)[0]

    def result(self, s: Board, a: int) -> Board:
        cells = s.cells.copy()
        for _ in range(3):
            cells = np.roll(cells, 1) * 3 + 1
        cells %= 1009
        cells[a] = s.ply
        return Board(cells, s.ply + 1)

    def terminal(self, s: Board) -> bool:
        return s.ply >= self.length

    def worth(self, s: Board) -> float:
        return float((s.cells * np.arange(16)).sum() % 199 - 99) / 100

    def utility(self, s: Board, p: int) -> float:
        return self.worth(s) if p == 0 else -self.worth(s)

    def evaluate(self, s: Board, p: int) -> float:
        return self.utility(s, p)


class Wanted(NamedTuple):
    megabytes: int  # that the next turn takes
    ply: int
    raises: bool


class Large(Game):
    """A turn makes an array of as many megabytes as the state says, and may raise an exception with it in hand."""

    max_actions, max_plies = 1, 4

    def initial(self) -> Wanted:
        return Wanted(1, 0, False)

    def player(self, s: Wanted) -> int:
        return s.ply % 2

    def actions(self, s: Wanted) -> Any:
        return np.zeros(1, np.int64)

    def result(self, s: Wanted, a: int) -> Wanted:
        many = np.zeros(s.megabytes << 17)
        many[-1] = s.ply + 1
        if s.raises:
            raise ValueError("with an array in hand")
        return Wanted(s.megabytes, int(many[-1]), s.raises)

    def terminal(self, s: Wanted) -> bool:
        return s.ply >= 3

    def utility(self, s: Wanted, p: int) -> float:
        return 0.0
