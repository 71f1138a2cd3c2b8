"""An explicit tree is a game: every search, agent and picture works on it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from counterplay.core import CHANCE, BadNotation, BadParameter, Cell, Game, Label, Line, Piece, Scene, state_key
from counterplay.draw.trees.tree_layout import spread
from counterplay.lessons.trees.tree_nodes import Tree, tree_of
from counterplay.lessons.trees.tree_objects import player_word

# Columns of a tree's table: one row a node, children of a node in consecutive rows. The players' utilities follow.
PLAYER, FIRST, COUNT, PROBABILITY, UTILITIES = range(5)
DRAWN = 160  # nodes of a picture; of a larger tree the part around the current node is drawn
ROOT = "root"  # the notation of the first position


LEAST_ROWS = 1024  # of a table: trees of up to so many nodes share their native code


class State(NamedTuple):
    """A node."""

    node: int


class TreeGame(Game):
    """A tree of nested lists, or anything else that `tree_forms` describes.

    A leaf is a number (MAX's utility; MIN's is the negative) or a tuple of every player's; a node is a list or Chance.
    movers are the players one after the other, over and over: (0, 0, 1) lets the first player move twice. A state that is
    not over is estimated by the average of the leaves below it, which is also what `order` goes by. Actions are numbered
    from 0; those without a name of their own are called 1, 2, 3, ... from the left.
    """

    name = "tree"
    title = "Tree"
    rules = "Go from the root to a leaf, one level a turn. The leaf says what the game is worth."
    tunables = ("table",)  # the tree itself, so that one compilation serves all trees

    def __init__(
        self,
        tree: Any,
        movers: Sequence[int] | None = None,
        players: int | None = None,
        bounds: tuple[float, float] | None = None,
    ) -> None:
        """Bounds are those of the utilities; if None, plus and minus a power of ten above all of them."""
        flat = tree if isinstance(tree, Tree) else tree_of(tree, movers, players)
        self.trees = [flat]  # in a list, which is no constant of native code
        self.table = _table(flat)  # float64 (rows, UTILITIES + players)
        self.players = flat.players
        leaves = [flat.utilities[leaf] for leaf in flat.leaves]
        known = [parts for parts in leaves if not math.isnan(parts[0])]
        self.chance = CHANCE in flat.movers
        self.zero_sum = all(abs(math.fsum(parts)) < 1e-9 for parts in known)
        self.utility_range = bounds or _round_bounds(known)
        # Rounded up, so that trees of about the same size share their native code.
        self.max_actions = _power_of_two(max(16, *flat.counts))
        self.max_plies = _power_of_two(max(64, flat.depth))

    @property
    def flat(self) -> Tree:
        """The tree itself, laid flat."""
        return self.trees[0]

    # --- the rules ---
    def initial(self) -> State:
        """The root."""
        return State(0)

    def player(self, s: State) -> int:
        """Who decides at a node."""
        return int(self.table[s.node, PLAYER])

    def terminal(self, s: State) -> bool:
        """Whether a node is a leaf."""
        return bool(self.table[s.node, COUNT] == 0.0)

    def actions(self, s: State) -> Iterator[int]:
        """The children of a node, counted from 0."""
        for a in range(int(self.table[s.node, COUNT])):
            yield a

    def outcomes(self, s: State) -> Iterator[tuple[int, float]]:
        """The children of a chance node with their probabilities."""
        for a in range(int(self.table[s.node, COUNT])):
            yield a, float(self.table[int(self.table[s.node, FIRST]) + a, PROBABILITY])

    def result(self, s: State, a: int) -> State:
        """A child."""
        return State(int(self.table[s.node, FIRST]) + a)

    def utility(self, s: State, p: int) -> float:
        """A player's part of a leaf."""
        value = float(self.table[s.node, UTILITIES + p])
        if math.isnan(value):
            raise BadParameter(
                "the search looked at a leaf that has no value (_); give it one, or take a search that cuts it off"
            )
        return value

    def evaluate(self, s: State, p: int) -> float:
        """The average of the leaves below a node, as far as they are known."""
        value = float(self.table[s.node, UTILITIES + p])
        return 0.0 if math.isnan(value) else value

    def order(self, s: State, a: int) -> float:
        """The average below the child, for the player who chooses it."""
        value = float(self.table[int(self.table[s.node, FIRST]) + a, UTILITIES + int(self.table[s.node, PLAYER])])
        return 0.0 if math.isnan(value) else value

    def key(self, s: State) -> int:
        """The number of the node."""
        return state_key((s.node,))

    # --- names and pictures ---
    def action_name(self, s: State, a: int) -> str:
        """The name of what leads to a child: the one it was given, or 1, 2, 3, ... from the left."""
        return self.flat.action_name(int(self.table[s.node, FIRST]) + int(a))

    def dump(self, s: State) -> str:
        """The path from the root, as in 2.1: the first child of the second child."""
        return _path(self.flat, s.node)

    def load(self, text: str) -> State:
        """Reads `dump`'s notation, or a node's name."""
        tree, wanted = self.flat, text.strip()
        if wanted and wanted in tree.names:
            return State(tree.names.index(wanted))
        node = 0
        for step in [] if wanted == ROOT else wanted.split("."):
            if not (step.isdecimal() and len(step) < 8 and 1 <= int(step) <= tree.counts[node]):
                raise BadNotation(
                    f"Tree: '{text}' is no node of this tree; write '{ROOT}', a path as in 2.1 (the first child of the root's "
                    "second child), or the name of a node"
                )
            node = tree.firsts[node] + int(step) - 1
        return State(node)

    def scene(self, s: State) -> Scene:
        """The tree with the path to the current node marked; leaves show their values, other nodes whose turn it is."""
        return _scene(self.flat, s.node)

    def gesture(self, s: State, a: int) -> Sequence[str]:
        """A click on the child."""
        return (_path(self.flat, int(self.table[s.node, FIRST]) + int(a)),)

    def ending(self, s: State) -> str:
        """A leaf has been reached."""
        tree = self.flat
        return f"the leaf {tree.names[s.node] or _path(tree, s.node)} is worth {leaf_text(tree, s.node)}"


def _table(tree: Tree) -> np.ndarray[Any, Any]:
    columns = (tree.movers, tree.firsts, tree.counts, tree.probabilities)
    rows = [(*start, *parts) for *start, parts in zip(*columns, tree.utilities, strict=True)]
    table = np.zeros((_power_of_two(max(LEAST_ROWS, len(rows))), UTILITIES + tree.players))
    table[: len(rows)] = rows
    return table


def _power_of_two(n: int) -> int:
    return 1 << (n - 1).bit_length()


def _round_bounds(utilities: list[tuple[float, ...]]) -> tuple[float, float]:
    """A power of ten above all utilities: strictly, since searches take a utility at the bound for a won game."""
    largest = max((abs(u) for parts in utilities for u in parts), default=1.0)
    bound = 100.0  # most trees of a lecture share their native code
    while bound <= largest:
        bound *= 10.0
    return -bound, bound


def leaf_text(tree: Tree, node: int) -> str:
    """The value of a leaf: MAX's number, or everybody's in parentheses."""
    parts = tree.utilities[node]
    if math.isnan(parts[0]):
        return "_"
    texts = [f"{part:.6g}" for part in parts]
    numeric = tree.players == 1 or (tree.players == 2 and parts[0] == -parts[1])
    return texts[0] if numeric else f"({', '.join(texts)})"


def _path(tree: Tree, node: int) -> str:
    return ".".join(str(step + 1) for step in tree.path(node)) or ROOT


# --- the picture ---
def _scene(tree: Tree, current: int) -> Scene:
    top = _top(tree, current)
    shown = _below(tree, top)
    index = {node: i for i, node in enumerate(shown)}
    children = [[index[child] for child in tree.children(node) if child in index] for node in shown]
    across = spread(children, [1.3] * len(shown), gap=0.15)
    down = [1.9 * (tree.levels[node] - tree.levels[top]) for node in shown]
    at = dict(zip(shown, zip(across, down, strict=True), strict=True))
    cells = tuple(Cell(_path(tree, node), *at[node], shape="pit", width=1.2, height=1.0) for node in shown)
    lines, labels = [], []
    for node in shown:
        if node != top:
            (x1, y1), (x2, y2) = at[tree.parents[node]], at[node]
            lines.append(Line(x1, y1 + 0.5, x2, y2 - 0.5))
            labels.append(Label((x1 + x2) / 2, (y1 + y2) / 2, _branch_text(tree, node)))
    marked, node = [_path(tree, current)], current
    while node != top:
        node = tree.parents[node]
        marked.append(_path(tree, node))
    notes = [] if len(shown) == len(tree) else [f"{len(shown)} of {len(tree):,} nodes are drawn"]
    return Scene(cells, tuple(_piece(tree, node) for node in shown), tuple(lines), tuple(labels), tuple(marked), tuple(notes))


def _piece(tree: Tree, node: int) -> Piece:
    word = player_word(tree.movers[node], tree.players)
    text = leaf_text(tree, node) if not tree.counts[node] else tree.names[node] or word
    spoken = f"{tree.names[node]} {'leaf' if not tree.counts[node] else word} {text}".strip()
    owner = tree.movers[node] if tree.counts[node] else -1
    return Piece(_path(tree, node), "glyph", owner, text=text, letter=text, name=spoken)


def _branch_text(tree: Tree, node: int) -> str:
    name = tree.action_name(node)
    return f"{name} {tree.probabilities[node]:.3g}" if tree.movers[tree.parents[node]] == CHANCE else name


def _top(tree: Tree, node: int) -> int:
    """The root, or where the whole tree is too large to draw, a node or its parent."""
    return 0 if len(tree) <= DRAWN or node == 0 else tree.parents[node]


def _below(tree: Tree, top: int) -> list[int]:
    """A node and whole levels below it, as many as can be drawn, at least its children."""
    shown, level = [top], [top]
    while level:
        level = [child for node in level for child in tree.children(node)]
        if len(shown) > 1 and len(shown) + len(level) > DRAWN:
            break
        shown += level
    return shown
