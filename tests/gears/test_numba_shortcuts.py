"""What stands in for Numba's own functions while something is compiled answers as they do, and only then."""

from __future__ import annotations

import gc
import operator
from typing import Any, NamedTuple

import numpy as np
import pytest
from llvmlite import ir as llvm
from numba import typeof, types
from numba.core import compiler, errors
from numba.core.cpu import CPUContext
from numba.core.postproc import PostProcessor
from numba.core.registry import cpu_target
from numba.core.runtime.context import NRTContext
from numba.core.targetconfig import TargetConfig
from numba.core.typing import Context

from counterplay.gears.compiler.numba_shortcuts import REPLACED, counted_parts, shortcuts


class Boards(NamedTuple):
    mine: np.ndarray
    stones: int
    others: tuple[np.ndarray, float]


def sample(board: Any, n: int) -> Any:
    """Calls with several arguments, tuples, subscripts, a loop, a keyword."""
    found = (n, board[n], max(n, 2))
    for i in range(n):
        if board[i, 0] > found[1]:
            board[i, 0] += np.sum(board, axis=0)[n]
    return found, board


def test_variables() -> None:
    """A variable that is forgotten, or in another place, would be freed too early or typed differently."""
    statements = [s for block in compiler.run_frontend(sample).blocks.values() for s in block.body]
    plain = [s.list_vars() for s in statements]
    with shortcuts():
        assert [s.list_vars() for s in statements] == plain
    assert sum(map(len, plain)) > 50


@pytest.mark.parametrize(
    ("value", "arrays"), [(3, 0), (np.zeros(3), 1), (Boards(np.zeros((2, 2)), 1, (np.zeros(2, np.int8), 0.5)), 2)]
)
def test_counted_parts(value: Any, arrays: int) -> None:
    """An array whose references are not counted would leak, or be freed while it is in use."""
    context = CPUContext(Context(), "cpu")
    taken = []
    for find in (NRTContext.get_meminfos, counted_parts):
        argument = context.get_value_type(typeof(value))
        function = llvm.Function(llvm.Module(), llvm.FunctionType(llvm.VoidType(), [argument]), "f")
        builder = llvm.IRBuilder(function.append_basic_block())
        found = find(context.nrt, builder, typeof(value), function.args[0])
        assert all(isinstance(kind, types.MemInfoPointer) for kind, _ in found)
        taken.append([(kind, _path(part)) for kind, part in found])
    assert taken[0] == taken[1]
    assert len(taken[0]) == arrays


def _path(part: Any) -> list[Any]:
    """Which element of which element of the argument a value is."""
    path = []
    while hasattr(part, "aggregate"):
        path.append(part.indices)
        part = part.aggregate
    return path


def test_options() -> None:
    """Two sets of options that Numba tells apart stay apart, or a function would be taken for another's compiled form."""
    flags = [compiler.Flags() for _ in range(4)]
    flags[1].nrt = flags[2].nrt = True
    flags[3].nrt = False  # the default, said aloud
    plain = [[a == b for b in flags] for a in flags], [hash(a) for a in flags]
    with shortcuts():
        assert ([[a == b for b in flags] for a in flags], [hash(a) for a in flags]) == plain
    assert plain[0][0] == [True, False, False, True]


def test_calls() -> None:
    """An operator that is typed otherwise than by Numba computes something else: uint64 + int64 are floats."""
    context = cpu_target.typing_context
    context.refresh()
    kinds = [types.int64, types.uint64, types.int8, types.boolean, types.float64, types.literal(3), types.int16[::1]]
    calls = [(f, (a, b)) for f in (operator.add, operator.lt, operator.rshift) for a in kinds for b in kinds]
    calls += [(operator.getitem, (types.int16[:, ::1], types.int64)), (operator.neg, (types.int8,))]
    calls += [(int, (kind,)) for kind in kinds[:-1]]

    def answers() -> list[Any]:
        return [_signature(context, f, args) for f, args in calls]

    plain = answers()
    with shortcuts():
        assert answers() == plain
        assert answers() == plain  # as remembered
    assert sum(found is not None for found in plain) > 60


def _signature(context: Any, function: Any, args: Any) -> Any:
    try:
        found = context.resolve_function_type(function, args, {})
    except errors.TypingError:
        return None
    return found.return_type, found.args


def yielding(n: int) -> Any:
    for i in range(n):
        yield i * n


@pytest.mark.parametrize("function", [sample, yielding])
def test_lives_of_variables(function: Any) -> None:
    """An array that is freed too early, or a generator that forgets a variable."""
    codes = [compiler.run_frontend(function) for _ in range(2)]
    PostProcessor(codes[0]).run(emit_dels=True)
    with shortcuts():
        PostProcessor(codes[1]).run(emit_dels=True)
    plain, short = ([str(s) for block in code.blocks.values() for s in block.body] for code in codes)
    assert plain == short
    assert any(text.startswith("del ") for text in plain)
    assert (codes[0].generator_info is None) == (codes[1].generator_info is None) == (function is sample)


def test_sizes() -> None:
    """A type that is taken for another would be copied by halves."""
    context = CPUContext(Context(), "cpu")
    word, byte = llvm.IntType(64), llvm.IntType(8)
    kinds = [word, byte, llvm.LiteralStructType([byte, word]), llvm.LiteralStructType([byte, word], packed=True)]
    plain = [context.get_abi_sizeof(kind) for kind in kinds]
    with shortcuts():
        assert [context.get_abi_sizeof(kind) for kind in kinds] == plain == [8, 1, 16, 9]


def test_in_force_only_meanwhile() -> None:
    """Numba's other users have their Numba, and Python looks for garbage again, also after an error."""

    def now() -> list[Any]:
        return [getattr(owner, name) for owner, name, _ in REPLACED]

    before, collecting = now(), gc.isenabled()
    with pytest.raises(KeyError), shortcuts():
        assert now() == [shorter for *_, shorter in REPLACED]
        assert not gc.isenabled()
        assert "\x1b" not in str(errors.TypingError("no such type"))
        raise KeyError
    assert now() == before
    assert gc.isenabled() == collecting
    assert TargetConfig.__eq__ is before[4]
