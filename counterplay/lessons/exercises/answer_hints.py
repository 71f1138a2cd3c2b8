"""A hint to one item of an exercise: which rule applies, and what to work out before. It never holds the answer.

Where branches are cut off, all items of a kind get the same words, so that nobody reads from a hint whether there is a cut.
"""

from __future__ import annotations

from counterplay.core import CHANCE
from counterplay.lessons.exercises.exercise_makers import Exercise, Item, mover
from counterplay.lessons.trees.tree_game import leaf_text


def hint_for(exercise: Exercise, item: Item) -> str:
    """One or two sentences."""
    if item.kind == "leaf":
        return _leaf(exercise, item)
    if item.kind in ("alpha", "beta"):
        return _bound(exercise, item)
    begin = _whether(exercise, item.node) if exercise.cutting else ""
    return begin + _rule(exercise, item)


def _rule(exercise: Exercise, item: Item) -> str:
    tree, name, who = exercise.tree, exercise.tree.names[item.node], mover(exercise, item.node)
    children = list(tree.children(item.node))
    names = _listed([_with_value(exercise, child) for child in children])
    inner = [tree.names[child] for child in children if tree.counts[child]]
    first = f" Work out {_listed(inner)} first." if inner else ""
    if tree.movers[item.node] == CHANCE:
        parts = " + ".join(f"{tree.probabilities[child]:g} x {tree.names[child]}" for child in children)
        return f"{name} belongs to chance: its value is {parts}.{first}"
    if item.kind == "tuple":
        part = ("first", "second", "third")[tree.movers[item.node]]
        return f"{who} at {name} compares the {part} part of {names}, and takes the whole tuple of the better child.{first}"
    best = "greatest" if who == "MAX" else "least"
    if item.kind == "choice":
        return f"{who} at {name} takes the child with the {best} value: {names}.{first}"
    looked = " that were looked at" if exercise.cutting else ""
    return f"{name} belongs to {who}: its value is the {best} among its children{looked}, {names}.{first}"


def _bound(exercise: Exercise, item: Item) -> str:
    tree, name, who = exercise.tree, exercise.tree.names[item.node], mover(exercise, item.node)
    changes = "MAX nodes raise alpha" if item.kind == "alpha" else "MIN nodes lower beta"
    start = "it begins without any bound" if item.node == 0 else f"it is handed down by {tree.names[tree.parents[item.node]]}"
    return f"{_whether(exercise, item.node)}As for {item.kind}, {start}. Only {changes}, and {name} is {who}."


def _leaf(exercise: Exercise, item: Item) -> str:
    tree = exercise.tree
    parent = tree.parents[item.node]
    before = [child for child in tree.children(parent) if child < item.node]
    who = mover(exercise, parent)
    after = f" after {_listed([_with_value(exercise, child) for child in before])}" if before else ""
    return (
        f"The search comes to {tree.names[item.node]} if it comes to {tree.names[parent]} ({who}), and alpha is still below "
        f"beta there{after}."
    )


def _whether(exercise: Exercise, node: int) -> str:
    if node == 0:
        return ""
    tree = exercise.tree
    parent = tree.names[tree.parents[node]]
    return f"Ask first whether the search comes to {tree.names[node]} at all: is alpha still below beta at {parent}? "


def _with_value(exercise: Exercise, node: int) -> str:
    """A child's name; where it is a leaf, with its value, which everybody sees."""
    tree = exercise.tree
    return tree.names[node] if tree.counts[node] else f"{tree.names[node]} ({leaf_text(tree, node)})"


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
