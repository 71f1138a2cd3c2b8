"""Arguments that a person writes as text, `size=7,swap=yes`, read by the types that the function's parameters declare."""

from __future__ import annotations

import inspect
import math
import re
from collections.abc import Callable, Mapping
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from counterplay.core.errors import BadParameter
from counterplay.core.files.user_file import quoted

BY_NAME = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
# Numbers of a tuple are joined by -, as in 1-3-5-7. Any other - is a sign: in 0.5--2-1e-05 it follows no digit.
JOINT = re.compile(r"(?<=[0-9.])-")
TRUTH = {"yes": True, "true": True, "on": True, "1": True, "no": False, "false": False, "off": False, "0": False}


def read_arguments(
    owner: str, function: Callable[..., Any], text: str, provided: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The arguments that a text gives a function; one that is provided counts where the function takes it, unless given."""
    parameters = inspect.signature(function).parameters
    known = {name: p for name, p in parameters.items() if name != "self" and p.kind in BY_NAME}
    given = {name: value for name, value in (provided or {}).items() if name in known}
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or key not in known:
            raise BadParameter(f"{owner}: '{quoted(part)}' is no parameter; it takes {_takes(known)}")
        given[key] = _convert(owner, key, value, _kind(function, known[key]))
    missing = [name for name, p in known.items() if p.default is inspect.Parameter.empty and name not in given]
    if missing:
        values = ",".join(f"{name}=..." for name in missing)
        raise BadParameter(
            f"{owner} needs a value for {' and '.join(missing)}; write {owner}:{values}, or give defaults in __init__"
        )
    return given


def _takes(parameters: Mapping[str, inspect.Parameter]) -> str:
    def one(parameter: inspect.Parameter) -> str:
        return parameter.name if parameter.default is inspect.Parameter.empty else f"{parameter.name}={parameter.default}"

    return ", ".join(map(one, parameters.values())) or "none"


def _kind(function: Callable[..., Any], parameter: inspect.Parameter) -> Any:
    """The type a parameter is declared with, or that of its default."""
    try:
        hints = get_type_hints(function)
    except Exception:  # an annotation may name anything, or nothing
        hints = {}
    unknown = str if parameter.default is inspect.Parameter.empty else _kind_of(parameter.default)
    kind = hints.get(parameter.name, unknown)
    others = [one for one in get_args(kind) if one is not NoneType]
    return others[0] if NoneType in get_args(kind) and len(others) == 1 else kind


def _kind_of(default: Any) -> Any:
    if isinstance(default, tuple) and any(isinstance(part, float) for part in default):
        return tuple[float, ...]
    return type(default)


def _convert(owner: str, key: str, value: str, kind: Any) -> Any:
    try:
        if kind is bool:
            return TRUTH[value.lower()]
        if kind is float:
            return _finite(value)
        if kind in (int, str):
            return kind(value)
        if get_origin(kind) is Literal:
            return {str(choice): choice for choice in get_args(kind)}[value]
        if kind is NoneType:  # declared by nothing but a default of None
            return _as_it_looks(value)
        read = _finite if float in get_args(kind) else int
        return tuple(read(part) for part in JOINT.split(value))
    except (KeyError, ValueError):
        raise BadParameter(f"{owner}: {key} must be {_wanted(kind)}, not '{quoted(value)}'") from None


def _wanted(kind: Any) -> str:
    if get_origin(kind) is Literal:
        return " or ".join(map(str, get_args(kind)))
    if kind in (bool, int, float):
        return {bool: "yes or no", int: "a whole number", float: "a number"}[kind]
    return "numbers joined by -, as in 0.5-2--0.25" if float in get_args(kind) else "whole numbers joined by -, as in 1-3-5"


def _finite(value: str) -> float:
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(value)
    return number


def _as_it_looks(value: str) -> int | float | str:
    for kind in (int, float):
        try:
            return kind(value)
        except ValueError:
            continue
    return value
