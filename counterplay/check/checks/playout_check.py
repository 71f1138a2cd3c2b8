"""Random playouts: they bring the check to positions, and show whether games end."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from counterplay.check.checks.successor_check import follow
from counterplay.check.checks.turn_check import examine
from counterplay.check.inspection import Broken, Inspection
from counterplay.check.state_copies import frozen
from counterplay.core import CHANCE, Position, Repetition

POSITIONS_PER_PLAYOUT = 50  # on average; long games get fewer playouts instead of more time
WALK_SECONDS = 8.0  # no new playout after this; only slow games reach it
PLAYOUT_SECONDS = 20.0  # a single playout is given up after this


@dataclass
class Walk:
    """What the playouts came to."""

    begun: int = 0
    ended: int = 0
    longest: int = 0  # plies
    given_up: int = 0  # plies of a playout that took too long
    enough: str = ""  # why fewer were begun than asked for


def check_playouts(inspection: Inspection) -> str:
    """Play random games to the end, checking every state on the way, and keep the positions for the other checks."""
    walk = Walk()
    began = time.monotonic()
    while walk.begun < inspection.playouts:
        if len(inspection.visits) >= POSITIONS_PER_PLAYOUT * inspection.playouts:
            walk.enough = f"they had {POSITIONS_PER_PLAYOUT} positions for each that was asked for"
            break
        if walk.begun and time.monotonic() - began > WALK_SECONDS:
            walk.enough = f"{WALK_SECONDS:g} s had passed"
            break
        walk.begun += 1
        try:
            play_out(inspection, walk)
        except Broken:
            if walk.begun - walk.ended > 20:
                break
    if walk.given_up:
        inspection.skipped.append(
            f"whether every game ends: a playout was stopped after {walk.given_up} plies and {PLAYOUT_SECONDS:g} s, and "
            f"max_plies is {inspection.game.max_plies}"
        )
    if inspection.game.chance and not any(v.player == CHANCE for v in inspection.visits):
        inspection.skipped.append("outcomes: chance is declared, but no playout came to a chance node")
    if not walk.ended:
        return ""
    fewer = f" of {inspection.playouts}" if walk.begun < inspection.playouts else ""
    cause = f" (no more, since {walk.enough})" if walk.enough else ""
    return (
        f"{walk.ended}{fewer} random games ended{cause}, "
        f"the longest after {walk.longest} plies of at most {inspection.game.max_plies}; "
        f"their {len(inspection.visits)} positions had sound turns, actions and probabilities"
    )


def play_out(inspection: Inspection, walk: Walk) -> None:
    """One random game; Broken where it cannot go on."""
    game = inspection.game
    deadline = time.monotonic() + PLAYOUT_SECONDS
    position = Position(game, inspection.start)
    since_chance: dict[Any, int] = {}  # state -> ply, within a stretch in which the players alone decided
    while True:
        visit = examine(inspection, position)
        inspection.visits.append(visit)
        choices = inspection.legal(visit)
        if visit.terminal or not choices:
            walk.ended += 1
            walk.longest = max(walk.longest, position.ply)
            return
        if position.ply >= game.max_plies:
            raise _endless(inspection, position)
        if game.repetition == Repetition.NOTHING:
            if visit.player == CHANCE:
                since_chance.clear()
            _no_circle(inspection, position, since_chance)
        if time.monotonic() > deadline:
            walk.given_up = position.ply
            return
        a = inspection.random.choice(choices)
        position = position.successor(a, follow(inspection, visit, a))


def _endless(inspection: Inspection, position: Position) -> Broken:
    game = inspection.game
    return inspection.broken(
        "never-ends",
        "terminal",
        f"was still False after {position.ply} plies of a random game, in "
        f"{inspection.show(position.state)}, but max_plies is {game.max_plies}; expected an end by then, or a larger max_plies",
    )


def _no_circle(inspection: Inspection, position: Position, seen: dict[Any, int]) -> None:
    state = frozen(position.state)
    if state in seen:
        raise inspection.broken(
            "never-ends",
            "result",
            f"led from {inspection.show(position.state)} back to the same state after "
            f"{position.ply - seen[state]} plies, so that play can go round for ever; expected repetition to be declared, or a "
            "count of plies in the state",
        )
    seen[state] = position.ply
