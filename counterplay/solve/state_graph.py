"""All positions that can be reached from one, and where each of them leads: what retrograde analysis works on.

Positions are numbered as they are found, breadth first. The arrays grow with them, within a bound of memory, and are all that a
checkpoint has to hold: positions before `counts[FOLLOWED]` are done with, the others wait.
"""

from __future__ import annotations

import hashlib
import os
from typing import Any, NamedTuple

import numpy as np

from counterplay.core import BadParameter, Limit, Position, Repetition, overrides
from counterplay.gears import helper
from counterplay.gears.entry.state_shelf import (
    NO_FIELD,
    clear_field,
    field_at,
    field_place,
    index_states,
    open_shelf,
    shelve,
    take_down,
)
from counterplay.gears.entry.walk import Walk, is_over, key_at, list_actions, moves, open_walk, player_at, step, utility_at
from counterplay.gears.entry.walk_kernel import walk_kernel
from counterplay.search.engine.table import SIZE
from counterplay.search.search_control import Array, as_record, new_control, spent

POSITIONS, FOLLOWED, EDGES, ENDS, MET_AGAIN = range(5)  # counts
COUNTS = 8
SECOND, OVER = 1, 2  # bits of a position's flags: player 1 decides, the game is over
PROGRESS = 1 << 31  # a bit of an edge: the action puts the clock back
TARGET = PROGRESS - 1  # the other bits: the number of a position
ALL_FOLLOWED, NO_ROOM, PAUSED = range(3)  # why `follow_up` returns
GROWTH = 1.5
FIRST_POSITIONS = 1 << 12
WIDEST_LOAD = 2  # places of the index for each position, at least: it is never more than half full
FORMAT = 0x6772_6170_6831  # of a checkpoint
DEFAULT_SHARE = 0.5  # of the machine's memory


class GraphArrays(NamedTuple):
    """What kernels work on."""

    counts: Array  # (COUNTS,) int64
    idle: Array  # (fields,) int64: places of fields that make no difference
    drawn: Array  # (keys,) int64, sorted: positions with these keys are draws, since they have occurred too often before
    states: Array  # (positions * width,) int64
    places: Array  # (places,) int32: numbers of positions, counted from 1; how many there are is a power of two
    flags: Array  # (positions,) uint8
    keys: Array  # (positions,) int64, where keys are needed; else one place
    first: Array  # (positions + 1,) int64: the edges of position i are first[i] to first[i + 1] - 1
    targets: Array  # (edges,) uint32, in the order of the actions
    ends: Array  # (ends,) int32: the positions in which the game is over
    worths: Array  # (ends,) float64: what they are worth to player 0


class StateGraph:
    """The arrays, and the walk by which they are filled."""

    def __init__(self, position: Position, memory_mb: float | None, clockless: bool) -> None:
        game = position.game
        self.game, self.limit = game, memory_limit(memory_mb)
        self.walk: Walk = open_walk(game, 2, ("expand", "final"))
        self.width = open_shelf(self.walk)
        clock = game.draw_clock if clockless else None
        self.clock = NO_FIELD if clock is None else field_place(self.walk, clock[0])
        self.keyed = game.repetition in (Repetition.DRAW, Repetition.PERPETUAL_LOSES) and overrides(game, "key")
        self.idle = np.array([field_place(self.walk, name) for name in game.idle_fields], np.int64)
        self.counts, self.drawn = np.zeros(COUNTS, np.int64), exhausted_keys(position)
        self.states, self.places = np.zeros(0, np.int64), np.zeros(0, np.int32)
        self.flags, self.keys = np.zeros(0, np.uint8), np.zeros(0 if self.keyed else 1, np.int64)
        self.first, self.targets = np.zeros(0, np.int64), np.zeros(0, np.uint32)
        self.ends, self.worths = np.zeros(0, np.int32), np.zeros(0, np.float64)
        self._make_room(FIRST_POSITIONS)
        self._make_index()
        self._begin(position.state)

    def _begin(self, state: Any) -> None:
        begin.warm(self.walk, self.arrays, 0, 0)
        follow_up.warm(self.walk, self.arrays, as_record(new_control(Limit())), 0, 0)
        index_states.warm(self.walk, self.states, self.places, 0, 0, 0)
        self.walk.place(state, 1)
        begin(self.walk, self.arrays, self.clock, self.width)

    @property
    def arrays(self) -> GraphArrays:
        """As they are now: those that grow move."""
        return GraphArrays(*(getattr(self, name) for name in GraphArrays._fields))

    @property
    def positions(self) -> int:
        """How many have been found."""
        return int(self.counts[POSITIONS])

    @property
    def followed(self) -> int:
        """How many have been followed up."""
        return int(self.counts[FOLLOWED])

    @property
    def bytes_held(self) -> int:
        """Of all arrays."""
        return sum(array.nbytes for array in self.arrays)

    def _make_room(self, least: int = 0) -> None:
        """Enlarge whatever is scarce; BadParameter where that is more than was allowed."""
        widest = self.game.max_actions
        positions, edges, ends = (int(self.counts[i]) for i in (POSITIONS, EDGES, ENDS))
        self._enlarge("flags", positions + widest, least, 1)
        self._enlarge("states", (positions + widest) * self.width, least * self.width, self.width)
        if self.keyed:
            self._enlarge("keys", positions + widest, least, 1)
        self._enlarge("first", positions + widest + 1, least, 1)
        self._enlarge("targets", edges + widest, least, 1)
        self._enlarge("ends", ends + widest, least // 4, 1)
        self._enlarge("worths", ends + widest, least // 4, 1)

    def _make_index(self) -> None:
        """The same for the index, which is made anew."""
        places = 1 << (WIDEST_LOAD * (self.positions + self.game.max_actions) - 1).bit_length()
        if places > len(self.places):
            self.allow(4 * places)
            self.places = np.zeros(0, np.int32)  # given back first
            self.places = np.zeros(places, np.int32)
            if self.walk.compiled:
                index_states(self.walk, self.states, self.places, 0, self.positions, self.width)

    def _enlarge(self, name: str, needed: int, least: int, unit: int) -> None:
        array: Array = getattr(self, name)
        if needed > len(array):
            size = max(least, int(needed * GROWTH) // unit * unit + unit)
            self.allow((size - len(array)) * array.itemsize)
            try:
                array.resize(size, refcheck=False)  # in place, where the system can: nothing is held twice
            except MemoryError:
                raise self._too_large() from None

    def allow(self, more: int) -> None:
        """Refuse so many more bytes where they are more than may be taken."""
        if self.bytes_held + more > self.limit or self.positions + self.game.max_actions >= TARGET:
            raise self._too_large()

    def _too_large(self) -> BadParameter:
        return BadParameter(
            f"{self.game.title_text} does not fit in {self.limit / 2**20:,.0f} MB of memory: {self.positions:,} positions were "
            f"found, and {self.followed:,} of them followed up; allow more memory, or solve a later position"
        )

    def follow_up(self, control: Any) -> bool:
        """Find positions until all are found (True), or until the control says stop."""
        while True:
            why = follow_up(self.walk, self.arrays, control, self.clock, self.width)
            if why != NO_ROOM:
                return bool(why == ALL_FOLLOWED)
            self._make_room()
            self._make_index()

    def drop_index(self) -> None:
        """All are found: numbers need not be looked up any more."""
        self.places = np.zeros(1, np.int32)

    def player(self, number: int) -> int:
        """Who decides in a position."""
        return int(self.flags[number] & SECOND)

    def successors(self, number: int) -> list[int]:
        """Where each action of a position leads, in the order in which the game lists them."""
        return [int(t) & TARGET for t in self.targets[self.first[number] : self.first[number + 1]]]

    def packed(self) -> list[Array]:
        """What a checkpoint holds: a header, then the arrays as far as they are filled. Views, not copies."""
        positions, followed, edges, ends = (int(n) for n in self.counts[:4])
        parts = [
            self.drawn,
            self.states[: positions * self.width],
            self.flags[:positions],
            self.keys[: positions if self.keyed else 1],
            self.first[: followed + 1],
            self.targets[:edges],
            self.ends[:ends],
            self.worths[:ends],
        ]
        header = np.array([FORMAT, self.width, self.clock, self.keyed, *self.counts], np.int64)
        return [digest([header, *parts]), header, *parts]

    def unpack(self, found: list[Array]) -> bool:
        """Go on from what a checkpoint held; False, and nothing is changed, where it is damaged or of another question."""
        filled = ("states", "flags", "keys", "first", "targets", "ends", "worths")
        if len(found) != 3 + len(filled) or not np.array_equal(found[0], digest(found[1:])):
            return False
        header, drawn, parts = found[1], found[2], found[3:]
        if [int(n) for n in header[:4]] != [FORMAT, self.width, self.clock, self.keyed] or not np.array_equal(
            drawn, self.drawn
        ):
            return False
        self.counts = header[4:].copy()
        self._make_room()
        for name, part in zip(filled, parts, strict=True):
            getattr(self, name)[: len(part)] = part
        self.places = np.zeros(0, np.int32)  # of the first position alone
        self._make_index()
        return True


def digest(parts: list[Array]) -> Array:
    """Of arrays, (4,) int64, so that a damaged one is known: native code follows what is written in them."""
    sum_of_all = hashlib.blake2b(digest_size=32)
    for part in parts:
        sum_of_all.update(f"{part.dtype}{part.shape}".encode())
        sum_of_all.update(part.data if len(part) else b"")
    return np.frombuffer(sum_of_all.digest(), np.int64)


def memory_limit(memory_mb: float | None) -> float:
    """Bytes that may be taken; half of the machine's memory where nothing is said."""
    available = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") if hasattr(os, "sysconf") else 2**32
    if memory_mb is None:
        return DEFAULT_SHARE * available
    wanted: float = SIZE.check("the memory for a solution", memory_mb) * 2**20
    if wanted > 0.9 * available:
        raise BadParameter(f"{memory_mb:g} MB are more than fit in this machine's {available / 2**20:.0f} MB of memory")
    return wanted


def exhausted_keys(position: Position) -> Array:
    """Keys that have occurred so often on the way to a position that the game ends when they come back, sorted."""
    game = position.game
    if game.repetition == Repetition.NOTHING:
        return np.zeros(0, np.int64)
    seen = np.array([p.key & 0xFFFF_FFFF_FFFF_FFFF for p in position.line()[:-1]], np.uint64).view(np.int64)
    keys, times = np.unique(seen, return_counts=True)
    return np.ascontiguousarray(keys[times >= game.repetition_count - 1])


@walk_kernel
def begin(walk: Any, graph: Any, clock: int, width: int) -> None:
    """Number the state at ply 1, in which the game is not over, as the first position."""
    if clock != NO_FIELD:
        clear_field(walk, 1, clock)
    for place in graph.idle:
        clear_field(walk, 1, place)
    shelve(walk, 1, graph.states, graph.places, 0, width)
    graph.flags[0] = player_at(walk, 1)
    graph.keys[0] = key_at(walk, 1)
    graph.first[0] = 0
    graph.counts[POSITIONS] = 1


@walk_kernel
def follow_up(walk: Any, graph: Any, control: Any, clock: int, width: int) -> int:
    """Follow up one position after the other: number where its actions lead. Why it stopped."""
    counts = graph.counts
    while counts[FOLLOWED] < counts[POSITIONS]:
        # 1. Stop, or let the arrays grow, between two positions.
        if spent(control):
            return PAUSED
        if not has_room_for(graph, walk.max_actions):
            return NO_ROOM
        # 2. A finished game leads nowhere.
        here, edge = counts[FOLLOWED], counts[EDGES]
        n = 0
        if graph.flags[here] & OVER == 0:
            take_down(walk, 0, graph.states, here, width)
            n = list_actions(walk, 0, 0, 0)
        for i in range(n):
            # 3. Positions that differ in the clock alone are one; whether it was put back is kept with the edge.
            step(walk, 0, moves(walk)[i])
            progress = 0
            if clock != NO_FIELD:
                progress = PROGRESS if field_at(walk, 1, clock) == 0 else 0
                clear_field(walk, 1, clock)
            for place in graph.idle:
                clear_field(walk, 1, place)
            # 4. Number the position that the action leads to.
            there = shelve(walk, 1, graph.states, graph.places, counts[POSITIONS], width)
            if there == counts[POSITIONS]:
                describe(walk, graph)
            graph.targets[edge + i] = there | progress
        counts[EDGES] = edge + n
        graph.first[here + 1] = edge + n
        counts[FOLLOWED] = here + 1
    return ALL_FOLLOWED


@helper
def has_room_for(graph: Any, more: int) -> bool:
    """Whether every array can take so many more positions, edges and ends."""
    counts = graph.counts
    positions = counts[POSITIONS] + more
    return (
        positions <= len(graph.flags)
        and positions < len(graph.first)
        and counts[EDGES] + more <= len(graph.targets)
        and counts[ENDS] + more <= len(graph.ends)
        and WIDEST_LOAD * positions <= len(graph.places)
    )


@helper
def describe(walk: Any, graph: Any) -> None:
    """Note who decides in the new position at ply 1, and what it is worth where the game is over."""
    counts, drawn = graph.counts, graph.drawn
    there, over, worth = counts[POSITIONS], is_over(walk, 1), 0.0
    if over:
        worth = utility_at(walk, 1, 0)
    else:
        if len(graph.keys) > 1:
            graph.keys[there] = key_at(walk, 1)
        place = np.searchsorted(drawn, key_at(walk, 1))
        if place < len(drawn) and drawn[place] == key_at(walk, 1):
            over = True
            counts[MET_AGAIN] += 1
    graph.flags[there] = player_at(walk, 1) | (OVER if over else 0)
    if over:
        graph.ends[counts[ENDS]] = there
        graph.worths[counts[ENDS]] = worth
        counts[ENDS] += 1
    counts[POSITIONS] = there + 1
