"""Both gears side by side: whatever the interpreted gear answers, the compiled one must answer too."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from contextlib import suppress
from inspect import isgeneratorfunction
from typing import Any

import numpy as np

from counterplay.check.inspection import Broken, Inspection, Visit
from counterplay.check.state_copies import has_arrays, misfit, same, short
from counterplay.core import CHANCE, CannotCompile, overrides, states_equal
from counterplay.gears import kernel
from counterplay.gears.entry.method_calls import (
    bounds_of,
    candidates_of,
    estimate_of,
    facts_of,
    hints_of,
    outcomes_of,
    result_of,
    skipped_of,
    threatened_of,
    utility_of,
)
from counterplay.gears.gear_choice import is_interpreting
from counterplay.gears.identity.code_digest import reached_from

POSITIONS = 5000
SECONDS = 8.0  # only slow games reach it
ACTIONS = 4  # tried in each position
TOLERANCE = 1e-9  # of floats: the two gears may round a sum differently
MASK = 0xFFFF_FFFF_FFFF_FFFF
LEAK_CALLS = 32

# After these, native code may loop for ever, or read and write where it must not.
UNSAFE = ("raised", "hung", "illegal-action", "endless-actions", "yield-over-array", "wrong-type", "action-type")


@kernel
def initial_of(game: Any) -> Any:
    """Game.initial."""
    return game.initial()


@kernel
def asked(game: Any, s: Any, a: int) -> float:
    """Every method that a search calls, once, with the state handed over as Numba does it in a kernel."""
    listed = 0
    for _ in game.actions(s):
        listed += 1
    after = game.result(s, a)
    return listed + float(game.evaluate(s, 0)) + int(game.terminal(after)) + int(game.player(after))


def check_gears(inspection: Inspection) -> str:
    """Compare the compiled gear with the interpreted one on every visited position."""
    if is_interpreting():
        inspection.skipped.append("gears: not compared, since everything is to stay in the interpreted gear")
        return ""
    unsafe = sorted({f.fault for f in inspection.findings} & set(UNSAFE))
    if unsafe:
        inspection.skipped.append(f"gears: not compared before these faults are mended: {', '.join(unsafe)}")
        return ""
    compared = 0
    try:
        compare_initial(inspection)
        compile_all(inspection)
        for visit in inspection.sample(POSITIONS, seconds=SECONDS):
            with suppress(Broken):
                compare(inspection, visit)
                compared += 1
        check_leaks(inspection)
    except CannotCompile as reason:
        inspection.interpreted_only = str(reason)
        inspection.skipped.append("gears: the game cannot be compiled, so there is nothing to compare")
        return ""
    return f"both gears gave the same answers in {compared} positions"


def compile_all(inspection: Inspection) -> None:
    """One position of each kind, so that no compilation counts as time of the comparison."""
    visits = inspection.distinct()
    for kind in (lambda v: v.terminal, lambda v: v.player == CHANCE, lambda v: not v.terminal and v.player != CHANCE):
        with suppress(Broken, StopIteration):
            compare(inspection, next(filter(kind, visits)))


def compare_initial(inspection: Inspection) -> None:
    """The first state."""
    with suppress(Broken):
        _expect_state(inspection, "initial", (), inspection.start, _compiled(inspection, initial_of.compiled, "initial"))


def compare(inspection: Inspection, visit: Visit) -> None:
    """All questions about one position, to both gears."""
    game, s = inspection.game, visit.state
    ended, player, key = _compiled(inspection, facts_of.compiled, "terminal", s)
    _expect(inspection, "terminal", (s,), visit.terminal, bool(ended))
    _expect(inspection, "player", (s,), visit.player, int(player))
    if not visit.terminal:
        _expect(inspection, "key", (s,), int(inspection.ask("key", s)) & MASK, int(key) & MASK)
    worth, worth_of = ("utility", utility_of) if visit.terminal else ("evaluate", estimate_of)
    for p in range(game.players):
        expected = float(inspection.ask(worth, s, p))
        if game.utility_range[0] <= expected <= game.utility_range[1]:  # what is not, is reported elsewhere
            _expect(inspection, worth, (s, p), expected, _compiled(inspection, worth_of.compiled, worth, s, p))
    if visit.terminal:
        return
    if len(visit.choices) > game.max_actions:
        return  # reported elsewhere
    compare_choices(inspection, visit)
    for a in inspection.some(visit.choices, ACTIONS):
        compare_action(inspection, visit, a)
    if visit.player != CHANCE:
        compare_threats(inspection, s)
    if game.has_candidates and visit.player != CHANCE:
        found = _compiled(inspection, candidates_of.compiled, "candidates", s)
        _expect(inspection, "candidates", (s,), [int(a) for a in inspection.ask_list("candidates", s)], found)
    if overrides(game, "value_bounds") and visit.player != CHANCE:
        least, most = _compiled(inspection, bounds_of.compiled, "value_bounds", s)
        for expected, found in zip(inspection.ask("value_bounds", s), (least, most), strict=True):
            _expect(inspection, "value_bounds", (s,), float(expected), found)


def compare_choices(inspection: Inspection, visit: Visit) -> None:
    """Actions with their hints, or outcomes and their probabilities, in the same order."""
    s = visit.state
    if visit.player == CHANCE:
        pairs = _compiled(inspection, outcomes_of.compiled, "outcomes", s)
        _expect(inspection, "outcomes", (s,), list(visit.choices), [a for a, _ in pairs])
        for (a, p), (_, q) in zip(inspection.ask_list("outcomes", s), pairs, strict=False):
            _expect(inspection, "outcomes", (s, a), float(p), q)
        return
    hints = _compiled(inspection, hints_of.compiled, "actions", s)
    _expect(inspection, "actions", (s,), list(visit.choices), [a for a, _, _ in hints])
    chosen = set(inspection.some(visit.choices, ACTIONS))
    for a, noisy, order in (hint for hint in hints if hint[0] in chosen):
        _expect(inspection, "noisy", (s, a), bool(inspection.ask("noisy", s, a)), noisy)
        _expect(inspection, "order", (s, a), float(inspection.ask("order", s, a)), order)


def compare_threats(inspection: Inspection, s: Any) -> None:
    """Threats, and where the turn may be skipped, what that leads to."""
    threatened = _compiled(inspection, threatened_of.compiled, "threatened", s)
    _expect(inspection, "threatened", (s,), bool(inspection.ask("threatened", s)), threatened)
    if inspection.game.can_skip and not threatened:
        skipped = _compiled(inspection, skipped_of.compiled, "skip", s)
        allowed = bool(inspection.ask("may_skip", s))
        _expect(inspection, "may_skip", (s,), allowed, skipped is not None)
        if allowed and skipped is not None:
            _expect_state(inspection, "skip", (s,), inspection.ask("skip", s), skipped)


def compare_action(inspection: Inspection, visit: Visit, a: int) -> None:
    """The result of one action, and the hints about it."""
    s = visit.state
    following = inspection.ask("result", s, a, fault="illegal-action")
    _expect_state(inspection, "result", (s, a), following, _compiled(inspection, result_of.compiled, "result", s, a))


def check_leaks(inspection: Inspection) -> None:
    """Native code lets go of the arrays of a state: a generator somewhere in the rules would keep one for every call."""
    if not has_arrays(inspection.start) or not any(map(isgeneratorfunction, reached_from(asked, inspection.game))):
        return  # without a generator nothing is kept, and the kernel need not be compiled
    for visit in inspection.sample(5, lambda v: not v.terminal and v.player != CHANCE):
        s, a = visit.state, visit.choices[0]
        before = _references(s)
        for _ in range(LEAK_CALLS):
            asked.compiled(inspection.game, s, a)
        if _references(s) >= before + LEAK_CALLS:
            inspection.add(
                "gears-leak",
                "actions",
                f"or another method keeps, when compiled, an array of the state at every call, as in {inspection.show(s)}; "
                "expected no generator over an array in the rules: return an array instead",
            )
            return


def _references(s: Any) -> int:
    return sum(sys.getrefcount(field) for field in s if isinstance(field, np.ndarray))


def _compiled(inspection: Inspection, call: Callable[..., Any], method: str, *arguments: Any) -> Any:
    """Ask the compiled gear; an exception of its own is a disagreement."""
    told = tuple(argument for argument in arguments if not isinstance(argument, np.ndarray))
    with inspection.patience():
        return inspection.guard(method, lambda: call(inspection.game, *arguments), told, "gears-disagree", (CannotCompile,))


def _expect(inspection: Inspection, method: str, arguments: tuple[Any, ...], interpreted: Any, compiled: Any) -> None:
    if isinstance(interpreted, float):
        close = math.isclose(interpreted, compiled, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
        alike = close or (math.isnan(interpreted) and math.isnan(compiled))
    else:
        alike = interpreted == compiled
    if not alike:
        _disagree(inspection, method, arguments, short(interpreted), short(compiled))


def _expect_state(inspection: Inspection, method: str, arguments: tuple[Any, ...], interpreted: Any, compiled: Any) -> None:
    alike = states_equal(interpreted, compiled) or same(interpreted, compiled)  # same: a field may be nan in both
    if misfit(inspection.start, compiled) or not alike:
        _disagree(inspection, method, arguments, inspection.show(interpreted), inspection.show(compiled))


def _disagree(inspection: Inspection, method: str, arguments: tuple[Any, ...], interpreted: str, compiled: str) -> None:
    where = inspection.place(method, arguments)
    inspection.add(
        "gears-disagree",
        method,
        f"gives {interpreted} interpreted and {compiled} compiled{where}; expected the same from both gears",
    )
