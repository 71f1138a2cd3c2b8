"""Everything of the compiled gear that needs Numba, loaded at once by `deferred_numba.engage`."""

from __future__ import annotations

from typing import Any

from numba import types
from numba.extending import overload, register_jitable, typeof_impl

from counterplay.gears.cache.kernel_cache import kept_dispatchers
from counterplay.gears.compiler import intrinsics
from counterplay.gears.compiler.game_type import GameType, is_constant
from counterplay.gears.compiler.numba_compiling import INNER
from counterplay.gears.compiler.regions import give_back
from counterplay.gears.entry.compiled_game import compilations, entry_address, entry_path, is_known, is_refused
from counterplay.gears.entry.walk_kernel import WalkKernel
from counterplay.gears.explain.diagnosis import explain, is_refusal
from counterplay.gears.kernel import Kernel

__all__ = [
    "INNER",
    "GameType",
    "compilations",
    "entry_address",
    "entry_path",
    "explain",
    "give_back",
    "intrinsics",
    "is_constant",
    "is_known",
    "is_refusal",
    "is_refused",
    "kept_dispatchers",
    "overload",
    "register_jitable",
]


@typeof_impl.register(Kernel)
@typeof_impl.register(WalkKernel)
def typeof_kernel(value: Kernel[Any, Any] | WalkKernel[Any, Any], context: Any) -> types.Dispatcher:
    """A kernel called from native code is its inner dispatcher, so kernels call each other and themselves directly."""
    return types.Dispatcher(value.inner)
