"""`for cell in cells(word)` is compiled as the loop that one would write by hand: over a variable that holds what is left.

A generator would do the same, but keeps its state in memory and asks at each step where it had stopped. Whoever defines
such a function says what its loop is made of (`deferred_numba.loop_form`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import FunctionType, ModuleType
from typing import Any

from numba.core import ir
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.ir_utils import build_definitions, get_definition, guard, mk_unique_var
from numba.core.postproc import PostProcessor

from counterplay.gears.compiler.deferred_numba import LoopForm, loop_forms


@register_pass(mutates_CFG=False, analysis_only=False)
class CellLoops(FunctionPass):
    """Replaces the iterators of loops over such functions; types are not known yet, so that any set may be looped over."""

    _name = "counterplay_cell_loops"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Whether there was such a loop."""
        code = state.func_ir
        forms = _begin_loops(code)
        if not forms:
            return False
        _follow_copies(code, forms)
        for block in code.blocks.values():
            block.body = list(_stepped(block, forms))
        code._definitions = build_definitions(code.blocks)
        PostProcessor(code).run()
        return True


def _begin_loops(code: Any) -> dict[str, LoopForm]:
    """Let each iterator be the set that is looped over; the loops by the names of these variables."""
    forms: dict[str, LoopForm] = {}
    for block in code.blocks.values():
        body = []
        for statement in block.body:
            form, word = _loop_over(code, statement)
            if form is None:
                body.append(statement)
            else:
                forms[statement.target.name] = form
                body += _call(block, statement.target, form.start, word)
        block.body = body
    return forms


def _loop_over(code: Any, statement: Any) -> tuple[LoopForm | None, Any]:
    """The form of a loop that begins here, and what it is over."""
    if not (isinstance(statement, ir.Assign) and _is(statement.value, "getiter")):
        return None, None
    call = guard(get_definition, code, statement.value.value)
    if not _is(call, "call") or len(call.args) != 1 or call.kws:
        return None, None
    return loop_forms.get(_function(code, call.func)), call.args[0]


def _function(code: Any, variable: Any) -> Any:
    """The function that a variable stands for, be it `cells` or `bits.cells`."""
    found = guard(get_definition, code, variable)
    value = getattr(found, "value", None)
    if _is(found, "getattr"):
        holder = getattr(guard(get_definition, code, value), "value", None)
        value = getattr(holder, found.attr, None) if isinstance(holder, ModuleType) else None
    return value if isinstance(value, FunctionType) else None


def _follow_copies(code: Any, forms: dict[str, LoopForm]) -> None:
    """Python hands iterators on from variable to variable; a copy has the form of the original."""
    copies = [s for b in code.blocks.values() for s in b.find_insts(ir.Assign) if isinstance(s.value, ir.Var)]
    while True:
        fresh = [copy for copy in copies if copy.value.name in forms and copy.target.name not in forms]
        if not fresh:
            return
        forms.update({copy.target.name: forms[copy.value.name] for copy in fresh})


def _stepped(block: Any, forms: dict[str, LoopForm]) -> Iterator[Any]:
    """The statements of a block, in which asking for the next item takes it from what is left."""
    asked: dict[str, Any] = {}  # the answer of iternext -> the variable with what is left
    for statement in block.body:
        value: Any = getattr(statement, "value", None)
        if _is(value, "iternext") and value.value.name in forms:
            asked[statement.target.name] = value.value
            yield from _call(block, statement.target, forms[value.value.name].more, value.value)
        elif _is(value, "pair_first") and value.value.name in asked:
            left = asked[value.value.name]
            yield from _call(block, statement.target, forms[left.name].item, left)
        elif _is(value, "pair_second") and value.value.name in asked:
            left = asked[value.value.name]
            yield ir.Assign(value.value, statement.target, statement.loc)
            yield from _call(block, left, forms[left.name].rest, left)
        else:
            yield statement


def _call(block: Any, target: Any, function: Callable[..., Any], argument: Any) -> Iterator[Any]:
    """The statements of `target = function(argument)`."""
    place = target.loc
    callee = ir.Var(block.scope, mk_unique_var(f"${function.__name__}"), place)
    yield ir.Assign(ir.Global(function.__name__, function, place), callee, place)
    yield ir.Assign(ir.Expr.call(callee, [argument], (), place), target, place)


def _is(value: Any, operation: str) -> bool:
    return isinstance(value, ir.Expr) and value.op == operation
