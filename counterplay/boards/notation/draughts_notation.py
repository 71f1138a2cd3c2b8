"""Positions of draughts as lists of squares: the FEN of Portable Draughts Notation, `B:W21,22,K30:B1,2,K3`.

PDN 3.0 describes it for all kinds of draughts: the side to move, then each side's squares after its letter, K before a king's.
"""

from __future__ import annotations

import re
from typing import Any, ClassVar

from counterplay.boards.bases.board_game import BoardGame
from counterplay.boards.notation.notation_fields import position_of

LISTED = re.compile(r"(K?)([0-9]{1,3})(?:-([0-9]{1,3}))?")  # a square, or a range of them


class DraughtsNotation(BoardGame):
    """`dump` and `load` of a game on a `DraughtsBoard`. Of `pieces`, the man of each player stands before the king.

    `extra_fields` follow where they differ from the first position, each after its letter of `field_letters`: ":H12:J15".
    """

    side_symbols: ClassVar[str] = "BW"
    field_letters: ClassVar[str] = ""

    def dump(self, s: Any) -> str:
        """The side to move, the second player's squares, the first player's, and further fields where they are needed."""
        contents, parts = self.contents(s), list(self._side(s))
        for owner in (1, 0):
            man = 1 + 2 * owner
            listed = [(cell, content) for cell, content in enumerate(contents) if content in (man, man + 1)]
            squares = [("K" if content > man else "") + self.board.names[cell] for cell, content in listed]
            parts.append(self.side_symbols[owner] + ",".join(squares))
        usual = self.extras(self.initial())
        fields = zip(self.field_letters, self.extra_fields, self.written(s), strict=True)
        parts += [letter + word for letter, f, word in fields if self.extras(s)[f.field] != usual[f.field]]
        return ":".join(parts)

    def load(self, text: str) -> Any:
        """Reads `dump`'s notation; the fields after the first may stand in any order, and "W21-32" is a range of men."""
        side, *others = (part.strip() for part in text.strip().removesuffix(".").upper().split(":"))
        found: dict[str, str] = {}
        for part in others:
            if not part or part[0] not in self.side_symbols + self.field_letters or part[0] in found:
                self.refuse(text, f"'{part[:20]}' is no field or comes twice")
            found[part[0]] = part[1:]
        turn = position_of(side, self.side_symbols)
        if turn < 0 or not set(self.side_symbols) <= set(found):
            self.refuse(text, "it lacks the side to move or the squares of a side")
        contents = [0] * self.board.size
        for owner, letter in enumerate(self.side_symbols):
            for square in filter(None, map(str.strip, found[letter].split(","))):
                self._place(text, contents, 1 + 2 * owner, square)
        extras = self.extras(self.initial())
        for letter, field in zip(self.field_letters, self.extra_fields, strict=True):
            if letter in found:
                extras[field.field] = self._value_of(text, field, found[letter])
        return self.accepted(text, self.restored(self.assembled(contents, turn, extras), turn))

    def _place(self, text: str, contents: list[int], man: int, listed: str) -> None:
        """Put a piece on the square of a list, or men on a range of squares."""
        match = LISTED.fullmatch(listed)
        numbers = range(int(match[2]), int(match[3] or match[2]) + 1) if match else range(0)
        if match is None or not numbers or numbers[0] < 1 or numbers[-1] > self.board.size:
            self.refuse(text, f"'{listed[:20]}' is no square; squares are 1 to {self.board.size}, a king's as in K30")
        for number in numbers:
            if contents[number - 1]:
                self.reject(text, f"square {number} is named twice")
            contents[number - 1] = man + bool(match[1])

    def way_to_write(self) -> str:
        """The side to move and both lists."""
        letters = [f"{letter} and the {f.meaning}" for letter, f in zip(self.field_letters, self.extra_fields, strict=True)]
        sides = " or ".join(self.side_symbols)
        return f"{sides} for the side to move, then each side's letter and squares, K before a king's" + "".join(
            f", then perhaps {letter}" for letter in letters
        )
