"""Exercises as the page shows them: the tree, what is asked, and the grades."""

from __future__ import annotations

from counterplay.core import BadParameter
from counterplay.lessons.exercises.answer_hints import hint_for
from counterplay.lessons.exercises.exercise_makers import KINDS, Exercise, make_exercise
from counterplay.lessons.exercises.exercise_picture import Sheet
from counterplay.lessons.exercises.grading import grade
from counterplay.lessons.telling.walkthrough import walkthrough
from counterplay.studio.api.messages import ExerciseAgain, ExerciseRequest, GradeRequest, HintRequest, SolutionRequest
from counterplay.studio.api.position_views import View


def kinds_view() -> list[View]:
    """What can be asked."""
    return [
        {"kind": kind.name, "title": kind.title, "about": kind.question, "branching": kind.branching, "depth": kind.depth}
        for kind in KINDS.values()
    ]


def exercise_view(wanted: ExerciseRequest) -> View:
    """An exercise with its picture and everything that is asked; nothing of it tells an answer."""
    made = make_exercise(**wanted.model_dump())
    sheet = Sheet(made, typed=True)
    places = sheet.places()
    return {
        "exercise": {**made.parameters(), "title": made.title, "question": made.question},
        "svg": sheet.svg(None),
        "items": [
            {
                "id": item.id,
                "label": item.label,
                "kind": item.kind,
                "options": list(item.choices) or None,
                "box": [round(number, 1) for number in places[item.id]],
            }
            for item in made.items
        ],
    }


def grade_view(wanted: GradeRequest) -> View:
    """Answers, graded; right answers and reasons only where they are asked for."""
    graded = grade(_again(wanted.exercise), wanted.answers, wanted.only).as_json()
    if not wanted.reveal:
        for item in graded["items"]:
            item["right"], item["reason"] = "", ""
    return graded


def hint_view(wanted: HintRequest) -> View:
    """What to think about, without the answer."""
    made = _again(wanted.exercise)
    item = next((item for item in made.items if item.id == wanted.item), None)
    if item is None:
        known = ", ".join(item.id for item in made.items)
        raise BadParameter(f"there is no item '{wanted.item[:40]}' in this exercise; its items are {known}")
    return {"id": item.id, "hint": hint_for(made, item)}


def solution_view(wanted: SolutionRequest) -> View:
    """The search that solves it, to be stepped through."""
    made = _again(wanted.exercise)
    return walkthrough(made.game, algorithm=made.about.algorithm).to_json()


def _again(given: ExerciseAgain) -> Exercise:
    return make_exercise(**given.model_dump(exclude={"title", "question"}))
