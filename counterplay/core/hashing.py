"""The default 64-bit key of a state: every field mixed in turn, arrays element by element.

One definition in plain Python; `gears.compiler.compiled_keys` gives the compiled gear the same function, bit for bit.
"""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
from numpy.typing import NDArray

MASK = 0xFFFF_FFFF_FFFF_FFFF
SEED = 0x9E37_79B9_7F4A_7C15  # 2**64 / golden ratio: a start value without structure
MULTIPLIER = 0xBF58_476D_1CE4_E5B9  # from splitmix64 (Steele, Lea and Flood, OOPSLA 2014)
AVALANCHE = 0x94D0_49BB_1331_11EB  # likewise


def mix(key: int, word: int) -> int:
    """Fold one 64-bit word into a key (a multiply-xorshift step of splitmix64)."""
    key = ((key ^ (word & MASK)) * MULTIPLIER) & MASK
    return key ^ (key >> 29)


def finish(key: int) -> int:
    """Spread the last word over all 64 bits, so that a table may use any of them."""
    key = ((key ^ (key >> 27)) * AVALANCHE) & MASK
    return key ^ (key >> 31)


def random_words(count: int, stream: int) -> NDArray[np.uint64]:
    """uint64 (count,): words without structure, always the same ones for a stream; for keys after Zobrist (1970)."""
    return np.array([finish(mix(mix(SEED, stream), i)) for i in range(count)], np.uint64)


def field_words(value: Any) -> list[int]:
    """The 64-bit words of one field; equal values give equal words (0.0 and -0.0 included)."""
    if isinstance(value, np.ndarray):
        return [word for element in value.ravel().tolist() for word in field_words(element)]
    if isinstance(value, bool | np.bool_ | int | np.integer):
        return [int(value) & MASK]
    if isinstance(value, float | np.floating):
        return [struct.unpack("<Q", struct.pack("<d", float(value) + 0.0))[0]]
    if isinstance(value, tuple):
        return [word for element in value for word in field_words(element)]
    # A state that is not made of numbers only runs in the interpreted gear; Python's hash is all it can offer.
    return [hash(value) & MASK if getattr(value, "__hash__", None) else hash(repr(value)) & MASK]


def state_key(state: Any) -> int:
    """64-bit key of a state: a NamedTuple of scalars and arrays, or any Python value in the interpreted gear."""
    fields = state if isinstance(state, tuple) else (state,)
    key = SEED
    for value in fields:
        for word in field_words(value):
            key = mix(key, word)
    return finish(key)


def states_equal(one: Any, other: Any) -> bool:
    """Whether two states are the same position; unlike ``==`` it accepts arrays as fields."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(states_equal, one, other))
    if isinstance(one, np.ndarray) or isinstance(other, np.ndarray):
        return bool(np.array_equal(one, other))
    return bool(one == other)
