"""The catalogue, the page of a game and the library, in a browser."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from playwright.sync_api import Browser, Page, Route, expect

from tests.browser import visit
from tests.studio.page_driver import ready
from tests.studio.running import Running, wait_for
from tests.studio.test_catalogue import OWN_GAME

WIDE: dict[str, Any] = {"width": 1440, "height": 900}
WON = ["a1", "a2", "b1", "b2", "c1"]
MOST_BYTES = 150_000  # sent until the first view is complete
MOST_ELEMENTS = 2_000
# The modules of the page of a game are fetched when the browser has nothing to do; they are no part of this view.
SENT = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .filter(({ name }) => !window.late.includes(name.split("/").at(-1))).reduce((sum, entry) => sum + entry.transferSize, 0)"""
SEEN = """() => { const seen = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight);
  return seen.length > 10 && seen.every((image) => image.complete && image.naturalWidth > 0); }"""
COLUMNS = """() => getComputedStyle(document.querySelector(".cards")).gridTemplateColumns.split(" ").length"""


def cards(page: Page) -> list[str]:
    """The titles that are shown."""
    return page.locator(".card:visible h3").all_text_contents()


def test_the_first_view_is_small(studio: Running, browser: Browser) -> None:
    """Would catch pictures inside the list, all sixty fetched at once, cards below the fold, or one card a row on a phone."""
    for _ in range(4):
        studio.new("chess", None, None, moves=["e4", "e5"])
    first = studio.client.get("/").text
    play = re.findall(r'modulepreload" href="/page/([\w.]+)"', studio.client.get("/play/none").text)
    late = [name for name in [*play, "tree_view.js"] if name not in first]
    with visit(browser, studio.address, viewport=WIDE) as seen:
        page = seen.page
        page.wait_for_selector(".card")
        page.wait_for_function(SEEN)
        page.evaluate("(late) => { window.late = late; }", late)
        assert page.evaluate(SENT) < MOST_BYTES
        assert page.evaluate("() => document.querySelectorAll('*').length") < MOST_ELEMENTS
        assert page.locator(".card").first.bounding_box()["y"] + 100 < WIDE["height"]  # type: ignore[index]
        assert page.evaluate(COLUMNS) in (5, 6)
        page.set_viewport_size({"width": 390, "height": 844})
        assert page.evaluate(COLUMNS) == 2


def test_filters_are_in_the_address(studio: Running, browser: Browser) -> None:
    """Would catch a name that finds nothing, wrong counts, filters that a link or the way back loses, a forgotten favourite."""
    with visit(browser, studio.address, viewport=WIDE) as seen:
        page = seen.page
        page.get_by_role("searchbox").fill("reversi")  # another name, and an accent that nobody types
        expect(page.locator(".card:visible h3")).to_have_text(["Othello"])
        expect(page.locator(".card:visible .card-words")).to_have_text("also reversi")
        for words, title in (("nine mens", "Nine men's morris"), ("jurgen wrede", "Carcassonne"), ("sowing", "Kalah")):
            page.get_by_role("searchbox").fill(words)
            expect(page.locator(".card:visible h3").filter(has_text=title)).to_have_count(1)
        page.get_by_role("searchbox").fill("")
        box = page.get_by_label(re.compile("Sowing games"))
        promised = int(page.locator(".facet-box", has=box).locator(".facet-count").inner_text())
        box.check()
        expect(page.locator(".card:visible")).to_have_count(promised)
        assert page.url.endswith("?family=Sowing+games")
        page.get_by_role("link", name="Kalah").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Kalah")
        page.go_back()
        expect(page.locator(".card:visible")).to_have_count(promised)
        expect(box).to_be_checked()
        page.get_by_role("button", name="Kalah is a favourite").click()
        wait_for(lambda: studio.get("/settings").get("favourites") == ["kalah"])
        page.get_by_role("button", name="Clear filters").click()
        page.go_back()
        expect(box).to_be_checked()
        page.goto("/?favourites&sort=newest")
        expect(page.locator(".card:visible h3")).to_have_text(["Kalah"])
        page.goto("/?sort=shortest")
        page.wait_for_selector(".card")
        assert cards(page)[0] in ("Tic-tac-toe", "3D tic-tac-toe", "Nim") and len(cards(page)) > 50
    assert studio.get("/settings")["favourites"] == ["kalah"]


def test_favourites_that_come_late_are_shown(studio: Running, browser: Browser) -> None:
    """Would catch a catalogue that takes no notice of settings that arrive after its cards."""
    studio.client.put("/api/settings", json={"favourites": ["kalah"]})
    with visit(browser, studio.address) as seen:
        page = seen.page
        held: list[Route] = []
        page.route("**/api/settings", lambda route: held.append(route))
        page.goto("/?favourites")
        expect(page.locator(".results .empty")).to_be_visible()
        held.pop().continue_()
        expect(page.locator(".card:visible h3")).to_have_text(["Kalah"])
        expect(page.get_by_role("button", name="Kalah is a favourite")).to_have_attribute("aria-pressed", "true")


def test_finished_games_are_in_the_library(studio: Running, browser: Browser) -> None:
    """Would catch a finished game under Continue, games that no page reaches, a deletion that cannot be taken back."""
    over = studio.new("mnk", None, None, moves=WON)["id"]
    for _ in range(7):
        studio.new("nim", None, None)
    with visit(browser, studio.address, viewport=WIDE) as seen:
        page = seen.page
        expect(page.locator(".continue li")).to_have_count(4)
        assert "Tic-tac-toe" not in page.locator(".continue").inner_text()
        page.get_by_role("link", name="All 8 games").click()
        items = page.locator(".library-list li")
        expect(items).to_have_count(8)
        page.get_by_label("State").select_option("over")
        expect(items).to_have_count(1)
        expect(items).to_contain_text("X wins")
        assert page.url.endswith("/library?status=over")
        items.get_by_role("button", name="Delete this game").click()
        expect(items).to_have_count(0)
        assert studio.client.get(f"/api/games/{over}").status_code == 404
        page.get_by_role("button", name="Undo").click()
        expect(items).to_have_count(1)
        with page.expect_download() as download:
            page.get_by_role("link", name="Export it").click()
        assert download.value.suggested_filename.endswith(".zip")
        items.get_by_role("link").click()
        page.wait_for_url(f"**/play/{over}")


def test_the_page_of_a_game(studio: Running, browser: Browser) -> None:
    """Would catch rules without pictures, a diagram that leads elsewhere, a variant that starts the usual game."""
    with visit(browser, f"{studio.address}/game/three_mens_morris", viewport=WIDE) as seen:
        page = seen.page
        expect(page.get_by_role("heading", level=1)).to_have_text("Three men's morris")
        expect(page.locator(".diagrams svg")).to_have_count(3)
        expect(page.locator(".game-facts")).not_to_contain_text("free moves")  # a variant, not another name
        page.get_by_role("button", name="Play Three men's morris with free moves").click()
        page.get_by_label("A person here").check()
        page.get_by_role("button", name="Start").click()
        page.wait_for_url("**/play/*")
        assert studio.get("/games")[0]["game"] != "three_mens_morris"
        page.goto("/game/three_mens_morris")
        expect(page.locator(".game-yours li")).to_have_count(1)
        page.get_by_role("button", name="Try it: ").nth(1).click()
        page.wait_for_url("**/analysis/new?*")
        ready(page)
        shown = studio.get("/catalogue/three_mens_morris/diagrams")[1]
        asked = {"game": "three_mens_morris", "start": shown["position"]}
        assert dict(parse_qsl(urlsplit(page.url).query)) == asked
        expect(page.locator(".standing")).to_have_text(studio.post("/position", asked)["standing"])
        assert len(studio.get("/games")) == 1  # looking at a position starts no game
        seen.allowed = ("status of 404", "status of 400")
        for address in ("/game/zork", "/nothing/here", "/nothing.html"):
            page.goto(address)
            expect(page.get_by_role("heading", level=1)).to_have_text("Nothing here")


def test_an_own_game_is_shown_as_its_file_is(start: Any, browser: Browser, tmp_path: Path) -> None:
    """Would catch an edit that shows only after a restart, and an error that hides the other games or its place."""
    mine = tmp_path / "mine.py"
    mine.write_text(OWN_GAME)
    studio = start(game_files=(str(mine),))
    with visit(browser, studio.address, viewport=WIDE) as seen:
        page = seen.page
        first = page.locator(".card").first
        expect(first.locator("h3")).to_have_text("Count down")
        page.wait_for_function(SEEN)  # a picture that is asked for after the change is rightly not found
        mine.write_text(OWN_GAME.replace("return State(0)", "return State(nothing)"))
        os.utime(mine, ns=(1, 1))
        expect(first).to_contain_text("mine.py' fails at line 9: NameError")
        assert page.locator(".card").count() > 50
        mine.write_text(OWN_GAME.replace("CountDown", "CountUp"))
        os.utime(mine, ns=(2, 2))
        expect(first.locator("h3")).to_have_text("Count up")
        first.get_by_role("link").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Count up")
        page.get_by_role("button", name="Analyse").click()
        page.wait_for_url("**/analysis/new?game=count_up")
        expect(page.locator(".play-board")).to_contain_text("n: 0")


def test_an_own_game_is_checked(start: Any, browser: Browser, tmp_path: Path) -> None:
    """Would catch a report that never comes, that hides a fault, or a check of anything but the owner's files."""
    mine = tmp_path / "mine.py"
    mine.write_text(OWN_GAME.replace("-1.0", "1.0"))
    studio = start(game_files=(str(mine),))
    for name in ("chess", "mine.py", str(mine).replace("/", "%2f")):
        refused = studio.client.post(f"/api/catalogue/{name}/check", json={})
        assert refused.status_code == 404, refused.text
    with visit(browser, f"{studio.address}/game/count_down") as seen:
        page = seen.page
        page.get_by_role("button", name="Check", exact=True).click()
        expect(page.locator(".check-verdict")).to_have_text(re.compile("^Count down has .* fault"))
        expect(page.locator(".check-list.bad")).to_contain_text("not zero sum")
        expect(page.locator(".check-list.good li").first).to_be_visible()
    assert studio.get("/catalogue/count_down/check")["running"] is False
