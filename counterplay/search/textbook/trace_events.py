"""Writing events from a kernel. A search that is not traced passes None, and Numba leaves the writing out altogether.

`enter`, `follow`, `leaf`, `update`, `cut`, `average` and `leave` are what a search calls, each with its ply; the trace
itself remembers the node, the action and the player of every ply on the path being searched. Each node has one ENTER
and one LEAVE, and everything below it lies between them.
"""

from __future__ import annotations

from math import inf
from typing import Any, NamedTuple

import numpy as np

from counterplay.core.event import EVENT, NO_ACTION, Event, Kind, events
from counterplay.gears import helper
from counterplay.search.search_control import MAX_PLY

ENTER, LEAF, UPDATE, CUT, LEAVE, AVERAGE = (
    int(kind) for kind in (Kind.ENTER, Kind.LEAF, Kind.UPDATE, Kind.CUT, Kind.LEAVE, Kind.AVERAGE)
)
NODE, ACTION, PLAYER = 0, 1, 2  # columns of the path


class Trace(NamedTuple):
    """Room for events; what does not fit is counted but not kept."""

    records: Any  # shape (capacity,), dtype EVENT
    counts: Any  # shape (2,), int64: events so far, nodes so far
    path: Any  # shape (MAX_PLY + 2, 3), int64: NODE, ACTION (that led to it) and PLAYER of each ply


def new_trace(capacity: int = 100_000) -> Trace:
    """An empty trace; one without room notes nothing, and lets a kernel be compiled once for traced and untraced searches."""
    return Trace(
        np.zeros(capacity, EVENT).view(np.recarray),  # whose records are written by field in Python, too
        np.zeros(2, np.int64),
        np.full((MAX_PLY + 2, 3), NO_ACTION, np.int64),
    )


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
        record.alpha = alpha + 0.0  # no negative zeros: the sign of a draw means nothing to a reader
        record.beta = beta + 0.0
        record.value = value + 0.0


@helper
def new_node(trace: Any) -> int:
    """The number of a node that is being entered."""
    node = trace.counts[1]
    trace.counts[1] += 1
    return node


@helper
def note_at(trace: Any, kind: int, ply: int, action: int, player: int, alpha: float, beta: float, value: float) -> None:
    """Append an event of the node that is being searched at this ply."""
    parent = trace.path[ply - 1, NODE] if ply > 0 else -1
    note(trace, kind, trace.path[ply, NODE], parent, ply, action, player, alpha, beta, value)


@helper
def enter(trace: Any, ply: int, player: int, alpha: float, beta: float) -> None:
    """The search comes to a node, by the action given to `follow`."""
    if trace is not None:
        trace.path[ply, NODE] = new_node(trace)
        trace.path[ply, PLAYER] = player
        note_at(trace, ENTER, ply, trace.path[ply, ACTION], player, alpha, beta, 0.0)


@helper
def follow(trace: Any, ply: int, action: int) -> None:
    """The next node entered is the one that this action leads to."""
    if trace is not None:
        trace.path[ply + 1, ACTION] = action


@helper
def leaf(trace: Any, ply: int, alpha: float, beta: float, value: float) -> None:
    """The node is a leaf, worth its utility or an estimate."""
    if trace is not None:
        note_at(trace, LEAF, ply, trace.path[ply, ACTION], trace.path[ply, PLAYER], alpha, beta, value)


@helper
def update(trace: Any, ply: int, alpha: float, beta: float, value: float) -> None:
    """The action followed last is the best so far."""
    if trace is not None:
        note_at(trace, UPDATE, ply, trace.path[ply + 1, ACTION], trace.path[ply, PLAYER], alpha, beta, value)


@helper
def cut(trace: Any, ply: int, alpha: float, beta: float, value: float) -> None:
    """The action followed last is so good that the other side will avoid this node."""
    if trace is not None:
        note_at(trace, CUT, ply, trace.path[ply + 1, ACTION], trace.path[ply, PLAYER], alpha, beta, value)


@helper
def average(trace: Any, ply: int, alpha: float, beta: float, value: float) -> None:
    """The outcome followed last has been added to the sum."""
    if trace is not None:
        note_at(trace, AVERAGE, ply, trace.path[ply + 1, ACTION], trace.path[ply, PLAYER], alpha, beta, value)


@helper
def leave(trace: Any, ply: int, alpha: float, beta: float, value: float) -> None:
    """The node's value is known."""
    if trace is not None:
        note_at(trace, LEAVE, ply, trace.path[ply, ACTION], trace.path[ply, PLAYER], alpha, beta, value)


@helper
def note_parts(players: int, kind: int, ply: int, led_by: int, parts: Any, trace: Any) -> None:
    """One event for each player's part of a tuple of values; the action is the one that led to ply `led_by`."""
    if trace is not None:
        for p in range(players):
            note_at(trace, kind, ply, trace.path[led_by, ACTION], p, -inf, inf, parts[p])
