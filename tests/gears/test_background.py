"""Compilers beside whatever people do: one at a time, the one that somebody waits for first."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest
from toy_games import Coins

from counterplay import Limit
from counterplay.gears import background_compiler
from counterplay.gears.background_compiler import compiling_in_background, start_compiler
from counterplay.search import search_position


class FakeProcess:
    """A compiler that works until it is told to end."""

    def __init__(self) -> None:
        self.end = threading.Event()

    def wait(self) -> None:
        assert self.end.wait(60)


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
