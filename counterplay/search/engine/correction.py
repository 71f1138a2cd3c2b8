"""How far the game's estimate was off in positions like this one: correction history.

Where a search finds another value than the estimate said, the difference is noted under what the position has in common with
others: the action that led to it, that and the one before, and the parts of its structure that the game tells of (in chess, the
pawns). Later estimates of such positions are moved by what was noted (Chess Programming Wiki, "Static Evaluation Correction
History").
"""

from __future__ import annotations

from typing import Any

from counterplay.gears import helper
from counterplay.gears.compiler.raw_memory import fetch_early
from counterplay.gears.entry.walk import structure_at
from counterplay.search.engine.history import pushed, slot
from counterplay.search.engine.scores import ESTIMATE_STEPS, NO_ESTIMATE, PROVEN, estimate_steps, steps_of
from counterplay.search.engine.table import EXACT, LOWER, NO_ACTION, UPPER, Entry
from counterplay.search.engine.workspace import (
    CORRECTION,
    CORRECTION_BYTES,
    CORRECTION_ROWS,
    CORRECTIONS_PLACE,
    FLAGS,
    MEMORY,
    SKIPPED,
    SPREAD,
    TABLE_ESTIMATE,
)

CORRECTION_WEIGHT = 0.8  # spreads by which a full value moves an estimate: 35 centipawns in chess
FULL_CORRECTION = 80.0  # spreads times plies: an error of so much would move a value all the way
MOST_CORRECTED = 0.25  # of the way, by one error
BY_ACTION, BY_TWO_ACTIONS, BY_STRUCTURE = 0, 1, 2  # rows of work.corrections
HIGHEST = int(ESTIMATE_STEPS)  # that any estimate is


@helper
def note_estimate(walk: Any, work: Any, known: Entry, ply: int, player: int) -> None:
    """Note the game's estimate of the state at a ply, from the table where it is known, and what it is corrected to."""
    corrected, moved_by = is_corrected(walk, work), 0
    if corrected:  # first, so that memory is fetched while the game estimates
        find_places(walk, work, ply, player)
    plain = known.estimate if known.estimate != NO_ESTIMATE else estimate_steps(walk, ply, player)
    if corrected:
        moved_by = correction(walk, work, ply, player)
    work.plain[ply] = plain
    work.estimates[ply] = max(-HIGHEST, min(HIGHEST, plain + moved_by))
    work.guesses[ply] = guess(walk, work, known, work.estimates[ply])


@helper
def is_corrected(walk: Any, work: Any) -> bool:
    """Whether estimates are corrected: only where the game tells of its structure.

    By actions alone, positions that are the same by symmetry come to be judged differently: the first moves of nine men's
    morris to depth 8 took three times the nodes.
    """
    return walk.structure_parts > 0 and work.settings[FLAGS] & CORRECTION != 0 and work.scales[SPREAD] > 0.0


@helper
def guess(walk: Any, work: Any, known: Entry, estimate: int) -> int:
    """The estimate, or what the table knows, too shallow to settle anything, where that is a better one."""
    if not work.settings[FLAGS] & TABLE_ESTIMATE or not known.found or abs(known.score) > PROVEN:
        return estimate
    score = int(steps_of(walk, known.score))
    better = known.bound == EXACT or (known.bound == LOWER and score > estimate) or (known.bound == UPPER and score < estimate)
    return score if better else estimate


@helper
def find_places(walk: Any, work: Any, ply: int, player: int) -> None:
    """Note where in each row of the player's corrections the state at a ply stands; below 0: nowhere."""
    places, last = work.places[ply], work.played[ply]
    places[BY_ACTION] = places[BY_TWO_ACTIONS] = -1
    if last > SKIPPED:
        places[BY_ACTION] = slot(last)
        if work.played[ply - 1] > SKIPPED:
            places[BY_TWO_ACTIONS] = (31 * slot(last) + slot(work.played[ply - 1])) & (MEMORY - 1)
    for part in range(walk.structure_parts):
        places[BY_STRUCTURE + part] = (structure_at(walk, ply, part) >> 20) & (MEMORY - 1)
    for row in range(BY_STRUCTURE + walk.structure_parts):
        place = (player * CORRECTION_ROWS + row) * MEMORY + max(0, places[row])
        fetch_early(work.settings[CORRECTIONS_PLACE] + CORRECTION_BYTES * place)


@helper
def correction(walk: Any, work: Any, ply: int, player: int) -> int:
    """By how many steps the estimate of the state at a ply is moved."""
    total = 0.0
    for row in range(BY_STRUCTURE + walk.structure_parts):
        if work.places[ply, row] >= 0:
            total += work.corrections[player, row, work.places[ply, row]]
    return int(total * CORRECTION_WEIGHT * work.scales[SPREAD])


@helper
def learn_error(walk: Any, work: Any, ply: int, player: int, depth: int, score: int, alpha: int, beta: int) -> None:
    """Note how far the estimate of a position was from the score that a search found.

    A bound on the side of the estimate on which it says nothing against it teaches nothing.
    """
    estimate = work.estimates[ply]
    if not is_corrected(walk, work) or estimate == NO_ESTIMATE or abs(score) > PROVEN:
        return
    error = (steps_of(walk, score) - estimate) / work.scales[SPREAD]
    if work.excluded[ply] != NO_ACTION or (score >= beta and error <= 0.0) or (score <= alpha and error >= 0.0):
        return
    share, aim = min(MOST_CORRECTED, abs(error) * depth / FULL_CORRECTION), 1.0 if error > 0.0 else -1.0
    for row in range(BY_STRUCTURE + walk.structure_parts):
        if work.places[ply, row] >= 0:
            value = work.corrections[player, row, work.places[ply, row]]
            work.corrections[player, row, work.places[ply, row]] = pushed(value, aim, share)
