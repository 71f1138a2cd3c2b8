"""The analysis board, reviews, puzzles and tournaments in a browser."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from counterplay.arena import Store, play_tournament
from counterplay.records import parse_records
from tests.browser import visit
from tests.studio.page_driver import cell, click, ready, shown_ply
from tests.studio.running import Running, wait_for
from tests.studio.test_import import ANNOTATED, SGF
from tests.studio.test_study import BLUNDER

# As soon as another position is shown, the last report of the search comes once more; counts the lines that are then shown.
LATE_REPORT = """() => {
  window.shownLate = [];
  const Real = window.WebSocket;
  let late = () => {};
  window.WebSocket = class extends Real {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => {
        if (JSON.parse(data).type === "report") late = () => this.dispatchEvent(new MessageEvent("message", { data }));
      });
    }
  };
  let shown;
  new MutationObserver(() => {
    const now = document.querySelector(".play-board")?.dataset.shown;
    if (now === shown) return;
    shown = now;
    late();
    window.shownLate.push(document.querySelectorAll(".line").length);
  }).observe(document, { subtree: true, childList: true, attributeFilter: ["data-shown"] });
}"""


def right_drag(page: Page, start: str, end: str) -> None:
    """Draw with the right button."""
    for name, act in ((start, page.mouse.down), (end, page.mouse.up)):
        box = cell(page, name).bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        act(button="right")


def test_variations_are_kept_promoted_and_deleted(studio: Running, browser: Browser) -> None:
    """Would catch lines that are lost with the page, nest wrongly, cannot be promoted or deleted, marks that are not kept."""
    with visit(browser, f"{studio.address}/analysis/new?game=mnk") as seen:
        page = seen.page
        ready(page)
        click(page, "b2")
        shown_ply(page, 1)
        click(page, "a1")
        shown_ply(page, 2)
        page.keyboard.press("ArrowLeft")
        shown_ply(page, 1)
        click(page, "b1")  # a second answer
        shown_ply(page, 2)
        expect(page.locator(".tree-line .move")).to_have_text(["1…b1"])
        page.get_by_role("button", name="Promote").click()
        expect(page.locator(".tree-line .move")).to_have_text(["1…a1"])
        exact = {
            "proved": "A draw.",
            "complete": True,
            "problem": "",
            "moves": [{"action": 2, "name": "c3", "value": {"text": "loses in 5"}}],
        }
        page.route("**/api/exact", lambda route: route.fulfill(json=exact))  # what the solver says has a test of its own
        page.get_by_role("tab", name="Exact").click()
        page.get_by_role("button", name="Solve this position").click()
        expect(page.get_by_label("Exact values").locator(".line")).to_have_text("loses in 5c3")
        expect(page.locator(".why .hint").last).to_have_text("Every move is solved.")
        page.get_by_role("tab", name="Moves").click()
        page.get_by_label("Comment").fill("a quiet answer")
        right_drag(page, "a1", "c3")
        right_drag(page, "b2", "b2")
        expect(page.locator(".own-green")).to_have_count(2)
        expect(page.locator(".saved")).to_have_text("Saved")
        page.wait_for_url("**/analysis/*")
        page.wait_for_function("!location.pathname.endsWith('new')")
        wait_for(lambda: studio.get("/studies")[0]["moves"] == 3)
        page.reload()
        ready(page)
        shown_ply(page, 2)
        expect(page.locator(".tree-comment")).to_have_text("a quiet answer")
        expect(page.locator(".own-green")).to_have_count(2)
        page.mouse.wheel(0, -120)
        shown_ply(page, 1)
        page.mouse.wheel(0, 120)
        shown_ply(page, 2)
        page.keyboard.press("]")
        expect(page.locator(".tree .shown")).to_contain_text("a1")
        page.get_by_role("button", name="Delete from here").click()
        expect(page.locator(".tree-line")).to_have_count(0)
        shown_ply(page, 1)


@pytest.mark.parametrize(("text", "form"), [(ANNOTATED, "pgn"), (SGF, "sgf")])
def test_a_recorded_game_is_analysed_and_exported(studio: Running, browser: Browser, text: str, form: str) -> None:
    """Would catch an analysis without import or export, notes that the page loses when it saves, a fault that it hides."""
    with visit(browser, f"{studio.address}/analysis/new?game=mnk") as seen:
        page = seen.page
        ready(page)
        page.get_by_role("button", name="Import / export").click()
        page.get_by_role("textbox", name="Paste").fill(text)
        page.get_by_role("button", name="Open as a new analysis").click()
        page.wait_for_url(lambda url: "/new" not in url)
        ready(page)
        shown = page.locator(".tree").inner_text()
        assert all(words in shown for words in (["instead", "e5?!", "or this"] if form == "pgn" else ["here", "or", "D6!!"]))
        page.get_by_label("Comment", exact=True).fill("and this")
        page.get_by_role("button", name="Import / export").click()
        page.get_by_label("Format").select_option(form)
        box = page.get_by_label("Saved game", exact=True)
        wait_for(lambda: "and this" in box.input_value() and not box.input_value().startswith("{"))
        [given], [found] = parse_records(text).records, parse_records(box.input_value()).records
        end = given.last()
        end.comment = "and this"
        assert found == given
        with page.expect_download() as download:
            page.get_by_role("button", name="Save as a file").click()
        assert download.value.suggested_filename.endswith(f".{form}")
        assert Path(download.value.path()).read_text() == box.input_value()
        page.get_by_role("textbox", name="Paste").fill('[White "Ann"]\n\n1. e4 e9 *')
        page.get_by_role("button", name="Open as a new analysis").click()
        expect(page.locator("dialog .left-out")).to_contain_text("line 3, column 7")
        page.get_by_role("button", name="Open it").click()
        expect(page.locator(".side-title h1")).to_have_text("Ann")


def test_the_engine_offers_what_takes_the_game_and_numbers_its_moves(studio: Running, browser: Browser) -> None:
    """Would catch searches in the menu that refuse the game, lines without move numbers, and an editor that does not edit."""
    game = studio.new("mnk", None, None, moves=["b2"])
    with visit(browser, f"{studio.address}/analysis/{game['id']}") as seen:
        page = seen.page
        ready(page)
        offered = page.get_by_label("Algorithm").locator("option")
        expect(offered).to_have_count(1 + len(studio.get("/algorithms?game=mnk")))
        page.keyboard.press("l")
        expect(page.locator(".engine-box .line .move").first).to_contain_text("1…")
        expect(page.locator(".engine-box .line")).to_have_count(3)
        page.locator(".engine-box .line").first.locator(".move").nth(1).click()
        shown_ply(page, 3)
        page.keyboard.press("l")
        page.get_by_role("tab", name="Set up").click()
        page.get_by_role("radio", name="O", exact=True).click()
        click(page, "c3")
        expect(page.get_by_label("Notation")).to_have_value(re.compile("^..o/"))
        page.get_by_label("Notation").fill("xx./oo./... z")
        expect(page.locator(".editor .failure")).not_to_be_empty()
        page.get_by_label("Notation").fill("xx./oo./... x")
        expect(page.locator(".editor .failure")).to_be_empty()
        page.get_by_role("button", name="Analyse this position").click()
        page.wait_for_url("**/analysis/new?*")
        expect(page.locator(".standing")).to_contain_text("X")
        expect(page.locator('.board-picture [data-on="a2"]')).to_have_count(1)


@pytest.mark.parametrize("path", ["play", "analysis"])
def test_a_late_report_is_not_taken_for_the_shown_position(studio: Running, browser: Browser, path: str) -> None:
    """Would catch moves, values and a graph of the position before, from reports on their way while the position changes."""
    game = studio.new("connect_four", None, None, moves=["4", "4"])
    with visit(browser, f"{studio.address}/{path}/{game['id']}") as seen:
        page = seen.page
        page.add_init_script(f"({LATE_REPORT})()")
        page.reload()
        ready(page)
        page.keyboard.press("l")
        expect(page.locator(".line")).to_have_count(3)
        page.evaluate("window.shownLate.length = 0")
        page.keyboard.press("ArrowLeft")
        shown_ply(page, 1)
        assert page.evaluate("window.shownLate") == [0]
        expect(page.locator(".line")).to_have_count(3)  # of the position that is shown


def test_a_review_leads_to_the_better_move_and_a_puzzle(studio: Running, browser: Browser) -> None:
    """Would catch a review without graph or accuracy, a retry that tells the answer, and a puzzle that is not marked solved."""
    game = studio.new("mnk", None, None, moves=BLUNDER)
    studio.post(f"/games/{game['id']}/resign", {"player": 1})
    with visit(browser, f"{studio.address}/play/{game['id']}") as seen:
        page = seen.page
        ready(page)
        page.get_by_role("tab", name="Analysis").click()
        page.get_by_role("link", name="Review the game").click()
        page.get_by_role("button", name="Quick").click()
        wrong = page.locator(".wrong-move", has_text="c1 is a blunder")
        expect(wrong).to_contain_text("a3")
        expect(page.locator(".accuracy b")).to_have_count(2)
        expect(page.locator(".review-graph .graph-line")).to_have_count(1)
        wrong.get_by_role("button", name="Try again").click()
        shown_ply(page, 3)
        click(page, "c2")
        expect(page.locator(".guess")).to_contain_text("not it")
        click(page, "a3")
        expect(page.locator(".guess")).to_contain_text("Solved")
        page.goto("/puzzles")
        expect(page.locator(".puzzle-card.solved")).to_have_count(1)
        page.locator(".puzzle-card.solved").click()
        expect(page.locator(".guess-words")).to_contain_text("find something better")
        page.get_by_role("button", name="Show the solution").click()
        expect(page.locator(".guess-words")).to_contain_text("a3")


def test_the_end_of_a_game_leads_to_its_review(studio: Running, browser: Browser) -> None:
    """Would catch a button at the end that leads nowhere, to another tab, or to the last position instead of the first."""
    game = studio.new("mnk", None, None, moves=BLUNDER)
    studio.post(f"/games/{game['id']}/resign", {"player": 1})
    with visit(browser, f"{studio.address}/play/{game['id']}") as seen:
        page = seen.page
        ready(page)
        page.get_by_role("button", name="Review", exact=True).click()
        page.wait_for_url(f"**/analysis/{game['id']}?review")
        expect(page.get_by_role("tab", name="Review")).to_have_attribute("aria-selected", "true")
        expect(page.get_by_role("button", name="Quick")).to_be_visible()
        shown_ply(page, 0)


def test_a_tournament_is_shown(start: Any, browser: Browser, tmp_path: Path) -> None:
    """Would catch a contest of the command that the page does not list, or standings and a game, over or under way, that it
    does not show."""
    with Store(tmp_path / "games.db") as store:
        play_tournament("nim", ["random", "level:1"], games=4, store=store, seed=1)
    studio = start()
    with visit(browser, f"{studio.address}/tournaments") as seen:
        page = seen.page
        page.get_by_role("link", name="Nim").click()
        expect(page.locator(".tournament-progress")).to_contain_text("4 of 4 games · finished")
        expect(page.locator(".standings tbody tr")).to_have_count(2)
        expect(page.locator(".rating-dot")).to_have_count(2)
        expect(page.locator(".watched .board-picture svg")).to_have_count(1)
        games = page.locator(".tournament-games a")
        expect(games).to_have_count(4)
        expect(games.last).to_contain_text("Game 1: ")
        games.last.click()
        page.wait_for_url("**/play/*")
        expect(page.locator(".board-picture svg").first).to_be_visible()
        expect(page.get_by_role("button", name="Undo")).to_be_disabled()
        for name in ("Rematch", "Switch sides", "Review", re.compile("Change who plays")):
            expect(page.get_by_role("button", name=name)).to_have_count(0)
        page.get_by_role("link", name="Analyse", exact=True).click()
        page.wait_for_url("**/analysis/*")
        expect(page.get_by_role("tab", name="Moves")).to_be_visible()
        expect(page.get_by_role("tab", name="Review")).to_have_count(0)
        page.goto(f"{studio.address}/library")
        saved = page.locator(".saved li")
        expect(saved).to_have_count(4)
        expect(saved.first).to_contain_text("Game 4 of match 1")
        expect(page.locator(".saved .forget")).to_have_count(0)
        page.get_by_label("Played by").select_option("You")
        expect(saved).to_have_count(0)
        studio.post("/tournaments", {"game": "mnk", "agents": ["random", "level:1"], "games": 1000}, 202)
        number = wait_for(lambda: studio.get("/tournaments/now")["playing"])
        page.goto(f"{studio.address}/tournaments/{number}")
        expect(page.locator(".watched .hint")).to_contain_text("Now playing")  # followed while it is played, to its end
        page.wait_for_function("() => Number(document.querySelector('.watched').dataset.shown) >= 5")
        assert page.locator(".watched .player").count() == 2
        page.get_by_role("button", name="Large board").click()
        expect(page.locator(".watched.large .board-picture svg")).to_be_visible()
        page.get_by_role("button", name="Stop").click()
        expect(page.locator(".tournament-progress")).to_contain_text("stopped")
