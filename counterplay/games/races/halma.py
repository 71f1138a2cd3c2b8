"""Halma (G. H. Monks, 1883 or 1884): bring your men across the board to the opposite corner, by steps and chains of jumps.

For two players, 19 men each on 16 x 16 squares. Choices: a move is where a man starts and where it ends, so that several ways
of jumping are one action; a man in the camp that it is bound for may move, but its move ends in the camp; whoever fills that
camp with at least one own man in it wins, which nobody can prevent by staying at home; 300 moves are a draw; who has no move
passes. `size=10` has 15 men in triangles, `size=8` has 10.

Checked against counts of sequences and positions (on 16 x 16 those of positions are Ludii's, too) and against a second
implementation written from the rules.

The engine plays it better than Monte Carlo search: 9 wins and a draw in 10 games from random openings, 0.1 seconds a move each.
"""

from __future__ import annotations

from typing import ClassVar

from counterplay.boards import PieceKind, SquareBoard
from counterplay.boards.bases.jumping_race_game import JumpingRaceGame, race_rules
from counterplay.core import BadParameter, Diagram, Published

CAMP_ROWS = {16: (5, 5, 4, 3, 2), 10: (5, 4, 3, 2, 1), 8: (4, 3, 2, 1)}  # the men of a camp by rows, from the corner on


class Halma(JumpingRaceGame):
    """Halma for two; Blue begins at the lower left."""

    name = "halma"
    title = "Halma"
    published = Published("George Howard Monks", 1883)
    player_names = ("Blue", "Red")
    presets: ClassVar = {"halma_10x10": {"size": 10}, "halma_8x8": {"size": 8}}
    rules = race_rules("man", "men", "square", "camp", ", diagonally, too")
    cover = "15o/14o1/14o1/11oo3/8ooo1o3/9ooo4/8oooo4/7xox6/6xoxx6/6xxox6/3xxxx9/2x1x1x9/x2x12/16/1x14/x15 o 59"
    diagrams = (
        Diagram(
            "",
            "From the camp a man steps to a square beside it, as from b5 to c6, or jumps over another man, as from b4 to b6.",
            ("b5-c6", "b4-b6"),
        ),
        Diagram(
            "11oo1oo/14oo/11ooo1o/9ooo1ooo/10o2oo1/16/16/16/16/4x11/4xx10/x1xx12/xx2x11/1xxx12/xx2x11/xxxx12 x 12",
            "A man may go on jumping: four jumps bring the one on c1 to g7 in one move.",
            ("c1-g7",),
        ),
        Diagram(
            "11xxxxo/11xxxxx/12xxxx/13xxx/14xx/16/16/16/16/16/16/oo14/ooo13/oooo12/ooooo11/1oooox10 o 120",
            "The camp on the upper right is full, and all but one of the men there are blue: Blue has won.",
        ),
    )
    pieces = (PieceKind("x", 0, "blue man", "pawn"), PieceKind("o", 1, "red man", "pawn"))
    board_material = "card"

    def __init__(self, size: int = 16) -> None:
        if size not in CAMP_ROWS:
            raise BadParameter(f"halma: a board of {size} x {size} has no camps; size must be 8, 10 or 16")
        self.size = size
        camp = [row * size + column for row, men in enumerate(CAMP_ROWS[size]) for column in range(men)]
        self.set_race(SquareBoard(size, checkered=True), (camp, [size * size - 1 - cell for cell in camp]))
