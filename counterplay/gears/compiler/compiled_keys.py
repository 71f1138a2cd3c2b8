"""The compiled twin of `core.hashing.state_key`: fields are mixed one by one, resolved by type at compile time."""

from __future__ import annotations

from typing import Any

import numpy as np

from counterplay.core.hashing import AVALANCHE, MULTIPLIER, SEED, state_key
from counterplay.gears.compiler.deferred_numba import helper, twin

_SEED, _MULTIPLIER, _AVALANCHE = np.uint64(SEED), np.uint64(MULTIPLIER), np.uint64(AVALANCHE)
_29, _27, _31 = np.uint64(29), np.uint64(27), np.uint64(31)


@helper
def _mix_word(key: Any, word: Any) -> Any:
    mixed = (key ^ word) * _MULTIPLIER
    return mixed ^ (mixed >> _29)


def mix_field(key: Any, field: Any) -> Any:
    """A key with one more field in it: a number, an array or a tuple."""
    raise NotImplementedError("compiled code only; state_key is the Python form")


def _mix_fields(key: Any, fields: Any) -> Any:
    raise NotImplementedError("compiled code only; state_key is the Python form")


@twin(mix_field)
def _typed_mix_field(key: Any, field: Any) -> Any:
    from numba import types

    if isinstance(field, types.Array):

        def over_array(key: Any, field: Any) -> Any:
            for element in field.flat:
                key = mix_field(key, element)
            return key

        return over_array
    if isinstance(field, types.BaseTuple):
        return lambda key, field: _mix_fields(key, field)
    if isinstance(field, types.Float):
        return lambda key, field: _mix_word(key, np.float64(field + 0.0).view(np.uint64))
    return lambda key, field: _mix_word(key, np.uint64(field))


@twin(_mix_fields)
def _typed_mix_fields(key: Any, fields: Any) -> Any:
    from counterplay.gears.compiler.field_mixing import mix_every_field

    if len(fields) == 0:
        return lambda key, fields: key
    return lambda key, fields: mix_every_field(key, fields)


@twin(state_key)
def _native_state_key(state: Any) -> Any:
    from numba import types

    if not isinstance(state, types.BaseTuple):
        return lambda state: _finish(mix_field(_SEED, state))
    return lambda state: _finish(_mix_fields(_SEED, state))


@helper
def _finish(key: Any) -> Any:
    spread = (key ^ (key >> _27)) * _AVALANCHE
    return spread ^ (spread >> _31)
