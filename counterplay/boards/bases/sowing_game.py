"""The base of a sowing game: `BoardGame` with numbers of seeds in notation and picture."""

from __future__ import annotations

from typing import Any, ClassVar

from counterplay.boards.bases.board_game import BoardGame
from counterplay.boards.notation.notation_fields import number_of
from counterplay.core import Piece


class SowingGame(BoardGame):
    """What lies in a cell is a number of seeds; a row is written `4,4,0,1`, South's first. Play on a `PitBoard`."""

    player_names = ("South", "North")
    side_symbols: ClassVar[str] = "SN"
    cell_separator: ClassVar[str] = ","
    board_material = "wood"

    def write_cell(self, content: int) -> str:
        """The number of seeds."""
        return str(content)

    def read_cell(self, text: str) -> int:
        """The number of seeds."""
        return number_of(text)

    def cell_texts(self) -> str:
        """Numbers."""
        return "0 1 2 ..."

    def drawn_pieces(self, s: Any) -> tuple[Piece, ...]:
        """The seeds of every pit that is not empty, and of every store."""
        filled = [(cell.id, n) for cell, n in zip(self.board.cells, self.contents(s), strict=True) if n or cell.tone == "home"]
        return tuple(Piece(cell, "seeds", text=str(n), name=f"{n} seeds") for cell, n in filled)
