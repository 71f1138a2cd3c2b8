"""Raw memory of many states as one structured array: a field of the array for each field of the state."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from counterplay.core import Game
from counterplay.gears.entry.state_transfer import form_of


def state_dtype(game: Game) -> np.dtype[Any]:
    """The type of one state in raw memory."""
    form = form_of(game)
    return np.dtype(
        {
            "names": [place.name for place in form.places],
            "formats": [(place.dtype, place.shape) for place in form.places],
            "offsets": [place.offset for place in form.places],
            "itemsize": form.size,
        }
    )


def state_records(game: Game, memory: NDArray[np.uint8]) -> NDArray[Any]:
    """uint8 (states, bytes of a state) as an array (states,) of that type; the same memory where it lies in one piece."""
    return np.ascontiguousarray(memory).view(state_dtype(game))[:, 0]
