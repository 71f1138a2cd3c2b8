"""Pictures of the studio: the six of the README, or with a folder every page, light and dark, wide and narrow.

python docs/images/make_screenshots.py          # studio-catalogue.png and five others, beside this file
python docs/images/make_screenshots.py FOLDER   # all of them, to look at
"""

from __future__ import annotations

import contextlib
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from counterplay import Position, make_game
from tests.browser import browser_path

HERE = Path(__file__).parent
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
SIZES = {"wide": (1920, 1080), "middle": (1280, 800), "narrow": (360, 780)}
MOVES = [  # Morphy against the Duke of Brunswick and Count Isouard, Paris 1858
    "e4", "e5", "Nf3", "d6", "d4", "Bg4", "dxe5", "Bxf3", "Qxf3", "dxe5", "Bc4", "Nf6",
    "Qb3", "Qe7", "Nc3", "c6", "Bg5", "b5", "Nxb5", "cxb5", "Bxb5", "Nbd7", "O-O-O", "Rd8",
]  # fmt: skip
MATE = ["Rxd7", "Rxd7", "Rd1", "Qe6", "Bxd7+", "Nxd7", "Qb8+", "Nxb8", "Rd8#"]
PERSON, LEVEL = {"kind": "human"}, {"kind": "agent", "agent": "level:6"}


@contextlib.contextmanager
def studio() -> Iterator[str]:
    """The address of a studio of its own."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "counterplay",
            "studio",
            "--no-browser",
            "--port",
            "0",
            "--db",
            f"{folder}/studio.sqlite",
        ]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            found = re.search(r"http://[^/\s]+", process.stdout.readline())
            assert found is not None
            yield found.group(0)
            process.terminate()


def new(page: Page, **game: object) -> str:
    """A game on the studio; its address."""
    answer = page.request.post("/api/games", data=game)
    assert answer.status == 201, answer.text()
    return f"/play/{answer.json()['id']}"


def catalogue(page: Page) -> None:
    """The first page with games to continue."""
    new(page, game="othello", seats=[PERSON, LEVEL], moves=["d3", "c3", "c4"])
    new(page, game="hex:size=7", seats=[PERSON, PERSON], moves=["d4", "e3", "c5"])
    page.goto("/")
    page.wait_for_selector(".card img[src]")
    page.wait_for_function("() => [...document.querySelectorAll('img[src]')].every((image) => image.complete)")


def dialog(page: Page) -> None:
    """The dialog for a new game."""
    page.goto("/")
    page.get_by_role("button", name="Play Hex", exact=True).click()


def play(page: Page) -> None:
    """A game of chess with the engine's arrows, lines and value."""
    page.goto(new(page, game="chess", seats=[PERSON, PERSON], moves=MOVES))
    page.wait_for_selector(".board-picture svg")
    page.get_by_role("tab", name="Analysis").click()
    page.get_by_role("switch", name="Engine").click()
    page.locator(".line").nth(2).wait_for(timeout=60_000)
    page.wait_for_timeout(4000)


def review(page: Page) -> None:
    """The same game to its end, with its mistakes and their better moves."""
    page.goto(new(page, game="chess", seats=[PERSON, PERSON], moves=MOVES + MATE))
    page.get_by_role("button", name="Review").click()
    page.get_by_role("button", name=re.compile("Quick")).click()
    page.wait_for_selector(".review-graph svg", timeout=120_000)
    page.locator(".wrong-move .move").first.click()
    page.wait_for_timeout(1000)


def tiles(page: Page) -> None:
    """A landscape that grows, with a few tiles laid at random."""
    position, chance = Position(make_game("carcassonne")), random.Random(8)
    while position.ply < 30:
        position = position.play(chance.choice(position.choices))
    start = position.game.dump(position.line()[0].state)
    page.goto(new(page, game="carcassonne", seats=[PERSON, PERSON], start=start, moves=position.moves()))
    page.wait_for_selector(".board-picture .can")


def tournament(page: Page) -> None:
    """Levels against each other, watched while they play."""
    if not page.request.get("/api/tournaments").json():
        wanted = {"game": "othello", "agents": ["random", "level:2", "level:4", "level:6"], "games": 20, "name": "spring cup"}
        assert page.request.post("/api/tournaments", data=wanted).status == 202
    while not (begun := page.request.get("/api/tournaments").json()) or begun[0]["played"] < 12:
        page.wait_for_timeout(500)
    page.goto(f"/tournaments/{begun[0]['id']}")
    page.wait_for_function("() => Number(document.querySelector('.watched')?.dataset.shown) >= 20")


def moves(page: Page) -> None:
    """A game with dice and its list of moves."""
    page.goto(
        new(
            page,
            game="backgammon",
            seats=[PERSON, {"kind": "agent", "agent": "random"}],
            start="-b----E-C---eE---c-e----B-:1:31",
        )
    )
    page.wait_for_selector(".board-picture .can")
    page.locator(".board-picture .can").first.click()


def inside(page: Page) -> None:
    """Alpha-beta on a small game, in the middle of its tree."""
    page.goto(new(page, game="mnk", seats=[PERSON, PERSON], moves=["b2", "a1", "c1", "a3", "a2"]))
    page.wait_for_selector(".board-picture svg")
    page.get_by_role("tab", name="Look inside").click()
    page.get_by_label("Depth").fill("3")
    page.get_by_role("button", name="Search", exact=True).click()
    page.locator(".stepper").wait_for(timeout=60_000)
    cuts = 0
    while cuts < 3:
        page.get_by_role("button", name="Next step").click()
        cuts += page.locator(".kind-cut").count()
    page.wait_for_timeout(500)


def monte_carlo(page: Page) -> None:
    """The tree that Monte Carlo search grew."""
    page.goto(new(page, game="connect_four", seats=[PERSON, PERSON], moves=["4", "4", "3"]))
    page.wait_for_selector(".board-picture svg")
    page.get_by_role("tab", name="Look inside").click()
    page.get_by_label("Algorithm").last.select_option("mcts")
    page.get_by_role("button", name="Search", exact=True).click()
    page.locator(".tree-table tbody tr").nth(3).wait_for(timeout=120_000)
    page.locator(".row-toggle").nth(1).click()
    page.wait_for_timeout(400)


def lessons(page: Page) -> None:
    """The list of lessons."""
    page.goto("/lessons")
    page.wait_for_selector("h1")
    page.wait_for_timeout(300)


def lesson(page: Page) -> None:
    """The first lesson."""
    lessons(page)
    page.locator(".lesson-list a").first.click()
    page.wait_for_selector(".lesson h1")
    page.wait_for_timeout(800)


def exercise(page: Page) -> None:
    """An exercise, graded."""
    page.goto("/exercises")
    page.get_by_role("button", name="New exercise").click()
    page.wait_for_selector(".exercise")
    page.locator("input.item").first.fill("3")
    page.locator("input.item").first.press("Enter")
    page.wait_for_selector(".item[data-verdict]:not([data-verdict=''])")


def settings(page: Page) -> None:
    """The settings."""
    page.goto("/")
    page.get_by_role("button", name="Settings").click()


def keys(page: Page) -> None:
    """The list of keys on the page of a game."""
    page.goto(new(page, game="nim", seats=[PERSON, PERSON]))
    page.wait_for_selector(".board-picture svg")
    page.keyboard.press("?")


def missing(page: Page) -> None:
    """An address that does not exist."""
    page.goto("/play/nothing")
    page.wait_for_selector(".state")


SCENES: list[Callable[[Page], None]] = [
    catalogue, dialog, play, review, moves, tiles, inside, monte_carlo, lessons, lesson, exercise, tournament,
    settings, keys, missing,
]  # fmt: skip
BEST = {catalogue: "light", play: "light", inside: "light", review: "dark", tiles: "dark", tournament: "dark"}


def take(browser: Browser, address: str, scene: Callable[[Page], None], size: tuple[int, int], theme: str, path: Path) -> None:
    """One picture."""
    context = browser.new_context(
        base_url=address,
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    try:
        scene(page)
        page.screenshot(path=path)
        print(path)
    except Exception as error:  # the other pictures are wanted all the same
        page.screenshot(path=path)
        print(f"{path}: {error}", file=sys.stderr)
    finally:
        context.close()


def compress(path: Path) -> None:
    """Fewer colours: boards and text need no more than 256."""
    from PIL import Image

    Image.open(path).convert("RGB").quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)


def main() -> None:
    """Take the pictures."""
    with studio() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=ARGUMENTS)
        if len(sys.argv) == 1:
            for scene, theme in BEST.items():
                path = HERE / f"studio-{scene.__name__}.png"
                take(browser, address, scene, (1440, 900), theme, path)
                compress(path)
        else:
            folder = Path(sys.argv[1])
            folder.mkdir(parents=True, exist_ok=True)
            wanted = [scene for scene in SCENES if len(sys.argv) == 2 or scene.__name__ in sys.argv[2:]]
            for scene in wanted:
                for name, size in SIZES.items():
                    for theme in ("light", "dark"):
                        take(browser, address, scene, size, theme, folder / f"{scene.__name__}-{name}-{theme}.png")
        browser.close()


if __name__ == "__main__":
    main()
