"""States kept aside by number: those that a search over all positions of a game has met.

In the compiled gear they lie one behind the other in an array of words, found through a table of their numbers (open
addressing, linear probing); in the interpreted gear they are Python objects in a list, found through a dictionary. The
functions below are the same in both. States are told apart by everything that they hold, not by a key that two might share.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from counterplay.core.hashing import AVALANCHE, MULTIPLIER, SEED
from counterplay.gears.compiler.deferred_numba import helper, twin
from counterplay.gears.compiler.raw_memory import words_at
from counterplay.gears.entry.state_layout import HEAD
from counterplay.gears.entry.walk_kernel import walk_kernel
from counterplay.gears.entry.walk_memory import Walk, slot_of

NO_FIELD = -1
_SEED, _MULTIPLIER, _AVALANCHE = np.uint64(SEED), np.uint64(MULTIPLIER), np.uint64(AVALANCHE)
_29, _32 = np.uint64(29), np.uint64(32)


def open_shelf(walk: Walk) -> int:
    """Make a walk ready to keep states aside; how many words each takes."""
    if walk.form is None:
        walk.kernel_argument.shelf, walk.kernel_argument.numbers = [], {}
        return 1
    return walk.form.size // 8


def field_place(walk: Walk, name: str) -> int:
    """Where a field of a state is found by `field_at`; NO_FIELD where the name is empty."""
    if not name:
        return NO_FIELD
    if walk.form is None:
        return int(walk.game.initial()._fields.index(name))
    return next(place.offset // 8 for place in walk.form.places if place.name == name)


def take_down(walk: Any, ply: int, states: Any, number: int, width: int) -> None:
    """The state at a ply is the one with this number; its head is not told."""
    walk.states[ply] = walk.shelf[number]


@twin(take_down)
def _take_down(walk: Any, ply: Any, states: Any, number: Any, width: Any) -> Any:
    def native(walk: Any, ply: Any, states: Any, number: Any, width: Any) -> None:
        words = words_at(slot_of(walk, ply) + HEAD, width)
        first = number * width
        for i in range(width):
            words[i] = states[first + i]

    return native


def field_at(walk: Any, ply: int, place: int) -> int:
    """A whole-numbered field of the state at a ply."""
    return int(walk.states[ply][place])


@twin(field_at)
def _field_at(walk: Any, ply: Any, place: Any) -> Any:
    return lambda walk, ply, place: words_at(slot_of(walk, ply) + HEAD, place + 1)[place]


def clear_field(walk: Any, ply: int, place: int) -> None:
    """Set a whole-numbered field of the state at a ply to 0; its head stays as it was told."""
    s = walk.states[ply]
    walk.states[ply] = s._replace(**{s._fields[place]: type(s[place])(0)})


@twin(clear_field)
def _clear_field(walk: Any, ply: Any, place: Any) -> Any:
    def native(walk: Any, ply: Any, place: Any) -> None:
        words_at(slot_of(walk, ply) + HEAD, place + 1)[place] = 0

    return native


def shelve(walk: Any, ply: int, states: Any, index: Any, found: int, width: int) -> int:
    """The number of the state at a ply; `found`, the next one, where it is new and was kept aside now. There must be room."""
    s = walk.states[ply]
    name = hashable(s)
    number: int = walk.numbers.setdefault(name, found)
    if number == found:
        walk.shelf.append(s)
    return number


@twin(shelve)
def _shelve(walk: Any, ply: Any, states: Any, index: Any, found: Any, width: Any) -> Any:
    def native(walk: Any, ply: Any, states: Any, index: Any, found: Any, width: Any) -> Any:
        words = words_at(slot_of(walk, ply) + HEAD, width)
        slot = slot_for(words, 0, width, states, index)
        if index[slot] != 0:
            return index[slot] - 1
        index[slot] = found + 1
        first = found * width
        for i in range(width):
            states[first + i] = words[i]
        return found

    return native


@helper
def slot_for(words: Any, first: int, width: int, states: Any, index: Any) -> Any:
    """Where the number, counted from 1, of a state stands in the table, or would stand."""
    key = _SEED
    for i in range(width):
        key = (key ^ np.uint64(words[first + i])) * _MULTIPLIER
        key ^= key >> _29
    key = (key ^ (key >> _32)) * _AVALANCHE
    mask = len(index) - 1
    slot = np.int64(key ^ (key >> _32)) & mask
    while index[slot] != 0:
        other = (np.int64(index[slot]) - 1) * width
        same = True
        for i in range(width):
            if states[other + i] != words[first + i]:
                same = False
                break
        if same:
            return slot  # type: ignore[return-value]  # a native word
        slot = (slot + 1) & mask
    return slot  # type: ignore[return-value]


@walk_kernel
def index_states(walk: Any, states: Any, index: Any, start: int, end: int, width: int) -> None:
    """Enter states, from number `start` to before `end`, in an index that does not hold them yet."""
    for number in range(start, end):
        index[slot_for(states, number * width, width, states, index)] = number + 1


def hashable(state: Any) -> Any:
    """Something that can be looked up, and is equal for equal states."""
    if isinstance(state, np.ndarray):
        return state.shape, state.tobytes()
    if isinstance(state, tuple | list):
        return tuple(map(hashable, state))
    return state
