"""Quiescence: at the horizon, follow noisy actions until the position is calm, then trust the estimate.

L. Harris, "The heuristic search and the game of chess", IJCAI 1975; the horizon effect is H. Berliner's (1973).
"""

from __future__ import annotations

from typing import Any

from counterplay.gears import kernel
from counterplay.search.control import DEEPEST, HORIZON, LEAVES, STOP, spent
from counterplay.search.engine.ordering import pick
from counterplay.search.engine.scores import INFINITE, estimate_score, terminal_score
from counterplay.search.engine.workspace import MAX_PLY

LONGEST_CHASE = 4  # plies past the horizon on which a threat is answered with every action, not only noisy ones


@kernel
def quiesce(game: Any, s: Any, ply: int, chase: int, alpha: int, beta: int, control: Any, work: Any) -> int:
    """Score of s for its player, fail-soft; chase counts the plies since the horizon."""
    # 1. Stop, or the end of the game.
    if spent(control):
        return 0
    control[DEEPEST] = max(control[DEEPEST], ply)
    player = game.player(s)
    if game.terminal(s):
        control[LEAVES] += 1
        return terminal_score(game, s, player, ply)
    # 2. Stand pat: the player need not take anything, unless a threat must be answered.
    control[HORIZON] += 1
    forced = chase < LONGEST_CHASE and game.threatened(s)
    best = -INFINITE
    if not forced:
        control[LEAVES] += 1
        best = estimate_score(game, s, player)
        if best >= beta or ply >= MAX_PLY - 1:
            return best
        alpha = max(alpha, best)
    # 3. Rank the noisy actions; those the game itself thinks bad are left out.
    n = 0
    for a in game.actions(s):
        if forced or game.noisy(s, a):
            hint = float(game.order(s, a))
            if forced or hint >= 0.0:
                work.moves[ply, n] = a
                work.ranks[ply, n] = hint
                n += 1
    # 4. Search them.
    for i in range(n):
        child = game.result(s, pick(ply, i, n, work))
        if game.player(child) == player:
            value = quiesce(game, child, ply + 1, chase + 1, alpha, beta, control, work)
        else:
            value = -quiesce(game, child, ply + 1, chase + 1, -beta, -alpha, control, work)
        if control[STOP]:
            return 0
        best = max(best, value)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return best
