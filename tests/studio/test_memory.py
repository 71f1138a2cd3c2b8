"""What stays in memory when games, analyses and clocks are over."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Callable
from pathlib import Path

import pytest

from bench.studio_memory import play_many, resident
from counterplay.studio import compiling, games, inside, searches
from counterplay.studio.alarms import FEW, Alarms
from counterplay.studio.options import MOST_IDLE_GAMES
from tests.studio.running import Process, Running, wait_for
from tests.studio.test_catalogue import OWN_GAME


@pytest.fixture
def own(start: Callable[..., Running], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Running:
    """A studio with a game that was never compiled."""
    monkeypatch.setenv("COUNTERPLAY_CACHE", str(tmp_path / "kernels"))
    mine = tmp_path / "mine.py"
    mine.write_text(OWN_GAME)
    return start(game_files=(str(mine),))


@pytest.mark.slow
def test_games_leave_nothing_behind(launch: Callable[..., Process], tmp_path: Path) -> None:
    """Games, pages or positions that stay in memory when they were played: `bench.studio_memory` does it with 10,000."""
    studio = launch("--port", "0", "--db", str(tmp_path / "s.sqlite"))
    address = studio.address.rstrip("/")
    asyncio.run(play_many(address, MOST_IDLE_GAMES + 20))
    before = resident(studio.process.pid)
    asyncio.run(play_many(address, 100, seed=2))
    # A game that is kept takes about 75 KB; these would be 7 MB.
    assert resident(studio.process.pid) - before < 4


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
    monkeypatch.setattr(games, "MOST_LIVE_GAMES", 10)
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


def test_nothing_is_compiled_in_the_studio_itself(own: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tens of megabytes that a compiler leaves behind for each game, and each size of its board."""
    here = []

    def told() -> None:
        here.append(not getattr(compiling._wishes, "elsewhere", False))
        compiling.about_to_compile()

    monkeypatch.setattr(searches, "about_to_compile", told)
    with own.live() as page:
        for _ in range(2):  # the second time it is in memory
            page.say("analyse", game="count_down", algorithm="minimax_value", depth=2, seconds=60)
            assert page.hear("report", "error")["type"] == "report"
            page.hear("done")
    monkeypatch.setattr(inside, "PLAIN_NODES", 0)  # so that it is compiled, although it is small
    assert own.post("/inside", {"game": "count_down", "algorithm": "alpha_beta", "depth": 2})["steps"]
    assert here and not any(here)


def test_a_compilation_nobody_waits_for(own: Running) -> None:
    """A page that has left, or a studio that has ended, and a search that waits for its compiler all the same."""
    with own.live() as page:
        page.say("analyse", game="count_down", algorithm="minimax_value", depth=2, seconds=60)
        page.hear("compiling")
    wait_for(lambda: own.get("/health")["searches"] == 0)
    with own.live() as page:  # whoever comes next waits for the same compilation
        page.say("analyse", game="count_down", algorithm="minimax_value", depth=2, seconds=60)
        page.hear("done")
        page.say("analyse", game="count_down", algorithm="alpha_beta", depth=2, seconds=60)
        page.hear("compiling")
        compiler = own.studio.compiler
        wait_for(lambda: compiler._processes)
        own.close()
    wait_for(lambda: not compiler._processes)


def test_kinds_of_searches_are_counted(own: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Variants without end, each of which keeps some memory even when another process compiles it."""
    monkeypatch.setattr(compiling, "MOST_COMPILED", 0)
    first = own.post("/position", {"game": "count_down"})["choices"][0]["action"]
    assert "start it again" in own.post("/why", {"game": "count_down", "action": first}, 429)["error"]
