"""The part of the API that teaches: worked examples to step through, exercises that are graded.

What they need is imported when it is first asked for: the first page does not wait for it.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from counterplay.studio.api.api_description import gives
from counterplay.studio.api.messages import ExerciseRequest, GradeRequest, HintRequest, SolutionRequest
from counterplay.studio.api.routes import answer

router = APIRouter(prefix="/api")


@router.get("/lessons", tags=["lessons"], **gives("LessonShort", many=True))
def lessons(request: Request) -> Response:
    """The worked examples."""
    from counterplay.studio.api.lesson_view import lesson_list

    return answer(lesson_list())


@router.get("/lessons/{name}", tags=["lessons"], **gives("LessonView"))
def lesson(request: Request, name: Annotated[str, Path(max_length=80)]) -> Response:
    """One of them: text, and where there is one a search to step through, a table, a picture. It may take seconds."""
    from counterplay.studio.api.lesson_view import lesson_view

    return answer(lesson_view(name))


@router.get("/exercises/kinds", tags=["lessons"], **gives("ExerciseKind", many=True))
def exercise_kinds(request: Request) -> Response:
    """What can be asked."""
    from counterplay.studio.api.exercise_view import kinds_view

    return answer(kinds_view())


@router.post("/exercises", tags=["lessons"], **gives("ExerciseView"))
def exercise(request: Request, wanted: ExerciseRequest) -> Response:
    """An exercise; the same seed gives the same one."""
    from counterplay.studio.api.exercise_view import exercise_view

    return answer(exercise_view(wanted))


@router.post("/exercises/grade", tags=["lessons"], **gives("GradeView"))
def exercise_grade(request: Request, wanted: GradeRequest) -> Response:
    """Grade answers, each with the reason."""
    from counterplay.studio.api.exercise_view import grade_view

    return answer(grade_view(wanted))


@router.post("/exercises/hint", tags=["lessons"], **gives("HintView"))
def exercise_hint(request: Request, wanted: HintRequest) -> Response:
    """What to think about at one item; the answer is not in it."""
    from counterplay.studio.api.exercise_view import hint_view

    return answer(hint_view(wanted))


@router.post("/exercises/solution", tags=["lessons"], **gives("Inside"))
def exercise_solution(request: Request, wanted: SolutionRequest) -> Response:
    """The search that solves an exercise, step by step on its tree."""
    from counterplay.studio.api.exercise_view import solution_view

    return answer(solution_view(wanted))
