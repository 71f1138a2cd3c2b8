"""What Numba does at length while it compiles, done with less work: the same native code, sooner.

Most of the time of a compilation is Python's, not LLVM's. Measured on games whose states hold many arrays:
- to count the references of an array Numba takes apart everything in it, and of a state everything in all of its arrays; half
  of all instructions that it wrote were such parts, and nothing used them;
- it asks for the variables of every instruction a dozen times;
- it compares dictionaries of thirty options each time that it looks for a compiled form of a function;
- every form of a function that does not suit is an exception with a text in colours, which nobody reads, and for every `+` it
  asks all fifty forms of it;
- after each of thirty steps it works out again which variables are alive where;
- events tell of every lock that is taken;
- there is little garbage in circles, and looking for it takes a while among so many objects.

In force only while something of ours is compiled, under the compiler's lock: Numba's other users have their Numba.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import hashlib
from collections.abc import Iterator
from typing import Any

from llvmlite import ir as llvm
from numba import types
from numba.core import errors, event, ir, typeinfer
from numba.core.base import BaseContext
from numba.core.postproc import PostProcessor, VariableLifetime
from numba.core.runtime.context import NRTContext
from numba.core.targetconfig import TargetConfig
from numba.core.transforms import canonicalize_cfg
from numba.core.types import functions
from numba.core.typing import signature
from numba.extending import lower_builtin

WITHOUT_VARIABLES = {str, ir.Loc, type(None), int, bool, ir.Const, ir.Global, ir.Arg}
LOCKS = {"numba:compiler_lock", "numba:llvm_lock"}
PLAIN = (types.Number, types.Boolean, types.Array)

_compare_fully, _call_type, _process = TargetConfig.__eq__, types.BaseFunction.get_call_type, PostProcessor.run
_sizes: dict[tuple[str, str], int] = {}  # LLVM type and target -> bytes
_count, _start, _end = NRTContext._call_incref_decref, event.start_event, event.end_event
_known: dict[Any, Any] = {}  # operator and types of its arguments -> signature of the call, and by what Numba finds its code


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


def count_references(self: Any, builder: Any, typ: Any, value: Any, funcname: str) -> None:
    """Count what a value refers to. For a value with several arrays that is a call of one function, which is written once."""
    models = self._context.data_model_manager
    if not _is_counted(models[typ]):
        return
    if not isinstance(typ, types.BaseTuple):
        _count(self, builder, typ, value, funcname)
        return
    name = f"counterplay_{funcname}_{hashlib.sha256(str(typ).encode()).hexdigest()[:16]}"
    function = builder.module.globals.get(name)
    if function is None:
        function = llvm.Function(builder.module, llvm.FunctionType(llvm.VoidType(), [value.type]), name)
        function.linkage = "linkonce_odr"
        function.attributes.add("alwaysinline")
        within = llvm.IRBuilder(function.append_basic_block())
        _count(self, within, typ, function.args[0], funcname)
        within.ret_void()
    builder.call(function, [value])


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
    elif kind in WITHOUT_VARIABLES:
        return
    elif kind is dict:
        for part in val.values():
            if type(part) not in WITHOUT_VARIABLES:
                _add_variables(part, found)
    elif kind is tuple or kind is list:
        for part in val:
            _add_variables(part, found)
    elif isinstance(val, ir.Var):
        found.append(val)
    elif isinstance(val, ir.Inst):
        found.extend(val.list_vars())
    elif isinstance(val, dict):
        _add_variables(dict(val), found)
    elif isinstance(val, (list, tuple)):
        _add_variables(list(val), found)


def known_call(self: Any, context: Any, args: Any, kws: Any) -> Any:
    """The signature of a call; that of an operator between numbers and arrays is looked for once.

    Numba asks up to fifty forms of `+`, those of lists, texts and dates among them, each twice, whether they suit.
    """
    if self.typing_key is int and len(args) == 1 and isinstance(args[0], types.Integer) and not kws:
        kind = types.unliteral(args[0])
        self._impl_keys[kind,] = as_it_is
        return signature(kind, kind)
    if kws or getattr(self.typing_key, "__module__", "") != "_operator" or not all(isinstance(a, PLAIN) for a in args):
        return _call_type(self, context, args, kws)
    key = self, args
    if key not in _known:
        found = _call_type(self, context, args, kws)
        _known[key] = found, self._impl_keys[found.args]
    found, self._impl_keys[found.args] = _known[key]
    return found


def as_it_is(number: int) -> int:
    """What `int` is of a whole number. Numba calls a function that returns its argument, and looks whether it has failed."""
    return number


@lower_builtin(as_it_is, types.Integer)
def _as_it_is(context: Any, builder: Any, called: Any, args: Any) -> Any:
    return args[0]


def processed(self: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
    """What Numba works out about the variables of a function after each change to it; what only generators need is left out."""
    code = self.func_ir
    if code.is_generator:
        _process(self, emit_dels, extend_lifetimes)
        return
    code.blocks = canonicalize_cfg(code.blocks)
    code.variable_lifetime = VariableLifetime(code.blocks)
    code.generator_info = None
    if emit_dels:
        self._insert_var_dels(extend_lifetimes=extend_lifetimes)


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


def size_of(self: Any, ty: Any) -> int:
    """The bytes that a value of an LLVM type takes. To find it out, LLVM reads a module that is written for the purpose."""
    key = str(ty), str(self.target_data)
    if key not in _sizes:
        _sizes[key] = ty.get_abi_size(self.target_data)
    return _sizes[key]


def start_unless_lock(kind: str, data: Any = None) -> None:
    """Numba's event, but nobody is told of the locks, which are taken a thousand times."""
    if kind not in LOCKS:
        _start(kind, data)


def end_unless_lock(kind: str, data: Any = None, exc_details: Any = None) -> None:
    """The same when it ends."""
    if kind not in LOCKS:
        _end(kind, data, exc_details)


class PlainText:
    """Messages without colours."""

    def code(self, msg: str) -> str:
        """As it is; so are the others."""
        return msg

    errmsg = filename = indicate = highlight = reset = code


REPLACED = (  # class or module, name, what stands there while something is compiled
    (NRTContext, "get_meminfos", counted_parts),
    (NRTContext, "_call_incref_decref", count_references),
    (ir.Inst, "_rec_list_vars", listed_variables),
    (TargetConfig, "__hash__", options_hash),
    (TargetConfig, "__eq__", options_equal),
    (PostProcessor, "run", processed),
    (types.BaseFunction, "get_call_type", known_call),
    (BaseContext, "get_abi_sizeof", size_of),
    (event, "start_event", start_unless_lock),
    (event, "end_event", end_unless_lock),
    (errors, "_termcolor_inst", PlainText()),
    (functions, "_termcolor", PlainText()),
    (typeinfer, "_termcolor", PlainText()),
)
