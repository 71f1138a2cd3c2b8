"""Dots and hexagons on any cells, whose margins are known for a few small honeycombs."""

from __future__ import annotations

from counterplay.boards.shapes.hexagonal_board import HexagonalBoard
from counterplay.games.territory.dots_and_hexagons import DotsAndHexagons


class Honeycomb(DotsAndHexagons):
    """The same game on other cells: (row, slanted column), as in "0.0_0.1"."""

    def __init__(self, cells: str = "0.0") -> None:
        self.cells = cells
        self.set_lines(HexagonalBoard([tuple(map(int, cell.split("."))) for cell in cells.split("_")]))
