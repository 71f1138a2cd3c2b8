"""The tree of Monte Carlo search: nodes in arrays, children of a node side by side.

A node's totals are those of the player who chose the action that leads to it, so that any number of players is handled alike.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from counterplay.core import CHANCE, Game
from counterplay.gears import helper, kernel

NO_NODE = -1
ROOT = 0
UNEXPANDED = -1
SIZE = 0  # place in `used`: how many nodes the tree holds


class Tree(NamedTuple):
    """Arrays of shape (capacity,) unless said otherwise; P = game.players."""

    used: Any  # int64 (1,)
    first: Any  # int32: index of the first child, UNEXPANDED before expansion
    count: Any  # int32: number of children
    parent: Any  # int32
    action: Any  # int64: the one that leads here
    mover: Any  # int32: who chose it, or CHANCE
    prior: Any  # float32: of the action; at a chance node the probability of the outcome
    visits: Any  # int64
    total: Any  # float64: sum of the mover's utilities, brought to 0..1
    proven: Any  # int8: 1 where `exact` is the value of best play
    exact: Any  # float64 (capacity, P): every player's utility, brought to 0..1


def new_tree(game: Game, capacity: int) -> Tree:
    """A tree that holds only its root."""
    tree = Tree(
        np.ones(1, np.int64),
        np.full(capacity, UNEXPANDED, np.int32),
        np.zeros(capacity, np.int32),
        np.full(capacity, NO_NODE, np.int32),
        np.zeros(capacity, np.int64),
        np.full(capacity, CHANCE, np.int32),
        np.zeros(capacity, np.float32),
        np.zeros(capacity, np.int64),
        np.zeros(capacity, np.float64),
        np.zeros(capacity, np.int8),
        np.zeros((capacity, game.players), np.float64),
    )
    tree.prior[ROOT] = 1.0
    return tree


def node_bytes(game: Game) -> int:
    """Memory of one node."""
    return sum(int(a.nbytes) for a in new_tree(game, 2)[1:]) // 2


@helper
def append(tree: Any, parent: int, action: int, mover: int, prior: float) -> int:
    """A new node; there must be room."""
    node = tree.used[SIZE]
    tree.used[SIZE] += 1
    tree.first[node] = UNEXPANDED
    tree.count[node] = 0
    tree.parent[node] = parent
    tree.action[node] = action
    tree.mover[node] = mover
    tree.prior[node] = prior
    tree.visits[node] = 0
    tree.total[node] = 0.0
    tree.proven[node] = 0
    return node


@kernel
def transplant(game: Any, old: Any, root: int, new: Any) -> int:
    """Copy the subtree below `root` into an empty tree, breadth first, so that children stay together; its size."""
    origin = np.empty(len(new.first), np.int64)
    origin[0] = root
    copy_node(old, root, new, ROOT)
    new.parent[ROOT] = NO_NODE
    size = 1
    node = 0
    while node < size:
        source = origin[node]
        if old.first[source] != UNEXPANDED and size + old.count[source] <= len(new.first):
            new.first[node] = size
            new.count[node] = old.count[source]
            for i in range(old.count[source]):
                copy_node(old, old.first[source] + i, new, size)
                new.parent[size] = node
                origin[size] = old.first[source] + i
                size += 1
        node += 1
    new.used[SIZE] = size
    return size


@helper
def copy_node(old: Any, source: int, new: Any, target: int) -> None:
    """All of a node but its place in the tree."""
    new.first[target] = UNEXPANDED
    new.count[target] = 0
    new.action[target] = old.action[source]
    new.mover[target] = old.mover[source]
    new.prior[target] = old.prior[source]
    new.visits[target] = old.visits[source]
    new.total[target] = old.total[source]
    new.proven[target] = old.proven[source]
    for p in range(old.exact.shape[1]):
        new.exact[target, p] = old.exact[source, p]


def child_of(tree: Tree, node: int, action: int) -> int:
    """The child that an action leads to, or NO_NODE."""
    if tree.first[node] == UNEXPANDED:
        return NO_NODE
    for child in range(int(tree.first[node]), int(tree.first[node] + tree.count[node])):
        if tree.action[child] == action:
            return child
    return NO_NODE
