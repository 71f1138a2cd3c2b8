"""Sheets of exercises: well-formed, complete, nothing fetched, nothing given away; looked at in a real browser."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from browser import chromium, visit

from counterplay.core import BadParameter
from counterplay.lessons.exercises.exercise_makers import CUT, KINDS, make_exercise
from counterplay.lessons.exercises.exercise_sheet import sheet_html
from counterplay.lessons.worked import find_lesson
from counterplay.lessons.worked.page import lesson_page

VOID = {"meta", "br", "hr", "img", "input", "link"}


class Checker(HTMLParser):
    """Every element closed in its order; every address that a file would ask for."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.asked: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        self.asked += [v for n, v in attrs if n in ("src", "href") and v and not v.startswith(("#", "data:"))]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open.pop() == tag, (tag, self.open[-3:])

    def handle_data(self, data: str) -> None:
        if not self.open or self.open[-1] not in ("style", "script", "title", "desc"):
            self.text += data + "\n"


def checked(text: str) -> Checker:
    checker = Checker()
    checker.feed(text)
    assert not checker.open and not checker.asked
    return checker


@pytest.mark.parametrize("kind", KINDS)
def test_sheets_are_well_formed_and_keep_their_secret(kind: str) -> None:
    """Markup that is not closed, something fetched, a sheet without all questions, or one that shows the answers."""
    exercise = make_exercise(kind, 3)
    blank, solved = (checked(sheet_html([exercise], solutions=s)) for s in (False, True))
    for part in (blank, solved):
        assert exercise.title in part.text and f"seed {exercise.seed}" in part.text
        assert all(exercise.tree.names[item.node] in part.text for item in exercise.items)
    assert "Name" in blank.text and "Solutions" in solved.text
    html = sheet_html([exercise])
    assert 'class="right"' not in html and f">{CUT}<" not in html and 'data-status="cut"' not in html
    answers = re.findall(r'<span class="(?:right|cut)">([^<]*)</span>', sheet_html([exercise], solutions=True))[1:]
    assert sorted(answers) == sorted(exercise.solution.values())


def test_leaves_are_on_the_sheet() -> None:
    """A tree drawn without its values."""
    exercise = make_exercise("minimax", 3)
    html = sheet_html([exercise])
    for leaf in exercise.tree.leaves:
        assert f'data-node="{leaf}" data-value="{exercise.tree.utilities[leaf][0]:g}"' in html
    for node in range(len(exercise.tree)):
        if exercise.tree.counts[node]:
            assert f'data-node="{node}" data-value=""' in html


def test_several_exercises_and_titles() -> None:
    """Exercises lost on a sheet, a title that breaks out of its element, an empty sheet."""
    made = [make_exercise("cuts", seed) for seed in (1, 2, 3)]
    part = checked(sheet_html(made, title="<script>alert(1)</script>"))
    assert "script" not in part.open and "1. Leaves" in part.text and "3. Leaves" in part.text
    with pytest.raises(BadParameter, match="at least one exercise"):
        sheet_html([])


def test_lesson_pages_are_well_formed() -> None:
    """A page of a lesson that is not closed, or that fetches something."""
    for name in ("two-ply", "chess-evaluation", "milestones"):
        lesson = find_lesson(name)
        part = checked(lesson_page(lesson, lesson.content()))
        assert lesson.title in part.text


@pytest.mark.slow
def test_sheets_and_lessons_in_a_browser(tmp_path: Path) -> None:
    """A sheet that the browser complains about, that is wider than its paper, or that does not print on the pages it should."""
    made = [make_exercise(kind, 3) for kind in KINDS]
    (tmp_path / "sheet.html").write_text(sheet_html(made), encoding="utf-8")
    lesson = find_lesson("two-ply")
    (tmp_path / "lesson.html").write_text(lesson_page(lesson, lesson.content()), encoding="utf-8")
    with chromium() as browser:
        with visit(browser, (tmp_path / "sheet.html").as_uri()) as seen:
            page = seen.page
            assert page.locator("section").count() == len(KINDS)
            page.emulate_media(media="print")
            page.set_viewport_size({"width": 680, "height": 960})  # A4 within its margins, in CSS pixels
            assert page.evaluate("document.documentElement.scrollWidth") <= 680
            boxes = page.locator("section.narrow svg").evaluate_all("all => all.map(s => s.getBoundingClientRect().width)")
            assert boxes and all(60 < width <= 680 for width in boxes)
            pdf = page.pdf(prefer_css_page_size=True)
            assert len(re.findall(rb"/Type\s*/Page\b", pdf)) >= len(KINDS)
        with visit(browser, (tmp_path / "lesson.html").as_uri()) as seen:
            frame = seen.page.frame_locator("iframe")
            frame.locator("svg").first.wait_for()
