"""Quiescence: at the horizon, follow noisy actions until the position is calm, then trust the estimate.

L. Harris, "The heuristic search and the game of chess", IJCAI 1975; the horizon effect is H. Berliner's (1973).
"""

from __future__ import annotations

from typing import Any

from counterplay.gears import helper
from counterplay.gears.deadline import STOP
from counterplay.gears.entry.state_layout import NOISY_ONLY, RANKED
from counterplay.gears.entry.walk import (
    exchange_at,
    has_room,
    is_over,
    is_threatened,
    list_actions,
    moves,
    player_at,
    ranks,
    step,
)
from counterplay.gears.entry.walk_kernel import walk_kernel
from counterplay.search.engine.correction import note_estimate
from counterplay.search.engine.ordering import pick
from counterplay.search.engine.recall import borrowed_score, expect, remember, remembered, settles
from counterplay.search.engine.scores import (
    ESTIMATE_STEPS,
    INFINITE,
    NO_ESTIMATE,
    PROVEN,
    score_of_steps,
    steps_of,
    terminal_score,
)
from counterplay.search.engine.table import NO_ACTION, Entry
from counterplay.search.engine.workspace import EXCHANGE, FLAGS, MAX_PLY, QUIESCENCE_TABLE, SPREAD
from counterplay.search.search_control import BORROWED, DEEPEST, HORIZON, LEAVES, spent

DELTA_MARGIN = 4.0  # spreads that a capture may gain besides what it takes: 1.8 pawns in chess
FIRST = 1e9  # above every hint
LONGEST_CHASE = 4  # plies past the horizon on which a threat is answered with every action, not only noisy ones


@walk_kernel
def quiesce(walk: Any, work: Any, control: Any, ply: int, start: int, chase: int, alpha: int, beta: int) -> int:
    """Score of the state at a ply for its player, fail-soft; chase counts the plies since the horizon."""
    # 1. Stop, or the end of the game. The node on the horizon has been counted.
    if chase > 0 and spent(control):
        return 0
    control[DEEPEST] = max(control[DEEPEST], ply)
    player = player_at(walk, ply)
    if is_over(walk, ply):
        control[LEAVES] += 1
        if chase > 0 and walk.repetition != 0:
            control[BORROWED] += 1  # a rule of repetition may stand in the way, and nobody looks for that past the horizon
        return terminal_score(walk, ply, player)
    # 2. What the table knows.
    known = recalled(walk, work, ply)
    if settles(work, known, 0, ply, alpha, beta):
        return borrowed_score(walk, control, known)
    # 3. Stand pat: the player need not take anything, unless a threat must be answered.
    control[HORIZON] += 1
    last = ply >= MAX_PLY - 1 or not has_room(walk, start)
    forced = chase < LONGEST_CHASE and is_threatened(walk, ply) and not last
    best, best_action, alpha_before, horizon_before = -INFINITE, NO_ACTION, alpha, control[HORIZON] - 1
    work.plain[ply] = work.estimates[ply] = NO_ESTIMATE
    if not forced:
        control[LEAVES] += 1
        note_estimate(walk, work, known, ply, player)
        best = score_of_steps(walk, work.guesses[ply])
        if best >= beta or last:
            return best
        alpha = max(alpha, best)
    # 4. Search the noisy actions, best guess first.
    end = list_noisy(walk, ply, start, known.action, forced)
    for i in range(start, end):
        a = pick(walk, i, end)
        if not forced and is_hopeless(walk, work, ply, a, alpha):
            continue
        step(walk, ply, a)
        expect(walk, work, ply + 1)
        work.played[ply + 1] = a
        if player_at(walk, ply + 1) == player:
            value = quiesce(walk, work, control, ply + 1, end, chase + 1, alpha, beta)
        else:
            value = -quiesce(walk, work, control, ply + 1, end, chase + 1, -beta, -alpha)
        if control[STOP]:
            return 0
        if value > best:
            best, best_action = value, a
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    # 5. Remember.
    if work.settings[FLAGS] & QUIESCENCE_TABLE:
        remember(walk, work, control, ply, 0, best, best_action, alpha_before, beta, horizon_before)
    return best


@helper
def recalled(walk: Any, work: Any, ply: int) -> Entry:
    """Step 2: what the table knows of the position, if quiescence may ask."""
    if work.settings[FLAGS] & QUIESCENCE_TABLE:
        return remembered(walk, work, ply)
    return Entry(False, 0, NO_ACTION, 0, 0, NO_ESTIMATE)


@helper
def list_noisy(walk: Any, ply: int, start: int, first: int, forced: bool) -> int:
    """Step 4: list the noisy actions, without those the game itself thinks bad, or all that answer a threat; where they end."""
    listed = list_actions(walk, ply, start, RANKED if forced else RANKED | NOISY_ONLY)
    actions, worth, end = moves(walk), ranks(walk), start
    for i in range(start, start + listed):
        if forced or worth[i] >= 0.0:
            actions[end] = actions[i]
            worth[end] = FIRST if actions[i] == first else worth[i]
            end += 1
    return end


@helper
def is_hopeless(walk: Any, work: Any, ply: int, action: int, alpha: int) -> bool:
    """Step 4: whether all that a capture gains, and something more, leaves the score below alpha (delta pruning)."""
    if walk.has_exchange == 0 or not work.settings[FLAGS] & EXCHANGE or abs(alpha) > PROVEN or work.scales[SPREAD] <= 0.0:
        return False
    gain = exchange_at(walk, ply, action) / walk.bound * ESTIMATE_STEPS
    return gain < 0.0 or work.guesses[ply] + gain + DELTA_MARGIN * work.scales[SPREAD] <= steps_of(walk, alpha)
