"""Expectiminimax: minimax with chance nodes, whose value is the average of their outcomes.

AIMA 4th ed., section 6.5: EXPECTIMINIMAX(s); D. Michie, "Game-playing and game-learning automata" (1966). MAX is the
player who moves at the root, `me`; all values are MAX's. A chance outcome counts as a ply, like any action.
"""

from __future__ import annotations

from math import inf
from typing import Any

from counterplay.core import CHANCE
from counterplay.gears import kernel
from counterplay.search.algorithm import Needs
from counterplay.search.principal_variation import begin_line, extend_line
from counterplay.search.search_control import spent
from counterplay.search.textbook.leaf_values import estimated_value, final_value
from counterplay.search.textbook.textbook_form import Form, Root
from counterplay.search.textbook.trace_events import average, enter, follow, leave, update


@kernel
def expectiminimax(game: Any, s: Any, depth: int, ply: int, me: int, control: Any, line: Any, trace: Any) -> float:
    """The value of a state, whoever is to move."""
    if spent(control):
        return 0.0
    begin_line(line, ply)
    player = game.player(s)
    enter(trace, ply, player, -inf, inf)
    if game.terminal(s):
        return final_value(game, s, me, ply, -inf, inf, control, trace)
    if depth == 0:
        return estimated_value(game, s, me, ply, -inf, inf, control, trace)
    if player == CHANCE:
        v = 0.0
        for a, p in game.outcomes(s):
            follow(trace, ply, a)
            v += p * expectiminimax(game, game.result(s, a), depth - 1, ply + 1, me, control, line, trace)
            average(trace, ply, -inf, inf, v)
    else:
        v = -inf if player == me else inf
        for a in game.actions(s):
            follow(trace, ply, a)
            v2 = expectiminimax(game, game.result(s, a), depth - 1, ply + 1, me, control, line, trace)
            if (player == me and v2 > v) or (player != me and v2 < v):
                v = v2
                update(trace, ply, -inf, inf, v)
                extend_line(line, ply, a)
    leave(trace, ply, -inf, inf, v)
    return v


def _look(root: Root, child: Any, depth: int, alpha: float, branches: int) -> float:
    return root.run(expectiminimax, child, depth, 1, root.me)


EXPECTIMINIMAX = Form("expectiminimax", "minimax with chance nodes averaged", Needs(players=2, zero_sum=True), _look)
