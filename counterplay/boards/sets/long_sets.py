"""Sets of thousands of things, a bit each, in an array of words: the ways to lay all pieces on a board, for example.

Bit i of word w stands for thing 64 * w + i.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from counterplay.boards.shapes.board import WORD
from counterplay.gears.bits import EMPTY, lowest, popcount, rest
from counterplay.gears.compiler.deferred_numba import helper
from counterplay.gears.rng import draw_below

LongSet = NDArray[np.uint64]  # shape (words,)


def long_set(chosen: NDArray[np.bool_]) -> LongSet:
    """The set that one truth value for each thing describes; not compiled."""
    padded = np.zeros(WORD * -(-len(chosen) // WORD), np.uint8)
    padded[: len(chosen)] = chosen
    return np.packbits(padded, bitorder="little").view("<u8").astype(np.uint64)


def listed(words: LongSet) -> NDArray[np.int64]:
    """What is in the set, in order; not compiled, and faster there than `members_in`."""
    return np.flatnonzero(np.unpackbits(words.astype("<u8").view(np.uint8), bitorder="little"))


@helper
def some_in(words: LongSet) -> bool:
    """Whether anything is in the set."""
    for word in words:
        if word != EMPTY:
            return True
    return False


@helper
def count_in(words: LongSet) -> int:
    """How much is in the set."""
    total = 0
    for word in words:
        total += popcount(word)
    return total


@helper
def members_in(words: LongSet) -> NDArray[np.int64]:
    """What is in the set, in order."""
    found = np.empty(count_in(words), np.int64)
    n = 0
    for i in range(len(words)):
        word = words[i]
        while word != EMPTY:
            found[n] = WORD * i + lowest(word)
            n += 1
            word = rest(word)
    return found


@helper
def drawn_from(words: LongSet, rng: Any) -> int:
    """One of what is in a set that is not empty, all equally likely."""
    skipped = draw_below(rng, count_in(words))
    for i in range(len(words)):
        word = words[i]
        here = popcount(word)
        if skipped < here:
            for _ in range(skipped):
                word = rest(word)
            return WORD * i + lowest(word)
        skipped -= here
    return -1


@helper
def overlaps(words: LongSet, others: LongSet) -> bool:
    """Whether anything is in both sets."""
    for i in range(len(words)):
        if words[i] & others[i] != EMPTY:
            return True
    return False


@helper
def put_in(words: LongSet, others: LongSet) -> None:
    """Add the others to the set, which is changed."""
    for i in range(len(words)):
        words[i] |= others[i]


@helper
def keep_in(words: LongSet, others: LongSet) -> None:
    """Leave only what is also among the others in the set, which is changed."""
    for i in range(len(words)):
        words[i] &= others[i]


@helper
def take_out(words: LongSet, others: LongSet) -> None:
    """Take the others out of the set, which is changed."""
    for i in range(len(words)):
        words[i] &= ~others[i]
