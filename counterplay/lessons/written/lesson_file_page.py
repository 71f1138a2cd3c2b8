"""A written lesson as HTML: text by markdown-it, which passes no HTML of the file's own on; nothing is fetched."""

from __future__ import annotations

import html

from markdown_it import MarkdownIt

from counterplay.core import Position
from counterplay.draw import scene_svg
from counterplay.lessons.exercises.exercise_makers import Exercise
from counterplay.lessons.exercises.exercise_picture import exercise_svg
from counterplay.lessons.telling.walkthrough_model import Walkthrough
from counterplay.lessons.worked.page import whole_page
from counterplay.lessons.written.lesson_file import HEADING, Part, WrittenLesson

BOARD = 320  # pixels
STEPPER = 680  # pixels of height


def lesson_html(lesson: WrittenLesson) -> str:
    """The whole page."""
    return whole_page(lesson.title, lesson_body(lesson, heading=False))


def lesson_body(lesson: WrittenLesson, *, heading: bool = True) -> str:
    """What stands on the page; without its first heading where the page has one already."""
    parts = list(lesson.parts)
    if not heading and parts and isinstance(parts[0], str):
        parts[0] = HEADING.sub("", parts[0], count=1)
    return "".join(map(_shown, parts))


def _shown(part: Part) -> str:
    if isinstance(part, str):
        return str(MarkdownIt("commonmark", {"html": False}).enable("table").render(part))
    if isinstance(part, Walkthrough):
        return part.stepper(STEPPER)._repr_html_()
    if isinstance(part, Position):
        about = html.escape(part.game.title_text)
        return f"<figure>{scene_svg(part.scene(), size=BOARD)}<figcaption>{about}</figcaption></figure>"
    return _exercise(part)


def _exercise(exercise: Exercise) -> str:
    items = ", ".join(item.id for item in exercise.items)
    return (
        f"<h3>{html.escape(exercise.title)}</h3><p>{html.escape(exercise.question)}</p>"
        f"<figure>{exercise_svg(exercise, theme='light')}</figure><p>Answer: {html.escape(items)}</p>"
    )
