"""Ataxx (D. Crummack and C. Galley, 1988): stones multiply or jump, and turn the enemies beside them; the most stones win.

Rules of the arcade game. Choices: clones to the same square from different stones are one action; a game is a draw at the third
occurrence of a position and after 100 moves in a row without a clone, passes counted among them; at the end, free squares are
nobody's. The notation is the one that Ataxx engines use over UAI, without the number of the move; `blocked=c4-e4` begins with
blocked squares, and a position may have any. Checked against the published numbers of move sequences (16, 256, 6460, 155888),
against Fairy-Stockfish's `ataxx` in random games, and against a second implementation written from the rules.
"""

from __future__ import annotations

from typing import ClassVar

from counterplay.boards import SquareBoard
from counterplay.boards.bases.cloning_game import CloningGame, cloning_rules
from counterplay.core import BadNotation, BadParameter, Diagram, Published

SIZE = 7
STARTS = (("a7", "g1"), ("a1", "g7"))  # the stones of each player


class Ataxx(CloningGame):
    """Ataxx on 7 x 7 squares."""

    name = "ataxx"
    title = "Ataxx"
    aliases = ("infection",)
    published = Published("Dave Crummack, Craig Galley", 1988, "Leland")
    player_names = ("Blue", "Red")
    presets: ClassVar = {"ataxx_with_four_blocked_squares": {"blocked": "d3-c4-e4-d5"}}
    rules = (
        cloning_rules("square")
        + " Squares that touch at a corner are beside each other, too. Nobody can enter blocked squares."
    )
    cover = "xx5/7/2xxoo1/1xxxoo1/1xoooxx/1oooxxx/2ooxxx o 0"
    usual_plies = 78
    diagrams = (
        Diagram(
            "7/7/2oo3/3x3/2o4/7/7 x 0",
            "A stone grows to a square next to it, or jumps two squares away and leaves its own. All enemy stones beside its "
            "new place change their colour.",
            ("d3", "d4-c2"),
        ),
        Diagram("", "The first position: each side has two corners.", ("f2", "g1-e3")),
    )

    def __init__(self, blocked: str = "") -> None:
        self.blocked = blocked
        board = SquareBoard(SIZE)
        first, second = ([board.index(name) for name in names] for names in STARTS)
        try:
            walls = [board.index(name) for name in blocked.split("-") if blocked]
        except BadNotation:
            walls = [*first]
        if set(walls) & {*first, *second}:
            raise BadParameter(
                f"ataxx: '{blocked[:60]}' does not name blocked squares; write squares other than the corners with - between, "
                "as in c4-e4"
            )
        self.set_start(board, first, second, walls)
