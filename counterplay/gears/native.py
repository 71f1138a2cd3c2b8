"""Everything of the compiled gear that needs Numba, loaded at once by `deferred.engage`."""

from __future__ import annotations

from typing import Any

from numba import types
from numba.extending import overload, register_jitable, typeof_impl

from counterplay.gears import intrinsics
from counterplay.gears.cache import kept_dispatcher, outermost
from counterplay.gears.diagnosis import CompileError, explain
from counterplay.gears.gametype import GameType
from counterplay.gears.kernel import Kernel

__all__ = [
    "CompileError",
    "GameType",
    "explain",
    "intrinsics",
    "kept_dispatcher",
    "outermost",
    "overload",
    "register_jitable",
]


@typeof_impl.register(Kernel)
def typeof_kernel(value: Kernel[Any, Any], context: Any) -> types.Dispatcher:
    """A kernel called from native code is its dispatcher, so kernels call each other and themselves directly."""
    return types.Dispatcher(value.dispatcher)
