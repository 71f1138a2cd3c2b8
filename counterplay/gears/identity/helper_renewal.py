"""Helpers whose globals have changed since they were compiled are compiled again.

Numba keeps what it has made of a function for as long as the process lives, and a global that the function reads is a constant
of it. A notebook cell that is run again may give that global another value: the next game would be compiled from the new value
where its own methods read it, and from the old one where a helper does, and be kept on disk as if all were new.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from numba.core.registry import cpu_target

from counterplay.gears.identity.code_digest import Reach
from counterplay.gears.identity.code_text import plain
from counterplay.gears.identity.constant_bytes import constant_bytes

_made_with: dict[Any, bytes] = {}  # function -> digest of what it read when something was last compiled from it


def renew(functions: Iterable[Any]) -> None:
    """Called before something is compiled that reaches these functions."""
    known: dict[int, bytes] = {}
    now = {function: _Own(function, known).digest.digest() for function in functions}
    if any(_made_with.get(function, digest) != digest for function, digest in now.items()):
        for function in now:  # whatever calls a changed helper holds the old code, too
            _forget(function)
    _made_with.update(now)


class _Own(Reach):
    """What a function itself reads: constants, and which functions these names stand for now."""

    def __init__(self, function: Any, known: dict[int, bytes]) -> None:
        super().__init__(None)
        self._known = known  # of constants that many functions read, by their place in memory
        super().function(function)

    def function(self, function: Any) -> None:
        """Not what is in it, which is looked at for itself."""
        self.note("function", str(id(plain(function))).encode())

    def constant(self, value: Any) -> bytes:
        """The same bytes for each of the functions."""
        if id(value) not in self._known:
            self._known[id(value)] = constant_bytes(value)
        return self._known[id(value)]


def _forget(function: Any) -> None:
    """Let Numba compile a helper when it is next called."""
    registered = cpu_target.typing_context._lookup_global(function)
    for template in getattr(registered, "templates", ()):
        getattr(template, "_impl_cache", {}).clear()
