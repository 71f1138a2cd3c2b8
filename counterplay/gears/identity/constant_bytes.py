"""Constants of native code as bytes: equal for equal values in every process, and for no others.

What native code cannot hold (a list, a dictionary, an object of a game's own class) cannot be in it, whatever is in them: only
the type is told, or a game would be another one for every picture that it draws. A kind of constant that somebody has taught
to Numba and that is not known here is told by what it is in this process, so that no other process ever takes it for its own.
"""

from __future__ import annotations

import hashlib
import os
from enum import Enum
from types import CodeType
from typing import Any

import numpy as np

from counterplay.gears.compiler.deferred_numba import engage, is_engaged

FOREIGN = {"numpy", "numba", "llvmlite", "math", "builtins", "typing", "collections"}  # their versions are in every digest
UNHELD = (list, dict, set, frozenset, bytearray, CodeType)  # Numba has types for some of them, but no constants
_process = os.urandom(16)
_unknown: list[Any] = []  # constants of unknown kinds; while they live, no other object is where they are


def constant_bytes(value: Any) -> bytes:
    """A constant as bytes."""
    if isinstance(value, np.ndarray):
        form = f"{value.dtype.descr}{value.shape}{value.flags.c_contiguous}"
        return form.encode() + hashlib.sha256(value.tobytes()).digest()
    if isinstance(value, tuple):
        names = "".join(f"{name}=" for name in (type(value).__qualname__, *getattr(value, "_fields", ())))
        return (names if type(value) is not tuple else "").encode() + b"(" + b",".join(map(constant_bytes, value)) + b")"
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}:".encode() + constant_bytes(value.value)
    if isinstance(value, np.void):
        return f"{value.dtype.descr}".encode() + value.tobytes()
    if isinstance(value, slice):
        return b"slice" + constant_bytes((value.start, value.stop, value.step))
    if isinstance(value, np.generic | np.dtype) or value is None:
        return f"{type(value).__name__}:{value!r}".encode()
    for kind in (bool, int, float, complex, str, bytes):
        if isinstance(value, kind):  # a class of its own may show itself otherwise
            return f"{kind.__name__}:{kind.__repr__(value)}".encode()
    if isinstance(value, type):
        return f"class {full_name(value)}".encode()
    if type(value).__module__.partition(".")[0] in FOREIGN:  # a built-in function, a ufunc of NumPy, a type of Numba
        name = getattr(value, "__name__", None) or getattr(value, "name", None)
        if isinstance(name, str):
            return f"{type(value).__name__} {getattr(value, '__module__', '')}.{name}".encode()
    return type(value).__qualname__.encode() + (_only_here(value) if _is_held(value) else b"")


def full_name(cls: type) -> str:
    """A class; with its module only where that cannot be a game's file, which may go by several names."""
    return f"{cls.__module__}.{cls.__qualname__}" if cls.__module__.partition(".")[0] in FOREIGN else cls.__qualname__


def _is_held(value: Any) -> bool:
    """Whether native code can hold a constant of an unknown kind; nothing can be in it before Numba is loaded."""
    return not isinstance(value, UNHELD) and is_engaged() and bool(engage().is_constant(value))


def _only_here(value: Any) -> bytes:
    """What an object is in this process, and never in another."""
    if not any(known is value for known in _unknown):
        _unknown.append(value)
    return b" " + _process + str(id(value)).encode()
