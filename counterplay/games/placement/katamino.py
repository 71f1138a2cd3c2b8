"""Katamino (A. Perriolat, 1992), the game for two: as pentominoes, but the first piece must cover the middle.

The box's booklet has this game for its twelve pentominoes and a chequered board of 8 x 8 squares: lay a piece by turns, and
whoever cannot loses. It also says that the first piece must cover at least one of certain marked squares; the text that names
them is cut off in every copy that was found. The choice here is the four in the middle, `must_cover=d4-e4-d5-e5`, and no piece
has to touch another. Other squares can be named, and with `must_cover=none` it is the game of pentominoes. Newer boxes print
other games instead, a race without turns and one of dividing the pieces; they are not played here.

Checked against the number of first moves (740), of pairs of moves (974248) and of different positions after two (888860), and
on random games against a second implementation written from the rules. Engine and Monte Carlo search play it about equally: 11
to 9 in 20 games from random openings at 0.05 s of CPU time a move.
"""

from __future__ import annotations

from typing import ClassVar

from counterplay.boards import SquareBoard
from counterplay.boards.bases.polyomino_game import PolyominoGame
from counterplay.core import BadNotation, BadParameter, Diagram, Published

SIZE = 8
FREE = "none"  # the first piece may lie anywhere


class Katamino(PolyominoGame):
    """Katamino for two."""

    name = "katamino"
    title = "Katamino"
    published = Published("André Perriolat", 1992, "Gigamic")
    presets: ClassVar = {"katamino_with_a_free_start": {"must_cover": FREE}}
    rules = (
        "Twelve pieces, every shape that five squares joined along their sides can have, lie beside an empty chequered board; "
        "they belong to both of you. In your turn take any piece, turn it and turn it over as you like, and lay it on five "
        "free squares. The first piece of the game must cover at least one of the marked squares in the middle; every later "
        "one may lie anywhere and need not touch another. Whoever can lay none any more loses. Tap a piece to take it and tap "
        "it again to turn it; then tap the square for its dot."
    )
    cover = "....V.../....V..F/..VVVFFF/......F./.YYYY.../..Y...../....NNN./......NN 1"
    usual_plies = 9
    diagrams = (
        Diagram("", "The first piece must cover one of the four squares in the middle.", ("X1-d4",)),
        Diagram(
            "..Y...LL/.YYYY.L./Z..FF.L./ZZZ.FFL./.UZUF.../WUUU.PP./WWNNNPPP/.WW.NN.. 1",
            "The V on the right leaves no place for any other piece: First lays it, and Second has lost.",
            ("V4-h5",),
        ),
    )
    board_material = "wood"

    def __init__(self, must_cover: str = "d4-e4-d5-e5") -> None:
        self.must_cover = must_cover
        board = SquareBoard(SIZE, touching="sides", checkered=True)
        try:
            covers = [] if must_cover == FREE else [board.index(name) for name in must_cover.split("-")]
        except BadNotation:
            raise BadParameter(
                f"katamino: '{must_cover[:60]}' does not name squares to cover; write squares from a1 to h8 with - between, as "
                f"in d4-e4-d5-e5, or {FREE}"
            ) from None
        self.set_box(board, covers)
