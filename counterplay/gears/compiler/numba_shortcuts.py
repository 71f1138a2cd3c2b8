"""What Numba does at length while it compiles, done with less work: the same native code, a seventh sooner.

Most of the time of a compilation is Python's, not LLVM's. Measured on games whose states hold many arrays:
- to count the references of an array Numba takes apart everything in it, and of a state everything in all of its arrays; half
  of all instructions that it wrote were such parts, and nothing used them;
- it asks for the variables of every instruction a dozen times;
- it compares dictionaries of thirty options each time that it looks for a compiled form of a function;
- every form of a function that does not suit is an exception with a text in colours, which nobody reads;
- there is little garbage in circles, and looking for it takes a while among so many objects.

In force only while something of ours is compiled, under the compiler's lock: Numba's other users have their Numba.
"""

from __future__ import annotations

import contextlib
import functools
import gc
from collections.abc import Iterator
from typing import Any

from numba.core import errors, ir
from numba.core.runtime.context import NRTContext
from numba.core.targetconfig import TargetConfig

_compare_fully = TargetConfig.__eq__


@contextlib.contextmanager
def shortcuts() -> Iterator[None]:
    """Compile with less work; not to be nested."""
    kept = [(owner, name, getattr(owner, name)) for owner, name, _ in REPLACED]
    collecting = gc.isenabled()
    gc.disable()
    try:
        for owner, name, shorter in REPLACED:
            setattr(owner, name, shorter)
        yield
    finally:
        for owner, name, original in kept:
            setattr(owner, name, original)
        if collecting:
            gc.enable()


def counted_parts(self: Any, builder: Any, ty: Any, val: Any) -> list[tuple[Any, Any]]:
    """The types and values in a value whose references are counted; nothing else is taken out of it."""
    models = self._context.data_model_manager
    model, found = models[ty], []
    if model.has_nrt_meminfo():
        found.append((ty, model.get_nrt_meminfo(builder, val)))
    for part_type, part in model.traverse(builder):
        if _is_counted(models[part_type]):
            found.extend(counted_parts(self, builder, part_type, part(val)))
    return found


@functools.cache
def _is_counted(model: Any) -> bool:
    """Whether there is anything to count in values of a data model."""
    return bool(model.contains_nrt_meminfo())


def listed_variables(self: Any, val: Any) -> list[Any]:
    """The variables in a value of Numba's code, in order."""
    found: list[Any] = []
    _add_variables(val, found)
    return found


def _add_variables(val: Any, found: list[Any]) -> None:
    """The kinds of value that are frequent are asked for first."""
    kind = type(val)
    if kind is ir.Var:
        found.append(val)
    elif kind is str or kind is ir.Loc:
        return
    elif isinstance(val, dict):
        for part in val.values():
            _add_variables(part, found)
    elif isinstance(val, list | tuple):
        for part in val:
            _add_variables(part, found)
    elif isinstance(val, ir.Var):
        found.append(val)
    elif isinstance(val, ir.Inst):
        found.extend(val.list_vars())


def options_hash(self: Any) -> int:
    """Numba's hash of a set of options: of their names, whatever their values are."""
    return _names_hash(tuple(self.options))


@functools.cache
def _names_hash(names: tuple[str, ...]) -> int:
    return hash(tuple(sorted(names)))


def options_equal(self: Any, other: Any) -> Any:
    """Whether two sets of options are equal; most that are have been given the same ones."""
    if type(self) is type(other) and self._values == other._values:
        return True
    return _compare_fully(self, other)


class PlainText:
    """Messages without colours."""

    def code(self, msg: str) -> str:
        """As it is; so are the others."""
        return msg

    errmsg = filename = indicate = highlight = reset = code


REPLACED = (  # class or module, name, what stands there while something is compiled
    (NRTContext, "get_meminfos", counted_parts),
    (ir.Inst, "_rec_list_vars", listed_variables),
    (TargetConfig, "__hash__", options_hash),
    (TargetConfig, "__eq__", options_equal),
    (errors, "_termcolor_inst", PlainText()),
)
