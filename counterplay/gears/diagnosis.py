"""Why a game cannot be compiled, in one sentence that names the method."""

from __future__ import annotations

import re
from typing import Any

from numba import typeof
from numba.core.errors import NumbaError, UnsupportedBytecodeError

from counterplay.core import CHANCE, Game
from counterplay.gears.gametype import method_of
from counterplay.gears.states import form_of

CompileError = (NumbaError, UnsupportedBytecodeError)  # the second is, in Numba, no kind of the first


def explain(game: Game, kernel: str, error: Exception) -> str:
    """Compile the game's methods one by one; the first that fails is the reason."""
    name = type(game).__name__
    state = form_of(game)(game.initial())
    s, number = typeof(state), typeof(0)
    calls: list[tuple[str, tuple[Any, ...]]] = [("initial", ()), ("player", (s,)), ("terminal", (s,)), ("actions", (s,))]
    calls += [("result", (s, number)), ("utility", (s, number)), ("key", (s,)), ("evaluate", (s, number))]
    calls += [("noisy", (s, number)), ("order", (s, number))]
    if game.chance or game.player(state) == CHANCE:
        calls.append(("outcomes", (s,)))
    for method, arguments in calls:
        try:
            method_of(game, method).compile((typeof(game), *arguments))
        except CompileError as reason:
            return f"{name}.{method} cannot be compiled: {first_reason(reason)}"
    return f"{kernel} cannot be compiled for {name}: {first_reason(error)}"


def first_reason(error: BaseException) -> str:
    """The telling lines of a Numba error, without its colours, frames and advice, and where in the source it is."""
    text = re.sub(r"\x1b\[[0-9;]*m|\. Raised from None", "", str(error))
    text = re.sub(r"\. Raised from (.+) \((\d+)\)", r'\nFile "\1", line \2:', text)
    where = re.findall(r'File "([^"]+)", line (\d+):', text)
    skip = ("Failed in", "During:", "File ", "- Resolution", "There are ", "Overload", "Invalid use", "- argument", "Rejected")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    telling = [line for line in lines if not line.startswith((*skip, ">>>", "^", "<source", "[", "*", "-"))]
    reason = (telling or lines or ["no reason given"])[0].rstrip(".")
    place = f" ({where[-1][0].rsplit('/', 1)[-1]}, line {where[-1][1]})" if where else ""
    return reason[:300] + place
