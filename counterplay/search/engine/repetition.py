"""Rules of repetition on the searched line: whether a position came back, and what that is worth.

The keys of all positions from the oldest of the game to the one at hand stand in `work.path`.
"""

from __future__ import annotations

from typing import Any

from counterplay.core import Repetition
from counterplay.gears import helper
from counterplay.gears.entry.walk import key_at
from counterplay.search.engine.scores import WIN, score_of
from counterplay.search.engine.table import NO_ACTION
from counterplay.search.engine.workspace import BASE, PAST_PLACES, SAME_BITS, SKIPPED
from counterplay.search.search_control import DEEPEST, HORIZON

DRAW, LOSS, FORBIDDEN = int(Repetition.DRAW), int(Repetition.LOSS), int(Repetition.FORBIDDEN)


@helper
def occurrences(work: Any, key: int, start: int, end: int) -> int:
    """How often the position stood at places `start` to `end` - 1 of the path."""
    count = 0
    for i in range(start, end):
        if (work.path[i] ^ key) & work.settings[SAME_BITS] == 0:
            count += 1
    return count


@helper
def occurrences_before(work: Any, key: int) -> int:
    """How often the position stood on the way to the root; most keys are known at a glance to be new."""
    return occurrences(work, key, 0, work.settings[BASE]) if work.past[key & (PAST_PLACES - 1)] != 0 else 0


@helper
def repeats(walk: Any, work: Any, key: int, ply: int) -> bool:
    """Whether a position at this ply is the last of the repetition that the rules speak of."""
    base = work.settings[BASE]
    return 1 + occurrences_before(work, key) + occurrences(work, key, base, base + ply) >= walk.repetition_count


@helper
def is_repetition(walk: Any, work: Any, ply: int) -> bool:
    """Whether the rules of repetition end the game here, or would if play went on in circles: it was on the searched line."""
    if walk.repetition not in (DRAW, LOSS) or ply == 0 or work.excluded[ply] != NO_ACTION or work.played[ply] == SKIPPED:
        return False
    key, base = key_at(walk, ply), work.settings[BASE]
    return occurrences(work, key, base, base + ply) > 0 or 1 + occurrences_before(work, key) >= walk.repetition_count


@helper
def repetition_score(walk: Any, work: Any, control: Any, ply: int, player: int) -> int:
    """What a position that came back is worth to the player to move."""
    control[DEEPEST] = max(control[DEEPEST], ply)
    control[HORIZON] += 1
    if walk.repetition == LOSS:
        worth = WIN - ply if repeats(walk, work, key_at(walk, ply), ply) else score_of(walk.bound)
        return -worth if work.movers[ply] == player else worth
    return 0
