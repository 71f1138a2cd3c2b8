"""Whole numbers that people have typed."""

from __future__ import annotations


def whole_number(text: str, most: int) -> int | None:
    """The number from 0 to `most` that a text of digits stands for; None where it is anything else.

    Not by `int` alone: it takes spaces, signs and underscores, and refuses thousands of digits with an exception; nor by
    `isdigit`, which takes ² for a digit, and `int` does not.
    """
    digits = text.strip()
    if not (digits.isascii() and digits.isdecimal()):
        return None
    digits = digits.lstrip("0") or "0"
    return int(digits) if len(digits) <= len(str(most)) and int(digits) <= most else None
