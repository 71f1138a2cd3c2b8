"""Terminal states: utilities within their range that add up to zero where declared, and a reason for the end."""

from __future__ import annotations

import math
from contextlib import suppress
from typing import Any

from counterplay.check.inspection import Broken, Inspection, Visit
from counterplay.check.remedies import unreturned
from counterplay.check.state_copies import is_number, short

POSITIONS = 500
SUM_TOLERANCE = 1e-9  # of utilities, relative to the range


def check_utilities(inspection: Inspection) -> str:
    """Every player's utility is a number in range; they sum to zero where that is declared."""
    game = inspection.game
    ends = seen = 0
    for visit in inspection.sample(POSITIONS, lambda v: v.terminal):
        seen += 1
        with suppress(Broken):
            utilities = [_utility(inspection, visit, p) for p in range(game.players)]
            span = game.utility_range[1] - game.utility_range[0]
            if game.zero_sum and abs(math.fsum(utilities)) > SUM_TOLERANCE * span:
                inspection.add(
                    "not-zero-sum",
                    "utility",
                    f"gives {utilities} in {inspection.show(visit.state)}, which sum to "
                    f"{math.fsum(utilities):g}; expected 0, or zero_sum = False on the class",
                )
            ends += 1
    if not seen:
        inspection.skipped.append("utility: no playout came to a terminal state")
    if not ends:
        return ""
    zero = " and sum to zero" if game.zero_sum else ""
    return f"the utilities of {ends} terminal states lie within {game.utility_range}{zero}"


def _utility(inspection: Inspection, visit: Visit, p: int) -> float:
    s = visit.state
    answer = inspection.ask("utility", s, p)
    low, high = inspection.game.utility_range
    if not is_number(answer):
        raise inspection.broken(
            "wrong-type",
            "utility",
            f"returned {short(answer)} in {inspection.show(s)} for player {p}; expected a float{unreturned(answer)}",
        )
    refuse_nan(inspection, "utility", s, p, answer)
    if not low <= answer <= high:
        raise inspection.broken(
            "utility-range",
            "utility",
            f"returned {float(answer):g} in {inspection.show(s)} for player {p}; expected a number "
            f"within utility_range, {low:g} to {high:g}; if utilities are larger, set utility_range on the class",
        )
    return float(answer)


def refuse_nan(inspection: Inspection, method: str, s: Any, p: int, answer: Any) -> None:
    """Nan is neither above nor below anything: no search could choose by it."""
    if is_number(answer) and math.isnan(answer):
        raise inspection.broken(
            "nan",
            method,
            f"returned nan, which is no number, in {inspection.show(s)} for player {p}; expected a number: look for inf - inf, "
            "0 * inf, or a division of zero by zero",
        )


def check_endings(inspection: Inspection) -> str:
    """Every end has a reason in words."""
    ends = 0
    for visit in inspection.sample(POSITIONS, lambda v: v.terminal):
        with suppress(Broken):
            reason = inspection.ask("ending", visit.state)
            if not isinstance(reason, str) or not reason.strip():
                inspection.add(
                    "wrong-type",
                    "ending",
                    f"returned {short(reason)} in {inspection.show(visit.state)}; expected a few words",
                )
            ends += 1
    return f"{ends} terminal states say why they are the end" if ends else ""
