"""What the page is told of a scene with edges, trays and scores."""

from __future__ import annotations

from typing import Any

from counterplay import Position
from counterplay.core.scene import Cell, Edge, Piece, Scene, Tray
from counterplay.games.combinatorial.nim import Nim
from counterplay.studio.api.position_views import position_view


class Fenced(Nim):
    """Nim, with a picture that has one of each."""

    def scene(self, s: Any) -> Scene:
        return Scene(
            (Cell("a1", 0.5, 0.5),),
            (Piece("hand", "pawn", 1, count=2),),
            edges=(Edge("north", 0, 0, 1, 0, "fence", True, name="a fence"),),
            trays=(Tray(("hand",), 1),),
            scores=("3", "5"),
        )


def test_the_page_knows_edges_slots_and_scores() -> None:
    """Would catch a fence or a piece in hand that the page cannot click, and scores that no strip shows."""
    view = position_view(Position(Fenced()))
    assert {cell["id"]: cell["shape"] for cell in view["cells"]} == {"a1": "square", "north": "edge", "hand": "slot"}
    labels = {cell["id"]: cell["label"] for cell in view["cells"]}
    assert labels == {"a1": "a1, empty", "north": "a fence, filled", "hand": "hand, 2 times Second pawn"}
    assert view["scores"] == ["3", "5"] and "score-edge" not in view["svg"], "the strips show them, not the picture"
