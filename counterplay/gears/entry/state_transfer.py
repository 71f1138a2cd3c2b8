"""States pass between Python and native code here.

Numba gives an unsigned 64-bit field back as a Python int, whose type would then depend on its size. A game's first
state says what each field is; every state that goes in or comes out is brought to that form.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from counterplay.core import BadRules, CannotCompile, Game
from counterplay.gears.identity.source_text import nodes_of, place_of, return_line

NUMBERS = frozenset("?bBhHiIlLqQfd")  # NumPy's letters for truth values, whole numbers and floats that native code has
INSTEAD = {  # a type that no field can have -> what to write
    "list": "write a NumPy array, or a field for each number",
    "tuple": "write a NumPy array, or a field for each number",
    "dict": "write a NumPy array that is indexed by numbers",
    "set": "write a NumPy array with True or False for each member, or a number with a bit for each",
    "str": "write a number for what the text says, or an array of numbers, and the text in dump and action_name",
    "NoneType": "write a number that stands for nothing, as -1",
}


class Place(NamedTuple):
    """Where a field lies in raw memory."""

    name: str
    offset: int  # bytes from the beginning of the state
    dtype: np.dtype[Any]
    shape: tuple[int, ...]  # of an array; () for a scalar
    items: int


class StateForm:
    """The class of a game's states, the type of each field, and where each lies in raw memory."""

    def __init__(self, game: Game) -> None:
        _refuse_setting(game)
        state = game.initial()
        if not (isinstance(state, tuple) and hasattr(state, "_fields")):
            raise _misfit(
                game, f"a {type(state).__name__}", "a state that compiles is a NamedTuple of numbers and NumPy arrays"
            )
        self.cls: Any = type(state)
        self.casts = [_cast(game, name, field) for name, field in zip(state._fields, state, strict=True)]
        self.places, self.size = _laid_out(state)
        self._record = np.dtype(
            {
                "names": [place.name for place in self.places],
                "formats": [(place.dtype, place.shape) for place in self.places],
                "offsets": [place.offset for place in self.places],
                "itemsize": self.size,
            }
        )
        self.has_arrays = any(isinstance(field, np.ndarray) for field in state)
        for method in ("actions", "outcomes", "candidates", "noisy_actions"):
            function = getattr(type(game), method)
            if self.has_arrays and inspect.isgeneratorfunction(function):
                line = next((node.lineno for node in nodes_of(function, ast.Yield, ast.YieldFrom)), None)
                instead = "a list of (action, probability) pairs" if method == "outcomes" else "an array of ints (np.int64)"
                raise CannotCompile(
                    f"{type(game).__name__}.{method} yields over a state that holds an array, which native code would never "
                    f"free {place_of(function, line)}; return {instead} instead"
                )

    def __call__(self, state: Any) -> Any:
        """The same state with every field in its declared type."""
        return self.cls(*[cast(field) for cast, field in zip(self.casts, state, strict=True)])

    def write(self, state: Any, memory: np.ndarray[Any, np.dtype[np.uint8]]) -> None:
        """Copy a state into raw memory, `size` bytes of it."""
        record = memory.view(self._record)
        for place, field in zip(self.places, self(state), strict=True):
            if np.shape(field) != place.shape:
                raise BadRules(
                    f"field '{place.name}' of a {self.cls.__name__} has the shape {np.shape(field)} here and {place.shape} in "
                    "the first state of the game; an array keeps its shape"
                )
            try:
                record[place.name][0] = field
            except OverflowError:
                raise BadRules(
                    f"field '{place.name}' of a {self.cls.__name__} is {field}, which does not fit 64 bits"
                ) from None

    def read(self, memory: np.ndarray[Any, np.dtype[np.uint8]]) -> Any:
        """The state that raw memory holds."""
        record = memory.view(self._record)
        fields = [record[place.name][0] for place in self.places]
        return self(tuple(f.copy() if isinstance(f, np.ndarray) else f for f in fields))


def _laid_out(state: Any) -> tuple[list[Place], int]:
    """Fields one behind the other, each beginning at a multiple of 8 bytes, and how many bytes they take together."""
    places, offset = [], 0
    for name, field in zip(state._fields, state, strict=True):
        array = np.asarray(field)
        places.append(Place(name, offset, array.dtype, array.shape, array.size))
        offset += -(-array.nbytes // 8) * 8
    return places, max(offset, 8)


def _cast(game: Game, name: str, field: Any) -> Callable[[Any], Any]:
    if isinstance(field, np.ndarray) and field.ndim > 0 and field.dtype.char in NUMBERS and field.dtype.isnative:
        dtype = field.dtype
        return lambda value: np.ascontiguousarray(value, dtype=dtype)
    if isinstance(field, np.generic | bool | int | float) and np.asarray(field).dtype.char in NUMBERS:
        return type(field)
    kind = type(field).__name__
    what = f"an array of {field.dtype}{'' if field.ndim else ' without a dimension'}" if kind == "ndarray" else f"a {kind}"
    raise _misfit(
        game,
        f"a state whose field '{name}' is {what}",
        INSTEAD.get(kind, "a state that compiles has numbers and arrays of numbers"),
    )


def _misfit(game: Game, what: str, instead: str) -> CannotCompile:
    """The refusal of a first state."""
    function = type(game).initial
    return CannotCompile(f"{type(game).__name__}.initial returns {what}; {instead} {place_of(function, return_line(function))}")


def _refuse_setting(game: Game) -> None:
    """Refuse a game whose `initial` sets attributes: compiled code has read them before it is called."""
    function = type(game).initial
    for node in nodes_of(function, ast.Attribute):
        if isinstance(node.ctx, ast.Store) and isinstance(node.value, ast.Name) and node.value.id == "self":
            raise CannotCompile(
                f"{type(game).__name__}.initial sets self.{node.attr} {place_of(function, node.lineno)}; set it in __init__: "
                "attributes are constants of native code"
            )


def form_of(game: Game) -> StateForm:
    """The form of the game's states, worked out once."""
    form: StateForm | None = game.__dict__.get("_native_form")
    if form is None:
        form = game.__dict__["_native_form"] = StateForm(game)
    return form
