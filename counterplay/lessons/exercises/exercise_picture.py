"""The tree of an exercise: blank, with room for answers; or solved, as the search leaves it."""

from __future__ import annotations

from counterplay.core import CHANCE
from counterplay.draw.colours.palette import Theme
from counterplay.draw.trees.tree_layout import spread
from counterplay.draw.trees.tree_svg import VALUE_SIZE, Shape, TreeFrame, TreeNode, text_width, tree_svg
from counterplay.lessons.exercises.exercise_makers import Exercise
from counterplay.lessons.telling.tree_picture import picture
from counterplay.lessons.telling.walkthrough import walkthrough
from counterplay.lessons.telling.walkthrough_builder import board_size
from counterplay.lessons.trees.tree_game import leaf_text
from counterplay.lessons.trees.tree_nodes import Tree
from counterplay.lessons.trees.tree_objects import player_word

ROOM = 44.0  # pixels, of a box to write a value into
GAP = 14.0  # between neighbours


def exercise_svg(exercise: Exercise, *, solved: bool = False, theme: Theme | None = "auto") -> str:
    """The picture; theme None leaves the style out, where the page has it."""
    if solved:
        walk = walkthrough(exercise.game, algorithm=exercise.about.algorithm)
        return picture(walk, len(walk.steps) - 1, theme=theme, legend=False)
    tree = exercise.tree
    frame = TreeFrame(board_size(exercise.boards[0]) if exercise.boards else (0.0, 0.0), labels=True)
    widths = [ROOM if tree.counts[n] else max(30.0, text_width(leaf_text(tree, n), VALUE_SIZE) + 14) for n in range(len(tree))]
    widths = [max(width, frame.board[0]) for width in widths]
    across = spread([list(tree.children(n)) if tree.counts[n] else [] for n in range(len(tree))], widths, GAP)
    boards = exercise.boards or ("",) * len(tree)
    nodes = [_blank(tree, n, across[n], frame.level * tree.levels[n], widths[n], boards[n]) for n in range(len(tree))]
    return tree_svg(nodes, frame, title=f"{exercise.title}, {exercise.origin}", theme=theme)


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
