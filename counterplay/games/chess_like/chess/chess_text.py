"""How chess is written and drawn: Forsyth-Edwards notation for positions, algebraic and UCI notation for moves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from counterplay.boards.bases.chess_game import ChessGame
from counterplay.boards.pieces.chess_pieces import LETTERS, PAWN, WHITE, chess_pieces
from counterplay.games.chess_like.chess.chess_board import (
    CASTLING_HOMES,
    State,
    attackers,
    kind_at,
    kinds_of,
    king_square,
    pieces_of,
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

    def parse_action(self, s: State, text: str) -> int:
        """As `AlgebraicNotation` says; a plain name that only one piece fits needs no list of all legal moves."""
        move = self._pattern.fullmatch(text.strip().rstrip("+#!?"))
        if move is not None and move["target"] and not self.terminal(s):
            fitting = [a for a in self._moves_onto(s, move) if not self.checked(self.result(s, a), s.turn)]
            if len(fitting) == 1:
                return fitting[0]
        return super().parse_action(s, text)

    def _moves_onto(self, s: State, move: re.Match[str]) -> list[int]:
        """The moves that a name may mean, but for those that leave the king in check; none where that takes a closer look."""
        target, kind = self.board.index(move["target"]), LETTERS.index((move["kind"] or "P").upper())
        own, occupied, last = pieces_of(s, s.turn), s.white | s.black, "81"[s.turn] == move["target"][1]
        promotion = (move["promotion"] or "").upper()
        if (own & bit(target)) != EMPTY or (s.kings & bit(target)) != EMPTY or bool(promotion) != (kind == PAWN and last):
            return []
        origins = list(cells(attackers(s, target, s.turn, occupied) & kinds_of(s)[kind]))
        if kind == PAWN and (occupied & bit(target)) == EMPTY:
            # A name without a file means the step, also where another pawn could capture en passant on that square.
            walkers = self._walkers(s, target, occupied) if move["file"] in (None, move["target"][0]) else []
            origins = walkers or (origins if target == s.en_passant else [])
        names = self.board.names
        fitting = [o for o in origins if move["file"] in (None, names[o][0]) and move["rank"] in (None, names[o][1:])]
        become = LETTERS.index(promotion) << 12 if promotion else 0
        return [origin | target << 6 | become for origin in fitting]

    def _walkers(self, s: State, target: int, occupied: Any) -> list[int]:
        """From where a pawn may step onto an empty square."""
        step = -8 if s.turn == WHITE else 8
        pawns, first = s.pawns & pieces_of(s, s.turn), target + step
        if not 0 <= first < 64:
            return []
        if (pawns & bit(first)) != EMPTY:
            return [first]
        start = first + step
        home = "27"[s.turn] == self.board.names[start][1] if 0 <= start < 64 else False
        return [start] if home and (pawns & bit(start)) != EMPTY and (occupied & bit(first)) == EMPTY else []

    def rivals(self, s: State, a: int) -> list[int]:
        """As `AlgebraicNotation` says, without a list of the legal moves where no other piece attacks the square."""
        origin, target = self.action_cells(s, a)
        able = attackers(s, target, s.turn, s.white | s.black) & ~bit(origin)
        alike = any(kind_at(s, square) == kind_at(s, origin) for square in cells(able))
        return super().rivals(s, a) if alike else []
