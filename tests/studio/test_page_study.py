"""Studying on the page: the catalogue, analysis, variations, looking inside a search, lessons and exercises."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from counterplay.games import game_names
from tests.browser import visit
from tests.studio.page_driver import board, click, ready, shown_ply
from tests.studio.running import Running, wait_for
from tests.studio.test_catalogue import OWN_GAME


def test_catalogue_search(studio: Running, browser: Browser) -> None:
    """Would catch a game that is not shown, cannot be found by name or kind, or opens another game."""
    with visit(browser, studio.address) as seen:
        page = seen.page
        cards = page.locator(".card:visible")
        expect(cards).to_have_count(len(game_names()))
        page.get_by_role("searchbox").fill("othel")
        expect(cards).to_have_count(1)
        page.get_by_role("searchbox").fill("no such game")
        expect(page.get_by_text("No game fits")).to_be_visible()
        page.get_by_role("searchbox").fill("")
        page.get_by_label(re.compile("Dice or luck")).check()
        expect(cards).to_have_count(3)
        page.get_by_label(re.compile("^One")).check()
        expect(cards.locator("h3")).to_have_text(["2048"])
        page.get_by_label(re.compile("^One")).uncheck()
        page.get_by_role("button", name="Play Pig").click()
        page.get_by_label("A person here").check()
        page.get_by_label("target").fill("10")
        page.get_by_role("button", name="Start").click()
        page.wait_for_url("**/play/*")
        expect(page.locator("h1")).to_have_text("Pig")
        page.goto("/")
        page.locator(".continue a").first.click()
        page.wait_for_url("**/play/*")
        assert studio.get("/games")[0]["game"] == "pig:target=10"


def test_a_game_without_its_rules_can_be_deleted(start: Any, browser: Browser, tmp_path: Path) -> None:
    """Would catch a game of the owner's own that stays in the list for good, or leads nowhere, when its file is gone."""
    mine = tmp_path / "mine.py"
    mine.write_text(OWN_GAME)
    first = start(game_files=(str(mine),))
    first.new("count_down", None, None)
    first.close()
    studio = start()
    with visit(browser, studio.address) as seen:
        recent = seen.page.locator(".continue li")
        expect(recent).to_contain_text("delete it")
        expect(recent.locator("a")).to_have_count(0)
        recent.get_by_role("button", name="Delete this game").click()
        expect(recent).to_have_count(0)
    assert studio.get("/games") == []


def test_wrong_parameters_are_explained(studio: Running, browser: Browser) -> None:
    """Would catch a dialog that closes, or says nothing, when the game cannot be made."""
    with visit(browser, studio.address) as seen:
        page = seen.page
        seen.allowed = ("status of 4",)
        page.get_by_role("button", name="Play Hex", exact=True).click()
        page.get_by_label("size").fill("-3")
        page.get_by_role("button", name="Start").click()
        expect(page.locator("dialog .failure")).to_contain_text("size")
        page.get_by_label("size").fill("5")
        page.get_by_text("Clock and start position").click()
        page.get_by_label("Clock", exact=True).select_option("300+0")
        page.get_by_role("button", name="Start").click()
        page.wait_for_url("**/play/*")
        expect(page.locator(".clock")).to_have_count(2)


def test_presets_fill_the_parameters(studio: Running, browser: Browser) -> None:
    """Would catch presets that the dialog does not offer, that leave a parameter as it was, or that say what is not chosen."""
    with visit(browser, studio.address) as seen:
        page = seen.page
        page.get_by_role("button", name="Play 3D tic-tac-toe", exact=True).click()
        preset, size, gravity = page.get_by_label("Preset"), page.get_by_label("size"), page.get_by_label("gravity")
        expect(preset.locator("option:not(:disabled)")).to_have_text(["Usual rules", "Qubic", "Score four"])
        preset.select_option("Score four")
        expect(size).to_have_value("4")
        expect(gravity).to_be_checked()
        preset.select_option("Qubic")
        expect(gravity).not_to_be_checked()
        gravity.check()
        expect(preset.locator("option:checked")).to_have_text("Score four")
        size.fill("3")
        expect(preset.locator("option:checked")).to_have_text("Your own")
        size.fill("4")
        page.get_by_role("button", name="Start").click()
        page.wait_for_url("**/play/*")
        page.get_by_role("button", name="New", exact=True).click()
        expect(page.get_by_label("Preset").locator("option:checked")).to_have_text("Score four")
    assert studio.get("/games")[0]["game"] == "tic_tac_toe_3d:size=4,gravity=True"


def test_two_names_for_the_same_rules_are_one_preset(studio: Running, browser: Browser) -> None:
    """Would catch bridg-it offered beside gale, which is the same game, or a list of one choice."""
    with visit(browser, studio.address) as seen:
        page = seen.page
        page.get_by_role("button", name="Play Connections", exact=True).click()
        expect(page.get_by_label("Preset").locator("option:not(:disabled)")).to_have_text(["Usual rules", "Bridg it"])
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Play Tic-tac-toe", exact=True).click()
        expect(page.get_by_label("width")).to_be_visible()
        expect(page.get_by_label("Preset")).to_have_count(0)


def test_analysis_on_and_off(studio: Running, browser: Browser) -> None:
    """Would catch an engine that shows nothing, shows the position before, or goes on searching when it is off."""
    game = studio.new("connect_four", None, None, moves=["4", "4"])
    with visit(browser, f"{studio.address}/play/{game['id']}") as seen:
        page = seen.page
        ready(page)
        page.keyboard.press("l")
        expect(page.locator(".line")).to_have_count(3)
        expect(page.locator(".facts")).to_contain_text("Depth")
        expect(page.locator(".arrow-best")).to_have_count(1)
        expect(page.locator(".value-bar")).to_be_visible()
        expect(page.locator(".value-bar")).to_have_attribute("data-value", re.compile(r"\S"))
        click(page, "e1")
        shown_ply(page, 3)
        expect(page.locator(".facts dt").first).to_contain_text("Red")
        expect(page.locator(".graph-line")).to_have_count(1)  # two positions have been seen
        page.get_by_role("switch", name="Engine").click()
        expect(page.locator(".line, .arrow-best")).to_have_count(0)
        expect(page.locator(".value-bar")).to_be_hidden()
        wait_for(lambda: studio.get("/health")["searches"] == 0)


def test_variations_and_back(studio: Running, browser: Browser) -> None:
    """Would catch a variation that is played in the game, that cannot be left, or whose line cannot be followed."""
    game = studio.new("connect_four", None, None, moves=["4", "4"])
    with visit(browser, f"{studio.address}/play/{game['id']}") as seen:
        page = seen.page
        ready(page)
        before = board(page)
        page.get_by_role("tab", name="Analysis").click()
        page.get_by_role("switch", name="Try moves").click()
        click(page, "a1")
        shown_ply(page, 3)
        click(page, "b1")
        shown_ply(page, 4)
        page.keyboard.press("ArrowLeft")
        shown_ply(page, 3)
        expect(page.locator(".away")).to_contain_text("variation")
        page.get_by_role("button", name="Back to the game").click()
        shown_ply(page, 2)
        assert board(page) == before and studio.get(f"/games/{game['id']}")["ply"] == 2
        page.get_by_role("tab", name="Moves").click()
        page.locator(".variation .move", has_text="2").click()
        shown_ply(page, 4)
        page.locator("h1").click()
        page.keyboard.press("Escape")
        shown_ply(page, 2)


def test_a_variation_through_dice(studio: Running, browser: Browser) -> None:
    """Would catch a variation that ends where chance decides."""
    game = studio.new("pig", None, None)
    with visit(browser, f"{studio.address}/play/{game['id']}") as seen:
        page = seen.page
        ready(page)
        page.get_by_role("tab", name="Analysis").click()
        page.get_by_role("switch", name="Try moves").click()
        page.get_by_role("button", name="Roll").click()
        shown_ply(page, 1)
        page.get_by_role("combobox", name="Chance decides").select_option(label="5 (16.7 %)")
        shown_ply(page, 2)
        expect(page.locator(".notes")).to_contain_text("stands at 5")
        assert studio.get(f"/games/{game['id']}")["ply"] == 0


def test_why_this_move(studio: Running, browser: Browser) -> None:
    """Would catch an explanation that does not name the better move, or cannot be tried on the board."""
    game = studio.new("mnk", None, None, moves=["a1", "b2", "a2"])  # O must answer at a3
    with visit(browser, f"{studio.address}/play/{game['id']}") as seen:
        page = seen.page
        ready(page)
        page.get_by_role("tab", name="Analysis").click()
        page.get_by_label("Why not").select_option(label="c1")
        page.get_by_role("button", name="Explain", exact=True).click()
        expect(page.locator(".why-sentence")).to_contain_text("a3")
        page.locator(".why-line").first.get_by_role("button", name="a3").click()
        shown_ply(page, 5)
        expect(page.locator(".standing")).to_contain_text("X wins")


@pytest.mark.slow
def test_stepping_through_a_search(studio: Running, browser: Browser) -> None:
    """Would catch steps that cannot be gone through, forward and back, without their windows, reasons or boards."""
    game = studio.new("mnk", None, None, moves=["b2", "a1", "c1", "a3", "a2"])
    with visit(browser, f"{studio.address}/play/{game['id']}") as seen:
        page = seen.page
        ready(page)
        page.get_by_role("tab", name="Look inside").click()
        page.get_by_label("Depth").fill("3")
        page.get_by_label("Boards in the tree").uncheck()  # then the board of the node stands beside it
        page.get_by_role("button", name="Search", exact=True).click()
        expect(page.locator(".stepper-count")).to_contain_text("1 / ")
        steps = int(page.locator(".stepper").get_attribute("data-steps") or "0")
        told = []
        for number in range(2, steps + 1):
            page.get_by_role("button", name="Next step").click()
            expect(page.locator(".stepper-count")).to_have_text(f"{number} / {steps}")
            told.append(page.locator(".stepper-words").inner_text())
        assert any(words.startswith("Cut") for words in told)
        page.get_by_role("button", name="Previous step").click()
        expect(page.locator(".stepper-words")).to_have_text(told[-2])
        page.locator(".stage").focus()
        page.keyboard.press("Home")
        expect(page.locator(".stepper-count")).to_have_text(f"1 / {steps}")
        for _ in range(2):
            page.keyboard.press("ArrowRight")
        caption = page.locator(".node-board figcaption")
        expect(caption).to_contain_text("after")
        assert page.locator(".play-board").get_attribute("data-shown") == "5"


@pytest.mark.slow
def test_a_tree_that_is_too_large_is_refused(studio: Running, browser: Browser) -> None:
    """Would catch a page that waits for a tree nobody can draw."""
    game = studio.new("nim", None, None)
    with visit(browser, f"{studio.address}/play/{game['id']}") as seen:
        page = seen.page
        seen.allowed = ("status of 4",)
        ready(page)
        page.get_by_role("tab", name="Look inside").click()
        page.get_by_label("Algorithm").last.select_option("minimax")
        page.get_by_label("Depth").fill("9")
        page.get_by_role("button", name="Search", exact=True).click()
        expect(page.locator(".inside-answer .failure")).not_to_be_empty()


def test_the_tree_of_monte_carlo_search(studio: Running, browser: Browser) -> None:
    """Would catch visits, values or terms of UCT that are missing, and rows that do not open."""
    game = studio.new("mnk", None, None)
    with visit(browser, f"{studio.address}/play/{game['id']}") as seen:
        page = seen.page
        ready(page)
        page.get_by_role("tab", name="Look inside").click()
        page.get_by_label("Algorithm").last.select_option("mcts")
        page.get_by_label("Playouts").fill("150")
        page.get_by_role("button", name="Search", exact=True).click()
        rows = page.locator(".tree-table tbody tr")
        expect(rows).to_have_count(10)
        numbers = rows.nth(1).locator("td").all_inner_texts()
        visits, exploit, explore, uct = int(numbers[0]), float(numbers[2]), float(numbers[3]), float(numbers[4])
        assert visits > 1 and abs(exploit + explore - uct) < 0.002
        rows.nth(1).get_by_role("button").click()
        expect(rows.nth(11)).to_be_visible()


def test_an_exercise_is_graded(studio: Running, browser: Browser) -> None:
    """Would catch answers that are not sent, wrong answers taken for right, and answers that are not shown when asked for."""
    with visit(browser, f"{studio.address}/exercises") as seen:
        page = seen.page
        page.get_by_role("button", name="New exercise").click()
        items = page.locator(".item")
        expect(items.first).to_be_visible()
        count = items.count()
        page.get_by_role("button", name="Check my answers").click()
        expect(page.locator(".score")).to_contain_text("of")
        assert page.locator('.item[data-verdict="missing"], .item[data-verdict="wrong"]').count() > 0
        for index in range(count):
            items.nth(index).focus()
            page.get_by_role("button", name="Show the answer").click()
            expect(items.nth(index)).to_have_attribute("data-verdict", "right")
            assert items.nth(index).input_value() == page.locator(".item-answer").get_attribute("data-right")
        page.get_by_role("button", name="Check my answers").click()
        expect(page.locator(".score.all")).to_be_visible()
        assert page.locator('.item:not([data-verdict="right"])').count() == 0


@pytest.mark.slow
def test_a_step_is_kept_while_the_tree_is_still_loading(studio: Running, browser: Browser) -> None:
    """Would catch that the tree, once it is there, takes the reader back to the first step."""
    with visit(browser, f"{studio.address}/lessons") as seen:
        page, held = seen.page, list[Route]()
        page.route("**/page/tree_view.js", lambda route: held.append(route))
        page.goto("/lessons/two-ply")
        page.get_by_role("button", name="Next step").click()
        expect(page.locator(".stepper-count")).to_contain_text("2 / ")
        page.wait_for_timeout(100)  # a browser that had the module would long have used it
        held[0].continue_()
        expect(page.locator(".stepper svg").first).to_be_visible()
        expect(page.locator(".stepper-count")).to_contain_text("2 / ")


@pytest.mark.slow
def test_lessons_can_be_read_and_stepped_through(studio: Running, browser: Browser) -> None:
    """Would catch a lesson that cannot be opened, or whose steps do nothing."""
    with visit(browser, f"{studio.address}/lessons") as seen:
        page = seen.page
        links = page.locator(".lesson-list a")
        expect(links.first).to_be_visible()
        addresses = [str(link.get_attribute("href")) for link in links.all()]
        stepped = 0
        for address in (*addresses[:8], "/lessons/growth"):  # of the others, what a page is told: test_worked.py
            page.goto(address)
            expect(page.locator(".lesson h1")).not_to_be_empty()
            if page.locator(".stepper").count():
                page.get_by_role("button", name="Next step").click()
                expect(page.locator(".stepper-count")).to_contain_text("2 / ")
                stepped += 1
        assert stepped > 0
        assert page.locator(".plot img").evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
