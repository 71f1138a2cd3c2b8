"""What type the methods of the contract return, checked when they are compiled.

Python takes None for False and 1.0 for 1; native code has one type for every value. An answer of another type would fail in
a search, far from the method that gave it.
"""

from __future__ import annotations

import inspect
from typing import Any

from numba import types
from numba.core.errors import TypingError

from counterplay.core import Game
from counterplay.gears.explain.type_words import type_words
from counterplay.gears.identity.source_text import class_place, place_of, return_line

OURS = "counterplay: "  # begins a line of an error that is a sentence for the user already
RULES = ("initial", "player", "actions", "result", "terminal", "utility")  # that every game defines
NUMBERS = ("utility", "evaluate", "order")
WHOLE = ("player", "key", "random_action", "playout_action")
TRUTHS = ("terminal", "noisy", "threatened", "may_skip", "harmless")
LISTS = ("actions", "candidates", "noisy_actions")
STATES = ("result", "skip")


def sentence(text: str) -> TypingError:
    """An error whose message reaches the user as it is."""
    return TypingError(OURS + text)


def check_defined(game: Game, method: str) -> None:
    """Refuse to compile a rule that the game does not have."""
    cls = type(game)
    if method in RULES and getattr(cls, method) is getattr(Game, method):
        parameters = ", ".join(inspect.signature(getattr(Game, method)).parameters)
        missing = f"{cls.__name__} does not define {method}, which every game needs"
        raise sentence(f"{missing} {class_place(cls)}; write `def {method}({parameters})`")


def check_answer(context: Any, game_type: Any, method: str, function: Any, answer: Any) -> None:
    """Refuse, in one sentence, a method of the contract that answers with the wrong type."""
    name = f"{type(game_type.game).__name__}.{method}"
    if method in STATES:
        _check_state(context, game_type, name, function, answer)
        return
    wanted = _wanted(method)
    if wanted and isinstance(answer, types.Optional):
        where = place_of(function, return_line(function, of_nothing=True))
        what = f"{type_words(answer.type)} on one path and nothing on another"
        raise sentence(f"{name} returns {what} {where}; return {wanted} on every path")
    if wanted and not _fits(method, answer):
        where = place_of(function, return_line(function, of_nothing=isinstance(answer, types.NoneType)))
        raise sentence(f"{name} returns {type_words(answer)} {where}; return {wanted}")


def _wanted(method: str) -> str:
    if method in NUMBERS:
        return "a float"
    if method in WHOLE:
        return "an int"
    if method in TRUTHS:
        return "True or False"
    return "an array of ints (np.int64), or yield ints" if method in LISTS else ""


def _fits(method: str, answer: Any) -> bool:
    if method in NUMBERS + TRUTHS:
        return isinstance(answer, types.Number | types.Boolean)
    if method in WHOLE:
        return isinstance(answer, types.Integer | types.Boolean)
    element = getattr(answer, "yield_type", getattr(answer, "dtype", None))
    return element is None or isinstance(types.unliteral(element), types.Integer | types.Boolean)


def _check_state(context: Any, game_type: Any, name: str, function: Any, answer: Any) -> None:
    """A state keeps its class and the type of each field: native code has one layout for all states."""
    first = game_type.state_type
    if context.unify_types(first, answer) == first:
        return
    where = place_of(function, return_line(function, of_nothing=isinstance(answer, types.NoneType | types.Optional)))
    if isinstance(answer, types.Optional):
        raise sentence(f"{name} returns a state on one path and nothing on another {where}; return a state on every path")
    if not isinstance(answer, types.BaseNamedTuple) or answer.instance_class is not first.instance_class:
        raise sentence(
            f"{name} returns {type_words(answer)} where the first state is a {first.instance_class.__name__} {where}; return a "
            f"{first.instance_class.__name__}"
        )
    for field, wanted, found in zip(first.fields, first.types, answer.types, strict=True):
        if types.unliteral(found) != wanted:
            raise sentence(
                f"{name} makes field '{field}' {type_words(found)} where the first state has {type_words(wanted)} {where}; "
                f"{_converted(field, wanted, found)}"
            )


def _converted(field: str, wanted: Any, found: Any) -> str:
    """What to write so that a field gets its type."""
    if isinstance(wanted, types.Array):
        if isinstance(found, types.Array) and (found.dtype, found.ndim) == (wanted.dtype, wanted.ndim):
            return "it is a constant, a slice or a transposed array: write .copy() behind it"
        return f"make it an array of np.{wanted.dtype} with {wanted.ndim} dimension{'' if wanted.ndim == 1 else 's'}"
    name = {types.int64: "int", types.float64: "float", types.boolean: "bool"}.get(wanted, f"np.{wanted}")
    return f"write {name}(...) around it, there or in initial"
