"""What a learner is shown of a state: planes of one shape in every position."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from counterplay.boards.sets.board_planes import plane_array
from counterplay.check.inspection import Broken, Inspection
from counterplay.core import CHANCE, overrides

POSITIONS = 100


def check_planes(inspection: Inspection) -> str:
    """Where the game shows planes of its own, they have the same shape in every position."""
    if not overrides(inspection.game, "planes"):
        return ""
    count, first = 0, None
    for visit in inspection.sample(POSITIONS, lambda v: not v.terminal and v.player != CHANCE):
        with suppress(Broken):
            shown = partial(plane_array, inspection.game, inspection.ask("planes", visit.state))
            shape = inspection.guard("planes", shown, (visit.state,)).shape
            first = first or shape
            if shape != first:
                found = f"has the shape {shape} in {inspection.show(visit.state)} and {first} elsewhere"
                raise inspection.broken("wrong-type", "planes", f"{found}; expected one shape")
            count += 1
    return f"planes have one shape in {count} positions"
