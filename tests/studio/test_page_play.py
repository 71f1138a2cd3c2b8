"""Playing on the page: every way to make a move, to leave and to come back."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import APIResponse, Browser, Page, Route, expect

from tests.browser import visit
from tests.studio.page_driver import board, cell, click, game_ply, ready, shown_ply
from tests.studio.running import Process, Running, wait_for


def _middle(page: Page, name: str) -> tuple[float, float]:
    box = cell(page, name).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _drag(page: Page, start: str, end: str) -> None:
    page.mouse.move(*_middle(page, start))
    page.mouse.down()
    page.mouse.move(*_middle(page, end), steps=5)
    page.mouse.up()


def _cells(page: Page, of: str) -> set[str]:
    return set(page.locator(of).evaluate_all("(cells) => cells.map((c) => c.closest('[data-cell]').dataset.cell)"))


def test_partial_gestures_show_what_can_follow(studio: Running, browser: Browser) -> None:
    """Would catch a picked piece without its targets, one that cannot be put down, and a move that nothing marks."""
    game = studio.new("chess", None, None)
    with visit(browser, f"{studio.address}/play/{game['id']}") as seen:
        page = seen.page
        ready(page)
        click(page, "g1")
        assert _cells(page, ".tint-selected") == {"g1"} and page.locator(".target-dot").count() == 2
        assert _cells(page, ".board-picture .can") == {"g1", "f3", "h3"}
        click(page, "g1")
        expect(page.locator(".tint-selected")).to_have_count(0)
        click(page, "g1", "e2")  # another piece instead
        assert _cells(page, ".tint-selected") == {"e2"}
        click(page, "e4")
        game_ply(page, 1)
        assert _cells(page, ".tint-last") == {"e2", "e4"}
        expect(page.locator("#live")).to_contain_text("White plays e4. Black to move")


def test_a_second_tap_turns_a_piece(studio: Running, browser: Browser) -> None:
    """Would catch a tap that puts the piece down, one that shows another way than is laid, and a drag that turns it back."""
    game = studio.new("pentominoes:width=5,height=5", None, None)
    with visit(browser, f"{studio.address}/play/{game['id']}") as seen:
        page = seen.page
        ready(page)
        shown = page.locator('[data-on="piece L"] > [data-tap]:not([display])')
        for taps in (1, 2, 3):
            click(page, "piece L")
            expect(shown).to_have_attribute("data-tap", str(taps))
        click(page, "c3")
        game_ply(page, 1)
        click(page, "piece I", "piece I")
        expect(page.locator(".tint-selected")).to_have_count(2)
        _drag(page, "piece I", "c5")
        game_ply(page, 2)
        assert [move["name"] for move in studio.get(f"/games/{game['id']}")["moves"]] == ["L3-c3", "I2-c5"]


def test_a_piece_is_dragged(studio: Running, browser: Browser) -> None:
    """Would catch a drag that plays nothing, plays a wrong move, or leaves a piece in the air."""
    game = studio.new("chess", None, None)
    with visit(browser, f"{studio.address}/play/{game['id']}") as seen:
        page = seen.page
        ready(page)
        page.mouse.move(*_middle(page, "d2"))
        page.mouse.down()
        page.mouse.move(*_middle(page, "d5"), steps=4)
        expect(page.locator(".ghost")).to_have_count(1)
        page.mouse.up()  # a place where it cannot go
        expect(page.locator(".ghost, .lifted")).to_have_count(0)
        _drag(page, "d2", "d4")
        game_ply(page, 1)
        _drag(page, "d4", "d5")  # not White's turn
        _drag(page, "g8", "f6")
        game_ply(page, 2)
        assert [m["name"] for m in studio.get(f"/games/{game['id']}")["moves"]] == ["d4", "Nf6"]


FILL = "(piece) => [...piece.querySelectorAll('path, circle')].map((part) => getComputedStyle(part).fill).join()"


def test_a_dragged_piece_looks_like_itself(studio: Running, browser: Browser) -> None:
    """Would catch a piece that loses its colours in the air, and a drag that lifts the whole stack."""
    pawn = studio.new("chess", None, None)
    with visit(browser, f"{studio.address}/play/{pawn['id']}") as seen:
        page = seen.page
        ready(page)
        before = page.locator('[data-on="d2"]').evaluate(FILL)
        page.mouse.move(*_middle(page, "d2"))
        page.mouse.down()
        page.mouse.move(*_middle(page, "d4"), steps=4)
        assert page.locator(".ghost").evaluate(FILL) == before != ""
        page.mouse.up()
        game_ply(page, 1)
    checkers = studio.new("backgammon", None, None, moves=["3-1"])
    with visit(browser, f"{studio.address}/play/{checkers['id']}") as seen:
        page = seen.page
        ready(page)
        page.mouse.move(*_middle(page, "8"))
        page.mouse.down()
        page.mouse.move(*_middle(page, "5"), steps=4)
        expect(page.locator(".ghost")).to_have_count(1)
        assert page.locator('[data-on="8"] > [data-one]').count() == 3 and page.locator('[data-on="8"] > .lifted').count() == 1
        page.mouse.up()


def test_promotion_is_a_choice(studio: Running, browser: Browser) -> None:
    """Would catch a promotion without a question, with a wrong answer, or one that cannot be called off."""
    game = studio.new("chess", None, None, start="8/4P1k1/8/8/8/8/8/4K3 w - - 0 1")
    with visit(browser, f"{studio.address}/play/{game['id']}") as seen:
        page = seen.page
        ready(page)
        click(page, "e7", "e8")
        expect(page.locator(".choice button")).to_have_text(["queen", "rook", "bishop", "knight"])
        page.keyboard.press("Escape")
        expect(page.locator(".choice")).to_have_count(0)
        _drag(page, "e7", "e8")
        page.get_by_role("button", name="knight").click()
        game_ply(page, 1)
        assert studio.get(f"/games/{game['id']}")["moves"][0]["name"] == "e8=N+"


def test_a_chain_of_captures(studio: Running, browser: Browser) -> None:
    """Would catch a chain whose next jump is not offered at once, or a turn that ends too early."""
    game = studio.new("checkers", None, "random", start="B:W18,26,32:B15,1")
    with visit(browser, f"{studio.address}/play/{game['id']}") as seen:
        page = seen.page
        ready(page)
        click(page, "15", "22")
        game_ply(page, 1)
        expect(page.locator(".tint-selected")).to_have_count(1)
        assert _cells(page, ".board-picture .can") >= {"22", "31"}
        click(page, "31")
        wait_for(lambda: studio.get(f"/games/{game['id']}")["ply"] >= 2)
        assert [m["player"] for m in studio.get(f"/games/{game['id']}")["moves"]][:2] == [0, 0]


def test_dice_are_rolled_and_shown(studio: Running, browser: Browser) -> None:
    """Would catch dice that nobody rolls, that are not seen, or that stay when the turn has passed on."""
    game = studio.new("backgammon", None, None, start="-b----E-C---eE---c-e----B-:1:00")
    pig = studio.new("pig", None, None)
    with visit(browser, f"{studio.address}/play/{game['id']}") as seen:
        page = seen.page
        page.wait_for_selector(".roll .die")
        rolled = studio.get(f"/games/{game['id']}")["moves"][0]
        assert rolled["by"] == "chance"
        assert page.locator(".roll .dice").get_attribute("title") == rolled["name"]
        assert page.locator(".roll .die circle").count() == sum(int(n) for n in rolled["name"].split("-"))
        page.goto(f"{studio.address}/play/{pig['id']}")
        page.get_by_role("button", name="Roll").click()
        game_ply(page, 2)
        wait_for(lambda: studio.get(f"/games/{pig['id']}")["moves"][1]["by"] == "chance")
        if studio.get(f"/games/{pig['id']}")["position"]["player"] == 0:
            page.keyboard.press("2")  # the second button: hold
            game_ply(page, 3)
            assert studio.get(f"/games/{pig['id']}")["moves"][2]["name"] == "hold"


def test_copy_and_paste(studio: Running, browser: Browser) -> None:
    """Would catch a text that is not the position, and one that cannot be pasted back or is not explained when it is wrong."""
    game = studio.new("connect_four", None, None, moves=["4", "4", "5"])
    with visit(browser, f"{studio.address}/play/{game['id']}", permissions=["clipboard-read", "clipboard-write"]) as seen:
        page = seen.page
        seen.allowed = ("status of 400", "status of 422")
        ready(page)
        before = board(page)
        page.get_by_role("button", name="Import / export", exact=True).click()
        page.get_by_role("button", name="Copy position").click()
        copied = page.evaluate("navigator.clipboard.readText()")
        assert copied == studio.get(f"/games/{game['id']}")["position"]["state"]
        assert page.get_by_role("textbox", name="Moves").input_value() == "4 4 5"
        assert page.get_by_label("Format").locator("option").count() == 2  # what is for other games is not offered
        record = page.get_by_label("Saved game", exact=True).input_value()
        assert json.loads(record)["moves"] == ["4", "4", "5"]
        page.get_by_role("textbox", name="Paste").fill("nothing like a position")
        page.get_by_role("button", name="Open as a new game").click()
        expect(page.locator("dialog .failure")).not_to_be_empty()
        page.get_by_role("textbox", name="Paste").fill(record)
        page.get_by_role("button", name="Open as a new game").click()
        page.wait_for_url(lambda url: "/play/" in url and game["id"] not in url)
        shown_ply(page, 3)
        assert board(page) == before


def test_typed_moves_and_the_way_back(studio: Running, browser: Browser) -> None:
    """Would catch typed moves that are not understood, keys that do nothing, and a past that shows the wrong board."""
    game = studio.new("connect_four", None, None)
    with visit(browser, f"{studio.address}/play/{game['id']}") as seen:
        page = seen.page
        seen.allowed = ("status of 4",)
        ready(page)
        pictures = [board(page)]
        page.keyboard.press("m")
        for ply, move in enumerate(["4", "4", "3"], 1):
            page.keyboard.type(move)
            page.keyboard.press("Enter")
            shown_ply(page, ply)
            pictures.append(board(page))
        page.get_by_label("Type a move").fill("99")
        page.keyboard.press("Enter")
        expect(page.locator("#typed-failure")).to_contain_text("99")
        page.locator("h1").click()
        for key, ply in [("ArrowLeft", 2), ("ArrowLeft", 1), ("ArrowRight", 2), ("ArrowUp", 0), ("ArrowDown", 3)]:
            page.keyboard.press(key)
            shown_ply(page, ply)
            assert board(page) == pictures[ply]
        page.keyboard.press("f")
        page.wait_for_selector('.play-board[data-flipped="true"]')
        first = page.locator('.cell-button[data-id="a1"]').bounding_box()
        last = page.locator('.cell-button[data-id="g1"]').bounding_box()
        assert first is not None and last is not None and first["x"] > last["x"]


def test_a_move_typed_before_the_answer_stays(studio: Running, browser: Browser) -> None:
    """Would catch a late answer to one move that wipes out the next one, which somebody has begun to type."""
    game = studio.new("chess", None, None)
    with visit(browser, f"{studio.address}/play/{game['id']}") as seen:
        page = seen.page
        held: list[tuple[Route, APIResponse]] = []
        page.route(re.compile(r"/moves\?"), lambda route: held.append((route, route.fetch())))
        ready(page)
        page.keyboard.press("m")
        page.keyboard.type("e2e4")  # not its name, so that the server is asked over HTTP
        page.keyboard.press("Enter")
        shown_ply(page, 1)
        page.keyboard.type("e5")
        # The board is told over the socket, perhaps before the answer has been fetched, which goes on while the page waits.
        wait_for(lambda: held, pause=lambda seconds: page.wait_for_timeout(1000 * seconds))
        route, answer = held.pop()
        with page.expect_response(re.compile(r"/moves\?")):
            route.fulfill(response=answer)
        page.keyboard.press("Enter")
        shown_ply(page, 2)
        expect(page.get_by_label("Type a move")).to_have_value("")


def test_hint_resign_undo_and_flip(studio: Running, browser: Browser) -> None:
    """Would catch a tool of the game that does not do what it says."""
    game = studio.new("nim", None, "random")
    with visit(browser, f"{studio.address}/play/{game['id']}") as seen:
        page = seen.page
        ready(page)
        page.get_by_role("button", name="Hint", exact=True).click()
        expect(page.locator(".arrow-hint")).to_have_count(1)
        expect(page.locator("#live")).to_contain_text("Hint:")
        page.get_by_role("button", name="Resign", exact=True).click()
        page.get_by_role("dialog").get_by_role("button", name="Resign").click()
        expect(page.locator(".standing.over")).to_contain_text("resigns")
        expect(page.locator(".target-dot, .target-ring")).to_have_count(0)
        page.get_by_role("button", name="Undo", exact=True).click()
        expect(page.locator(".standing.over")).to_have_count(0)


def test_a_clock_runs_out(studio: Running, browser: Browser) -> None:
    """Would catch a clock that is not shown, does not run, or whose end nobody notices."""
    game = studio.new("nim", None, None, clock={"seconds": 2, "increment": 0})
    with visit(browser, f"{studio.address}/play/{game['id']}") as seen:
        page = seen.page
        expect(page.locator(".clock")).to_have_count(2)
        expect(page.locator(".standing.over")).to_contain_text("time")
        expect(page.locator(".player[data-player='0'] .clock")).to_have_text("0:00.0")
        expect(page.locator(".player[data-player='1'] .clock")).to_have_text("0:02.0")


def test_the_page_says_that_a_game_compiles(studio: Running, browser: Browser) -> None:
    """Would catch a page that is silent, or blocked, while a game is compiled for the first time."""
    game = studio.new("nim", None, None)
    busy = {**game, "compiling": "Nim is compiled for the first time.", "thinking": True, "version": 1000}
    with visit(browser, f"{studio.address}/play/{game['id']}") as seen:
        page = seen.page
        ready(page)
        page.route(re.compile(r"/api/games/\w+/undo\?"), lambda route: route.fulfill(json=busy))
        click(page, "d7")
        game_ply(page, 1)
        page.get_by_role("button", name="Undo", exact=True).click()
        expect(page.locator(".compiling")).to_have_text("Nim is compiled for the first time.")
        page.keyboard.press("f")
        page.wait_for_selector('.play-board[data-flipped="true"]')


def test_reload_in_the_middle(studio: Running, browser: Browser) -> None:
    """Would catch a game that a reload loses or changes."""
    game = studio.new("othello", None, None)
    with visit(browser, f"{studio.address}/play/{game['id']}") as seen:
        page = seen.page
        ready(page)
        click(page, "d3")
        shown_ply(page, 1)
        before = board(page)
        page.reload()
        shown_ply(page, 1)
        assert board(page) == before
        click(page, "c3")
        shown_ply(page, 2)


@pytest.mark.slow
def test_the_server_is_killed_and_comes_back(launch: Callable[..., Process], browser: Browser, tmp_path: Path) -> None:
    """Would catch a lost game, a page that does not say it lost the connection, or one that does not come back by itself."""
    database = str(tmp_path / "games.sqlite")
    first = launch("--port", "0", "--db", database)
    address = first.address.rstrip("/")
    with visit(browser, address) as seen:
        page = seen.page
        seen.allowed = ("ERR_CONNECTION_REFUSED", "WebSocket connection", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE")
        answer = page.request.post("/api/games", data={"game": "hex:size=4", "seats": [{"kind": "human"}, {"kind": "human"}]})
        page.goto(f"/play/{answer.json()['id']}")
        ready(page)
        click(page, "b2")
        shown_ply(page, 1)
        before = board(page)
        first.end(signal.SIGKILL)
        expect(page.locator("#notice")).to_be_visible()
        launch("--port", address.rpartition(":")[2], "--db", database)
        expect(page.locator("#notice")).to_be_hidden()
        assert board(page) == before
        click(page, "c2")
        shown_ply(page, 2)
        page.reload()
        shown_ply(page, 2)


def test_two_pages_at_once(studio: Running, browser: Browser) -> None:
    """Would catch a page that does not see what is played on another, and games that mix."""
    game, other = studio.new("mnk", None, None), studio.new("mnk", None, None)
    with (
        visit(browser, f"{studio.address}/play/{game['id']}") as left,
        visit(browser, f"{studio.address}/play/{game['id']}") as right,
        visit(browser, f"{studio.address}/play/{other['id']}") as aside,
    ):
        for seen in (left, right, aside):
            ready(seen.page)
        click(left.page, "b2")
        shown_ply(right.page, 1)
        click(right.page, "a1")
        shown_ply(left.page, 2)
        assert board(left.page) == board(right.page)
        assert aside.page.locator(".play-board").get_attribute("data-ply") == "0"


def test_agents_against_each_other_and_taking_over(studio: Running, browser: Browser) -> None:
    """Would catch agents that do not play by themselves on a page that looks, or a side that cannot be taken over."""
    game = studio.new("connect_four", "random", "random")
    with visit(browser, f"{studio.address}/play/{game['id']}") as seen:
        page = seen.page
        page.wait_for_selector(".standing.over")
        page.get_by_role("button", name="Undo", exact=True).click()  # both are agents: the last decision is taken back
        page.wait_for_selector(".standing.over")
        page.locator(".player[data-player='0'] .player-who").click()
        page.get_by_role("dialog").get_by_label("A person").check()
        page.get_by_role("button", name="Change", exact=True).click()
        expect(page.locator(".player[data-player='0']")).to_contain_text("You")


def test_a_game_with_the_keyboard_alone(studio: Running, browser: Browser) -> None:
    """Would catch anything between the first page and the end of a game that needs a mouse, or is not said."""
    with visit(browser, studio.address) as seen:
        page = seen.page
        page.wait_for_selector(".card")
        page.keyboard.press("/")
        page.keyboard.type("noughts")
        expect(page.locator(".card:visible")).to_have_count(1)
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.getAttribute('aria-label')") == "Play Tic-tac-toe":
                break
        page.keyboard.press("Enter")
        page.wait_for_selector("dialog[open]")
        page.evaluate("document.querySelector('dialog input[type=radio]').focus()")
        page.keyboard.press("ArrowRight")  # a person here
        page.keyboard.press("Enter")
        ready(page)
        page.keyboard.press("b")
        for ply, name in enumerate(["a1", "a2", "b1", "b2", "c1"], 1):
            _walk(page, name)
            page.keyboard.press("Enter")
            shown_ply(page, ply)
        expect(page.locator(".standing.over")).to_contain_text("wins")
        expect(page.locator("#live")).to_contain_text("wins")


def _walk(page: Page, name: str) -> None:
    """With arrow keys to a cell of a board whose columns are letters and rows numbers, upwards."""
    for _ in range(20):
        here = page.evaluate("document.activeElement.dataset.id")
        if here == name:
            return
        if here[0] != name[0]:
            page.keyboard.press("ArrowRight" if here[0] < name[0] else "ArrowLeft")
        else:
            page.keyboard.press("ArrowUp" if here[1] < name[1] else "ArrowDown")
    raise AssertionError(f"the arrow keys do not lead to {name}")


def test_rules_show_their_diagrams(studio: Running, browser: Browser) -> None:
    """Would catch diagrams that are never asked for, that lack their words, or that do not mark what they speak of."""
    game = studio.new("surakarta", None, None)
    with visit(browser, f"{studio.address}/play/{game['id']}") as seen:
        page = seen.page
        ready(page)
        page.get_by_role("tab", name="Rules").click()
        figures = page.locator(".diagrams figure")
        expect(figures).to_have_count(2)
        expect(figures.nth(1).locator("figcaption")).to_contain_text("round at least one loop")
        expect(figures.nth(1).locator(".ring").first).to_be_attached()  # on the man that is taken


def test_the_shown_move_is_in_sight(studio: Running, browser: Browser) -> None:
    """Would catch a list of moves that stays at its beginning while the game goes on, on a wide screen, too."""
    steps = [f"{file}{rank}" for rank in (3, 4) for file in "abcdefgh"]  # pawns that never meet
    answers = [f"{file}{rank}" for rank in (6, 5) for file in "abcdefgh"]
    lines = [name for pair in zip(steps[:12], answers[:12], strict=True) for name in pair]
    game = studio.new("chess", None, None, moves=lines)
    with visit(browser, f"{studio.address}/play/{game['id']}") as seen:
        page = seen.page
        page.set_viewport_size({"width": 1280, "height": 620})
        ready(page)
        expect(page.locator(".move.shown")).to_be_in_viewport(ratio=1)
        page.get_by_role("button", name="First position").click()
        shown_ply(page, 0)
        page.get_by_role("button", name="Next move").click()
        expect(page.locator(".move.shown")).to_be_in_viewport(ratio=1)


def test_a_lost_game_does_not_look_won(studio: Running, browser: Browser) -> None:
    """Would catch a defeat in the colour of a victory, a finished game among those to continue or missing in the library."""
    going = studio.new("connect_four", None, "random", moves=["4", "4"])
    game = studio.new("connect_four", None, "random", moves=["4", "4"])
    studio.post(f"/games/{game['id']}/resign", {"player": 0})
    with visit(browser, f"{studio.address}/play/{game['id']}") as seen:
        page = seen.page
        ready(page)
        expect(page.locator(".standing.lost")).to_have_count(1)
        page.get_by_role("button", name="Previous move").click()
        expect(page.locator(".result.lost")).to_have_count(1)  # beside the moves, while an earlier position is on the board
        page.goto(f"{studio.address}/")
        unfinished = page.get_by_role("region", name="Continue: your games")
        expect(unfinished.locator(f'a[href="/play/{going["id"]}"]')).to_have_count(1)
        expect(unfinished.locator(f'a[href="/play/{game["id"]}"]')).to_have_count(0)
        page.goto(f"{studio.address}/library?status=over")
        expect(page.locator(f'.saved a[href="/play/{game["id"]}"]')).to_have_count(1)
        expect(page.locator(f'.saved a[href="/play/{going["id"]}"]')).to_have_count(0)


def test_an_unknown_address_is_a_page(studio: Running, browser: Browser) -> None:
    """Would catch an answer meant for scripts where a person has mistyped an address."""
    with visit(browser, f"{studio.address}/") as seen:
        answer = seen.page.goto(f"{studio.address}/no/such/page")
        assert answer is not None and answer.status == 404
        expect(seen.page.get_by_role("heading", name="Nothing here")).to_be_visible()
        seen.problems.clear()  # the browser tells of the 404, as it should
