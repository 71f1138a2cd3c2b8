"""Every game of the catalogue, played to its end by clicks, taps, drags and keys on a page of a phone's size."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from counterplay import Game, Position, make_agent, make_game
from counterplay.games import game_names
from counterplay.studio.server import running_games
from counterplay.studio.server.studio_options import Options
from tests.browser import Visit, visit
from tests.studio.conftest import assert_no_complaints
from tests.studio.page_driver import board, my_turn, play_at_random, ready, undo_to_the_start
from tests.studio.running import Running

# Small boards, or starts near the end: the games are whole games, but short ones.
SHORT: dict[str, tuple[str, str | None]] = {
    "abalone": ("abalone", "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 188"),
    "alquerque": ("alquerque", "b4/5/1b1b1/5/w3w w - 44"),
    "backgammon": ("backgammon", "-BB" + 20 * "-" + "bb-:1:00"),  # the agent might win before a person has moved
    "chess": ("chess", "8/8/8/4k3/8/8/8/4K2R w K - 90 120"),
    "connections": ("connections:size=3", None),
    "hex": ("hex:size=5", None),
    "kalah": ("kalah:pits=4,seeds=3", None),
    "nine_mens_morris": ("nine_mens_morris", ".w./..w/bw./b....b/.b./.../b.. w 0 0 - 84"),
    "omega_chess": (
        "omega_chess",
        "1**********1/*5K4*/*9k*/*10*/*2p1c5*/*2P7*/*10*/*10*/*10*/*3n6*/*10*/1**********1 w - - 96 369",
    ),
    "othello": ("othello:size=4", None),
    "paper_racing": ("paper_racing", "j1+0-1 n2+1+0 blue 188"),
    "pig": ("pig:target=25", None),
    "scrabble": (
        "scrabble",
        "1C2LOOT1ID2HA/COUPE2I2A1MAT/AN1ID1BEEfY1ES1/P1RE1WE2O1EH2/1S2N2FAGOT2N/1L1GUN1Is1RATIO/1ETA1U1G4IF1/ID1ZONES1LINT2/"
        "R1RE5A1I3/E1ADO4B1L3/2M1W10/RUSE11/3X11/15/15 S JQRV KVY 237-194 0 - -",
    ),
    "shogi": ("shogi", "4k4/4g4/9/9/9/9/9/4G4/4K4 b RP 502"),
    "surakarta": ("surakarta", "w5/6/6/1w4/1b4/5b b 44"),
    "terrace": ("terrace", "6T1/8/8/4c3/3B4/8/8/1t6 w"),
    "tori_shogi": ("tori_shogi", "3k3/3f3/7/7/7/3F3/3K3 b CSs 502"),
    "twenty_forty_eight": ("twenty_forty_eight:width=2,height=2", None),
}
MOST_CLICKS = 1500
PHONE = {"width": 390, "height": 844}
LARGE = 32  # pixels that a finger hits; where cells are smaller, the board can be enlarged with two fingers
SMALLEST = """() => Math.min(...[...document.querySelectorAll(".board-picture .can, .button.gesture")]
  .map((e) => (e.querySelector(":scope > .paper") || e).getBoundingClientRect())
  .map((box) => Math.min(box.width, box.height)))"""
ENLARGES = "() => /pinch-zoom|manipulation|auto/.test(getComputedStyle(document.querySelector('.board-picture')).touchAction)"
LONG, LAST = 14, 7  # plies: a random game that is longer than the first is begun so many before its end


@pytest.fixture(scope="module")
def table(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Running, Visit]]:
    """A studio and a page for all games: what the page has loaded need not be loaded again."""
    studio = Running(Options(database=tmp_path_factory.mktemp("table") / "games.db", pace=0.0, searches=2))
    try:
        with visit(browser, studio.address, reduced_motion="reduce", viewport=PHONE, has_touch=True) as seen:
            yield studio, seen
    finally:
        studio.close()


def near_the_end(game: Game) -> str | None:
    """Where a person begins to play a long game; None for the start."""
    chance, path = random.Random(2), [Position(game)]
    while path[-1].outcome() is None:
        path.append(path[-1].play(chance.choice(path[-1].choices)))
    if len(path) <= LONG:
        return None
    return game.dump(next(position for position in path[-LAST:] if position.player == 0).state)


def told(game: dict[str, Any]) -> str:
    """How the page tells the end of a game to the person in the first seat."""
    result = game["result"]
    if len(game["seats"]) == 1:
        return str(result["sentence"])
    words = "A draw" if result["winner"] is None else "You won" if result["winner"] == 0 else "You lost"
    return f"{words}: {result['reason']}"


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_a_whole_game_by_clicks_taps_drags_and_keys(
    name: str, table: tuple[Running, Visit], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Would catch a gesture that cannot be made, an error in the page or the server, an end that is not shown, a wrong undo,
    a board on a phone whose cells are too small for fingers and cannot be enlarged.
    """
    monkeypatch.setattr(running_games, "make_agent", lambda agent: make_agent(agent, seed=1))
    studio, seen = table
    page = seen.page
    seen.problems.clear()  # of another game
    studio.studio.games._dice = random.Random(1)  # the same game every time, whatever its length
    spec, position = SHORT.get(name, (name, None))
    position = position or near_the_end(make_game(spec))
    seats: list[str | None] = [None] if name == "twenty_forty_eight" else [None, "random"]
    game = studio.new(spec, *seats, **({"start": position} if position else {}))
    page.goto(f"/play/{game['id']}")
    ready(page)
    my_turn(page)
    first = board(page)
    assert page.evaluate(SMALLEST) >= LARGE or page.evaluate(ENLARGES)
    clicks = play_at_random(page, random.Random(name), MOST_CLICKS, ways=("click", "tap", "drag", "key"))
    result = studio.get(f"/games/{game['id']}")
    assert clicks > 0 and result["status"] == "over" and result["moves"]
    assert page.locator(".standing").inner_text() == told(result)
    undo_to_the_start(page)
    my_turn(page)
    assert board(page) == first
    assert not seen.problems, seen.problems
    assert_no_complaints(caplog)
