"""Why a game cannot be compiled, in one sentence: the method that is at fault, where it stands, what to write instead."""

from __future__ import annotations

import inspect
import re
from typing import Any

from numba.core.errors import NumbaError, UnsupportedBytecodeError

from counterplay.core import CannotCompile, Game
from counterplay.gears.cache.kernel_cache import CALLED
from counterplay.gears.compiler.game_type import GameType, method_of
from counterplay.gears.explain.constructs import Fault, find_reason
from counterplay.gears.explain.failed_function import Attempt, failed_chain, failed_with
from counterplay.gears.explain.method_promises import OURS
from counterplay.gears.explain.type_words import type_words, with_article
from counterplay.gears.identity.source_text import code_of, file_name, lines_of, place_of, return_line

CompileError = (NumbaError, UnsupportedBytecodeError)  # the second is, in Numba, no kind of the first
MACHINERY = re.compile(r"(counterplay\.(?!games\b)|numba\b|llvmlite\b)")  # modules that are nobody's rules
LONGEST = 300  # characters of what Numba says
PLACES = r'File "([^"\n]+)", line (\d+)|(?:at|Raised from) (\S+) \((\d+)\)'


def is_refusal(error: BaseException) -> bool:
    """Whether an exception means that something cannot be compiled, and does not come out of the rules as they ran."""
    return isinstance(error, CompileError) or failed_with(error)


def explain(game: Game, kernel: str, error: BaseException) -> str:
    """The reason why a kernel or an entry point could not be compiled for a game."""
    chain = failed_chain(error)
    if isinstance(error, CannotCompile):
        return str(error)
    text = plain_text(error)
    own = re.search(rf"^ *{OURS}(.*)$", text, re.M)
    if own is not None:
        return own[1]
    rules = [attempt for attempt in chain if is_rule(attempt.function)]
    # What failed beneath the last rule is Numba's own; what failed above it wanted that rule.
    if rules and not any(_is_ours(attempt.function) for attempt in chain[chain.index(rules[-1]) :]):
        return _of_rule(game, rules)
    argument = re.search(r"- argument (\d+): .*<class '(?:\w+\.)*(\w+)'>", text)
    if argument is not None:
        what = f"argument {int(argument[1]) + 1} is {with_article(argument[2])}"
        return f"{kernel} cannot be compiled for {type(game).__name__}: {what}; pass numbers, arrays and states"
    return _of_answer(game, kernel, chain, text)


def is_rule(function: Any) -> bool:
    """Whether a function is a method of a game, a helper or a kernel that somebody wrote for one."""
    made = function.__qualname__.endswith(CALLED) or function.__qualname__.startswith("closure.<locals>")  # by us, by Numba
    return not made and MACHINERY.match(function.__module__ or "") is None


def _is_ours(function: Any) -> bool:
    return (function.__module__ or "").startswith("counterplay.") and not is_rule(function)


def _of_rule(game: Game, rules: list[Attempt]) -> str:
    """The sentence about the innermost rule that failed."""
    *around, failed = rules
    assert failed.error is not None
    text = plain_text(failed.error)
    fault = Fault(game, failed.function, text, line_in(failed.function, text), tuple(a.function for a in around))
    who = _named(game, failed)
    if around and not _is_method(failed):
        who += f", which {_named(game, around[-1])} calls,"
    reason = find_reason(fault)
    if reason is None:
        return f"{who} cannot be compiled: {first_reason(text)} {place_of(failed.function, fault.line or None)}"
    return f"{who} cannot be compiled: {reason.what} {place_of(failed.function, reason.line or None)}; {reason.instead}"


def _of_answer(game: Game, kernel: str, chain: list[Attempt], text: str) -> str:
    """Where our own code failed, a rule gave it something that it cannot take: the rule is named on the line that failed."""
    name = type(game).__name__
    for attempt in reversed(chain):
        method = _asked(attempt)
        dispatcher: Any = method_of(game, method) if method else None
        if dispatcher is not None and dispatcher.overloads:
            *_, compiled = dispatcher.overloads.values()
            where = place_of(dispatcher.py_func, return_line(dispatcher.py_func))
            what = f"{name}.{method} returns {type_words(compiled.signature.return_type)} {where}"
            return f"{what}, which {kernel} cannot use: {first_reason(text)}"
    return f"{kernel} cannot be compiled for {name}: {first_reason(text)}"


def _asked(attempt: Attempt) -> str:
    """The method of the game that stands in the line in which one of our own functions failed."""
    line = line_in(attempt.function, plain_text(attempt.error)) if attempt.error is not None else 0
    try:
        lines, first = inspect.getsourcelines(attempt.function)
    except (OSError, TypeError):
        return ""
    asked = re.search(r"game\.(\w+)\(", lines[line - first]) if 0 <= line - first < len(lines) else None
    return asked[1] if asked else ""


def _is_method(attempt: Attempt) -> bool:
    return bool(attempt.types) and isinstance(attempt.types[0], GameType) and _defines(attempt.types[0].game, attempt.function)


def _defines(game: Game, function: Any) -> bool:
    """Whether a function is a method of the game, or made from the text of one (`gathering`)."""
    own = inspect.getattr_static(type(game), function.__name__, None)
    own = own.__func__ if isinstance(own, staticmethod) else own
    return inspect.isfunction(own) and (own is function or _begins(own) == _begins(function))


def _begins(function: Any) -> tuple[str, int]:
    return function.__code__.co_filename, lines_of(function)[0]


def _named(game: Game, attempt: Attempt) -> str:
    """A method with its class, as the user calls them, or the name of a function."""
    if _is_method(attempt):
        return f"{type(attempt.types[0].game).__name__}.{attempt.function.__name__}"
    if _defines(game, attempt.function):
        return f"{type(game).__name__}.{attempt.function.__name__}"
    return str(attempt.function.__name__)


def plain_text(error: BaseException) -> str:
    """What Numba says, without its colours."""
    return re.sub(r"\x1b\[[0-9;]*m", "", f"{error}") or type(error).__name__


def line_in(function: Any, text: str) -> int:
    """The first line of a function that an error names; 0 where it names none."""
    code, lines = code_of(function), lines_of(function)
    for groups in re.findall(PLACES, text):
        file, line = groups[0] or groups[2], int(groups[1] or groups[3])
        if code is not None and file_name(file) == file_name(code.co_filename) and line in lines:
            return line
    return 0


def first_reason(text: str) -> str:
    """The first telling line of a Numba error, without its frames and advice."""
    text = re.sub(r"\. Raised from .*", "", text)
    skip = ("Failed in", "During:", "File ", "- Resolution", "There are ", "Overload", "Invalid use", "- argument", "Rejected")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    telling = [line for line in lines if not line.startswith((*skip, ">>>", "^", "<source", "[", "*", "-"))]
    return (telling or lines or ["no reason given"])[0].rstrip(".:")[:LONGEST]
