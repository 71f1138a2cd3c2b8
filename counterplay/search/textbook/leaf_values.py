"""The leaves of a search: finished games, and states at the horizon. Counted and traced alike by every form.

`is_leaf` and `leaf_value` treat both as one. Kernels for small, fast games tell them apart, with `final_value` and
`estimated_value`: asking `terminal` once instead of twice makes alpha-beta on connect four a tenth faster.
"""

from __future__ import annotations

from typing import Any

from counterplay.gears import helper
from counterplay.gears.entry.walk import estimate_at, has_room, is_over, utility_at
from counterplay.search.search_control import DEEPEST, HORIZON, LEAVES
from counterplay.search.textbook.trace_events import leaf, leave


@helper
def count_leaf(ply: int, control: Any) -> None:
    """One more leaf, at this ply."""
    control[LEAVES] += 1
    control[DEEPEST] = max(control[DEEPEST], ply)


@helper
def final_value(game: Any, s: Any, p: int, ply: int, alpha: float, beta: float, control: Any, trace: Any) -> float:
    """Utility(s, p): the game is over."""
    count_leaf(ply, control)
    value = float(game.utility(s, p))
    leaf(trace, ply, alpha, beta, value)
    leave(trace, ply, alpha, beta, value)
    return value


@helper
def estimated_value(game: Any, s: Any, p: int, ply: int, alpha: float, beta: float, control: Any, trace: Any) -> float:
    """Eval(s, p): no depth is left, and the search proves nothing (AIMA 4th ed., section 6.3)."""
    count_leaf(ply, control)
    control[HORIZON] += 1
    value = float(game.evaluate(s, p))
    leaf(trace, ply, alpha, beta, value)
    leave(trace, ply, alpha, beta, value)
    return value


@helper
def is_leaf(game: Any, s: Any, depth: int) -> bool:
    """Is-Cutoff(s, depth): the game is over, or no depth is left."""
    return game.terminal(s) or depth <= 0


@helper
def leaf_value(game: Any, s: Any, p: int, ply: int, alpha: float, beta: float, control: Any, trace: Any) -> float:
    """The value of a leaf for player p, final or estimated."""
    if game.terminal(s):
        return final_value(game, s, p, ply, alpha, beta, control, trace)
    return estimated_value(game, s, p, ply, alpha, beta, control, trace)


# --- the same on a walk ---


@helper
def is_leaf_at(walk: Any, ply: int, start: int, depth: int) -> bool:
    """Is-Cutoff(s, depth): the game is over, no depth is left, or the walk has no room for more."""
    return is_over(walk, ply) or depth <= 0 or ply + 2 >= walk.plies or not has_room(walk, start)


@helper
def worth_at(walk: Any, ply: int, p: int, control: Any) -> float:
    """The bare value of a leaf for player p; see `count_leaf`."""
    if is_over(walk, ply):
        return utility_at(walk, ply, p)
    control[HORIZON] += 1
    return estimate_at(walk, ply, p)


@helper
def leaf_value_at(walk: Any, ply: int, p: int, alpha: float, beta: float, control: Any, trace: Any) -> float:
    """The value of a leaf for player p, final or estimated, counted and traced."""
    count_leaf(ply, control)
    value = worth_at(walk, ply, p, control)
    leaf(trace, ply, alpha, beta, value)
    leave(trace, ply, alpha, beta, value)
    return value
