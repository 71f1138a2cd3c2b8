"""What searches leave behind: `bench.search_memory` does the same with 1,000 searches of all games."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from bench.search_memory import growth
from counterplay.gears.entry.walk import Walk

GAMES = ["nim", "connect_four:width=4,height=4", "mnk", "pig:target=10"]
FIRST, MORE = 50, 100  # each search of each game comes once among the first


def walks() -> int:
    gc.collect()
    return sum(isinstance(thing, Walk) for thing in gc.get_objects())


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is looked up there")
def test_searches_leave_nothing_behind() -> None:
    """Would catch a table (2 MB and more) or a walk that stays with every search, or an array that native code never frees."""
    steps = growth(GAMES, FIRST, MORE, MORE)
    _, before = next(steps)
    kept = walks()
    [(_, after)] = steps
    assert walks() <= kept
    assert after - before < 8
