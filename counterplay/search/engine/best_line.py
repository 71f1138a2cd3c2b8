"""The best line found, continued by the table where a table hit cut it short."""

from __future__ import annotations

from typing import Any

from counterplay.gears import helper
from counterplay.gears.entry.walk import is_over, key_at, list_actions, moves, step
from counterplay.gears.entry.walk_kernel import walk_kernel
from counterplay.search.engine.repetition import FORBIDDEN, repeats
from counterplay.search.engine.table import probe
from counterplay.search.engine.workspace import BASE, MAX_PLY, table_of


@walk_kernel
def lengthen(walk: Any, work: Any, length: int, depth: int) -> int:
    """Play the best line, and follow the table past its end, where a table hit cut it short, up to `depth` actions.

    The line stands in the first row of work.variation; the state at ply 0 is the root. It ends where a rule of repetition ends
    the game or forbids the next action. Its length.
    """
    table, base, ply = table_of(work), work.settings[BASE], 0
    work.path[base] = key_at(walk, 0)
    while ply < max(length, min(depth, MAX_PLY - 1)) and not is_over(walk, ply):
        if ply >= length:
            known = probe(table, key_at(walk, ply), 0)
            if not known.found or not is_listed(walk, ply, known.action):
                break
            work.variation[0, ply] = known.action
        step(walk, ply, work.variation[0, ply])
        if walk.repetition == FORBIDDEN or not is_over(walk, ply + 1):  # an end is never a draw or a loss by repetition
            key = key_at(walk, ply + 1)
            if walk.repetition != 0 and repeats(walk, work, key, ply + 1):
                return ply if walk.repetition == FORBIDDEN else ply + 1
            work.path[base + ply + 1] = key
        ply += 1
    return ply


@helper
def is_listed(walk: Any, ply: int, action: int) -> bool:
    """Whether an action is legal at a ply."""
    for i in range(list_actions(walk, ply, 0, 0)):
        if moves(walk)[i] == action:
            return True
    return False
