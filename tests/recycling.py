"""Test processes that have grown make way for fresh ones.

To compile a search for a game leaves tens of megabytes behind that nothing gives back, and a run with an empty cache compiles
hundreds. So a worker of pytest-xdist whose memory has grown ends before its next test; pytest-xdist starts another one, and
that test is run there. It needs `--max-worker-restart`, which `make test` gives.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

LARGEST_MB = int(os.environ.get("COUNTERPLAY_TEST_MB", "850"))  # and one more test adds less than two hundred
WORKER, RUN = (
    "PYTEST_XDIST_WORKER",
    "PYTEST_XDIST_TESTRUNUID",
)  # pytest-xdist names this process and its run, in the environment


def resident_mb() -> float:
    """Memory of this process, where the system tells; 0 elsewhere."""
    with contextlib.suppress(OSError):
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE") / 2**20
    return 0.0


def _note(worker: str) -> Path:
    """Where a worker of this run leaves word of the test that it did not begin."""
    return Path(tempfile.gettempdir()) / f"counterplay-recycled-{os.environ.get(RUN, '')}-{worker}"


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[Any]:
    """End a worker that has grown instead of running its next test."""
    if WORKER in os.environ and resident_mb() > LARGEST_MB:
        with contextlib.suppress(BaseException):
            item.session._setupstate.teardown_exact(None)  # browsers and servers that are still open
        _note(os.environ[WORKER]).write_text(item.nodeid, encoding="utf-8")
        os._exit(0)
    return (yield)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Told in the first process before a worker starts, and only the workers know by themselves what the run is called."""
    os.environ[RUN] = node.workerinput["testrunuid"]


@pytest.hookimpl(optionalhook=True)
def pytest_handlecrashitem(crashitem: str, report: Any, sched: Any) -> None:
    """A worker has ended: where it was of its own will, the test that it did not begin is given to another one."""
    note = _note(report.node.gateway.id)
    if note.exists() and note.read_text(encoding="utf-8") == crashitem:
        note.unlink()
        sched.mark_test_pending(crashitem)
        report.outcome = "rerun"
