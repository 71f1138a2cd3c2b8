"""What actions have done before: how often one cut, and, of quiet ones, how often one did after a certain action.

The history heuristic (J. Schaeffer 1983), with gravity: a value moves the less the nearer it is to where it is pushed, so that
it stays within 1 and forgets. Actions that were tried before the one that cut are pushed down. Continuation history asks the
same of an action together with the one played one or two plies before. Noisy actions have a history of their own.
"""

from __future__ import annotations

from typing import Any

from counterplay.gears import helper
from counterplay.gears.entry.walk import flags, moves
from counterplay.search.engine.workspace import (
    CONTINUATION,
    CONTINUATION_COLUMNS,
    CONTINUATION_ROWS,
    FLAGS,
    HISTORY,
    MEMORY,
    NOISY_HISTORY,
    SKIPPED,
)

FULL_BONUS_DEPTH = 20.0  # a cut at this depth would move a value all the way
MOST_MOVED = 0.4  # of the way, by one cut


@helper
def slot(action: int) -> int:
    """An action's place in the ordering memories (multiplicative hashing, Knuth vol. 3, 6.4)."""
    return (((action & (2**30 - 1)) * 2654435761) >> 12) & (MEMORY - 1)


@helper
def continuation_place(earlier: int, action: int) -> int:
    """The place of two actions, one after the other, in the continuation history."""
    return ((slot(earlier) & (CONTINUATION_ROWS - 1)) * CONTINUATION_COLUMNS) | (slot(action) & (CONTINUATION_COLUMNS - 1))


@helper
def quiet_history(work: Any, player: int, ply: int, action: int) -> float:
    """How an action of the player to move at a ply has done: the sum of up to three values within 1."""
    options, total = work.settings[FLAGS], 0.0
    if options & HISTORY:
        total += work.history[player, slot(action)]
    if options & CONTINUATION:
        if work.played[ply] > SKIPPED:
            total += work.continuation[0, player, continuation_place(work.played[ply], action)]
        if ply > 0 and work.played[ply - 1] > SKIPPED:
            total += work.continuation[1, player, continuation_place(work.played[ply - 1], action)]
    return total


@helper
def pushed(value: float, aim: float, share: float) -> float:
    """A value after a cut: so much of the way to its aim."""
    return value + (aim - value) * share


@helper
def noisy_history(work: Any, player: int, action: int) -> float:
    """How a noisy action of a player has done, within 1."""
    return work.noisy_history[player, slot(action)] if work.settings[FLAGS] & NOISY_HISTORY else 0.0


@helper
def update_history(walk: Any, work: Any, player: int, ply: int, start: int, i: int, depth: int) -> None:
    """Push up the action at place i, which cut, and down those from `start` to it, which did not.

    Where a noisy action cut, nothing is learnt of quiet ones: it was taken for better than they are.
    """
    share = min(MOST_MOVED, depth * depth / (FULL_BONUS_DEPTH * FULL_BONUS_DEPTH))
    for j in range(start, i + 1):
        a, aim = moves(walk)[j], 1.0 if j == i else -1.0
        if flags(walk)[j] != 0:
            work.noisy_history[player, slot(a)] = pushed(work.noisy_history[player, slot(a)], aim, share)
        elif flags(walk)[i] == 0:
            push_quiet(work, player, ply, a, aim, share)


@helper
def push_quiet(work: Any, player: int, ply: int, action: int, aim: float, share: float) -> None:
    """Push the histories of a quiet action so much of the way to an aim."""
    work.history[player, slot(action)] = pushed(work.history[player, slot(action)], aim, share)
    if work.played[ply] > SKIPPED:
        place = continuation_place(work.played[ply], action)
        work.continuation[0, player, place] = pushed(work.continuation[0, player, place], aim, share)
    if ply > 0 and work.played[ply - 1] > SKIPPED:
        place = continuation_place(work.played[ply - 1], action)
        work.continuation[1, player, place] = pushed(work.continuation[1, player, place], aim, share)
