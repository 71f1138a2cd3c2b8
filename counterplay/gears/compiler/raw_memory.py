"""Raw memory: arrays over an address, the same in both gears.

A game-independent search knows no type of a state or of a list of moves, only where they lie. Whoever made the memory keeps
it alive.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from counterplay.gears.compiler.deferred_numba import twin

Array = np.ndarray[Any, Any]


def _array_at(address: int, count: int, dtype: Any) -> Array:
    block: Any = (ctypes.c_int64 * int(count)).from_address(int(address))
    return np.frombuffer(block, dtype)


def words_at(address: int, count: int) -> Array:
    """`count` int64 words."""
    return _array_at(address, count, np.int64)


def floats_at(address: int, count: int) -> Array:
    """`count` float64 numbers."""
    return _array_at(address, count, np.float64)


def generator_at(address: int) -> Array:
    """The state of a random generator, shape (1,), as `counterplay.gears.rng` takes it."""
    return _array_at(address, 1, np.uint64)


@twin(words_at)
def _words_at(address: Any, count: Any) -> Any:
    from counterplay.gears.compiler.address_code import int64_view

    return lambda address, count: int64_view(address, count)


@twin(floats_at)
def _floats_at(address: Any, count: Any) -> Any:
    from counterplay.gears.compiler.address_code import float64_view

    return lambda address, count: float64_view(address, count)


@twin(generator_at)
def _generator_at(address: Any) -> Any:
    from counterplay.gears.compiler.address_code import uint64_view

    return lambda address: uint64_view(address, 1)


def fetch_early(address: int) -> None:
    """Ask for the memory at an address that will soon be read; it need not be waited for then."""


@twin(fetch_early)
def _fetch_early(address: Any) -> Any:
    from counterplay.gears.compiler.intrinsics import prefetch

    return lambda address: prefetch(address)


def address_of(array: Any) -> int:
    """Where an array's or a record's data lie."""
    return int(array.__array_interface__["data"][0])
