"""What to write instead: the remedy for mistakes that show as an exception of Python's, or as a method that is not there."""

from __future__ import annotations

import difflib
import inspect
import traceback
from typing import Any, cast

from counterplay.check.state_copies import is_record
from counterplay.core import Game
from counterplay.core import game as contract

RULES = ("initial", "player", "actions", "result", "terminal", "utility")  # what every game defines
NEVER_CHANGED = "a state is never changed: return a new one, as in `s._replace(field=value)`"
RETURN_MISSING = "the `return` is missing"


def unreturned(answer: Any) -> str:
    """What to add about an answer that is none."""
    return f"; {RETURN_MISSING}" if answer is None else ""


def missing_rules(cls: type[Game]) -> list[str]:
    """The methods that every game needs and this one lacks."""
    return [method for method in RULES if getattr(cls, method) is getattr(Game, method)]


def missing_rule(cls: type[Game], method: str) -> str:
    """What to do about such a method: write it, or spell it as the contract does."""
    own = [name for base in cls.__mro__ if base not in Game.__mro__ for name in vars(base) if callable(vars(base)[name])]
    strangers = [name for name in own if not hasattr(Game, name)]
    contained = [name for name in strangers if method in name.lower()]
    meant = contained or difflib.get_close_matches(method, strangers, 1)
    remedy = f"rename {meant[0]} to {method}" if meant else f"write {heading(method)}"
    return f"is missing, which every game needs; {remedy}"


def heading(method: str) -> str:
    """How the definition of a method of the contract begins."""
    arguments = ", ".join(inspect.signature(getattr(Game, method)).parameters)
    return f"`def {method}({arguments}):`"


def remedy(game: Game, method: str, error: BaseException) -> str:
    """The remedy for an exception in a method of the game, after a semicolon; nothing where there is no telling."""
    advice = _advice(game, method, error)
    return f"; {advice}" if advice else ""


def _advice(game: Game, method: str, error: BaseException) -> str:
    text = str(error)
    if isinstance(error, NameError):
        return f"define {error.name} before it is used, or import it" if error.name else ""
    if isinstance(error, AttributeError):
        return _about_attribute(game, error)
    if isinstance(error, OverflowError) and "out of bounds for" in text:
        return "let the array have a type that holds this number, such as np.int64"
    if not isinstance(error, TypeError):
        return ""
    if "positional argument" in text and f"{method}(" in text and hasattr(Game, method):
        return f"write {heading(method)}"
    if "does not support item assignment" in text:
        return NEVER_CHANGED
    if "'NoneType'" in text:
        return f"something is None: perhaps {RETURN_MISSING} in a method"
    frames = traceback.extract_tb(error.__traceback__)
    if frames and frames[-1].filename == contract.__file__ and frames[-1].name == "dump":
        return "make the state a NamedTuple, or write dump and load for it"
    return ""


def _about_attribute(game: Game, error: AttributeError) -> str:
    name, owner = error.name, cast(Any, error.obj)
    if "can't set attribute" in str(error) or (is_record(owner) and hasattr(owner, str(name))):
        return NEVER_CHANGED
    if owner is None:
        return f"something is None: perhaps {RETURN_MISSING} in a method"
    if isinstance(owner, Game):
        return f"set self.{name} in __init__{_meant(str(name), [n for n in vars(game) if not n.startswith('_')])}"
    if is_record(owner):
        return f"a {type(owner).__name__} has {', '.join(owner._fields)}"
    return ""


def _meant(name: str, known: list[Any]) -> str:
    close = difflib.get_close_matches(name, known, 1)
    return f", or write self.{close[0]}" if close else ""
