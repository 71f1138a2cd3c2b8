"""The page in other languages: each is one file of sentences, looked up by the English ones of the page and the games."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import counterplay
from counterplay.studio.server.live_game import LEVEL_NAMES
from counterplay.studio.server.page_files import FOLDER, LESSONS
from tests.browser import visit
from tests.studio.running import Running, wait_for
from tests.studio.test_page_access import AT_REST, PROBLEMS

FILES = sorted((FOLDER / "languages").glob("*.json"))
HOLES = re.compile(r"\{[=!#]?\}")
FILLED = re.compile(r"\{\d?\}")
SHOWN = (Path(__file__).parent / "shown_texts.js").read_text("utf-8").partition("\n")[2]
UNKNOWN = """async ([code, texts]) => {
  const { Wordbook } = await import("/page/translation.js");
  const book = new Wordbook(await (await fetch(`/page/${code}.json`)).json());
  return texts.filter((text) => book.find(text) === null);
}"""
NAMES = {"engine", "mcts", "expectiminimax", "paranoid", "reversi", "tapered"}  # of searches and games
NAMES |= set(LEVEL_NAMES)
PAGES = {  # what is on them once they are there
    "/game/othello": ".game-rules",
    "/library": ".saved li",
    "/analysis": ".study-list",
    "/puzzles": "h1",
    "/analysis/new?game=connect_four": "[role=tab]",
    "/exercises": ".exercise-kind",
    "/exercises?kind=cuts&seed=3": ".exercise-tree",
    "/tournaments": "h1",
    "/lessons": "h1",
}
LIKE_A_NAME = re.compile(r"^(star\d|(max n|minimax|negamax|alpha beta)( \w+)*|Goro Hasegawa, .*)$")


def sentences(path: Path) -> dict[str, str]:
    found: dict[str, str] = json.loads(path.read_text("utf-8"))
    return found


def letters(text: str) -> str:
    """Text without what sources write between its words: ends of lines, quotation marks, underscores, hyphens, capitals."""
    return re.sub(r"[^\w.,:;%'’()+/]+|_", " ", re.sub(r"\\n|\"\n\s*f?\"", " ", text)).lower()


@pytest.fixture(scope="module")
def sources() -> str:
    """All that the page and the games can say, as one text."""
    package = Path(counterplay.__file__).parent
    page = [path for folder in (FOLDER, LESSONS) for path in folder.rglob("*") if path.suffix in (".js", ".html")]
    return letters("\n".join(path.read_text("utf-8") for path in [*page, *package.rglob("*.py")]))


def test_every_language_knows_the_same_sentences(sources: str) -> None:
    """Would catch a language that lacks sentences, a value that is dropped, and sentences that the page no longer has."""
    assert [path.stem for path in FILES] == ["de", "es", "pt"]
    known = sentences(FILES[0])
    for path in FILES:
        book = sentences(path)
        assert list(book) == list(known), path.name
        for english, other in book.items():
            assert other.strip() and len(HOLES.findall(english)) == len(FILLED.findall(other)), (path.name, english)
    words = set(re.findall(r"[^\W\d_]+", sources))
    gone = [key for key in known if not all(part in sources or composed(part, words) for part in parts_of(key))]
    assert not gone, f"no longer in the page or the games: {gone}"


def parts_of(key: str) -> list[str]:
    """What of a sentence the sources must hold: its words between numbers and holes; of a preset, its title and the rest."""
    pieces = re.split(r"\{[=!#]?\}|\b\d+\b|[.!?:;,…]\s|[.!?:;,…`]$|' ?| · |(?<=racing) |(?<=toe) (?=with)", key)
    return [words for piece in pieces if len(words := letters(piece).strip(" .,:;%()+/-")) > 3]


def composed(part: str, words: set[str]) -> bool:
    """Whether a few words are in the sources one by one, as where '3 days ago' is put together."""
    found = part.split()
    return len(found) <= 3 and all(word in words or word.removesuffix("s") in words for word in found)


def test_what_the_pages_show_is_known_in_every_language(studio: Running, browser: Browser) -> None:
    """Would catch a new sentence on a main page, a dialog or a panel that no language has."""
    game = studio.new("connect_four", None, None)
    for ply, name in enumerate("1212121"):
        studio.post(f"/games/{game['id']}/moves", {"name": name, "ply": ply})
    with visit(browser, studio.address) as visited:
        page = visited.page
        shown = of_the_catalogue(page)
        page.goto(f"/play/{game['id']}")
        expect(page.locator(".ending")).to_be_visible()
        for tab in ("analysis", "inside", "rules"):
            page.click(f"[data-tab={tab}]")
            shown.update(page.evaluate(SHOWN))
        page.keyboard.press("?")
        shown.update(page.evaluate(SHOWN))
        for path, there in PAGES.items():
            page.goto(path)
            page.locator(there).first.wait_for()
            shown.update(page.evaluate(SHOWN))
        titles = {card["title"] for card in studio.get("/catalogue")}
        asked = sorted(text for text in shown if text not in NAMES | titles and not LIKE_A_NAME.match(text))
        assert len(asked) > 400, "the pages were not there yet"
        for file in FILES:
            unknown = page.evaluate(UNKNOWN, [file.stem, asked])
            assert not unknown, f"{file.name} lacks {unknown}"


def of_the_catalogue(page: Page) -> set[str]:
    """The catalogue and the dialogs that it opens."""
    page.locator(".card").first.wait_for()
    shown = set(page.evaluate(SHOWN))
    for opener in ("[aria-label=Settings]", "[aria-label='Keyboard help']", "[data-game=chess] .card-play"):
        page.click(opener)
        page.locator("dialog[open]").wait_for()
        shown.update(page.evaluate(SHOWN))
        page.keyboard.press("Escape")
    return shown


def test_translated_pages_are_accessible(studio: Running, browser: Browser) -> None:
    """Would catch a translation that is too wide for a phone, that a control loses its name by, or that is too faint."""
    game = studio.new("connect_four", None, None, moves=["1", "2"])
    phone = {"viewport": {"width": 390, "height": 844}, "locale": "de-DE"}
    with visit(browser, studio.address, **phone) as visited:
        page = visited.page
        for path, there in {"/": ".card", f"/play/{game['id']}": ".board-picture svg", **PAGES}.items():
            page.goto(path)
            page.locator(there).first.wait_for()
            page.wait_for_selector("html[lang=de]")
            page.wait_for_function(AT_REST)
            assert page.evaluate(PROBLEMS) == [], path


def test_the_browser_chooses_and_the_reader_may_choose_otherwise(studio: Running, browser: Browser) -> None:
    """Would catch a page that stays English, a choice that needs a reload or is lost by one, and own words translated."""
    with visit(browser, studio.address, locale="de-DE") as visited:
        page = visited.page
        root = page.locator("html")
        expect(page.locator("#pages a").first).to_have_text("Spiele")
        expect(root).to_have_attribute("lang", "de")
        expect(page.locator("[data-game=chess] h3")).to_have_text("Schach")
        page.evaluate(
            """() => ["no", "yes"].forEach((id) => document.getElementById("main").append(
            Object.assign(document.createElement("p"), { id, translate: id === "yes", textContent: "Chess" })))"""
        )
        expect(page.locator("#yes")).to_have_text("Schach")
        expect(page.locator("#no")).to_have_text("Chess")
        page.click("[data-game=chess] .card-play")
        expect(page.locator("dialog h2")).to_have_text("Neue Partie: Schach")
        page.keyboard.press("Escape")
        page.click("[aria-label=Einstellungen]")
        page.locator("dialog select").select_option("es")
        expect(page.locator("dialog h2")).to_have_text("Ajustes")
        expect(page.locator("[data-game=chess] h3")).to_have_text("Ajedrez")
        wait_for(lambda: studio.get("/settings")["language"] == "es")
        page.reload()
        expect(root).to_have_attribute("lang", "es")
        page.click("[aria-label=Ajustes]")
        page.locator("dialog select").select_option("en")
        expect(page.locator("dialog h2")).to_have_text("Settings")
        expect(page.locator("#pages a").first).to_have_text("Games")
        wait_for(lambda: studio.get("/settings")["language"] == "en")
    assert studio.client.put("/api/settings", json={"language": "../x"}).status_code == 422
