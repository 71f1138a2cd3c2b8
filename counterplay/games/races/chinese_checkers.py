"""Chinese checkers (Ravensburger, 1892, as Stern-Halma): halma on a star of 121 holes, here for two players.

Choices: a move is where a peg starts and where it ends, so that several ways of jumping are one action; a peg in the point that
it is bound for may move, but its move ends in that point; whoever fills that point with at least one own peg in it wins, which
nobody can prevent by staying at home; 300 moves are a draw; who has no move passes. Pegs may stop in the four other points;
with `side_points=no` they only pass through. `diamond=7` plays on a diamond of 7 x 7 holes with six pegs each, a board on which
the first player is reported to win (N. Sturtevant, 2019); that was not checked here.

Checked against counts of sequences and positions (those of positions are Ludii's, too; its count of sequences tells ways of
jumping apart), against a second implementation written from the rules, and against OpenSpiel's `chinese_checkers`. There every
jump is an action, pegs may leave their goal again, and only own pegs win; the ends of all turns are the same but for that.

The engine plays it better than Monte Carlo search: 10 to 0 in 10 games from random openings, 0.1 seconds a move each.
"""

from __future__ import annotations

from typing import ClassVar

from counterplay.boards import PieceKind, star_board
from counterplay.boards.bases.jumping_race_game import JumpingRaceGame, race_rules
from counterplay.boards.shapes.hexagonal_board import HexagonalBoard
from counterplay.core import BadParameter, Diagram, Published

STAR_SIDE = 4  # holes on a side of a point of the star
DIAMOND_CAMPS = {4: 2, 5: 2, 6: 3, 7: 3, 8: 3, 9: 4}  # rows of a camp by the size of the diamond


class ChineseCheckers(JumpingRaceGame):
    """Chinese checkers for two; Blue begins, from below."""

    name = "chinese_checkers"
    title = "Chinese checkers"
    aliases = ("stern_halma",)
    published = Published("", 1892, "Ravensburger")
    player_names = ("Blue", "Red")
    presets: ClassVar = {"chinese_checkers_7x7": {"diamond": 7}}
    rules = race_rules("peg", "pegs", "hole", "point", "") + (
        " On the star you may stop anywhere; in a variant the four points at the sides are only for jumping through. Small "
        "boards are diamonds, and the points are their sharp corners."
    )
    cover = "1/2/3/4/7x5/7oxx2/2o5o2/7x2/x5x1x/1xo2x4/8x2/7o4/7o5/4/1oo/oo/1 x 64"
    classic = True
    diagrams = (
        Diagram(
            "",
            "From the start a peg steps to a hole beside it, as from d1 to e5, or jumps over another peg, as from c2 to e6.",
            ("d1-e5", "c2-e6"),
        ),
        Diagram(
            "1/oo/2o/2o1/4ooo1o4/5oo5/11/10/9/10/5x5/5x6/4x3x4/1xxx/1x1/1x/x x 12",
            "A peg may go on jumping: four jumps bring the one on a1 to g7 in one move.",
            ("a1-g7",),
        ),
        Diagram(
            "o/xx/xxx/xxxx/x12/12/11/10/9/10/11/12/13/oooo/ooo/oo/1 o 120",
            "The point on top is full, and all but one of the pegs there are blue: Blue has won, although Red left one behind.",
        ),
    )
    pieces = (PieceKind("x", 0, "blue peg", "marble"), PieceKind("o", 1, "red peg", "marble"))
    board_material = "wood"

    def __init__(self, diamond: int = 0, side_points: bool = True) -> None:
        if diamond and diamond not in DIAMOND_CAMPS:
            raise BadParameter(
                f"chinese checkers: a diamond of {diamond} does not fit; it must be from 4 to 9, or 0 for the star"
            )
        self.diamond, self.side_points = diamond, bool(side_points)
        board = diamond_board(diamond) if diamond else star_board(STAR_SIDE, "pit")
        depth = DIAMOND_CAMPS[diamond] if diamond else STAR_SIDE
        above = [cell for row in board.rows[:depth] for cell in row]  # from the tip on
        below = [board.size - 1 - cell for cell in above]
        self.set_race(board, (below, above), () if diamond or side_points else side_cells(board))


def diamond_board(size: int) -> HexagonalBoard:
    """A rhombus of holes that stands on one of its sharp corners."""
    return HexagonalBoard(((left + right, -left) for left in range(size) for right in range(size)), shape="pit")


def side_cells(board: HexagonalBoard) -> list[int]:
    """The cells of the four points of the star that are nobody's."""
    return [
        cell for cell, (row, column) in enumerate(board.spots) if abs(row) <= STAR_SIDE < max(abs(column), abs(row + column))
    ]
