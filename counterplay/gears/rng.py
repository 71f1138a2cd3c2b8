"""Random numbers that are the same in both gears and on every machine: splitmix64 in a one-element array.

The generator's state is a uint64 array of shape (1,), made by `seeded`; each function advances it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from counterplay.core.hashing import AVALANCHE, MASK, MULTIPLIER, SEED
from counterplay.gears.compiler.deferred_numba import helper, twin

_STEP, _FIRST, _SECOND = np.uint64(SEED), np.uint64(MULTIPLIER), np.uint64(AVALANCHE)
_30, _27, _31, _11, _32 = (np.uint64(n) for n in (30, 27, 31, 11, 32))


def seeded(seed: int) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """A generator, shape (1,)."""
    return np.array([seed & MASK], dtype=np.uint64)


def draw_word(rng: np.ndarray[Any, np.dtype[np.uint64]]) -> np.uint64:
    """64 random bits."""
    state = (int(rng[0]) + SEED) & MASK
    rng[0] = state
    z = ((state ^ (state >> 30)) * MULTIPLIER) & MASK
    z = ((z ^ (z >> 27)) * AVALANCHE) & MASK
    return np.uint64(z ^ (z >> 31))


@twin(draw_word)
def _draw_word(rng: Any) -> Any:
    def native(rng: Any) -> Any:
        rng[0] += _STEP
        z = rng[0]
        z = (z ^ (z >> _30)) * _FIRST
        z = (z ^ (z >> _27)) * _SECOND
        return z ^ (z >> _31)

    return native


@helper
def draw_below(rng: np.ndarray[Any, np.dtype[np.uint64]], n: int) -> int:
    """A random integer from 0 to n - 1, n below 2**31 (Lemire's multiply-shift; bias below n / 2**32)."""
    return np.int64(((draw_word(rng) >> _32) * np.uint64(n)) >> _32)  # type: ignore[return-value]


@helper
def draw_unit(rng: np.ndarray[Any, np.dtype[np.uint64]]) -> float:
    """A random number in [0, 1)."""
    return np.float64(draw_word(rng) >> _11) * 2.0**-53
