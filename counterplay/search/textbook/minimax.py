"""Minimax: MAX takes the action after which the worst that MIN can do is best.

S. Russell and P. Norvig, *Artificial Intelligence: A Modern Approach*, 4th ed. (AIMA), figure 6.3, and the H-Minimax of
section 6.3 where the depth is limited. Two forms that give the same values: the pair MAX-VALUE and MIN-VALUE, and one
function that asks whose turn it is. MAX is the player who moves at the root, `me`; all values are MAX's. The same player
may move several times in a row.
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


# The two call each other: Numba can compile that, but not load it from the disk in another process.
@kernel(cache=False)
def max_value(game: Any, s: Any, depth: int, ply: int, me: int, control: Any, line: Any, trace: Any) -> float:
    """MAX-VALUE: the value of a state in which MAX is to move."""
    if spent(control):
        return 0.0
    begin_line(line, ply)
    enter(trace, ply, game.player(s), -inf, inf)
    if game.terminal(s):
        return final_value(game, s, me, ply, -inf, inf, control, trace)
    if depth == 0:
        return estimated_value(game, s, me, ply, -inf, inf, control, trace)
    v = -inf
    for a in game.actions(s):
        follow(trace, ply, a)
        child = game.result(s, a)
        if game.player(child) == me:
            v2 = max_value(game, child, depth - 1, ply + 1, me, control, line, trace)
        else:
            v2 = min_value(game, child, depth - 1, ply + 1, me, control, line, trace)
        if v2 > v:
            v = v2
            update(trace, ply, -inf, inf, v)
            extend_line(line, ply, a)
    leave(trace, ply, -inf, inf, v)
    return v


@kernel(cache=False)
def min_value(game: Any, s: Any, depth: int, ply: int, me: int, control: Any, line: Any, trace: Any) -> float:
    """MIN-VALUE: the value of a state in which MIN is to move."""
    if spent(control):
        return 0.0
    begin_line(line, ply)
    enter(trace, ply, game.player(s), -inf, inf)
    if game.terminal(s):
        return final_value(game, s, me, ply, -inf, inf, control, trace)
    if depth == 0:
        return estimated_value(game, s, me, ply, -inf, inf, control, trace)
    v = inf
    for a in game.actions(s):
        follow(trace, ply, a)
        child = game.result(s, a)
        if game.player(child) == me:
            v2 = max_value(game, child, depth - 1, ply + 1, me, control, line, trace)
        else:
            v2 = min_value(game, child, depth - 1, ply + 1, me, control, line, trace)
        if v2 < v:
            v = v2
            update(trace, ply, -inf, inf, v)
            extend_line(line, ply, a)
    leave(trace, ply, -inf, inf, v)
    return v


@kernel
def minimax_value(game: Any, s: Any, depth: int, ply: int, me: int, control: Any, line: Any, trace: Any) -> float:
    """The value of a state, whoever is to move: MINIMAX(s) of AIMA section 6.2."""
    if spent(control):
        return 0.0
    begin_line(line, ply)
    player = game.player(s)
    enter(trace, ply, player, -inf, inf)
    if game.terminal(s):
        return final_value(game, s, me, ply, -inf, inf, control, trace)
    if depth == 0:
        return estimated_value(game, s, me, ply, -inf, inf, control, trace)
    v = -inf if player == me else inf
    for a in game.actions(s):
        follow(trace, ply, a)
        v2 = minimax_value(game, game.result(s, a), depth - 1, ply + 1, me, control, line, trace)
        if (player == me and v2 > v) or (player != me and v2 < v):
            v = v2
            update(trace, ply, -inf, inf, v)
            extend_line(line, ply, a)
    leave(trace, ply, -inf, inf, v)
    return v


def _look_by_pair(root: Root, child: Any, depth: int, alpha: float, branches: int) -> float:
    function = max_value if root.game.player(child) == root.me else min_value
    return root.run(function, child, depth, 1, root.me)


def _look(root: Root, child: Any, depth: int, alpha: float, branches: int) -> float:
    return root.run(minimax_value, child, depth, 1, root.me)


MINIMAX = Form("minimax", "minimax as MAX-VALUE and MIN-VALUE, as in the textbook", TWO_PLAYERS, _look_by_pair)
MINIMAX_VALUE = Form("minimax_value", "minimax as one function that asks whose turn it is", TWO_PLAYERS, _look)
