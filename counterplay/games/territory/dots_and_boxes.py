"""Dots and boxes (É. Lucas, 1889): draw lines between dots; whoever closes a box owns it and draws again.

An action is one line, and closing is not compulsory. The utility is the margin in boxes. Checked against OpenSpiel's
dots_and_boxes on random games, and solved on small boards: with best play the first player has a margin of -1 on 1 x 1, +2 on
2 x 2, -2 on 2 x 3, -3 on 3 x 3 (J. Barker and R. Korf, "Solving Dots-And-Boxes", 2012, found 4 x 4 and 4 x 5 to be ties).
Level 10 plays with the engine, which scored 6 of 6 games against Monte Carlo search at equal time.
"""

from __future__ import annotations

from typing import ClassVar

from counterplay.boards import SquareBoard
from counterplay.boards.bases.line_drawing_game import LineDrawingGame
from counterplay.core import BadParameter, Diagram, Published, Unit


class DotsAndBoxes(LineDrawingGame):
    """Dots and boxes; columns and rows are counted in boxes."""

    name = "dots_and_boxes"
    title = "Dots and boxes"
    aliases = ("boxes", "squares", "pigs_in_a_pen", "la_pipopipette")
    published = Published("Édouard Lucas", 1889, "")
    player_names = ("X", "O")
    unit = Unit("boxes", 1.0, digits=0)
    presets: ClassVar = {"dots_and_boxes_3x3": {"columns": 3, "rows": 3}, "dots_and_boxes_4x4": {"columns": 4, "rows": 4}}
    rules = (
        "Take turns drawing a line between two dots that lie side by side. Whoever draws the fourth side of a box owns it and "
        "must draw another line. When all lines are drawn, whoever owns more boxes wins. The art is to be the one who does not "
        "have to open the long chains: sometimes it pays to leave the last two boxes of a chain to the opponent."
    )
    cover = "..xxx/..x../..x../..xxx/o.... o ffddb13f7ed7b4f"
    usual_plies = 60
    classic = True
    diagrams = (
        Diagram(
            "...../...../...../...../..... o 600000180020",
            "Three sides of a box are drawn. Whoever draws the fourth owns it, and must draw another line.",
            ("a2e",),
        ),
        Diagram(
            "...../...../...../...../..... o 3ea",
            "Three boxes below form a chain. Whoever draws a line inside or at its end leaves all three to the opponent.",
            ("a1w", "a1e", "b1e"),
        ),
    )
    cell_word = ("box", "boxes")

    def __init__(self, columns: int = 5, rows: int = 5) -> None:
        if not (1 <= columns <= 12 and 1 <= rows <= 12):
            raise BadParameter(f"dots and boxes: {columns} x {rows} boxes do not fit; columns and rows must be from 1 to 12")
        self.columns, self.rows = columns, rows
        self.set_lines(SquareBoard(columns, rows, touching="sides"))
