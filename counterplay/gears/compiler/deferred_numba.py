"""Numba is loaded when something is first compiled: it takes a quarter of a second, and boards are drawn without it.

What modules would register with Numba when they are imported is kept here until then. So only `native_modules` and what it
loads import Numba at the top of the file.
"""

from __future__ import annotations

import functools
import gc
import importlib.util
import threading
from collections import deque
from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
F = TypeVar("F", bound=Callable[..., Any])

# division by zero and the like follow NumPy: no checks in the hot path
OPTIONS = {"error_model": "numpy", "nogil": True}


class LoopForm(NamedTuple):
    """What a loop over a set is made of in native code, each a function of one argument."""

    start: Callable[[Any], Any]  # what is looped over -> what is left of it at first
    more: Callable[[Any], bool]  # what is left -> whether there is a next item
    item: Callable[[Any], Any]  # what is left -> the next item; any answer where there is none
    rest: Callable[[Any], Any]  # what is left -> what is left after that


loop_forms: dict[Callable[..., Any], LoopForm] = {}  # a function that loops are over -> how they are compiled
twins: dict[Callable[..., Any], Callable[..., Any]] = {}  # a Python function -> what chooses its compiled form
_waiting: deque[Callable[[ModuleType], object]] = deque()
_lock = threading.RLock()  # a registration may load a module that registers more


def when_compiling(register: Callable[[ModuleType], object]) -> None:
    """Do this, with the module `native_modules`, before anything is compiled."""
    _waiting.append(register)


def engage() -> ModuleType:
    """Load Numba and register everything that asked to be registered before; the module `native_modules`."""
    with _lock:
        native = _load()
        while _waiting:
            _waiting.popleft()(native)
    return native


def is_engaged() -> bool:
    """Whether Numba has been loaded for us."""
    return _load.cache_info().currsize > 0


def _spare_scipy() -> None:
    """Keep Numba from loading SciPy, which takes a fifth of a second, only to see whether it is there.

    Numba loads it at once where it is installed, because `np.dot` is compiled to a call of SciPy's BLAS; it does so again, and
    for good, when a function with such a product is compiled.
    """
    if importlib.util.find_spec("scipy") is None:
        return
    from numba.np import linalg

    load_blas = linalg.ensure_blas
    linalg.ensure_blas = lambda: None
    try:
        importlib.import_module("numba.np.arraymath")
    finally:
        linalg.ensure_blas = load_blas


@functools.cache
def _load() -> ModuleType:
    _spare_scipy()
    from counterplay.gears.compiler import native_modules as native

    # Numba and NumPy are a hundred thousand objects that live as long as the process: a look for garbage among them takes
    # 60 ms, which would come in the middle of a move on the clock.
    gc.freeze()
    return native


def helper(function: Callable[P, R]) -> Callable[P, R]:
    """A plain function that games and kernels call: Python where it is called from Python, native where from native code."""
    when_compiling(lambda native: native.register_jitable(**native.INNER)(function))
    return function


def loop_form(function: Callable[..., Any], form: LoopForm) -> None:
    """Registers how `for item in function(a_set)` is compiled where the function, a generator, need not be."""
    loop_forms[function] = form


def twin(function: Callable[..., Any]) -> Callable[[F], F]:
    """Registers the compiled form of a function whose Python form cannot be compiled."""

    def register(chooser: F) -> F:
        # Not strict: Numba would insist that the two forms carry the same annotations.
        when_compiling(lambda native: native.overload(function, jit_options=native.INNER, strict=False)(chooser))
        twins[function] = chooser
        return chooser

    return register
