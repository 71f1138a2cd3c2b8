"""A kernel for every game: a function whose first argument is a walk, compiled once per machine.

@walk_kernel
def count(walk, ply, start, depth): ...

count(walk, 0, 0, 3)   # in the gear of the walk
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar

from counterplay.gears.announcements import announce
from counterplay.gears.compiler.deferred_numba import engage, when_compiling
from counterplay.gears.explain.out_of_bounds import explained

if TYPE_CHECKING:
    from counterplay.gears.entry.walk import Walk

P = ParamSpec("P")
R = TypeVar("R")


class RulesFault(Exception):
    """The rules broke the contract during a search; the walk's `fault` says how."""


class WalkKernel(Generic[P, R]):
    """A search in two gears, which knows no game."""

    cached = True

    def __init__(self, function: Callable[P, R]) -> None:
        functools.update_wrapper(self, function)
        self.py_func: Callable[..., R] = function
        self.__name__: str = function.__name__
        self.compilations = 0  # in this process; 0 on a warm cache
        self.dispatcher: Any  # Numba's, once it is loaded
        self.inner: Any  # by which native code calls it
        when_compiling(self._prepare)
        WALK_KERNELS.append(self)

    def _prepare(self, native: ModuleType) -> None:
        self.dispatcher, self.inner = native.kept_dispatchers(self)

    def __call__(self, walk: Any, *args: Any) -> R:
        """Run in the walk's gear; inside another kernel, in that kernel's. A fault of the rules becomes a sentence."""
        if not hasattr(walk, "kernel_argument"):
            return self.py_func(walk, *args)
        try:
            if walk.compiled:
                engage()
                answer: R = self.dispatcher(walk.record, *args)
                return answer
            return self.py_func(walk.kernel_argument, *args)
        except BaseException as error:
            if walk.compiled:
                engage().give_back()
            if isinstance(error, RulesFault):
                raise walk.fault() from None
            if isinstance(error, IndexError):
                raise explained(error, walk.game, walk.state(walk.placed)) from None
            raise

    def warm(self, walk: Walk, *args: Any) -> float:
        """Compile for arguments like these without running; seconds it took (next to nothing on a warm cache)."""
        if not walk.compiled:
            return 0.0
        engage()
        if self.dispatcher.overloads:
            return 0.0  # its arguments are of the same types for all games
        start = time.perf_counter()
        self.dispatcher.compile(tuple(map(self.dispatcher.typeof_pyval, (walk.record, *args))))
        return time.perf_counter() - start

    @property
    def is_warm(self) -> bool:
        """Whether it is compiled, or loaded, in this process."""
        engage()
        return bool(self.dispatcher.overloads)

    @functools.cached_property
    def address(self) -> int:
        """Where its native code begins, once it is warm; see `address_code.call_search`."""
        (compiled,) = self.dispatcher.overloads.values()
        found: int = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)
        return found

    def path(self, *args: Any) -> Path:
        """Where the kernel is kept for arguments like these."""
        engage()
        kept: Path = self.dispatcher._cache.path(tuple(map(self.dispatcher.typeof_pyval, args)))
        return kept

    def announce(self, signature: Any) -> None:
        """Called when a compilation starts: one line for the user."""
        self.compilations += 1
        announce(f"{self.__name__} for all games")

    def __repr__(self) -> str:
        return f"<walk kernel {self.__name__}>"


WALK_KERNELS: list[WalkKernel[Any, Any]] = []


def walk_kernel(function: Callable[P, R]) -> WalkKernel[P, R]:
    """Make a kernel for every game of a function that takes a walk first."""
    return WalkKernel(function)
