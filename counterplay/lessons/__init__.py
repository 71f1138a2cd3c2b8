"""Lessons: explicit trees as games, searches told step by step, exercises and their grading."""

from counterplay.lessons.told import Walkthrough
from counterplay.lessons.tree_forms import Chance
from counterplay.lessons.tree_game import TreeGame
from counterplay.lessons.tree_makers import ordered_tree, random_chance_tree, random_tree, random_tuple_tree
from counterplay.lessons.tree_nodes import Tree
from counterplay.lessons.tree_text import load_tree, parse_tree, write_tree
from counterplay.lessons.walkthrough import walkthrough

__all__ = [
    "Chance",
    "Tree",
    "TreeGame",
    "Walkthrough",
    "load_tree",
    "ordered_tree",
    "parse_tree",
    "random_chance_tree",
    "random_tree",
    "random_tuple_tree",
    "walkthrough",
    "write_tree",
]
