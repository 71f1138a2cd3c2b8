"""Lessons: explicit trees as games, searches told step by step, exercises and their grading."""

from counterplay.lessons.code.code_grading import CodeGrade, CodeReport, grade_code, grade_code_files
from counterplay.lessons.exercises.class_grading import ClassReport, grade_files, hand_out
from counterplay.lessons.exercises.exercise_file import exercise_text, read_exercise
from counterplay.lessons.exercises.exercise_makers import Exercise, make_exercise
from counterplay.lessons.exercises.exercise_picture import exercise_svg
from counterplay.lessons.exercises.exercise_sheet import sheet_html
from counterplay.lessons.exercises.grading import Grade, grade
from counterplay.lessons.exercises.own_exercises import exercise_on_position, exercise_on_tree
from counterplay.lessons.pacman.pacman import Pacman
from counterplay.lessons.telling.walkthrough import walkthrough
from counterplay.lessons.telling.walkthrough_model import Walkthrough
from counterplay.lessons.trees.tree_game import TreeGame
from counterplay.lessons.trees.tree_makers import ordered_tree, random_chance_tree, random_tree, random_tuple_tree
from counterplay.lessons.trees.tree_nodes import Tree
from counterplay.lessons.trees.tree_objects import Chance
from counterplay.lessons.trees.tree_text import load_tree, parse_tree, write_tree
from counterplay.lessons.worked.search_growth import measure_growth
from counterplay.lessons.written.lesson_file import WrittenLesson, load_lesson, parse_lesson

__all__ = [
    "Chance",
    "ClassReport",
    "CodeGrade",
    "CodeReport",
    "Exercise",
    "Grade",
    "Pacman",
    "Tree",
    "TreeGame",
    "Walkthrough",
    "WrittenLesson",
    "exercise_on_position",
    "exercise_on_tree",
    "exercise_svg",
    "exercise_text",
    "grade",
    "grade_code",
    "grade_code_files",
    "grade_files",
    "hand_out",
    "load_lesson",
    "load_tree",
    "make_exercise",
    "measure_growth",
    "ordered_tree",
    "parse_lesson",
    "parse_tree",
    "random_chance_tree",
    "random_tree",
    "random_tuple_tree",
    "read_exercise",
    "sheet_html",
    "walkthrough",
    "write_tree",
]
