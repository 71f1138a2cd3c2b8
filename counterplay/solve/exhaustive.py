"""Exhaustive search with a table: the exact value of a two-player zero-sum game without chance.

The kernel answers one question, "is the value at least v?", by a null-window alpha-beta to the end of every line; the
driver asks until lower and upper bound meet (A. Plaat's MTD, *Best-first fixed-depth minimax*, 1996). Every answer stays
in the table, so that later questions are cheap, and a saved table resumes a solution.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from counterplay.gears.compiler.raw_memory import address_of, words_at
from counterplay.gears.deadline import STOP
from counterplay.gears.entry.state_layout import CANDIDATES_ONLY, RANKED
from counterplay.gears.entry.walk import is_over, key_at, list_actions, moves, player_at, ranks, step_within
from counterplay.gears.entry.walk_kernel import walk_kernel
from counterplay.search.engine.scores import INFINITE, WIN, terminal_score
from counterplay.search.engine.table import EXACT, EXHAUSTIVE, LOWER, NO_ACTION, UPPER, probe, store
from counterplay.search.search_control import LEAVES, TABLE_HITS, Array, spent
from counterplay.search.textbook.child_order import sort_moves

QUESTION = np.dtype([("table", np.int64), ("table_words", np.int64)])  # address and length


def new_question(table: Array) -> Any:
    """What the kernel works on besides its walk; the caller keeps the table alive."""
    question = np.zeros(1, QUESTION).view(np.recarray)[0]
    question.table, question.table_words = address_of(table), len(table)
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
    # 3. The actions. A single one needs no entry in the table: the position it leads to has one.
    n = list_actions(walk, ply, start, RANKED | CANDIDATES_ONLY if walk.has_candidates != 0 else RANKED)
    end, actions, worth = start + n, moves(walk), ranks(walk)
    table = words_at(question.table, question.table_words)
    key, first = key_at(walk, ply), NO_ACTION
    if n > 1:
        # 4. What the table knows.
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
        # 5. Sorted by the game's hint, the table's action in front.
        for i in range(start, end):
            if actions[i] == first:
                worth[i] = 1e9
        sort_moves(walk, start, end)
    # 6. Search them.
    best, best_action, low = -INFINITE, NO_ACTION, alpha
    for i in range(start, end):
        a = actions[i]
        step_within(walk, ply, a)
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
    # 7. Remember; a full bucket gives up the entry farthest from the root, which is the cheapest to find again.
    if n > 1:
        bound = UPPER if best <= alpha else LOWER if best >= beta else EXACT
        store(table, key, ply, best, best_action, max(0, EXHAUSTIVE - ply), bound, 0)
    return best
