"""Tapered search: look at many replies to plausible actions, at few replies to implausible ones.

P. Winston, *Artificial Intelligence*, 3rd ed. (1992), chapter 6. The children of a state are ranked by a fast
evaluation, and only as many as the state has branches are looked at. The child of rank r, counted from 1, gets the
branches of its parent less r. A state without branches is evaluated, so that the search ends by itself, limited in depth
or not. The root has a branch for each action, or as many as the option `branches` says.
"""

from __future__ import annotations

from math import inf
from typing import Any

from counterplay.gears import helper, kernel
from counterplay.search.principal_variation import begin_line, extend_line
from counterplay.search.search_control import HORIZON, spent
from counterplay.search.textbook.child_order import insert
from counterplay.search.textbook.leaf_values import estimated_value, final_value
from counterplay.search.textbook.textbook_form import TWO_PLAYERS, Branch, Form, Root
from counterplay.search.textbook.trace_events import enter, follow, leave, update


@helper
def plausibility(game: Any, s: Any, player: int) -> float:
    """The fast evaluation of a child, for the player who would move to it."""
    return float(game.utility(s, player)) if game.terminal(s) else float(game.evaluate(s, player))


@kernel
def tapered(
    game: Any, s: Any, depth: int, ply: int, branches: int, me: int, ranking: Any, control: Any, line: Any, trace: Any
) -> float:
    """The value of a state for MAX, player `me`, among the children that are looked at."""
    if spent(control):
        return 0.0
    begin_line(line, ply)
    player = game.player(s)
    enter(trace, ply, player, -inf, inf)
    if game.terminal(s):
        return final_value(game, s, me, ply, -inf, inf, control, trace)
    if depth == 0 or branches == 0:
        return estimated_value(game, s, me, ply, -inf, inf, control, trace)
    n = 0
    for a in game.actions(s):
        insert(ranking.actions[ply], ranking.worths[ply], 0, n, a, plausibility(game, game.result(s, a), player))
        n += 1
    if n > branches:
        control[HORIZON] += 1  # what is left out could be better
        n = branches
    v = -inf if player == me else inf
    for i in range(n):
        a = ranking.actions[ply, i]
        follow(trace, ply, a)
        room = n - (i + 1)
        v2 = tapered(game, game.result(s, a), depth - 1, ply + 1, room, me, ranking, control, line, trace)
        if (player == me and v2 > v) or (player != me and v2 < v):
            v = v2
            update(trace, ply, -inf, inf, v)
            extend_line(line, ply, a)
    leave(trace, ply, -inf, inf, v)
    return v


def _branches(root: Root) -> list[Branch]:
    game, actions = root.game, root.task.actions
    ranked = sorted(actions, key=lambda a: -plausibility(game, game.result(root.state, a), root.me))
    n = min(len(ranked), root.branches)
    if n < len(ranked):
        root.control[HORIZON] += 1
    return [Branch(a, n - rank) for rank, a in enumerate(ranked[:n], start=1)]


def _look(root: Root, child: Any, depth: int, alpha: float, branches: int) -> float:
    return root.run(tapered, child, depth, 1, branches, root.me, root.ranking)


TAPERED = Form("tapered", "fewer branches for less plausible actions", TWO_PLAYERS, _look, branches=_branches)
