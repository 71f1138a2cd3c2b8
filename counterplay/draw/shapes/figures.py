"""Outlines of figures on a square of 100 x 100: drawn here, so that boards look alike whatever fonts a reader has."""

from __future__ import annotations

from counterplay.draw.svg_drawing.svg_parts import ring_points

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


PAWN = (
    "M50 10A15 15 0 0 1 59 37Q66 39 66 45H59Q60 66 72 76Q78 80 78 90H22Q22 80 28 76"
    "Q40 66 41 45H34Q34 39 41 37A15 15 0 0 1 50 10Z"
)
MEEPLE = (
    "M50 8A14 14 0 0 1 63 28L88 40Q94 46 88 52L68 54L82 86Q82 92 76 92H58L50 74L42 92H24"
    "Q18 92 18 86L32 54L12 52Q6 46 12 40L37 28A14 14 0 0 1 50 8Z"
)
WEDGE = "M50 5L77 17L90 95H10L23 17Z"  # shogi's slab, pointing up

_FACE = "M50 70V75M50 75Q44 80 39 76M50 75Q56 80 61 76"  # from the nose down: mouth and chin
_EYES = "M38 51V56M62 51V56"
_NOSE = "M44 63H56L50 70Z"


def _mane() -> str:
    """Twelve locks around a head."""
    points = ring_points(50, 50, 35, 12)
    return f"M{points[0][0]:.1f} {points[0][1]:.1f}" + "".join(
        f"A11 11 0 0 1 {x:.1f} {y:.1f}" for x, y in (*points[1:], points[0])
    )


# Other figures by name: the outline, then details. Heads are seen from the front, camel and rat from the side.
NAMED_FIGURES = {
    "elephant": (
        "M34 22Q50 12 66 22Q88 12 94 36Q96 62 78 68Q72 70 69 62Q66 68 59 70Q58 82 64 86Q70 88 72 82L80 84Q79 96 66 95"
        "Q48 93 42 70Q34 68 31 62Q28 70 22 68Q4 62 6 36Q12 12 34 22Z",
        "M34 22Q28 42 31 62M66 22Q72 42 69 62M42 44V49M58 44V49M44 73L57 71M47 81L58 78M36 67Q34 76 28 79",
    ),
    "camel": (
        "M12 32Q11 25 19 23L25 17L28 22Q35 22 36 30L38 46Q42 51 46 44Q51 26 57 41Q61 49 65 41"
        "Q71 26 77 42Q86 50 87 60L90 77L86 77"
        "L84 66L85 91H77L74 70Q62 74 52 70L50 91H42L40 68Q30 64 28 50L26 38Q20 40 14 38Q11 36 12 32Z",
        "M24 28V30M40 68Q46 71 52 70M57 41Q61 52 66 54",
    ),
    "dog": (
        "M34 22Q50 14 66 22Q84 18 90 36Q94 54 84 68Q79 67 77 58Q76 74 66 83Q50 93 34 83Q24 74 23 58Q21 67 16 68Q6 54 10 36"
        "Q16 18 34 22Z",
        f"M34 22Q24 36 23 58M66 22Q76 36 77 58M39 44V50M61 44V50M42 60Q50 56 58 60Q56 69 50 70Q44 69 42 60Z{_FACE}",
    ),
    "cat": (
        "M20 16L38 32Q50 28 62 32L80 16Q88 42 83 60Q76 86 50 87Q24 86 17 60Q12 42 20 16Z",
        f"{_EYES}{_NOSE}{_FACE}M26 64L10 60M26 70L10 73M74 64L90 60M74 70L90 73",
    ),
    "rabbit": (
        "M36 46Q22 8 35 7Q47 8 47 42H53Q53 8 65 7Q78 8 64 46Q80 54 78 70Q74 91 50 91Q26 91 22 70Q20 54 36 46Z",
        "M37 18Q37 30 41 42M63 18Q63 30 59 42M38 60V65M62 60V65M45 71H55L50 76ZM50 76V81M46 81V87H54V81Z",
    ),
    "horse": (CHESS["♞"][0], CHESS["♞"][1]),
    "lion": (
        _mane(),
        f"M50 24Q74 26 74 52Q72 78 50 80Q28 78 26 52Q26 26 50 24Z{_EYES}M43 61H57L50 69Z{_FACE}M32 34L37 39M68 34L63 39",
    ),
    "tiger": (
        "M24 20Q34 12 41 23Q50 20 59 23Q66 12 76 20Q83 29 77 38Q87 56 77 73Q65 88 50 88Q35 88 23 73Q13 56 23 38Q17 29 24 20Z",
        f"M50 22V36M42 24L44 34M58 24L56 34M18 50L30 53M18 61L29 61M82 50L70 53M82 61L71 61"
        f"M24 72L32 69M76 72L68 69{_EYES}{_NOSE}{_FACE}",
    ),
    "leopard": (
        "M22 26Q26 12 40 22Q50 18 60 22Q74 12 78 26Q80 34 76 40Q86 56 76 73Q65 89 50 89Q35 89 24 73Q14 56 24 40Q20 34 22 26Z",
        f"M50 28h.1M41 32h.1M59 32h.1M50 38h.1M27 52h.1M24 61h.1M30 66h.1M73 52h.1M76 61h.1"
        f"M70 66h.1M33 76h.1M67 76h.1{_EYES}{_NOSE}{_FACE}",
    ),
    "wolf": (
        "M19 8L37 29Q50 24 63 29L81 8L85 44L93 60L79 66L64 83L50 93L36 83L21 66L7 60L15 44Z",
        "M32 46L42 52M68 46L58 52M38 62L46 80M62 62L54 80M44 80H56L50 88ZM24 20L32 32M76 20L68 32",
    ),
    "rat": (
        "M6 66Q18 51 32 49A12 12 0 1 1 54 42Q80 42 84 64Q86 78 76 80H28Q12 79 6 66Z",
        "M24 61V63M15 69L5 76M19 72L11 81M40 44A6 6 0 1 1 44 48M82 76Q98 78 95 64Q91 52 97 44M34 80V85M66 80V85",
    ),
    "tafl king": (
        "M46 6H54V14H62V22H54V28Q72 32 72 52L66 78Q76 80 76 91H24Q24 80 34 78L28 52Q28 32 46 28V22H38V14H46Z",
        "M30 60H70M34 78H66M50 37V51M43 44H57",
    ),
    "champion": ("M22 44Q24 12 50 9Q76 12 78 44V72L66 88V54H56V90H44V54H34V88L22 72Z", "M50 9V40M22 44Q50 34 78 44"),
    "wizard": (
        "M52 6L66 62Q86 66 88 76Q50 92 12 76Q14 66 34 62L44 26L36 22Z",
        "M34 62Q50 70 66 62M50 34L52 40L58 40L53 44L55 50L50 46L45 50L47 44L42 40L48 40Z",
    ),
    "rocket": (
        "M50 5Q69 26 66 58L81 76V88L64 78L58 92H42L36 78L19 88V76L34 58Q31 26 50 5Z",
        "M50 32A9 9 0 1 1 49.9 32ZM36 78H64",
    ),
    "flag": ("M24 8H32V92H24ZM32 12H84L72 29L84 46H32Z", ""),
    "bomb": ("M46 34H58L60 40A27 27 0 1 1 40 40Z", "M54 34Q58 18 72 22Q80 24 84 14M34 60Q36 52 43 49"),
    "arrow": ("M50 4L68 34H57V66L66 78V94L50 82L34 94V78L43 66V34H32Z", "M50 66V82"),
}


def chess_figure(symbol: str) -> tuple[str, str] | None:
    """Outline and details of a chess symbol, black or white; the owner decides the colour. None for other text."""
    bare = symbol.replace("\ufe0e", "")  # asks fonts for text rather than emoji
    return CHESS.get(_WHITE_SYMBOLS.get(bare, bare))


def named_figure(name: str) -> tuple[str, str] | None:
    """Outline and details of a chess symbol or of a figure by its name ("elephant"); None for other text."""
    return chess_figure(name) or NAMED_FIGURES.get(name.lower())
