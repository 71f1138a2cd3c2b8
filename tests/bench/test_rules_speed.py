"""Two revisions of the rules are compared by their own code and their own time."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.rules_speed import compared, main

PACKAGE = """
import time
clock = [0.0]
time.process_time = lambda: clock[0]
class make_game:
    def __init__(self, name): assert name == "any"
    def initial(self): return 0
"""
PLAYOUT = """
from counterplay import clock
def play_random_games(game, state, count, seed):
    clock[0] += count * {cost} * (1 + seed % 2)
    return (0.0, 0.0), 7 * count
"""


def package(folder: Path, cost: float) -> Path:
    """A package whose random games take so many seconds each by a clock of its own, twice as many in every other round."""
    (folder / "counterplay" / "search").mkdir(parents=True)
    (folder / "counterplay" / "__init__.py").write_text(PACKAGE)
    (folder / "counterplay" / "search" / "playout.py").write_text(PLAYOUT.format(cost=cost))
    return folder


def test_ratio(tmp_path: Path) -> None:
    """Would catch both sides running the same code, a ratio upside down, and one of rounds that are not neighbours."""
    slow, fast = package(tmp_path / "slow", 0.5), package(tmp_path / "fast", 0.125)
    assert compared("any", (slow, fast), 4, 1.0) == (14.0, 56.0, 0.25)


def test_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    """Would catch a traceback instead of a sentence."""
    assert main(["--against", "no-such-revision"]) == 2
    assert "no-such-revision" in capsys.readouterr().err
