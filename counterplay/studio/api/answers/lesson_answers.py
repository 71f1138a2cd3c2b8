"""Worked examples and exercises."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from counterplay.studio.api.answers.search_answers import Inside


class LessonShort(BaseModel):
    """A worked example in the list."""

    name: str
    title: str
    about: str


class LessonPosition(BaseModel):
    """A position that a lesson speaks of; without a game it can only be looked at."""

    game: str
    state: str
    svg: str


class LessonSection(BaseModel):
    """Some paragraphs below a heading."""

    heading: str
    paragraphs: list[str]
    code: str
    tree: bool  # the code is the notation of a tree
    board: LessonPosition | None


class Table(BaseModel):
    """Figures."""

    head: list[str]
    rows: list[list[int | float | str]]


class LessonView(LessonShort):
    """A worked example."""

    text: list[LessonSection]
    walkthrough: Inside | None = None
    table: Table | None = None


class ExerciseKind(BaseModel):
    """What can be asked."""

    kind: str
    title: str
    about: str
    branching: int
    depth: int


class ExerciseGiven(BaseModel):
    """What an exercise is made from, and what it asks."""

    kind: str
    seed: int
    branching: int
    depth: int
    low: int
    high: int
    title: str
    question: str


class ItemView(BaseModel):
    """One thing that is asked."""

    id: str
    label: str
    kind: str
    options: list[str] | None
    box: list[float]  # left, top, width and height of its place in the picture


class HintView(BaseModel):
    """What to think about at an item."""

    id: str
    hint: str


class ExerciseView(BaseModel):
    """An exercise with its picture."""

    exercise: ExerciseGiven
    svg: str
    items: list[ItemView]


class ItemGrade(BaseModel):
    """One item, graded."""

    id: str
    verdict: Literal["right", "wrong", "missing", "extra"]
    given: str
    right: str
    reason: str


class GradeView(BaseModel):
    """An exercise, graded."""

    score: int
    of: int
    items: list[ItemGrade]
