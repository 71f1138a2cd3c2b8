"""Both gears side by side: whatever the interpreted gear answers, the compiled one must answer too."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import numpy as np

from counterplay.check.forms import has_arrays, misfit, same, short
from counterplay.check.inspection import Broken, Inspection, Visit
from counterplay.core import CHANCE, CannotCompile, states_equal
from counterplay.gears import kernel
from counterplay.gears.calls import choices_of, estimate_of, facts_of, hints_of, probabilities_of, result_of, utility_of

POSITIONS = 5000
SECONDS = 8.0  # only slow games reach it
ACTIONS = 4  # tried in each position
ROOM = 1024  # more actions than the interpreted gear found before native code writes beyond its array
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
def candidates_of(game: Any, s: Any, out: Any) -> int:
    """Game.candidates, written into an int64 array; how many there are."""
    n = 0
    for a in game.candidates(s):
        out[n] = a
        n += 1
    return n


@kernel
def threats_of(game: Any, s: Any) -> tuple[bool, bool]:
    """Game.threatened and Game.may_skip."""
    return bool(game.threatened(s)), bool(game.may_skip(s))


@kernel
def skip_of(game: Any, s: Any) -> Any:
    """Game.skip."""
    return game.skip(s)


def check_gears(inspection: Inspection) -> str:
    """Compare the compiled gear with the interpreted one on every visited position."""
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
        inspection.skipped.append(f"gears: {reason}")
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
    _expect(inspection, "key", (s,), int(inspection.ask("key", s)) & MASK, int(key) & MASK)
    worth, worth_of = ("utility", utility_of) if visit.terminal else ("evaluate", estimate_of)
    for p in range(game.players):
        value = _compiled(inspection, worth_of.compiled, worth, s, p)
        _expect(inspection, worth, (s, p), float(inspection.ask(worth, s, p)), value)
    if visit.terminal:
        return
    compare_choices(inspection, visit)
    for a in inspection.some(visit.choices, ACTIONS):
        compare_action(inspection, visit, a)
    if visit.player != CHANCE:
        compare_threats(inspection, s)
    if game.has_candidates and visit.player != CHANCE:
        found = np.zeros(_room(inspection, visit), np.int64)
        n = _compiled(inspection, candidates_of.compiled, "candidates", s, found)
        _expect(inspection, "candidates", (s,), [int(a) for a in inspection.ask_list("candidates", s)], found[:n].tolist())


def compare_choices(inspection: Inspection, visit: Visit) -> None:
    """Actions, or outcomes and their probabilities, in the same order."""
    s = visit.state
    method = "outcomes" if visit.player == CHANCE else "actions"
    found = np.zeros(_room(inspection, visit), np.int64)
    n = _compiled(inspection, choices_of.compiled, method, s, found)
    _expect(inspection, method, (s,), list(visit.choices), found[:n].tolist())
    if visit.player == CHANCE:
        weights = np.zeros(_room(inspection, visit), np.float64)
        n = _compiled(inspection, probabilities_of.compiled, method, s, weights)
        for (a, p), q in zip(inspection.ask_list("outcomes", s), weights[:n].tolist(), strict=False):
            _expect(inspection, method, (s, a), float(p), q)


def compare_threats(inspection: Inspection, s: Any) -> None:
    """Threats, and where the turn may be skipped, what that leads to."""
    threatened, may_skip = _compiled(inspection, threats_of.compiled, "threatened", s)
    _expect(inspection, "threatened", (s,), bool(inspection.ask("threatened", s)), bool(threatened))
    if inspection.game.can_skip:
        _expect(inspection, "may_skip", (s,), bool(inspection.ask("may_skip", s)), bool(may_skip))
        if may_skip and not threatened:
            _expect_state(
                inspection, "skip", (s,), inspection.ask("skip", s), _compiled(inspection, skip_of.compiled, "skip", s)
            )


def compare_action(inspection: Inspection, visit: Visit, a: int) -> None:
    """The result of one action, and the hints about it."""
    s = visit.state
    following = inspection.ask("result", s, a, fault="illegal-action")
    _expect_state(inspection, "result", (s, a), following, _compiled(inspection, result_of.compiled, "result", s, a))
    if visit.player != CHANCE:
        noisy, order = _compiled(inspection, hints_of.compiled, "noisy", s, a)
        _expect(inspection, "noisy", (s, a), bool(inspection.ask("noisy", s, a)), bool(noisy))
        _expect(inspection, "order", (s, a), float(inspection.ask("order", s, a)), order)


def check_leaks(inspection: Inspection) -> None:
    """Native code lets go of the arrays of a state: a generator somewhere in the rules would keep one for every call."""
    if not has_arrays(inspection.start):
        return
    game = inspection.game
    for visit in inspection.sample(5, lambda v: not v.terminal):
        s, a = visit.state, visit.choices[0]
        out = np.zeros(_room(inspection, visit), np.int64)
        _frees(inspection, "actions", s, partial(choices_of.compiled, game, s, out))
        _frees(inspection, "result", s, partial(result_of.compiled, game, s, a))
        _frees(inspection, "evaluate", s, partial(estimate_of.compiled, game, s, 0))
        _frees(inspection, "terminal", s, partial(facts_of.compiled, game, s))


def _frees(inspection: Inspection, method: str, s: Any, call: Callable[[], Any]) -> None:
    before = _references(s)
    for _ in range(LEAK_CALLS):
        call()
    if _references(s) >= before + LEAK_CALLS:
        inspection.add(
            "gears-leak",
            method,
            f"keeps, when compiled, an array of the state at every call, as in {inspection.show(s)}; expected no generator "
            "over an array in the method or in what it calls: return an array instead",
        )


def _references(s: Any) -> int:
    return sum(sys.getrefcount(field) for field in s if isinstance(field, np.ndarray))


def _room(inspection: Inspection, visit: Visit) -> int:
    return max(int(inspection.game.max_actions), len(visit.choices)) + ROOM


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
