"""The part of the API that teaches: worked examples to step through, exercises that are graded."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from counterplay.lessons.exercise_picture import exercise_svg
from counterplay.lessons.exercises import KINDS, Exercise, make_exercise
from counterplay.lessons.grading import grade
from counterplay.studio.documented import gives
from counterplay.studio.lessons import LESSONS, lesson_view
from counterplay.studio.messages import ExerciseRequest, GradeRequest
from counterplay.studio.routes import answer
from counterplay.studio.views import View

router = APIRouter(prefix="/api")


@router.get("/lessons", tags=["lessons"], **gives("LessonShort", many=True))
def lessons(request: Request) -> Response:
    """The worked examples."""
    return answer([lesson.short() for lesson in LESSONS])


@router.get("/lessons/{name}", tags=["lessons"], **gives("LessonView"))
def lesson(request: Request, name: Annotated[str, Path(max_length=80)]) -> Response:
    """One of them, with a search to step through or a table."""
    return answer(lesson_view(name))


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
        "svg": exercise_svg(made, theme=None),
        "items": [
            {"id": item.id, "label": item.label, "kind": item.kind, "options": list(item.choices) or None}
            for item in made.items
        ],
    }
