"""Exercises made from a seed: a tree, questions about it, and the right answers, which a traced search gives.

The same kind, seed and sizes always make the same exercise, so that a teacher needs to write down nothing else.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from counterplay.core import CHANCE, BadParameter
from counterplay.lessons.telling.traced_tree import TracedNode, TracedTree, traced_tree
from counterplay.lessons.trees.tree_game import TreeGame
from counterplay.lessons.trees.tree_nodes import Tree
from counterplay.lessons.trees.tree_objects import player_word

CUT, SEEN = "cut", "seen"  # answers about what a search looks at
MOST_LEAVES = 128  # of an exercise's tree; more is toil
MOST_TUPLES = 16  # where leaves are tuples, which are wide: more cannot be read on a sheet
LARGEST_UTILITY = 99
ATTEMPTS = 30  # to find a tree with a cut; a tree of one level has none
# Quarters: values stay short decimals, even below two levels of chance.
PROBABILITIES = {2: ((0.5, 0.5), (0.25, 0.75), (0.75, 0.25)), 3: ((0.25, 0.5, 0.25), (0.5, 0.25, 0.25), (0.25, 0.25, 0.5))}

SHAPES = "A box that points up belongs to MAX, one that points down to MIN."
TIES = "Of equally good children the first is taken."
WINDOW = (
    f"{SHAPES} Alpha-beta search walks through the tree from left to right. alpha is the best that MAX already has on the way "
    "to a node, beta the best that MIN has; at the root they are -inf and inf. As soon as alpha reaches beta (equality is "
    "enough) the remaining children of the node are cut off."
)


@dataclass(frozen=True)
class ExerciseKind:
    """A kind of question."""

    name: str
    title: str
    algorithm: str  # whose trace holds the answers
    question: str
    branching: int = 2  # the usual sizes
    depth: int = 3
    low: int = -9
    high: int = 9
    players: int = 2
    most_leaves: int = MOST_LEAVES


KINDS = {
    kind.name: kind
    for kind in (
        ExerciseKind(
            "minimax",
            "Minimax values",
            "minimax_value",
            f"MAX and MIN take turns. {SHAPES} Give the minimax value of every node that is no leaf.",
        ),
        ExerciseKind(
            "alpha_beta",
            "Alpha, beta and value",
            "alpha_beta",
            f"{WINDOW} For every node that is no leaf give alpha, beta and the value as they are when the search leaves the "
            "node: after the last child that was looked at has been taken into account. The value is the best of the children "
            f"that were looked at, even if it lies outside alpha and beta (fail-soft). Write '{CUT}' for all three of a node "
            "that is never looked at.",
        ),
        ExerciseKind(
            "cuts",
            "Leaves that are never looked at",
            "alpha_beta",
            f"{WINDOW} Which leaves does the search look at, and which are cut off? Write '{SEEN}' or '{CUT}' for every leaf.",
            branching=3,
            depth=2,
        ),
        ExerciseKind(
            "action",
            "The chosen action",
            "minimax_value",
            f"MAX and MIN take turns, and both play as minimax tells them to. {SHAPES} Which child is chosen at every node "
            f"that is no leaf? The choice at the root is the action that minimax decides on. {TIES}",
        ),
        ExerciseKind(
            "expectiminimax",
            "Values with chance",
            "expectiminimax",
            f"{SHAPES} Ellipses belong to chance: their value is the average of their children, weighted with the "
            "probabilities at the branches. Give the value of every node that is no leaf, to two decimals where it is no whole "
            "number.",
        ),
        ExerciseKind(
            "max_n",
            "Utilities of three players",
            "max_n",
            "Three players take turns, and each maximises its own part of the tuple (P1, P2, P3). Give the tuple of every node "
            f"that is no leaf. {TIES}",
            low=0,
            players=3,
            most_leaves=MOST_TUPLES,
        ),
    )
}


@dataclass(frozen=True)
class Item:
    """One thing that is asked."""

    id: str  # "B", "B.alpha"
    label: str
    kind: str  # "value", "alpha", "beta", "tuple", "choice", "leaf"
    node: int  # of the tree
    choices: tuple[str, ...] = ()  # what can be answered; empty where it is a number


@dataclass(frozen=True)
class Exercise:
    """A kind of question about a tree; where the tree comes from, the subclasses say."""

    kind: str

    @property
    def about(self) -> ExerciseKind:
        """The kind, with its words."""
        return KINDS[self.kind]

    @property
    def title(self) -> str:
        """For the head of a sheet."""
        return self.about.title

    @property
    def question(self) -> str:
        """What is asked, exactly."""
        return self.about.question

    @property
    def origin(self) -> str:
        """What it was made from, in a few words."""
        return ", ".join(f"{name} {value}" for name, value in self.parameters().items())

    @property
    def boards(self) -> tuple[str, ...]:
        """A small picture for every node of the tree, where the nodes are positions of a game and pictures are at hand."""
        return ()

    @cached_property
    def game(self) -> TreeGame:
        """The tree, every node of which has a name."""
        raise NotImplementedError

    @property
    def cutting(self) -> bool:
        """Whether the search that is asked about cuts branches off."""
        return self.about.algorithm == "alpha_beta"

    @property
    def tree(self) -> Tree:
        """The same, laid flat."""
        return self.game.flat

    @cached_property
    def traced(self) -> TracedTree:
        """What the search that is asked about does."""
        return traced_tree(self.game, self.about.algorithm)

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """Everything that is asked, in order."""
        tree = self.tree
        if self.kind == "cuts":
            return tuple(Item(tree.names[n], f"leaf {tree.names[n]}", "leaf", n, (SEEN, CUT)) for n in tree.leaves)
        return tuple(item for node in range(len(tree)) if tree.counts[node] for item in self._asked_at(node))

    def _asked_at(self, node: int) -> list[Item]:
        tree, name = self.tree, self.tree.names[node]
        where = f"{name} ({player_word(tree.movers[node], tree.players)})"
        if self.kind == "alpha_beta":
            return [Item(f"{name}.{what}", f"{what} at {where}", what, node) for what in ("alpha", "beta", "value")]
        if self.kind == "action":
            names = tuple(tree.names[child] for child in tree.children(node))
            return [Item(name, f"choice at {where}", "choice", node, names)]
        return [Item(name, f"value at {where}", "tuple" if self.kind == "max_n" else "value", node)]

    @cached_property
    def solution(self) -> dict[str, str]:
        """The right answers, by item."""
        return {item.id: self._right(item) for item in self.items}

    def _right(self, item: Item) -> str:
        node = self.traced.nodes.get(item.node)
        if item.kind == "leaf":
            return CUT if node is None else SEEN
        if node is None:
            return CUT
        return answer_text(item, node, self.tree)

    def parameters(self) -> dict[str, Any]:
        """What the exercise is made from."""
        return asdict(self)


@dataclass(frozen=True)
class SeededExercise(Exercise):
    """A kind, a seed and sizes; everything else follows from them."""

    seed: int
    branching: int
    depth: int
    low: int
    high: int

    @cached_property
    def game(self) -> TreeGame:
        """The tree: inner nodes are called A, B, C, ... level by level, leaves L1, L2, ... from left to right.

        Where cuts are asked for, trees are drawn until there is one to be made.
        """
        for attempt in range(ATTEMPTS):
            game = TreeGame(_grown(self, attempt))
            if not self.cutting or traced_tree(game, self.about.algorithm).never_looked_at:
                break
        return game


def answer_text(item: Item, node: TracedNode, tree: Tree) -> str:
    """What the search knew, in the words of an answer."""
    if item.kind in ("alpha", "beta"):
        return number_text(node.left[item.kind == "beta"])
    if item.kind == "choice":
        assert node.choice is not None
        return tree.names[tree.firsts[item.node] + node.choice]
    return value_text(node.value)


def number_text(value: float) -> str:
    """A number as a person would write it."""
    return ("inf" if value > 0 else "-inf") if math.isinf(value) else f"{value:.6g}"


def value_text(value: tuple[float, ...]) -> str:
    """A number, or a tuple of them."""
    texts = [number_text(part) for part in value]
    return texts[0] if len(texts) == 1 else f"({', '.join(texts)})"


def make_exercise(
    kind: str,
    seed: int | None = None,
    branching: int | None = None,
    depth: int | None = None,
    low: int | None = None,
    high: int | None = None,
) -> SeededExercise:
    """An exercise; what is left out is usual for the kind, and a seed that is left out is drawn."""
    if kind not in KINDS:
        raise BadParameter(f"there is no kind of exercise '{kind}'; there are {', '.join(KINDS)}")
    about = KINDS[kind]
    drawn = random.SystemRandom().randrange(1_000_000) if seed is None else seed
    given = {"seed": drawn, "branching": branching, "depth": depth, "low": low, "high": high}
    values = {n: getattr(about, n) if v is None else v for n, v in given.items()}
    for name, value in values.items():
        if isinstance(value, bool) or not isinstance(value, int):
            raise BadParameter(f"an exercise's {name} must be a whole number, not {value!r}")
    exercise = SeededExercise(kind, **values)
    _check_sizes(exercise)
    return exercise


def _check_sizes(e: SeededExercise) -> None:
    if not -(2**63) <= e.seed < 2**63:
        raise BadParameter("an exercise's seed must fit 64 bits")
    if e.branching < 2 or (e.kind == "expectiminimax" and e.branching not in PROBABILITIES):
        wanted = "2 or 3 where chance is involved" if e.kind == "expectiminimax" else "at least 2"
        raise BadParameter(f"an exercise's branching must be {wanted}, not {e.branching}")
    if e.depth < 1:
        raise BadParameter(f"an exercise's depth must be at least 1, not {e.depth}")
    most = e.about.most_leaves
    if e.branching > most or e.depth > most or e.branching**e.depth > most:
        raise BadParameter(
            f"branching {e.branching} and depth {e.depth} make more than {most} leaves, too many to do by hand; take less"
        )
    if not -LARGEST_UTILITY <= e.low < e.high <= LARGEST_UTILITY:
        raise BadParameter(
            f"an exercise's utilities lie between -{LARGEST_UTILITY} and {LARGEST_UTILITY}, low below high; {e.low} to "
            f"{e.high} is no such range"
        )


def exercise_from(parameters: Mapping[str, Any]) -> SeededExercise:
    """The exercise that `SeededExercise.parameters` describes."""
    names = ("kind", "seed", "branching", "depth", "low", "high")
    if not isinstance(parameters, Mapping) or not isinstance(parameters.get("kind"), str):
        raise BadParameter(f"an exercise is described by {', '.join(names)}, and this one has no kind")
    unknown = [name for name in parameters if name not in names]
    if unknown:
        raise BadParameter(f"an exercise is described by {', '.join(names)}, not by '{unknown[0]}'")
    if parameters.get("seed") is None:
        raise BadParameter("an exercise that is to be graded needs its seed")
    return make_exercise(**parameters)


def _grown(e: SeededExercise, attempt: int) -> dict[str, Any]:
    """The tree with names, made level by level, so that letters run along the levels."""
    about, draw = e.about, random.Random(f"{e.kind} {e.seed} {e.branching} {e.depth} {attempt}")
    inner, leaves = letters(), iter(range(1, e.branching**e.depth + 1))
    root: dict[str, Any] = {"name": next(inner)}
    level = [root]
    for depth in range(e.depth):
        following: list[dict[str, Any]] = []
        chance = e.kind == "expectiminimax" and depth % 2 == 1  # MAX, chance, MIN, chance, ...
        for node in level:
            children: list[dict[str, Any]] = [{} for _ in range(e.branching)]
            if chance:
                node["outcomes"] = list(zip(draw.choice(PROBABILITIES[e.branching]), children, strict=True))
            else:
                node["actions"] = children
            following += children
        level = following
        for node in level:
            node["name"] = next(inner) if depth < e.depth - 1 else f"L{next(leaves)}"
    for leaf in level:
        parts = tuple(draw.randint(e.low, e.high) for _ in range(about.players))
        leaf["value"] = parts if about.players > 2 else parts[0]
    return root


def letters() -> Iterator[str]:
    """A, B, ..., Z, AA, AB, ..."""
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    yield from alphabet
    for first in alphabet:
        for second in alphabet:
            yield first + second


def mover(exercise: Exercise, node: int) -> str:
    """MAX, MIN, chance, P1, ..."""
    tree = exercise.tree
    return "chance" if tree.movers[node] == CHANCE else player_word(tree.movers[node], tree.players)
