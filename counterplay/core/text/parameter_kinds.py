"""What a parameter takes, whether a program gives it as a value or a person as text: each bound is written once, here."""

from __future__ import annotations

import numbers
import sys
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from counterplay.core.errors import BadParameter
from counterplay.core.files.user_file import quoted

DIGITS = 18  # of a whole number: it fits into 64 bits


@dataclass(frozen=True)
class Kind:
    """One kind of parameter."""

    wanted: str  # in words, for the error
    accepts: Callable[[Any], bool]
    plain: Callable[[Any], Any] = lambda value: value  # what is accepted, as a plain type of Python (NumPy has others)
    # From a text, with a ValueError or KeyError where it says something else; None where no text can say it.
    parse: Callable[[str], Any] | None = None

    def read(self, text: str) -> Any:
        """What a text stands for; ValueError or KeyError where it is something else."""
        if self.parse is None:
            raise ValueError(text)
        value = self.parse(text)
        if not self.accepts(value):
            raise ValueError(text)
        return value

    def check(self, name: str, value: Any) -> Any:
        """The value, or a sentence that names the parameter."""
        if not self.accepts(value):
            raise BadParameter(f"{name} must be {self.wanted}, not {shown(value)}")
        return self.plain(value)

    @property
    def optional(self) -> Kind:
        """The same kind, where None stands for leaving the parameter out."""
        return replace(
            self,
            accepts=lambda value: value is None or self.accepts(value),
            plain=lambda value: None if value is None else self.plain(value),
        )

    def or_word(self, word: str, stands_for: Any) -> Kind:
        """The same kind, where one word may be written instead of a value."""
        parse = self.parse
        return replace(
            self,
            wanted=f"{self.wanted} or '{word}'",
            accepts=lambda value: (isinstance(value, str) and value == word) or self.accepts(value),
            plain=lambda value: stands_for if isinstance(value, str) and value == word else self.plain(value),
            parse=None if parse is None else lambda text: stands_for if text == word else parse(text),
        )


def shown(value: object) -> str:
    """A value as an error repeats it, shortened; Python itself refuses to write a number of thousands of digits."""
    try:
        return quoted(repr(value))
    except ValueError:
        return "a number of thousands of digits"


def is_whole(value: object) -> bool:
    """Whether a value is a whole number, of Python or of NumPy; True and False are not."""
    return isinstance(value, numbers.Integral) and not isinstance(value, bool)


def is_number(value: object) -> bool:
    """Whether a value is a number, of any size, and not nan, which is neither above nor below anything."""
    return isinstance(value, numbers.Real) and not isinstance(value, bool) and (value >= 0 or value < 0)  # type: ignore[operator]


def whole(least: int, most: int) -> Kind:
    """A whole number within bounds."""
    return Kind(f"a whole number from {least:,} to {most:,}", lambda v: is_whole(v) and least <= v <= most, int, int)


def number(least: float, most: float) -> Kind:
    """A number within bounds."""
    return Kind(f"a number from {least:,g} to {most:,.0f}", lambda v: is_number(v) and least <= v <= most, float, float)


def instance(cls: type, wanted: str) -> Kind:
    """An object of a class, which no text can name."""
    return Kind(wanted, lambda value: isinstance(value, cls))


def _are_names(value: object) -> bool:
    return isinstance(value, Collection) and all(isinstance(name, str) for name in value)


WHOLE = Kind(f"a whole number of at most {DIGITS} digits", lambda v: is_whole(v) and abs(v) < 10**DIGITS, int, int)
NUMBER = Kind("a number", lambda v: is_number(v) and abs(v) <= sys.float_info.max, float, float)
WORD = Kind("a word", lambda value: isinstance(value, str), parse=str)
YES_NO = Kind("yes or no", lambda value: isinstance(value, bool | np.bool_), bool, {"yes": True, "no": False}.__getitem__)
NAMES = Kind("names joined by +, or none", _are_names, parse=lambda text: [] if text == "none" else text.split("+"))
ANYTHING = Kind("anything", lambda value: True)
