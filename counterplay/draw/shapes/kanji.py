"""The characters of the pieces of shogi and tori shogi as strokes on a square of 100 x 100.

Few computers outside East Asia have fonts for them.
"""

from __future__ import annotations

import re

_STROKES = {
    "王": "M15 15H85M22 50H78M10 88H90M50 15V88",
    "玉": "M15 15H85M22 50H78M10 88H90M50 15V88M66 63L77 75",
    "飛": "M10 14H60Q62 36 84 44L88 36M66 16L82 12M64 28L82 32M36 26L14 36M10 52H62M26 36V70L10 92"
    "M44 24V92M62 54Q64 82 86 90L90 80"
    "M66 60L84 54M66 72L84 76",
    "角": "M40 5L18 28M36 14H66L56 28M24 28H78V92L68 88M24 28V66L14 94M24 48H78M24 66H78M51 28V90",
    "金": "M50 5L10 42M50 5L90 42M30 42H70M22 60H78M50 42V92M33 70L39 84M67 70L61 84M12 93H88",
    "銀": "M28 6L6 36M28 6L46 30M16 38H40M12 54H42M28 38V88M17 64L20 76M39 62L36 74M6 90L46 84"
    "M54 12H88V52H54M54 31H88M54 12V90L72 80"
    "M88 56L68 68M62 54Q72 80 94 92",
    "桂": "M4 28H42M24 6V94M24 32L4 66M26 36L42 54M50 20H92M71 8V46M46 46H96M52 66H92M71 50V90M46 90H96",
    "香": "M64 6L30 14M10 26H90M50 12V50M46 28L12 52M54 28L88 52M30 56H70V92H30ZM30 74H70",
    "歩": "M50 6V36M50 20H72M28 18V36M10 38H90M50 38V62M34 48L18 64M66 46L82 60M70 62Q54 88 20 94",
    "竜": "M50 4V16M16 18H84M34 22L38 34M66 22L62 34M10 36H90M24 46H76V76H24ZM24 61H76M50 46V86Q50 94 60 94H86L88 82",
    "馬": "M24 8V60M24 8H80M24 26H76M24 43H76M50 8V60M24 60H86Q86 84 76 94L66 88M18 72L10 90"
    "M34 72L37 86M48 72L52 84M62 70L67 80",
    "全": "M50 5L8 45M50 5L92 45M28 48H72M30 68H70M50 48V90M14 92H86",
    "圭": "M20 20H80M50 6V46M12 46H88M20 66H80M50 50V90M8 90H92",
    "杏": "M10 22H90M50 5V50M46 24L12 50M54 24L88 50M28 58H72V92H28Z",
    "と": "M34 10L42 44M80 26Q24 50 24 70Q24 92 84 88",
    "将": "M22 6V94M4 26L14 40M4 62L22 50M52 6L36 26M62 10L48 22M86 6Q76 34 36 44M60 24L66 32"
    "M40 54H94M76 42V92L64 86M50 64L58 76",
}
_STROKES["左"], _STROKES["右"] = (
    "M10 24H90M46 6Q40 50 10 92M36 54H84M60 54V90M28 90H94",
    "M8 26H92M48 6Q38 48 8 80M34 52H82V92H34Z",
)
_STROKES["龍"] = _STROKES["竜"]
# Of these the birds of tori shogi are put together.
_PARTS = {
    "鳥": "M46 3L38 13M22 13V72M22 13H76V43M22 28H76M22 43H76M22 57H90M22 72H86Q86 90 76 97L66 92"
    "M12 80L6 95M28 80L30 92M43 80L46 91M57 79L61 88",
    "隹": "M30 4Q24 26 6 46M24 30V96M56 4L62 20M24 28H90M24 50H86M24 71H86M24 94H94M56 28V94",
    "朋": "M16 8V60Q16 82 6 96M16 8H44V94L36 90M16 34H44M16 60H44M62 8V60Q62 82 52 96M62 8H90V94L82 90M62 34H90M62 60H90",
    "享": "M50 3V14M8 16H92M28 26H72V46H28ZM22 56H74L54 68M52 66V90Q52 98 40 94M8 74H92",
    "矢": "M30 4L12 30M26 22H86M6 50H94M52 22V50Q44 78 8 96M52 54Q64 80 94 96",
    "周": "M18 8V60Q18 82 6 96M18 8H86V96L76 91M32 26H72M52 14V42M28 44H76M36 58H68V82H36Z",
    "冖": "M6 96L8 20H94L90 96",
    "广": "M50 2V12M14 14H96M14 14V56Q14 82 4 98",
    "厂": "M10 8H96M16 8V56Q16 82 4 98M42 18L24 52M35 40V96",
}
_COMPOSED = {  # parts, each with its left and upper edge, and its width and height in a square of 100
    "鵬": (("朋", 0, 0, 50, 100), ("鳥", 50, 0, 50, 100)),
    "鶉": (("享", 0, 0, 50, 100), ("鳥", 50, 0, 50, 100)),
    "鵰": (("周", 0, 0, 50, 100), ("鳥", 50, 0, 50, 100)),
    "鶴": (("冖", 0, 0, 50, 26), ("隹", 2, 14, 48, 84), ("鳥", 50, 0, 50, 100)),
    "雉": (("矢", 0, 0, 46, 100), ("隹", 46, 0, 54, 100)),
    "鷹": (("广", 0, 0, 100, 100), ("隹", 28, 18, 66, 36), ("鳥", 28, 54, 66, 44)),
    "鴈": (("厂", 0, 0, 100, 100), ("鳥", 44, 18, 54, 80)),
}
_STROKES["燕"] = (
    "M8 14H92M32 4V26M68 4V26M32 26H68M38 38H62V58H38ZM24 34V68M8 46H24M6 68L24 62M76 34V60Q76 68 94 64M76 50L92 42"
    "M14 78L8 94M36 78L40 92M58 78L63 92M80 76L90 92"
)
_COMMAND = re.compile(r"([MLHVQZ])([^MLHVQZ]*)")


def kanji_strokes(text: str) -> str:
    """The path of one character, or of two below each other, inside shogi's wedge; nothing for unknown characters."""
    if not text or len(text) > 2 or not all(character in _STROKES for character in text):
        return ""
    if len(text) == 1:
        return _moved(_STROKES[text], 27, 31, 0.46, 0.54)
    return _moved(_STROKES[text[0]], 33, 22, 0.34, 0.32) + _moved(_STROKES[text[1]], 31, 57, 0.38, 0.32)


def _moved(strokes: str, x: float, y: float, across: float, down: float) -> str:
    """The path in a rectangle."""
    parts = []
    for command, numbers in _COMMAND.findall(strokes):
        values = [float(value) for value in numbers.split()]
        if command == "H":
            moved = [x + across * values[0]]
        elif command == "V":
            moved = [y + down * values[0]]
        else:
            moved = [x + across * v if i % 2 == 0 else y + down * v for i, v in enumerate(values)]
        parts.append(command + " ".join(f"{v:.4g}" for v in moved))
    return "".join(parts)


for _character, _parts in _COMPOSED.items():
    _STROKES[_character] = "".join(_moved(_PARTS[part], x, y, wide / 100, high / 100) for part, x, y, wide, high in _parts)
