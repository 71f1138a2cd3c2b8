"""The parameters of an agent, written after its name: `depth=6,threads=2`."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from counterplay.core import BadParameter, Limit
from counterplay.core.limit import MOST_THREADS
from counterplay.core.userfile import quoted

DIGITS = 18  # of a whole number: it fits into 64 bits


class Kind(NamedTuple):
    """What a parameter takes."""

    wanted: str  # in words, for the error
    read: Callable[[str], Any]  # ValueError or KeyError where the text is something else


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


def _whole(text: str) -> int:
    number = int(text)
    if abs(number) >= 10**DIGITS:
        raise ValueError(text)
    return number


def _threads(text: str) -> int:
    number = int(text)
    if not 1 <= number <= MOST_THREADS:
        raise ValueError(text)
    return number


def _names(text: str) -> list[str]:
    return [] if text == "none" else text.split("+")


WHOLE = Kind(f"a whole number of at most {DIGITS} digits", _whole)
THREADS = Kind(f"a whole number from 1 to {MOST_THREADS}", _threads)
NUMBER = Kind("a number", _finite)
WORD = Kind("a word", str)
YES_NO = Kind("yes or no", {"yes": True, "no": False}.__getitem__)
NAMES = Kind("names joined by +, or none", _names)

LIMITS: dict[str, Kind] = {"depth": WHOLE, "nodes": WHOLE, "playouts": WHOLE, "seconds": NUMBER}


def read_parameters(text: str, rest: str, kinds: Mapping[str, Kind]) -> dict[str, Any]:
    """The parameters in `rest`, the part of an agent's whole `text` that lists them."""
    given: dict[str, Any] = {}
    for part in filter(None, (piece.strip() for piece in rest.split(","))):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or key not in kinds:
            takes = f"it takes {', '.join(f'{k}=...' for k in kinds)}" if kinds else "it takes none"
            raise BadParameter(f"agent '{text}': '{part}' is no parameter; {takes}")
        if key in given:
            raise BadParameter(f"agent '{text}': {key} is given twice")
        try:
            given[key] = kinds[key].read(value)
        except (ValueError, KeyError):
            raise BadParameter(f"agent '{text}': {key} must be {kinds[key].wanted}, not '{quoted(value)}'") from None
    return given


def take_limit(given: dict[str, Any]) -> Limit | None:
    """The limit among the parameters, taken out of them; None where there is none."""
    bounds = {name: given.pop(name) for name in list(given) if name in LIMITS}
    return Limit(**bounds) if bounds else None
