"""Max^n: backward induction. Every player maximises its own part of a tuple of utilities.

C. Luckhardt and K. Irani, "An algorithmic solution of n-person games", AAAI 1986; AIMA 4th ed., section 6.2.2. For any
number of players, zero-sum or not; chance averages the tuples. A chance outcome counts as a ply, like any action.
Of equally good actions a player takes the first, although they may differ for the others.

Native code knows no tuple whose length is an attribute of the game: the tuple of the state at ply p is row p of `values`.
A trace notes LEAF, UPDATE and AVERAGE once for each player, `player` and `value` being that player's part. The value of
LEAVE is the part of the player to move; at a chance node, that of the first player.
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
from counterplay.search.textbook.trace_events import AVERAGE, LEAF, UPDATE, enter, follow, leave, note_parts


@walk_kernel
def max_n(walk: Any, depth: int, ply: int, top: int, values: Any, control: Any, line: Any, trace: Any) -> float:
    """Write every player's value of the state at a ply into values[ply]; return that of the player to move.

    Its moves go onto the stack from `top` on.
    """
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
    elif player == CHANCE:
        for p in range(walk.players):
            values[ply, p] = 0.0
        end = top + list_outcomes(walk, ply, top)
        for i in range(top, end):
            follow(trace, ply, moves(walk)[i])
            step(walk, ply, moves(walk)[i])
            max_n(walk, depth - 1, ply + 1, end, values, control, line, trace)
            for p in range(walk.players):
                values[ply, p] += ranks(walk)[i] * values[ply + 1, p]
            note_parts(walk.players, AVERAGE, ply, ply + 1, values[ply], trace)
    else:
        values[ply, mine] = -inf
        end = top + list_actions(walk, ply, top, 0)
        for i in range(top, end):
            follow(trace, ply, moves(walk)[i])
            step(walk, ply, moves(walk)[i])
            max_n(walk, depth - 1, ply + 1, end, values, control, line, trace)
            if values[ply + 1, mine] > values[ply, mine]:
                for p in range(walk.players):
                    values[ply, p] = values[ply + 1, p]
                note_parts(walk.players, UPDATE, ply, ply + 1, values[ply], trace)
                extend_line(line, ply, moves(walk)[i])
    leave(trace, ply, -inf, inf, values[ply, mine])
    return values[ply, mine]


def _look(root: Root, child: Any, depth: int, alpha: float, branches: int) -> float:
    root.run_on_walk(max_n, child, depth, 1, 0, root.values)
    return float(root.values[1, root.me])


MAX_N = Form("max_n", "any number of players: each maximises its own part of a tuple", Needs(), _look, per_player=True)
