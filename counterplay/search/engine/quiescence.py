"""Quiescence: at the horizon, follow noisy actions until the position is calm, then trust the estimate.

L. Harris, "The heuristic search and the game of chess", IJCAI 1975; the horizon effect is H. Berliner's (1973).
"""

from __future__ import annotations

from typing import Any

from counterplay.gears.deadline import STOP
from counterplay.gears.slots import NOISY_ONLY, RANKED
from counterplay.gears.walk import has_room, is_over, is_threatened, list_actions, moves, player_at, ranks, step
from counterplay.gears.walk_kernel import walk_kernel
from counterplay.search.control import DEEPEST, HORIZON, LEAVES, spent
from counterplay.search.engine.ordering import pick
from counterplay.search.engine.scores import INFINITE, estimate_score, terminal_score
from counterplay.search.engine.workspace import MAX_PLY

LONGEST_CHASE = 4  # plies past the horizon on which a threat is answered with every action, not only noisy ones


@walk_kernel
def quiesce(walk: Any, control: Any, ply: int, start: int, chase: int, alpha: int, beta: int) -> int:
    """Score of the state at a ply for its player, fail-soft; chase counts the plies since the horizon."""
    # 1. Stop, or the end of the game.
    if spent(control):
        return 0
    control[DEEPEST] = max(control[DEEPEST], ply)
    player = player_at(walk, ply)
    if is_over(walk, ply):
        control[LEAVES] += 1
        return terminal_score(walk, ply, player)
    # 2. Stand pat: the player need not take anything, unless a threat must be answered.
    control[HORIZON] += 1
    last = ply >= MAX_PLY - 1 or not has_room(walk, start)
    forced = chase < LONGEST_CHASE and is_threatened(walk, ply) and not last
    best = -INFINITE
    if not forced:
        control[LEAVES] += 1
        best = estimate_score(walk, ply, player)
        if best >= beta or last:
            return best
        alpha = max(alpha, best)
    # 3. Rank the noisy actions; those the game itself thinks bad are left out.
    listed = list_actions(walk, ply, start, RANKED if forced else RANKED | NOISY_ONLY)
    actions, worth, end = moves(walk), ranks(walk), start
    for i in range(start, start + listed):
        if forced or worth[i] >= 0.0:
            actions[end] = actions[i]
            worth[end] = worth[i]
            end += 1
    # 4. Search them.
    for i in range(start, end):
        step(walk, ply, pick(walk, i, end))
        if player_at(walk, ply + 1) == player:
            value = quiesce(walk, control, ply + 1, end, chase + 1, alpha, beta)
        else:
            value = -quiesce(walk, control, ply + 1, end, chase + 1, -beta, -alpha)
        if control[STOP]:
            return 0
        best = max(best, value)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return best
