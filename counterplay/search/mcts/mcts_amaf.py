"""RAVE, rapid action value estimation: what playouts tell about an action that was chosen later in them.

S. Gelly and D. Silver, "Combining online and offline knowledge in UCT" (2007); "all moves as first" is by B. Brügmann (1993).
Where an action means the same a few plies later (a stone on a cell), a playout tells about all the actions of a player in it,
not about the first alone. The weight of that falls as an action gets playouts of its own: D. Silver's schedule of least
squared error.
"""

from __future__ import annotations

from typing import Any

from counterplay.core import CHANCE
from counterplay.gears import helper
from counterplay.gears.entry.walk import MOST_PLAYERS
from counterplay.search.mcts.mcts_work import PLACES, amaf_of

STEP = 31  # of the hash: neighbouring actions go to different places


@helper
def blended(work: Any, index: int, visits: float, own: float) -> float:
    """The value of a node, mixed with that of its action later in other playouts; `own` counts for nothing before a visit."""
    amaf = amaf_of(work)
    later = amaf[2 * index]
    if later == 0.0:
        return own
    weight = later / (visits + later + visits * later / work.rave)
    return (1.0 - weight) * own + weight * amaf[2 * index + 1] / later


@helper
def place_of(work: Any, action: int, player: int) -> int:
    """Where an action of a player is in the table of this playout, or where it belongs."""
    mine = work.number * MOST_PLAYERS + player
    place = (action * STEP + (action >> 11) + player * 1031) & (PLACES - 1)
    while work.played_by[place] // MOST_PLAYERS == work.number and not (
        work.played_by[place] == mine and work.played[place] == action
    ):
        place = (place + 1) & (PLACES - 1)
    return place


@helper
def note_played(work: Any, action: int, player: int) -> None:
    """Put an action of a player into the table."""
    place = place_of(work, action, player)
    work.played[place] = action
    work.played_by[place] = work.number * MOST_PLAYERS + player


@helper
def credit_later_actions(work: Any, tree: Any, depth: int) -> None:
    """Add the result of a playout to the children of every node of its path whose action was chosen there or later."""
    work.number += 1
    amaf = amaf_of(work)
    for i in range(work.log[0]):
        note_played(work, work.log[1 + 2 * i], work.log[2 + 2 * i])
    for level in range(depth - 1, -1, -1):
        node = tree.nodes[work.path[level]]
        mover = tree.nodes[node.first].mover
        if mover == CHANCE:
            continue
        note_played(work, work.actions[level], mover)
        mine, result = work.number * MOST_PLAYERS + mover, work.utilities[mover]
        for i in range(node.first, node.first + node.count):
            if work.played_by[place_of(work, tree.nodes[i].action, mover)] == mine:
                amaf[2 * i] += 1.0
                amaf[2 * i + 1] += result
