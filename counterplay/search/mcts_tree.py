"""The tree of Monte Carlo search: one record a node, children of a node side by side.

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
    """Two arrays, since native code passes each array as seven words."""

    used: Any  # int64 (1,)
    nodes: Any  # records of `node_dtype`, shape (capacity,)


def node_dtype(game: Game) -> np.dtype[Any]:
    """A node; 64 bytes, a cache line, where there are two players."""
    return np.dtype(
        [
            ("visits", np.int64),
            ("total", np.float64),  # sum of the mover's utilities, brought to 0..1
            ("prior", np.float64),  # of the action; at a chance node the probability of the outcome
            ("action", np.int64),  # the one that leads here
            ("first", np.int32),  # index of the first child, UNEXPANDED before expansion
            ("count", np.int32),  # number of children
            ("mover", np.int32),  # who chose the action, or CHANCE
            ("proven", np.int32),  # 1 where `exact` is the value of best play
            ("exact", np.float64, (game.players,)),  # every player's utility, brought to 0..1
        ]
    )


def new_tree(game: Game, capacity: int) -> Tree:
    """A tree that holds only its root. The memory of the other nodes is not touched before they are made."""
    tree = Tree(np.ones(1, np.int64), np.zeros(capacity, node_dtype(game)).view(np.recarray))
    root = tree.nodes[ROOT]
    root.first, root.mover, root.prior = UNEXPANDED, CHANCE, 1.0
    return tree


@helper
def append(tree: Any, action: int, mover: int, prior: float) -> None:
    """A new node; there must be room."""
    node = tree.nodes[tree.used[SIZE]]
    tree.used[SIZE] += 1
    node.visits = 0
    node.total = 0.0
    node.prior = prior
    node.action = action
    node.first = UNEXPANDED
    node.count = 0
    node.mover = mover
    node.proven = 0


@kernel
def transplant(game: Any, old: Any, root: int, new: Any) -> int:
    """Copy the subtree below `root` into an empty tree, breadth first, so that children stay together; its size."""
    origin = np.empty(len(new.nodes), np.int64)
    origin[0] = root
    copy_node(old.nodes[root], new.nodes[ROOT])
    size = 1
    node = 0
    while node < size:
        source = old.nodes[origin[node]]
        if source.first != UNEXPANDED and size + source.count <= len(new.nodes):
            new.nodes[node].first = size
            new.nodes[node].count = source.count
            for i in range(source.count):
                copy_node(old.nodes[source.first + i], new.nodes[size])
                origin[size] = source.first + i
                size += 1
        node += 1
    new.used[SIZE] = size
    return size


@helper
def copy_node(source: Any, target: Any) -> None:
    """All of a node but its children."""
    target.visits = source.visits
    target.total = source.total
    target.prior = source.prior
    target.action = source.action
    target.first = UNEXPANDED
    target.count = 0
    target.mover = source.mover
    target.proven = source.proven
    for p in range(len(source.exact)):
        target.exact[p] = source.exact[p]


def children_of(tree: Tree, node: int) -> range:
    """The indices of a node's children."""
    first, count = int(tree.nodes[node].first), int(tree.nodes[node].count)
    return range(0) if first == UNEXPANDED else range(first, first + count)


def child_of(tree: Tree, node: int, action: int) -> int:
    """The child that an action leads to, or NO_NODE."""
    for child in children_of(tree, node):
        if tree.nodes[child].action == action:
            return child
    return NO_NODE
