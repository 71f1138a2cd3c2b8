"""How a row is measured: CPU seconds of this process, the best of three, so that a busy machine disturbs least."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

ROUNDS = 3


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


def cpu_seconds(function: Callable[[], Any], rounds: int = ROUNDS) -> tuple[float, Any]:
    """The least CPU time of a few calls, and the last answer."""
    best, answer = float("inf"), None
    for _ in range(rounds):
        start = time.process_time()
        answer = function()
        best = min(best, time.process_time() - start)
    return best, answer


def cpu_rate(amount: Callable[[], float], rounds: int = ROUNDS) -> float:
    """The best rate of a call that returns how much it has done."""
    best = 0.0
    for _ in range(rounds):
        start = time.process_time()
        done = amount()
        best = max(best, done / max(1e-9, time.process_time() - start))
    return best
