"""Questions that the processor answers in one instruction, or the operating system without being entered."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic


@intrinsic
def count_ones(typingctx: Any, b: Any) -> Any:
    """How many bits are set."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.uint64), generate


@intrinsic
def trailing_zeros(typingctx: Any, b: Any) -> Any:
    """How many zeros are below the lowest bit that is set; 64 if there is none."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.uint64), generate


@intrinsic
def leading_zeros(typingctx: Any, b: Any) -> Any:
    """How many zeros are above the highest bit that is set; 64 if there is none."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.uint64), generate


@intrinsic
def read_clock(typingctx: Any, clock: Any) -> Any:
    """Nanoseconds on a clock of POSIX, by its number."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word, number = ir.IntType(64), ir.IntType(32)
        time = cgutils.alloca_once(builder, ir.ArrayType(word, 2))  # struct timespec: seconds, nanoseconds
        kind = ir.FunctionType(number, [number, time.type])
        function = cgutils.get_or_insert_function(builder.module, kind, "clock_gettime")
        builder.call(function, [builder.trunc(args[0], number), time])
        seconds, rest = (builder.load(cgutils.gep_inbounds(builder, time, 0, i)) for i in range(2))
        return builder.add(builder.mul(seconds, ir.Constant(word, 10**9)), rest)

    return types.int64(types.int64), generate


@intrinsic
def prefetch(typingctx: Any, address: Any) -> Any:
    """Bring the cache line at an address near."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer, number = builder.inttoptr(args[0], ir.IntType(8).as_pointer()), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [pointer.type, number, number, number])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        builder.call(function, [pointer, number(0), number(3), number(1)])  # to read, to be kept near, data
        return context.get_dummy_value()

    return types.none(types.int64), generate
