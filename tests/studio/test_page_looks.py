"""What the page looks like by choice: colours, boards, faces of the levels, the list of pages on a phone."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, expect

from counterplay.studio.server.live_game import LEVEL_NAMES, agent_title
from tests.browser import visit
from tests.studio.page_driver import ready
from tests.studio.running import Running, wait_for
from tests.studio.test_page_access import AT_REST, PROBLEMS

PHONE = {"width": 390, "height": 844}
FACES = Path(__file__).parents[2] / "counterplay/studio/page/shell/faces.js"


def test_every_look_is_legible(studio: Running, browser: Browser) -> None:
    """Would catch a theme with faint text, one that the board or the next visit does not follow, a face that is not shown."""
    game = studio.new("chess", None, None, moves=["e4"])
    studio.post(f"/games/{game['id']}/seats", {"seats": [{"kind": "human"}, {"kind": "agent", "agent": "level:6"}]})
    with visit(browser, f"{studio.address}/play/{game['id']}", color_scheme="dark") as seen:
        page = seen.page
        ready(page)
        expect(page.locator(".player-who .face[data-level='6']")).to_be_visible()
        expect(page.locator(".player-who", has=page.locator(".face"))).to_have_text("Vera, level 6")
        page.get_by_role("button", name="Settings").click()
        colour = "() => getComputedStyle(document.querySelector('.board-picture .cell-light')).fill"
        boards = set()
        for theme in ("Light", "Dark"):
            page.get_by_label(theme, exact=True).check()
            for look in ("Slate", "Sand", "Forest", "High contrast"):
                page.get_by_label(look, exact=True).check()
                page.wait_for_function(AT_REST)
                assert page.evaluate(PROBLEMS) == [], (theme, look)
            for board in ("Felt", "Stone", "Wood"):
                page.get_by_label(board, exact=True).check()
                page.wait_for_selector(f":root[data-board={board.lower()}]")
                page.wait_for_function(AT_REST)
                boards.add(page.evaluate(colour))
        assert len(boards) == 6
        wait_for(lambda: studio.get("/settings")["board"] == "wood")
        page.reload()
        page.wait_for_selector(":root[data-look=contrast][data-board=wood]")
    assert studio.get("/settings")["look"] == "contrast"


def test_the_list_of_pages_fits_a_phone(studio: Running, browser: Browser) -> None:
    """Would catch a menu that is cut off, that stays open after a choice, or that the keyboard cannot close."""
    with visit(browser, f"{studio.address}/exercises", viewport=PHONE, has_touch=True) as seen:
        page = seen.page
        button = page.get_by_role("button", name="Pages: Exercises")
        expect(button).to_be_visible()
        links = page.locator("#pages a")
        expect(links.first).to_be_hidden()
        button.tap()
        boxes = [link.bounding_box() for link in links.all()]
        assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"] and box["height"] >= 32 for box in boxes)
        page.keyboard.press("Escape")
        expect(links.first).to_be_hidden()
        expect(button).to_be_focused()
        button.tap()
        page.get_by_role("link", name="Lessons").tap()
        expect(page.get_by_role("button", name="Pages: Lessons")).to_have_attribute("aria-expanded", "false")


def test_levels_have_one_name_everywhere() -> None:
    """Would catch a level that the page calls otherwise than the server."""
    listed = re.search(r"LEVEL_NAMES = \[(.*?)\]", FACES.read_text(encoding="utf-8"))
    assert listed is not None and tuple(re.findall(r'"(\w+)"', listed[1])) == LEVEL_NAMES
    assert agent_title("level:10") == "Drako, level 10" and agent_title("random") == "Random"
    assert agent_title("level:11") == "Level 11"
