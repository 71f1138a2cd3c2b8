"""The optional methods a search relies on: evaluate, noisy, order, candidates, random actions and skip."""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable
from contextlib import suppress

import numpy as np

from counterplay.check.checks.ending_check import refuse_nan
from counterplay.check.inspection import Broken, Inspection, Visit
from counterplay.check.state_copies import is_number, misfit, short
from counterplay.core import CHANCE, overrides
from counterplay.gears import rng

POSITIONS = 500
ACTIONS = 5  # tried in each position
SUM_TOLERANCE = 1e-6  # of estimates, relative to the range


def check_estimates(inspection: Inspection) -> str:
    """Evaluate gives every player a number in utility_range; for two players of a zero-sum game they are opposite."""
    game = inspection.game
    count = 0
    for visit in inspection.sample(POSITIONS, lambda v: not v.terminal):
        with suppress(Broken):
            estimates = [_estimate(inspection, visit, p) for p in range(game.players)]
            span = game.utility_range[1] - game.utility_range[0]
            if game.zero_sum and game.players == 2 and abs(sum(estimates)) > SUM_TOLERANCE * span:
                inspection.add(
                    "evaluate-not-zero-sum",
                    "evaluate",
                    f"gives the players {estimates} in {inspection.show(visit.state)}; expected "
                    "opposite numbers, since zero_sum is declared: negamax and minimax would not agree",
                )
            count += 1
    return f"the estimates of {count} positions lie within {game.utility_range}"


def _estimate(inspection: Inspection, visit: Visit, p: int) -> float:
    s = visit.state
    answer = inspection.ask("evaluate", s, p)
    low, high = inspection.game.utility_range
    refuse_nan(inspection, "evaluate", s, p, answer)
    if not (is_number(answer) and low <= answer <= high):
        raise inspection.broken(
            "evaluate-range",
            "evaluate",
            f"returned {short(answer)} in {inspection.show(s)} for player {p}; expected a number "
            f"within utility_range, {low:g} to {high:g}",
        )
    return float(answer)


def check_ordering(inspection: Inspection) -> str:
    """Noisy and order answer for every action with a truth value and a number."""
    count = 0
    for visit in inspection.sample(POSITIONS, lambda v: not v.terminal and v.player != CHANCE):
        for a in inspection.some(visit.choices, ACTIONS):
            with suppress(Broken):
                _hints(inspection, visit, a)
                count += 1
    return f"noisy and order answer for {count} actions"


def check_structure(inspection: Inspection) -> str:
    """Where the game tells of parts of its states, each is a whole number of at most 64 bits."""
    count, parts = 0, inspection.game.structure_parts
    for visit in inspection.sample(POSITIONS if parts else 0, lambda v: not v.terminal):
        with suppress(Broken):
            for part in range(parts):
                found = inspection.ask("structure", visit.state, part)
                if not isinstance(found, numbers.Integral) or not -(2**63) <= int(found) < 2**64:
                    shown = f"returned {short(found)} in {inspection.show(visit.state)} for part {part}"
                    raise inspection.broken("wrong-type", "structure", f"{shown}; expected an integer of 64 bits")
            count += 1
    return f"structure answers for {parts} parts of {count} positions" if parts else ""


def _hints(inspection: Inspection, visit: Visit, a: int) -> None:
    s = visit.state
    noisy, order = inspection.ask("noisy", s, a), inspection.ask("order", s, a)
    if not isinstance(noisy, bool | np.bool_ | numbers.Integral):
        raise inspection.broken(
            "wrong-type",
            "noisy",
            f"returned {short(noisy)} in {inspection.show(s)} with {inspection.show_action(s, a)}; expected True or False",
        )
    if not is_number(order) or math.isnan(order):
        raise inspection.broken(
            "wrong-type",
            "order",
            f"returned {short(order)} in {inspection.show(s)} with {inspection.show_action(s, a)}; expected a number",
        )
    if overrides(inspection.game, "exchange"):
        gain = inspection.ask("exchange", s, a)
        if not is_number(gain) or math.isnan(gain):
            raise inspection.broken(
                "wrong-type",
                "exchange",
                f"returned {short(gain)} in {inspection.show(s)} with {inspection.show_action(s, a)}; expected a number",
            )


def check_candidates(inspection: Inspection) -> str:
    """Where has_candidates is set, candidates are some of the actions, each once."""
    if not inspection.game.has_candidates:
        return ""

    def compare(visit: Visit) -> str:
        found = [int(a) for a in inspection.ask_list("candidates", visit.state)]
        if found and set(found) <= set(visit.choices) and len(set(found)) == len(found):
            return ""
        offered = f"where actions offers {list(visit.choices)[:20]}; expected at least one of these, each once"
        return f"names {found[:20]} in {inspection.show(visit.state)}, {offered}"

    return f"candidates names legal actions in {_compared(inspection, 'candidates', compare)} positions"


def check_noisy_actions(inspection: Inspection) -> str:
    """Where the game lists its noisy actions, they are those that noisy calls so, each once."""
    if not overrides(inspection.game, "noisy_actions"):
        return ""

    def compare(visit: Visit) -> str:
        found = [int(a) for a in inspection.ask_list("noisy_actions", visit.state)]
        expected = [a for a in visit.choices if inspection.ask("noisy", visit.state, a)]
        if sorted(found) == sorted(expected):
            return ""
        named = f"where noisy names {expected[:20]}; expected the same, each once"
        return f"names {found[:20]} in {inspection.show(visit.state)}, {named}"

    return f"noisy_actions and noisy agree in {_compared(inspection, 'noisy_actions', compare)} positions"


def check_harmless(inspection: Inspection) -> str:
    """Where the game calls actions harmless, they neither win nor leave a threat."""
    if not overrides(inspection.game, "harmless"):
        return ""
    best = inspection.game.utility_range[1]

    def compare(visit: Visit) -> str:
        for a in visit.choices:
            if not inspection.ask("harmless", visit.state, a):
                continue
            after, calls = inspection.ask("result", visit.state, a), f"calls {inspection.show_action(visit.state, a)} harmless"
            if inspection.ask("terminal", after):
                if inspection.ask("utility", after, visit.player) >= best:
                    return f"{calls} in {inspection.show(visit.state)}, where it wins; expected False"
            elif inspection.ask("threatened", after):
                return f"{calls} in {inspection.show(visit.state)}, where it leaves a threat; expected False"
        return ""

    return f"harmless actions neither win nor threaten in {_compared(inspection, 'harmless', compare)} positions"


def check_bounds(inspection: Inspection) -> str:
    """Where the game says what is certain, it is a pair in order, and no action that ends the game gives more than the most."""
    game = inspection.game
    if not overrides(game, "value_bounds"):
        return ""

    def compare(visit: Visit) -> str:
        found = inspection.ask("value_bounds", visit.state)
        shown = f"returned {short(found)} in {inspection.show(visit.state)}"
        if not (isinstance(found, tuple) and len(found) == 2 and all(map(is_number, found)) and found[0] <= found[1]):
            return f"{shown}; expected a pair of numbers, the least first"
        after = [inspection.ask("result", visit.state, a) for a in visit.choices]
        ends = [float(inspection.ask("utility", s, visit.player)) for s in after if inspection.ask("terminal", s)]
        if ends and max(ends) > found[1]:
            return f"{shown}, where an action ends the game with {max(ends):g}; expected at least that as the most"
        if len(ends) == len(after) and max(ends) < found[0]:
            return f"{shown}, where every action ends the game, with {max(ends):g} at best; expected no more as the least"
        return ""

    return f"value_bounds keeps what ends of the game say in {_compared(inspection, 'value_bounds', compare)} positions"


def check_random_actions(inspection: Inspection) -> str:
    """Where the game draws its own random actions, they are legal."""
    return "; ".join(filter(None, (_check_drawn(inspection, method) for method in ("random_action", "playout_action"))))


def _check_drawn(inspection: Inspection, method: str) -> str:
    if not overrides(inspection.game, method):
        return ""
    generator = rng.seeded(0)

    def compare(visit: Visit) -> str:
        drawn = inspection.ask(method, visit.state, generator)
        if drawn in visit.choices:
            return ""
        offered = f"where actions offers {list(visit.choices)[:20]}; expected one of these"
        return f"draws {short(drawn)} in {inspection.show(visit.state)}, {offered}"

    return f"{method} draws legal actions in {_compared(inspection, method, compare)} positions"


def _compared(inspection: Inspection, method: str, compare: Callable[[Visit], str]) -> int:
    """Report what a comparison says about a method where players decide; how many positions were compared."""
    count = 0
    for visit in inspection.sample(POSITIONS, lambda v: not v.terminal and v.player != CHANCE):
        with suppress(Broken):
            if fault := compare(visit):
                inspection.add(method.replace("_", "-"), method, fault)
            count += 1
    return count


def check_skips(inspection: Inspection) -> str:
    """Where can_skip is set, skip gives a state of the right form in which somebody else decides, wherever it may be used."""
    if not inspection.game.can_skip:
        return ""
    count = 0
    for visit in inspection.sample(POSITIONS, lambda v: not v.terminal and v.player != CHANCE):
        with suppress(Broken):
            s = visit.state
            if not inspection.ask("may_skip", s) or inspection.ask("threatened", s):
                continue
            skipped = inspection.ask("skip", s)
            wrong = misfit(inspection.start, skipped)
            if wrong:
                raise inspection.broken(
                    "field-type",
                    "skip",
                    f"gave a state of another form in {inspection.show(s)}: {wrong}",
                )
            if inspection.ask("player", skipped) == visit.player:
                inspection.add(
                    "skip-keeps-turn",
                    "skip",
                    f"leaves player {visit.player} to move in {inspection.show(s)}; expected another's turn",
                )
            count += 1
    return f"skip passes the turn in {count} positions"
