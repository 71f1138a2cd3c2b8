"""What stands behind the rows of a position: numbers, signs, hands and cells, each a field of the state, each one word."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from counterplay.boards.board import NOWHERE, Board
from counterplay.boards.piece_hands import read_hand, write_hand
from counterplay.core import BadNotation


class NotationField(Protocol):
    """How a field of the state is written and read."""

    @property
    def field(self) -> str:
        """Its name in the state."""

    @property
    def meaning(self) -> str:
        """What it is, for errors."""

    def write(self, value: Any, board: Board) -> str:
        """The word for a value."""

    def read(self, word: str, board: Board) -> Any:
        """The value of a word; BadNotation, with what would be right, for a wrong one."""


class NumberField(NamedTuple):
    """A whole number: "the moves without a capture"."""

    field: str
    meaning: str
    most: int
    least: int = 0

    def write(self, value: Any, board: Board) -> str:
        """Its digits."""
        return str(int(value))

    def read(self, word: str, board: Board) -> int:
        """A number between the bounds."""
        if not (word.isascii() and word.isdecimal() and len(word) <= 9 and self.least <= int(word) <= self.most):
            raise BadNotation(f"a number from {self.least} to {self.most}")
        return int(word)


class SignField(NamedTuple):
    """One of a few words, whose number is in the state: 0 for the first."""

    field: str
    meaning: str
    signs: tuple[str, ...]

    def write(self, value: Any, board: Board) -> str:
        """The word of this number."""
        return self.signs[int(value)]

    def read(self, word: str, board: Board) -> int:
        """The number of the word."""
        if word not in self.signs:
            raise BadNotation(" or ".join(self.signs))
        return self.signs.index(word)


class CellField(NamedTuple):
    """A cell, or - for none (NOWHERE in the state)."""

    field: str
    meaning: str

    def write(self, value: Any, board: Board) -> str:
        """The cell's name."""
        return "-" if int(value) == NOWHERE else board.names[int(value)]

    def read(self, word: str, board: Board) -> int:
        """The cell of this name."""
        try:
            return NOWHERE if word == "-" else board.index(word)
        except BadNotation:
            raise BadNotation(f"a cell from {board.names[0]} to {board.names[-1]}, or - for none") from None


class HandField(NamedTuple):
    """Pieces in hand, as `piece_hands` keeps them; a letter for each kind."""

    field: str
    meaning: str
    letters: str

    def write(self, value: Any, board: Board) -> str:
        """The pieces, or - for none."""
        return write_hand(int(value), self.letters)

    def read(self, word: str, board: Board) -> int:
        """The hand that is written so."""
        try:
            return read_hand(word, self.letters)
        except BadNotation:
            raise BadNotation(f"pieces in hand such as '{self.letters[0]}2{self.letters[-1]}', or - for none") from None
