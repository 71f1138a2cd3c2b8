"""The worked examples of the lectures, each a named lesson whose numbers are worked out when it is shown."""

from __future__ import annotations

import difflib

from counterplay.core import BadParameter
from counterplay.lessons.worked import counting, evaluation, imperfect, opponents, overview, processes, trees
from counterplay.lessons.worked.lesson import Content, Lesson, Section, Table

LESSONS: dict[str, Lesson] = {
    lesson.name: lesson
    for part in (trees, counting, evaluation, imperfect, opponents, processes, overview)
    for lesson in part.LESSONS
}


def find_lesson(name: str) -> Lesson:
    """The lesson of this name."""
    if name not in LESSONS:
        near = difflib.get_close_matches(name, LESSONS, 1)
        hint = f", perhaps '{near[0]}'" if near else ""
        raise BadParameter(f"there is no lesson '{name}'{hint}; the lessons are {', '.join(LESSONS)}")
    return LESSONS[name]


__all__ = ["LESSONS", "Content", "Lesson", "Section", "Table", "find_lesson"]
