"""The compiled gear: a game as a compile-time constant, kernels in two gears, bitboards, random numbers, the disk cache."""

from counterplay.gears import bits, rng
from counterplay.gears.announcements import announce_compilation
from counterplay.gears.cache.cache_folder import cache_folder
from counterplay.gears.compiler import compiled_keys  # noqa: F401  # gives state_key its compiled form
from counterplay.gears.compiler.deferred_numba import helper
from counterplay.gears.kernel import Kernel, kernel

__all__ = ["Kernel", "announce_compilation", "bits", "cache_folder", "helper", "kernel", "rng"]
