"""What stays in memory when games, analyses and clocks are over."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Callable
from pathlib import Path

import pytest

from bench.studio_memory import play_many, resident
from counterplay.studio.server import running_games
from counterplay.studio.server.alarms import FEW, Alarms
from counterplay.studio.server.studio_options import MOST_IDLE_GAMES
from tests.studio.running import Process, Running

SHORT_GAMES = ("mnk", "nim", "kalah:pits=3,seeds=3")


@pytest.mark.slow
def test_games_leave_nothing_behind(launch: Callable[..., Process], tmp_path: Path) -> None:
    """Games, pages or positions that stay in memory when they were played: `bench.studio_memory` does it with 10,000."""
    studio = launch("--port", "0", "--db", str(tmp_path / "s.sqlite"))
    address = studio.address.rstrip("/")
    asyncio.run(play_many(address, MOST_IDLE_GAMES + 20, names=SHORT_GAMES))
    before = resident(studio.process.pid)
    asyncio.run(play_many(address, 200, seed=2, names=SHORT_GAMES))
    # A game that is kept takes about 18 KB; these would be 3.6 MB.
    assert resident(studio.process.pid) - before < 2


def test_games_that_nobody_follows_leave_the_memory(studio: Running) -> None:
    """Games that stay in memory for good, or that cannot be gone on with when they have left it."""
    first = studio.new("nim", None, None)
    with studio.live() as page:
        followed = studio.new("nim", None, None)
        page.say("watch", game=followed["id"])
        page.hear("game")
        for _ in range(MOST_IDLE_GAMES + 5):
            studio.new("nim", None, None)
        held = studio.studio.games._live
        assert len(held) <= MOST_IDLE_GAMES + 1 and followed["id"] in held and first["id"] not in held
        moved = studio.post(f"/games/{first['id']}/moves", {"name": "a-1", "ply": 0})
        assert moved["ply"] == 1 and first["id"] in held
        studio.post(f"/games/{followed['id']}/moves", {"name": "a-1", "ply": 0})
        assert page.hear("game", until=lambda m: m["game"]["ply"] == 1)


def test_clocks_do_not_hold_any_number_of_games(studio: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games with clocks of a day each, which nobody plays, that fill the memory."""
    monkeypatch.setattr(running_games, "MOST_LIVE_GAMES", 10)
    clock = {"seconds": 86_400}
    first = studio.new("nim", None, None, clock=clock)
    for _ in range(20):
        studio.new("nim", None, None, clock=clock)
    assert len(studio.studio.games._live) <= 11
    again = studio.post(f"/games/{first['id']}/moves", {"name": "a-1", "ply": 0})
    assert again["clock"]["running"] == 1 and again["clock"]["left"][0] > 86_000


def test_cancelled_alarms_are_thrown_out() -> None:
    """A clock's every move that stays, with its game, until an hour has passed."""

    class Held:
        def ring(self) -> None:
            pass

    alarms, held = Alarms(), Held()
    gone = weakref.ref(held)
    try:
        alarms.after(3600, held.ring).cancel()
        del held
        gc.collect()
        assert gone() is None
        kept = [alarms.after(3600, lambda: None) for _ in range(10)]
        for _ in range(50 * FEW):
            alarms.after(3600, lambda: None).cancel()
        assert len(alarms._waiting) < 3 * FEW and all(alarm in alarms._waiting for alarm in kept)
    finally:
        alarms.close()
