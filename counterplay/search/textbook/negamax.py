"""Negamax: minimax in one line, since what is good for one player is as bad for the other.

D. Knuth and R. Moore, "An analysis of alpha-beta pruning", *Artificial Intelligence* 6 (1975), section 2. A value is for
the player to move. The colour is 1 where that is MAX, player `me`, and -1 where it is MIN. It changes only when the turn
does: a player who moves again sees the next value with the same sign.
"""

from __future__ import annotations

from math import inf
from typing import Any

from counterplay.gears import kernel
from counterplay.search.principal_variation import begin_line, extend_line
from counterplay.search.search_control import spent
from counterplay.search.textbook.leaf_values import estimated_value, final_value
from counterplay.search.textbook.textbook_form import TWO_PLAYERS, Form, Root
from counterplay.search.textbook.trace_events import enter, follow, leave, update


@kernel
def negamax(game: Any, s: Any, depth: int, ply: int, colour: int, me: int, control: Any, line: Any, trace: Any) -> float:
    """The value of a state for its player."""
    if spent(control):
        return 0.0
    begin_line(line, ply)
    player = game.player(s)
    enter(trace, ply, player, -inf, inf)
    if game.terminal(s):
        return final_value(game, s, player, ply, -inf, inf, control, trace)
    if depth == 0:
        return estimated_value(game, s, player, ply, -inf, inf, control, trace)
    v = -inf
    for a in game.actions(s):
        follow(trace, ply, a)
        child = game.result(s, a)
        turn = 1 if game.player(child) == me else -1
        v2 = colour * turn * negamax(game, child, depth - 1, ply + 1, turn, me, control, line, trace)
        if v2 > v:
            v = v2
            update(trace, ply, -inf, inf, v)
            extend_line(line, ply, a)
    leave(trace, ply, -inf, inf, v)
    return v


def _look(root: Root, child: Any, depth: int, alpha: float, branches: int) -> float:
    colour = 1 if root.game.player(child) == root.me else -1
    return colour * root.run(negamax, child, depth, 1, colour, root.me)


NEGAMAX = Form("negamax", "minimax in one line: a value is for the player to move", TWO_PLAYERS, _look)
