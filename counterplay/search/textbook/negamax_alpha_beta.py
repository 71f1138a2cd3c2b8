"""Alpha-beta in negamax form, with ordered children if wanted.

D. Knuth and R. Moore, "An analysis of alpha-beta pruning", *Artificial Intelligence* 6 (1975), with the fail-soft of
J. Fishburn (1983). A value, alpha and beta are for the player to move; when the turn passes, the window is turned around
with the sign. The sooner the best action is tried, the more is cut: `ordered=True` tries those first that the game's own
`order` thinks best.
"""

from __future__ import annotations

from math import inf
from typing import Any

from counterplay.gears import kernel
from counterplay.search.principal_variation import begin_line, extend_line
from counterplay.search.search_control import spent
from counterplay.search.textbook.child_order import in_order
from counterplay.search.textbook.leaf_values import estimated_value, final_value
from counterplay.search.textbook.textbook_form import TWO_PLAYERS, Branch, Form, Root
from counterplay.search.textbook.trace_events import cut, enter, follow, leave, update


@kernel
def negamax_alpha_beta(
    game: Any, s: Any, depth: int, ply: int, alpha: float, beta: float, ranking: Any, control: Any, line: Any, trace: Any
) -> float:
    """The value of a state for its player, fail-soft; ranking is None where children keep the game's order."""
    if spent(control):
        return 0.0
    begin_line(line, ply)
    player = game.player(s)
    enter(trace, ply, player, alpha, beta)
    if game.terminal(s):
        return final_value(game, s, player, ply, alpha, beta, control, trace)
    if depth == 0:
        return estimated_value(game, s, player, ply, alpha, beta, control, trace)
    v = -inf
    for a in in_order(game, s, ply, ranking):
        follow(trace, ply, a)
        child = game.result(s, a)
        if game.player(child) == player:
            v2 = negamax_alpha_beta(game, child, depth - 1, ply + 1, alpha, beta, ranking, control, line, trace)
        else:
            v2 = -negamax_alpha_beta(game, child, depth - 1, ply + 1, -beta, -alpha, ranking, control, line, trace)
        if v2 > v:
            v = v2
            alpha = max(alpha, v)
            update(trace, ply, alpha, beta, v)
            if v >= beta:
                cut(trace, ply, alpha, beta, v)
                break
            extend_line(line, ply, a)
    leave(trace, ply, alpha, beta, v)
    return v


def _branches(root: Root) -> list[Branch]:
    actions = root.task.actions
    if root.ordered:
        actions = sorted(actions, key=lambda a: -float(root.game.order(root.state, a)))
    return [Branch(a) for a in actions]


def _look(root: Root, child: Any, depth: int, alpha: float, branches: int) -> float:
    ranking = root.ranking if root.ordered else None
    if root.game.player(child) == root.me:
        return root.run(negamax_alpha_beta, child, depth, 1, alpha, inf, ranking)
    return -root.run(negamax_alpha_beta, child, depth, 1, -inf, -alpha, ranking)


NEGAMAX_ALPHA_BETA = Form(
    "negamax_alpha_beta", "alpha-beta in negamax form; ordered=True sorts children", TWO_PLAYERS, _look, True, _branches
)
