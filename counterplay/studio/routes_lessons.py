"""The part of the API that teaches: worked examples to step through, exercises that are graded."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from counterplay.core import Position
from counterplay.draw import scene_svg
from counterplay.lessons.exercises import KINDS, Exercise, make_exercise
from counterplay.lessons.grading import grade
from counterplay.studio.documented import gives
from counterplay.studio.messages import ExerciseRequest, GradeRequest
from counterplay.studio.routes import answer
from counterplay.studio.views import View

TREE_SIZE = 900.0  # pixels that the tree of an exercise is wide at most
router = APIRouter(prefix="/api")


@router.get("/exercises/kinds", tags=["lessons"], **gives("ExerciseKind", many=True))
def exercise_kinds(request: Request) -> Response:
    """What can be asked."""
    return answer(
        [
            {"kind": kind.name, "title": kind.title, "about": kind.question, "branching": kind.branching, "depth": kind.depth}
            for kind in KINDS.values()
        ]
    )


@router.post("/exercises", tags=["lessons"], **gives("ExerciseView"))
def exercise(request: Request, wanted: ExerciseRequest) -> Response:
    """An exercise; the same seed gives the same one."""
    return answer(exercise_view(make_exercise(**wanted.model_dump())))


@router.post("/exercises/grade", tags=["lessons"], **gives("GradeView"))
def exercise_grade(request: Request, wanted: GradeRequest) -> Response:
    """Grade answers, each with the reason."""
    made = make_exercise(**wanted.exercise.model_dump(exclude={"title", "question"}))
    return answer(grade(made, wanted.answers).as_json())


def exercise_view(made: Exercise) -> View:
    """An exercise with its picture and everything that is asked."""
    return {
        "exercise": {**made.parameters(), "title": made.title, "question": made.question},
        "svg": scene_svg(Position(made.game).scene(), size=TREE_SIZE, title=made.title, theme=None),
        "items": [
            {"id": item.id, "label": item.label, "kind": item.kind, "options": list(item.choices) or None}
            for item in made.items
        ],
    }
