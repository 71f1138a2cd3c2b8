"""The tree of an exercise: blank, with room for answers; or solved, as the search leaves it."""

from __future__ import annotations

from typing import NamedTuple

from counterplay.core import CHANCE
from counterplay.draw.colours.palette import Theme
from counterplay.draw.trees.tree_layout import spread
from counterplay.draw.trees.tree_svg import BOX, MARGIN, ROOF, VALUE_SIZE, Shape, TreeFrame, TreeNode, text_width, tree_svg
from counterplay.lessons.exercises.exercise_makers import Exercise
from counterplay.lessons.telling.tree_picture import picture
from counterplay.lessons.telling.walkthrough import walkthrough
from counterplay.lessons.telling.walkthrough_builder import board_size
from counterplay.lessons.trees.tree_game import leaf_text
from counterplay.lessons.trees.tree_nodes import Tree
from counterplay.lessons.trees.tree_objects import player_word

# Sizes in pixels of the picture.
ROOM = 44.0  # of a box to write a value into
GAP = 14.0  # between neighbours
TYPED = 50.0  # of a box to type a value into, or a bound
TYPED_TUPLE = 88.0
TYPED_HEIGHT = 28.0
BELOW = 38.0  # from a box to the next edge, where something is typed below it


class Box(NamedTuple):
    """Where an answer is typed."""

    x: float  # left
    y: float  # top
    width: float
    height: float


class Sheet:
    """The blank tree; `typed` leaves room for fields that a page lays over it."""

    def __init__(self, exercise: Exercise, typed: bool = False) -> None:
        self.exercise, self.tree, self.typed = exercise, exercise.tree, typed
        below = typed and exercise.kind in ("alpha_beta", "cuts")
        board = board_size(exercise.boards[0]) if exercise.boards else (0.0, 0.0)
        self.frame = TreeFrame(board, labels=True, windows=below, window=BELOW)
        nodes = range(len(self.tree))
        self.boxes = [max(self._box_width(n), board[0]) for n in nodes]
        self.needs = [max(box, self._typed_width(n)) for n, box in zip(nodes, self.boxes, strict=True)]
        self.across = spread([list(self.tree.children(n)) if self.tree.counts[n] else [] for n in nodes], self.needs, GAP)

    def svg(self, theme: Theme | None) -> str:
        """The picture."""
        count = len(self.tree)
        boards = self.exercise.boards or ("",) * count
        nodes = [_blank(self.tree, n, self.across[n], self._top(n), self.boxes[n], boards[n]) for n in range(count)]
        title = f"{self.exercise.title}, {self.exercise.origin}"
        room = max(x + need / 2 for x, need in zip(self.across, self.needs, strict=True))  # a field may be wider than its box
        return tree_svg(nodes, self.frame, title=title, theme=theme, room=room)

    def places(self) -> dict[str, Box]:
        """The place of every item, in pixels of the picture."""
        found = {}
        for item in self.exercise.items:
            x, y = self.across[item.node] + MARGIN, self._top(item.node) + self.frame.box_top + MARGIN
            width, below = self._typed_width(item.node), y + BOX + ROOF + 3
            if item.kind in ("alpha", "beta"):
                found[item.id] = Box(x - TYPED - 2 if item.kind == "alpha" else x + 2, below, TYPED, TYPED_HEIGHT)
            elif item.kind == "leaf":
                found[item.id] = Box(x - width / 2, y + BOX + 2, width, TYPED_HEIGHT)
            else:
                inner = self.boxes[item.node] - 6
                found[item.id] = Box(x - inner / 2, y + 1, inner, BOX - 2)
        return found

    def _top(self, node: int) -> float:
        return self.frame.level * self.tree.levels[node]

    def _box_width(self, node: int) -> float:
        if not self.tree.counts[node]:
            return max(30.0, text_width(leaf_text(self.tree, node), VALUE_SIZE) + 14)
        if not self.typed:
            return ROOM
        return (TYPED_TUPLE if self.tree.players > 2 else TYPED) + 8

    def _typed_width(self, node: int) -> float:
        """Of what is typed below a box."""
        if not self.frame.windows:
            return 0.0
        if self.exercise.kind == "cuts":
            return 0.0 if self.tree.counts[node] else TYPED
        return 2 * TYPED + 4 if self.tree.counts[node] else 0.0


def exercise_svg(exercise: Exercise, *, solved: bool = False, theme: Theme | None = "auto") -> str:
    """The picture; theme None leaves the style out, where the page has it."""
    if solved:
        walk = walkthrough(exercise.game, algorithm=exercise.about.algorithm)
        return picture(walk, len(walk.steps) - 1, theme=theme, legend=False)
    return Sheet(exercise).svg(theme)


def _blank(tree: Tree, node: int, x: float, y: float, width: float, board: str) -> TreeNode:
    parent = tree.parents[node] if node else None
    by_chance = parent is not None and tree.movers[parent] == CHANCE
    value = "" if tree.counts[node] else leaf_text(tree, node)
    return TreeNode(
        id=node,
        parent=parent,
        x=x,
        y=y,
        width=width,
        shape=_shape(tree, node),
        player=max(tree.movers[node], 0),
        label=_label(tree, node),
        action=f"{tree.actions[node]} {tree.probabilities[node]:g}".strip() if by_chance else tree.actions[node],
        board=board,
        status="searched" if tree.counts[node] else "leaf",
        value=value,
        words=f"{tree.names[node]} {value}".strip(),
    )


def _label(tree: Tree, node: int) -> str:
    """A node's name; where there are more than two players, who decides there."""
    shown = tree.players > 2 and tree.counts[node] > 0
    return f"{tree.names[node]} ({player_word(tree.movers[node], tree.players)})" if shown else tree.names[node]


def _shape(tree: Tree, node: int) -> Shape:
    if not tree.counts[node]:
        return "leaf"
    if tree.movers[node] == CHANCE:
        return "chance"
    if tree.players > 2:
        return "player"
    return "max" if tree.movers[node] == 0 else "min"
