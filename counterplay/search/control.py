"""What a running search shares with whoever watches it: one int64 array that kernels count into and poll.

The stop flag and the counters lie 128 bytes apart: the flag is written by another thread, and a cache line that two
cores write would slow both.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from counterplay.core import Limit
from counterplay.gears import helper

STOP = 0  # not 0: return at once, the value will be thrown away
NODES = 16  # states entered
LEAVES = 17  # states whose value was a utility or an estimate
TABLE_HITS = 18
DEEPEST = 19  # deepest ply looked at
NODE_LIMIT = 20
BORROWED = 22  # how often the table gave a proof that may depend on the way to its position (rules of repetition)
HORIZON = 21  # how often a value was an estimate, not the end of a game; 0 means that the result is proven
LENGTH = 32

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
    if control[NODES] >= control[NODE_LIMIT]:
        control[STOP] = 1
    return control[STOP] != 0
