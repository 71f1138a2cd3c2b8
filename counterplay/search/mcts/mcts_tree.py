"""The tree of Monte Carlo search: one record a node, children of a node side by side.

A node's totals are those of the player who chose the action that leads to it, so that any number of players is handled alike.
Of a state with many actions the children are made in blocks, when all before them have been visited: a game of two thousand
actions would otherwise fill the tree with nodes that nobody ever looks at.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from counterplay.core import CHANCE, Game
from counterplay.gears import helper
from counterplay.gears.entry.walk_kernel import walk_kernel

NO_NODE = -1
ROOT = 0
UNEXPANDED = -1
SIZE = 0  # place in `used`: how many nodes the tree holds
FIRST_BLOCK = 64  # children made at first
BLOCK_GROWTH = 4  # a block is so many times as large as the one before

NODE = np.dtype(
    [
        ("visits", np.int64),
        ("total", np.float64),  # sum of the mover's utilities, brought to 0..1
        ("average", np.float64),  # total / visits, and
        ("doubt", np.float64),  # 1 / sqrt(visits): kept, since a node is looked at ten times as often as it is visited
        ("prior", np.float64),  # of the action; at a chance node the probability of the outcome
        ("action", np.int64),  # the one that leads here
        ("first", np.int32),  # index of the first child, UNEXPANDED before expansion
        ("count", np.int32),  # number of children made so far
        ("every", np.int32),  # number of actions, each of which will have a child
        ("mover", np.int16),  # who chose the action, or CHANCE
        ("proven", np.int16),  # 1 where `exact` is the value of best play
    ]
)


class Tree(NamedTuple):
    """The nodes, and what is known of them for certain."""

    used: Any  # int64 (1,)
    nodes: Any  # records of NODE, shape (capacity,)
    exact: Any  # float64 (capacity, players): every player's utility in a proven node, in the game's own unit


class MoreStatistics(NamedTuple):
    """What some techniques keep of each node, without a row where they are off.

    Apart from the tree: its records fill a line of the cache each, and its arrays are passed from function to function.
    """

    amaf: Any  # float64 (capacity, 2): playouts in which the mover chose the action here or later, and the sum of their results
    implicit: Any  # float64 (capacity, players): minimax of estimates, brought to 0..1


def node_bytes(game: Game) -> int:
    """Memory of a node, at most."""
    return int(NODE.itemsize) + 8 * game.players + 16 + 8 * game.players


def new_tree(game: Game, capacity: int) -> Tree:
    """A tree that holds only its root. The memory of the other nodes is not touched before they are made."""
    nodes = np.zeros(capacity, NODE).view(np.recarray)
    tree = Tree(np.ones(1, np.int64), nodes, np.zeros((capacity, game.players)))
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
    node.average = 0.5
    node.doubt = 1.0
    node.prior = prior
    node.action = action
    node.first = UNEXPANDED
    node.count = 0
    node.every = 0
    node.mover = mover
    node.proven = 0


@helper
def copy_node(old: Any, source: int, new: Any, target: int) -> None:
    """All of a node but its children, into the same tree or another."""
    one, other = old.nodes[source], new.nodes[target]
    other.visits = one.visits
    other.total = one.total
    other.average = one.average
    other.doubt = one.doubt
    other.prior = one.prior
    other.action = one.action
    other.first = UNEXPANDED
    other.count = 0
    other.every = 0
    other.mover = one.mover
    other.proven = one.proven
    for p in range(old.exact.shape[1]):
        new.exact[target, p] = old.exact[source, p]


@helper
def copy_rows(old: Any, source: int, new: Any, target: int) -> None:
    """What some techniques keep of a node."""
    for i in range(old.amaf.shape[1] if len(old.amaf) > 0 else 0):
        new.amaf[target, i] = old.amaf[source, i]
    for p in range(old.implicit.shape[1] if len(old.implicit) > 0 else 0):
        new.implicit[target, p] = old.implicit[source, p]


@walk_kernel
def transplant(walk: Any, old: Any, more_old: Any, root: int, new: Any, more_new: Any) -> int:
    """Copy the subtree below `root` into an empty tree, breadth first, so that children stay together; its size."""
    origin = np.empty(len(new.nodes), np.int64)
    origin[0] = root
    copy_node(old, root, new, ROOT)
    copy_rows(more_old, root, more_new, ROOT)
    size = 1
    node = 0
    while node < size:
        source = old.nodes[origin[node]]
        if source.first != UNEXPANDED and size + source.count <= len(new.nodes):
            new.nodes[node].first = size
            new.nodes[node].count = source.count
            new.nodes[node].every = source.every
            for i in range(source.count):
                copy_node(old, source.first + i, new, size)
                copy_rows(more_old, source.first + i, more_new, size)
                origin[size] = source.first + i
                size += 1
        node += 1
    new.used[SIZE] = size
    return size


def more_statistics(game: Game, capacity: int, rave: bool, implicit: bool) -> MoreStatistics:
    """For a tree of so many nodes; the memory is not touched before it is used."""
    return MoreStatistics(np.zeros((capacity * rave, 2)), np.zeros((capacity * implicit, game.players)))


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
