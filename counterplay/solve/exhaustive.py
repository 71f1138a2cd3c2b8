"""Exhaustive search with a table: the exact value of a two-player zero-sum game without chance.

The kernel answers one question, "is the value at least v?", by a null-window alpha-beta to the end of every line; the
driver asks until lower and upper bound meet (A. Plaat's MTD, *Best-first fixed-depth minimax*, 1996). Every answer stays
in the table, so that later questions are cheap, and a saved table resumes a solution.

What is worth its while depends on how much lies below a node. That is not known, but nodes at one ply are alike: the mean count
of nodes below those searched before tells whether a node is worth an entry in the table, and whether its children are worth
looking up there before any of them is searched.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from counterplay.gears import helper
from counterplay.gears.compiler.raw_memory import address_of, fetch_early, words_at
from counterplay.gears.deadline import STOP
from counterplay.gears.entry.state_layout import CANDIDATES_ONLY, RANKED, SEVERAL
from counterplay.gears.entry.walk import (
    bounds_at,
    flags,
    is_over,
    key_at,
    list_actions,
    moves,
    player_at,
    ranks,
    step_within,
    utility_at,
)
from counterplay.gears.entry.walk_kernel import walk_kernel
from counterplay.search.engine.scores import ESTIMATE_STEPS, INFINITE, WIN, estimate_steps, score_of, terminal_score
from counterplay.search.engine.table import EXACT, EXHAUSTIVE, LOWER, NO_ACTION, UPPER, bucket_of, probe, store
from counterplay.search.search_control import LEAVES, NODES, TABLE_HITS, Array, spent
from counterplay.search.textbook.child_order import put_first, sort_moves

QUESTION = np.dtype([("table", np.int64), ("table_words", np.int64), ("sizes", np.int64)])  # addresses, and a length
# Means are kept as sixteenths, so that a sixteenth of each new number enters them.
MEAN_SHIFT = 4
UNKNOWN_SIZE = 1 << 40  # before anything is known, everything is worth its while
TABLE_LEAST = 8 << MEAN_SHIFT  # nodes below a node that is worth an entry
LOOK_UP_LEAST = 150 << MEAN_SHIFT  # nodes below a node whose children are looked up first
NOTHING_CUT = INFINITE + 1


def new_question(table: Array, sizes: Array) -> Any:
    """What the kernel works on besides its walk; the caller keeps the table and the sizes, one for each ply, alive."""
    question = np.zeros(1, QUESTION).view(np.recarray)[0]
    question.table, question.table_words, question.sizes = address_of(table), len(table), address_of(sizes)
    return question


@walk_kernel
def solve_node(walk: Any, question: Any, control: Any, ply: int, start: int, alpha: int, beta: int) -> int:
    """Score of the state at a ply for its player, fail-soft within alpha and beta."""
    # 1. Stop, or the end of the game.
    if spent(control):
        return 0
    player = player_at(walk, ply)
    if is_over(walk, ply):
        control[LEAVES] += 1
        return terminal_score(walk, ply, player)
    # 2. No win can come sooner than with the next action, no loss sooner than after it.
    if alpha >= WIN - ply - 1:
        return WIN - ply - 1
    # 3. What the game says is certain.
    if walk.has_bounds != 0:
        certain = cut_by_bounds(walk, ply, start, alpha, beta)
        if certain != NOTHING_CUT:
            control[LEAVES] += 1
            return certain
    # 4. The actions. A single one needs no entry in the table: the position it leads to has one.
    n = list_actions(walk, ply, start, RANKED | SEVERAL | (CANDIDATES_ONLY if walk.has_candidates != 0 else 0))
    end, actions, began = start + n, moves(walk), control[NODES]
    table, sizes = words_at(question.table, question.table_words), words_at(question.sizes, walk.plies)
    key, kept = key_at(walk, ply), n > 1 and sizes[ply] >= TABLE_LEAST
    if n > 1:
        first = NO_ACTION
        if kept:
            # 5. What the table knows.
            known = probe(table, key, ply)
            if known.found:
                first = known.action
                if (
                    known.bound == EXACT
                    or (known.bound == LOWER and known.score >= beta)
                    or (known.bound == UPPER and known.score <= alpha)
                ):
                    control[TABLE_HITS] += 1
                    return known.score
            # 6. What it knows of the children.
            if sizes[ply] >= LOOK_UP_LEAST:
                found = look_up_children(walk, table, ply, start, end, player, beta)
                if found != NOTHING_CUT:
                    control[TABLE_HITS] += 1
                    return found
        # 7. Sorted by the game's hint, the table's action in front.
        put_first(walk, start, end, first)
        sort_moves(walk, start, end)
    # 8. Search them.
    best, best_action, low = -INFINITE, NO_ACTION, alpha
    for i in range(start, end):
        a = actions[i]
        step_within(walk, ply, a)
        if sizes[ply + 1] >= TABLE_LEAST:
            fetch_early(question.table + 8 * bucket_of(table, key_at(walk, ply + 1)))
        if player_at(walk, ply + 1) == player:
            value = solve_node(walk, question, control, ply + 1, end, low, beta)
        else:
            value = -solve_node(walk, question, control, ply + 1, end, -beta, -low)
        if control[STOP]:
            return 0
        if value > best:
            best, best_action = value, a
            low = max(low, best)
            if low >= beta:
                break
    # 9. Remember; a full bucket gives up the entry farthest from the root, which is the cheapest to find again.
    sizes[ply] += control[NODES] - began - (sizes[ply] >> MEAN_SHIFT)
    if kept:
        bound = UPPER if best <= alpha else LOWER if best >= beta else EXACT
        store(table, key, ply, best, best_action, max(0, EXHAUSTIVE - ply), bound, 0)
    return best


@helper
def cut_by_bounds(walk: Any, ply: int, start: int, alpha: int, beta: int) -> int:
    """The score that what is certain leaves no doubt of, within alpha and beta; NOTHING_CUT where it does.

    Of a win or a loss it is not known how far away it is.
    """
    low, high = bounds_at(walk, ply, start)
    if high < walk.bound:
        most = score_of(high)
        if most <= alpha or (low == high and low > -walk.bound):
            return most
    if low > -walk.bound and low < walk.bound:
        least = score_of(low)
        if least >= beta:
            return least
    return NOTHING_CUT


@helper
def look_up_children(walk: Any, table: Any, ply: int, start: int, end: int, player: int, beta: int) -> int:
    """Enhanced transposition cut-off (A. Plaat and others, 1996): what the table knows of a child may be enough.

    Where the game does not guess what actions are worth, those come first that leave the opponent the fewest replies; where it
    is asked for estimates, guess and estimate count alike.
    """
    actions, worth, estimates = moves(walk), ranks(walk), flags(walk)
    for i in range(start, end):
        step_within(walk, ply, actions[i])
        mover = player_at(walk, ply + 1)
        sign = 1 if mover == player else -1
        if is_over(walk, ply + 1):
            score = sign * terminal_score(walk, ply + 1, mover)
            if score >= beta:
                return score
            estimates[i] = round(utility_at(walk, ply + 1, player) / walk.bound * ESTIMATE_STEPS)
            continue
        known = probe(table, key_at(walk, ply + 1), ply + 1)
        helps = known.bound == EXACT or known.bound == (LOWER if sign > 0 else UPPER)
        if known.found and helps and sign * known.score >= beta:
            return sign * known.score
        if walk.has_order == 0:
            worth[i] = sign * list_actions(walk, ply + 1, end, 0)
        if walk.estimate != 0:
            estimates[i] = estimate_steps(walk, ply + 1, player)
    if walk.estimate != 0:
        blend_ranks(walk, start, end)
    return NOTHING_CUT


@helper
def blend_ranks(walk: Any, start: int, end: int) -> None:
    """Add estimates to ranks, both brought to the range from 0 to 1 among these actions."""
    worth, estimates = ranks(walk), flags(walk)
    least, most, lowest, highest = worth[start], worth[start], estimates[start], estimates[start]
    for i in range(start + 1, end):
        least, most = min(least, worth[i]), max(most, worth[i])
        lowest, highest = min(lowest, estimates[i]), max(highest, estimates[i])
    for i in range(start, end):
        worth[i] = (worth[i] - least) / max(most - least, 1e-9) + (estimates[i] - lowest) / max(highest - lowest, 1)
