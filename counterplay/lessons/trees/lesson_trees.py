"""Small trees of lectures, by name."""

from __future__ import annotations

from typing import NamedTuple

from counterplay.core import BadParameter
from counterplay.lessons.telling.walkthrough import tree_for
from counterplay.lessons.trees.tree_game import TreeGame


class LessonTree(NamedTuple):
    """A tree worth looking at."""

    about: str
    text: str  # as `counterplay.lessons.load_tree` reads it
    algorithm: str  # the form it is taught with


LESSON_TREES = {
    "two-ply": LessonTree(
        "MAX, then MIN; alpha-beta never looks at 4 and 6.",
        "A MAX\n  a1: B MIN\n    3\n    12\n    8\n  a2: C MIN\n    2\n    4\n    6\n  a3: D MIN\n    14\n    5\n    2\n",
        "alpha_beta",
    ),
    "four-leaves": LessonTree("The smallest tree with a cut: 8 is never looked at.", "[[2, 7], [1, 8]]", "alpha_beta"),
    "walk-through": LessonTree(
        "The leaves written _ are never looked at, so that nobody needs to know them; at last equality already cuts.",
        "[[7, 6, 5], [3, _, _], [6, 5, _]]",
        "alpha_beta",
    ),
    "three-levels": LessonTree(
        "Three levels of three: the third action is worth 12.",
        "[[[8, 6, 3], [11, 0, 3], [15, 20, 6]], [[7, 4, 6], [25, 10, 4], [4, 3, 5]], [[12, 0, 4], [12, 1, 10], [4, 22, 10]]]",
        "minimax",
    ),
    "three-players": LessonTree(
        "Each of three players maximises its own part of a tuple.",
        "[[[(1,6,6), (7,1,2)], [(6,1,2), (7,2,1)]], [[(5,1,7), (1,5,2)], [(7,7,1), (5,2,5)]]]",
        "max_n",
    ),
    "chance": LessonTree(
        "Outcomes are weighted by their probabilities: 35 on average.", "[{1/4: 20, 1/2: 30, 1/4: 60}]", "expectimax"
    ),
    "dice-and-a-rival": LessonTree(
        "MAX, chance and MIN: a bold and a careful bet against somebody who answers.",
        "MAX\n  bold: chance\n    heads 1/2: MIN\n      9\n      6\n    tails 1/2: MIN\n      -4\n      -2\n"
        "  careful: chance\n    heads 1/2: MIN\n      3\n      2\n    tails 1/2: MIN\n      1\n      2\n",
        "expectiminimax",
    ),
}


def lesson_tree(name: str) -> LessonTree:
    """The tree of this name."""
    if name not in LESSON_TREES:
        raise BadParameter(f"there is no lesson tree '{name}'; there are {', '.join(LESSON_TREES)}")
    return LESSON_TREES[name]


def lesson_game(name: str) -> TreeGame:
    """The tree of this name as a game for the algorithm it is taught with."""
    tree = lesson_tree(name)
    return tree_for(tree.text, tree.algorithm)
