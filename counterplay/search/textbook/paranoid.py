"""Paranoid search: many players, taken as one player against a coalition of all others.

N. Sturtevant and R. Korf, "On pruning techniques for multi-player games", AAAI 2000: unlike max^n it allows full
alpha-beta cuts, at the price of a pessimistic opponent model. MAX is the player who moves at the root, `me`;
everybody else is MIN. Chance averages its outcomes, each searched with an open window.
"""

from __future__ import annotations

from math import inf
from typing import Any

from counterplay.core import CHANCE
from counterplay.gears.entry.walk import list_actions, list_outcomes, moves, player_at, ranks, step
from counterplay.gears.entry.walk_kernel import walk_kernel
from counterplay.search.algorithm import Needs
from counterplay.search.principal_variation import begin_line, extend_line
from counterplay.search.search_control import spent
from counterplay.search.textbook.leaf_values import is_leaf_at, leaf_value_at
from counterplay.search.textbook.textbook_form import Form, Root
from counterplay.search.textbook.trace_events import average, cut, enter, follow, leave, update


@walk_kernel
def paranoid(
    walk: Any, depth: int, ply: int, top: int, alpha: float, beta: float, me: int, control: Any, line: Any, trace: Any
) -> float:
    """The value of the state at a ply for MAX, fail-soft; its moves go onto the stack from `top` on."""
    if spent(control):
        return 0.0
    begin_line(line, ply)
    player = player_at(walk, ply)
    enter(trace, ply, player, alpha, beta)
    if is_leaf_at(walk, ply, top, depth):
        return leaf_value_at(walk, ply, me, alpha, beta, control, trace)
    if player == CHANCE:
        v = 0.0
        end = top + list_outcomes(walk, ply, top)
        for i in range(top, end):
            follow(trace, ply, moves(walk)[i])
            step(walk, ply, moves(walk)[i])
            v += ranks(walk)[i] * paranoid(walk, depth - 1, ply + 1, end, -inf, inf, me, control, line, trace)
            average(trace, ply, alpha, beta, v)
    else:
        v = -inf if player == me else inf
        end = top + list_actions(walk, ply, top, 0)
        for i in range(top, end):
            a = moves(walk)[i]
            follow(trace, ply, a)
            step(walk, ply, a)
            v2 = paranoid(walk, depth - 1, ply + 1, end, alpha, beta, me, control, line, trace)
            if (player == me and v2 > v) or (player != me and v2 < v):
                v = v2
                if player == me:
                    alpha = max(alpha, v)
                else:
                    beta = min(beta, v)
                update(trace, ply, alpha, beta, v)
                extend_line(line, ply, a)
                if alpha >= beta:
                    cut(trace, ply, alpha, beta, v)
                    break
    leave(trace, ply, alpha, beta, v)
    return v


def _look(root: Root, child: Any, depth: int, alpha: float, branches: int) -> float:
    return root.run_on_walk(paranoid, child, depth, 1, 0, alpha, inf, root.me)


PARANOID = Form(
    "paranoid", "any number of players: one against all others, with alpha-beta cuts", Needs(), _look, windowed=True
)
