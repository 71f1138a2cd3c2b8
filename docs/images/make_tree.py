"""The README's picture of a search, step by step: `python docs/images/make_tree.py` writes tree.png beside this file."""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from counterplay import Position, make_game
from counterplay.lessons import walkthrough
from tests.browser import browser_path

HERE = Path(__file__).parent
MOVES = ("b3", "a3", "b2", "b1", "c3")
SIZE = {"width": 1120, "height": 850}


def main() -> None:
    """Search two plies of tic-tac-toe, open the page, go to a step and take a picture."""
    game = make_game("tic_tac_toe")
    position = Position(game)
    for move in MOVES:
        position = position.play(move)
    walk = walkthrough(game, position, "alpha_beta", depth=2)
    step = max(i for i, one in enumerate(walk.steps) if one.kind == "cut" and "never" in one.text)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        page_file = Path(folder) / "walk.html"
        page_file.write_text(walk.html(), encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=browser_path(), args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport=SIZE)
        page.goto(page_file.as_uri())
        page.fill("#slider", str(step))
        page.locator("#slider").blur()
        page.screenshot(path=HERE / "tree.png")
        browser.close()


if __name__ == "__main__":
    main()
