"""What a person waits for in the browser: `python -m bench.studio_frames` prints a table.

The first paint of the catalogue, and frames: the time from a click that moves a piece of chess to the first frame that shows
it, in Chromium, with nothing beside it and while the engine analyses on the same page. Gliding comes after that frame.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics

from playwright.sync_api import Page

from bench.studio import call, percentile, studio
from tests.browser import chromium
from tests.studio.page_driver import cell, ready, shown_ply

MEDIAN, NEARLY_ALL = 0.050, 0.100  # seconds that a click may take to its frame: half of them, and 95 %
PAINT = 1.0  # seconds that the first paint may take
BEFORE = 20  # moves before a game begins anew: most pieces still stand, as they do while an engine has most to think of

# Notes for every click when it was made, and for every change of the board when the frame after it was drawn.
WATCH = """() => {
  window.frames_ = [];
  let clicked = 0;
  addEventListener("pointerup", (event) => { clicked = event.timeStamp; }, true);
  new MutationObserver(() => {
    if (!clicked) return;
    const from = clicked;
    clicked = 0;
    requestAnimationFrame(() => { setTimeout(() => window.frames_.push(performance.now() - from)); });
  }).observe(document.querySelector(".play-board"), { attributes: true, attributeFilter: ["data-shown"] });
}"""


def first_paint(address: str) -> float:
    """Seconds from asking for the catalogue to the first paint with content, in a browser that is open and has seen nothing."""
    with chromium() as browser:
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.goto(address)
        page.wait_for_selector("li.card")
        return float(page.evaluate("() => performance.getEntriesByName('first-contentful-paint')[0].startTime")) / 1000


def frames(page: Page, address: str, clicks: int, analysed: bool) -> list[float]:
    """Seconds from clicks that move to the frames that show it."""
    dice, found = random.Random(1), list[float]()
    while len(found) < clicks:
        game = call(address, "/api/games", {"game": "chess", "seats": [{"kind": "human"}] * 2})
        page.goto(f"{address}/play/{game['id']}")
        ready(page)
        if analysed:
            page.keyboard.press("l")
            page.locator(".line").first.wait_for()
        page.evaluate(WATCH)
        for ply in range(1, BEFORE + 1):
            choices = [c for c in call(address, f"/api/games/{game['id']}")["position"]["choices"] if len(c["gesture"]) == 2]
            if not choices:
                break
            for name in dice.choice(choices)["gesture"]:
                cell(page, name).click()
            shown_ply(page, ply)
            page.wait_for_timeout(120)  # the hand of a quick player moves on
        found += [float(milliseconds) / 1000 for milliseconds in page.evaluate("() => window.frames_")]
    return found[:clicks]


def main() -> int:
    """Measure, and say whether everything held."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clicks", type=int, default=100)
    chosen = parser.parse_args()
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with studio() as (address, _, _):
        paint = min(first_paint(address) for _ in range(3))
        print(f"first paint of the catalogue: {paint:.2f} s, held to {PAINT:g} s")
        held = paint <= PAINT
        with chromium() as browser:
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            for analysed in (False, True):
                waits = frames(page, address, chosen.clicks, analysed)
                median, most = statistics.median(waits), percentile(waits, 0.95)
                words = "while the engine analyses" if analysed else "with nothing beside it"
                print(f"click to frame {words}: {1000 * median:.0f} ms, 95 %: {1000 * most:.0f} ms, {len(waits)} clicks")
                held = held and median <= MEDIAN and most <= NEARLY_ALL
    print(f"held to {1000 * MEDIAN:.0f} ms and {1000 * NEARLY_ALL:.0f} ms: {'yes' if held else 'NO'}")
    return 0 if held else 1


if __name__ == "__main__":
    raise SystemExit(main())
