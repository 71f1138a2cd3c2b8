"""The pieces of chess, as its relatives have them, too: kinds by number, letters, names and glyphs."""

from __future__ import annotations

from counterplay.boards.pieces.piece_kind import PieceKind

WHITE, BLACK = 0, 1
COLOURS = ("White", "Black")
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, NO_PIECE = range(7)
LETTERS = "PNBRQK"  # by kind
NAMES = ("pawn", "knight", "bishop", "rook", "queen", "king")
GLYPHS = ("♙♘♗♖♕♔", "♟♞♝♜♛♚")  # by colour and kind


def chess_pieces(**others: str) -> tuple[PieceKind, ...]:
    """For `pieces`: White's by kind, in capital letters, then Black's, in small ones.

    others are what a relative of chess has besides, by their letters: the names of figures, as in ``C="champion"``.
    """
    return tuple(
        PieceKind(letter if colour == WHITE else letter.lower(), colour, f"{COLOURS[colour].lower()} {name}", "glyph", glyph)
        for colour in (WHITE, BLACK)
        for letter, name, glyph in (
            *zip(LETTERS, NAMES, GLYPHS[colour], strict=True),
            *((letter, figure, figure) for letter, figure in others.items()),
        )
    )
