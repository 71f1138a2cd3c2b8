"""Connect four against published counts and OpenSpiel, on boards of several sizes."""

from __future__ import annotations

import pytest

from counterplay.check import openspiel_games, walk_beside
from counterplay.games.lines.connect_four import ConnectFour
from tests.oracles.count_tables import assert_distinct, assert_perft

PERFT = (7, 49, 343, 2401, 16807, 117649, 823536, 5673234, 39394572)  # finished games count nothing; OpenSpiel
DISTINCT = (7, 49, 238, 1120, 4263, 16422)  # positions with n discs; John Tromp, OEIS A212693


def test_perft() -> None:
    """A full column that takes a disc, a four that is not seen, or one where there is none."""
    assert_perft(ConnectFour(), PERFT)


def test_distinct_positions() -> None:
    """A state or key that tells equal positions apart, or confuses different ones."""
    assert_distinct(ConnectFour(), DISTINCT)


@pytest.mark.parametrize(("width", "height"), [(7, 6), (4, 4), (5, 7)])
def test_random_games_against_openspiel(width: int, height: int) -> None:
    """A difference in columns that are open, whose turn it is, the end or the winner."""
    oracle = openspiel_games("connect_four", {"columns": width, "rows": height})
    walk_beside(ConnectFour(width, height), oracle, games=30, seed=width)
