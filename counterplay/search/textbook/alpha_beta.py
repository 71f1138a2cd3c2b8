"""Alpha-beta: minimax without the actions that cannot matter.

alpha is the least that MAX has already secured on the path to a state, beta the most that MIN will concede. Once alpha
reaches beta, the remaining actions of the state are cut: MAX or MIN has something at least as good elsewhere. Equality
already cuts.

Fail-soft is AIMA 4th ed., figure 6.7: a cut returns v, the best value found, which may lie outside alpha and beta and is
then a bound on the true value (J. Fishburn, "Another optimization of alpha-beta search", SIGART 84, 1983). Fail-hard is
the original (D. Knuth and R. Moore, "An analysis of alpha-beta pruning", *Artificial Intelligence* 6, 1975): it
remembers nothing but alpha and beta, and returns one of them. MAX is the player who moves at the root, `me`; all values
are MAX's.
"""

from __future__ import annotations

from math import inf
from typing import Any

from counterplay.gears import kernel
from counterplay.search.principal_variation import begin_line, extend_line
from counterplay.search.search_control import spent
from counterplay.search.textbook.leaf_values import estimated_value, final_value
from counterplay.search.textbook.textbook_form import TWO_PLAYERS, Form, Root
from counterplay.search.textbook.trace_events import cut, enter, follow, leave, update


@kernel
def alpha_beta(
    game: Any, s: Any, depth: int, ply: int, me: int, alpha: float, beta: float, control: Any, line: Any, trace: Any
) -> float:
    """Fail-soft: exact between alpha and beta, else an upper bound up to alpha or a lower bound from beta on."""
    if spent(control):
        return 0.0
    begin_line(line, ply)
    player = game.player(s)
    enter(trace, ply, player, alpha, beta)
    if game.terminal(s):
        return final_value(game, s, me, ply, alpha, beta, control, trace)
    if depth == 0:
        return estimated_value(game, s, me, ply, alpha, beta, control, trace)
    if player == me:  # MAX-VALUE
        v = -inf
        for a in game.actions(s):
            follow(trace, ply, a)
            v2 = alpha_beta(game, game.result(s, a), depth - 1, ply + 1, me, alpha, beta, control, line, trace)
            if v2 > v:
                v = v2
                alpha = max(alpha, v)
                update(trace, ply, alpha, beta, v)
                if v >= beta:
                    cut(trace, ply, alpha, beta, v)
                    break
                extend_line(line, ply, a)
    else:  # MIN-VALUE
        v = inf
        for a in game.actions(s):
            follow(trace, ply, a)
            v2 = alpha_beta(game, game.result(s, a), depth - 1, ply + 1, me, alpha, beta, control, line, trace)
            if v2 < v:
                v = v2
                beta = min(beta, v)
                update(trace, ply, alpha, beta, v)
                if v <= alpha:
                    cut(trace, ply, alpha, beta, v)
                    break
                extend_line(line, ply, a)
    leave(trace, ply, alpha, beta, v)
    return v


@kernel
def alpha_beta_hard(
    game: Any, s: Any, depth: int, ply: int, me: int, alpha: float, beta: float, control: Any, line: Any, trace: Any
) -> float:
    """Fail-hard: MAX raises alpha and returns it, or beta at a cut; MIN lowers beta and returns it, or alpha at a cut."""
    if spent(control):
        return 0.0
    begin_line(line, ply)
    player = game.player(s)
    enter(trace, ply, player, alpha, beta)
    if game.terminal(s):
        return final_value(game, s, me, ply, alpha, beta, control, trace)
    if depth == 0:
        return estimated_value(game, s, me, ply, alpha, beta, control, trace)
    if player == me:  # MAX-VALUE
        for a in game.actions(s):
            follow(trace, ply, a)
            v2 = alpha_beta_hard(game, game.result(s, a), depth - 1, ply + 1, me, alpha, beta, control, line, trace)
            if v2 > alpha:
                alpha = v2
                update(trace, ply, alpha, beta, alpha)
                if alpha >= beta:
                    cut(trace, ply, alpha, beta, alpha)
                    alpha = beta
                    break
                extend_line(line, ply, a)
        v = alpha
    else:  # MIN-VALUE
        for a in game.actions(s):
            follow(trace, ply, a)
            v2 = alpha_beta_hard(game, game.result(s, a), depth - 1, ply + 1, me, alpha, beta, control, line, trace)
            if v2 < beta:
                beta = v2
                update(trace, ply, alpha, beta, beta)
                if beta <= alpha:
                    cut(trace, ply, alpha, beta, beta)
                    beta = alpha
                    break
                extend_line(line, ply, a)
        v = beta
    leave(trace, ply, alpha, beta, v)
    return v


def _look_soft(root: Root, child: Any, depth: int, alpha: float, branches: int) -> float:
    return root.run(alpha_beta, child, depth, 1, root.me, alpha, inf)


def _look_hard(root: Root, child: Any, depth: int, alpha: float, branches: int) -> float:
    return root.run(alpha_beta_hard, child, depth, 1, root.me, alpha, inf)


ALPHA_BETA = Form("alpha_beta", "alpha-beta, fail-soft: a cut returns the value found", TWO_PLAYERS, _look_soft, windowed=True)
ALPHA_BETA_HARD = Form(
    "alpha_beta_hard", "alpha-beta, fail-hard: a cut returns alpha or beta", TWO_PLAYERS, _look_hard, windowed=True
)
