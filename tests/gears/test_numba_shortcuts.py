"""What stands in for Numba's own functions while something is compiled answers as they do, and only then."""

from __future__ import annotations

import gc
from typing import Any, NamedTuple

import numpy as np
import pytest
from llvmlite import ir as llvm
from numba import typeof, types
from numba.core import compiler, errors
from numba.core.cpu import CPUContext
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
    assert TargetConfig.__eq__ is before[3]
