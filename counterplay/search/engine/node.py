"""The engine's search of one node, in numbered steps: fail-soft principal-variation search.

A score is for the player to move. The same player may move again after an action; then neither the sign nor the window
is turned around.
"""

from __future__ import annotations

from typing import Any

from counterplay.gears import helper
from counterplay.gears.compiler.deferred_numba import twin
from counterplay.gears.deadline import STOP
from counterplay.gears.entry.walk import flags as flags_of
from counterplay.gears.entry.walk import has_room, is_harmless, is_over, is_threatened, key_at, player_at, skip, step
from counterplay.gears.entry.walk_kernel import walk_kernel
from counterplay.search.engine.correction import learn_error
from counterplay.search.engine.likely_cuts import SHALLOW, UNDECIDED, known_by_now, likely_bar, may_cut_likely
from counterplay.search.engine.ordering import begin_actions, drop_harmless, next_action, pick, reward
from counterplay.search.engine.quiescence import list_noisy, quiesce
from counterplay.search.engine.recall import borrowed_score, expect, remember, remember_again, remembered, settles
from counterplay.search.engine.repetition import (
    FORBIDDEN,
    PERPETUAL_LOSES,
    is_repetition,
    note_turn,
    repeats,
    repetition_score,
)
from counterplay.search.engine.scores import INFINITE, estimate_score, score_of, steps_of, terminal_score
from counterplay.search.engine.selectivity import (
    PROBCUT_LESS,
    estimate_node,
    gains_enough,
    internal_reduction,
    is_dispensable,
    is_late,
    may_pass,
    may_probe_cut,
    may_test_singularity,
    null_move_depth,
    probcut_bar,
    reduction_of,
    reverse_futility_score,
    singular_bar,
)
from counterplay.search.engine.sharing import announce_task, defers, finish_task
from counterplay.search.engine.table import NO_ACTION, Entry
from counterplay.search.engine.workspace import (
    BASE,
    BEST_ACTION,
    BEST_NODES,
    BEST_SCORE,
    CUT_ATTEMPTS,
    FIRST_ACTION,
    FLAGS,
    MAX_PLY,
    NATIVE_SEARCH,
    PVS,
    QUIESCENCE,
    ROOT_DEPTH,
    SKIPPED,
    TAPERED,
    THREATS,
)
from counterplay.search.principal_variation import begin_line, extend_line
from counterplay.search.search_control import DEEPEST, HORIZON, LEAVES, NODES, spent


@walk_kernel
def search_node(walk: Any, work: Any, control: Any, depth: int, ply: int, start: int, alpha: int, beta: int) -> int:
    """Score of the state at a ply for its player at `depth` plies; its moves go onto the stack from `start` on.

    The rest of what a node must know stands in the workspace by ply: the action that led to it (`played`), an action to leave
    out (`excluded`), how many actions to look at (`widths`).
    """
    # 1. Stop, or the end of the game.
    begin_line(work, ply)
    if spent(control):
        return 0
    player = player_at(walk, ply)
    if is_over(walk, ply):
        return end_score(walk, control, ply, player)
    # 2. A position that came back.
    if is_repetition(walk, work, ply):
        return repetition_score(walk, work, control, ply, player)
    work.path[work.settings[BASE] + ply] = key_at(walk, ply)
    if walk.repetition == PERPETUAL_LOSES:
        note_turn(walk, work, ply)
    # 3. The horizon. A threat is answered before an estimate is trusted.
    depth += threat_extension(walk, work, ply)
    if is_horizon(walk, work, depth, ply, start):
        return horizon_score(walk, work, control, ply, start, player, alpha, beta)
    # 4. What the table knows.
    known = remembered(walk, work, ply)
    if settles(work, known, depth, ply, alpha, beta):
        return borrowed_score(walk, control, known)
    depth -= internal_reduction(work, known, depth, ply)
    # 5. Reverse futility: so far ahead that a few plies will not change it.
    estimate_node(walk, work, known, ply, player)
    ahead = reverse_futility_score(walk, work, control, depth, ply, alpha, beta)
    if ahead >= beta:
        return ahead
    # 6. Null move: if even passing keeps the score above beta, a real action will.
    passed = null_move_score(walk, work, control, depth, ply, start, player, alpha, beta)
    if passed >= beta or control[STOP]:
        return passed
    # 7. ProbCut: if a capture exceeds beta by far at less depth, it will at full depth.
    probed = probcut_score(walk, work, control, known, depth, ply, start, player, alpha, beta)
    if probed >= beta or control[STOP]:
        return probed
    # 8. Multi-ProbCut: a shallow search makes it likely enough that a deep one would leave the window.
    likely = likely_score(walk, work, control, known, depth, ply, start, alpha, beta)
    if likely != UNDECIDED or control[STOP]:
        return likely
    known = known_by_now(walk, work, known, depth, ply)
    # 9. Singular extension: is the table's action much better than all others?
    extension, refuted = singularity(walk, work, control, known, depth, ply, start)
    if control[STOP]:
        return 0
    if refuted >= beta:
        control[HORIZON] += 1
        return refuted
    # 10. The actions, best guess first.
    work.firsts[ply], work.extensions[ply] = first_action(work, known, ply), extension
    begin_actions(walk, work, player, ply, start)
    return search_actions(walk, work, control, depth, ply, start, alpha, beta)


def search_below(walk: Any, work: Any, control: Any, depth: int, ply: int, start: int, alpha: int, beta: int) -> int:
    """`search_node`, as its own steps call it.

    Native code calls it by its address: two functions that call each other by name cannot be kept on disk.
    """
    return search_node.py_func(walk, work, control, depth, ply, start, alpha, beta)


@twin(search_below)
def _search_below(walk: Any, work: Any, control: Any, depth: Any, ply: Any, start: Any, alpha: Any, beta: Any) -> Any:
    from counterplay.gears.compiler.address_code import call_search

    def native(walk: Any, work: Any, control: Any, depth: Any, ply: Any, start: Any, alpha: Any, beta: Any) -> Any:
        return call_search(work.settings[NATIVE_SEARCH], (walk, work, control, depth, ply, start, alpha, beta))

    return native


@helper
def null_move_score(
    walk: Any, work: Any, control: Any, depth: int, ply: int, start: int, player: int, alpha: int, beta: int
) -> int:
    """Step 6: a score of at least beta if passing the turn has one, else a lower score."""
    if not may_pass(walk, work, depth, ply, player, alpha, beta) or not skip(walk, ply) or player_at(walk, ply + 1) == player:
        return -INFINITE
    enter(work, ply + 1, player, SKIPPED, work.widths[ply])
    work.cutting[ply + 1] = 0
    value = -search_below(walk, work, control, null_move_depth(walk, work, depth, ply, beta), ply + 1, start, -beta, 1 - beta)
    if control[STOP] or value < beta:
        return -INFINITE
    control[HORIZON] += 1
    return min(value, score_of(walk.bound) + 1)


@helper
def probcut_score(
    walk: Any,
    work: Any,
    control: Any,
    known: Entry,
    depth: int,
    ply: int,
    start: int,
    player: int,
    alpha: int,
    beta: int,
) -> int:
    """Step 7: a score of at least beta if a noisy action, searched less deep, exceeds it by far; else a lower score."""
    if not may_probe_cut(walk, work, known, depth, ply, alpha, beta):
        return -INFINITE
    bar = probcut_bar(walk, work, beta)
    work.ends[ply] = list_noisy(walk, ply, start, known.action, False)
    for i in range(start, work.ends[ply]):
        a = pick(walk, i, work.ends[ply])
        if not gains_enough(walk, work, ply, a, bar):
            continue
        step(walk, ply, a)
        if is_forbidden(walk, work, control, ply + 1):
            continue
        enter(work, ply + 1, player, a, work.widths[ply])
        value = search_action(walk, work, control, 0, 0, False, ply, player, bar - 1, bar)
        if value >= bar and control[STOP] == 0:
            value = search_action(walk, work, control, depth - PROBCUT_LESS, 0, False, ply, player, bar - 1, bar)
        if control[STOP]:
            return 0
        if value >= bar:
            control[HORIZON] += 1
            return value
    return -INFINITE


@helper
def likely_score(
    walk: Any, work: Any, control: Any, known: Entry, depth: int, ply: int, start: int, alpha: int, beta: int
) -> int:
    """Step 8: beta, or alpha, where a shallow search makes it likely that a deep one would reach it; else UNDECIDED."""
    if not may_cut_likely(walk, work, depth, ply, alpha, beta):
        return UNDECIDED
    above, horizon_before = work.guesses[ply] >= steps_of(walk, beta), control[HORIZON]
    for attempt in range(CUT_ATTEMPTS):
        shallow, bar = int(work.cuts[depth, attempt, SHALLOW]), likely_bar(walk, work, depth, attempt, above, beta)
        if shallow == 0 or bar == UNDECIDED:
            break
        low = bar - 1 if above else bar
        work.probed[ply] = 1
        value = search_below(walk, work, control, shallow, ply, start, low, low + 1)
        work.probed[ply] = 0
        if control[STOP]:
            return 0
        if (value > low) == above:
            control[HORIZON] += 1
            score = beta if above else alpha
            remember(walk, work, control, ply, depth, score, NO_ACTION, alpha, beta, horizon_before)
            return score
    begin_line(work, ply)
    remember_again(walk, work, known, ply)
    return UNDECIDED


@helper
def singularity(walk: Any, work: Any, control: Any, known: Entry, depth: int, ply: int, start: int) -> tuple[int, int]:
    """Step 9: by how many plies the table's action is extended, since all others are much worse; else a score they reach.

    Where that score is beta or more, several actions are too good, and the node is cut (multi-cut: Y. Björnsson and T. Marsland
    1999).
    """
    if not may_test_singularity(work, known, depth, ply):
        return 0, -INFINITE
    bar = singular_bar(walk, work, known)
    work.excluded[ply] = known.action
    value = search_below(walk, work, control, depth // 2, ply, start, bar - 1, bar)
    work.excluded[ply] = NO_ACTION
    begin_line(work, ply)
    return (1, -INFINITE) if value < bar else (0, bar)


@helper
def search_actions(walk: Any, work: Any, control: Any, depth: int, ply: int, start: int, alpha: int, beta: int) -> int:
    """Steps 10 to 14: the actions from `start` of the stack on, until one is too good."""
    best, best_action, alpha_before, searched, calm = -INFINITE, NO_ACTION, alpha, 0, True
    horizon_before, player, wide, i = control[HORIZON], player_at(walk, ply), alpha + 1 < beta, start - 1
    while True:
        i += 1
        a = next_action(walk, work, player, ply, start, i)
        if a == NO_ACTION:
            break
        if a == work.excluded[ply]:
            continue
        if defers(walk, work, ply, i, a, depth, searched):
            i -= 1
            continue
        if work.settings[FLAGS] & TAPERED and searched >= work.widths[ply]:
            control[HORIZON] += 1
            best = max(best, -score_of(walk.bound))  # what is left out might be no loss
            break
        dispensable = searched > 0 and is_dispensable(walk, work, i, depth, ply, searched, best, alpha, beta)
        if dispensable and is_harmless(walk, ply, a):
            control[HORIZON] += 1
            if flags_of(walk)[i] == 0 and is_late(work, depth, ply, searched) and drop_harmless(walk, work, ply, i):
                i -= 1
            continue
        step(walk, ply, a)
        if is_forbidden(walk, work, control, ply + 1):
            continue
        if dispensable and not is_over(walk, ply + 1) and not is_threatened(walk, ply + 1):
            control[HORIZON] += 1
            continue
        expect(walk, work, ply + 1)
        enter(work, ply + 1, player, a, width_below(work, ply, start, searched))
        nodes_before = control[NODES]
        # 11. First a narrow, possibly reduced window; wider and deeper only while the action proves too good for it.
        following = depth - 1 + (work.extensions[ply] if a == work.firsts[ply] else 0)
        reduction = reduction_of(walk, work, i, depth, following, ply, player, searched, wide)
        scout = searched > 0 and wide and work.settings[FLAGS] & PVS != 0
        announce_task(walk, work, ply, a, depth)
        value = search_action(walk, work, control, following, reduction, scout, ply, player, alpha, beta)
        finish_task(walk, work, ply, a, depth)
        if control[STOP]:
            return 0
        searched += 1
        # 12. Better than what was there; so good that the opponent will not allow it.
        if value > best:
            best, best_action, calm = value, a, flags_of(walk)[i] == 0
            if value > alpha:
                alpha = value
                improve_variation(work, ply, a, value, control[NODES] - nodes_before)
            if alpha >= beta:
                reward(walk, work, player, ply, start, i, depth)
                break
    # 13. Every action was excluded or forbidden: nothing is known (singularity test), or nobody can move.
    if searched == 0:
        return alpha_before if work.excluded[ply] != NO_ACTION else 0
    # 14. Remember; where no capture decided, also how far the estimate was off.
    if calm or best <= alpha_before:
        learn_error(walk, work, ply, player, depth, best, alpha_before, beta)
    remember(walk, work, control, ply, depth, best, best_action, alpha_before, beta, horizon_before)
    return best


@helper
def search_action(
    walk: Any,
    work: Any,
    control: Any,
    depth: int,
    reduction: int,
    scout: bool,
    ply: int,
    player: int,
    alpha: int,
    beta: int,
) -> int:
    """Step 11: the score of the action that led to the next ply, for the player who took it."""
    again, end = player_at(walk, ply + 1) == player, work.ends[ply]
    while True:
        low, high = alpha, alpha + 1 if scout or reduction > 0 else beta
        work.cutting[ply + 1] = expects_cut(work, ply, reduction, low, high, again)
        if again:
            value = search_below(walk, work, control, depth - reduction, ply + 1, end, low, high)
        else:
            value = -search_below(walk, work, control, depth - reduction, ply + 1, end, -high, -low)
        if control[STOP] or value <= alpha or (reduction == 0 and not (scout and value < beta)):
            return value
        scout = scout and reduction > 0
        reduction = 0


@helper
def expects_cut(work: Any, ply: int, reduction: int, alpha: int, beta: int, again: bool) -> int:
    """Step 11: 1 where the next ply should have an action that is too good: this one is taken for no better than others.

    That is so of actions that are searched less deep, and of every action where no cut is expected; never where the value
    itself is wanted, or where the same player goes on.
    """
    return 1 if alpha + 1 == beta and not again and (reduction > 0 or work.cutting[ply] == 0) else 0


@helper
def enter(work: Any, ply: int, mover: int, action: int, width: int) -> None:
    """Note how the state at a ply came about, and how many of its actions are to be looked at."""
    work.movers[ply] = mover
    work.played[ply] = action
    work.widths[ply] = width


@helper
def end_score(walk: Any, control: Any, ply: int, player: int) -> int:
    """Step 1: the score of a finished game."""
    control[DEEPEST] = max(control[DEEPEST], ply)
    control[LEAVES] += 1
    return terminal_score(walk, ply, player)


@helper
def threat_extension(walk: Any, work: Any, ply: int) -> int:
    """Step 3: a ply more where a threat must be answered, as long as the line is not twice as deep as was asked."""
    settings = work.settings
    return 1 if is_threatened(walk, ply) and settings[FLAGS] & THREATS and ply < 2 * settings[ROOT_DEPTH] else 0


@helper
def is_horizon(walk: Any, work: Any, depth: int, ply: int, start: int) -> bool:
    """Step 3: whether the search goes no further."""
    return depth <= 0 or ply >= MAX_PLY - 1 or work.widths[ply] <= 0 or not has_room(walk, start)


@helper
def horizon_score(walk: Any, work: Any, control: Any, ply: int, start: int, player: int, alpha: int, beta: int) -> int:
    """Step 3: what the position is taken for at the horizon."""
    control[DEEPEST] = max(control[DEEPEST], ply)
    if work.settings[FLAGS] & QUIESCENCE:
        return quiesce(walk, work, control, ply, start, 0, alpha, beta)
    control[LEAVES] += 1
    control[HORIZON] += 1
    return estimate_score(walk, ply, player)


@helper
def first_action(work: Any, known: Entry, ply: int) -> int:
    """Step 10: the action to begin with: the table's, at the root that of the last iteration."""
    if ply == 0 and work.settings[FIRST_ACTION] != NO_ACTION:
        return work.settings[FIRST_ACTION]
    return known.action


@helper
def is_forbidden(walk: Any, work: Any, control: Any, ply: int) -> bool:
    """Step 10: whether a rule of repetition forbids the action that led to a ply."""
    if walk.repetition != FORBIDDEN or not repeats(walk, work, key_at(walk, ply), ply):
        return False
    control[HORIZON] += 1
    return True


@helper
def width_below(work: Any, ply: int, start: int, searched: int) -> int:
    """Step 10: how many actions the next ply looks at; in tapered search, fewer the later the action is."""
    width = work.widths[ply]
    return min(width, work.ends[ply] - start) - 1 - searched if work.settings[FLAGS] & TAPERED else width


@helper
def improve_variation(work: Any, ply: int, action: int, score: int, nodes: int) -> None:
    """Step 12: the line that begins with this action, which took so many nodes, is the best one so far."""
    extend_line(work, ply, action)
    if ply == 0:
        work.settings[BEST_ACTION], work.settings[BEST_SCORE], work.settings[BEST_NODES] = action, score, nodes
