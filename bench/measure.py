"""How a row is measured: by CPU seconds, ours and the reference's by turns, the best of a few rounds of each.

A busy machine slows both sides alike, and CPU time leaves out the waiting; the best round is the least disturbed one.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

ROUNDS = 5

Run = Callable[[], tuple[float, float]]  # does some work; how much, and the CPU seconds it took


@dataclass(frozen=True)
class Row:
    """One comparison. A ratio above 1 means that we are faster."""

    what: str
    ours: float
    reference: float
    unit: str
    against: str
    wanted: float  # the least ratio we hold ourselves to; 0 where the row only informs
    note: str = ""

    @property
    def ratio(self) -> float:
        """Ours over the reference's."""
        return self.ours / self.reference

    @property
    def met(self) -> bool:
        """Whether the ratio is what we hold ourselves to."""
        return self.ratio >= self.wanted


def figure(number: float) -> str:
    """Three significant digits, in full, with commas."""
    rounded = float(f"{number:.3g}")
    places = max(0, 2 - math.floor(math.log10(rounded))) if rounded > 0 else 0
    return f"{rounded:,.{places}f}"


def timed(work: Callable[[], float]) -> Run:
    """Work in this process that returns how much it has done."""

    def run() -> tuple[float, float]:
        start = time.process_time()
        amount = work()
        return amount, time.process_time() - start

    return run


def repeated(times: int, amount: float, function: Callable[[], object]) -> Run:
    """Work that is done so many times, each time so much of it."""

    def work() -> float:
        for _ in range(times):
            function()
        return times * amount

    return timed(work)


def side_by_side(ours: Run, theirs: Run, rounds: int = ROUNDS) -> tuple[float, float]:
    """The best rate of each, taking turns."""
    best = [0.0, 0.0]
    for _ in range(rounds):
        for i, run in enumerate((ours, theirs)):
            amount, seconds = run()
            best[i] = max(best[i], amount / max(1e-9, seconds))
    return best[0], best[1]
