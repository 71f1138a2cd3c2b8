"""Standard algebraic notation, in which chess and its relatives name moves: `Nf3`, `exd5`, `O-O`, `e8=Q#`.

FIDE's Laws of Chess, appendix C: the piece's letter (none for a pawn), as little of where it comes from as tells the move
apart, x for a capture, where it goes, what a pawn becomes, and + or # for check and mate.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from typing import Any, ClassVar

from counterplay.boards.bases.board_game import BoardGame
from counterplay.core import BadNotation

SHOWN = 60  # characters of a wrong text, or moves, that an error quotes
CASTLING = re.compile(r"[0Oo](-?)[0Oo](?P<long>\1[0Oo])?")


class AlgebraicNotation(BoardGame):
    """`action_name`, `parse_action` and `gesture`. The symbols of the first player's `pieces` are the letters; P is a pawn's.

    A game overrides `action_cells`, the origin and the target, `action_sign` where a capture does not end on the enemy, and
    what is below. `threatened` says that the player to move is in check.
    """

    promotions: ClassVar[str] = "QRBN"  # what a pawn may become

    # --- what a game may override ---
    def promotion(self, a: int) -> str:
        """The letter of what a pawn becomes by this action, or nothing."""
        return ""

    def castling_name(self, s: Any, a: int) -> str:
        """'O-O' or 'O-O-O' for castling, or nothing."""
        return ""

    def letter_at(self, s: Any, cell: int) -> str:
        """The letter of the piece on a cell, whoever owns it."""
        return self.pieces[self.content_at(s, cell) - 1].symbol.upper()

    def movable(self, s: Any) -> bool:
        """Whether there is a legal move, be the game over or not."""
        return any(True for _ in self.actions(s))

    def rivals(self, s: Any, a: int) -> list[int]:
        """From where else a piece of the same kind could move to the same cell."""
        origin, target = self.action_cells(s, a)
        letter = self.letter_at(s, origin)
        others = [self.action_cells(s, other) for other in self.choices(s)]
        return [cell for cell, end in others if end == target and cell != origin and self.letter_at(s, cell) == letter]

    # --- writing ---
    def action_name(self, s: Any, a: int) -> str:
        """Standard algebraic notation: 'Nf3', 'exd5', 'O-O', 'e8=Q#'."""
        after = self.result(s, a)
        mark = ("+" if self.movable(after) else "#") if self.threatened(after) else ""
        return (self.castling_name(s, int(a)) or self._plain_move(s, int(a))) + mark

    def _plain_move(self, s: Any, a: int) -> str:
        origin, target = self.action_cells(s, a)
        letter, end = self.letter_at(s, origin), self.board.names[target]
        capture = "x" if self.action_sign(s, a) == "x" else ""
        if letter != "P":
            return letter + self._origin_hint(s, a, origin) + capture + end
        promotion = self.promotion(a)
        return (self.board.names[origin][0] + "x" if capture else "") + end + (f"={promotion}" if promotion else "")

    def _origin_hint(self, s: Any, a: int, origin: int) -> str:
        """The file, the rank or both, where another piece of the kind could move to the same cell."""
        name, others = self.board.names[origin], [self.board.names[cell] for cell in self.rivals(s, a)]
        if not others:
            return ""
        if all(other[0] != name[0] for other in others):
            return name[0]
        return name[1:] if all(other[1:] != name[1:] for other in others) else name

    def gesture(self, s: Any, a: int) -> Sequence[str]:
        """Origin, target, and the button of what a pawn becomes."""
        return (*super().gesture(s, a), *(f"={letter}" for letter in self.promotion(int(a))))

    # --- reading ---
    def parse_action(self, s: Any, text: str) -> int:
        """Takes standard or long algebraic notation and plain coordinates ('e2e4', 'e7e8q')."""
        wanted = text.strip()
        bare = wanted.rstrip("+#!?").strip()
        choices, move = self.choices(s), self._pattern.fullmatch(bare)
        castling = CASTLING.fullmatch(bare)
        if castling:
            found = [a for a in choices if self.castling_name(s, a) == ("O-O-O" if castling["long"] else "O-O")]
        elif move is None:
            raise BadNotation(f"{self.title_text}: '{wanted[:SHOWN]}' is no move; write it like Nf3, exd5, O-O, e8=Q or e2e4")
        else:
            found = [a for a in choices if self._fits(s, a, move)]
        if len(found) == 1:
            return found[0]
        if len(found) > 1:
            names = " or ".join(self.action_name(s, a) for a in found)
            raise BadNotation(f"{self.title_text}: '{wanted}' may mean {names}; say which")
        raise BadNotation(f"{self.title_text}: '{wanted}' is not legal here; {self._alternatives(s, choices, move)}")

    @functools.cached_property
    def _pattern(self) -> re.Pattern[str]:
        """A move: plain coordinates, or a piece's letter and what else is known."""
        cell = "|".join(sorted(self.board.names, key=len, reverse=True))
        files = "".join(dict.fromkeys(name[0] for name in self.board.names))
        letters = "".join(kind.symbol for kind in self.pieces if kind.owner == 0 and kind.symbol != "P")
        small = "".join(letter for letter in letters.lower() if letter not in files)  # b is a file, not a bishop
        become = f"(?P<promotion>[{self.promotions}{self.promotions.lower()}])?"
        return re.compile(
            rf"(?:(?P<origin>{cell})(?P<there>{cell}){become.replace('promotion', 'becoming')})|"
            rf"(?P<kind>[{letters}{small}])?(?P<file>[{files}])?(?P<rank>[0-9]+)?[-x:]?(?P<target>{cell})"
            rf"(?:=|/|\()?{become}\)?(?: ?e\.?p\.?)?"
        )

    def _fits(self, s: Any, a: int, move: re.Match[str]) -> bool:
        origin, target = (self.board.names[cell] for cell in self.action_cells(s, a))
        promotion = self.promotion(a)
        if move["origin"]:
            return (origin, target, promotion) == (move["origin"], move["there"], (move["becoming"] or "").upper())
        return (
            self.letter_at(s, self.action_cells(s, a)[0]) == (move["kind"] or "P").upper()
            and target == move["target"]
            and move["file"] in (None, origin[0])
            and move["rank"] in (None, origin[1:])
            and promotion == (move["promotion"] or promotion).upper()
        )

    def _alternatives(self, s: Any, choices: list[int], move: re.Match[str] | None) -> str:
        """The legal moves closest to what was meant: of the named piece, else all."""
        if not choices:
            return "the game is over"
        alike = choices
        if move is not None and move["origin"]:
            alike = [a for a in choices if self.board.names[self.action_cells(s, a)[0]] == move["origin"]]
        elif move is not None:
            letter = (move["kind"] or "P").upper()
            alike = [a for a in choices if self.letter_at(s, self.action_cells(s, a)[0]) == letter]
        names = [self.action_name(s, a) for a in (alike or choices)]
        return "possible: " + ", ".join(names[:SHOWN]) + (", ..." if len(names) > SHOWN else "")
