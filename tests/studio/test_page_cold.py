"""The first click on a machine where nothing is compiled: it is answered while the compiler works."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from bench.studio_cold import compilers, empty_cache
from counterplay import make_game
from counterplay.games import game_names
from tests.browser import visit
from tests.studio.page_driver import click, game_ply, my_turn, play_at_random, ready
from tests.studio.running import Process, wait_for

AGENT = {"kind": "agent", "agent": "level:3"}
MOST_CLICKS = 200  # until it is the agent's turn: in pig, a person may roll for a while


@pytest.fixture
def cache(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Nothing is compiled."""
    with empty_cache() as folder:
        monkeypatch.setenv("COUNTERPLAY_CACHE", str(folder))
        yield folder


@pytest.fixture
def cold(cache: Path, launch: Callable[..., Process], tmp_path: Path) -> Process:
    """A studio that begins with that."""
    return launch("--port", "0", "--db", str(tmp_path / "s.sqlite"))


@pytest.mark.slow
def test_a_click_is_answered_before_anything_is_compiled(cold: Process, cache: Path, browser: Browser) -> None:
    """Would catch a reply that waits for the compiler: half a minute in chess on a fresh machine."""
    with visit(browser, cold.address.rstrip("/"), reduced_motion="reduce") as seen:
        game = seen.page.request.post("/api/games", data={"game": "chess", "seats": [{"kind": "human"}, AGENT]}).json()
        seen.page.goto(f"/play/{game['id']}")
        ready(seen.page)
        my_turn(seen.page)
        click(seen.page, "e2", "e4")
        game_ply(seen.page, 2)
        assert not list(cache.glob("search_node-*")), "the reply waited until the engine was compiled"


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="compilers are found there")
def test_every_game_is_answered_without_a_compiler(cold: Process, cache: Path, browser: Browser) -> None:
    """Would catch a game whose first reply needs native code, or a queue of compilers that replies wait in."""
    with visit(browser, cold.address.rstrip("/"), reduced_motion="reduce") as seen:
        page = seen.page
        page.request.post("/api/games", data={"game": "chess", "seats": [AGENT, AGENT]})
        [compiler] = wait_for(lambda: compilers(cache))
        os.kill(compiler, signal.SIGSTOP)  # whoever waits for it waits in vain
        for name in game_names():
            people = [{"kind": "human"}] * (make_game(name).players - 1)
            game: Any = page.request.post("/api/games", data={"game": name, "seats": [*people, AGENT]}).json()
            page.goto(f"/play/{game['id']}")
            ready(page)
            if people:
                play_at_random(page, random.Random(name), MOST_CLICKS, lambda number=game["id"]: answered(page, number))
            wait_for(lambda number=game["id"]: answered(page, number))
        assert compilers(cache) == [compiler] and not list(cache.glob("*.native"))


def answered(page: Page, number: str) -> bool:
    """Whether an agent has moved in a game."""
    return any(move["by"] == "agent" for move in page.request.get(f"/api/games/{number}").json()["moves"])
