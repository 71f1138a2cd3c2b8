"""What a running search shares with whoever watches it: one int64 array that kernels count into and poll.

A search also looks at the clock itself, about every INTERVAL: `spent` compares the number of nodes with one number, the limit
or, where there is a deadline, the count at which to look next.

The stop flag and the counters lie 128 bytes apart: the flag is written by another thread, and a cache line that two
cores write would slow both.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from counterplay.core import Limit
from counterplay.core.limit import UNLIMITED_NODES
from counterplay.gears import helper
from counterplay.gears.deadline import DEADLINE, STOP, nanoseconds

# STOP and DEADLINE come first, where playouts of a game find them. Not 0: return at once, the value will be thrown away.
NODES = 16  # states entered
LEAVES = 17  # states whose value was a utility or an estimate
TABLE_HITS = 18
DEEPEST = 19  # deepest ply looked at
NODE_LIMIT = 20
BORROWED = 22  # how often the table gave a proof that may depend on the way to its position (rules of repetition)
HORIZON = 21  # how often a value was an estimate, not the end of a game; 0 means that the result is proven
DUE = 23  # the count at which a search looks at its limit and the clock; 0: at once
STRIDE = 24  # from one such look to the next
LOOKED = 25  # when that was, on the clock of `nanoseconds`
EARLY = 26  # nanoseconds that a search may end before its deadline, at most
AWAY = 27  # the longest that it had no processor, or was in one rule of the game, in nanoseconds
LENGTH = 32

INTERVAL = 100_000  # nanoseconds from one look at the clock to the next, at least; at most about four times as many
LONGEST_STRIDE = 1 << 20  # nodes
AWAY_LEAST = 10 * INTERVAL  # what counts as being away

MAX_PLY = 300  # deepest ply of a textbook search: Python's own stack holds 1000 calls, and a ply of recursion takes three

Array = np.ndarray[Any, Any]
RECORD = np.dtype([(f"place_{i}", np.int64) for i in range(LENGTH)])


def new_control(limit: Limit) -> Array:
    """A control array, shape (LENGTH,), int64, for one thread of a search."""
    control = np.zeros(LENGTH, np.int64)
    control[NODE_LIMIT] = limit.max_nodes
    return control


def as_record(control: Array) -> Any:
    """The same memory as one record, indexed alike: native code passes one pointer, where an array takes seven words.

    A recursive search whose nodes take a few nanoseconds is half as fast again this way.
    """
    return control.view(RECORD)[0]


@helper
def spent(control: Any) -> bool:
    """Count a node; whether the search must stop now."""
    control[NODES] += 1
    if control[NODES] >= control[DUE]:
        look_at_clock(control, control[NODES], control[NODE_LIMIT])
    return control[STOP] != 0


@helper
def spent_playouts(control: Any) -> bool:
    """Whether a search that counts its leaves, not its nodes, must stop now."""
    if control[LEAVES] >= control[DUE]:
        look_at_clock(control, control[LEAVES], UNLIMITED_NODES)
    return control[STOP] != 0


@helper
def look_at_clock(control: Any, count: int, limit: int) -> None:
    """Stop at the limit or the deadline; else say at which count to look again.

    Where others want the processor, too, it may be taken away at the deadline for as long as it was before; so the search ends
    that much earlier.
    """
    control[DUE] = limit
    if count >= limit:
        control[STOP] = 1
    elif control[DEADLINE] != 0:
        now = nanoseconds()
        passed = now - control[LOOKED]
        if passed > AWAY_LEAST and control[LOOKED] != 0:
            control[AWAY] = max(control[AWAY], passed)
        control[LOOKED] = now
        if now + min(control[AWAY], control[EARLY]) >= control[DEADLINE]:
            control[STOP] = 1
        if passed < INTERVAL:
            control[STRIDE] = min(2 * control[STRIDE] + 1, LONGEST_STRIDE)
        elif passed > 2 * INTERVAL:
            control[STRIDE] = control[STRIDE] // 2
        control[DUE] = min(limit, count + 1 + control[STRIDE])
