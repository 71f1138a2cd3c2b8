"""The source of a function, for sentences that say where in a game's file something is."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from types import CodeType
from typing import Any, TypeVar

N = TypeVar("N", bound=ast.AST)


def code_of(function: Any) -> CodeType | None:
    """The code of a function, of what a decorator has wrapped, or None."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    return code if isinstance(code, CodeType) else None


def tree_of(function: Any) -> ast.FunctionDef | None:
    """The parsed text of a function, with the line numbers of its file; None where there is no text to be had."""
    code = code_of(function)
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, TypeError, SyntaxError):
        return None
    definition = tree.body[0] if tree.body else None
    if code is None or not isinstance(definition, ast.FunctionDef):
        return None
    ast.increment_lineno(definition, code.co_firstlineno - 1)
    return definition


def own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """Everything in a function in the order of its text, without the functions that are defined inside it."""
    for child in ast.iter_child_nodes(node):
        yield child
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            yield from own_nodes(child)


def nodes_of(function: Any, *kinds: type[N]) -> list[N]:
    """The parts of these kinds in a function's text, first ones first."""
    tree = tree_of(function)
    return [] if tree is None else [node for node in own_nodes(tree) if isinstance(node, kinds)]


def lines_of(function: Any) -> range:
    """The lines of a function, from `def` on: decorators stand above it."""
    tree, code = tree_of(function), code_of(function)
    if tree is not None:
        return range(tree.lineno, (tree.end_lineno or tree.lineno) + 1)
    if code is None:
        return range(0)
    lines = [line for _, _, line in code.co_lines() if line is not None]
    return range(code.co_firstlineno, max(lines, default=code.co_firstlineno) + 1)


def place_of(function: Any, line: int | None = None) -> str:
    """'(mygame.py, line 12)': a line of a function, its first one if none is given."""
    code = code_of(function)
    if code is None:
        return "(no text)"
    return f"({file_name(code.co_filename)}, line {lines_of(function)[0] if line is None else line})"


def class_place(cls: type) -> str:
    """The same for the first line of a class."""
    try:
        return f"({file_name(inspect.getfile(cls))}, line {inspect.getsourcelines(cls)[1]})"
    except (OSError, TypeError):
        return "(no text)"


def file_name(path: str) -> str:
    """A file without its folders."""
    return path.replace("\\", "/").rsplit("/", 1)[-1]


def return_line(function: Any, of_nothing: bool = False) -> int:
    """The line of the first `return` with a value, or without one; the last line where a function just ends."""
    for node in nodes_of(function, ast.Return):
        nothing = node.value is None or (isinstance(node.value, ast.Constant) and node.value.value is None)
        if nothing == of_nothing:
            return node.lineno
    lines = lines_of(function)
    return lines[-1 if of_nothing else 0] if lines else 0
