"""The default key of a state: one function, two gears."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import njit

from counterplay.core import state_key, states_equal
from counterplay.gears.compiler import compiled_keys  # noqa: F401  # gives state_key its compiled form
from counterplay.gears.compiler.deferred_numba import engage

engage()  # Numba is asked here without a kernel


@njit
def native_key(state):  # type: ignore[no-untyped-def]
    return state_key(state)


class Mixed(NamedTuple):
    number: int
    flag: bool
    bits: np.uint64
    weight: float


class Boards(NamedTuple):
    small: np.ndarray[Any, Any]
    wide: np.ndarray[Any, Any]
    real: np.ndarray[Any, Any]
    flags: np.ndarray[Any, Any]
    ply: int


longs = st.integers(-(2**63), 2**63 - 1)
floats = st.floats(allow_nan=False)


@given(longs, st.booleans(), st.integers(0, 2**64 - 1), floats)
def test_scalars_have_one_key_in_both_gears(number: int, flag: bool, word: int, weight: float) -> None:
    """Would catch a table that the compiled search fills and Python cannot look up."""
    state = Mixed(number, flag, np.uint64(word), weight)
    assert state_key(state) == int(native_key(state))
    assert state_key(tuple(state)) == state_key(state)


@given(st.lists(st.integers(-128, 127), min_size=6, max_size=6), st.lists(floats, min_size=2, max_size=2), longs, st.booleans())
def test_arrays_have_one_key_in_both_gears(cells: list[int], reals: list[float], number: int, flag: bool) -> None:
    """Would catch arrays of small, signed, real or boolean elements mixed differently in native code."""
    wide = np.array([[number, -1], [0, 5]], np.int64)
    state = Boards(np.array(cells, np.int8).reshape(2, 3), wide, np.array(reals, np.float64), np.array([flag, True]), 3)
    assert state_key(state) == int(native_key(state))
    fortran = state._replace(wide=np.asfortranarray(wide))
    assert state_key(fortran) == state_key(state)


@given(floats)
def test_zero_has_one_sign(weight: float) -> None:
    """Would catch 0.0 and -0.0, which are equal, having two keys in either gear."""
    one, other = Mixed(0, False, np.uint64(0), weight), Mixed(0, False, np.uint64(0), -weight)
    assert (state_key(one) == state_key(other)) == (weight == 0.0 or math.isnan(weight))
    assert int(native_key(other)) == state_key(other)


@pytest.mark.parametrize("field", range(4))
def test_every_field_counts(field: int) -> None:
    """Would catch a field that is left out: positions that differ in it would be taken for one."""
    state = Mixed(1, False, np.uint64(4), 2.0)
    changed: list[Any] = list(state)
    changed[field] = [2, True, np.uint64(5), 2.5][field]
    assert state_key(Mixed(*changed)) != state_key(state)


def test_order_of_fields_counts() -> None:
    """Would catch a key that adds fields up, so that swapped fields collide."""
    assert state_key((1, 2)) != state_key((2, 1))
    assert state_key((np.array([1, 2]),)) != state_key((np.array([2, 1]),))


def test_keys_spread_over_all_bits() -> None:
    """Would catch a key whose low bits say little: a table uses them as its index."""
    low = {state_key((n, 0)) & 0xFFFF for n in range(4096)}
    high = {state_key((n, 0)) >> 48 for n in range(4096)}
    expected = 65536 * (1 - (1 - 1 / 65536) ** 4096)  # different values among 4096 random ones
    assert abs(len(low) - expected) < 100 and abs(len(high) - expected) < 100


def test_states_equal_compares_arrays() -> None:
    """Would catch an array in a state making equality ambiguous, or unequal shapes passing for equal."""
    board = np.arange(4)
    assert states_equal((board, 1), (board.copy(), 1))
    assert not states_equal((board, 1), (board + 1, 1))
    assert not states_equal((board, 1), (board[:3], 1))
    assert not states_equal((1, 2), (1, 2, 3))
