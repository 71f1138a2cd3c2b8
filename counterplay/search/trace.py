"""Writing events from a kernel. A search that is not traced passes None, and Numba leaves the writing out altogether."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from counterplay.core.event import EVENT, Event, events
from counterplay.gears import helper


class Trace(NamedTuple):
    """Room for events; what does not fit is counted but not kept."""

    records: Any  # shape (capacity,), dtype EVENT
    counts: Any  # shape (2,), int64: events so far, nodes so far


def new_trace(capacity: int = 100_000) -> Trace:
    """An empty trace."""
    return Trace(np.zeros(capacity, EVENT), np.zeros(2, np.int64))


def trace_events(trace: Trace) -> list[Event]:
    """The events kept, in order."""
    return list(events(trace.records[: min(int(trace.counts[0]), len(trace.records))]))


@helper
def note(
    trace: Any, kind: int, node: int, parent: int, ply: int, action: int, player: int, alpha: float, beta: float, value: float
) -> None:
    """Append one event."""
    i = trace.counts[0]
    trace.counts[0] += 1
    if i < len(trace.records):
        record = trace.records[i]
        record.kind = kind
        record.node = node
        record.parent = parent
        record.ply = ply
        record.action = action
        record.player = player
        record.alpha = alpha
        record.beta = beta
        record.value = value


@helper
def new_node(trace: Any) -> int:
    """The number of a node that is being entered."""
    node = trace.counts[1]
    trace.counts[1] += 1
    return node
