"""Max^n with the cuts that are sound: immediate and shallow pruning.

R. Korf, "Multi-player alpha-beta pruning", Artificial Intelligence 48 (1991). Utilities have a lower bound and add up
to zero, so what one player has leaves a known most for another. Immediate: nobody gets more than the sum leaves when
all others have the least. Shallow: the player above has something in hand; once the player here takes so much that
the rest cannot beat it, this node will be avoided. Deep pruning is not sound for more than two players and is not
done. Estimates must add up to zero, too.

A trace is that of max^n; beta of a CUT is the share that was enough.
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
from counterplay.search.textbook.leaf_values import count_leaf, is_leaf_at, worth_at
from counterplay.search.textbook.textbook_form import Form, Root
from counterplay.search.textbook.trace_events import AVERAGE, LEAF, UPDATE, cut, enter, follow, leave, note_parts

NOBODY = -1  # the node above belongs to chance, or to the same player


@walk_kernel
def max_n_pruned(
    walk: Any, depth: int, ply: int, top: int, above: int, in_hand: float, values: Any, control: Any, line: Any, trace: Any
) -> float:
    """Write every player's value of the state at a ply into values[ply]; return that of the player to move.

    Its moves go onto the stack from `top` on. above is the player who moves at the node above and in_hand what it has there;
    NOBODY where that allows no cut.
    """
    # 1. Stop, or a leaf.
    if spent(control):
        return 0.0
    begin_line(line, ply)
    player = player_at(walk, ply)
    enter(trace, ply, player, -inf, inf)
    mine = max(player, 0)
    if is_leaf_at(walk, ply, top, depth):
        count_leaf(ply, control)
        for p in range(walk.players):
            values[ply, p] = worth_at(walk, ply, p, control)
        note_parts(walk.players, LEAF, ply, ply, values[ply], trace)
        leave(trace, ply, -inf, inf, values[ply, mine])
        return values[ply, mine]
    # 2. Chance: the average of whole tuples; no cut reaches across it.
    if player == CHANCE:
        for p in range(walk.players):
            values[ply, p] = 0.0
        end = top + list_outcomes(walk, ply, top)
        for i in range(top, end):
            follow(trace, ply, moves(walk)[i])
            step(walk, ply, moves(walk)[i])
            max_n_pruned(walk, depth - 1, ply + 1, end, NOBODY, -inf, values, control, line, trace)
            for p in range(walk.players):
                values[ply, p] += ranks(walk)[i] * values[ply + 1, p]
            note_parts(walk.players, AVERAGE, ply, ply + 1, values[ply], trace)
        leave(trace, ply, -inf, inf, values[ply, mine])
        return values[ply, mine]
    # 3. The most that this player can get, and the share at which the player above will avoid this node.
    most = -(walk.players - 1) * walk.low
    enough = most
    if above not in (NOBODY, player):
        enough = min(most, -(walk.players - 2) * walk.low - in_hand)
    # 4. Every action, until there is enough.
    values[ply, mine] = -inf
    end = top + list_actions(walk, ply, top, 0)
    for i in range(top, end):
        follow(trace, ply, moves(walk)[i])
        step(walk, ply, moves(walk)[i])
        max_n_pruned(walk, depth - 1, ply + 1, end, player, values[ply, mine], values, control, line, trace)
        if values[ply + 1, mine] > values[ply, mine]:
            for p in range(walk.players):
                values[ply, p] = values[ply + 1, p]
            note_parts(walk.players, UPDATE, ply, ply + 1, values[ply], trace)
            extend_line(line, ply, moves(walk)[i])
            if values[ply, mine] >= enough:
                cut(trace, ply, -inf, enough, values[ply, mine])
                break
    leave(trace, ply, -inf, inf, values[ply, mine])
    return values[ply, mine]


def _look(root: Root, child: Any, depth: int, alpha: float, branches: int) -> float:
    root.run_on_walk(max_n_pruned, child, depth, 1, 0, root.me, alpha, root.values)
    # After a cut the part of the root's player is that of a tuple which another one may still replace: nothing better than
    # what the root has in hand, but not the least bound.
    return max(float(root.values[1, root.me]), alpha)


MAX_N_PRUNED = Form(
    "max_n_pruned",
    "max^n with immediate and shallow pruning",
    Needs(zero_sum=True),
    _look,
    windowed=True,
    per_player=True,
)
