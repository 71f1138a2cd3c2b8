"""Playing on the page, as it feels: pieces that move, gestures that are understood, an end that says how it went."""

from __future__ import annotations

import re
import time
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.browser import visit
from tests.studio.page_driver import cell, click, game_ply, ready, shown_ply
from tests.studio.running import Running

MOVING = {"reduced_motion": "no-preference"}
CLICK_IN_CHESS = 8_000  # bytes
FLIGHTS = """() => { window.flights = 0;
  new MutationObserver(() => { window.flights += document.querySelectorAll(".flying").length; })
    .observe(document.querySelector(".board"), { subtree: true, childList: true }); }"""
SHIFTS = """() => { window.shifts = []; new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries())
    window.shifts.push([value, sources.map(({ node }) => node?.outerHTML?.slice(0, 80)).join()]);
}).observe({ type: "layout-shift" }); }"""


def _place(page: Page, name: str) -> tuple[float, float]:
    box = page.locator(f'.cell-button[data-id="{name}"]').bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_click_in_chess_sends_little_and_a_piece_glides(studio: Running, browser: Browser) -> None:
    """Would catch a click that sends the whole picture, a piece that jumps, and a motion that a click does not end."""
    game = studio.new("chess", None, "random")
    frames: list[int] = []
    with visit(browser, f"{studio.address}/play/{game['id']}", **MOVING) as seen:
        page = seen.page
        page.on("websocket", lambda socket: socket.on("framereceived", lambda data: frames.append(len(data))))
        page.reload()
        ready(page)
        page.wait_for_timeout(300)  # what is sent for the first position
        page.evaluate(FLIGHTS)
        frames.clear()
        click(page, "e2", "e4")
        shown_ply(page, 2)
        assert page.evaluate("window.flights") > 0
        assert 0 < sum(frames) < CLICK_IN_CHESS, frames
        page.keyboard.press("Shift")
        expect(page.locator(".flying, .in-flight")).to_have_count(0)
        expect(page.locator('[data-on="e4"]')).to_be_visible()


def test_nothing_moves_for_those_who_ask(studio: Running, browser: Browser) -> None:
    """Would catch pieces that fly although the system, or the setting, asks for less motion."""
    game = studio.new("chess", None, None)
    for options in ({}, MOVING):
        with visit(browser, f"{studio.address}/play/{game['id']}", **options) as seen:
            page = seen.page
            ready(page)
            page.evaluate(FLIGHTS)
            ply = int(page.locator(".play-board").get_attribute("data-ply") or 0)
            click(page, *(("e7", "e5") if ply else ("e2", "e4")))
            shown_ply(page, ply + 1)
            assert page.evaluate("window.flights") == 0
            if not options:
                page.request.put("/api/settings", data={"animation": False})


def test_discs_fall_and_the_end_is_worth_reaching(studio: Running, browser: Browser) -> None:
    """Would catch a column that takes clicks on one cell alone, a disc that does not fall, a line that is not shown."""
    game = studio.new("connect_four", None, None, moves=["1", "2", "1", "2", "1"])
    with visit(browser, f"{studio.address}/play/{game['id']}", **MOVING) as seen:
        page = seen.page
        ready(page)
        page.evaluate(FLIGHTS)
        click(page, "g6")  # the top of a column: the disc falls to its floor
        shown_ply(page, 6)
        assert page.evaluate("window.flights") > 0
        assert studio.get(f"/games/{game['id']}")["moves"][-1]["name"] == "7"
        click(page, "a6")
        expect(page.locator(".won-ring")).to_have_count(4)
        expect(page.locator(".standing.over")).to_contain_text("Blue wins")
        page.get_by_role("button", name="Switch sides").click()
        page.wait_for_url(lambda url: game["id"] not in url)
        expect(page.locator(".play-board")).to_have_attribute("data-ply", "0")


def test_a_defeat_is_told_in_words_and_colour(studio: Running, browser: Browser) -> None:
    """Would catch a defeat in the colour of a victory, one that is told not at all or several times, and a rematch with other
    players.
    """
    game = studio.new("connect_four", None, "random", moves=["4", "4"])
    studio.post(f"/games/{game['id']}/resign", {"player": 0})
    with visit(browser, f"{studio.address}/play/{game['id']}") as seen:
        page = seen.page
        expect(page.locator(".standing")).to_contain_text("You lost")
        expect(page.get_by_text("You lost").filter(visible=True)).to_have_count(1)
        bad = page.evaluate(
            """() => { const probe = document.createElement("i"); probe.style.color = "var(--bad)"; document.body.append(probe);
            return getComputedStyle(probe).color; }"""
        )
        assert bad != page.locator("body").evaluate("body => getComputedStyle(body).color")
        expect(page.locator(".standing")).to_have_css("color", bad)
        page.get_by_role("button", name="Rematch").click()
        page.wait_for_url(lambda url: game["id"] not in url)
        again = studio.get(f"/games/{page.url.rpartition('/')[2]}")
        assert [seat["kind"] for seat in again["seats"]] == ["human", "agent"]


def test_arrows_and_swipes_play_games_of_directions(studio: Running, browser: Browser) -> None:
    """Would catch arrow keys that walk through 2048 instead of playing it, and a finger that slides in vain."""
    game = studio.new("2048", None)
    with visit(browser, f"{studio.address}/play/{game['id']}", has_touch=True, viewport={"width": 390, "height": 844}) as seen:
        page = seen.page
        ready(page)
        decided = _decisions(studio, game["id"])
        for key in ("ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp"):
            page.keyboard.press(key)
        page.wait_for_function("() => document.querySelectorAll('.move:not(.chance)').length > 0")
        assert _decisions(studio, game["id"]) > decided
        decided = _decisions(studio, game["id"])
        box = page.locator(".board").bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        for dx, dy in ((90, 0), (0, 90), (-90, 0), (0, -90)):
            page.mouse.move(x, y)
            page.mouse.down()
            page.mouse.move(x + dx, y + dy, steps=4)
            page.mouse.up()
        page.wait_for_function(f"() => document.querySelectorAll('.move:not(.chance)').length > {decided}")


def _decisions(studio: Running, game: str) -> int:
    return sum(move["player"] == 0 for move in studio.get(f"/games/{game}")["moves"])


def test_who_plays_second_sits_below(studio: Running, browser: Browser) -> None:
    """Would catch a board seen from the opponent's side, and a flip that a reload forgets."""
    game = studio.new("chess", "random", None)
    with visit(browser, f"{studio.address}/play/{game['id']}") as seen:
        page = seen.page
        shown_ply(page, 1)
        assert _place(page, "a8")[1] > _place(page, "a1")[1]
        expect(page.locator(".players-bottom .player")).to_contain_text("You")
        click(page, "e7", "e5")
        shown_ply(page, 3)
        assert _place(page, "a8")[1] > _place(page, "a1")[1]
        page.keyboard.press("f")
        page.wait_for_selector('.play-board[data-flipped="false"]')
        page.wait_for_function(_above("a8", "a1"))
        page.reload()
        shown_ply(page, 3)
        assert _place(page, "a8")[1] < _place(page, "a1")[1]
        expect(page.locator(".players-top .player")).to_contain_text("You")


def _above(one: str, other: str, edge: str = "top") -> str:
    at = f"(id) => document.querySelector(`.cell-button[data-id='${{id}}']`).getBoundingClientRect().{edge}"
    return f"() => {{ const at = {at}; return at('{one}') < at('{other}'); }}"


def test_a_hint_asked_too_early_comes_in_time(studio: Running, browser: Browser, monkeypatch: Any) -> None:
    """Would catch a hint that vanishes because the opponent moved before it came."""
    game = studio.new("nim", None, "level:1")
    thinking = studio.studio.games._think

    def slowly(*arguments: Any) -> None:
        time.sleep(1.0)
        thinking(*arguments)

    monkeypatch.setattr(studio.studio.games, "_think", slowly)
    with visit(browser, f"{studio.address}/play/{game['id']}") as seen:
        page = seen.page
        ready(page)
        click(page, "d7")
        game_ply(page, 1)
        page.keyboard.press("h")
        expect(page.locator(".toast")).to_contain_text("your turn")
        shown_ply(page, 2)
        expect(page.locator(".arrow-hint")).to_have_count(1)


def test_the_board_stays_where_it_is(studio: Running, browser: Browser) -> None:
    """Would catch a board that moves when the engine is turned on, and a page that shifts while it is played on."""
    game = studio.new("othello", None, "random")
    with visit(browser, f"{studio.address}/play/{game['id']}", viewport={"width": 1440, "height": 900}) as seen:
        page = seen.page
        ready(page)
        page.wait_for_load_state("networkidle")
        page.evaluate(SHIFTS)
        before = page.locator(".board").bounding_box()
        page.keyboard.press("l")
        page.wait_for_selector(".value-bar:not([hidden])")
        assert page.locator(".board").bounding_box() == before
        click(page, "d3")
        page.wait_for_selector('.play-board[data-shown="2"]')
        assert page.locator(".board").bounding_box() == before
        shifts = page.evaluate("window.shifts")
        assert sum(value for value, _ in shifts) <= 0.02, shifts


def test_agents_among_themselves_can_be_held(studio: Running, browser: Browser) -> None:
    """Would catch a game between agents that cannot be paused, goes on nevertheless, or never goes on again."""
    game = studio.new("othello", "random", "random", moves=[])
    studio.post(f"/games/{game['id']}/pace", {"paused": True, "seconds": 0.2})
    with visit(browser, f"{studio.address}/play/{game['id']}") as seen:
        page = seen.page
        ready(page)
        ply = studio.get(f"/games/{game['id']}")["ply"]
        expect(page.get_by_role("button", name="Go on")).to_be_visible()
        page.wait_for_timeout(400)
        assert studio.get(f"/games/{game['id']}")["ply"] == ply
        page.get_by_role("group", name="Pace of the game").get_by_role("combobox").select_option("Fast")
        page.get_by_role("button", name="Go on").click()
        page.wait_for_function(f"() => Number(document.querySelector('.play-board').dataset.shown) > {ply}")
        studio.post(f"/games/{game['id']}/pace", {"seconds": -1}, 422)


def test_turns_without_a_move_are_said(studio: Running, browser: Browser) -> None:
    """Would catch a roll that cannot be played and passes in silence, and words for a roll that was played."""
    game = studio.new("nim", None, None)
    with visit(browser, f"{studio.address}/play/{game['id']}") as seen:
        told = seen.page.evaluate(
            """async () => { const { passedTurns } = await import("/page/game_words.js");
            const move = (word) => ({ player: Number(word.split("/")[0]), name: word.split("/")[1] });
            const told = (text, person) => passedTurns(text.split(" ").map(move), ["White", "Black"], person, 0);
            return [told("0/a 0/b -1/6-6 -1/3-1", 1), told("0/a -1/6-6 1/c -1/3-1", 1), told("0/a 1/pass", 0),
              told("-1/6-6 -1/3-1", 0)]; }"""
        )
        assert told == ["You rolled 6-6: no move.", "", "Black passes.", ""]


def test_pieces_are_followed_without_knowing_the_game(studio: Running, browser: Browser) -> None:
    """Would catch a capture, a promotion, a flip, a drop from the hand or a sowing that is taken for something else."""
    game = studio.new("nim", None, None)
    with visit(browser, f"{studio.address}/play/{game['id']}") as seen:
        changes = seen.page.evaluate(
            """async () => { const { sceneChanges } = await import("/page/scene_changes.js");
            const piece = (word) => { const [cell, kind, count] = word.split(/[=*]/);
              return { cell, kind: kind.replace("_", " "), count: Number(count ?? 1), element: null }; };
            const scene = (text) => text.split(" ").filter(Boolean).map(piece);
            const apart = (a, b) => Math.abs(a.charCodeAt(0) - b.charCodeAt(0));
            const told = (before, after, path) => { const found = sceneChanges(scene(before), scene(after), path, apart);
              const cells = (list) => list.map((p) => p.cell ?? (p.from ? `${p.from.cell}${p.to.cell}` : p.to.cell)).join();
              const named = Object.entries(found).map(([name, list]) => [name, cells(list)]);
              return named.filter(([, text]) => text).map((p) => p.join(":")).join(" "); };
            return [told("a=0_rook b=1_pawn", "b=0_rook", ["a", "b"]), told("a=0_pawn", "b=0_queen", ["a", "b"]),
              told("a=0_disc b=1_disc", "a=0_disc b=0_disc c=0_disc", ["c"]), told("h=0_pawn", "c=0_pawn", ["h", "c"]),
              told("a=-1_seeds*3 b=-1_seeds*1", "b=-1_seeds*2 c=-1_seeds*1 d=-1_seeds*1", ["a"]),
              told("a=0_man b=1_man", "c=0_man", ["a", "c"]), told("a=0_x", "a=0_x", [])]; }"""
        )
        assert changes == [
            "moved:ab gone:b",
            "moved:ab",
            "turned:bb come:c",
            "moved:hc",
            "grown:bb,c,d shrunk:a",
            "moved:ac gone:b",
            "",
        ]


def test_fingers_have_room(studio: Running, browser: Browser) -> None:
    """Would catch controls that a finger cannot hit, a board that cannot be enlarged where its cells are small, hands that take
    its room: beside it on a phone, above and below it on a wide screen.
    """
    game = studio.new("chess", None, None, moves=["e4", "e5"])
    hands = studio.new("gobblet", None, None)
    phone = {"has_touch": True, "is_mobile": True, "viewport": {"width": 390, "height": 844}}
    with visit(browser, f"{studio.address}/play/{game['id']}", **phone) as seen:
        page = seen.page
        ready(page)
        small = page.evaluate(
            """() => [...document.querySelectorAll(".play button:not(.cell-button), .play select")]
            .filter((e) => e.offsetParent).map((e) => [e.textContent || e.title, e.getBoundingClientRect()])
            .filter(([, b]) => Math.min(b.width, b.height) < 32).map(([name, b]) => `${name} ${b.width} x ${b.height}`)"""
        )
        assert not small
        side = cell(page, "e4").bounding_box()
        assert side is not None and side["width"] >= 32
        touch = page.locator(".board-picture").evaluate("(e) => getComputedStyle(e).touchAction")
        assert re.search("pinch-zoom|manipulation|auto", touch)
        page.goto(f"/play/{hands['id']}")
        ready(page)
        slot = studio.get(f"/games/{hands['id']}")["position"]["choices"][0]["gesture"][0]
        page.wait_for_function(_above("a1", slot))
        page.set_viewport_size({"width": 1440, "height": 900})
        page.wait_for_function(_above("d1", slot, "left"))  # in a column of its own
        click(page, slot, "a1")
        shown_ply(page, 1)
