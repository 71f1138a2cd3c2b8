"""A first look at a game before it is searched: the same questions and sentences as the check, about a few positions."""

from __future__ import annotations

import time
import warnings

from counterplay.check.check_report import Finding
from counterplay.check.checks.attribute_check import attributes_of, check_attributes_kept
from counterplay.check.checks.declaration_check import check_rules, check_signatures, check_traits, find_first_state
from counterplay.check.checks.ending_check import check_utilities
from counterplay.check.checks.name_check import text_name
from counterplay.check.checks.successor_check import check_steadiness, follow
from counterplay.check.checks.turn_check import examine
from counterplay.check.inspection import Broken, Inspection
from counterplay.check.watchdog import Watchdog
from counterplay.core import Game, Position

GAMES, PLIES = 3, 40  # random ones, from the start
ASKED_AGAIN = 5  # positions
NAMES = 3  # of actions of each position
SECONDS = 0.3  # no further ply after this: a slow game is only asked about its first positions
CALL_SECONDS = 10.0  # a single call that takes longer is taken for one that never returns


def first_look(game: Game) -> Finding | None:
    """The first fault that a few short random games show; None where there is none."""
    with warnings.catch_warnings(record=True) as caught, Watchdog(CALL_SECONDS) as watchdog:
        warnings.simplefilter("ignore")
        inspection = Inspection(game, GAMES, 0, watchdog, caught)
        before = attributes_of(game)
        try:
            check_rules(inspection)
            check_signatures(inspection)
            check_traits(inspection)
            if not inspection.findings:
                _play(inspection)
        except Broken:
            pass
        check_attributes_kept(inspection, before)
    # Rules that change the game contradict themselves in many ways; that is why.
    cause = [finding for finding in inspection.findings if finding.fault == "mutated-game"]
    return next(iter(cause + inspection.findings), None)


def _play(inspection: Inspection) -> None:
    deadline = time.monotonic() + SECONDS
    if not find_first_state(inspection):
        return
    for _ in range(GAMES):
        position = Position(inspection.game, inspection.start)
        for _ in range(PLIES):
            visit = examine(inspection, position)
            inspection.visits.append(visit)
            choices = inspection.legal(visit)
            for a in choices[:NAMES]:
                text_name(inspection, visit.state, a)
            if not choices or inspection.findings or time.monotonic() > deadline:
                break
            action = inspection.random.choice(choices)
            position = position.successor(action, follow(inspection, visit, action))
    check_utilities(inspection)
    check_steadiness(inspection, ASKED_AGAIN)
