"""Exhaustive search with a table: the exact value of a two-player zero-sum game without chance.

The kernel answers one question, "is the value at least v?", by a null-window alpha-beta to the end of every line; the
driver asks until lower and upper bound meet (A. Plaat's MTD, *Best-first fixed-depth minimax*, 1996). Every answer stays
in the table, so that later questions are cheap, and a saved table resumes a solution.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from counterplay.core import Game
from counterplay.gears import kernel
from counterplay.gears.gathering import gather, gather_candidates
from counterplay.search.control import LEAVES, STOP, TABLE_HITS, spent
from counterplay.search.engine.scores import INFINITE, WIN, terminal_score
from counterplay.search.engine.table import EXACT, EXHAUSTIVE, LOWER, NO_ACTION, UPPER, probe, signed, store


def new_buffers(game: Game) -> Any:
    """The actions of every ply and their hints, as one record: native code passes it as one word, an array as nine."""
    shape = game.max_plies + 2, max(1, game.max_actions)
    return np.zeros(1, np.dtype([("moves", np.int64, shape), ("ranks", np.float64, shape)])).view(np.recarray)[0]


@kernel
def solve_node(game: Any, s: Any, ply: int, alpha: int, beta: int, control: Any, buffers: Any, table: Any) -> int:
    """Score of s for its player, fail-soft within alpha and beta."""
    # 1. Stop, or the end of the game.
    if spent(control):
        return 0
    player = game.player(s)
    if game.terminal(s):
        control[LEAVES] += 1
        return terminal_score(game, s, player, ply)
    # 2. No win can come sooner than with the next action, no loss sooner than after it.
    if alpha >= WIN - ply - 1:
        return WIN - ply - 1
    # 3. The actions. A single one needs no entry in the table: the position it leads to has one.
    out = buffers.moves[ply]
    n = gather_candidates(game, s, out) if game.has_candidates else gather(game, s, out)
    key, first = 0, NO_ACTION
    if n > 1:
        # 4. What the table knows.
        key = signed(game.key(s))
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
        for i in range(n):
            a = buffers.moves[ply, i]
            hint = 1e9 if a == first else float(game.order(s, a))
            j = i
            while j > 0 and buffers.ranks[ply, j - 1] < hint:
                buffers.moves[ply, j] = buffers.moves[ply, j - 1]
                buffers.ranks[ply, j] = buffers.ranks[ply, j - 1]
                j -= 1
            buffers.moves[ply, j] = a
            buffers.ranks[ply, j] = hint
    # 6. Search them.
    best, best_action, low = -INFINITE, NO_ACTION, alpha
    for i in range(n):
        a = buffers.moves[ply, i]
        child = game.result(s, a)
        if game.player(child) == player:
            value = solve_node(game, child, ply + 1, low, beta, control, buffers, table)
        else:
            value = -solve_node(game, child, ply + 1, -beta, -low, control, buffers, table)
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
