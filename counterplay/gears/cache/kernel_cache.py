"""Kernels on disk: Numba asks here before it compiles one, and gives the result afterwards.

Numba's own index holds all signatures of a function in one file: loading it would import every game ever searched, and its
stamp covers one source file. Here each kernel, game and signature has a file of its own, named by what is in it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from numba.core.caching import _Cache
from numba.core.compiler import CompileResult

from counterplay.gears.background_compiler import about_to_compile
from counterplay.gears.cache import code_store
from counterplay.gears.cache.cache_folder import cache_folder
from counterplay.gears.compiler.game_type import GameType
from counterplay.gears.compiler.numba_compiling import OUTER, UNRESOLVED, inner_dispatcher, plain_dispatcher
from counterplay.gears.identity.code_digest import reach_digest, reached_from
from counterplay.gears.identity.helper_renewal import renew

if TYPE_CHECKING:
    from counterplay.gears.entry.walk_kernel import WalkKernel
    from counterplay.gears.kernel import Kernel

CALLED = "_called"  # ends the name of the function by which Python calls a kernel


def kept_dispatchers(kernel: Kernel[Any, Any] | WalkKernel[Any, Any]) -> tuple[Any, Any]:
    """The dispatcher by which Python calls a kernel, with its native code on disk, and the one by which native code does."""
    inner = inner_dispatcher(kernel.py_func)
    outer = plain_dispatcher(_calling(kernel.py_func, inner), OUTER)
    outer._cache = KernelCache(kernel)
    return outer, inner


def _calling(function: Any, inner: Any) -> Any:
    """A function like the given one that only calls the inner dispatcher."""
    code = function.__code__
    arguments = ", ".join(code.co_varnames[: code.co_argcount])
    scope: dict[str, Any] = {"__name__": function.__module__, "inner": inner}
    exec(f"def {function.__name__}({arguments}):\n    return inner({arguments})\n", scope)
    caller = scope[function.__name__]
    caller.__defaults__, caller.__qualname__ = function.__defaults__, function.__qualname__ + CALLED
    return caller


class KernelCache(_Cache):
    """The files of one kernel."""

    def __init__(self, kernel: Kernel[Any, Any] | WalkKernel[Any, Any]) -> None:
        self.kernel = kernel

    @property
    def cache_path(self) -> str:
        """For Numba's statistics."""
        return str(cache_folder())

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled kernel for this signature, or None; tells the user before a compilation starts."""
        kept = code_store.load(self.path(sig)) if self.kernel.cached else None
        if kept is not None:
            target_context.refresh()  # takes a while in a new process: only where there is something to load
            try:
                found = CompileResult._rebuild(target_context, *kept)
                # It was kept for a game of the same code, which may differ in what the kernel never asks for: a Numba that
                # finds another type in it than it looked for would load the file at every call.
                return found._replace(signature=found.signature.replace(args=tuple(sig)))
            except Exception:  # whatever it is, compiling again is right
                pass
        about_to_compile()
        self.kernel.announce(sig)
        renew(reached_from(self.kernel.py_func, next((t.game for t in sig if isinstance(t, GameType)), None)))
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a freshly compiled kernel."""
        if not self.kernel.cached or data.library.has_dynamic_globals:
            return
        reduced = data._reduce()
        # What calls each other in a circle (a kernel that recurses with arguments of two types) cannot be loaded again.
        if UNRESOLVED.encode() not in reduced[0][2][0]:
            code_store.save(self.path(sig), reduced)

    def path(self, sig: Any) -> Path:
        """Where the kernel is kept for this signature."""
        games = [t for t in sig if isinstance(t, GameType)]
        game = games[0].game if games else None
        # A game's type is named after a token of this process; what it is made of is in the digest.
        types = [type(t).__name__ if isinstance(t, GameType) else str(t) for t in sig]
        digest = reach_digest(self.kernel.py_func, game) + repr(types)
        for t in games:  # a kernel that returns a state makes one of this very class, and two files of one text have two
            digest += f"{t.form.cls.__module__}.{t.form.cls.__qualname__}"
        return code_store.native_path(self.kernel.__name__, digest)

    def enable(self) -> None:
        """Always on."""

    def disable(self) -> None:
        """Always on."""

    def flush(self) -> None:
        """Nothing is held in memory."""
