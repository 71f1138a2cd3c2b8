"""States cross the border between Python and native code here.

Numba gives an unsigned 64-bit field back as a Python int, whose type would then depend on its size. A game's first
state says what each field is; every state that goes in or comes out is brought to that form.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from counterplay.core import CannotCompile, Game


class StateForm:
    """The class of a game's states and the type of each field."""

    def __init__(self, game: Game) -> None:
        state = game.initial()
        if not (isinstance(state, tuple) and hasattr(state, "_fields")):
            raise CannotCompile(
                f"{type(game).__name__}.initial returns a {type(state).__name__}; a state that compiles is a NamedTuple of "
                "numbers and NumPy arrays"
            )
        self.cls: Any = type(state)
        self.casts = [_cast(type(game).__name__, name, field) for name, field in zip(state._fields, state, strict=True)]
        self.has_arrays = any(isinstance(field, np.ndarray) for field in state)
        for method in ("actions", "outcomes"):
            if self.has_arrays and inspect.isgeneratorfunction(getattr(type(game), method)):
                raise CannotCompile(
                    f"{type(game).__name__}.{method} yields over a state that holds an array, which Numba would never free; "
                    "return an array (outcomes: a list of pairs) instead"
                )

    def __call__(self, state: Any) -> Any:
        """The same state with every field in its declared type."""
        return self.cls(*[cast(field) for cast, field in zip(self.casts, state, strict=True)])


def _cast(game: str, name: str, field: Any) -> Callable[[Any], Any]:
    if isinstance(field, np.ndarray):
        dtype = field.dtype
        return lambda value: np.ascontiguousarray(value, dtype=dtype)
    if isinstance(field, np.generic | bool | int | float):
        return type(field)
    raise CannotCompile(
        f"{game}.initial returns a state whose field '{name}' is a {type(field).__name__}; a state that compiles is a "
        "NamedTuple of numbers and NumPy arrays"
    )


def form_of(game: Game) -> StateForm:
    """The form of the game's states, worked out once."""
    form: StateForm | None = game.__dict__.get("_form")
    if form is None:
        form = game.__dict__["_form"] = StateForm(game)
    return form
