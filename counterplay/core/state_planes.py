"""What a learner is shown of any state made of numbers: its fields in a row, and whose turn it is.

Games on a board have planes of their own (`boards.sets.board_planes`), and a game may write its own `planes`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from counterplay.core.errors import BadRules

WORD_BITS = 64


def field_planes(state: Any, player: int, players: int) -> NDArray[np.float32]:
    """float32 (numbers,): an np.uint64 is a bit set and gives its 64 bits, other numbers stand as they are; then the mover.

    The mover is `players` numbers, a 1 at the one whose turn it is, none at a chance node.
    """
    if not (isinstance(state, tuple) and hasattr(state, "_fields")):
        raise BadRules(
            f"a {type(state).__name__} cannot be shown as numbers; a state that can is a NamedTuple of numbers and NumPy "
            "arrays, or the game writes its own `planes`"
        )
    turn = np.zeros((1, players), np.float32)
    if 0 <= player < players:
        turn[0, player] = 1.0
    columns = [np.asarray(field).reshape(1, -1) for field in state]
    row: NDArray[np.float32] = np.concatenate([*(field_columns(column) for column in columns), turn], axis=1)[0]
    return row


def field_columns(values: NDArray[Any]) -> NDArray[np.float32]:
    """One field of many states, shape (states, elements), as float32 columns; a uint64 element takes 64 of them."""
    if values.dtype == np.uint64:
        octets = np.ascontiguousarray(values, "<u8").view(np.uint8)
        return np.unpackbits(octets, axis=1, bitorder="little").astype(np.float32)
    return values.astype(np.float32)
