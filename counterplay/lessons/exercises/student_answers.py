"""Reading what students write: numbers in many spellings, tuples, and words for what is cut off."""

from __future__ import annotations

import math
import re
from fractions import Fraction

from counterplay.lessons.exercises.exercise_makers import CUT, SEEN

LONGEST_NUMBER = 100  # characters; nobody writes more
TOLERANCE = 0.0051  # a value given to two decimals is right
CUT_WORDS = frozenset({CUT, "cut off", "cutoff", "x", "-", "pruned", "never", "not visited", "unvisited"})
SEEN_WORDS = frozenset({SEEN, "looked at", "visited", "yes", "o"})
_INFINITY = re.compile(r"([+-]?)(inf|infinity|infty|oo|∞)")
_NUMBER = re.compile(r"[+-]?(?:\d{1,15}(?:[.,]\d{0,15})?|[.,]\d{1,15})(?:e[+-]?\d{1,2})?")
_FRACTION = re.compile(r"[+-]?\d{1,15}\s*/\s*\d{1,15}")
_DRESSED = re.compile(r"=\s*(.*)|\((.*)\)|\[(.*)\]")  # = 4, (4), [4]
_SIGN = re.compile(r"^([+-])\s+")


def plain(text: object) -> str:
    """An answer in lower case, without spaces around it, and with an ordinary minus sign."""
    return " ".join(str(text).strip().lower().replace("−", "-").replace("–", "-").split())


def read_number(text: str) -> float | None:
    """3, -2.5, 2,5, +4., (4), 4e0, 7/2, inf, -∞; None for what is no number."""
    word = plain(text)
    if len(word) > LONGEST_NUMBER:
        return None
    while dressed := _DRESSED.fullmatch(word):
        word = next(part for part in dressed.groups() if part is not None).strip()
    word = _SIGN.sub(r"\1", word)
    infinite = _INFINITY.fullmatch(word)
    if infinite:
        return -math.inf if infinite[1] == "-" else math.inf
    if _NUMBER.fullmatch(word):
        return float(word.replace(",", "."))
    if _FRACTION.fullmatch(word):
        above, below = (int(part) for part in word.split("/"))
        return float(Fraction(above, below)) if below else None
    return None


def read_tuple(text: str) -> tuple[float, ...] | None:
    """(1, 2, 3), [1;2;3] or 1 2 3; None for what is no tuple."""
    word = plain(text)
    if word[:1] + word[-1:] in ("()", "[]"):
        word = word[1:-1]
    parts = [part for part in re.split(r"[;,\s]+", word) if part]
    numbers = [read_number(part) for part in parts]
    return None if not parts or None in numbers else tuple(n for n in numbers if n is not None)


def same_number(one: float, other: float) -> bool:
    """Equal, but for rounding to two decimals."""
    return one == other if math.isinf(one) or math.isinf(other) else abs(one - other) < TOLERANCE


def says_cut(text: str) -> bool:
    """Whether an answer claims that something is never looked at."""
    return plain(text) in CUT_WORDS


def says_seen(text: str) -> bool:
    """Whether an answer claims that something is looked at."""
    return plain(text) in SEEN_WORDS
