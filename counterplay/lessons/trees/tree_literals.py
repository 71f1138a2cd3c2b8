"""Trees written as nested brackets: JSON, Python's lists and tuples, and what lies between.

`[[3, 12, 8], [2, _, _]]`, `[(1, 6, 6), (7, 1, 2)]`, `{1/4: 20, 1/2: 30, 1/4: 60}` and JSON objects with name, player,
actions, outcomes and value are all read by the same loop; it does not recurse, so that no depth can break it.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field
from typing import Any

from counterplay.core import BadNotation
from counterplay.lessons.trees.tree_objects import Pairs, quoted

CLOSING = {"[": "]", "(": ")", "{": "}"}
NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_TOKEN = re.compile(
    rf"""\s*(?:(?P<number>{NUMBER})(?P<tail>/\d+|%)?(?![\w.])|(?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')"""
    r"|(?P<sign>[\[\](){},:])|(?P<word>[^\s\[\](){},:\"']+))"
)
_WORDS = {"null": None, "None": None, "true": True, "True": True, "false": False, "False": False}
MISSING = object()


@dataclass
class _Open:
    """A bracket that has not been closed."""

    sign: str
    at: int
    items: list[Any] = field(default_factory=list)
    key: Any = MISSING  # before a colon
    value: Any = MISSING  # just read
    commas: int = 0


def read_literal(text: str) -> Any:
    """The Python objects that a text describes; braces become `Pairs`."""
    stack: list[_Open] = []
    outer = _Open("", 0)
    at, end = 0, len(text.rstrip())
    while at < end:
        top = stack[-1] if stack else outer
        match = _TOKEN.match(text, at)
        start = match.start(match.lastgroup) if match and match.lastgroup else at  # type: ignore[arg-type]
        if match is None:
            raise BadNotation(f"a tree's text cannot be read at {where(text, at)}: a quotation mark has no partner")
        at = match.end()
        sign = match["sign"]
        if sign is None:
            _take(text, start, top, _value(text, start, match))
        elif sign in CLOSING:
            stack.append(_Open(sign, start))
        elif sign == ":":
            if top.sign != "{" or top.value is MISSING or top.key is not MISSING:
                raise BadNotation(f"a tree's text has a ':' at {where(text, start)} where none belongs")
            top.key, top.value = top.value, MISSING
        elif sign == ",":
            _finish(text, start, top)
            top.commas += 1
        else:
            if not stack or CLOSING[top.sign] != sign:
                raise BadNotation(f"a tree's text has a '{sign}' at {where(text, start)} that closes nothing")
            if top.value is not MISSING or top.key is not MISSING:
                _finish(text, start, top)
            stack.pop()
            _take(text, start, stack[-1] if stack else outer, _closed(top))
    if stack:
        raise BadNotation(f"a tree's text ends before the '{stack[-1].sign}' at {where(text, stack[-1].at)} is closed")
    if outer.commas:
        raise BadNotation("a tree's text has several trees with a comma between them; put them into one list")
    return outer.value


def _take(text: str, at: int, top: _Open, value: Any) -> None:
    if top.value is not MISSING:
        raise BadNotation(f"a tree's text has something unexpected at {where(text, at)}; is there a comma missing?")
    top.value = value


def _finish(text: str, at: int, top: _Open) -> None:
    """An element is complete."""
    if top.value is MISSING or (top.sign == "{" and top.key is MISSING):
        raise BadNotation(f"a tree's text has nothing before {where(text, at)} where a subtree belongs")
    top.items.append((top.key, top.value) if top.sign == "{" else top.value)
    top.key = top.value = MISSING


def _closed(top: _Open) -> Any:
    if top.sign == "[":
        return top.items
    if top.sign == "{":
        return Pairs(top.items)
    return top.items[0] if len(top.items) == 1 and not top.commas else tuple(top.items)


def _value(text: str, at: int, match: re.Match[str]) -> Any:
    if match["number"] is not None:
        return read_number(match["number"] + (match["tail"] or ""))
    if match["text"] is not None:
        try:
            return ast.literal_eval(match["text"].replace("\\/", "/"))  # JSON may escape a slash
        except (ValueError, SyntaxError):
            raise BadNotation(f"the text {quoted(match['text'])} at {where(text, at)} of a tree cannot be read") from None
    word = match["word"]
    return _WORDS.get(word, word)


def read_number(text: str) -> int | float:
    """A number, a fraction as 1/4, or a percentage as 25%; a ValueError for anything else."""
    if text.endswith("%"):
        return float(text[:-1]) / 100
    above, slash, below = text.partition("/")
    if slash:
        return float(above) / float(below) if float(below) else float("nan")
    try:
        return int(above)
    except ValueError:
        return float(above)


def where(text: str, at: int) -> str:
    """A place in a text, for people."""
    line = text.count("\n", 0, at) + 1
    column = at - (text.rfind("\n", 0, at) + 1) + 1
    return f"line {line}, column {column}"
