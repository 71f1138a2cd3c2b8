"""Where the engine looks less deep, or deeper, than asked.

Margins are counted in the spread of the game's estimate (see `game_scale`); where that is unknown, what needs one is off. In
chess, whose spread is 0.44 pawns, they are about what strong engines use.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from counterplay.gears import helper
from counterplay.gears.entry.walk import exchange_at, is_over, is_threatened, moves, player_at
from counterplay.gears.entry.walk import flags as flags_of
from counterplay.search.engine.correction import note_estimate
from counterplay.search.engine.history import quiet_history
from counterplay.search.engine.scores import (
    ESTIMATE_STEPS,
    INFINITE,
    NO_ESTIMATE,
    PROVEN,
    estimate_score,
    score_of_steps,
    steps_of,
)
from counterplay.search.engine.table import EXHAUSTIVE, NO_ACTION, UPPER, Entry
from counterplay.search.engine.workspace import (
    EXCHANGE,
    EXPECTED_CUTS,
    FLAGS,
    FUTILITY,
    IMPROVING,
    INTERNAL_REDUCTION,
    LATE_PRUNING,
    NULL_MOVE,
    PROBCUT,
    REDUCTIONS,
    REVERSE_FUTILITY,
    ROOT_DEPTH,
    SINGULAR,
    SKIPPED,
    SPREAD,
)
from counterplay.search.search_control import HORIZON

NEAR_ROOT = 3  # plies on which nothing is left out by an estimate: few positions, and a quiet move may decide the game
INTERNAL_REDUCTION_DEPTH = 4  # plies, at least
LATE_PRUNING_DEPTH = 6  # plies, at most
LATE_PRUNING_START = 3  # actions that are looked at, and the square of the depth more; half of them where things get worse
LATE_PRUNING_LEAST = 5  # actions that are looked at in any case: games with a handful of actions lose more than they save
FUTILITY_DEPTH = 6  # plies, at most
FUTILITY_MARGIN, FUTILITY_MARGIN_PLY = 2.0, 2.0  # spreads, and spreads a ply: 1.8 pawns at depth 1 in chess
EXCHANGE_DEPTH = 6  # plies, at most
EXCHANGE_MARGIN_QUIET, EXCHANGE_MARGIN_NOISY = 1.2, 2.5  # spreads a ply: 0.5 and 1.1 pawns in chess
REVERSE_FUTILITY_DEPTH = 7  # plies, at most
REVERSE_FUTILITY_MARGIN = 1.8  # spreads a ply: 80 centipawns in chess
NULL_MOVE_DEPTH = 3  # plies; below it a reduced search sees nothing
NULL_MOVE_STEP, NULL_MOVE_MOST = 5.0, 2  # a ply less for so many spreads above beta, and so many plies at most
PROBCUT_DEPTH, PROBCUT_LESS = 5, 4  # plies, at least, and by how many less deep it looks
PROBCUT_MARGIN = 4.0  # spreads by which beta must be exceeded: 1.8 pawns in chess
CUT_REDUCTION = 1.0  # plies more where the node is expected to be cut
SINGULAR_DEPTH = 6  # plies; below it the extra search costs more than the extension brings
SINGULAR_MARGIN = 1.1  # spreads by which one action must beat all others (half a pawn in chess)
REDUCTION_DEPTH = 3  # plies
REDUCTION_START = 3  # actions searched to full depth first

HISTORY_REDUCTION = 1.0  # plies less, or more, for a full history value
WORSENING_REDUCTION = 0.5  # plies more where the player is no better off than two plies before

# Late-move reductions in plies, shape (64, 64): by depth and by place in the order; the usual logarithmic shape.
REDUCTION = np.array([[0.6 + math.log(max(1, d)) * math.log(max(1, i)) / 2.2 for i in range(64)] for d in range(64)])


@helper
def estimate_node(walk: Any, work: Any, known: Entry, ply: int, player: int) -> None:
    """Note the estimate of the state at a ply, and whether it gets better; where a threat must be answered none is trusted."""
    work.plain[ply] = work.estimates[ply] = work.guesses[ply] = NO_ESTIMATE
    if work.scales[SPREAD] > 0.0 and not is_threatened(walk, ply):
        note_estimate(walk, work, known, ply, player)
    work.improving[ply] = is_improving(walk, work, ply, player)


@helper
def is_improving(walk: Any, work: Any, ply: int, player: int) -> bool:
    """Whether the player to move is better off than two plies before: then fewer actions are left out."""
    if not work.settings[FLAGS] & IMPROVING or ply < 2 or work.estimates[ply] == NO_ESTIMATE:
        return False
    before = work.estimates[ply - 2]
    return before != NO_ESTIMATE and player_at(walk, ply - 2) == player and work.estimates[ply] > before


@helper
def internal_reduction(work: Any, known: Entry, depth: int, ply: int) -> int:
    """A ply less where the table names no action to begin with: the order is poor, and the next iteration comes back.

    Not where a shallow search asks about a deep one: what they have to do with each other was measured at exact depths.
    """
    unknown = known.action == NO_ACTION and work.excluded[ply] == NO_ACTION and ply > 0 and work.probed[ply] == 0
    return 1 if unknown and depth >= INTERNAL_REDUCTION_DEPTH and work.settings[FLAGS] & INTERNAL_REDUCTION else 0


@helper
def reverse_futility_score(walk: Any, work: Any, control: Any, depth: int, ply: int, alpha: int, beta: int) -> int:
    """A score of at least beta where the estimate is so far above it that a few plies hardly change that; else a lower one."""
    estimate = work.guesses[ply]
    if (
        not work.settings[FLAGS] & REVERSE_FUTILITY
        or estimate == NO_ESTIMATE
        or alpha + 1 < beta
        or ply < NEAR_ROOT
        or depth > REVERSE_FUTILITY_DEPTH
        or abs(beta) > PROVEN
        or work.excluded[ply] != NO_ACTION
        or estimate - REVERSE_FUTILITY_MARGIN * work.scales[SPREAD] * (depth - work.improving[ply]) < steps_of(walk, beta)
    ):
        return -INFINITE
    control[HORIZON] += 1
    return score_of_steps(walk, estimate)


@helper
def may_pass(walk: Any, work: Any, depth: int, ply: int, player: int, alpha: int, beta: int) -> bool:
    """Whether to try what passing the turn leads to (the null move: D. Beal 1989, C. Donninger 1993)."""
    return (
        walk.can_skip != 0
        and work.settings[FLAGS] & NULL_MOVE != 0
        and alpha + 1 == beta
        and ply >= NEAR_ROOT
        and depth >= NULL_MOVE_DEPTH
        and work.played[ply] != SKIPPED
        and work.excluded[ply] == NO_ACTION
        and not is_threatened(walk, ply)
        and abs(beta) < PROVEN
        and node_estimate(walk, work, ply, player) >= beta
    )


@helper
def node_estimate(walk: Any, work: Any, ply: int, player: int) -> int:
    """Score of the estimate of the state at a ply."""
    if work.guesses[ply] != NO_ESTIMATE:
        return score_of_steps(walk, work.guesses[ply])
    return estimate_score(walk, ply, player)


@helper
def null_move_depth(walk: Any, work: Any, depth: int, ply: int, beta: int) -> int:
    """How deep to look after a pass: less deep the further the player is ahead."""
    ahead = 0
    if work.guesses[ply] != NO_ESTIMATE:
        ahead = int((work.guesses[ply] - steps_of(walk, beta)) / (NULL_MOVE_STEP * work.scales[SPREAD]))
    return max(1, depth - 3 - depth // 4 - max(0, min(NULL_MOVE_MOST, ahead)))


@helper
def may_probe_cut(walk: Any, work: Any, known: Entry, depth: int, ply: int, alpha: int, beta: int) -> bool:
    """Whether to ask if a noisy action exceeds beta by far (ProbCut: M. Buro 1995; with captures: Chess Programming Wiki)."""
    return (
        work.settings[FLAGS] & PROBCUT != 0
        and alpha + 1 == beta
        and ply >= NEAR_ROOT
        and depth >= PROBCUT_DEPTH
        and work.excluded[ply] == NO_ACTION
        and work.guesses[ply] != NO_ESTIMATE
        and abs(beta) < PROVEN
        and not (known.found and known.depth >= depth - PROBCUT_LESS and known.score < probcut_bar(walk, work, beta))
    )


@helper
def probcut_bar(walk: Any, work: Any, beta: int) -> int:
    """The score that a shallower search must reach."""
    return score_of_steps(walk, steps_of(walk, beta) + PROBCUT_MARGIN * work.scales[SPREAD])


@helper
def gains_enough(walk: Any, work: Any, ply: int, action: int, bar: int) -> bool:
    """Whether what a capture gains may lift the estimate to a score; a game that does not say is believed."""
    if walk.has_exchange == 0 or not work.settings[FLAGS] & EXCHANGE:
        return True
    return work.guesses[ply] + exchange_at(walk, ply, action) / walk.bound * ESTIMATE_STEPS >= steps_of(walk, bar)


@helper
def may_test_singularity(work: Any, known: Entry, depth: int, ply: int) -> bool:
    """Whether to ask if the table's action stands out (singular extension: T. Anantharaman, M. Campbell, F. Hsu 1990)."""
    return (
        work.settings[FLAGS] & SINGULAR != 0
        and work.scales[SPREAD] > 0.0
        and depth >= SINGULAR_DEPTH
        and ply > 0
        and work.excluded[ply] == NO_ACTION
        and known.action != NO_ACTION
        and known.depth >= depth - 3
        and known.depth != EXHAUSTIVE
        and known.bound != UPPER
        and abs(known.score) < PROVEN
        and ply < 2 * work.settings[ROOT_DEPTH]
    )


@helper
def singular_bar(walk: Any, work: Any, known: Entry) -> int:
    """The score that every other action must stay below for the table's action to be singular."""
    return score_of_steps(walk, steps_of(walk, known.score) - SINGULAR_MARGIN * work.scales[SPREAD])


@helper
def is_dispensable(walk: Any, work: Any, i: int, depth: int, ply: int, searched: int, best: int, alpha: int, beta: int) -> bool:
    """Whether the action at place i of the stack may be left out: late, unable to save the position, or losing what it moves.

    It is left out unless it ends the game or threatens something; never where all actions before it lose by force: a loss must
    be proven by all of them.
    """
    if alpha + 1 < beta or best < -PROVEN or ply < NEAR_ROOT or is_threatened(walk, ply):
        return False
    if flags_of(walk)[i] != 0:
        return loses_exchange(walk, work, i, depth, ply, EXCHANGE_MARGIN_NOISY)
    if is_late(work, depth, ply, searched):
        return True
    margin = work.scales[SPREAD] * (FUTILITY_MARGIN + FUTILITY_MARGIN_PLY * depth)
    futile = work.guesses[ply] != NO_ESTIMATE and abs(alpha) < PROVEN and work.guesses[ply] + margin <= steps_of(walk, alpha)
    if futile and work.settings[FLAGS] & FUTILITY and depth <= FUTILITY_DEPTH:
        return True
    return loses_exchange(walk, work, i, depth, ply, EXCHANGE_MARGIN_QUIET)


@helper
def is_late(work: Any, depth: int, ply: int, searched: int) -> bool:
    """Whether so many actions have been searched that the quiet ones after them are not worth it."""
    most = LATE_PRUNING_START + depth * depth
    least = max(LATE_PRUNING_LEAST, most if work.improving[ply] else most // 2)
    return work.settings[FLAGS] & LATE_PRUNING != 0 and depth <= LATE_PRUNING_DEPTH and searched >= least


@helper
def loses_exchange(walk: Any, work: Any, i: int, depth: int, ply: int, margin: float) -> bool:
    """Whether the captures that follow the action at place i lose more than `margin` spreads a ply."""
    if walk.has_exchange == 0 or not work.settings[FLAGS] & EXCHANGE or depth > EXCHANGE_DEPTH or work.scales[SPREAD] <= 0.0:
        return False
    gain = exchange_at(walk, ply, moves(walk)[i]) / walk.bound * ESTIMATE_STEPS
    return gain < -margin * work.scales[SPREAD] * depth


@helper
def reduction_of(
    walk: Any,
    work: Any,
    i: int,
    depth: int,
    following: int,
    ply: int,
    player: int,
    searched: int,
    wide: bool,
) -> int:
    """By how many plies less the action at place i of the stack is searched first; `following` is the full depth after it."""
    if (
        not work.settings[FLAGS] & REDUCTIONS
        or depth < REDUCTION_DEPTH
        or searched < REDUCTION_START
        or flags_of(walk)[i] != 0
        or is_threatened(walk, ply)
    ):
        return 0
    plies = REDUCTION[min(depth, 63), min(searched, 63)]
    plies -= HISTORY_REDUCTION * quiet_history(work, player, ply, moves(walk)[i])
    if wide:
        plies -= 1.0
    if work.settings[FLAGS] & IMPROVING and work.improving[ply] == 0:
        plies += WORSENING_REDUCTION
    if work.cutting[ply] != 0 and work.settings[FLAGS] & EXPECTED_CUTS:
        plies += CUT_REDUCTION
    if not is_over(walk, ply + 1) and is_threatened(walk, ply + 1):
        plies -= 1.0
    return max(0, min(int(plies), following - 1))
