"""The Smart Game Format as text: trees of nodes with properties, of whatever game (A. Hollosi, FF[4], 1997).

Nothing here knows a game; `sgf_format` reads moves out of the properties. A fault is told with its place, and everything before
it is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from counterplay.core.files.user_file import quoted
from counterplay.records.record import Fault
from counterplay.records.text_places import Places

SPACE = re.compile(r"\s*")
NAME = re.compile(r"[A-Za-z]{1,30}")
VALUE = re.compile(r"\s*\[((?:\\.|[^\]\\])*)\]", re.DOTALL)
GAME = re.compile(r"\(\s*;")
ESCAPE = re.compile(r"\\(\n|.)", re.DOTALL)


@dataclass(eq=False, slots=True)
class SgfNode:
    """A node: values by the names of properties, and what follows."""

    offset: int  # in the text
    properties: dict[str, list[str]] = field(default_factory=dict)
    children: list[SgfNode] = field(default_factory=list)

    def first(self, name: str, default: str = "") -> str:
        """The first value of a property, unescaped."""
        values = self.properties.get(name)
        return unescaped(values[0]) if values else default


def read_trees(text: str, places: Places) -> Iterator[SgfNode | Fault]:
    """The root of every game of a collection, and what is wrong; a tree that is cut short comes before the fault."""
    offset = text.find("(")
    while offset >= 0:
        root, offset, fault = _read_tree(text, offset, places)
        if root is not None:
            yield root
        if fault is not None:
            yield fault
        offset = text.find("(", offset)


def _read_tree(text: str, offset: int, places: Places) -> tuple[SgfNode | None, int, Fault | None]:
    root: SgfNode | None = None
    node: SgfNode | None = None  # the last one of the line that is being read
    branches: list[SgfNode | None] = []  # where the parentheses that are open began
    while True:
        space = SPACE.match(text, offset)
        offset = space.end() if space else offset
        sign = text[offset : offset + 1]
        if sign == "(":
            branches.append(node)
        elif sign == ")":
            node = branches.pop()
            if not branches:
                return root, offset + 1, None
        elif sign == ";":
            following = SgfNode(offset)
            if node is not None:
                node.children.append(following)
            elif root is not None:
                return root, _next_game(text, offset), places.fault(offset, "a second game begins before the first is closed")
            root, node = root or following, following
        elif sign == "":
            return root, len(text), places.fault(max(0, len(text) - 1), "the game is not closed; there should be a )")
        else:
            after, problem = _read_property(text, offset, node)
            if problem:
                return root, _next_game(text, offset + 1), places.fault(offset, problem)
            offset = after
            continue
        offset += 1


def _next_game(text: str, offset: int) -> int:
    """Where a next game seems to begin: after a ), or at the very beginning."""
    for found in GAME.finditer(text, offset):
        before = found.start() - 1
        while before >= 0 and text[before].isspace():
            before -= 1
        if before < 0 or text[before] == ")":
            return found.start()
    return len(text)


def _read_property(text: str, offset: int, node: SgfNode | None) -> tuple[int, str]:
    name = NAME.match(text, offset)
    if name is None or node is None:
        return (
            offset,
            f"'{quoted(text[offset : offset + 10])}' is no property; properties are written B[ee], nodes begin with ;",
        )
    after = name.end()
    values = []
    while value := VALUE.match(text, after):
        values.append(value[1])
        after = value.end()
    if not values:
        return offset, f"the property {name[0]} has no value that is closed; values are written {name[0]}[...]"
    # Older files spell names out, with small letters.
    node.properties.setdefault("".join(c for c in name[0] if c.isupper()), []).extend(values)
    return after, ""


def unescaped(value: str) -> str:
    """A value as it was meant: a backslash takes the next character as it is, and joins lines."""
    return ESCAPE.sub(lambda found: "" if found[1] == "\n" else found[1], value)


def escaped(text: str, composed: bool = False) -> str:
    r"""A value with \ before what would end it, or part it."""
    safe = text.replace("\\", "\\\\").replace("]", "\\]")
    return safe.replace(":", "\\:") if composed else safe


def parted(value: str) -> tuple[str, str]:
    """The two halves of a composed value, which is still escaped."""
    found = re.match(r"((?:\\.|[^:\\])*):(.*)", value, re.DOTALL)
    return (unescaped(found[1]), unescaped(found[2])) if found else (unescaped(value), "")
