"""Which action to search first: alpha-beta cuts most when the best one leads.

Best first: the table's action; noisy actions the game thinks well of; killers (what cut at this ply before, S. Akl and
M. Newborn 1977); the countermove (J. Uiterwijk 1992); quiet actions by the game's hint plus the history heuristic
(J. Schaeffer 1983); noisy actions the game thinks badly of.
"""

from __future__ import annotations

from typing import Any

from counterplay.gears import helper
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
def gather(game: Any, s: Any, ply: int, work: Any) -> int:
    """Write the actions to search into work.moves[ply]; how many there are."""
    n = 0
    if game.has_candidates and work.settings[FLAGS] & CANDIDATES and not (ply == 0 and work.settings[EVERY_ACTION]):
        for a in game.candidates(s):
            work.moves[ply, n] = a
            n += 1
    else:
        for a in game.actions(s):
            work.moves[ply, n] = a
            n += 1
    if ply == 0 and work.settings[BANNED] > 0:
        n = without_banned(n, work)
    return n


@helper
def without_banned(n: int, work: Any) -> int:
    """Leave out the root actions that head earlier lines."""
    kept = 0
    for i in range(n):
        a = work.moves[0, i]
        free = True
        for j in range(work.settings[BANNED]):
            if work.banned[j] == a:
                free = False
        if free:
            work.moves[0, kept] = a
            kept += 1
    return kept


@helper
def rank(game: Any, s: Any, player: int, ply: int, n: int, first: int, previous: int, work: Any) -> None:
    """Give each of the n actions at this ply its rank; larger is earlier. `first` is the table's action."""
    flags = work.settings[FLAGS]
    reply = NO_ACTION
    if flags & COUNTERMOVE and previous > SKIPPED:
        reply = work.replies[player, slot(previous)]
    for i in range(n):
        a = work.moves[ply, i]
        hint = 0.0
        if flags & ORDER:
            hint = float(game.order(s, a))
        if a == first:
            hint = TABLE_CLASS
        elif game.noisy(s, a):
            hint += NOISY_CLASS if hint >= 0.0 else BAD_CLASS
        elif flags & KILLERS and a == work.killers[ply, 0]:
            hint += KILLER_CLASS
        elif flags & KILLERS and a == work.killers[ply, 1]:
            hint += SECOND_KILLER_CLASS
        elif a == reply:
            hint += REPLY_CLASS
        elif flags & HISTORY:
            hint += work.history[player, slot(a)]
        work.ranks[ply, i] = hint


@helper
def pick(ply: int, i: int, n: int, work: Any) -> int:
    """Bring the best of the actions i..n-1 to place i, and return it: a cut often comes before the rest is sorted."""
    best = i
    for j in range(i + 1, n):
        if work.ranks[ply, j] > work.ranks[ply, best]:
            best = j
    a = work.moves[ply, best]
    r = work.ranks[ply, best]
    work.moves[ply, best] = work.moves[ply, i]
    work.ranks[ply, best] = work.ranks[ply, i]
    work.moves[ply, i] = a
    work.ranks[ply, i] = r
    return a


@helper
def reward(player: int, ply: int, i: int, depth: int, previous: int, work: Any) -> None:
    """Remember that quiet action i of this ply cut, and that those before it did not."""
    a = work.moves[ply, i]
    if work.killers[ply, 0] != a:
        work.killers[ply, 1] = work.killers[ply, 0]
        work.killers[ply, 0] = a
    if previous > SKIPPED:
        work.replies[player, slot(previous)] = a
    share = min(1.0, depth * depth / (FULL_BONUS_DEPTH * FULL_BONUS_DEPTH))
    for j in range(i + 1):
        place = slot(work.moves[ply, j])
        aim = 1.0 if j == i else -1.0
        work.history[player, place] += (aim - work.history[player, place]) * share
