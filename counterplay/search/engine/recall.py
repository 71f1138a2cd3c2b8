"""What search and quiescence ask of the table, and what they keep in it."""

from __future__ import annotations

from typing import Any

from counterplay.gears import helper
from counterplay.gears.compiler.raw_memory import fetch_early
from counterplay.gears.entry.walk import key_at
from counterplay.search.engine.scores import NO_ESTIMATE, PROVEN
from counterplay.search.engine.table import (
    DEEPEST_ENTRY,
    EXACT,
    EXHAUSTIVE,
    LOWER,
    NO_ACTION,
    UPPER,
    Entry,
    bucket_of,
    probe,
    store,
)
from counterplay.search.engine.workspace import AGE, BANNED, FLAGS, TABLE, TABLE_ORDER, TABLE_PLACE, table_of
from counterplay.search.search_control import BORROWED, HORIZON, TABLE_HITS


@helper
def remembered(walk: Any, work: Any, ply: int) -> Entry:
    """What the table knows of the position, if it is asked at all."""
    if work.settings[FLAGS] & (TABLE | TABLE_ORDER):
        return probe(table_of(work), key_at(walk, ply), ply)
    return Entry(False, 0, NO_ACTION, 0, 0, NO_ESTIMATE)


@helper
def expect(walk: Any, work: Any, ply: int) -> None:
    """The table will soon be asked for the position at a ply: let the processor fetch its place meanwhile."""
    fetch_early(work.settings[TABLE_PLACE] + 8 * bucket_of(table_of(work), key_at(walk, ply)))


@helper
def settles(work: Any, known: Entry, depth: int, ply: int, alpha: int, beta: int) -> bool:
    """Whether the table's score can be returned."""
    if not (known.found and work.settings[FLAGS] & TABLE and ply > 0 and known.depth >= depth):
        return False
    if work.excluded[ply] != NO_ACTION:
        return False
    if known.bound == EXACT:
        return True
    if alpha + 1 < beta:
        return False
    return known.score >= beta if known.bound == LOWER else known.score <= alpha


@helper
def borrowed_score(walk: Any, control: Any, known: Entry) -> int:
    """The table's score, and whether it is a proof."""
    control[TABLE_HITS] += 1
    if known.depth != EXHAUSTIVE:
        control[HORIZON] += 1
    if walk.repetition != 0 and (known.depth == EXHAUSTIVE or abs(known.score) > PROVEN):
        control[BORROWED] += 1
    return known.score


@helper
def remember(
    walk: Any,
    work: Any,
    control: Any,
    ply: int,
    depth: int,
    score: int,
    action: int,
    alpha: int,
    beta: int,
    horizon_before: int,
) -> None:
    """Keep the result in the table; a node that left out an action has found nothing about its position."""
    settings = work.settings
    if not settings[FLAGS] & TABLE or work.excluded[ply] != NO_ACTION or (ply == 0 and settings[BANNED] > 0):
        return
    bound = EXACT
    if score <= alpha:
        bound, action = UPPER, NO_ACTION  # of the upper bounds of all actions none says which is best
    elif score >= beta:
        bound = LOWER
    stored = EXHAUSTIVE if control[HORIZON] == horizon_before else min(depth, DEEPEST_ENTRY)
    store(table_of(work), key_at(walk, ply), ply, score, action, stored, bound, settings[AGE], work.plain[ply])


@helper
def remember_again(walk: Any, work: Any, known: Entry, ply: int) -> None:
    """Put back what the table knew of a position before a shallower search of it wrote over that."""
    if known.found and work.settings[FLAGS] & TABLE:
        action = known.action if known.action != NO_ACTION else probe(table_of(work), key_at(walk, ply), ply).action
        age = work.settings[AGE]
        store(table_of(work), key_at(walk, ply), ply, known.score, action, known.depth, known.bound, age, known.estimate)
