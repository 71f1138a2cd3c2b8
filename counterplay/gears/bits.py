"""Bitboards: 64-bit sets of cells as `np.uint64`, the same in both gears.

Numba turns uint64 mixed with a plain integer into int64 or float64, so a bitboard is only ever combined with other bitboards;
everything that needs a number (an index, a shift width) goes through the functions here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from counterplay.gears.compiler.deferred_numba import LoopForm, helper, loop_form, twin

Bits = np.uint64
EMPTY = np.uint64(0)
ONE = np.uint64(1)
FULL = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
SINGLES = tuple(np.uint64(1 << index) for index in range(64))  # NumPy takes ten times as long to make one as to find it here


def bit(index: int) -> np.uint64:
    """The set that holds one cell, 0..63."""
    if index < 0:
        raise IndexError(f"a set has the cells 0 to 63, not {index}")
    return SINGLES[index]


def popcount(b: np.uint64 | int) -> int:
    """How many cells the set holds."""
    return int(b).bit_count()


def lowest(b: np.uint64 | int) -> int:
    """Index of the lowest cell; 64 for the empty set."""
    value = int(b)
    return (value & -value).bit_length() - 1 if value else 64


def highest(b: np.uint64 | int) -> int:
    """Index of the highest cell; -1 for the empty set."""
    return int(b).bit_length() - 1


def up(b: np.uint64, width: int) -> np.uint64:
    """Every cell moved to a higher index by width (0..63); what leaves the 64 is lost."""
    return np.uint64((int(b) << int(width)) & 0xFFFF_FFFF_FFFF_FFFF)


def down(b: np.uint64, width: int) -> np.uint64:
    """Every cell moved to a lower index by width (0..63); what leaves the 64 is lost."""
    return np.uint64(int(b) >> int(width))


def number(b: np.uint64) -> int:
    """The set as an ordinary integer (the lowest 63 bits count)."""
    return int(b) & 0x7FFF_FFFF_FFFF_FFFF


def word(value: int | np.uint64) -> np.uint64:
    """An ordinary integer as a bitboard; a negative one wraps around."""
    return np.uint64(int(value) & 0xFFFF_FFFF_FFFF_FFFF)


def product(a: np.uint64, b: np.uint64) -> np.uint64:
    """The product modulo 2**64 (NumPy would warn of the overflow)."""
    return np.uint64((int(a) * int(b)) & 0xFFFF_FFFF_FFFF_FFFF)


def difference(a: np.uint64, b: np.uint64) -> np.uint64:
    """a - b modulo 2**64: the carry trick of sliding attacks."""
    return np.uint64((int(a) - int(b)) & 0xFFFF_FFFF_FFFF_FFFF)


def has(b: np.uint64, index: int) -> bool:
    """Whether the set holds the cell."""
    return bool(int(b) >> int(index) & 1)


@helper
def rest(b: np.uint64) -> np.uint64:
    """The set without its lowest cell."""
    return b & difference(b, ONE)


@helper
def some(b: np.uint64) -> bool:
    """Whether the set holds any cell."""
    return bool(b != EMPTY)


def cells(b: np.uint64 | int) -> Iterator[int]:
    """The indices of the cells, lowest first."""
    left = int(b) & 0xFFFF_FFFF_FFFF_FFFF
    while left:
        yield (left & -left).bit_length() - 1
        left &= left - 1


loop_form(cells, LoopForm(start=word, more=some, item=lowest, rest=rest))


@twin(bit)
def _bit(index: Any) -> Any:
    return lambda index: np.uint64(1) << np.uint64(index)


@twin(has)
def _has(b: Any, index: Any) -> Any:
    return lambda b, index: (b & bit(index)) != EMPTY


@twin(cells)
def _cells(b: Any) -> Any:
    def native(b: Any) -> Any:
        left = word(b)
        while left != EMPTY:
            yield lowest(left)
            left = rest(left)

    return native


@twin(popcount)
def _popcount(b: Any) -> Any:
    from counterplay.gears.compiler.intrinsics import count_ones

    return lambda b: count_ones(np.uint64(b))


@twin(lowest)
def _lowest(b: Any) -> Any:
    from counterplay.gears.compiler.intrinsics import trailing_zeros

    return lambda b: trailing_zeros(np.uint64(b))


@twin(highest)
def _highest(b: Any) -> Any:
    from counterplay.gears.compiler.intrinsics import leading_zeros

    return lambda b: 63 - leading_zeros(np.uint64(b))


@twin(up)
def _up(b: Any, width: Any) -> Any:
    return lambda b, width: np.uint64(b) << np.uint64(width)


@twin(down)
def _down(b: Any, width: Any) -> Any:
    return lambda b, width: np.uint64(b) >> np.uint64(width)


@twin(number)
def _number(b: Any) -> Any:
    return lambda b: np.int64(b & np.uint64(0x7FFF_FFFF_FFFF_FFFF))


@twin(word)
def _word(value: Any) -> Any:
    return lambda value: np.uint64(value)


@twin(product)
def _product(a: Any, b: Any) -> Any:
    return lambda a, b: np.uint64(a) * np.uint64(b)


@twin(difference)
def _difference(a: Any, b: Any) -> Any:
    return lambda a, b: np.uint64(a) - np.uint64(b)
