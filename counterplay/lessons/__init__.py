"""Lessons: explicit trees as games, searches told step by step, exercises and their grading."""

from counterplay.lessons.exercise_picture import exercise_svg
from counterplay.lessons.exercises import Exercise, make_exercise
from counterplay.lessons.grading import Grade, grade
from counterplay.lessons.growth import measure_growth
from counterplay.lessons.pacman import Pacman
from counterplay.lessons.sheet import sheet_html
from counterplay.lessons.told import Walkthrough
from counterplay.lessons.tree_forms import Chance
from counterplay.lessons.tree_game import TreeGame
from counterplay.lessons.tree_makers import ordered_tree, random_chance_tree, random_tree, random_tuple_tree
from counterplay.lessons.tree_nodes import Tree
from counterplay.lessons.tree_text import load_tree, parse_tree, write_tree
from counterplay.lessons.walkthrough import walkthrough

__all__ = [
    "Chance",
    "Exercise",
    "Grade",
    "Pacman",
    "Tree",
    "TreeGame",
    "Walkthrough",
    "exercise_svg",
    "grade",
    "load_tree",
    "make_exercise",
    "measure_growth",
    "ordered_tree",
    "parse_tree",
    "random_chance_tree",
    "random_tree",
    "random_tuple_tree",
    "sheet_html",
    "walkthrough",
    "write_tree",
]
