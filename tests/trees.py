"""Explicit game trees as games, for tests: nested lists, players alternating by level unless said otherwise."""

from __future__ import annotations

import random
from collections import deque
from typing import Any, NamedTuple

import numpy as np

from counterplay.core import CHANCE, Game, state_key

# Columns of a tree's table: one row a node, children of a node in consecutive rows. The players' utilities follow.
PLAYER, FIRST, COUNT, PROBABILITY, UTILITIES = range(5)


class Chance(NamedTuple):
    """A chance node: (probability, subtree) pairs."""

    outcomes: tuple[tuple[float, Any], ...]


class State(NamedTuple):
    node: int
    table: np.ndarray  # float64 (nodes, UTILITIES + players); in the state, so that one compilation serves all trees


class TreeGame(Game):
    """A leaf is a number (MAX's utility; MIN's is the negative) or a tuple of every player's; a node is a list or Chance.

    movers are the players by level, over and over: (0, 0, 1) lets the first player move twice. An inner node is estimated
    by the average of the leaves below it, which is also what `order` goes by.
    """

    utility_range = (-1e6, 1e6)
    max_actions = 16
    max_plies = 64

    def __init__(self, tree: Any, movers: tuple[int, ...] = (0, 1), players: int = 0) -> None:
        self.players = players or max(movers) + 1
        rows: list[list[float]] = []
        queue: deque[tuple[Any, int, float]] = deque([(tree, 0, 1.0)])
        children = 1
        while queue:
            node, level, probability = queue.popleft()
            player = CHANCE if isinstance(node, Chance) else movers[level % len(movers)]
            pairs = node.outcomes if isinstance(node, Chance) else [(1.0, child) for child in node] if is_inner(node) else []
            rows.append([player, children, len(pairs), probability, *self.parts(node)])
            queue.extend((child, level + 1, p) for p, child in pairs)
            children += len(pairs)
        self.tables = [np.array(rows, np.float64)]  # in a list, which is no constant of native code
        self.chance = any(row[PLAYER] == CHANCE for row in rows)
        self.zero_sum = all(abs(sum(row[UTILITIES:])) < 1e-9 for row in rows)

    def parts(self, node: Any) -> list[float]:
        """Every player's utility of a leaf, or the average of the leaves below."""
        if isinstance(node, Chance):
            return [sum(part) for part in zip(*([p * u for u in self.parts(n)] for p, n in node.outcomes), strict=True)]
        if isinstance(node, list):
            return [sum(part) / len(node) for part in zip(*map(self.parts, node), strict=True)]
        return list(node) if isinstance(node, tuple) else [float(node), -float(node)][: self.players]

    def initial(self) -> State:
        return State(0, self.tables[0])

    def player(self, s: State) -> int:
        return int(s.table[s.node, PLAYER])

    def terminal(self, s: State) -> bool:
        return s.table[s.node, COUNT] == 0.0

    def actions(self, s: State) -> Any:
        return np.arange(int(s.table[s.node, COUNT]))

    def outcomes(self, s: State) -> Any:
        first = int(s.table[s.node, FIRST])
        return [(a, s.table[first + a, PROBABILITY]) for a in range(int(s.table[s.node, COUNT]))]

    def result(self, s: State, a: int) -> State:
        return State(int(s.table[s.node, FIRST]) + a, s.table)

    def utility(self, s: State, p: int) -> float:
        return float(s.table[s.node, UTILITIES + p])

    def evaluate(self, s: State, p: int) -> float:
        return float(s.table[s.node, UTILITIES + p])

    def order(self, s: State, a: int) -> float:
        return float(s.table[int(s.table[s.node, FIRST]) + a, UTILITIES + int(s.table[s.node, PLAYER])])

    def key(self, s: State) -> int:
        return state_key((s.node,))

    def dump(self, s: State) -> str:
        return f"node {s.node}"


def is_inner(node: Any) -> bool:
    return isinstance(node, list | Chance)


def random_tree(seed: int, b: int, d: int, low: int = -9, high: int = 9) -> Any:
    """A full tree with whole-numbered leaves; a narrow range makes equal values common."""
    draw = random.Random(seed)

    def grow(depth: int) -> Any:
        return draw.randint(low, high) if depth == 0 else [grow(depth - 1) for _ in range(b)]

    return grow(d)


def random_chance_tree(seed: int, b: int, d: int) -> Any:
    """A tree of uneven depth in which every third node or so, never the root, belongs to chance."""
    draw = random.Random(seed)

    def grow(depth: int) -> Any:
        if depth == 0 or (depth < d and draw.random() < 0.1):
            return draw.randint(-9, 9)
        children = [grow(depth - 1) for _ in range(draw.randint(1, b))]
        if depth == d or draw.random() < 0.65:
            return children
        weights = [draw.randint(1, 4) for _ in children]
        return Chance(tuple((w / sum(weights), child) for w, child in zip(weights, children, strict=True)))

    return grow(d)


def ordered_tree(b: int, d: int, best_first: bool, low: int = 0, maximising: bool = True) -> Any:
    """A full tree with b**d different leaves, the best child of every node first, or last.

    The leaves below a child lie in one of b intervals, so that every child is better, whatever is played below it, than
    any worse sibling: with the best child last, nothing can ever be cut.
    """
    if d == 0:
        return low
    size = b ** (d - 1)
    steps = range(b) if maximising != best_first else reversed(range(b))
    return [ordered_tree(b, d - 1, best_first, low + i * size, not maximising) for i in steps]
