"""How chess is written and drawn: Forsyth-Edwards notation for positions, algebraic and UCI notation for moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from counterplay.boards.bases.chess_game import ChessGame
from counterplay.boards.pieces.chess_pieces import LETTERS, chess_pieces
from counterplay.games.chess_like.chess.chess_board import (
    CASTLING_HOMES,
    State,
    attackers,
    kind_at,
    kinds_of,
    king_square,
    with_derived,
)
from counterplay.gears.bits import EMPTY, bit, cells


class ChessText(ChessGame):
    """The part of `chess` that people read."""

    first_position = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    pieces = chess_pieces()
    castling_homes = CASTLING_HOMES

    # --- positions ---
    def contents(self, s: State) -> Sequence[int]:
        return self.contents_of(kind & colour for colour in (s.white, s.black) for kind in kinds_of(s))

    def assembled(self, contents: Sequence[int], turn: int, extras: dict[str, Any]) -> State:
        kinds = [self.set_of(contents, 1 + kind, 7 + kind) for kind in range(6)]
        colours = [self.set_of(contents, *range(first, first + 6)) for first in (1, 7)]
        castling, passed, halfmoves, fullmoves = (extras[field.field] for field in self.extra_fields)
        return State._make([*kinds, *colours, EMPTY, EMPTY, turn, castling, passed, halfmoves, max(1, fullmoves)])

    def load(self, text: str) -> State:
        """Reads Forsyth-Edwards notation, with or without the two counters."""
        return with_derived(super().load(text))

    def checked(self, s: State, colour: int) -> bool:
        return bool(attackers(s, king_square(s, colour), 1 - colour, s.white | s.black) != EMPTY)

    def king_of(self, s: State, colour: int) -> int:
        return king_square(s, colour)

    # --- moves ---
    def action_cells(self, s: State | None, a: int) -> Sequence[int]:
        return int(a) & 63, (int(a) >> 6) & 63

    def letter_at(self, s: State, cell: int) -> str:
        return LETTERS[kind_at(s, cell)]

    def promotion(self, a: int) -> str:
        return LETTERS[a >> 12] if a >> 12 else ""

    def rivals(self, s: State, a: int) -> list[int]:
        """As `AlgebraicNotation` says, without a list of the legal moves where no other piece attacks the square."""
        origin, target = self.action_cells(s, a)
        able = attackers(s, target, s.turn, s.white | s.black) & ~bit(origin)
        alike = any(kind_at(s, square) == kind_at(s, origin) for square in cells(able))
        return super().rivals(s, a) if alike else []
