"""Pentominoes (S. W. Golomb, 1953): lay the twelve shapes of five squares on a chessboard by turns; whoever cannot loses.

The game of S. W. Golomb, *Polyominoes* (1965): one box of twelve pieces for both players, each turned and turned over at will.
`width` and `height` give any other board, and `missing=d4-e4-d5-e5` leaves out squares. An action is a whole placement; its
name has the piece, which of its ways (as taps turn it: clockwise, then the same turned over) and the square under its dot.

Checked against the numbers of placements on empty boards (2308 on 8 x 8; 2056 on 6 x 10 is the classic figure of the puzzle),
of pairs of moves (3418576) and of different positions after two (1705196), and against the winners of eight small boards, which
are found again: the first player wins all of 3 x 3 to 5 x 6 but 4 x 4. The first player wins on 8 x 8, too (H. Orman,
"Pentominoes: A First Player Win", 1996). Ludii's Pentomino differs: it has 1556 first moves, not 2308.

Neither search is shown to be the stronger one: the engine scored 8 of 20 games from random openings against Monte Carlo search,
at 0.05 s of CPU time a move, and 11 of 20 in katamino.
"""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from counterplay.boards import SquareBoard
from counterplay.boards.bases.polyomino_game import LaidState, PolyominoGame
from counterplay.boards.shapes.cell_names import cell_name
from counterplay.core import BadParameter, Diagram, Published, Scene

LONGEST = 12  # squares on a side


class Pentominoes(PolyominoGame):
    """Golomb's game on any board of squares."""

    name = "pentominoes"
    title = "Pentominoes"
    aliases = ("pentomino", "golombs_game")
    published = Published("Solomon W. Golomb", 1953)
    presets: ClassVar = {
        "pentominoes_5x6": {"width": 5, "height": 6},
        "pentominoes_6x10": {"width": 10, "height": 6},
        "pentominoes_with_a_hole": {"missing": "d4-e4-d5-e5"},
    }
    rules = (
        "Twelve pieces, every shape that five squares joined along their sides can have, lie beside an empty board; they "
        "belong to both of you. In your turn take any piece, turn it and turn it over as you like, and lay it on five free "
        "squares. It need not touch another piece. Whoever can lay none any more loses. Tap a piece to take it and tap it "
        "again to turn it; then tap the square for its dot. Leave your opponent few places: cut the board up early, and later "
        "count the pieces that still fit, since you want their number to be even when it is your opponent's turn."
    )
    cover = "..TTT.../...T..../.Y.T..../.Y.N.ZZ./.YYN..Z./.Y.NN.ZZ/....N.../........ 1"
    usual_plies = 10
    solved = "The first player wins (H. Orman, 1996)."
    diagrams = (
        Diagram("", "The first piece may lie anywhere.", ("X1-d4",)),
        Diagram(
            "..Y.ZZ../YYYY.Z../...L.ZZ./.NNLLLL./..NNN.../..WWFFUU/.PPWWFFU/PPP.WFUU 1",
            "First can lay the I or the V in two places each, and every one leaves Second a single place: then nothing fits "
            "any more, and First has lost.",
            ("I1-a4", "I1-h6", "V2-b6", "V4-h5"),
        ),
    )
    board_material = "card"

    def __init__(self, width: int = 8, height: int = 8, missing: str = "") -> None:
        if not (1 <= width <= LONGEST and 1 <= height <= LONGEST):
            raise BadParameter(
                f"pentominoes: {width} x {height} squares do not fit; width and height must be from 1 to {LONGEST}"
            )
        self.width, self.height, self.missing = width, height, missing
        left_out = missing.lower().split("-") if missing else []
        known = {cell_name(i, width) for i in range(width * height)}
        if not set(left_out) < known:
            raise BadParameter(
                f"pentominoes: '{missing[:60]}' does not name squares to leave out; write some of {cell_name(0, width)} to "
                f"{cell_name(width * height - 1, width)} with - between, as in a1-b1"
            )
        self.set_box(SquareBoard(width, height, touching="sides", missing=left_out))
        whole = SquareBoard(width, height)
        self.holes = tuple(replace(cell, tone="blocked") for cell in whole.cells if cell.id in left_out)

    def scene(self, s: LaidState) -> Scene:
        drawn = super().scene(s)
        return replace(drawn, cells=(*drawn.cells, *self.holes))
