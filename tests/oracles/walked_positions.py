"""Different positions, depth by depth, by native rules: one kernel for all games, which hands over states and keys in bulk.

Level by level, so that a position is expanded once, however many ways lead to it. What tells positions apart is their key;
`count_tables.assert_distinct` compares keys with whole states where plain Python can still do so.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from counterplay.core import Game
from counterplay.gears.compiler.deferred_numba import helper
from counterplay.gears.compiler.raw_memory import address_of, words_at
from counterplay.gears.entry.state_layout import HEAD
from counterplay.gears.entry.walk import Walk, is_over, key_at, list_actions, moves, player_at, step
from counterplay.gears.entry.walk_kernel import walk_kernel
from counterplay.gears.entry.walk_memory import slot_of
from counterplay.gears.entry.walk_stepping import copy_words
from tests.oracles.walked_perft import DEEPEST_TURNS

FULL = -1  # there is no room left for what was reached
ROOM = 2**15  # positions that are reached before the new ones among them are picked


@helper
def fingerprint(walk: Any, ply: int) -> int:
    """A number for all that a state holds (FNV-1a, word by word): a finished position has no key."""
    words = words_at(slot_of(walk, ply) + HEAD, (walk.slot_size - HEAD) // 8)
    mixed = -3750763034362895579
    for i in range((walk.slot_size - HEAD) // 8):
        mixed = (mixed ^ words[i]) * 1099511628211
    return mixed


@walk_kernel
def reach(walk: Any, ply: int, start: int, mover: int, found: int, keys: int, n: int, room: int) -> int:
    """Write what follows a ply behind the `n` positions found before: how many there are then, or FULL.

    With a mover, that is what a whole turn leads to; with -1, what an action does.
    """
    count = list_actions(walk, ply, start, 0)
    total = n
    for i in range(start, start + count):
        step(walk, ply, moves(walk)[i])
        if mover >= 0 and not is_over(walk, ply + 1) and player_at(walk, ply + 1) == mover:
            total = reach(walk, ply + 1, start + count, mover, found, keys, total, room)
            if total == FULL:
                return total
        elif total == room:
            return FULL
        else:
            copy_words(slot_of(walk, ply + 1), found + total * walk.slot_size, walk.slot_size // 8)
            words_at(keys, room)[total] = fingerprint(walk, ply + 1) if is_over(walk, ply + 1) else key_at(walk, ply + 1)
            total += 1
    return total


@walk_kernel
def reach_from(walk: Any, level: int, first: int, last: int, whole_turns: bool, found: int, keys: int, told: int) -> int:
    """The same for positions of a level one after the other, as long as there is room: the first that is left over."""
    room, total, at = words_at(told, 2)[0], 0, first
    while at < last:
        copy_words(level + at * walk.slot_size, slot_of(walk, 0), walk.slot_size // 8)
        n = total
        if not is_over(walk, 0):
            n = reach(walk, 0, 0, player_at(walk, 0) if whole_turns else -1, found, keys, total, room)
        if n == FULL:
            break
        total, at = n, at + 1
    words_at(told, 2)[1] = total
    return at


def after_turn(walk: Walk, state: Any) -> list[Any]:
    """The states that a whole turn can lead to, one for each way to play it."""
    walk.place(state)
    level, room = walk._slots[:1].copy(), ROOM
    while True:
        found, keys, told = np.empty((room, level.shape[1]), np.uint8), np.empty(room, np.int64), np.array([room, 0])
        if reach_from(walk, address_of(level), 0, 1, True, address_of(found), address_of(keys), address_of(told)):
            break
        room *= 2
    assert walk.form is not None
    return [walk.form.read(slot[HEAD : HEAD + walk.form.size]) for slot in found[: told[1]]]


def count_positions(game: Game, depth: int, whole_turns: bool = False) -> list[int]:
    """Different positions after 1, 2 ... `depth` actions (or turns) from the start."""
    walk = Walk(game, DEEPEST_TURNS, ("expand",))
    walk.place(game.initial())
    level, counts = walk._slots[:1].copy(), []
    for _ in range(depth):
        level = _following(walk, level, whole_turns)
        counts.append(len(level))
    return counts


def _following(walk: Walk, level: np.ndarray[Any, Any], whole_turns: bool) -> np.ndarray[Any, Any]:
    """The slots of the positions that follow those of a level, each once."""
    found, keys, told = np.empty((ROOM, level.shape[1]), np.uint8), np.empty(ROOM, np.int64), np.array([ROOM, 0])
    seen: list[np.ndarray[Any, Any]] = []
    kept: list[np.ndarray[Any, Any]] = []
    addresses = address_of(level), address_of(found), address_of(keys), address_of(told)
    at = 0
    while at < len(level):
        before = at
        at = reach_from(walk, addresses[0], at, len(level), whole_turns, *addresses[1:])
        assert at > before, f"{walk.game.spec}: more than {ROOM:,} positions follow one"
        reached = int(told[1])
        fresh, where = np.unique(keys[:reached], return_index=True)
        for earlier in seen:
            new = ~np.isin(fresh, earlier, assume_unique=True)
            fresh, where = fresh[new], where[new]
        seen.append(fresh)
        kept.append(found[where])
    return np.concatenate(kept)
