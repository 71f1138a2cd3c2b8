"""Compilers beside whatever people do: one at a time, the one that somebody waits for first."""

from __future__ import annotations

import contextlib
import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from toy_games import Coins

from counterplay import Game, Limit, Position, Report, Search, make_game
from counterplay.gears import background_compiler
from counterplay.gears.background_compiler import (
    SECONDS_OF_SEARCH,
    SHARED,
    NotReady,
    compiling_in_background,
    estimate_seconds,
    start_compiler,
)
from counterplay.gears.entry.walk_kernel import WALK_KERNELS
from counterplay.gears.gear_choice import is_interpreting
from counterplay.search import search_position, search_task
from counterplay.search.api import find_algorithm
from counterplay.search.search_task import Task, task_reports

DEEP = 14  # plies that plain Python does not search while a small game is compiled


class FakeProcess:
    """A compiler that works until it is told to end."""

    def __init__(self) -> None:
        self.end = threading.Event()

    def wait(self) -> None:
        assert self.end.wait(60)


class CompilesWhenReleased(FakeProcess):
    """One that compiles the engine for a game, in this process, when it is told to."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game

    def wait(self) -> None:
        super().wait()
        Search(Position(self.game), Limit(depth=1), "engine").result()


class Started:
    """What would have been started as processes."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.processes: list[FakeProcess] = []
        self.changed = threading.Condition()

    def __call__(self, text: str, algorithm: str) -> FakeProcess:
        with self.changed:
            self.names.append(text)
            self.processes.append(FakeProcess())
            self.changed.notify_all()
            return self.processes[-1]

    def wait_for(self, count: int) -> list[str]:
        with self.changed:
            assert self.changed.wait_for(lambda: len(self.names) >= count, 60)
            return list(self.names)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Started:
    fake = Started()
    monkeypatch.setattr(background_compiler, "_start", fake)
    monkeypatch.setattr(background_compiler, "name_game", [lambda game: f"coins:{game.coins}"])
    monkeypatch.setattr(background_compiler, "_known", {})
    monkeypatch.setattr(background_compiler, "announce_compilation", [lambda message: None])
    return fake


def asked(coins: int) -> Any:
    return start_compiler(Coins(coins), "engine", lambda: None)


def test_one_compiler_at_a_time_and_the_last_one_asked_for_first(started: Started) -> None:
    """Would catch a dozen compilers that starve the answers of plain Python, or one that nobody ever starts."""
    first = asked(20)
    started.wait_for(1)
    waiting = {coins: asked(coins) for coins in (21, 22, 23)}
    assert asked(21) is waiting[21]  # somebody looks at it again
    assert asked(20) is first
    assert started.names == ["coins:20"] and not first.ended
    for count, coins in ((2, 21), (3, 23), (4, 22)):
        started.processes[-1].end.set()
        assert started.wait_for(count)[-1] == f"coins:{coins}"
        assert not waiting[coins].ended
    started.processes[-1].end.set()
    while not waiting[22].ended:
        time.sleep(0.01)
    assert first.ended and all(compiler.ended for compiler in waiting.values())


def test_a_compiler_that_has_ended_is_started_again(started: Started) -> None:
    """Would catch a game that stays interpreted for good because its first compiler was killed."""
    first = asked(30)
    started.wait_for(1)
    started.processes[0].end.set()
    while not first.ended:
        time.sleep(0.01)
    second = asked(30)
    assert second is not first
    assert started.wait_for(2) == ["coins:30"] * 2
    started.processes[1].end.set()


def test_an_answer_does_not_wait_for_its_turn(started: Started) -> None:
    """Would catch a reply that waits until all compilers before its own have ended."""
    asked(40)
    started.wait_for(1)
    with compiling_in_background():
        report = search_position(Coins(41), None, Limit(depth=3), "engine", patience=0.1)
    assert report.action in (1, 2)
    assert started.names == ["coins:40"]
    background_compiler._waiting.clear()
    started.processes[0].end.set()


def test_the_compiled_search_takes_over(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Would catch a search that stays in plain Python once everything is compiled, begins anew without it, or says nothing."""
    game = make_game("connect_four:width=5,height=5")
    process = CompilesWhenReleased(game)
    told: list[tuple[Report, str]] = []

    def body(task: Task[Any], tools: Any) -> Iterator[Report]:
        gear = "interpreted" if is_interpreting() else "compiled"
        for report in find_algorithm("engine", game).body(task, tools):
            told.append((report, gear))
            yield report

    monkeypatch.setattr(background_compiler, "_start", lambda text, algorithm: process)
    monkeypatch.setattr(background_compiler, "_known", {})
    monkeypatch.setattr(search_task, "is_in_background", lambda: True)
    monkeypatch.setattr(search_task, "only_ready", never_ready)
    monkeypatch.delenv("COUNTERPLAY_QUIET", raising=False)
    search = Search(Position(game), Limit(depth=DEEP), "engine")
    reports: list[Report] = []
    for report in task_reports(search.task, search._prepare, body):
        reports.append(report)
        process.end.set()
    gears = [gear for report in reports for other, gear in told if other is report]
    first = gears.index("compiled")
    assert first > 0 and gears == ["interpreted"] * first + ["compiled"] * (len(gears) - first)
    assert max(report.depth for report in reports[:first]) < reports[-1].depth == DEEP
    said = [line for line in capsys.readouterr().err.splitlines() if "in the background" in line]
    assert len(said) == 1 and re.search(r"once; about \d+ s", said[0])


@contextlib.contextmanager
def never_ready() -> Iterator[None]:
    """As if nothing were on disk."""
    raise NotReady
    yield


def test_the_estimate_leaves_out_a_search_that_is_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch six seconds announced for what was compiled when the program was installed, or is compiled for no game."""
    monkeypatch.setenv("COUNTERPLAY_CACHE", str(tmp_path))
    alone = estimate_seconds(Coins(), "alpha_beta")
    assert alone < SECONDS_OF_SEARCH < estimate_seconds(Coins(), "engine")
    (tmp_path / f"search_node-{'0' * 32}.native").touch()
    assert estimate_seconds(Coins(), "engine") == alone
    assert set(SHARED.values()) <= {kernel.__name__ for kernel in WALK_KERNELS}
