"""How native code walks over the bits of a word: `for cell in bits.cells(word)` becomes a loop over one register.

A generator would do the same, but keeps its state in memory and asks at each step where it had stopped.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core import cgutils
from numba.core.imputils import RefType, impl_ret_untracked, iternext_impl
from numba.extending import intrinsic, lower_builtin, models, register_model


class CellIterator(types.SimpleIteratorType):  # type: ignore[misc]
    """The walk: what is left of the word."""

    def __init__(self) -> None:
        super().__init__("cell_iterator", types.int64)


class CellsOfWord(types.SimpleIterableType):  # type: ignore[misc]
    """What can be walked over: the word."""

    def __init__(self) -> None:
        super().__init__("cells_of_word", CELL_ITERATOR)


CELL_ITERATOR = CellIterator()
CELLS_OF_WORD = CellsOfWord()


@register_model(CellsOfWord)
class _CellsModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, [("word", types.uint64)])


@register_model(CellIterator)
class _IteratorModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, [("left", types.EphemeralPointer(types.uint64))])


@intrinsic
def cells_of_word(typingctx: Any, word: Any) -> Any:
    """The cells of a word, to be walked over."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        found = cgutils.create_struct_proxy(CELLS_OF_WORD)(context, builder)
        found.word = args[0]
        return found._getvalue()

    return CELLS_OF_WORD(types.uint64), generate


@lower_builtin("getiter", CellsOfWord)
def _begin(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    cells = cgutils.create_struct_proxy(CELLS_OF_WORD)(context, builder, args[0])
    walk = cgutils.create_struct_proxy(CELL_ITERATOR)(context, builder)
    walk.left = cgutils.alloca_once_value(builder, cells.word)
    return impl_ret_untracked(context, builder, CELL_ITERATOR, walk._getvalue())


@lower_builtin("iternext", CellIterator)
@iternext_impl(RefType.UNTRACKED)
def _advance(context: Any, builder: Any, signature: Any, args: Any, result: Any) -> None:
    walk = cgutils.create_struct_proxy(CELL_ITERATOR)(context, builder, args[0])
    left = builder.load(walk.left)
    some = builder.icmp_unsigned("!=", left, left.type(0))
    result.set_valid(some)
    with builder.if_then(some):
        result.yield_(builder.cttz(left, cgutils.true_bit))
        builder.store(builder.and_(left, builder.sub(left, left.type(1))), walk.left)
