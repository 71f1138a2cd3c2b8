"""Which action to search first: alpha-beta cuts most when the best one leads.

Best first: the table's action, before anything is asked of the others; noisy actions the game thinks well of; killers (what
cut at this ply before, S. Akl and M. Newborn 1977); the countermove (J. Uiterwijk 1992); quiet actions by the game's hint plus
their history; noisy actions the game thinks badly of. They are handed out in stages, since a cut often comes early: quiet
actions are ranked, and where the game lists noisy ones by themselves also listed, when no good noisy one is left.
"""

from __future__ import annotations

from typing import Any

from counterplay.gears import helper
from counterplay.gears.compiler.raw_memory import floats_at
from counterplay.gears.entry.state_layout import CANDIDATES_ONLY, NOISY_ONLY, RANKED, TOLD_NOISY
from counterplay.gears.entry.walk import (
    flags,
    has_room,
    is_harmless,
    is_threatened,
    list_actions,
    moves,
    ranks,
    swap,
    tell_actions,
)
from counterplay.search.engine.history import noisy_history, quiet_history, slot, update_history
from counterplay.search.engine.table import NO_ACTION
from counterplay.search.engine.workspace import (
    BANNED,
    CANDIDATES,
    COUNTERMOVE,
    EVERY_ACTION,
    FLAGS,
    HINT_SPREAD,
    KILLERS,
    NOISY_HINT_SPREAD,
    ORDER,
    SKIPPED,
    STAGES,
    TAPERED,
)

# Classes of actions, far enough apart that no hint of a game (taken to stay below 1e6) crosses from one to the next.
NOISY_CLASS, KILLER_CLASS, SECOND_KILLER_CLASS, REPLY_CLASS, BAD_CLASS = 1e8, 4e7, 3e7, 2e7, -1e8
HISTORY_WEIGHT = 8.0  # spreads of the game's hints that a full history value is worth
NOISY_HISTORY_WEIGHT = 0.7  # the same for noisy actions, whose hints tell more

# Stages of a ply, in their order: the first action is there and nothing is told of the others; all are listed, none is ranked;
# noisy actions are ranked, the others listed; noisy actions are ranked, the others not listed; all are ranked; all are ranked,
# and harmless ones have been dropped.
FIRST_READY, NONE_RANKED, NOISY_RANKED, NOISY_LISTED, ALL_RANKED, THINNED = range(6)


@helper
def begin_actions(walk: Any, work: Any, player: int, ply: int, start: int) -> None:
    """List the actions at a ply on the stack from `start` on, or only the noisy ones where the others can wait."""
    if may_wait(walk, work, ply, start):
        mode = NOISY_ONLY | RANKED if work.settings[FLAGS] & ORDER else NOISY_ONLY
        work.ends[ply] = start + list_actions(walk, ply, start, mode)
        work.stages[ply] = NOISY_LISTED
        rank_noisy(walk, work, player, start, work.ends[ply])
    else:
        work.ends[ply] = start + list_to_search(walk, work, ply, start)
        found = bring_forward(walk, ply, start, work.ends[ply], work.firsts[ply])
        work.stages[ply] = FIRST_READY if found else NONE_RANKED


@helper
def may_wait(walk: Any, work: Any, ply: int, start: int) -> bool:
    """Whether quiet actions are listed later: the table names none, and the game can list noisy actions by themselves."""
    options = work.settings[FLAGS]
    return (
        walk.lists_noisy != 0
        and options & STAGES != 0
        and not options & TAPERED
        and work.firsts[ply] == NO_ACTION
        and ply > 0
        and not (walk.has_candidates != 0 and options & CANDIDATES)
        and not is_threatened(walk, ply)
        and has_room(walk, start + walk.max_actions)
    )


@helper
def next_action(walk: Any, work: Any, player: int, ply: int, start: int, i: int) -> int:
    """Bring the best of the actions that are left to place i of the stack, on which they begin; NO_ACTION where none is."""
    stage = work.stages[ply]
    if stage == FIRST_READY:
        work.stages[ply] = NONE_RANKED
        return moves(walk)[i]
    if stage == NONE_RANKED:
        work.noisy_ends[ply] = noisy_first(walk, work, player, ply, i)
        work.stages[ply] = stage = NOISY_RANKED
    elif stage == NOISY_LISTED:
        work.noisy_ends[ply] = work.ends[ply]
    if stage < ALL_RANKED:
        if i < work.noisy_ends[ply]:
            a = pick(walk, i, work.noisy_ends[ply])
            if ranks(walk)[i] > 0.0:
                return a
        rank_rest(walk, work, player, ply, start, i)
    return pick(walk, i, work.ends[ply]) if i < work.ends[ply] else NO_ACTION


@helper
def drop_harmless(walk: Any, work: Any, ply: int, i: int) -> bool:
    """Leave out the quiet actions from place i on that the game calls harmless, all at once; whether there were any."""
    if walk.foresees_harm == 0 or work.stages[ply] != ALL_RANKED:
        return False
    actions, worth, noise, end, kept = moves(walk), ranks(walk), flags(walk), work.ends[ply], i
    for j in range(i, end):
        if noise[j] != 0 or not is_harmless(walk, ply, actions[j]):
            actions[kept] = actions[j]
            worth[kept] = worth[j]
            noise[kept] = noise[j]
            kept += 1
    work.ends[ply] = kept
    work.stages[ply] = THINNED
    return kept < end


@helper
def noisy_first(walk: Any, work: Any, player: int, ply: int, start: int) -> int:
    """Bring the noisy ones of the actions from `start` on to the front and rank them; where they end."""
    noisy_end, end = start, work.ends[ply]
    if walk.has_noise == 0 or not work.settings[FLAGS] & STAGES:
        return start
    tell_actions(walk, ply, start, end - start, TOLD_NOISY)
    for i in range(start, end):
        if flags(walk)[i] != 0:
            swap(walk, noisy_end, i)
            noisy_end += 1
    if noisy_end > start:
        if work.settings[FLAGS] & ORDER:
            tell_actions(walk, ply, start, noisy_end - start, TOLD_NOISY | RANKED)
        rank_noisy(walk, work, player, start, noisy_end)
    return noisy_end


@helper
def rank_rest(walk: Any, work: Any, player: int, ply: int, start: int, i: int) -> None:
    """Rank the actions that are left from place i on; list them first if only noisy ones were listed."""
    if work.stages[ply] == NOISY_LISTED:
        work.ends[ply] = without_searched(walk, start, i, i + list_actions(walk, ply, i, TOLD_NOISY))
        work.noisy_ends[ply] = i
    rank(walk, work, player, ply, work.noisy_ends[ply], work.ends[ply])
    work.stages[ply] = ALL_RANKED


@helper
def without_searched(walk: Any, start: int, i: int, end: int) -> int:
    """Leave out, of the actions listed from place i on, those that stand before it; where the list ends then."""
    actions, noise, kept = moves(walk), flags(walk), i
    for j in range(i, end):
        fresh = True
        if noise[j] != 0:
            for k in range(start, i):
                if actions[k] == actions[j]:
                    fresh = False
        if fresh:
            actions[kept] = actions[j]
            noise[kept] = noise[j]
            kept += 1
    return kept


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
def bring_forward(walk: Any, ply: int, start: int, end: int, first: int) -> bool:
    """Put an action at place `start`, if it is among those listed. Where it cuts, nothing is asked of the others."""
    if first != NO_ACTION:
        for i in range(start, end):
            if moves(walk)[i] == first:
                moves(walk)[i] = moves(walk)[start]
                moves(walk)[start] = first
                tell_actions(walk, ply, start, 1, TOLD_NOISY)
                return True
    return False


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
def rank_noisy(walk: Any, work: Any, player: int, start: int, end: int) -> None:
    """Give noisy actions, of which the game's hints are told, their ranks; larger is earlier."""
    worth, hinted = ranks(walk), work.settings[FLAGS] & ORDER
    for i in range(start, end):
        worth[i] = noisy_rank(work, player, moves(walk)[i], worth[i] if hinted else 0.0)


@helper
def noisy_rank(work: Any, player: int, action: int, hint: float) -> float:
    """The rank of a noisy action: among the first where the game thinks well of it, else among the last."""
    learnt = NOISY_HISTORY_WEIGHT * work.scales[NOISY_HINT_SPREAD] * noisy_history(work, player, action)
    return hint + learnt + (NOISY_CLASS if hint >= 0.0 else BAD_CLASS)


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
            hint = noisy_rank(work, player, a, hint)
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
    best = place_of_highest(floats_at(walk.ranks + 8 * i, end - i), end - i)
    swap(walk, i, i + best)
    return moves(walk)[i]


@helper
def place_of_highest(worth: Any, n: int) -> int:
    """The first place of the largest of n numbers, found without a branch for each: which one it is cannot be foreseen."""
    a = b = c = d = worth[0]
    for j in range(n >> 2):
        k = 4 * j
        a = worth[k] if worth[k] > a else a
        b = worth[k + 1] if worth[k + 1] > b else b
        c = worth[k + 2] if worth[k + 2] > c else c
        d = worth[k + 3] if worth[k + 3] > d else d
    for j in range(n & ~3, n):
        a = worth[j] if worth[j] > a else a
    a = b if b > a else a
    c = d if d > c else c
    highest, place = c if c > a else a, 0
    while place < n - 1 and worth[place] != highest:
        place += 1
    return place


@helper
def reward(walk: Any, work: Any, player: int, ply: int, start: int, i: int, depth: int) -> None:
    """Remember that the action at place i cut, and that those from `start` to it did not."""
    actions, previous = moves(walk), work.played[ply]
    a = actions[i]
    if flags(walk)[i] == 0:
        if work.killers[ply, 0] != a:
            work.killers[ply, 1] = work.killers[ply, 0]
            work.killers[ply, 0] = a
        if previous > SKIPPED:
            work.replies[player, slot(previous)] = a
    update_history(walk, work, player, ply, start, i, depth)
