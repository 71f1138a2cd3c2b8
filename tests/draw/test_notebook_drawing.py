"""What objects show of themselves in notebooks, by the methods that Jupyter asks for."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from counterplay import Limit, make_game, search_tree
from counterplay.gears.gear_choice import interpreting
from counterplay.lessons import ClassReport, CodeGrade, CodeReport, grade, make_exercise, parse_lesson
from counterplay.lessons.exercises.class_grading import Submission

NAME = "Ann <script> & Bob"  # as somebody may call a file
TOLD = "Ann &lt;script&gt; &amp; Bob"
LESSON = f"# {NAME}\n\nSome *text*.\n\n```position tic_tac_toe\noxx/.x./.o. o\n```\n"


def graded() -> Any:
    exercise = make_exercise("minimax", seed=1)
    return grade(exercise, {exercise.items[0].id: NAME})


SHOWN = {
    "grade": (graded, "<table"),
    "class report": (lambda: ClassReport((Submission(Path("a.md"), NAME, None, None, "it cannot be read"),)), "<table"),
    "code report": (lambda: CodeReport("minimax", (CodeGrade(Path(NAME), "minimax", 3, 4),)), "<table"),
    "lesson": (lambda: parse_lesson(LESSON), "<svg"),
}


@pytest.mark.parametrize("what", SHOWN)
def test_it_draws_itself(what: str) -> None:
    """Would catch a cell that shows `<Grade object at ...>`, or a name of a file or an answer that becomes markup."""
    make, drawing = SHOWN[what]
    html = make()._repr_html_()
    assert drawing in html and TOLD in html and "<script>" not in html.replace("<script>const", "")


def test_a_grown_tree_draws_itself() -> None:
    """Would catch a tree without its moves, or a picture that a notebook cannot parse."""
    with interpreting():
        tree = search_tree(make_game("mnk"), limit=Limit(depth=2))
    drawn = tree._repr_svg_()
    assert ElementTree.fromstring(drawn).tag.endswith("svg") and drawn == tree.svg() and "a1" in drawn
