"""Options of a game decide before types are inferred which branches of its rules there are.

An attribute that is True or False (`self.on_bits`, `self.swap`) becomes a constant of the code, and Numba drops the branch that
is never taken: it is not compiled, and need not even fit the types.
"""

from __future__ import annotations

from typing import Any

from numba.core import ir
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.ir_utils import build_definitions, get_definition, guard

from counterplay.core import Game


@register_pass(mutates_CFG=False, analysis_only=False)
class GameOptions(FunctionPass):
    """Replaces each read of a game's True or False by the constant."""

    _name = "counterplay_game_options"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Whether anything was replaced."""
        found = False
        for block in state.func_ir.blocks.values():
            for statement in block.find_insts(ir.Assign):
                value = _option(state, statement.value)
                if value is not None:
                    statement.value = ir.Const(value, statement.loc)
                    found = True
        if found:
            state.func_ir._definitions = build_definitions(state.func_ir.blocks)
        return found


def _option(state: Any, expression: Any) -> bool | None:
    """What an expression such as `self.swap` is; None where it is anything else."""
    if not isinstance(expression, ir.Expr) or expression.op != "getattr":
        return None
    argument = guard(get_definition, state.func_ir, expression.value)
    if not isinstance(argument, ir.Arg):
        return None
    game = getattr(state.args[argument.index], "game", None)
    if not isinstance(game, Game) or expression.attr in type(game).tunables:
        return None
    value = getattr(game, expression.attr, None)
    return value if isinstance(value, bool) else None
