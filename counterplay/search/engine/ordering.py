"""Which action to search first: alpha-beta cuts most when the best one leads.

Best first: the table's action, before anything is asked of the others; noisy actions the game thinks well of; killers (what
cut at this ply before, S. Akl and M. Newborn 1977); the countermove (J. Uiterwijk 1992); quiet actions by the game's hint plus
their history; noisy actions the game thinks badly of.
"""

from __future__ import annotations

from typing import Any

from counterplay.gears import helper
from counterplay.gears.entry.state_layout import CANDIDATES_ONLY, RANKED, TOLD_NOISY
from counterplay.gears.entry.walk import flags, list_actions, moves, ranks, swap, tell_actions
from counterplay.search.engine.history import quiet_history, slot, update_history
from counterplay.search.engine.table import NO_ACTION
from counterplay.search.engine.workspace import (
    BANNED,
    CANDIDATES,
    COUNTERMOVE,
    EVERY_ACTION,
    FLAGS,
    HINT_SPREAD,
    KILLERS,
    ORDER,
    SKIPPED,
)

# Classes of actions, far enough apart that no hint of a game (taken to stay below 1e6) crosses from one to the next.
NOISY_CLASS, KILLER_CLASS, SECOND_KILLER_CLASS, REPLY_CLASS, BAD_CLASS = 1e8, 4e7, 3e7, 2e7, -1e8
HISTORY_WEIGHT = 8.0  # spreads of the game's hints that a full history value is worth


@helper
def list_to_search(walk: Any, work: Any, ply: int, start: int) -> int:
    """List the actions to search on the stack of moves; how many there are."""
    flags, mode = work.settings[FLAGS], 0
    if walk.has_candidates != 0 and flags & CANDIDATES and not (ply == 0 and work.settings[EVERY_ACTION] != 0):
        mode |= CANDIDATES_ONLY
    n = list_actions(walk, ply, start, mode)
    if ply == 0 and work.settings[BANNED] > 0:
        n = without_banned(walk, work, start, n)
    return n


@helper
def bring_forward(walk: Any, ply: int, start: int, end: int, first: int) -> int:
    """Put an action, if it is among those listed, at place `start`; the place from which on the others must be ranked.

    Where that action cuts, nothing is asked of the others.
    """
    if first != NO_ACTION:
        for i in range(start, end):
            if moves(walk)[i] == first:
                moves(walk)[i] = moves(walk)[start]
                moves(walk)[start] = first
                tell_actions(walk, ply, start, 1, TOLD_NOISY)
                return start + 1
    return start


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
def rank(walk: Any, work: Any, player: int, ply: int, start: int, end: int) -> None:
    """Give the actions from `start` to `end` of the stack their ranks; larger is earlier."""
    actions, worth, noise, options = moves(walk), ranks(walk), flags(walk), work.settings[FLAGS]
    tell_actions(walk, ply, start, end - start, TOLD_NOISY | RANKED if options & ORDER else TOLD_NOISY)
    previous, weight = work.played[ply], HISTORY_WEIGHT * work.scales[HINT_SPREAD]
    reply = NO_ACTION
    if options & COUNTERMOVE and previous > SKIPPED:
        reply = work.replies[player, slot(previous)]
    for i in range(start, end):
        a = actions[i]
        hint = worth[i] if options & ORDER else 0.0
        if noise[i] != 0:
            hint += NOISY_CLASS if hint >= 0.0 else BAD_CLASS
        elif options & KILLERS and a == work.killers[ply, 0]:
            hint += KILLER_CLASS
        elif options & KILLERS and a == work.killers[ply, 1]:
            hint += SECOND_KILLER_CLASS
        elif a == reply:
            hint += REPLY_CLASS
        else:
            hint += weight * quiet_history(work, player, ply, a)
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
def reward(walk: Any, work: Any, player: int, ply: int, start: int, i: int, depth: int) -> None:
    """Remember that the quiet action at place i cut, and that those from `start` to it did not."""
    actions, previous = moves(walk), work.played[ply]
    a = actions[i]
    if work.killers[ply, 0] != a:
        work.killers[ply, 1] = work.killers[ply, 0]
        work.killers[ply, 0] = a
    if previous > SKIPPED:
        work.replies[player, slot(previous)] = a
    update_history(walk, work, player, ply, start, i, depth)
