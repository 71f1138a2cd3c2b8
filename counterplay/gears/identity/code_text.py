"""The byte code of a function as bytes, and the names in it."""

from __future__ import annotations

import dis
import sys
from types import CodeType
from typing import Any

LATER_FORM = sys.version_info >= (3, 13)
HAS_DOCSTRING = 0x4000000  # flag of a code object, from Python 3.13 on; before, the first constant is the docstring or None


def plain(value: Any) -> Any:
    """The Python function of a kernel, a dispatcher or a static method."""
    value = getattr(value, "py_func", value)
    return value.__func__ if isinstance(value, staticmethod) else value


def names_in(code: CodeType) -> tuple[str, ...]:
    """All names that code looks up: globals, attributes, methods; those of functions within it, too."""
    nested = [name for constant in code.co_consts if isinstance(constant, CodeType) for name in names_in(constant)]
    return tuple(sorted({*code.co_names, *nested}))


def code_bytes(code: CodeType) -> bytes:
    """Byte code with its constants, without its docstring and its place in a file."""
    instructions, constants = without_docstring(code)
    parts = [instructions, getattr(code, "co_exceptiontable", b"")]  # the second says what a `try` covers, from Python 3.11 on
    flags = code.co_flags & ~HAS_DOCSTRING
    parts.append(repr((code.co_names, code.co_varnames, code.co_argcount, code.co_posonlyargcount, flags)).encode())
    for constant in constants:
        if isinstance(constant, CodeType):
            parts.append(code_bytes(constant))
        elif isinstance(constant, frozenset):  # its order differs between processes
            parts.append(repr(sorted(map(repr, constant))).encode())
        else:
            parts.append(repr(constant).encode())
    return b"\0".join(parts)


def without_docstring(code: CodeType) -> tuple[bytes, list[Any]]:
    """Instructions and constants as they would be without the docstring.

    Before Python 3.13 the first constant is the docstring or None, so that a function which gives None without saying so has
    one constant more with a docstring than without.
    """
    constants = list(code.co_consts)
    if not constants or not isinstance(constants[0], str) or (LATER_FORM and not code.co_flags & HAS_DOCSTRING):
        return code.co_code, constants
    constants[0] = None
    second = next((place for place, constant in enumerate(constants) if place and constant is None), 0)
    if LATER_FORM or not second:
        return code.co_code, constants
    instructions, extended = bytearray(code.co_code), False
    for place in range(0, len(instructions), 2):
        if instructions[place] in dis.hasconst and not extended:
            argument = instructions[place + 1]
            instructions[place + 1] = 0 if argument == second else argument - (argument > second)
        extended = instructions[place] == dis.EXTENDED_ARG
    del constants[second]
    return bytes(instructions), constants
