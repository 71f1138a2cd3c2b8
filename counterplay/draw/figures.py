"""Outlines of figures on a square of 100 x 100: drawn here, so that boards look alike whatever fonts a reader has."""

from __future__ import annotations

_BASE = "V90H24V82Q24 76 30 75"  # foot of every figure, drawn from its upper right corner to its upper left

# Chess figures by their solid Unicode symbol: the outline, then details in the colour of the outline.
CHESS = {
    "♟": (
        f"M50 20A13 13 0 0 1 58 43Q65 44 65 50H58Q60 65 70 75Q76 76 76 82{_BASE}Q40 65 42 50H35Q35 44 42 43A13 13 0 0 1 50 20Z",
        "",
    ),
    "♜": (
        f"M26 18H38V27H45V18H55V27H62V18H74V36L66 43L68 70L70 75Q76 76 76 82{_BASE}L32 70L34 43L26 36Z",
        "M34 43H66M32 70H68",
    ),
    "♞": (
        f"M70 75Q76 76 76 82{_BASE}C30 62 42 58 45 48C40 53 35 54 31 55L27 62C25 66 19 65 17 61C15 58 16 54 18 51L29 33"
        "C31 29 34 26 37 24L37 12L47 20C66 22 78 42 72 75Z",
        "M36 35L40 33M47 20C44 22 42 24 41 25M57 28C66 36 68 52 66 68M24 56L22 57",
    ),
    "♝": (
        f"M50 8A6 6 0 0 1 54 18Q70 32 66 48Q65 56 60 60L64 70L70 75Q76 76 76 82{_BASE}L36 70L40 60"
        "Q35 56 34 48Q30 32 46 18A6 6 0 0 1 50 8Z",
        "M50 30V46M42 38H58M40 60H60M36 70H64",
    ),
    "♛": (
        f"M50 13A5 5 0 0 1 53 22L62 45L72 25A5 5 0 1 1 77 27L72 60L68 70L70 75Q76 76 76 82{_BASE}L32 70L28 60"
        "L23 27A5 5 0 1 1 28 25L38 45L47 22A5 5 0 0 1 50 13Z",
        "M28 60Q50 53 72 60M32 70Q50 64 68 70",
    ),
    "♚": (
        f"M46 8H54V15H61V22H54V31Q60 33 62 38Q82 32 84 47Q84 56 73 64L70 70V75Q76 76 76 82{_BASE}V70L27 64"
        "Q16 56 16 47Q18 32 38 38Q40 33 46 31V22H39V15H46Z",
        "M50 62Q48 46 38 38M50 62Q52 46 62 38M27 64Q50 56 73 64M30 72Q50 65 70 72",
    ),
}
_WHITE_SYMBOLS = dict(zip("♙♖♘♗♕♔", "♟♜♞♝♛♚", strict=True))

CROWN = "M22 68L18 34L36 50L50 26L64 50L82 34L78 68ZM22 73H78V80H22Z"


def chess_figure(symbol: str) -> tuple[str, str] | None:
    """Outline and details of a chess symbol, black or white; the owner decides the colour. None for other text."""
    bare = symbol.replace("\ufe0e", "")  # asks fonts for text rather than emoji
    return CHESS.get(_WHITE_SYMBOLS.get(bare, bare))
