"""The parameters of an agent, written after its name: `depth=6,threads=2`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from counterplay.core import BadParameter, Limit
from counterplay.core.files.user_file import quoted
from counterplay.core.text.parameter_kinds import NUMBER, WHOLE, Kind

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
