"""Everything of the compiled gear that needs Numba, loaded at once by `deferred.engage`."""

from __future__ import annotations

from typing import Any

from numba import types
from numba.extending import overload, register_jitable, typeof_impl

from counterplay.gears import intrinsics
from counterplay.gears.compiled_game import compilations, entry_address, entry_path, is_known, is_refused
from counterplay.gears.compiling import INNER
from counterplay.gears.diagnosis import explain, is_refusal
from counterplay.gears.gametype import GameType
from counterplay.gears.kernel import Kernel
from counterplay.gears.kernel_cache import kept_dispatchers
from counterplay.gears.regions import give_back
from counterplay.gears.walk_kernel import WalkKernel

__all__ = [
    "INNER",
    "GameType",
    "compilations",
    "entry_address",
    "entry_path",
    "explain",
    "give_back",
    "intrinsics",
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
