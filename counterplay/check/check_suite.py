"""The whole check: every family in turn, and nothing a game does comes out as a traceback."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable

from counterplay.check.check_report import CheckReport
from counterplay.check.checks.attribute_check import attributes_of, check_attributes_kept
from counterplay.check.checks.declaration_check import (
    check_generators,
    check_parameters,
    check_rules,
    check_signatures,
    check_traits,
    find_first_state,
)
from counterplay.check.checks.ending_check import check_endings, check_utilities
from counterplay.check.checks.gear_check import check_gears
from counterplay.check.checks.hint_check import (
    check_bounds,
    check_candidates,
    check_estimates,
    check_harmless,
    check_noisy_actions,
    check_ordering,
    check_random_actions,
    check_skips,
    check_structure,
)
from counterplay.check.checks.key_check import check_keys_of_copies, check_keys_of_routes, check_keys_tell_apart
from counterplay.check.checks.name_check import check_names, check_wrong_names
from counterplay.check.checks.notation_check import check_notation, check_rubbish
from counterplay.check.checks.oracle_check import NamedOracle, check_oracle, named_oracle
from counterplay.check.checks.picture_check import check_diagrams, check_gestures, check_scenes
from counterplay.check.checks.plane_check import check_planes
from counterplay.check.checks.playout_check import check_playouts
from counterplay.check.checks.spelling_check import check_spelling
from counterplay.check.checks.successor_check import check_steadiness, check_successors
from counterplay.check.inspection import Broken, Inspection
from counterplay.check.state_copies import short
from counterplay.check.watchdog import Watchdog
from counterplay.core import Game

CALL_SECONDS = 10.0  # a single call of the interpreted rules that takes longer is taken for one that never returns

UNPLAYABLE = ("action-type", "action-twice", "hung", "illegal-action", "mutated-state", "never-ends", "no-actions", "raised")

Check = Callable[[Inspection], str]  # returns what held; says nothing where it had nothing to look at

CHECKS: tuple[tuple[str, tuple[Check, ...]], ...] = (  # what the user is told while they run -> checks
    ("random games", (check_playouts,)),
    ("results of actions", (check_successors, check_steadiness)),
    ("ends", (check_utilities, check_endings)),
    (
        "evaluation and ordering",
        (
            check_candidates,
            check_estimates,
            check_ordering,
            check_bounds,
            check_noisy_actions,
            check_harmless,
            check_random_actions,
            check_skips,
            check_structure,
            check_planes,
        ),
    ),
    ("notation", (check_notation, check_rubbish)),
    ("names of actions", (check_names, check_wrong_names)),
    ("keys", (check_keys_of_copies, check_keys_of_routes, check_keys_tell_apart)),
    ("pictures and clicks", (check_scenes, check_gestures, check_diagrams)),
    ("both gears", (check_gears,)),
)


def check_game(
    game: Game,
    *,
    playouts: int = 50,
    positions: int | None = None,
    seed: int = 0,
    oracle: str | None = None,
    progress: Callable[[str], None] | None = None,
) -> CheckReport:
    """Does the game keep its contract? Plays random games and asks everything about the positions they come to.

    positions bounds how many of them each check asks about; by itself, it takes as many as suit it, hundreds mostly.
    oracle names another implementation of the game, `openspiel:hex`, to play random games beside.
    """
    other = named_oracle(oracle) if oracle else None
    began = time.monotonic()
    report = CheckReport(_spec(game))
    with warnings.catch_warnings(record=True) as caught, Watchdog(CALL_SECONDS) as watchdog:
        warnings.simplefilter("ignore")
        warnings.simplefilter("default", RuntimeWarning)
        inspection = Inspection(game, playouts, seed, watchdog, caught)
        inspection.most_positions = positions
        before = attributes_of(game)
        _run(inspection, report, check_rules)
        _run(inspection, report, check_signatures)
        _run(inspection, report, check_spelling)
        _run(inspection, report, check_traits)
        _run(inspection, report, check_parameters)
        if not inspection.found("bad-trait", "missing-method", "signature") and find_first_state(inspection):
            _run(inspection, report, check_generators)
            for title, checks in CHECKS:
                if progress is not None:
                    progress(title)
                for check in checks:
                    _run(inspection, report, check)
            if other is not None:
                _run_oracle(inspection, report, other, progress)
        check_attributes_kept(inspection, before)
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


def _run_oracle(
    inspection: Inspection, report: CheckReport, oracle: NamedOracle, progress: Callable[[str], None] | None
) -> None:
    if inspection.found(*UNPLAYABLE):
        inspection.skipped.append(f"games beside OpenSpiel's {oracle.name}: the rules contradict themselves")
        return
    if progress is not None:
        progress("another implementation")
    _run(inspection, report, lambda inspection: check_oracle(inspection, oracle))


def _spec(game: Game) -> str:
    try:
        return game.spec
    except Exception:
        return type(game).__name__
