"""The whole check: every family in turn, and nothing a game does comes out as a traceback."""

from __future__ import annotations

import copy
import time
import warnings
from collections.abc import Callable
from typing import Any

from counterplay.check.declarations import check_generators, check_parameters, check_traits
from counterplay.check.ends import check_endings, check_utilities
from counterplay.check.forms import is_record, misfit, same, short
from counterplay.check.gears import check_gears
from counterplay.check.hints import (
    check_candidates,
    check_estimates,
    check_noisy_actions,
    check_ordering,
    check_random_actions,
    check_skips,
)
from counterplay.check.inspection import Broken, Inspection
from counterplay.check.keys import check_keys_of_copies, check_keys_of_routes, check_keys_tell_apart
from counterplay.check.names import check_names, check_wrong_names
from counterplay.check.notation import check_notation, check_rubbish
from counterplay.check.pictures import check_gestures, check_scenes
from counterplay.check.playouts import check_playouts
from counterplay.check.report import CheckReport
from counterplay.check.successors import check_steadiness, check_successors
from counterplay.check.watchdog import Watchdog
from counterplay.core import Game

CALL_SECONDS = 10.0  # a single call of the interpreted rules that takes longer is taken for one that never returns

Check = Callable[[Inspection], str]  # returns what held; says nothing where it had nothing to look at

CHECKS: tuple[tuple[str, tuple[Check, ...]], ...] = (  # what the user is told while they run -> checks
    ("random games", (check_playouts,)),
    ("results of actions", (check_successors, check_steadiness)),
    ("ends", (check_utilities, check_endings)),
    (
        "evaluation and ordering",
        (check_candidates, check_estimates, check_ordering, check_noisy_actions, check_random_actions, check_skips),
    ),
    ("notation", (check_notation, check_rubbish)),
    ("names of actions", (check_names, check_wrong_names)),
    ("keys", (check_keys_of_copies, check_keys_of_routes, check_keys_tell_apart)),
    ("pictures and clicks", (check_scenes, check_gestures)),
    ("both gears", (check_gears,)),
)


def check_game(game: Game, *, playouts: int = 50, seed: int = 0, progress: Callable[[str], None] | None = None) -> CheckReport:
    """Does the game keep its contract? Plays random games and asks everything about the positions they come to."""
    began = time.monotonic()
    report = CheckReport(_spec(game))
    with warnings.catch_warnings(record=True) as caught, Watchdog(CALL_SECONDS) as watchdog:
        warnings.simplefilter("ignore")
        warnings.simplefilter("default", RuntimeWarning)
        inspection = Inspection(game, playouts, seed, watchdog, caught)
        before = _attributes(game)
        _run(inspection, report, check_traits)
        _run(inspection, report, check_parameters)
        if not inspection.found("bad-trait") and _begin(inspection):
            _run(inspection, report, check_generators)
            for title, checks in CHECKS:
                if progress is not None:
                    progress(title)
                for check in checks:
                    _run(inspection, report, check)
        _attributes_kept(inspection, before)
    report.findings = inspection.findings
    report.skipped = inspection.skipped
    report.interpreted_only = inspection.interpreted_only
    report.positions = len(inspection.distinct())
    report.seconds = time.monotonic() - began
    return report


def _run(inspection: Inspection, report: CheckReport, check: Check) -> None:
    """One check; what it held is only said where it found nothing."""
    faults = inspection.total
    try:
        held = check(inspection)
    except Broken:
        return
    except Exception as error:
        inspection.add("raised", check.__name__, f"stopped with {type(error).__name__}: {short(str(error))}")
        return
    if held and inspection.total == faults:
        report.passed.append(held)


def _begin(inspection: Inspection) -> bool:
    """The first state, and whether it is one that play can start from."""
    try:
        inspection.start = inspection.ask("initial")
    except Broken:
        return False
    if inspection.start is None:
        inspection.add("wrong-type", "initial", "returned None; expected the first state")
        return False
    wrong = misfit(inspection.start, inspection.start)
    if wrong:
        inspection.add("field-type", "initial", f"gave a state that cannot be compiled: {wrong}")
    if not is_record(inspection.start):
        inspection.skipped.append(
            f"types of fields: {inspection.name}.initial returns a {type(inspection.start).__name__}, no NamedTuple"
        )
    return True


def _spec(game: Game) -> str:
    try:
        return game.spec
    except Exception:
        return type(game).__name__


def _attributes(game: Game) -> dict[str, Any]:
    """Copies of the game's own attributes; what cannot be copied is left out."""
    kept: dict[str, Any] = {}
    for attribute, value in vars(game).items():
        if not attribute.startswith("_"):
            try:
                kept[attribute] = copy.deepcopy(value)
            except Exception:
                continue
    return kept


def _attributes_kept(inspection: Inspection, before: dict[str, Any]) -> None:
    """Playing must leave the game object as it was: its attributes are constants of the native code."""
    for attribute, value in vars(inspection.game).items():
        if not attribute.startswith("_") and not same(before.get(attribute), value):
            inspection.add(
                "mutated-game",
                attribute,
                f"was {short(before.get(attribute))} before any play and is {short(value)} after it; "
                "expected the rules to leave self alone, since compiled code takes its attributes for constants",
            )
