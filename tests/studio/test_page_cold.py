"""The first click on a machine where nothing is compiled: it is answered while the compiler works."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser import visit
from tests.studio.page_driver import click, game_ply, my_turn, ready
from tests.studio.running import Process

FIRST_CLICKS = {"chess": ("e2", "e4"), "connect_four": ("d1",), "othello": ("d3",)}  # the cells of a first move


@pytest.mark.slow
@pytest.mark.parametrize("spec", sorted(FIRST_CLICKS))
def test_a_click_is_answered_before_anything_is_compiled(
    spec: str, launch: Callable[..., Process], browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Would catch a reply that waits for the compiler: half a minute in chess on a fresh machine."""
    cache = tmp_path / "kernels"
    monkeypatch.setenv("COUNTERPLAY_CACHE", str(cache))
    studio = launch("--port", "0", "--db", str(tmp_path / "s.sqlite"))
    address = studio.address.rstrip("/")
    with visit(browser, address, reduced_motion="reduce") as seen:
        seats = [{"kind": "human"}, {"kind": "agent", "agent": "level:3"}]
        game = seen.page.request.post("/api/games", data={"game": spec, "seats": seats}).json()
        seen.page.goto(f"/play/{game['id']}")
        ready(seen.page)
        my_turn(seen.page)
        click(seen.page, *FIRST_CLICKS[spec])
        game_ply(seen.page, 2)
        assert not list(cache.glob("search_node-*")), "the reply waited until the engine was compiled"
