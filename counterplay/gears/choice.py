"""Which gear is in force: the compiled one where the game allows it, unless somebody says otherwise.

`use_gear("interpreted")` keeps everything in plain Python, `"compiled"` refuses games that cannot be compiled instead of
falling back, `"checked"` compiles with a check of every index, which is slower: without it, reading beyond an array gives
garbage.
"""

from __future__ import annotations

import contextlib
import threading
import warnings
from collections.abc import Iterator

from counterplay.core import BadParameter, CannotCompile

GEARS = ("auto", "interpreted", "compiled", "checked")
_chosen = ["auto"]
_here = threading.local()  # .interpreted: this thread stays in Python
_warned: set[type] = set()  # game classes whose fallback the user knows about


def use_gear(name: str) -> None:
    """Choose the gear of everything that runs from now on in this process."""
    if name not in GEARS:
        raise BadParameter(f"there is no gear '{name}'; there are {', '.join(GEARS)}")
    _chosen[0] = name
    if name == "checked":
        import numba

        numba.config.BOUNDSCHECK = 1


def is_interpreting() -> bool:
    """Whether kernels called on this thread stay in Python."""
    return _chosen[0] == "interpreted" or getattr(_here, "interpreted", False)


@contextlib.contextmanager
def interpreting() -> Iterator[None]:
    """Stay in Python on this thread."""
    before = getattr(_here, "interpreted", False)
    _here.interpreted = True
    try:
        yield
    finally:
        _here.interpreted = before


def fall_back(game: object, reason: CannotCompile) -> None:
    """Say once for a class of games that it runs interpreted; raise the reason where only the compiled gear was wanted."""
    if _chosen[0] in ("compiled", "checked"):
        raise reason
    if type(game) not in _warned:
        _warned.add(type(game))
        warnings.warn(f"{reason}. Using the interpreted gear, which is slower.", stacklevel=3)
