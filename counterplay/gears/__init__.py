"""The compiled gear: a game as a compile-time constant, kernels in two gears, bitboards, random numbers, the disk cache."""

from counterplay.gears import bits, keys, rng
from counterplay.gears.announcing import announce_compilation
from counterplay.gears.calls import collect
from counterplay.gears.deferred import helper
from counterplay.gears.folder import cache_folder
from counterplay.gears.kernel import Kernel, kernel

__all__ = ["Kernel", "announce_compilation", "bits", "cache_folder", "collect", "helper", "kernel", "keys", "rng"]
