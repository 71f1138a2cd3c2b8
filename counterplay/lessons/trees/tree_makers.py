"""Trees made by rule: random ones, and those that are best or worst for alpha-beta."""

from __future__ import annotations

import random
from typing import Any

from counterplay.lessons.trees.tree_objects import Chance


def random_tree(seed: int, b: int, d: int, low: int = -9, high: int = 9) -> Any:
    """A full tree with whole-numbered leaves; a narrow range makes equal values common."""
    draw = random.Random(seed)

    def grow(depth: int) -> Any:
        return draw.randint(low, high) if depth == 0 else [grow(depth - 1) for _ in range(b)]

    return grow(d)


def random_chance_tree(seed: int, b: int, d: int, low: int = -9, high: int = 9) -> Any:
    """A tree of uneven depth in which every third node or so, never the root, belongs to chance."""
    draw = random.Random(seed)

    def grow(depth: int) -> Any:
        if depth == 0 or (depth < d and draw.random() < 0.1):
            return draw.randint(low, high)
        children = [grow(depth - 1) for _ in range(draw.randint(1, b))]
        if depth == d or draw.random() < 0.65:
            return children
        weights = [draw.randint(1, 4) for _ in children]
        return Chance(tuple((w / sum(weights), child) for w, child in zip(weights, children, strict=True)))

    return grow(d)


def random_tuple_tree(seed: int, b: int, d: int, players: int = 3, low: int = 0, high: int = 9) -> Any:
    """A full tree whose leaves are tuples, one whole-numbered utility for each player."""
    draw = random.Random(seed)

    def grow(depth: int) -> Any:
        if depth == 0:
            return tuple(draw.randint(low, high) for _ in range(players))
        return [grow(depth - 1) for _ in range(b)]

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
