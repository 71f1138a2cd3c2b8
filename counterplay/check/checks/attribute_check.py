"""Whether playing leaves the game object as it was: its attributes are constants of the native code."""

from __future__ import annotations

import copy
from typing import Any

from counterplay.check.inspection import Inspection
from counterplay.check.state_copies import same, short
from counterplay.core import Game


def attributes_of(game: Game) -> dict[str, Any]:
    """Copies of the game's own attributes; what cannot be copied is left out."""
    kept: dict[str, Any] = {}
    for attribute, value in vars(game).items():
        if not attribute.startswith("_"):
            try:
                kept[attribute] = copy.deepcopy(value)
            except Exception:
                continue
    return kept


def check_attributes_kept(inspection: Inspection, before: dict[str, Any]) -> None:
    """The attributes are what they were before anything was played."""
    for attribute, value in vars(inspection.game).items():
        if not attribute.startswith("_") and not same(before.get(attribute), value):
            inspection.add(
                "mutated-game",
                attribute,
                f"was {short(before.get(attribute))} before any play and is {short(value)} after it; rules must not change "
                "self, whose attributes compiled code takes for constants: keep what changes in the state",
            )
