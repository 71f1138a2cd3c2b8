"""Exercises as the page shows them: the tree, what is asked, and the grades."""

from __future__ import annotations

from counterplay.lessons.exercises.exercise_makers import KINDS, make_exercise
from counterplay.lessons.exercises.exercise_picture import exercise_svg
from counterplay.lessons.exercises.grading import grade
from counterplay.studio.api.messages import ExerciseRequest, GradeRequest
from counterplay.studio.api.position_views import View


def kinds_view() -> list[View]:
    """What can be asked."""
    return [
        {"kind": kind.name, "title": kind.title, "about": kind.question, "branching": kind.branching, "depth": kind.depth}
        for kind in KINDS.values()
    ]


def exercise_view(wanted: ExerciseRequest) -> View:
    """An exercise with its picture and everything that is asked."""
    made = make_exercise(**wanted.model_dump())
    return {
        "exercise": {**made.parameters(), "title": made.title, "question": made.question},
        "svg": exercise_svg(made, theme=None),
        "items": [
            {"id": item.id, "label": item.label, "kind": item.kind, "options": list(item.choices) or None}
            for item in made.items
        ],
    }


def grade_view(wanted: GradeRequest) -> View:
    """Answers, graded."""
    made = make_exercise(**wanted.exercise.model_dump(exclude={"title", "question"}))
    return grade(made, wanted.answers).as_json()
