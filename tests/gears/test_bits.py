"""Bitboards: the Python form and the compiled form of every function give the same answer."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numba import njit

from counterplay.gears import bits
from counterplay.gears.compiler.deferred_numba import engage

engage()  # Numba is asked here without a kernel

words = st.integers(0, 2**64 - 1) | st.integers(0, 63).map(lambda i: 1 << i) | st.sampled_from([0, 2**64 - 1, 2**63, 2**63 - 1])
indices = st.integers(0, 63)


def everything(a, b, i, out):  # type: ignore[no-untyped-def]
    """Every function of the module, for sets a and b and an index i; out takes the cells of a."""
    n = 0
    for cell in bits.cells(a):
        out[n] = cell
        n += 1
    whole = (bits.popcount(a), bits.lowest(a), bits.highest(a), bits.number(a), n)
    sets = (bits.bit(i), bits.up(a, i), bits.down(a, i), bits.rest(a), bits.difference(a, b), bits.product(a, b))
    return whole, sets, bits.has(a, i)


native = njit(everything)


@given(words, words, indices)
def test_both_forms_agree(a: int, b: int, i: int) -> None:
    """Would catch a compiled form that shifts, counts or wraps differently from the Python form."""
    interpreted_cells, compiled_cells = np.zeros(64, np.int64), np.zeros(64, np.int64)
    one = everything(np.uint64(a), np.uint64(b), i, interpreted_cells)
    other = native(np.uint64(a), np.uint64(b), i, compiled_cells)
    assert one == other
    assert (interpreted_cells == compiled_cells).all()
    assert all(isinstance(word, np.uint64) for word in one[1])


@given(words, indices)
def test_python_form_is_what_it_says(a: int, i: int) -> None:
    """Would catch a mistake that both forms share, by comparing with Python's own integers and sets."""
    b = np.uint64(a)
    members = [n for n in range(64) if a >> n & 1]
    assert list(bits.cells(b)) == members
    assert bits.popcount(b) == len(members)
    assert bits.lowest(b) == (members[0] if members else 64)
    assert bits.highest(b) == (members[-1] if members else -1)
    assert bits.has(b, i) == (i in members)
    assert list(bits.cells(bits.up(b, i))) == [n + i for n in members if n + i < 64]
    assert list(bits.cells(bits.down(b, i))) == [n - i for n in members if n >= i]
    assert list(bits.cells(bits.rest(b))) == members[1:]
    assert bits.number(b) == a % 2**63


@njit
def native_word(value):  # type: ignore[no-untyped-def]
    return bits.word(value)


@given(st.integers(-(2**63), 2**63 - 1))
def test_word_wraps_around_in_both_forms(value: int) -> None:
    """Would catch a negative number that becomes an error in one gear and a set in the other."""
    assert int(bits.word(value)) == native_word(value) == value % 2**64
