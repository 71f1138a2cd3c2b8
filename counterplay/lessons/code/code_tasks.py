"""What a student's function is asked to do, and what a right one answers: ours, on trees made from seeds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from counterplay.core import BadParameter
from counterplay.core.text.name_spelling import spelt
from counterplay.lessons.telling.traced_tree import traced_tree
from counterplay.lessons.trees.tree_game import TreeGame
from counterplay.lessons.trees.tree_makers import random_chance_tree, random_tree, random_tuple_tree

SHAPES = ((2, 2), (3, 2), (2, 3), (2, 4), (3, 3), (4, 2))  # branching and depth, one after the other as seeds go on


@dataclass(frozen=True)
class CodeTask:
    """A function that students write."""

    name: str  # of the function, too
    about: str
    algorithm: str  # of ours, which it is compared with
    tree: Callable[[int, int, int], Any]  # from seed, branching, depth
    leaves: bool = False  # whether the leaves that it looks at, and their order, must be ours as well


@dataclass(frozen=True)
class RightAnswer:
    """What a right function gives for a tree."""

    value: tuple[float, ...]  # MAX's, or one for each player
    leaves: tuple[int, ...]  # nodes of the tree, in the order in which they are looked at


TASKS = {
    task.name: task
    for task in (
        CodeTask("minimax", "the minimax value of a state, MAX's", "minimax_value", random_tree),
        CodeTask(
            "alpha_beta",
            "the same value, found without looking at what alpha and beta cut off (equality cuts)",
            "alpha_beta",
            random_tree,
            leaves=True,
        ),
        CodeTask("expectiminimax", "the value with chance nodes, MAX's", "expectiminimax", random_chance_tree),
        CodeTask("max_n", "the tuple of utilities, one for each player (the first of equals)", "max_n", random_tuple_tree),
    )
}


def find_task(name: str) -> CodeTask:
    """A task by its name, however it is written."""
    known = spelt(name, tuple(TASKS))
    if known not in TASKS:
        raise BadParameter(f"there is no task '{name}'; there are {', '.join(TASKS)}")
    return TASKS[known]


def task_tree(task: CodeTask, seed: int) -> TreeGame:
    """The tree of a seed; its shape follows from the seed."""
    branching, depth = SHAPES[seed % len(SHAPES)]
    return TreeGame(task.tree(seed, branching, depth))


def right_answer(task: CodeTask, game: TreeGame) -> RightAnswer:
    """What our own search finds, and which leaves it looks at."""
    traced = traced_tree(game, task.algorithm)
    tree = game.flat
    looked_at = tuple(node for node in traced.nodes if not tree.counts[node])  # in the order of entering
    return RightAnswer(traced.nodes[0].value, looked_at)
