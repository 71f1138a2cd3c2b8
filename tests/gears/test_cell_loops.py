"""Loops over sets of cells are compiled as loops over what is left of the set; Python runs the same text with generators."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numba import njit
from numba.core.compiler import run_frontend

from counterplay.boards.sets.cell_sets import members
from counterplay.gears import bits
from counterplay.gears.bits import cells
from counterplay.gears.compiler.cell_loops import CellLoops
from counterplay.gears.compiler.deferred_numba import engage
from counterplay.gears.compiler.numba_compiling import INNER, OUTER

engage()  # Numba is asked here without a kernel

WORD = 2**64


def pairs_of(a, b):  # type: ignore[no-untyped-def]
    """Loops within loops that are left and taken up again at every pair, cut short and left for good."""
    for one in bits.cells(a):
        for other in cells(b):
            if other == 3:
                continue
            if other == 60:
                break
            yield 64 * one + other
        if one > 50:
            return


def nested(a, b):  # type: ignore[no-untyped-def]
    """Three loops within each other; one over plain numbers, one over a range."""
    total = 0
    for one in cells(a):
        for other in cells(b & 255):
            for third in range(other):
                total += one * other - third
            for last in cells(a):
                total ^= last
    return total


def listed(chosen, out):  # type: ignore[no-untyped-def]
    """The members of a set of any number of words."""
    n = 0
    for cell in members(chosen):
        out[n] = cell
        n += 1
    return n


native_pairs_of = njit(**INNER)(pairs_of)
native_nested, native_listed = njit(**OUTER)(nested), njit(**OUTER)(listed)


@njit(**OUTER)
def native_pairs(a, b, out):  # type: ignore[no-untyped-def]
    n = 0
    for pair in native_pairs_of(a, b):
        out[n] = pair
        n += 1
    return n


def test_loops_in_generators_go_on_where_they_were_left() -> None:
    """Would catch a loop that begins anew after a yield, loses a cell, or does not end where it is told to."""
    draw = random.Random(1)
    for _ in range(100):
        a, b = (draw.getrandbits(64) & draw.getrandbits(64) for _ in range(2))
        found = np.zeros(64 * 64, np.int64)
        n = native_pairs(np.uint64(a), np.uint64(b), found)
        assert list(found[:n]) == list(pairs_of(np.uint64(a), np.uint64(b)))


def test_loops_within_loops_and_over_plain_numbers() -> None:
    """Would catch an inner loop that changes what is left of the outer one, and a number that is no set of cells."""
    draw = random.Random(2)
    for _ in range(100):
        a, b = draw.getrandbits(64), draw.getrandbits(40)
        assert native_nested(np.uint64(a), b) == nested(np.uint64(a), b)


@pytest.mark.parametrize("words", [1, 2, 4])
def test_members_of_sets_of_every_size(words: int) -> None:
    """Would catch cells of a later word that are left out, twice there, or out of order."""
    draw = random.Random(words)
    for _ in range(50):
        chosen = draw.getrandbits(64 * words) & draw.getrandbits(64 * words)
        parts = tuple(np.uint64(chosen >> 64 * i & (WORD - 1)) for i in range(words))
        given: Any = parts[0] if words == 1 else parts
        found = np.zeros(64 * words, np.int64)
        n = native_listed(given, found)
        assert list(found[:n]) == list(members(given)) == [i for i in range(64 * words) if chosen >> i & 1]


@pytest.mark.parametrize(("function", "other_loops"), [(pairs_of, 0), (nested, 1), (listed, 0)])
def test_no_generator_is_left(function: Any, other_loops: int) -> None:
    """Would catch a loop that stays a generator, which plays no differently and is slower."""
    code = run_frontend(function)
    assert CellLoops().run_pass(SimpleNamespace(func_ir=code))
    expressions = [s.value for block in code.blocks.values() for s in block.body if hasattr(s, "value")]
    assert sum(getattr(expression, "op", "") == "getiter" for expression in expressions) == other_loops
