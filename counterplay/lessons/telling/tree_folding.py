"""Which nodes of a search tree are drawn: all of a small one; of a large one the chosen line and what is near the root.

A subtree that is left out becomes one mark that says how many nodes it stands for, and so do children that are too many.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from dataclasses import dataclass, field

from counterplay.lessons.telling.search_tree import SearchTree

MOST_SIBLINGS = 9  # children of a node that are drawn where the tree is folded
MOST_UNSEEN = 2  # children never looked at, likewise
MOST_OPENED = 60  # children of a node that somebody has opened


@dataclass
class Fold:
    """A mark: part of the tree that is not drawn."""

    parent: int
    roots: tuple[int, ...]  # the nodes it stands for, each with everything below it
    nodes: int  # that were entered


@dataclass
class Drawn:
    """What is drawn."""

    children: dict[int, list[int]] = field(default_factory=dict)  # of a node, in order; those that are drawn
    folds: dict[int, list[Fold]] = field(default_factory=dict)  # of a node
    complete: bool = True

    @property
    def nodes(self) -> list[int]:
        """From the root down, level by level."""
        found, queue = [], deque([0])
        while queue:
            node = queue.popleft()
            found.append(node)
            queue.extend(self.children.get(node, ()))
        return found


def fold(tree: SearchTree, chosen: list[int], budget: int, opened: Collection[int] = ()) -> Drawn:
    """Choose at most about `budget` nodes to draw, and the children of those opened; the chosen line is always there."""
    whole = _everything(tree, budget)
    if whole is not None:
        return whole
    drawn = Drawn(complete=False)
    count = 1
    line = set(chosen)
    waiting = deque([*chosen, 0])  # the chosen line first, then level by level
    done: set[int] = set()
    while waiting:
        node = waiting.popleft()
        if node in done:
            continue
        done.add(node)
        children = tree.children(node)
        if not children:
            continue
        kept = children[:MOST_OPENED] if node in opened else _few(tree, children, line)
        if node not in opened and count + len(kept) > budget and not (node in line and count < 2 * budget):
            drawn.folds[node] = [Fold(node, tuple(children), tree.spots[node].size - 1)]
            continue
        drawn.children[node] = kept
        rest = tuple(child for child in children if child not in kept)
        if rest:
            drawn.folds[node] = _marks(tree, node, rest)
        if node not in opened:  # what was drawn without it stays drawn
            count += len(kept) + len(drawn.folds.get(node, ()))
        waiting.extend(child for child in kept if child not in line)
    return drawn


def _everything(tree: SearchTree, budget: int) -> Drawn | None:
    """All nodes, or None where they are too many."""
    if tree.entered > budget:
        return None
    drawn, queue, count = Drawn(), deque([0]), 1
    while queue:
        node = queue.popleft()
        children = tree.children(node)
        count += len(children)
        if count > budget:
            return None
        if children:
            drawn.children[node] = children
        queue.extend(children)
    return drawn


def _few(tree: SearchTree, children: list[int], line: set[int]) -> list[int]:
    """The first of many siblings, and the one on the chosen line."""
    entered = [child for child in children if tree.spots[child].entered]
    unseen = [child for child in children if not tree.spots[child].entered]
    unseen = unseen if len(unseen) <= MOST_UNSEEN + 1 else unseen[:MOST_UNSEEN]
    room = max(2, MOST_SIBLINGS - len(unseen))
    if len(entered) > room + 1:
        kept = [child for child in entered if child in line][:1]
        kept += [child for child in entered if child not in line][: room - len(kept)]
        entered = kept
    wanted = {*entered, *unseen}
    return [child for child in children if child in wanted]


def _marks(tree: SearchTree, node: int, rest: tuple[int, ...]) -> list[Fold]:
    """One mark for what was looked at, one for what was not."""
    entered = tuple(child for child in rest if tree.spots[child].entered)
    unseen = tuple(child for child in rest if not tree.spots[child].entered)
    return [Fold(node, part, sum(tree.spots[c].size for c in part)) for part in (entered, unseen) if part]
