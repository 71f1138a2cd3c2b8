"""The base of chess and its close relatives: mate and draws, castling, en passant and promotion, and how all that is written.

Nothing here knows how pieces move or how a state holds them. A game says where its pieces begin, lists the legal moves, and
answers `movable`, `threatened`, `checked` and `insufficient`; positions are written in Forsyth-Edwards notation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from counterplay.boards.estimates.evaluation_pieces import seen_by
from counterplay.boards.notation.algebraic_notation import AlgebraicNotation
from counterplay.boards.notation.notation_fields import CellField, LettersField, NumberField
from counterplay.boards.pieces.chess_pieces import BLACK, COLOURS
from counterplay.boards.shapes.board import NOWHERE
from counterplay.core import Repetition

FIFTY_MOVES = 100  # half-moves without capture or pawn move that end the game
MOST_COUNTED = 9999  # of the two counters of a position
RIGHTS = "KQkq"  # to castle: White's towards the king's side and the queen's, then Black's


class ChessGame(AlgebraicNotation):
    """A game that checkmate wins.

    Its state has the fields `turn`, `castling`, `en_passant`, `halfmoves` and `fullmoves`. `en_passant` is the square just
    behind a pawn that has come by more than one step, and stands for all that it has passed over; NOWHERE where nobody may take
    it there.
    """

    player_names = COLOURS
    counts_empty = True
    side_symbols = "wb"
    extra_fields = (
        LettersField("castling", "castling rights", RIGHTS),
        CellField("en_passant", "en passant square"),
        NumberField("halfmoves", "half-move clock", MOST_COUNTED),
        NumberField("fullmoves", "move number", MOST_COUNTED),
    )
    optional_fields = 2
    board_material = "wood"
    repetition, repetition_count = Repetition.DRAW, 3
    draw_clock, idle_fields = ("halfmoves", FIFTY_MOVES), ("fullmoves",)

    first_position: ClassVar[str]
    files: ClassVar[str] = "abcdefgh"
    ranks: ClassVar[str] = "12345678"
    longest_step: ClassVar[int] = 2  # of a pawn that has not moved
    castling_homes: ClassVar[Sequence[tuple[int, int]]] = ()  # where king and rook stand, for each of RIGHTS

    # --- what a game says ---
    def checked(self, s: Any, colour: int) -> bool:
        """Whether the king of a colour is attacked."""
        raise NotImplementedError

    def king_of(self, s: Any, colour: int) -> int:
        """Where the king of a colour stands."""
        raise NotImplementedError

    def insufficient(self, s: Any) -> bool:
        """Whether neither side could mate with what is left."""
        raise NotImplementedError

    # --- the end; compiled ---
    def terminal(self, s: Any) -> bool:
        return s.halfmoves >= FIFTY_MOVES or self.insufficient(s) or not self.movable(s)

    def utility(self, s: Any, p: int) -> float:
        return seen_by(-1.0, s.turn, p) if self.threatened(s) and not self.movable(s) else 0.0

    def ending(self, s: Any) -> str:
        """Why a finished game is over."""
        if not self.movable(s):
            return "checkmate" if self.threatened(s) else "stalemate"
        if self.insufficient(s):
            return "too little material to mate"
        return "fifty moves without a capture or a pawn move"

    # --- positions ---
    def problem(self, s: Any) -> str:
        """Kings, numbers of pieces, pawns on impossible ranks, a check that was overlooked, rights that cannot be."""
        symbols = [self.write_cell(content) for content in self.contents(s)]
        if wrong := self._army_problem(symbols):
            return wrong
        if self.checked(s, 1 - s.turn):
            return f"{COLOURS[1 - s.turn]} is in check although it is {COLOURS[s.turn]}'s turn"
        return self._castling_problem(s, symbols) or self._en_passant_problem(s, symbols)

    def _army_problem(self, symbols: Sequence[str]) -> str:
        first, counts = Counter(self.first_position.split()[0]), Counter(symbols)
        for owner, colour in enumerate(COLOURS):
            king, pawn = "Kk"[owner], "Pp"[owner]
            if counts[king] != 1:
                return f"{colour} has {counts[king]} kings instead of one"
            others = [kind.symbol for kind in self.pieces if kind.owner == owner and kind.symbol not in (king, pawn)]
            if counts[pawn] + sum(max(0, counts[symbol] - first[symbol]) for symbol in others) > first[pawn]:
                return f"{colour} has more pieces than {first[pawn]} pawns and their promotions allow"
        standing = [name for name, symbol in zip(self.board.names, symbols, strict=True) if symbol in "Pp"]
        if any(name[1:] in (self.ranks[0], self.ranks[-1]) for name in standing):
            return "a pawn stands on the first or last rank"
        return next((f"a pawn stands on {name}" for name in standing if name[0] not in self.files), "")

    def _castling_problem(self, s: Any, symbols: Sequence[str]) -> str:
        for i, (right, (king, rook)) in enumerate(zip(RIGHTS, self.castling_homes, strict=True)):
            wanted = ("K", "R") if right.isupper() else ("k", "r")
            if s.castling >> i & 1 and (symbols[king], symbols[rook]) != wanted:
                homes = f"{self.board.names[king]} and {self.board.names[rook]}"
                return f"the castling right '{right}' needs king and rook on {homes}"
        return ""

    def _en_passant_problem(self, s: Any, symbols: Sequence[str]) -> str:
        if s.en_passant == NOWHERE:
            return ""
        name = self.board.names[s.en_passant]
        ranks = self.ranks if s.turn == BLACK else self.ranks[::-1]  # as the pawn that has just moved sees them
        passed = ranks[2 : 1 + self.longest_step]
        if name not in {file + rank for file in self.files for rank in passed}:
            allowed = " or ".join(f"{self.files[0]}{rank} to {self.files[-1]}{rank}" for rank in passed)
            return f"the en passant square is {name}; it must be one of {allowed}, or -"
        way = [symbols[self.board.index(name[0] + rank)] for rank in ranks[1 : ranks.index(name[1]) + 2]]
        if any(symbol != self.empty_symbol for symbol in way[:-1]) or way[-1] != "Pp"[1 - s.turn]:
            return f"no pawn can just have passed over {name}"
        return ""

    # --- moves ---
    def action_sign(self, s: Any, a: int) -> str:
        """A pawn that changes its file captures, also where it ends on an empty square."""
        origin, target = self.action_cells(s, a)
        passing = self.letter_at(s, origin) == "P" and self.board.names[origin][0] != self.board.names[target][0]
        return "x" if passing else super().action_sign(s, a)

    def castling_name(self, s: Any, a: int) -> str:
        """Castling is the move of the king, two squares along its rank."""
        origin, target = self.action_cells(s, a)
        if abs(target - origin) != 2 or self.letter_at(s, origin) != "K":
            return ""
        return "O-O" if target > origin else "O-O-O"

    def uci(self, a: int) -> str:
        """A move as engines write it: 'e2e4', 'e7e8q'."""
        return "".join(self.board.names[cell] for cell in self.action_cells(None, a)) + self.promotion(a).lower()

    # --- the picture ---
    def marked(self, s: Any) -> Sequence[int]:
        """The king in check."""
        return (self.king_of(s, s.turn),) if self.threatened(s) else ()

    def notes(self, s: Any) -> Sequence[str]:
        """Check, said aloud."""
        return ("Check.",) if self.threatened(s) and not self.terminal(s) else ()

    def buttons(self, s: Any) -> dict[str, str]:
        """What a pawn may become, where one stands before the last rank."""
        pawn, before_last = "Pp"[s.turn], (self.ranks[-2], self.ranks[1])[s.turn]
        cells = zip(self.board.names, self.contents(s), strict=True)
        if not any(name[1:] == before_last and self.write_cell(content) == pawn for name, content in cells):
            return {}
        names = {kind.symbol: kind.name.split()[-1] for kind in self.pieces}
        return {f"={letter}": names[letter] for letter in self.promotions}


def kept_rights(homes: Sequence[tuple[int, int]], cells: int) -> NDArray[np.int64]:
    """int64 (cells,): the castling rights that survive a move from or to a square."""
    table = np.full(cells, (1 << len(homes)) - 1, np.int64)
    for right, (king, rook) in enumerate(homes):
        table[[king, rook]] -= 1 << right
    return table
