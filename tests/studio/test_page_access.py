"""What every page owes every reader: names for controls, contrast, a visible focus, room on a phone, nothing from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import visit
from tests.studio.page_driver import ready
from tests.studio.running import Running, wait_for

PROBLEMS = (Path(__file__).parent / "page_problems.js").read_text(encoding="utf-8")


def _catalogue(page: Page, studio: Running) -> None:
    studio.new("nim", None, None)
    page.goto(studio.address)
    page.wait_for_selector(".card")


def _dialog(page: Page, studio: Running) -> None:
    _catalogue(page, studio)
    page.get_by_role("button", name="Play Hex", exact=True).click()


def _game(page: Page, studio: Running) -> None:
    studio.new("mnk", None, None, moves=["a1", "a2", "b1", "b2", "c1"])
    page.goto(f"{studio.address}/game/mnk")
    page.wait_for_selector(".game-head")


def _library(page: Page, studio: Running) -> None:
    studio.new("mnk", None, None, moves=["a1", "a2", "b1", "b2", "c1"])
    page.goto(f"{studio.address}/library")
    page.wait_for_selector(".saved li")


def _settings(page: Page, studio: Running) -> None:
    _catalogue(page, studio)
    page.get_by_role("button", name="Settings").click()


def _play(page: Page, studio: Running) -> None:
    game = studio.new("chess", None, None, moves=["e4", "e5"], clock={"seconds": 600, "increment": 0})
    page.goto(f"{studio.address}/play/{game['id']}")
    ready(page)


def _analysis(page: Page, studio: Running) -> None:
    _play(page, studio)
    page.keyboard.press("l")
    page.wait_for_selector(".line")


def _over(page: Page, studio: Running) -> None:
    game = studio.new("mnk", None, None, moves=["a1", "a2", "b1", "b2", "c1"])
    page.goto(f"{studio.address}/play/{game['id']}")
    page.wait_for_selector(".standing.over")


def _inside(page: Page, studio: Running) -> None:
    game = studio.new("mnk", None, None, moves=["b2", "a1", "c1", "a3", "a2"])
    page.goto(f"{studio.address}/play/{game['id']}")
    ready(page)
    page.get_by_role("tab", name="Rules").click()
    assert page.evaluate(PROBLEMS) == []
    page.get_by_role("tab", name="Look inside").click()
    page.get_by_role("button", name="Search", exact=True).click()
    expect(page.locator(".stepper-count")).to_contain_text("1 / ")


def _keys(page: Page, studio: Running) -> None:
    _play(page, studio)
    page.keyboard.press("?")
    page.wait_for_selector(".keys")


def _exercise(page: Page, studio: Running) -> None:
    page.goto(f"{studio.address}/exercises")
    page.get_by_role("button", name="New exercise").click()
    page.wait_for_selector(".item")
    page.get_by_role("button", name="Check my answers").click()
    page.wait_for_selector(".score:not(:empty)")


def _lesson(page: Page, studio: Running) -> None:
    page.goto(f"{studio.address}/lessons")
    page.locator(".lesson-list a").first.click()
    page.wait_for_selector(".lesson h1")


def _missing(page: Page, studio: Running) -> None:
    page.goto(f"{studio.address}/play/nothing")
    page.wait_for_selector(".state")


# Colours and places are those that stay; what turns for as long as something is loaded never rests.
AT_REST = """() => document.getAnimations().every(
  (a) => a.playState !== "running" || a.effect.getComputedTiming().iterations === Infinity)"""
PAGES = [_catalogue, _game, _library, _dialog, _settings, _play, _analysis, _over, _inside, _keys, _exercise, _lesson, _missing]


@pytest.mark.parametrize("show", PAGES)
def test_pages_are_accessible(show: Callable[[Page, Running], None], studio: Running, browser: Browser) -> None:
    """Would catch a control without a name, text too faint to read, a duplicate id, a page too wide for a phone."""
    wide: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
    narrow: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "color_scheme": "dark"}
    for options in (wide, narrow):
        with visit(browser, studio.address, reduced_motion="reduce", **options) as seen:
            seen.allowed = ("status of 404",) if show is _missing else ()
            show(seen.page, studio)
            seen.page.wait_for_function(AT_REST)
            assert seen.page.evaluate(PROBLEMS) == []


FOUND = ("contrast", "wider than", "main is there twice", "no name", "called otherwise", "a heading of level 4", "scrolls, and")


def test_the_check_finds_what_is_wrong(studio: Running, browser: Browser) -> None:
    """Would catch a check that passes everything."""
    with visit(browser, studio.address) as seen:
        _catalogue(seen.page, studio)
        seen.page.evaluate(
            """() => { const e = document.querySelector(".hero p"); e.style.color = "#aab"; e.style.minWidth = "5000px";
            document.querySelector("#search").id = "main";
            const button = document.querySelector(".card button");
            button.ariaLabel = button.title = button.textContent = "";
            document.querySelector(".brand").ariaLabel = "home"; document.querySelector(".card h3").outerHTML = "<h4>A</h4>";
            document.querySelector(".card-words").style.cssText = "display: block; height: 4px; overflow: auto"; }"""
        )
        seen.page.wait_for_function(AT_REST)  # a new colour is there after a transition, however short
        problems = "\n".join(seen.page.evaluate(PROBLEMS))
        assert [words for words in FOUND if words not in problems] == []


def test_focus_is_seen_everywhere(studio: Running, browser: Browser) -> None:
    """Would catch a control that the keyboard reaches without anybody seeing it, or cannot leave."""
    game = studio.new("nim", None, None)
    with visit(browser, f"{studio.address}/play/{game['id']}") as seen:
        page = seen.page
        ready(page)
        reached = []
        for _ in range(40):
            page.keyboard.press("Tab")
            name, outline = page.evaluate(
                """() => { const e = document.activeElement; const style = getComputedStyle(e);
                return [e.dataset.id || e.getAttribute("aria-label") || e.textContent.trim() || e.id,
                  e === document.body || (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 1)]; }"""
            )
            assert outline, f"the focus on {name} is not seen"
            reached.append(name)
        assert {"typed-move", "Hint", "Flip", "a1", "Moves", "Previous move", "Settings"} <= set(reached)
        assert len({name for name in reached if name in ("a1", "b1", "b2")}) == 1  # the board is one stop


def test_settings_last(studio: Running, browser: Browser) -> None:
    """Would catch a theme that is not shown, not kept, or that the boards do not follow; a change lost with the page."""
    with visit(browser, studio.address) as seen:
        page = seen.page
        page.wait_for_selector(".card")
        page.get_by_role("button", name="Settings").click()
        page.get_by_label("Dark").check()
        page.evaluate("() => { const sent = fetch; window.fetch = (to, how) => { window.how = how; return sent(to, how); }; }")
        page.get_by_role("switch", name="Sounds").check()
        assert page.evaluate("() => window.how.keepalive")  # what is changed in the moment the page is left arrives
        page.wait_for_selector(':root[data-theme="dark"]')
        picture = page.locator(".card img").first
        expect(picture).to_have_attribute("src", re.compile("/dark.svg"))
        wait_for(lambda: studio.get("/settings")["sounds"])
        page.reload()
        page.wait_for_selector(".card")
        assert page.locator(":root").get_attribute("data-theme") == "dark"
        expect(picture).to_have_attribute("src", re.compile("/dark.svg"))
        page.get_by_role("button", name="Settings").click()
        expect(page.get_by_role("switch", name="Sounds")).to_be_checked()
        page.get_by_label("Light").check()
        expect(page.locator(':root[data-theme="light"]')).to_have_count(1)
        expect(picture).to_have_attribute("src", re.compile("/light.svg"))
        wait_for(lambda: studio.get("/settings")["theme"] == "light")


def test_unknown_addresses(studio: Running, browser: Browser) -> None:
    """Would catch a blank page where a game was deleted."""
    game = studio.new("nim", None, None)
    studio.client.delete(f"/api/games/{game['id']}")
    with visit(browser, f"{studio.address}/play/{game['id']}") as seen:
        seen.allowed = ("status of 404",)
        expect(seen.page.get_by_role("heading", name="Nothing here")).to_be_visible()
        seen.page.get_by_role("link", name="All games").click()
        expect(seen.page.locator(".card").first).to_be_visible()
