"""What stands behind the rows of a position: numbers, signs, hands and cells, each a field of the state, each one word."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from counterplay.boards.pieces.piece_hands import read_hand, write_hand
from counterplay.boards.shapes.board import NOWHERE, Board
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
        if not self.least <= number_of(word) <= self.most:
            raise BadNotation(f"a number from {self.least} to {self.most}")
        return int(word)


class NumbersField(NamedTuple):
    """Several whole numbers in one word, with a sign between them: the sizes of heaps, the scores of all players."""

    field: str
    meaning: str
    most: tuple[int, ...]  # of each number
    sign: str = "-"

    def write(self, value: Any, board: Board) -> str:
        """Their digits."""
        return self.sign.join(str(int(number)) for number in value)

    def read(self, word: str, board: Board) -> list[int]:
        """The numbers, none above its bound."""
        found = [number_of(part) for part in word.split(self.sign)]
        if len(found) != len(self.most) or not all(0 <= n <= most for n, most in zip(found, self.most, strict=True)):
            raise BadNotation(f"{len(self.most)} numbers with {self.sign} between, at most {self.write(self.most, board)}")
        return found


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
        found = position_of(word, self.signs)
        if found < 0:
            raise BadNotation(" or ".join(sign or "left out" for sign in self.signs))
        return found


class LettersField(NamedTuple):
    """A set of letters, each once, or - for none; in the state a number with a bit for each, the first the lowest."""

    field: str
    meaning: str
    letters: str

    def write(self, value: Any, board: Board) -> str:
        """The letters whose bits are set."""
        return "".join(letter for i, letter in enumerate(self.letters) if int(value) >> i & 1) or "-"

    def read(self, word: str, board: Board) -> int:
        """The bits of the letters."""
        if word != "-" and (set(word) - set(self.letters) or len(set(word)) != len(word)):
            raise BadNotation(f"some of {self.letters}, each once, or - for none")
        return sum(1 << self.letters.index(letter) for letter in word.replace("-", ""))


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


class HandsField(NamedTuple):
    """Two players' pieces in hand in one word, the second's in small letters, as in shogi; a pair of hands."""

    field: str
    meaning: str
    letters: str  # capitals, a letter for each kind

    def write(self, value: Any, board: Board) -> str:
        """The first player's pieces, then the second's, or - for none."""
        first, second = (write_hand(int(hand), letters) for hand, letters in zip(value, self._letters(), strict=True))
        return (first + second).replace("-", "") or "-"

    def read(self, word: str, board: Board) -> tuple[int, int]:
        """The hands that are written so; the pieces may stand in any order."""
        parts = re.findall(r"[0-9]*[^0-9]", "" if word == "-" else word, re.DOTALL)
        try:
            if "".join(parts) != word.replace("-", ""):
                raise BadNotation(word)
            first = read_hand("".join(part for part in parts if not part[-1].islower()) or "-", self.letters)
            return first, read_hand("".join(part for part in parts if part[-1].islower()) or "-", self.letters.lower())
        except BadNotation:
            mixed = f"{self.letters[0]}2{self.letters[-1].lower()}"
            raise BadNotation(
                f"pieces in hand such as '{mixed}', the second player's in small letters, or - for none"
            ) from None

    def _letters(self) -> tuple[str, str]:
        return self.letters, self.letters.lower()


def number_of(text: str) -> int:
    """The number that a few digits write; -1 for any other text."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 9 else -1


def position_of(text: str, known: Sequence[str]) -> int:
    """Which of the known texts this is; capitals count only where the known ones need them. -1 for none."""
    exact = [i for i, one in enumerate(known) if one == text]
    found = exact or [i for i, one in enumerate(known) if one.lower() == text.lower()]
    return found[0] if len(found) == 1 else -1


FIRST_OR_SECOND = SignField("turn", "player to move", ("first", "second"))  # of two players without names
