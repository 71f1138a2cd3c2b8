"""Dots and hexagons: dots and boxes on a honeycomb. No rulebook is known; the rules are those of dots and boxes.

The cells are a hexagon with so many cells a side: 7 cells and 30 lines for 2, 19 cells and 72 lines for 3. Checked against the
number of action sequences, a second implementation written from the rules, and the margins of honeycombs of up to six cells,
solved again. For a side of 2 another program found that the first player loses by 3 cells.
"""

from __future__ import annotations

import math
from typing import ClassVar

from counterplay.boards import hexagon_board
from counterplay.boards.bases.line_drawing_game import LineDrawingGame
from counterplay.core import BadParameter, Diagram, Unit


class DotsAndHexagons(LineDrawingGame):
    """Dots and boxes with hexagons."""

    name = "dots_and_hexagons"
    title = "Dots and hexagons"
    player_names = ("X", "O")
    unit = Unit("cells", 1.0, digits=0)
    presets: ClassVar = {"flower": {"side": 2}}
    rules = (
        "The board is a honeycomb of dots; nothing is drawn yet. Take turns drawing one side of a hexagon, any that is not "
        "drawn. Whoever draws the sixth side of a cell owns it, whoever drew the other five, and must draw another line; one "
        "line may complete two cells. You need not complete a cell that you could. When all lines are drawn, whoever owns more "
        "cells wins. A cell with five sides is a gift to whoever is next, so both of you avoid the fifth sides as long as "
        "others are left; count how many those are, since whoever runs out of them first must begin to give cells away."
    )
    cover = ".../..../x..../xo../o.. x aff1ff5f6fdecfd9eb"
    usual_plies = 72
    diagrams = (
        Diagram(
            ".../..../...../..../... o 1f",
            "Five sides of a cell are drawn. Whoever draws the sixth owns it, and must draw another line.",
            ("e3se",),
        ),
        Diagram(".../..../...../..../... x 7fe", "One line may complete two cells at once.", ("e3e",)),
    )
    side_length = 1 / math.sqrt(3)  # of a hexagon that is one unit wide

    def __init__(self, side: int = 3) -> None:
        if not 1 <= side <= 6:
            raise BadParameter(f"dots and hexagons: a side of {side} cells does not fit; it must be from 1 to 6")
        self.side = side
        self.set_lines(hexagon_board(side))
