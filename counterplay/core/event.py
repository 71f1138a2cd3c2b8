"""What a traced search did, in order: one format for every algorithm and both gears.

A kernel writes events into a preallocated array of `EVENT` records; `events` turns it into `Event` objects.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np


class Kind(IntEnum):
    """What happened."""

    ENTER = 0  # the search came to a node
    LEAF = 1  # a terminal state or the horizon: value is utility or evaluation
    UPDATE = 2  # a child's value became the best so far (value), or moved alpha or beta
    CUT = 3  # the remaining actions cannot matter: alpha >= beta
    LEAVE = 4  # the node's value is known
    AVERAGE = 5  # a chance node added probability * value of a child; value is the sum so far
    HIT = 6  # the value came from the transposition table


NO_ACTION = -(2**31)  # the root was not reached by an action

EVENT = np.dtype(
    [
        ("kind", np.int64),
        ("node", np.int64),  # numbered from 0 in the order of entering
        ("parent", np.int64),  # -1 for the root
        ("ply", np.int64),
        ("action", np.int64),  # the one that led to the node; of an UPDATE, CUT or AVERAGE the one just searched
        ("player", np.int64),  # to move at the node, or CHANCE
        ("alpha", np.float64),
        ("beta", np.float64),
        ("value", np.float64),
    ]
)


class Event(NamedTuple):
    """One record of a trace; the fields are those of `EVENT`."""

    kind: Kind
    node: int
    parent: int
    ply: int
    action: int
    player: int
    alpha: float
    beta: float
    value: float


def events(records: np.ndarray[Any, Any]) -> Iterator[Event]:
    """The records (shape (n,), dtype EVENT) as objects."""
    for record in records.tolist():
        yield Event(Kind(record[0]), *record[1:])
