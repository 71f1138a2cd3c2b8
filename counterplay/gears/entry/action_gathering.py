"""The actions of a state in an array, for whoever needs all of them at once.

Native code resumes a generator through a switch, and LLVM does not unroll a loop around that: collecting the moves of connect
four from `yield` took half of a random game. So the compiled form of `gather` is the text of `actions` itself, with every
`yield a` read as `out[n] = a; n += 1` (the last place is written over where there is no more room). Where a text is not
understood, or is not there, the generator runs as it is.
"""

from __future__ import annotations

import ast
import functools
import inspect
from types import CodeType, FunctionType
from typing import Any

from counterplay.core import overrides
from counterplay.gears.compiler.deferred_numba import helper, twin
from counterplay.gears.entry.state_layout import CANDIDATES_ONLY, NOISY_ONLY, TOLD_NOISY
from counterplay.gears.identity.source_text import tree_of

OUT, COUNT = "_gathered", "_gathered_count"  # names that no game uses itself


def gather(game: Any, s: Any, out: Any) -> int:
    """Write the actions at s into an int64 array; how many there are, even if the array has no room for the last ones."""
    return fill(game.actions(s), out)


def gather_candidates(game: Any, s: Any, out: Any) -> int:
    """The same for the candidates at s."""
    return fill(game.candidates(s), out)


def gather_noisy(game: Any, s: Any, out: Any) -> int:
    """The same for the noisy actions at s."""
    return fill(game.noisy_actions(s), out)


@helper
def fill(actions: Any, out: Any) -> int:
    """Write actions into an array and count them."""
    n = 0
    for a in actions:
        out[min(n, len(out) - 1)] = a
        n += 1
    return n


@twin(gather)
def _gather(game: Any, s: Any, out: Any) -> Any:
    return _native(game, "actions", gather)


@twin(gather_candidates)
def _gather_candidates(game: Any, s: Any, out: Any) -> Any:
    return _native(game, "candidates", gather_candidates)


@twin(gather_noisy)
def _gather_noisy(game: Any, s: Any, out: Any) -> Any:
    return _native(game, "noisy_actions", gather_noisy)


def listed(game: Any, s: Any, mode: int, out: Any) -> int:
    """The actions that a mode asks for, as far as the game can list them by themselves; how many."""
    if mode & CANDIDATES_ONLY:
        return gather_candidates(game, s, out)
    if mode & NOISY_ONLY and overrides(game, "noisy_actions"):
        return gather_noisy(game, s, out)
    return gather(game, s, out)


@twin(listed)
def _listed(game: Any, s: Any, mode: int, out: Any) -> Any:
    """Only the methods that the game has are compiled."""
    candidates, noisy = game.game.has_candidates, overrides(game.game, "noisy_actions")
    if candidates and noisy:

        def either(game: Any, s: Any, mode: int, out: Any) -> int:
            if mode & CANDIDATES_ONLY:
                return gather_candidates(game, s, out)
            return gather_noisy(game, s, out) if mode & NOISY_ONLY else gather(game, s, out)

        return either
    if candidates:
        return lambda game, s, mode, out: gather_candidates(game, s, out) if mode & CANDIDATES_ONLY else gather(game, s, out)
    if noisy:
        return lambda game, s, mode, out: gather_noisy(game, s, out) if mode & NOISY_ONLY else gather(game, s, out)
    return lambda game, s, mode, out: gather(game, s, out)


def is_noisy(game: Any, s: Any, a: int, mode: int) -> bool:
    """Whether a listed action is noisy, where the mode wants to know; those that the game lists as noisy are."""
    if mode & NOISY_ONLY and overrides(game, "noisy_actions"):
        return True
    return bool(mode & (TOLD_NOISY | NOISY_ONLY)) and bool(game.noisy(s, a))


@twin(is_noisy)
def _is_noisy(game: Any, s: Any, a: int, mode: int) -> Any:
    listed = overrides(game.game, "noisy_actions")
    if not overrides(game.game, "noisy"):
        return (lambda game, s, a, mode: bool(mode & NOISY_ONLY)) if listed else (lambda game, s, a, mode: False)
    if listed:
        return lambda game, s, a, mode: bool(mode & NOISY_ONLY) or (bool(mode & TOLD_NOISY) and bool(game.noisy(s, a)))
    return lambda game, s, a, mode: bool(mode & (TOLD_NOISY | NOISY_ONLY)) and bool(game.noisy(s, a))


def _native(game: Any, method: str, otherwise: Any) -> Any:
    """The compiled form of a function that gathers what a method of the game yields."""
    from counterplay.gears.compiler.game_type import GameType

    if not isinstance(game, GameType):
        return None
    if not overrides(game.game, method) and method != "actions":
        return lambda game, s, out: 0  # never asked for where the game does not define it
    store = storing(inspect.getattr_static(type(game.game), method))
    if store is None:
        return otherwise
    return lambda game, s, out: store(game, s, out)


@functools.cache
def storing(actions: Any) -> Any:
    """The dispatcher of a generator function with every yield read as a store; None where its text does not allow it."""
    if not inspect.isgeneratorfunction(actions) or actions.__code__.co_freevars:
        return None
    definition = tree_of(actions)
    if definition is None:
        return None
    definition.decorator_list = []
    tree = ast.Module([definition], [])
    if _essence(_code(tree, actions)) != _essence(actions.__code__):
        return None  # edited since it was loaded, or wrapped: the text is another function's
    _Stores().generic_visit(definition)
    if any(isinstance(node, ast.Yield | ast.YieldFrom) for node in ast.walk(definition)):
        return None
    definition.args.args.append(ast.arg(OUT))
    definition.body = [*ast.parse(f"{COUNT} = 0").body, *definition.body, *ast.parse(f"return {COUNT}").body]
    from counterplay.gears.compiler.numba_compiling import inner_dispatcher

    return inner_dispatcher(FunctionType(_code(tree, actions), actions.__globals__))


class _Stores(ast.NodeTransformer):
    """`yield a` becomes a store, `return` returns the count; a yield whose value is used stays as it is."""

    def visit_Expr(self, node: ast.Expr) -> Any:
        if not isinstance(node.value, ast.Yield) or node.value.value is None:
            return node
        store, advance = ast.parse(f"{OUT}[min({COUNT}, len({OUT}) - 1)] = 0\n{COUNT} += 1").body
        assert isinstance(store, ast.Assign)
        store.value = node.value.value
        return [ast.copy_location(store, node), ast.copy_location(advance, node)]

    def visit_Return(self, node: ast.Return) -> Any:
        return ast.copy_location(ast.parse(f"return {COUNT}").body[0], node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node  # its returns are its own


def _code(tree: ast.Module, original: Any) -> CodeType:
    code = compile(ast.fix_missing_locations(tree), original.__code__.co_filename, "exec", dont_inherit=True)
    return next(constant for constant in code.co_consts if isinstance(constant, CodeType))


def _essence(code: CodeType) -> tuple[Any, ...]:
    """What two code objects of one text have in common."""
    return code.co_code, repr(code.co_consts), code.co_names, code.co_varnames
