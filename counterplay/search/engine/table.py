"""The transposition table: what was found for a position, however it was reached.

Fixed size, shared by all threads without locks. An entry is four words: score, action, the rest, and the key xor these three:
a torn entry, half of one write and half of another, then belongs to no position and is ignored (R. Hyatt and T. Mann, "A
lock-less transposition table implementation for parallel search chess engines", 2002).

The rest, from the lowest bit: depth (8 bits), bound (2), age (6), a bit that is always set, and the game's own estimate (21),
so that it is worked out once.
"""

from __future__ import annotations

import os
import threading
from typing import Any, NamedTuple

import numpy as np

from counterplay.core import BadParameter
from counterplay.core.text.parameter_kinds import Kind, is_number
from counterplay.gears import helper
from counterplay.gears.compiler.raw_memory import address_of
from counterplay.search.engine.scores import NO_ESTIMATE, PROVEN

WORDS = 4  # of an entry
ENTRY_BYTES = 8 * WORDS
CACHE_LINE = 64  # bytes
BUCKET = 4  # entries a position may lie in: two neighbouring cache lines
KEY, SCORE, ACTION, REST = range(WORDS)
USED = 1 << 16
ESTIMATE_BIT = 17
EXACT, LOWER, UPPER = 1, 2, 3
EXHAUSTIVE = 255  # depth of an entry whose subtree ended in finished games everywhere
DEEPEST_ENTRY = 254
NO_ACTION = -(2**63)  # below every action: those of a game may be negative
MOST_MB = 10**9  # a petabyte: what a machine really has is asked when a table is made
SIZE = Kind(
    f"a number of megabytes above 0 and up to {MOST_MB:,}",
    lambda value: is_number(value) and 0 < value <= MOST_MB,
    float,
    float,
)


def _is_table(value: object) -> bool:
    if not isinstance(value, np.ndarray) or value.dtype != np.int64 or value.ndim != 1 or not value.flags.c_contiguous:
        return False
    entries, odd = divmod(len(value), WORDS)
    return not odd and entries >= BUCKET and entries.bit_count() == 1


TABLE = Kind("a table that new_table has made", _is_table)  # native code writes to whatever it is given


class Entry(NamedTuple):
    """What the table knows of a position."""

    found: bool
    score: int  # distances to the end count from this position
    action: int
    depth: int
    bound: int
    estimate: int = NO_ESTIMATE  # for its player, in steps


def table_entries(megabytes: float) -> int:
    """How many entries a table of this size has, a power of two."""
    megabytes = SIZE.check("the size of a table", megabytes)
    wanted = int(megabytes * 2**20) // ENTRY_BYTES
    if wanted < BUCKET:
        raise BadParameter(f"a table of {megabytes} MB holds nothing; give at least 0.001")
    available = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") if hasattr(os, "sysconf") else 2**63
    if wanted * ENTRY_BYTES > 0.9 * available:
        raise BadParameter(f"a table of {megabytes:g} MB does not fit in this machine's {available / 2**20:.0f} MB of memory")
    return 1 << (wanted.bit_length() - 1)


def new_table(megabytes: float = 64.0) -> np.ndarray[Any, np.dtype[np.int64]]:
    """An empty table: its words, int64, WORDS for each entry."""
    try:
        return aligned(np.zeros(WORDS * table_entries(megabytes) + CACHE_LINE // 8, np.int64))
    except MemoryError:
        raise BadParameter(f"a table of {megabytes:g} MB could not be allocated; choose a smaller one") from None


def aligned(memory: np.ndarray[Any, np.dtype[np.int64]]) -> np.ndarray[Any, np.dtype[np.int64]]:
    """The table that such memory holds: it begins with a cache line, so that a bucket lies in two of them and not in three."""
    skipped = -address_of(memory) % CACHE_LINE // 8
    return memory[skipped : skipped + len(memory) - CACHE_LINE // 8]


_spare: list[np.ndarray[Any, np.dtype[np.int64]]] = []
_spare_lock = threading.Lock()
SPARE_TABLES = 2  # kept for the next search: memory that was never touched costs a page fault at every first probe


def borrow_table(megabytes: float) -> np.ndarray[Any, np.dtype[np.int64]]:
    """An empty table of this size with every page touched: part of a spare one if one is large enough."""
    entries = table_entries(megabytes)
    with _spare_lock:
        fitting = [i for i, spare in enumerate(_spare) if len(spare) >= WORDS * entries]
        table = _spare.pop(fitting[0])[: WORDS * entries] if fitting else new_table(megabytes)
    table.fill(0)
    return table


def return_table(table: np.ndarray[Any, np.dtype[np.int64]]) -> None:
    """Keep a table for the next search; the smallest one is given up where there are too many."""
    with _spare_lock:
        _spare.append(aligned(table.base) if isinstance(table.base, np.ndarray) else table)
        _spare.sort(key=len)
        del _spare[:-SPARE_TABLES]


@helper
def bucket_of(table: Any, key: int) -> int:
    """Where the first of the BUCKET entries of a position begins."""
    return WORDS * ((key & (len(table) // WORDS - 1)) & ~(BUCKET - 1))


@helper
def probe(table: Any, key: int, ply: int) -> Entry:
    """What is known of a position; a proven distance is given as seen from the root, `ply` away."""
    first = bucket_of(table, key)
    for i in range(first, first + BUCKET * WORDS, WORDS):
        score, action, rest = table[i + SCORE], table[i + ACTION], table[i + REST]
        if rest == 0:
            break  # a bucket is filled from its first entry on
        if (table[i + KEY] ^ score ^ action ^ rest) == key:
            if score > PROVEN:
                score -= ply
            elif score < -PROVEN:
                score += ply
            return Entry(True, score, action, rest & 255, (rest >> 8) & 3, (rest >> ESTIMATE_BIT) + NO_ESTIMATE)
    return Entry(False, 0, NO_ACTION, 0, 0, NO_ESTIMATE)


@helper
def store(
    table: Any, key: int, ply: int, score: int, action: int, depth: int, bound: int, age: int, estimate: int = NO_ESTIMATE
) -> None:
    """Keep a result: over the same position, else over the entry of the bucket that is oldest or shallowest.

    A result without an action (all failed low, so that none is known to be better than another) keeps the one that was there.
    """
    if score > PROVEN:
        score += ply
    elif score < -PROVEN:
        score -= ply
    first = bucket_of(table, key)
    chosen, least = first, 1 << 30
    for i in range(first, first + BUCKET * WORDS, WORDS):
        rest = table[i + REST]
        if rest == 0:
            chosen = i
            break
        if (table[i + KEY] ^ table[i + SCORE] ^ table[i + ACTION] ^ rest) == key:
            chosen = i
            if action == NO_ACTION:
                action = table[i + ACTION]
            break
        # An entry of an earlier search counts as shallower than any of this one.
        worth = (rest & 255) + (1024 if (rest >> 10) & 63 == age else 0)
        if worth < least:
            chosen, least = i, worth
    rest = depth | (bound << 8) | (age << 10) | USED | (estimate - NO_ESTIMATE) << ESTIMATE_BIT
    table[chosen + SCORE] = score
    table[chosen + ACTION] = action
    table[chosen + REST] = rest
    table[chosen + KEY] = key ^ score ^ action ^ rest
