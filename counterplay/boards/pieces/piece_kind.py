"""What stands on a board, said once: the symbol in notation, the owner, the name for people and the look in a picture."""

from __future__ import annotations

from typing import NamedTuple

from counterplay.core import Piece
from counterplay.core.scene import NEUTRAL, PieceShape


class PieceKind(NamedTuple):
    """One kind of piece of one player."""

    symbol: str  # one character of a row of text
    owner: int = NEUTRAL
    name: str = ""  # for people: "white knight"
    shape: PieceShape = "disc"
    text: str = ""  # a glyph or a number, drawn on it
    level: int = 0  # a tile's shade

    def on(self, cell: str) -> Piece:
        """The piece on a cell of a scene; without a name of its own it takes its player's name and letter."""
        return Piece(cell, self.shape, self.owner, self.text, self.symbol if self.name else "", self.name, self.level)


TWO_SIDES = (PieceKind("x", 0), PieceKind("o", 1))
