"""Hexxagon (Argo Games, 1993): ataxx on a hexagon of hexagons, with three holes around the centre.

The rules and choices are those of ataxx: clones to the same cell are one action, the third occurrence of a position and 100
moves in a row without a clone are a draw. Stones jump over holes. `holes=no` plays on all 61 cells. Checked against numbers of
move sequences and positions from a generator that reproduces the published ones of ataxx, and against a second implementation
written from the rules. The first player has the corners that lie beyond the holes, as that generator counts.
"""

from __future__ import annotations

from typing import ClassVar

from counterplay.boards import hexagon_board
from counterplay.boards.bases.cloning_game import CloningGame, cloning_rules
from counterplay.boards.shapes.hexagonal_board import SIX_WAYS
from counterplay.core import Diagram, Published

SIDE = 5
HOLES = ((1, 0), (-1, 1), (0, -1))  # (row, slanted column) from the centre


class Hexxagon(CloningGame):
    """Hexxagon on 58 cells, or on 61; the players' corners alternate."""

    name = "hexxagon"
    title = "Hexxagon"
    published = Published("", 1993, "Argo Games")
    player_names = ("Blue", "Red")
    presets: ClassVar = {"hexxagon_without_holes": {"holes": False}}
    rules = cloning_rules("cell")
    cover = "1xxxx/2xxox/2xxoox/3x-ooo/3-1oooo/4-ooo/oo3oo/oo4/5 x 0"
    usual_plies = 85
    diagrams = (
        Diagram("", "A stone grows to a cell next to it, or jumps two cells away and leaves its own.", ("h8", "i9-g8")),
        Diagram(
            "5/6/7/4-3/3-5/3o-3/1x1o3/2o3/5 x 0",
            "A new stone on c3 turns all three enemies beside it, on b3, c4 and d4.",
            ("c3",),
        ),
        Diagram(
            "5/6/7/4-3/2x-3o1/4-3/7/6/5 x 0", "Nobody can enter the three holes, but a stone may jump over one.", ("e3-e5",)
        ),
    )

    def __init__(self, holes: bool = True) -> None:
        self.holes = holes
        board = hexagon_board(SIDE)
        corners = [board.spots.index((down * (SIDE - 1), right * (SIDE - 1))) for down, right in SIX_WAYS]
        missing = [board.spots.index(hole) for hole in HOLES if holes]
        self.set_start(board, corners[1::2], corners[::2], missing)
