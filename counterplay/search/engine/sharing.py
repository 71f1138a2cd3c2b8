"""How threads share the work on one tree: an action that another thread is searching at the moment is left for later.

By then the table holds what the other thread has found. (T. Kerrigan, "Simplified ABDADA", after J.-C. Weill, "The ABDADA
distributed minimax search algorithm", ICCA Journal 1996.) What is being searched stands in one array that all threads write
without locks: a lost entry costs a little work, never a value.
"""

from __future__ import annotations

from typing import Any

from counterplay.gears import helper
from counterplay.gears.compiler.raw_memory import words_at
from counterplay.gears.entry.walk import key_at, ranks
from counterplay.search.engine.workspace import BUSY_PLACE

BUSY_GROUPS, BUSY_GROUP = 1 << 12, 4  # places in the array: groups by the hash of a position and an action, and in each group
BUSY_WORDS = BUSY_GROUPS * BUSY_GROUP
SHARED_DEPTH = 3  # plies, at least: below it looking for others takes longer than the work
DEFERRED = -1e12  # the rank of an action that was left for later, below every other


@helper
def task_of(walk: Any, ply: int, action: int) -> int:
    """A number, not 0, for an action in the position at a ply."""
    return (key_at(walk, ply) ^ ((action & (2**31 - 1)) * 2654435761)) | 1


@helper
def busy_group(work: Any, task: int) -> Any:
    """The places that a task may stand in."""
    return words_at(work.settings[BUSY_PLACE] + 8 * BUSY_GROUP * ((task >> 20) & (BUSY_GROUPS - 1)), BUSY_GROUP)


@helper
def defers(walk: Any, work: Any, ply: int, i: int, action: int, depth: int, searched: int) -> bool:
    """Whether the action at place i of the stack is left for later; it is so once."""
    if work.settings[BUSY_PLACE] == 0 or depth < SHARED_DEPTH or searched == 0 or ranks(walk)[i] <= DEFERRED:
        return False
    task = task_of(walk, ply, action)
    group = busy_group(work, task)
    for k in range(BUSY_GROUP):
        if group[k] == task:
            ranks(walk)[i] = DEFERRED
            return True
    return False


@helper
def announce_task(walk: Any, work: Any, ply: int, action: int, depth: int) -> None:
    """Tell other threads that the action is being searched."""
    if work.settings[BUSY_PLACE] != 0 and depth >= SHARED_DEPTH:
        task = task_of(walk, ply, action)
        group, place = busy_group(work, task), 0
        for k in range(BUSY_GROUP):
            if group[k] == 0:
                place = k
        group[place] = task


@helper
def finish_task(walk: Any, work: Any, ply: int, action: int, depth: int) -> None:
    """Tell them that it is no longer."""
    if work.settings[BUSY_PLACE] != 0 and depth >= SHARED_DEPTH:
        task = task_of(walk, ply, action)
        group = busy_group(work, task)
        for k in range(BUSY_GROUP):
            if group[k] == task:
                group[k] = 0
