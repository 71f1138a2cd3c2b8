"""Rules that read or write beyond an array: native code only says that it happened, so plain Python is asked where.

In the gear `checked` every index is checked; the others notice only indices of tuples and lists.
"""

from __future__ import annotations

import random
from typing import Any

from counterplay.core import CHANCE, Game, OutOfBounds
from counterplay.gears.identity.source_text import file_name

STATES = 2000  # that are looked at in plain Python


def explained(error: IndexError, game: Game, *states: Any) -> IndexError:
    """The error itself where it knows its place, else a sentence about rules that were asked about these states."""
    assert error.__traceback__ is not None
    if error.__traceback__.tb_next is not None:
        return error
    for state in states:
        found = _found_from(game, state)
        if found is not None:
            s, fault = found
            return OutOfBounds(f"{game.title_text} reads or writes beyond an array in '{game.dump(s)}': {_told(game, fault)}")
    return OutOfBounds(
        f"{game.title_text} reads or writes beyond an array ({error}); `counterplay check` plays random games and shows where"
    )


def _found_from(game: Game, start: Any) -> tuple[Any, IndexError] | None:
    """The first state of random games in which plain Python meets the same fault."""
    dice, s = random.Random(0), start
    for _ in range(STATES):
        try:
            choices = _asked(game, s)
        except IndexError as fault:
            return s, fault
        except Exception:  # another fault, which is not what was asked for
            choices = []
        try:
            s = game.result(s, dice.choice(choices)) if choices else start
        except IndexError as fault:
            return s, fault
        except Exception:
            s = start
    return None


def _asked(game: Game, s: Any) -> list[int]:
    """Ask everything that a search asks about a state; what can be done there."""
    choices = game.choices(s)
    for p in range(game.players):
        if choices:
            game.evaluate(s, p)
        else:
            game.utility(s, p)
    if choices and game.player(s) != CHANCE:
        game.key(s)
        game.threatened(s)
        for a in choices:
            game.order(s, a)
            game.noisy(s, a)
            game.result(s, a)
    return choices


def _told(game: Game, fault: IndexError) -> str:
    """Method, message, file and line of a fault in plain Python."""
    trace = fault.__traceback__
    assert trace is not None
    while trace.tb_next is not None:
        trace = trace.tb_next
    code = trace.tb_frame.f_code
    name = f"{type(game).__name__}.{code.co_name}" if hasattr(game, code.co_name) else code.co_name
    return f"{name}: {fault} ({file_name(code.co_filename)}, line {trace.tb_lineno})"
