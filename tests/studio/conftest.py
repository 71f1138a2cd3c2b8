"""Studios that a test starts are ended with it."""

from __future__ import annotations

import logging
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from counterplay.studio.server import tournaments
from counterplay.studio.server.connection_limits import Gate
from counterplay.studio.server.studio_options import Options
from tests.browser import chromium
from tests.studio.running import Process, Running


def assert_no_complaints(caplog: pytest.LogCaptureFixture) -> None:
    """Nothing was written to the log as a warning or an error."""
    problems = [r.getMessage() for r in caplog.records if r.levelno >= logging.WARNING and "asyncio" not in r.name]
    assert not problems, problems


@pytest.fixture
def start(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., Running]]:
    """Start studios; whatever they write to the log as an error fails the test."""
    monkeypatch.setattr(tournaments, "NICENESS", 0)  # on a busy machine a polite process may wait for minutes
    running: list[Running] = []

    def begin(gate: Gate | None = None, **options: Any) -> Running:
        chosen = Options(**{"database": tmp_path / "games.db", "pace": 0.0, "searches": 2, **options})
        running.append(Running(chosen, gate))
        return running[-1]

    yield begin
    for one in running:
        one.close()
    assert_no_complaints(caplog)


@pytest.fixture
def studio(start: Callable[..., Running]) -> Running:
    return start()


@pytest.fixture
def launch() -> Iterator[Callable[..., Process]]:
    """Start studios as processes."""
    processes: list[Process] = []

    def begin(*words: str) -> Process:
        processes.append(Process(*words))
        return processes[-1]

    yield begin
    for process in processes:
        process.end(signal.SIGKILL)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for the tests of a file; not for longer, since it holds the thread's event loop."""
    with chromium() as found:
        yield found
