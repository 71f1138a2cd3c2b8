"""The transposition table by itself: what is kept comes back, and nothing else does."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterplay.core import BadParameter
from counterplay.gears.entry.walk import signed
from counterplay.search.engine import table as tables
from counterplay.search.engine.scores import PROVEN, WIN, score_of
from counterplay.search.engine.table import (
    BUCKET,
    EXACT,
    LOWER,
    NO_ACTION,
    UPPER,
    WORDS,
    borrow_table,
    new_table,
    probe,
    return_table,
    store,
)

KEYS = st.integers(-(2**63), 2**63 - 1)
SCORES = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False).map(score_of), st.integers(WIN - 200, WIN), st.integers(-WIN, 200 - WIN)
)


@given(
    KEYS,
    SCORES,
    st.one_of(st.integers(-(2**63), 2**63 - 1), st.integers(-3, 5000)),
    st.integers(0, 255),
    st.sampled_from([EXACT, LOWER, UPPER]),
    st.integers(0, 63),
    st.integers(0, 199),
)
def test_what_is_stored_comes_back(key: int, score: int, action: int, depth: int, bound: int, age: int, ply: int) -> None:
    """A field that spills into its neighbour: a negative score, a large or negative action, the last age."""
    table = new_table(0.01)
    store(table, key, ply, score, action, depth, bound, age)
    entry = probe(table, key, ply)
    assert entry.found
    assert (entry.score, entry.action, entry.depth, entry.bound) == (score, action, depth, bound)
    assert not probe(table, key ^ 1, ply).found


@pytest.mark.parametrize(("score", "nearer"), [(WIN - 9, WIN - 6), (9 - WIN, 6 - WIN), (1234, 1234), (-PROVEN, -PROVEN)])
def test_distances_count_from_the_position(score: int, nearer: int) -> None:
    """A win found at one ply and used at another with the distance of the first."""
    table = new_table(0.01)
    store(table, 77, 5, score, 1, 3, EXACT, 0)  # five plies from the root
    assert probe(table, 77, 2).score == nearer  # the same position two plies from the root


def test_a_result_without_an_action_keeps_the_one_that_was_there() -> None:
    """The best action of a position forgotten, or replaced by any, when all its actions fail low."""
    table = new_table(0.01)
    store(table, 8, 0, 100, 1, 3, LOWER, 0)
    store(table, 8, 0, -500, NO_ACTION, 4, UPPER, 0)
    entry = probe(table, 8, 0)
    assert (entry.score, entry.action, entry.depth, entry.bound) == (-500, 1, 4, UPPER)
    store(table, 9, 0, -500, NO_ACTION, 4, UPPER, 0)
    assert probe(table, 9, 0).action == NO_ACTION


def test_torn_entries_belong_to_nobody() -> None:
    """Some words of one write and the rest of another taken for an entry."""
    table = new_table(0.01)
    store(table, 8, 0, 100, 1, 3, EXACT, 0)
    first = table.copy()
    store(table, 8, 0, -500, 2, 4, LOWER, 0)
    second, place = table.copy(), int(np.flatnonzero(table)[0]) // WORDS * WORDS
    for words in range(1, 2**WORDS - 1):
        for i in range(WORDS):
            table[place + i] = (first if words >> i & 1 else second)[place + i]
        assert not probe(table, 8, 0).found, words


def test_a_full_bucket_gives_up_its_oldest_then_its_shallowest() -> None:
    """An entry of this search thrown away for the sake of an old one, or a deep one for a shallow one."""
    table = new_table(0.01)
    step = len(table) // WORDS
    keys = [16 + i * step for i in range(BUCKET)]  # all in one bucket
    for i, key in enumerate(keys):
        store(table, key, 0, i, 1, 10 + i, EXACT, 0 if i == BUCKET - 1 else 1)
    store(table, 16 + 10 * step, 0, 7, 1, 2, EXACT, 1)
    assert [probe(table, key, 0).found for key in keys] == [True] * (BUCKET - 1) + [False]
    store(table, 16 + 11 * step, 0, 7, 1, 20, EXACT, 1)
    assert not probe(table, 16 + 10 * step, 0).found
    assert probe(table, 16 + 11 * step, 0).found
    store(table, keys[0], 0, -3, 2, 1, UPPER, 1)  # the same position replaces itself
    assert probe(table, keys[0], 0).score == -3


def test_keys_are_words() -> None:
    """A key in the upper half of 64 bits that is not the same word as its signed form."""
    draw = random.Random(1)
    for word in [0, 1, 2**63 - 1, 2**63, 2**64 - 1, *(draw.getrandbits(64) for _ in range(50))]:
        assert signed(word) == int(np.uint64(word).astype(np.int64)) == signed(np.uint64(word))


def test_borrowed_tables_are_empty() -> None:
    """What one search has found left over for the next."""
    first = borrow_table(0.5)
    store(first, 5, 0, 1, 1, 1, EXACT, 0)
    return_table(first)
    second = borrow_table(0.5)
    assert not second.any()
    other = borrow_table(1.0)
    assert len(other) == 2 * len(second)
    store(other, 5, 0, 1, 1, 1, EXACT, 0)
    for table in (second, other, borrow_table(0.25)):
        return_table(table)
    assert len(tables._spare) <= tables.SPARE_TABLES
    held = [borrow_table(0.25) for _ in range(4)]  # two of them parts of spare tables
    assert [len(table) for table in held] == [len(held[0])] * 4
    assert not any(table.any() for table in held)
    for i, table in enumerate(held):
        store(table, 5, 0, i, 1, 1, EXACT, 0)
    assert [probe(table, 5, 0).score for table in held] == [0, 1, 2, 3]
    for table in held:
        return_table(table)


@pytest.mark.parametrize(("megabytes", "entries"), [(1.0, 32768), (1.5, 32768), (64, 2**21), (0.001, 32)])
def test_sizes(megabytes: float, entries: int) -> None:
    """A table larger than it was asked to be, or one whose number of entries is no power of two."""
    assert len(new_table(megabytes)) == WORDS * entries


@pytest.mark.parametrize("megabytes", [0, -1, float("nan"), float("inf"), "1", None, 1e-9, 1e12])
def test_impossible_sizes(megabytes: object) -> None:
    """An error that is no sentence, or a machine out of memory."""
    for make in (new_table, borrow_table):
        with pytest.raises(BadParameter):
            make(megabytes)  # type: ignore[arg-type]
