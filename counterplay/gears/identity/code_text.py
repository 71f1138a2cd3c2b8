"""The byte code of a function as bytes, and the names in it."""

from __future__ import annotations

import sys
from types import CodeType
from typing import Any

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
    parts = [code.co_code, getattr(code, "co_exceptiontable", b"")]  # the second says what a `try` covers, from Python 3.11 on
    flags = code.co_flags & ~HAS_DOCSTRING
    parts.append(repr((code.co_names, code.co_varnames, code.co_argcount, code.co_posonlyargcount, flags)).encode())
    constants = list(code.co_consts)
    if constants and isinstance(constants[0], str) and (sys.version_info < (3, 13) or code.co_flags & HAS_DOCSTRING):
        constants[0] = None
    for constant in constants:
        if isinstance(constant, CodeType):
            parts.append(code_bytes(constant))
        elif isinstance(constant, frozenset):  # its order differs between processes
            parts.append(repr(sorted(map(repr, constant))).encode())
        else:
            parts.append(repr(constant).encode())
    return b"\0".join(parts)
