"""How chess is written and drawn: Forsyth-Edwards notation for positions, algebraic and UCI notation for moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from counterplay.boards import CellField, LettersField, NumberField
from counterplay.boards.notation.algebraic_notation import AlgebraicNotation
from counterplay.boards.pieces.chess_pieces import COLOURS, LETTERS, NAMES, WHITE, chess_pieces
from counterplay.boards.sets.eight_by_eight import RANK_2, RANK_7
from counterplay.games.chess_like.chess.chess_board import (
    CASTLING_HOMES,
    LAST_RANKS,
    NO_SQUARE,
    State,
    attackers,
    kind_at,
    kinds_of,
    king_square,
    pieces_of,
    with_derived,
)
from counterplay.gears.bits import EMPTY, bit, cells, has, popcount

MOST_COUNTED = 9999  # of the two counters of a position


class ChessText(AlgebraicNotation):
    """The part of `chess` that people read."""

    player_names = COLOURS
    pieces = chess_pieces()
    counts_empty = True
    side_symbols = "wb"
    extra_fields = (
        LettersField("castling", "castling rights", "".join(CASTLING_HOMES)),
        CellField("en_passant", "en passant square"),
        NumberField("halfmoves", "half-move clock", MOST_COUNTED),
        NumberField("fullmoves", "move number", MOST_COUNTED),
    )
    optional_fields = 2
    board_material = "wood"

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

    def problem(self, s: State) -> str:
        for colour, pieces in zip(COLOURS, (s.white, s.black), strict=True):
            pawns, knights, bishops, rooks, queens, kings = (popcount(kind & pieces) for kind in kinds_of(s))
            if kings != 1:
                return f"{colour} has {kings} kings instead of one"
            if pawns + sum(max(0, count - 2) for count in (knights, bishops, rooks)) + max(0, queens - 1) > 8:
                return f"{colour} has more pieces than eight pawns and their promotions allow"
        if s.pawns & LAST_RANKS:
            return "a pawn stands on the first or last rank"
        if attackers(s, king_square(s, 1 - s.turn), s.turn, s.white | s.black) != EMPTY:
            return f"{COLOURS[1 - s.turn]} is in check although it is {COLOURS[s.turn]}'s turn"
        return self._castling_problem(s) or self._en_passant_problem(s)

    def _castling_problem(self, s: State) -> str:
        symbols = [self.write_cell(content) for content in self.contents(s)]
        for i, (right, (king, rook)) in enumerate(CASTLING_HOMES.items()):
            white = right.isupper()
            if s.castling >> i & 1 and (symbols[king], symbols[rook]) != (("K", "R") if white else ("k", "r")):
                homes = f"{self.board.names[king]} and {self.board.names[rook]}"
                return f"the castling right '{right}' needs king and rook on {homes}"
        return ""

    def _en_passant_problem(self, s: State) -> str:
        if s.en_passant == NO_SQUARE:
            return ""
        rank, ahead = (6, -8) if s.turn == WHITE else (3, 8)
        if s.en_passant // 8 + 1 != rank:
            return f"the en passant square is {self.board.names[s.en_passant]}; it must be one of a{rank} to h{rank}, or -"
        passed = bit(s.en_passant) | bit(s.en_passant - ahead)
        if (passed & (s.white | s.black)) != EMPTY or not has(s.pawns & pieces_of(s, 1 - s.turn), s.en_passant + ahead):
            return f"no pawn can just have passed over {self.board.names[s.en_passant]}"
        return ""

    # --- moves ---
    def action_cells(self, s: State, a: int) -> Sequence[int]:
        return int(a) & 63, (int(a) >> 6) & 63

    def action_sign(self, s: State, a: int) -> str:
        origin, target = self.action_cells(s, a)
        passing = self.letter_at(s, origin) == "P" and target == s.en_passant
        return "x" if passing or has(s.white | s.black, target) else "-"

    def letter_at(self, s: State, cell: int) -> str:
        return LETTERS[kind_at(s, cell)]

    def promotion(self, a: int) -> str:
        return LETTERS[a >> 12] if a >> 12 else ""

    def castling_name(self, s: State, a: int) -> str:
        origin, target = self.action_cells(s, a)
        if self.letter_at(s, origin) != "K" or abs(target - origin) != 2:
            return ""
        return "O-O" if target > origin else "O-O-O"

    def rivals(self, s: State, a: int) -> list[int]:
        """As `AlgebraicNotation` says, without a list of the legal moves where no other piece attacks the square."""
        origin, target = self.action_cells(s, a)
        able = attackers(s, target, s.turn, s.white | s.black) & ~bit(origin)
        alike = any(kind_at(s, square) == kind_at(s, origin) for square in cells(able))
        return super().rivals(s, a) if alike else []

    def uci(self, a: int) -> str:
        """A move as engines write it: 'e2e4', 'e7e8q'."""
        return self.board.names[a & 63] + self.board.names[(a >> 6) & 63] + self.promotion(a).lower()

    # --- the picture ---
    def marked(self, s: State) -> Sequence[int]:
        return (king_square(s, s.turn),) if s.checkers != EMPTY else ()

    def notes(self, s: State) -> Sequence[str]:
        return ("Check.",) if s.checkers != EMPTY and not self.terminal(s) else ()

    def buttons(self, s: State) -> dict[str, str]:
        """What a pawn may become, where one stands before the last rank."""
        waiting = s.pawns & pieces_of(s, s.turn) & (RANK_7, RANK_2)[s.turn]
        return {f"={letter}": NAMES[LETTERS.index(letter)] for letter in self.promotions} if waiting else {}
