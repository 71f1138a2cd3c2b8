"""Exhaustive search with a table: the exact value of a two-player zero-sum game without chance.

The kernel answers one question, "is the value at least v?", by a null-window alpha-beta to the end of every line; the
driver asks until lower and upper bound meet (A. Plaat's MTD, *Best-first fixed-depth minimax*, 1996, with bisection where the
range is wide). Every answer stays in the table, so that later questions are cheap, and a saved table resumes a solution.
"""

from __future__ import annotations

from typing import Any

from counterplay.gears import kernel
from counterplay.search.control import LEAVES, STOP, TABLE_HITS, spent
from counterplay.search.engine.scores import INFINITE, WIN, terminal_score
from counterplay.search.engine.table import EXACT, EXHAUSTIVE, LOWER, NO_ACTION, UPPER, probe, signed, store


@kernel
def solve_node(
    game: Any, s: Any, ply: int, alpha: int, beta: int, age: int, control: Any, moves: Any, ranks: Any, table: Any
) -> int:
    """Score of s for its player, fail-soft within alpha and beta. moves and ranks have shape (plies, max_actions)."""
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
    # 3. What the table knows.
    key = signed(game.key(s))
    known = probe(table, key, ply)
    first = NO_ACTION
    if known.found:
        first = known.action
        if (
            known.bound == EXACT
            or (known.bound == LOWER and known.score >= beta)
            or (known.bound == UPPER and known.score <= alpha)
        ):
            control[TABLE_HITS] += 1
            return known.score
    # 4. The actions, sorted by the game's hint, the table's action in front.
    n = 0
    if game.has_candidates:
        for a in game.candidates(s):
            moves[ply, n] = a
            n += 1
    else:
        for a in game.actions(s):
            moves[ply, n] = a
            n += 1
    if n > 1:
        for i in range(n):
            a = moves[ply, i]
            hint = 1e9 if a == first else float(game.order(s, a))
            j = i
            while j > 0 and ranks[ply, j - 1] < hint:
                moves[ply, j] = moves[ply, j - 1]
                ranks[ply, j] = ranks[ply, j - 1]
                j -= 1
            moves[ply, j] = a
            ranks[ply, j] = hint
    # 5. Search them.
    best, best_action, low = -INFINITE, NO_ACTION, alpha
    for i in range(n):
        a = moves[ply, i]
        child = game.result(s, a)
        if game.player(child) == player:
            value = solve_node(game, child, ply + 1, low, beta, age, control, moves, ranks, table)
        else:
            value = -solve_node(game, child, ply + 1, -beta, -low, age, control, moves, ranks, table)
        if control[STOP]:
            return 0
        if value > best:
            best, best_action = value, a
            low = max(low, best)
            if low >= beta:
                break
    # 6. Remember.
    bound = UPPER if best <= alpha else LOWER if best >= beta else EXACT
    store(table, key, ply, best, best_action, EXHAUSTIVE, bound, age)
    return best
