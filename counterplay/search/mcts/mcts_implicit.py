"""Implicit minimax backups: beside its mean, a node keeps the minimax value of the estimates below it.

M. Lanctot, M. Winands, T. Pepels and N. Sturtevant, "Monte Carlo tree search with heuristic evaluations using implicit minimax
backups" (2014), here for any number of players, as in max^n, and with averages at chance nodes. A node is estimated when it is
first visited; what its children promise replaces that as soon as all that may be chosen have been visited.
"""

from __future__ import annotations

from typing import Any

from counterplay.core import CHANCE
from counterplay.gears import helper
from counterplay.gears.entry.walk import estimate_at
from counterplay.search.mcts.mcts_expansion import opened
from counterplay.search.mcts.mcts_work import LEAF, implicit_of, share


@helper
def estimate_leaf(walk: Any, work: Any, index: int) -> None:
    """Estimate the state at LEAF, which is this node's, for every player."""
    implicit = implicit_of(walk, work)
    if walk.two_sided != 0:
        implicit[2 * index] = share(walk, estimate_at(walk, LEAF, 0))
        implicit[2 * index + 1] = 1.0 - implicit[2 * index]
        return
    for p in range(walk.players):
        implicit[walk.players * index + p] = share(walk, estimate_at(walk, LEAF, p))


@helper
def promised(walk: Any, work: Any, tree: Any, index: int, player: int) -> float:
    """What a visited node promises a player, from 0 to 1."""
    if tree.nodes[index].proven != 0:
        return share(walk, tree.exact[index, player])
    return implicit_of(walk, work)[walk.players * index + player]


@helper
def back_up_estimates(walk: Any, work: Any, tree: Any, index: int) -> None:
    """Give a node what its best child promises, or at a chance node the average; not before all have been visited."""
    node = tree.nodes[index]
    mover = tree.nodes[node.first].mover
    end = node.first + (node.count if mover == CHANCE else opened(work, node))
    best, implicit = node.first, implicit_of(walk, work)
    for i in range(node.first, end):
        if tree.nodes[i].visits == 0 and tree.nodes[i].proven == 0:
            return
        if mover != CHANCE and promised(walk, work, tree, i, mover) > promised(walk, work, tree, best, mover):
            best = i
    for p in range(walk.players):
        if mover != CHANCE:
            implicit[walk.players * index + p] = promised(walk, work, tree, best, p)
            continue
        average = 0.0
        for i in range(node.first, end):
            average += tree.nodes[i].prior * promised(walk, work, tree, i, p)
        implicit[walk.players * index + p] = average
