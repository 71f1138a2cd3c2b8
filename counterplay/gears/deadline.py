"""When running code must end: two words, a stop flag that others raise and a time at which the code raises it itself.

A thread that waits for the time and then raises the flag would have to be given a processor first, and Python's lock: where all
processors are busy, that takes tens of milliseconds. Native code reads the clock for the price of a few instructions.
"""

from __future__ import annotations

import time
from typing import Any

from counterplay.gears.compiler.deferred_numba import helper, twin

STOP, DEADLINE = 0, 1  # the words: not 0, end at once; the time on the clock of `nanoseconds`, 0 for none

SHARED_CLOCK = hasattr(time, "clock_gettime_ns")  # native code reads the same clock as Python; not on Windows
CLOCK = time.CLOCK_MONOTONIC if SHARED_CLOCK else 0


def nanoseconds() -> int:
    """The time on a clock that nobody sets; 0 in native code that cannot read it, so that no deadline ever passes there."""
    return time.clock_gettime_ns(CLOCK) if SHARED_CLOCK else time.perf_counter_ns()


@twin(nanoseconds)
def _nanoseconds() -> Any:
    if not SHARED_CLOCK:
        return lambda: 0
    from counterplay.gears.compiler.intrinsics import read_clock

    return lambda: read_clock(CLOCK)


@helper
def must_end(words: Any) -> bool:
    """Whether the flag is raised; raises it where the time is up."""
    if words[STOP] == 0 and words[DEADLINE] != 0 and nanoseconds() >= words[DEADLINE]:
        words[STOP] = 1
    return words[STOP] != 0
