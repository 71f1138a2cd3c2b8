"""Dots and hexagons: counts of sequences, and exact margins of small honeycombs."""

from __future__ import annotations

import math

import pytest

from counterplay.boards.shapes.hexagonal_board import HexagonalBoard
from counterplay.games.territory.dots_and_hexagons import DotsAndHexagons
from counterplay.solve import solve_position
from tests.oracles.count_tables import assert_perft


class Honeycomb(DotsAndHexagons):
    """The same game on other cells: (row, slanted column)."""

    def __init__(self, cells: str = "0.0") -> None:
        self.cells = cells
        self.set_lines(HexagonalBoard([tuple(map(int, cell.split("."))) for cell in cells.split("_")]))


@pytest.mark.parametrize(
    ("cells", "margin"),
    [("0.0", -1), ("0.0_0.1", 0), ("0.0_0.1_1.0", 1)],
)
def test_exact_margins(cells: str, margin: int) -> None:
    """A cell that is closed with fewer than six sides, or a side that two cells do not share."""
    assert solve_position(Honeycomb(cells)).value.score == margin


def test_perft() -> None:
    """Sides that are counted twice or missing."""
    assert_perft(DotsAndHexagons(2), (30, 870, 24360))
    assert DotsAndHexagons(3).edge_count == 72
    assert_perft(DotsAndHexagons(3), [math.perm(72, n) for n in (1, 2)])
