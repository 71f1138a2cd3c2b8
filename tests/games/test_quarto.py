"""Quarto: published counts of action sequences, and a second implementation with lists, written from the rules alone."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from counterplay.check import GameOracle, walk_beside
from counterplay.core import Game
from counterplay.games.lines.quarto import Quarto
from tests.oracles.count_tables import assert_perft


class Table(NamedTuple):
    board: tuple[int, ...]  # a piece or -1, from a1 row by row
    given: int
    turn: int


class PlainQuarto(Game):
    """The rulebook in lists: nothing is kept that the board does not show."""

    max_plies = 32

    def __init__(self, squares: bool = False) -> None:
        self.squares = squares

    def initial(self) -> Table:
        return Table((-1,) * 16, -1, 0)

    def player(self, s: Table) -> int:
        return s.turn

    def actions(self, s: Table) -> list[int]:
        if s.given >= 0:
            return [cell for cell in range(16) if s.board[cell] < 0]
        return [100 + piece for piece in range(16) if piece not in s.board]

    def result(self, s: Table, a: int) -> Table:
        if a >= 100:
            return Table(s.board, a - 100, 1 - s.turn)
        return Table((*s.board[:a], s.given, *s.board[a + 1 :]), -1, s.turn)

    def groups(self) -> list[list[tuple[int, int]]]:
        """The lines, and the squares where they count, as (column, row)."""
        found = [[(c, r) for c in range(4)] for r in range(4)] + [[(c, r) for r in range(4)] for c in range(4)]
        found += [[(i, i) for i in range(4)], [(i, 3 - i) for i in range(4)]]
        if self.squares:
            found += [[(c, r), (c + 1, r), (c, r + 1), (c + 1, r + 1)] for c in range(3) for r in range(3)]
        return found

    def lined(self, s: Table) -> bool:
        for group in self.groups():
            pieces = [s.board[r * 4 + c] for c, r in group]
            if min(pieces) >= 0 and any(len({p >> trait & 1 for p in pieces}) == 1 for trait in range(4)):
                return True
        return False

    def terminal(self, s: Table) -> bool:
        return self.lined(s) or -1 not in s.board

    def utility(self, s: Table, p: int) -> float:
        return (1.0 if p == s.turn else -1.0) if self.lined(s) else 0.0

    def action_name(self, s: Table, a: int) -> str:
        return f"give-{a - 100:X}" if a >= 100 else f"{'abcd'[a % 4]}{a // 4 + 1}"


def test_perft() -> None:
    """A piece that is handed over twice, a cell that takes two, a line of three."""
    assert_perft(Quarto(), (16, 256, 3840, 57600, 806400, 11289600))


@pytest.mark.parametrize("squares", [False, True])
def test_random_games_beside_the_plain_one(squares: bool) -> None:
    """A common trait that is missed or seen where there is none, squares that count when they should not, a wrong winner."""
    game, plain = Quarto(squares), PlainQuarto(squares)
    walked = walk_beside(game, lambda: GameOracle(plain, label=plain.action_name), label=game.action_name, games=25, seed=3)
    assert sum(g.decided for g in walked) == 25


def test_hints_against_the_rules() -> None:
    """A winning cell that wins nothing, or a win that the estimate's helper does not see."""
    game = Quarto()
    s: Any = game.load("1.../.5../..7./.... 1 F")
    wins = [a for a in game.actions(s) if game.terminal(game.result(s, a))]
    assert wins == [3] == [cell for cell in range(16) if int(game.winning_cells(s, s.held)) >> cell & 1]
    assert list(game.candidates(s)) == wins
