"""States as the check sees them: copied, compared with their types, and made hashable."""

from __future__ import annotations

import copy
import math
import numbers
from typing import Any, TypeGuard

import numpy as np

INT64 = range(-(2**63), 2**63)


def is_record(state: Any) -> bool:
    """Whether a state is a NamedTuple, the kind that compiles."""
    return isinstance(state, tuple) and hasattr(state, "_fields")


def has_arrays(state: Any) -> bool:
    """Whether a field is an array."""
    return is_record(state) and any(isinstance(field, np.ndarray) for field in state)


def copy_of(state: Any) -> Any:
    """An equal state that shares nothing which can change."""
    if is_record(state):
        return type(state)(*(_copy_field(field) for field in state))
    return copy.deepcopy(state)


def _copy_field(field: Any) -> Any:
    if isinstance(field, np.ndarray):
        return field.copy()
    return field if isinstance(field, int | float | str | np.generic) else copy.deepcopy(field)


def same(one: Any, other: Any) -> bool:
    """Deep equality; unlike ``==`` it accepts arrays anywhere, and a type that differs makes a difference."""
    if type(one) is not type(other):
        return False
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and bool(np.array_equal(one, other, equal_nan=one.dtype.kind == "f"))
    if isinstance(one, float):
        return one == other or (math.isnan(one) and math.isnan(other))
    if isinstance(one, tuple | list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(value, other[key]) for key, value in one.items())
    if getattr(type(one), "__eq__", None) is object.__eq__ and hasattr(one, "__dict__"):
        return same(vars(one), vars(other))
    return bool(one == other)


def frozen(state: Any) -> Any:
    """Something hashable that is equal for equal states."""
    if isinstance(state, np.ndarray):
        return (state.dtype.str, state.shape, state.tobytes())
    if isinstance(state, tuple | list):
        return tuple(frozen(field) for field in state)
    if isinstance(state, dict):
        return tuple(sorted((repr(key), frozen(value)) for key, value in state.items()))
    if getattr(type(state), "__hash__", None) not in (None, object.__hash__):
        return state
    return tuple(sorted((name, frozen(value)) for name, value in getattr(state, "__dict__", {"": repr(state)}).items()))


def changed_field(before: Any, after: Any) -> str:
    """Which field changed, and how, in words."""
    if is_record(before) and is_record(after) and len(before) == len(after):
        for name, old, new in zip(before._fields, before, after, strict=True):
            if not same(old, new):
                return f"field '{name}' was {short(old)} and became {short(new)}"
    return f"it was {short(before)} and became {short(after)}"


def misfit(model: Any, state: Any) -> str:
    """How a state differs in form from the first one, in words; empty where it does not."""
    if type(state) is not type(model):
        return f"it is a {type(state).__name__} where the first state is a {type(model).__name__}"
    if not is_record(model):
        return ""
    if len(state) != len(model):
        return f"it has {len(state)} fields where the first state has {len(model)}"
    for name, first, field in zip(model._fields, model, state, strict=True):
        wrong = _field_misfit(first, field)
        if wrong:
            return f"field '{name}' {wrong}"
    return ""


def _field_misfit(first: Any, field: Any) -> str:
    if type(field) is not type(first):
        advice = ": write a number that stands for nothing, such as -1" if first is None or field is None else ""
        return f"is {kind(field)} where the first state has {kind(first)}{advice}"
    if isinstance(first, np.ndarray):
        if field.dtype != first.dtype:
            return f"is an array of {field.dtype} where the first state has one of {first.dtype}"
        if field.shape != first.shape:
            return f"is an array of shape {field.shape} where the first state has one of {first.shape}"
    if type(first) is int and field not in INT64:
        return f"is {field}, which does not fit the 64 bits that the compiled gear has"
    return ""


def is_number(value: Any) -> TypeGuard[float]:
    """Whether a value is a real number; True and False are none, NaN is one."""
    return isinstance(value, numbers.Real) and not isinstance(value, bool)


def kind(value: Any) -> str:
    """A type for people: 'a np.uint64', 'an int'."""
    cls = type(value)
    if value is None:
        return "None"
    name = f"np.{cls.__name__}" if cls.__module__ == "numpy" else cls.__name__
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def short(value: Any, longest: int = 160) -> str:
    """A value for a message, on one line."""
    try:
        text = " ".join(repr(value).split())
    except Exception as error:
        text = f"<{type(value).__name__} whose repr raises {type(error).__name__}>"
    return text if len(text) <= longest else text[: longest - 3] + "..."
