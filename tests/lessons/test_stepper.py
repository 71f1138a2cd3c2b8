"""The page that steps through a search, driven in a real Chromium."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from browser import chromium, visit
from playwright.sync_api import Browser, Page
from walks import FORM_NAMES, games, options_of, read_svg, taking, trees

from counterplay.core import Position
from counterplay.lessons import Walkthrough, load_tree, walkthrough
from counterplay.lessons.telling.tree_picture import states
from counterplay.lessons.trees.lesson_trees import LESSON_TREES

TWO_PLY = LESSON_TREES["two-ply"].text
# All that a picture says, read from the page the way `read_svg` reads it from text.
READ = """() => Object.fromEntries([...document.querySelectorAll("#tree [data-node]")].map((g) => {
  const shown = (e) => Boolean(e) && e.getAttribute("display") !== "none";
  const d = g.dataset;
  return [d.node, {value: d.value, alpha: d.alpha, beta: d.beta, status: d.status,
    text: g.querySelector(".tree-value")?.textContent || "",
    chosen: shown(g.querySelector(".tree-chosen")),
    struck: shown(document.querySelector(`[data-slash="${d.node}"]`)),
    opacity: Number(g.querySelector(".tree-shape")?.getAttribute("opacity") ?? 1)}];
}))"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


def written(walk: Walkthrough, folder: Path, name: str = "walk.html") -> str:
    path = folder / name
    path.write_text(walk.html(), encoding="utf-8")
    return path.as_uri()


def shown_step(page: Page) -> int:
    return int(page.inner_text("#count").split("/")[0]) - 1


def picture(page: Page) -> dict[int, Any]:
    return {int(node): seen for node, seen in page.evaluate(READ).items()}


def expected(walk: Walkthrough, step: int) -> dict[int, Any]:
    return {node: vars(seen) for node, seen in read_svg(walk.svg(step)).items()}


def test_forward_back_and_to_the_end(browser: Browser, tmp_path: Path) -> None:
    """A step that is skipped, a picture that is not the one Python draws, or a way back that does not undo the way there."""
    walk = walkthrough(TWO_PLY)
    last = len(walk.steps) - 1
    with visit(browser, written(walk, tmp_path)) as visited:
        page = visited.page
        assert shown_step(page) == 0 and page.is_disabled("#previous") and page.is_disabled("#first")
        for step in range(1, last + 1):
            page.click("#next")
            assert shown_step(page) == step
            assert page.inner_text("#text") == walk.steps[step].text
            assert page.inner_text("#reason") == walk.steps[step].reason
            assert picture(page) == expected(walk, step)
        assert page.is_disabled("#next") and page.is_disabled("#last")
        for step in reversed(range(last)):
            page.click("#previous")
            assert shown_step(page) == step and picture(page) == expected(walk, step)
        page.click("#last")
        assert shown_step(page) == last
        page.click("#first")
        assert shown_step(page) == 0


def test_keyboard_and_slider(browser: Browser, tmp_path: Path) -> None:
    """Keys that do nothing, move twice, or stop working once the slider or a button has the focus."""
    walk = walkthrough(TWO_PLY)
    last = len(walk.steps) - 1
    with visit(browser, written(walk, tmp_path)) as visited:
        page = visited.page
        for key, step in (
            ("ArrowRight", 1),
            ("ArrowRight", 2),
            ("ArrowLeft", 1),
            ("End", last),
            ("ArrowRight", last),
            ("Home", 0),
            ("ArrowLeft", 0),
        ):
            page.keyboard.press(key)
            assert shown_step(page) == step, key
        page.focus("#slider")
        page.keyboard.press("ArrowRight")
        assert shown_step(page) == 1 and page.input_value("#slider") == "1"
        page.fill("#slider", "7")
        assert shown_step(page) == 7 and picture(page) == expected(walk, 7)
        page.focus("#next")
        page.keyboard.press("Enter")
        assert shown_step(page) == 8


def test_accessible(browser: Browser, tmp_path: Path) -> None:
    """A button without a name, a step that a screen reader is not told of, or a tree without a description."""
    with visit(browser, written(walkthrough(TWO_PLY), tmp_path)) as visited:
        page = visited.page
        for name in ("First step", "Previous step", "Next step", "Last step"):
            assert page.get_by_role("button", name=name).count() == 1
        assert page.get_by_role("slider", name="Step").count() == 1
        assert page.get_attribute("#told", "aria-live") == "polite"
        page.keyboard.press("ArrowRight")
        assert page.get_attribute("#slider", "aria-valuetext") == "step 2 of 23"
        assert page.get_attribute("#tree svg", "aria-label") == "alpha beta on tree"
        assert page.locator("[data-node] > title").count() == 13


def test_offline(browser: Browser, tmp_path: Path) -> None:
    """A page that asks for anything from outside: it must work without a network, from a file."""
    with visit(browser, written(walkthrough(TWO_PLY), tmp_path), offline=True) as visited:
        visited.page.keyboard.press("End")
        assert visited.page.inner_text("#text") == "A is worth 3; the choice is a1."


@pytest.mark.slow
@pytest.mark.parametrize("form", FORM_NAMES)
def test_every_form_steps_to_pythons_picture(form: str, browser: Browser, tmp_path: Path) -> None:
    """A form whose steps the page shows otherwise than Python; on trees of every kind and a game with boards."""
    walks = [walkthrough(game, None, form, **options_of(form)) for game in taking(form, trees(5, 3, 3))]
    walks += [walkthrough(p.game, p, form, d, **options_of(form)) for p, d in taking(form, games())[:1]]
    with visit(browser, "about:blank") as visited:
        for i, walk in enumerate(walks):
            visited.page.goto(written(walk, tmp_path, f"{i}.html"))
            for step in (len(walk.steps) // 2, len(walk.steps) - 1):
                visited.page.fill("#slider", str(step))
                assert picture(visited.page) == expected(walk, step), (i, step)


def test_folded_trees_scroll_to_the_step(browser: Browser, tmp_path: Path) -> None:
    """A large tree in which the node of the step is out of sight."""
    position = Position(load_tree("[" + ",".join(f"[{i},{i + 1},{i % 7}]" for i in range(40)) + "]"))
    walk = walkthrough(position.game, None, "minimax")
    with visit(browser, written(walk, tmp_path), viewport={"width": 700, "height": 700}) as visited:
        page = visited.page
        for step in (0, len(walk.steps) // 2, len(walk.steps) - 2, len(walk.steps) - 1):
            page.fill("#slider", str(step))
            box = page.locator(f'[data-node="{walk.steps[step].node}"]').bounding_box()
            frame = page.locator("#tree").bounding_box()
            assert box is not None and frame is not None
            assert frame["x"] <= box["x"] and box["x"] + box["width"] <= frame["x"] + frame["width"]


@pytest.mark.parametrize("width", [1280, 380])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_fits_every_screen(width: int, scheme: str, browser: Browser, tmp_path: Path) -> None:
    """A page that is wider than the window, or text that cannot be told from its ground."""
    address = written(walkthrough(TWO_PLY), tmp_path)
    with visit(browser, address, viewport={"width": width, "height": 740}, color_scheme=scheme) as visited:
        page = visited.page
        page.keyboard.press("End")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        ground, ink = page.evaluate(
            """() => [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]"""
        )
        bright = [sum(map(int, colour[4:-1].split(","))) for colour in (ground, ink)]
        assert (bright[0] > bright[1]) == (scheme == "light") and abs(bright[0] - bright[1]) > 300
        page.click("#fit")
        picture_width = page.locator("#tree svg").bounding_box()
        assert picture_width is not None and picture_width["width"] <= width


def test_a_walkthrough_without_steps_left_out(browser: Browser, tmp_path: Path) -> None:
    """TreeView used by itself, as the studio does: goto outside the steps, callbacks, several views on one page."""
    walk = walkthrough(TWO_PLY)
    module = (Path(__file__).parent.parent.parent / "counterplay/lessons/telling/page/tree_view.js").read_text(encoding="utf-8")
    data = json.dumps(replace(walk).to_json()).replace("<", "\\u003c")
    page_text = f"""<!doctype html><title>t</title><div id=a></div><div id=b></div><script type=module>{module}
      const walk = {data}; window.told = [];
      window.views = ["a", "b"].map((id) => new TreeView(document.getElementById(id), walk));
      views[0].onstep((step, node) => told.push([step.number, node.id]));</script>"""
    path = tmp_path / "two.html"
    path.write_text(page_text, encoding="utf-8")
    with visit(browser, path.as_uri()) as visited:
        page = visited.page
        page.evaluate("() => { views[0].goto(999); views[0].next(); views[0].goto(-5); views[0].goto('x'); views[0].next(); }")
        assert page.evaluate("told") == [[23, 0], [23, 0], [1, 0], [1, 0], [2, 1]]
        assert page.evaluate("document.querySelectorAll('#b [data-status=ahead]').length") == 13
        current = [node for node, state in states(walk, 1).items() if state.current]
        rings = page.evaluate(
            "[...document.querySelectorAll('#a .tree-current')].filter((e) => e.getAttribute('display') !== 'none')"
            ".map((e) => Number(e.closest('[data-node]').dataset.node))"
        )
        assert rings == current == [1]
