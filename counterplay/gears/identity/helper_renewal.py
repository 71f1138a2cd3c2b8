"""Helpers whose globals have changed since they were compiled are compiled again.

Numba keeps what it has made of a function for as long as the process lives, and a global that the function reads is a constant
of it. A notebook cell that is run again may give that global another value: the next game would be compiled from the new value
where its own methods read it, and from the old one where a helper does, and be kept on disk as if all were new.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterable
from typing import Any

from numba.core.registry import cpu_target

from counterplay.gears.identity.code_digest import constant_bytes, names_in

_made_with: dict[Any, bytes] = {}  # function -> digest of what it read when something was last compiled from it


def renew(functions: Iterable[Any]) -> None:
    """Called before something is compiled that reaches these functions."""
    known: dict[int, bytes] = {}
    now = {function: _read_by(function, known) for function in functions}
    if any(_made_with.get(function, digest) != digest for function, digest in now.items()):
        for function in now:  # whatever calls a changed helper holds the old code, too
            _forget(function)
    _made_with.update(now)


def _read_by(function: Any, known: dict[int, bytes]) -> bytes:
    """A digest of the constants that a function itself reads: globals, and what it encloses."""
    digest = hashlib.sha256()
    values = [function.__globals__.get(name) for name in names_in(function.__code__)]
    for cell in function.__closure__ or ():
        with contextlib.suppress(ValueError):  # a cell that is still empty
            values.append(cell.cell_contents)
    for value in values:
        if id(value) not in known:
            known[id(value)] = constant_bytes(value)
        digest.update(known[id(value)] + b"\0")
    return digest.digest()


def _forget(function: Any) -> None:
    """Let Numba compile a helper when it is next called."""
    registered = cpu_target.typing_context._lookup_global(function)
    for template in getattr(registered, "templates", ()):
        getattr(template, "_impl_cache", {}).clear()
