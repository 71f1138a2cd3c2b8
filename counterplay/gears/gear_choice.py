"""Which gear is in force: the compiled one where the game allows it, unless another was chosen.

`use_gear("interpreted")` keeps everything in plain Python, `"compiled"` refuses games that cannot be compiled instead of
falling back, `"checked"` compiles with a check of every index, which is slower: without it, reading beyond an array gives
garbage. The environment variable COUNTERPLAY_GEAR does the same, also for the processes that this one starts.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import warnings
from collections.abc import Iterator

from counterplay.core import BadParameter, CannotCompile
from counterplay.gears.compiler.deferred_numba import is_engaged

GEARS = ("auto", "interpreted", "compiled", "checked")
VARIABLE = "COUNTERPLAY_GEAR"
NUMBAS_VARIABLE = "NUMBA_BOUNDSCHECK"
_chosen: list[str] = []  # the gear, once it has been chosen or asked for
_here = threading.local()  # .interpreted: this thread stays in Python
_warned: set[type] = set()  # game classes whose fallback the user knows about


def use_gear(name: str) -> None:
    """Choose the gear of everything that runs from now on, in this process and in those that it starts."""
    _adopt(name)
    os.environ[VARIABLE] = name


def chosen_gear() -> str:
    """The gear in force."""
    if not _chosen:
        _adopt(os.environ.get(VARIABLE) or "auto")
    return _chosen[0]


def _adopt(name: str) -> None:
    if name not in GEARS:
        raise BadParameter(f"there is no gear '{name}'; there are {', '.join(GEARS)}")
    if name == "checked" and not os.environ.get(NUMBAS_VARIABLE):
        if is_engaged():
            raise BadParameter(f"choose the gear 'checked' before anything is compiled, as with {VARIABLE}=checked")
        os.environ[NUMBAS_VARIABLE] = "1"
        if "numba" in sys.modules:  # it has read its variables when it was loaded
            sys.modules["numba"].config.BOUNDSCHECK = 1
    _chosen[:] = [name]


@contextlib.contextmanager
def in_gear(name: str) -> Iterator[None]:
    """A gear for a while; then the one before."""
    gear, said = list(_chosen), os.environ.get(VARIABLE)
    use_gear(name)
    try:
        yield
    finally:
        _chosen[:] = gear
        del os.environ[VARIABLE]
        if said is not None:
            os.environ[VARIABLE] = said


def must_compile() -> bool:
    """Whether a game that cannot be compiled is refused."""
    return chosen_gear() in ("compiled", "checked")


def is_interpreting() -> bool:
    """Whether kernels called on this thread stay in Python."""
    return getattr(_here, "interpreted", False) or chosen_gear() == "interpreted"


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
    if must_compile():
        raise reason
    if type(game) not in _warned:
        _warned.add(type(game))
        warnings.warn(f"{reason}. Using the interpreted gear, which is slower.", stacklevel=3)
