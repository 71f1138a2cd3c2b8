"""Which action to search first: alpha-beta cuts most when the best one leads.

Best first: the table's action; noisy actions the game thinks well of; killers (what cut at this ply before, S. Akl and
M. Newborn 1977); the countermove (J. Uiterwijk 1992); quiet actions by the game's hint plus the history heuristic
(J. Schaeffer 1983); noisy actions the game thinks badly of.
"""

from __future__ import annotations

from typing import Any

from counterplay.gears import helper
from counterplay.gears.slots import CANDIDATES_ONLY, RANKED, TOLD_NOISY
from counterplay.gears.walk import flags, list_actions, moves, ranks, swap
from counterplay.search.engine.table import NO_ACTION
from counterplay.search.engine.workspace import (
    BANNED,
    CANDIDATES,
    COUNTERMOVE,
    EVERY_ACTION,
    FLAGS,
    HISTORY,
    KILLERS,
    MEMORY,
    ORDER,
    SKIPPED,
)

# Classes of actions, far enough apart that no hint of a game (taken to stay below 1e6) crosses from one to the next.
TABLE_CLASS, NOISY_CLASS, KILLER_CLASS, SECOND_KILLER_CLASS, REPLY_CLASS, BAD_CLASS = 1e9, 1e8, 4e7, 3e7, 2e7, -1e8
FULL_BONUS_DEPTH = 20.0  # a cut at this depth moves a history value all the way


@helper
def slot(action: int) -> int:
    """An action's place in the ordering memories (multiplicative hashing, Knuth vol. 3, 6.4)."""
    return (((action & (2**30 - 1)) * 2654435761) >> 12) & (MEMORY - 1)


@helper
def list_ranked(walk: Any, work: Any, ply: int, start: int) -> int:
    """List the actions to search, each with the game's hint, on the stack of moves; how many there are."""
    flags = work.settings[FLAGS]
    mode = TOLD_NOISY
    if flags & ORDER:
        mode |= RANKED
    if walk.has_candidates != 0 and flags & CANDIDATES and not (ply == 0 and work.settings[EVERY_ACTION] != 0):
        mode |= CANDIDATES_ONLY
    n = list_actions(walk, ply, start, mode)
    if ply == 0 and work.settings[BANNED] > 0:
        n = without_banned(walk, work, start, n)
    return n


@helper
def without_banned(walk: Any, work: Any, start: int, n: int) -> int:
    """Leave out the root actions that head earlier lines."""
    actions, kept = moves(walk), start
    for i in range(start, start + n):
        free = True
        for j in range(work.settings[BANNED]):
            if work.banned[j] == actions[i]:
                free = False
        if free:
            swap(walk, kept, i)
            kept += 1
    return kept - start


@helper
def rank(walk: Any, work: Any, player: int, ply: int, start: int, n: int, first: int, previous: int) -> None:
    """Give each of the n actions its rank; larger is earlier. `first` is the table's action."""
    actions, worth, noise, options = moves(walk), ranks(walk), flags(walk), work.settings[FLAGS]
    reply = NO_ACTION
    if options & COUNTERMOVE and previous > SKIPPED:
        reply = work.replies[player, slot(previous)]
    for i in range(start, start + n):
        a = actions[i]
        hint = worth[i] if options & ORDER else 0.0
        if a == first:
            hint = TABLE_CLASS
        elif noise[i] != 0:
            hint += NOISY_CLASS if hint >= 0.0 else BAD_CLASS
        elif options & KILLERS and a == work.killers[ply, 0]:
            hint += KILLER_CLASS
        elif options & KILLERS and a == work.killers[ply, 1]:
            hint += SECOND_KILLER_CLASS
        elif a == reply:
            hint += REPLY_CLASS
        elif options & HISTORY:
            hint += work.history[player, slot(a)]
        worth[i] = hint


@helper
def pick(walk: Any, i: int, end: int) -> int:
    """Bring the best action from place i of the stack to `end` to place i: a cut often comes before the rest is sorted."""
    worth, best = ranks(walk), i
    for j in range(i + 1, end):
        if worth[j] > worth[best]:
            best = j
    swap(walk, i, best)
    return moves(walk)[i]


@helper
def reward(walk: Any, work: Any, player: int, ply: int, start: int, i: int, depth: int, previous: int) -> None:
    """Remember that the quiet action at place i cut, and that those from `start` to it did not."""
    actions = moves(walk)
    a = actions[i]
    if work.killers[ply, 0] != a:
        work.killers[ply, 1] = work.killers[ply, 0]
        work.killers[ply, 0] = a
    if previous > SKIPPED:
        work.replies[player, slot(previous)] = a
    share = min(1.0, depth * depth / (FULL_BONUS_DEPTH * FULL_BONUS_DEPTH))
    for j in range(start, i + 1):
        place = slot(actions[j])
        aim = 1.0 if j == i else -1.0
        work.history[player, place] += (aim - work.history[player, place]) * share
