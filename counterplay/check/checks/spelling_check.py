"""Names that are nearly those of the contract: a misspelt optional hook would never be asked, and nobody would notice."""

from __future__ import annotations

import difflib
import inspect
import types
from collections.abc import Iterator
from typing import Any

from counterplay.check.inspection import Inspection
from counterplay.check.remedies import RULES

NEARLY = 0.8  # the share of letters, by difflib's measure, from which two names are taken for the same


def check_spelling(inspection: Inspection) -> str:
    """What the class defines and nothing reads is no misspelt method or trait of the contract."""
    cls = type(inspection.game)
    known, own, read = set[str](), dict[str, Any](), set[str]()
    for base in cls.__mro__:
        if _is_contract(base):
            known |= {name for name in vars(base) if not name.startswith("_")}
        else:
            own |= {name: member for name, member in vars(base).items() if not name.startswith("_")}
    for member in own.values():
        read |= set(_names_in(member))
    read |= set(_names_in(cls.__init__))
    missing = [method for method in RULES if method not in own]
    for name in own:
        meant = difflib.get_close_matches(name, known - set(missing), 1, NEARLY)
        if name not in known and name not in read and meant:
            inspection.add("misspelt", name, f"is read by nothing; did you mean {meant[0]}?")
    return "no name is nearly one of the contract's"


def _is_contract(base: type) -> bool:
    """Whether a class is the contract or the kit: what it defines is asked for by others."""
    return base is object or base.__module__.startswith(("counterplay.core.", "counterplay.boards."))


def _names_in(member: Any) -> Iterator[str]:
    """The names that a function, and those written within it, read."""
    function = inspect.unwrap(getattr(member, "__func__", getattr(member, "fget", member)))
    codes = [function.__code__] if inspect.isfunction(function) else []
    while codes:
        code = codes.pop()
        yield from code.co_names
        codes += [constant for constant in code.co_consts if isinstance(constant, types.CodeType)]
