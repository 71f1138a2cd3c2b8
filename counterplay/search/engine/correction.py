"""How far the game's estimate was off in positions like this one: correction history.

Where a search finds another value than the estimate said, the difference is noted under what the position has in common with
others: the action that led to it, that and the one before, and the parts of its structure that the game tells of (in chess, the
pawns). Later estimates of such positions are moved by what was noted (Chess Programming Wiki, "Static Evaluation Correction
History").
"""

from __future__ import annotations

from typing import Any

from counterplay.gears import helper
from counterplay.gears.entry.walk import structure_at
from counterplay.search.engine.history import pushed, slot
from counterplay.search.engine.scores import ESTIMATE_STEPS, NO_ESTIMATE, PROVEN, estimate_steps, steps_of
from counterplay.search.engine.table import EXACT, LOWER, NO_ACTION, UPPER, Entry
from counterplay.search.engine.workspace import CORRECTION, FLAGS, MEMORY, SKIPPED, SPREAD, TABLE_ESTIMATE

CORRECTION_WEIGHT = 0.8  # spreads by which a full value moves an estimate: 35 centipawns in chess
FULL_CORRECTION = 80.0  # spreads times plies: an error of so much would move a value all the way
MOST_CORRECTED = 0.25  # of the way, by one error
BY_ACTION, BY_TWO_ACTIONS, BY_STRUCTURE = 0, 1, 2  # rows of work.corrections


@helper
def note_estimate(walk: Any, work: Any, known: Entry, ply: int, player: int) -> None:
    """Note the game's estimate of the state at a ply, from the table where it is known, and what it is corrected to."""
    plain = known.estimate if known.estimate != NO_ESTIMATE else estimate_steps(walk, ply, player)
    work.plain[ply] = work.estimates[ply] = plain
    if work.settings[FLAGS] & CORRECTION and work.scales[SPREAD] > 0.0:
        moved = plain + correction(walk, work, ply, player)
        work.estimates[ply] = round(max(-ESTIMATE_STEPS, min(ESTIMATE_STEPS, moved)))
    work.guesses[ply] = guess(walk, work, known, work.estimates[ply])


@helper
def guess(walk: Any, work: Any, known: Entry, estimate: int) -> int:
    """The estimate, or what the table knows, too shallow to settle anything, where that is a better one."""
    if not work.settings[FLAGS] & TABLE_ESTIMATE or not known.found or abs(known.score) > PROVEN:
        return estimate
    score = round(steps_of(walk, known.score))
    better = known.bound == EXACT or (known.bound == LOWER and score > estimate) or (known.bound == UPPER and score < estimate)
    return score if better else estimate


@helper
def structure_place(walk: Any, ply: int, part: int) -> int:
    """The place of a part of the structure at a ply in its row."""
    return (structure_at(walk, ply, part) >> 20) & (MEMORY - 1)


@helper
def action_place(work: Any, ply: int) -> int:
    """The place of the action that led to a ply."""
    return slot(work.played[ply])


@helper
def actions_place(work: Any, ply: int) -> int:
    """The place of the last two actions that led to a ply."""
    return (slot(work.played[ply]) * 31 + slot(work.played[ply - 1])) & (MEMORY - 1)


@helper
def correction(walk: Any, work: Any, ply: int, player: int) -> float:
    """By how many steps the estimate of the state at a ply is moved."""
    total = 0.0
    if work.played[ply] > SKIPPED:
        total += work.corrections[player, BY_ACTION, action_place(work, ply)]
        if work.played[ply - 1] > SKIPPED:
            total += work.corrections[player, BY_TWO_ACTIONS, actions_place(work, ply)]
    for part in range(walk.structure_parts):
        total += work.corrections[player, BY_STRUCTURE + part, structure_place(walk, ply, part)]
    return total * CORRECTION_WEIGHT * work.scales[SPREAD]


@helper
def learn_error(walk: Any, work: Any, ply: int, player: int, depth: int, score: int, alpha: int, beta: int) -> None:
    """Note how far the estimate of a position was from the score that a search found.

    A bound on the side of the estimate on which it says nothing against it teaches nothing.
    """
    estimate = work.estimates[ply]
    if not work.settings[FLAGS] & CORRECTION or work.scales[SPREAD] <= 0.0 or estimate == NO_ESTIMATE or abs(score) > PROVEN:
        return
    error = (steps_of(walk, score) - estimate) / work.scales[SPREAD]
    if work.excluded[ply] != NO_ACTION or (score >= beta and error <= 0.0) or (score <= alpha and error >= 0.0):
        return
    share, aim = min(MOST_CORRECTED, abs(error) * depth / FULL_CORRECTION), 1.0 if error > 0.0 else -1.0
    if work.played[ply] > SKIPPED:
        move_correction(work, player, BY_ACTION, action_place(work, ply), aim, share)
        if work.played[ply - 1] > SKIPPED:
            move_correction(work, player, BY_TWO_ACTIONS, actions_place(work, ply), aim, share)
    for part in range(walk.structure_parts):
        move_correction(work, player, BY_STRUCTURE + part, structure_place(walk, ply, part), aim, share)


@helper
def move_correction(work: Any, player: int, row: int, place: int, aim: float, share: float) -> None:
    """Push one value so much of the way to an aim."""
    work.corrections[player, row, place] = pushed(work.corrections[player, row, place], aim, share)
