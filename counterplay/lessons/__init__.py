"""Lessons: explicit trees as games, searches told step by step, exercises and their grading."""

from counterplay.lessons.exercises.exercise_makers import Exercise, make_exercise
from counterplay.lessons.exercises.exercise_picture import exercise_svg
from counterplay.lessons.exercises.exercise_sheet import sheet_html
from counterplay.lessons.exercises.grading import Grade, grade
from counterplay.lessons.pacman.pacman import Pacman
from counterplay.lessons.telling.walkthrough import walkthrough
from counterplay.lessons.telling.walkthrough_model import Walkthrough
from counterplay.lessons.trees.tree_game import TreeGame
from counterplay.lessons.trees.tree_makers import ordered_tree, random_chance_tree, random_tree, random_tuple_tree
from counterplay.lessons.trees.tree_nodes import Tree
from counterplay.lessons.trees.tree_objects import Chance
from counterplay.lessons.trees.tree_text import load_tree, parse_tree, write_tree
from counterplay.lessons.worked.search_growth import measure_growth

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
