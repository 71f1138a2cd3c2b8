"""What a Monte Carlo tree looks like from outside: visits, values and the terms by which it chose where to look."""

from __future__ import annotations

import heapq
import math
from typing import NamedTuple

from counterplay.core import CHANCE, Position
from counterplay.search.mcts.mcts_expansion import opened
from counterplay.search.mcts.mcts_selection import UNTRIED, guided_bound, urgency_of, width_of
from counterplay.search.mcts.mcts_session import Session
from counterplay.search.mcts.mcts_tree import ROOT, children_of

NO_PARENT = -1


class SeenNode(NamedTuple):
    """A node of the tree. Terms are those of the selection that would come next, on a scale from 0 to 1."""

    id: int  # numbered in the order of the list, the root is 0
    parent: int  # NO_PARENT for the root
    action: int  # the one that leads here; 0 at the root
    path: tuple[int, ...]  # the actions from the root
    player: int  # who chose the action, or CHANCE
    visits: int
    value: float  # mean or proven utility of the player who chose the action, in the game's unit
    exploit: float  # the same, brought to 0..1
    explore: float  # how much the bound exceeds it: infinite for an action never tried, 0 where the value is proven
    uct: float  # exploit + explore; at a chance node 0, since probabilities choose there
    prior: float  # of PUCT; the probability of a chance outcome
    proven: bool
    children: int  # in the whole tree, shown or not


def tree_nodes(session: Session, most: int) -> list[SeenNode]:
    """The part of a session's tree that was visited most, parents before their children."""
    tree, game = session.tree, session.game
    low, high = game.utility_range
    seen: list[SeenNode] = []
    waiting: list[tuple[int, int, int, tuple[int, ...], int]] = [(0, ROOT, NO_PARENT, (), ROOT)]  # most visited first
    while waiting and len(seen) < most:
        _, index, parent, path, above = heapq.heappop(waiting)
        node = tree.nodes[index]
        visits, mover, proven = int(node.visits), int(node.mover), bool(node.proven)
        chosen = parent != NO_PARENT and mover != CHANCE
        mean = float(node.total) / visits if visits else 0.5
        exact = (float(tree.exact[index, mover]) - low) / (high - low)
        exploit = exact if proven and chosen else mean
        explore = 0.0 if proven or not chosen else _bound(session, above, index, mover) - exploit
        below = children_of(tree, index)
        number = len(seen)
        seen.append(
            SeenNode(
                number,
                parent,
                int(node.action),
                path,
                mover,
                visits,
                low + exploit * (high - low) if chosen else 0.0,
                exploit if chosen else 0.0,
                explore,
                exploit + explore if chosen else 0.0,
                float(node.prior),
                proven,
                len(below),
            )
        )
        for child in below:
            action = int(tree.nodes[child].action)
            heapq.heappush(waiting, (-int(tree.nodes[child].visits), child, number, (*path, action), index))
    return seen


def path_name(position: Position, path: tuple[int, ...]) -> str:
    """How people write the last action of a path from a position; "" for the position itself."""
    game, state = position.game, position.state
    for action in path[:-1]:
        state = game.result(state, action)
    return game.action_name(state, path[-1]) if path else ""


def _bound(session: Session, above: int, index: int, mover: int) -> float:
    """The bound by which `select` compares a node with those beside it."""
    work, tree = session.work, session.tree
    parent = tree.nodes[above]
    urgency = urgency_of(work, tree, int(parent.first), int(parent.first) + opened(work, parent))
    width, rivals = width_of(work, int(parent.visits)), int(parent.every)
    bound = float(guided_bound(session.walk.record, work, tree, index, mover, urgency, width, rivals))
    return math.inf if bound >= UNTRIED else bound
