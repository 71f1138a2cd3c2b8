"""The leaves of a search: finished games, and states at the horizon. Counted and traced alike by every form.

`is_leaf` and `leaf_value` treat both as one. Kernels for small, fast games tell them apart, with `final_value` and
`estimated_value`: asking `terminal` once instead of twice makes alpha-beta on connect four a tenth faster.
"""

from __future__ import annotations

from typing import Any

from counterplay.gears import helper
from counterplay.search.control import DEEPEST, HORIZON, LEAVES
from counterplay.search.trace import leaf, leave


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


@helper
def worth(game: Any, s: Any, p: int, control: Any) -> float:
    """The bare value of a leaf for player p, for searches that need every player's; see `count_leaf`."""
    if game.terminal(s):
        return float(game.utility(s, p))
    control[HORIZON] += 1
    return float(game.evaluate(s, p))
