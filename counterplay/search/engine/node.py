"""The engine's search of one node, in numbered steps: fail-soft principal-variation search.

A score is for the player to move. The same player may move again after an action; then neither the sign nor the window
is turned around.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from counterplay.core import Repetition
from counterplay.gears import helper
from counterplay.gears.deadline import STOP
from counterplay.gears.walk import flags as flags_of
from counterplay.gears.walk import has_room, is_over, is_threatened, key_at, list_actions, moves, player_at, skip, step
from counterplay.gears.walk_kernel import walk_kernel
from counterplay.search.control import BORROWED, DEEPEST, HORIZON, LEAVES, TABLE_HITS, spent
from counterplay.search.engine.ordering import list_ranked, pick, rank, reward
from counterplay.search.engine.quiescence import quiesce
from counterplay.search.engine.scores import (
    INFINITE,
    PROVEN,
    WIN,
    estimate_score,
    moved_by,
    score_of,
    terminal_score,
)
from counterplay.search.engine.table import (
    DEEPEST_ENTRY,
    EXACT,
    EXHAUSTIVE,
    LOWER,
    NO_ACTION,
    UPPER,
    probe,
    store,
)
from counterplay.search.engine.workspace import (
    AGE,
    BANNED,
    BASE,
    BEST_ACTION,
    BEST_SCORE,
    FIRST_ACTION,
    FLAGS,
    MAX_PLY,
    NULL_MOVE,
    PVS,
    QUIESCENCE,
    REDUCTIONS,
    ROOT_DEPTH,
    SINGULAR,
    SKIPPED,
    TABLE,
    TABLE_ORDER,
    TAPERED,
    THREATS,
    table_of,
)

DRAW, LOSS, FORBIDDEN = int(Repetition.DRAW), int(Repetition.LOSS), int(Repetition.FORBIDDEN)
NULL_MOVE_DEPTH = 3  # plies; below it a reduced search sees nothing
SINGULAR_DEPTH = 6  # plies; below it the extra search costs more than the extension brings
SINGULAR_MARGIN = 0.005  # share of a win by which one action must beat all others (half a pawn in chess)
REDUCTION_DEPTH = 3  # plies
REDUCTION_START = 3  # actions searched to full depth first

# Late-move reductions in plies, shape (64, 64): by depth and by place in the order; the usual logarithmic shape.
REDUCTION = np.array(
    [[int(0.6 + math.log(max(1, d)) * math.log(max(1, i)) / 2.2) for i in range(64)] for d in range(64)], np.int64
)


@helper
def occurrences(work: Any, key: int, start: int, end: int) -> int:
    """How often the position stood at places `start` to `end` - 1 of the path."""
    count = 0
    for i in range(start, end):
        if work.path[i] == key:
            count += 1
    return count


@helper
def repeats(walk: Any, work: Any, key: int, ply: int) -> bool:
    """Whether a position at this ply is the last of the repetition that the rules speak of."""
    return 1 + occurrences(work, key, 0, work.settings[BASE] + ply) >= walk.repetition_count


@helper
def came_back(walk: Any, work: Any, key: int, ply: int) -> bool:
    """Whether the rules of repetition end the game here, or would if play went on in circles: it was on the searched line."""
    base = work.settings[BASE]
    return occurrences(work, key, base, base + ply) > 0 or repeats(walk, work, key, ply)


@helper
def repetition_score(walk: Any, work: Any, player: int, key: int, ply: int) -> int:
    """What a position that came back is worth to the player to move."""
    if walk.repetition == LOSS:
        worth = WIN - ply if repeats(walk, work, key, ply) else score_of(walk.bound)
        return -worth if work.movers[ply] == player else worth
    return 0


@helper
def extend_variation(work: Any, ply: int, action: int) -> None:
    """The best line from here is the action and the best line from the next ply."""
    work.variation[ply, ply] = action
    end = max(work.lengths[ply + 1], ply + 1)
    for i in range(ply + 1, end):
        work.variation[ply, i] = work.variation[ply + 1, i]
    work.lengths[ply] = end


@walk_kernel
def search_node(
    walk: Any,
    work: Any,
    control: Any,
    depth: int,
    ply: int,
    start: int,
    alpha: int,
    beta: int,
    previous: int,
    excluded: int,
    width: int,
) -> int:
    """Score of the state at a ply for its player at `depth` plies; its moves go onto the stack from `start` on.

    previous is the action that led here (SKIPPED after a pass), excluded an action to leave out (the singularity
    test), width how many actions to look at (tapered search; MAX_PLY * 1000 and more: all).
    """
    settings = work.settings
    flags = settings[FLAGS]
    # 1. Stop, or the end of the game.
    work.lengths[ply] = ply
    if spent(control):
        return 0
    control[DEEPEST] = max(control[DEEPEST], ply)
    player = player_at(walk, ply)
    if is_over(walk, ply):
        control[LEAVES] += 1
        return terminal_score(walk, ply, player)

    # 2. A position that came back.
    key = key_at(walk, ply)
    if walk.repetition in (DRAW, LOSS):
        if ply > 0 and excluded == NO_ACTION and previous != SKIPPED and came_back(walk, work, key, ply):
            control[HORIZON] += 1
            return repetition_score(walk, work, player, key, ply)
    work.path[settings[BASE] + ply] = key

    # 3. The horizon. A threat is answered before an estimate is trusted.
    threatened = is_threatened(walk, ply)
    if threatened and flags & THREATS and ply < 2 * settings[ROOT_DEPTH]:
        depth += 1
    if depth <= 0 or ply >= MAX_PLY - 1 or width <= 0 or not has_room(walk, start):
        if flags & QUIESCENCE:
            return quiesce(walk, control, ply, start, 0, alpha, beta)
        control[LEAVES] += 1
        control[HORIZON] += 1
        return estimate_score(walk, ply, player)

    # 4. What the table knows.
    narrow = beta - alpha == 1
    table = table_of(work)
    first, known = NO_ACTION, probe(table, key, ply)
    if known.found and flags & (TABLE | TABLE_ORDER):
        first = known.action
        if flags & TABLE and excluded == NO_ACTION and ply > 0 and known.depth >= depth and (narrow or known.bound == EXACT):
            if (
                known.bound == EXACT
                or (known.bound == LOWER and known.score >= beta)
                or (known.bound == UPPER and known.score <= alpha)
            ):
                control[TABLE_HITS] += 1
                if known.depth != EXHAUSTIVE:
                    control[HORIZON] += 1
                if walk.repetition != 0 and (known.depth == EXHAUSTIVE or abs(known.score) > PROVEN):
                    control[BORROWED] += 1
                return known.score

    # 5. Null move: if even passing keeps the score above beta, a real action will.
    if (
        walk.can_skip != 0
        and flags & NULL_MOVE
        and narrow
        and depth >= NULL_MOVE_DEPTH
        and previous != SKIPPED
        and excluded == NO_ACTION
        and not threatened
        and abs(beta) < PROVEN
        and estimate_score(walk, ply, player) >= beta
        and skip(walk, ply)
    ):
        reduced = max(1, depth - 3 - depth // 4)
        work.movers[ply + 1] = player
        value = -search_node(walk, work, control, reduced, ply + 1, start, -beta, 1 - beta, SKIPPED, NO_ACTION, width)
        if control[STOP]:
            return 0
        if value >= beta:
            control[HORIZON] += 1
            return min(value, score_of(walk.bound) + 1)

    # 6. Singular extension: is the table's action much better than all others?
    extension = 0
    if (
        flags & SINGULAR
        and depth >= SINGULAR_DEPTH
        and ply > 0
        and excluded == NO_ACTION
        and first != NO_ACTION
        and known.depth >= depth - 3
        and known.depth != EXHAUSTIVE
        and known.bound != UPPER
        and abs(known.score) < PROVEN
        and ply < 2 * settings[ROOT_DEPTH]
    ):
        bar = moved_by(known.score, -SINGULAR_MARGIN * walk.bound)
        value = search_node(walk, work, control, depth // 2, ply, start, bar - 1, bar, previous, first, width)
        if control[STOP]:
            return 0
        work.lengths[ply] = ply
        if value < bar:
            extension = 1

    # 7. The actions, best guess first.
    if ply == 0 and settings[FIRST_ACTION] != NO_ACTION:
        first = settings[FIRST_ACTION]
    horizon_before = control[HORIZON]
    n = list_ranked(walk, work, ply, start)
    end = start + n
    rank(walk, work, player, ply, start, n, first, previous)
    best, best_action, alpha_before = -INFINITE, NO_ACTION, alpha
    searched, left_out = 0, False
    for i in range(start, end):
        a = pick(walk, i, end)
        if a == excluded:
            continue
        if flags & TAPERED and searched >= width:
            control[HORIZON] += 1
            left_out = True
            break
        step(walk, ply, a)
        if walk.repetition == FORBIDDEN:
            if repeats(walk, work, key_at(walk, ply + 1), ply + 1):
                control[HORIZON] += 1
                continue
        again = player_at(walk, ply + 1) == player
        work.movers[ply + 1] = player
        quiet = flags_of(walk)[i] == 0
        following = depth - 1 + (extension if a == first else 0)
        room = min(width, n) - 1 - searched if flags & TAPERED else width

        # 8. First a narrow, possibly reduced window; wider and deeper only while the action proves too good for it.
        reduction = 0
        if flags & REDUCTIONS and depth >= REDUCTION_DEPTH and searched >= REDUCTION_START and quiet and not threatened:
            reduction = REDUCTION[min(depth, 63), min(searched, 63)]
            if not narrow:
                reduction -= 1
            reduction = max(0, min(reduction, following - 1))
        scout = 1 if searched > 0 and not narrow and flags & PVS else 0
        value = 0
        while True:
            low, high = alpha, alpha + 1 if scout > 0 or reduction > 0 else beta
            if not again:
                low, high = -high, -low
            value = search_node(walk, work, control, following - reduction, ply + 1, end, low, high, a, NO_ACTION, room)
            if control[STOP]:
                return 0
            if not again:
                value = -value
            if value <= alpha:
                break
            if reduction > 0:
                reduction = 0
            elif scout > 0 and value < beta:
                scout = 0
            else:
                break
        searched += 1

        # 9. Better than what was there; so good that the opponent will not allow it.
        if value > best:
            best, best_action = value, a
            if value > alpha:
                alpha = value
                extend_variation(work, ply, a)
                if ply == 0:
                    settings[BEST_ACTION], settings[BEST_SCORE] = a, value
            if alpha >= beta:
                if quiet:
                    reward(walk, work, player, ply, start, i, depth, previous)
                break

    # 10. Every action was excluded or forbidden: nothing is known (singularity test), or nobody can move.
    if searched == 0:
        return alpha_before if excluded != NO_ACTION else 0
    # What tapered search left out might have been no loss.
    if left_out:
        best = max(best, -score_of(walk.bound))

    # 11. Remember.
    if flags & TABLE and excluded == NO_ACTION and (ply > 0 or settings[BANNED] == 0):
        bound = EXACT
        if best <= alpha_before:
            bound = UPPER
        elif best >= beta:
            bound = LOWER
        stored = EXHAUSTIVE if control[HORIZON] == horizon_before else min(depth, DEEPEST_ENTRY)
        store(table, key, ply, best, best_action, stored, bound, settings[AGE])
    return best


@walk_kernel
def lengthen(walk: Any, work: Any, length: int, depth: int) -> int:
    """Play the best line, and follow the table past its end, where a table hit cut it short, up to `depth` actions.

    The line stands in the first row of work.variation; the state at ply 0 is the root. It ends where a rule of repetition ends
    the game or forbids the next action. Its length.
    """
    table, base, ply = table_of(work), work.settings[BASE], 0
    work.path[base] = key_at(walk, 0)
    while ply < max(length, min(depth, MAX_PLY - 1)) and not is_over(walk, ply):
        if ply >= length:
            known = probe(table, key_at(walk, ply), 0)
            if not known.found or not is_listed(walk, ply, known.action):
                break
            work.variation[0, ply] = known.action
        step(walk, ply, work.variation[0, ply])
        if not is_over(walk, ply + 1):
            key = key_at(walk, ply + 1)
            if walk.repetition != 0 and repeats(walk, work, key, ply + 1):
                return ply if walk.repetition == FORBIDDEN else ply + 1
            work.path[base + ply + 1] = key
        ply += 1
    return ply


@helper
def is_listed(walk: Any, ply: int, action: int) -> bool:
    """Whether an action is legal at a ply."""
    for i in range(list_actions(walk, ply, 0, 0)):
        if moves(walk)[i] == action:
            return True
    return False
