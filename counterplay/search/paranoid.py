"""Paranoid search: many players, taken as one player against a coalition of all others.

N. Sturtevant and R. Korf, "On pruning techniques for multi-player games", AAAI 2000: unlike max^n it allows full
alpha-beta cuts, at the price of a pessimistic opponent model. MAX is the player who moves at the root, `me`;
everybody else is MIN. Chance averages its outcomes, each searched with an open window.
"""

from __future__ import annotations

from math import inf
from typing import Any

from counterplay.core import CHANCE
from counterplay.gears import kernel
from counterplay.search.control import spent
from counterplay.search.leaf import is_leaf, leaf_value
from counterplay.search.task import Needs
from counterplay.search.textbook import Form, Root
from counterplay.search.trace import average, cut, enter, follow, leave, update
from counterplay.search.variation import extend, start


@kernel
def paranoid(
    game: Any, s: Any, depth: int, ply: int, alpha: float, beta: float, me: int, control: Any, line: Any, trace: Any
) -> float:
    """The value of a state for MAX, fail-soft."""
    if spent(control):
        return 0.0
    start(line, ply)
    player = game.player(s)
    enter(trace, ply, player, alpha, beta)
    if is_leaf(game, s, depth):
        return leaf_value(game, s, me, ply, alpha, beta, control, trace)
    if player == CHANCE:
        v = 0.0
        for a, p in game.outcomes(s):
            follow(trace, ply, a)
            v += p * paranoid(game, game.result(s, a), depth - 1, ply + 1, -inf, inf, me, control, line, trace)
            average(trace, ply, alpha, beta, v)
    else:
        v = -inf if player == me else inf
        for a in game.actions(s):
            follow(trace, ply, a)
            v2 = paranoid(game, game.result(s, a), depth - 1, ply + 1, alpha, beta, me, control, line, trace)
            if (player == me and v2 > v) or (player != me and v2 < v):
                v = v2
                if player == me:
                    alpha = max(alpha, v)
                else:
                    beta = min(beta, v)
                update(trace, ply, alpha, beta, v)
                extend(line, ply, a)
                if alpha >= beta:
                    cut(trace, ply, alpha, beta, v)
                    break
    leave(trace, ply, alpha, beta, v)
    return v


def _look(root: Root, child: Any, depth: int, alpha: float, branches: int) -> float:
    return root.run(paranoid, child, depth, 1, alpha, inf, root.me)


PARANOID = Form(
    "paranoid", "any number of players: one against all others, with alpha-beta cuts", Needs(), _look, windowed=True
)
