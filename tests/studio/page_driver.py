"""A person at the page of a game, for tests: sees what can be clicked, clicks, waits for what follows."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import Locator, Page

from tests.browser import PATIENCE

# Waits in the page until something can be clicked or the game is over; gives the places of all that can be clicked, or null.
LOOK = """async (patience) => {
  const end = performance.now() + patience;
  const section = () => document.querySelector(".play-board");
  const middle = (element) => {
    const b = element.getBoundingClientRect();
    return [b.x + b.width / 2, b.y + b.height / 2, element.closest("[data-cell]")?.dataset.cell || ""];
  };
  while (performance.now() < end) {
    const { status, ply: at } = section()?.dataset || {};
    if (status === "over") return { over: true, ply: Number(at), places: [] };
    const choice = [...document.querySelectorAll(".choice button")];
    const dots = [...document.querySelectorAll(".board-picture .can:not(:has(> .tint-selected))")];
    const cells = dots.map((cell) => cell.querySelector(":scope > .paper") || cell);
    const found = choice.length ? choice : [...document.querySelectorAll(".button.gesture"), ...cells];
    if (found.length) return { over: false, ply: Number(at), places: found.map(middle) };
    await new Promise((resolve) => setTimeout(resolve, 4));
  }
}"""

# Where a piece that is in the air can be put down.
LANDINGS = """() => [...document.querySelectorAll(".board-picture.dragging .can:not(:has(> .tint-selected))")]
  .map((cell) => (cell.querySelector(":scope > .paper") || cell).getBoundingClientRect())
  .map((b) => [b.x + b.width / 2, b.y + b.height / 2])"""
IN_SIGHT = """(y) => { const before = scrollY;
  if (y < 0 || y > innerHeight - 8) scrollBy({ top: y - innerHeight / 2, behavior: "instant" });
  return y - (scrollY - before); }"""  # what lies below the fold is scrolled to, as a person would
FOCUS = "(name) => [...document.querySelectorAll('.cell-button')].find((button) => button.dataset.id === name).focus()"


def board(page: Page) -> str:
    """The picture of the board as it is drawn, without marks."""
    markup: str = page.evaluate(
        """() => { const copy = document.querySelector(".board-picture svg").cloneNode(true);
        copy.querySelectorAll(".tint").forEach((t) => t.remove());
        copy.querySelectorAll("[class]").forEach((e) => e.classList.remove("can", "lifted"));
        return copy.outerHTML.replaceAll(' class=""', ""); }"""
    )
    return markup


def ready(page: Page) -> None:
    """The board of the game is there."""
    page.wait_for_selector(".board-picture svg")


def my_turn(page: Page) -> None:
    """Something can be clicked."""
    page.wait_for_selector(".board-picture .can, .button.gesture", state="attached")  # a straight edge has no width


def cell(page: Page, name: str) -> Locator:
    """A cell of the board."""
    return page.locator(f'.board-picture [data-cell="{name}"]')


def click(page: Page, *names: str) -> None:
    """Click cells, one after the other."""
    for name in names:
        cell(page, name).click()


def shown_ply(page: Page, ply: int) -> None:
    """Wait until the board shows this ply."""
    page.wait_for_selector(f'.play-board[data-shown="{ply}"]')


def game_ply(page: Page, ply: int) -> None:
    """Wait until the game is at this ply."""
    page.wait_for_selector(f'.play-board[data-ply="{ply}"]')


def drag(page: Page, chance: random.Random, x: float, y: float) -> None:
    """Lift what is there and put it down where it can go; where nothing can be lifted it is a click."""
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 6, y + 6)
    page.mouse.move(*chance.choice(page.evaluate(LANDINGS) or [(x, y)]))
    page.mouse.up()


def play_at_random(
    page: Page,
    chance: random.Random,
    most_clicks: int,
    enough: Callable[[], bool] = lambda: False,
    ways: Sequence[str] = ("click",),
) -> int:
    """Click, tap, drag or press whatever can be, until the game is over, or it is enough; the number of clicks."""
    for clicks in range(most_clicks):
        if enough():
            return clicks
        seen: dict[str, Any] | None = page.evaluate(LOOK, PATIENCE)
        assert seen is not None, "nothing can be clicked, and the game is not over"
        if seen["over"]:
            return clicks
        (x, y, name), way = chance.choice(seen["places"]), chance.choice(ways)
        y = page.evaluate(IN_SIGHT, y)
        if name and way == "drag":
            drag(page, chance, x, y)
        elif name and way == "key":
            page.evaluate(FOCUS, name)
            page.keyboard.press("Enter")
        elif way == "tap":
            page.touchscreen.tap(x, y)
        else:
            page.mouse.click(x, y)
    raise AssertionError(f"the game is not over after {most_clicks} clicks")


def undo_to_the_start(page: Page) -> None:
    """Press Undo as long as there is something to take back."""
    undo = page.get_by_role("button", name="Undo", exact=True)
    while undo.is_enabled():
        before = page.locator(".play-board").get_attribute("data-ply")
        undo.click()
        page.wait_for_selector(f'.play-board:not([data-ply="{before}"])')
