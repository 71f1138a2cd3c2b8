"""Trees written as indented lines, with names for nodes and actions.

    A MAX
      left: B MIN
        3
        12
      right: chance
        heads 1/2: 20
        tails 1/2: C = 30

A line is [ACTION:] then a leaf's value, NAME = VALUE for a leaf with a name, or a node: NAME, MAX | MIN | chance | P1 ...,
both or (with lines below it) neither. Below a chance node a probability stands before the colon, after the outcome's name
if it has one. `#` begins a comment.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from counterplay.core import BadNotation
from counterplay.lessons.trees.tree_literals import NUMBER, read_literal, read_number
from counterplay.lessons.trees.tree_objects import UNKNOWN, Branch, Written, player_of, quoted

_PROBABILITY = re.compile(rf"(?:(?P<name>.*\S)\s+)?(?P<p>{NUMBER}(?:/\d+|%)?)\s*$")
_NUMBER = re.compile(rf"{NUMBER}$")
TAB = 8  # columns, as terminals have it


class _Row(NamedTuple):
    number: int
    indent: int
    action: str
    content: str


class _Node(NamedTuple):
    row: _Row
    written: Written


def read_indented(text: str) -> Written:
    """The tree that indented lines describe."""
    rows = _rows(text)
    stack: list[_Node] = []  # from the root to the last line
    root: Written | None = None
    for i, row in enumerate(rows):
        while stack and stack[-1].row.indent >= row.indent:
            closed = stack.pop()
            if stack and stack[-1].row.indent < row.indent < closed.row.indent:
                one, other = closed.row, stack[-1].row
                raise BadNotation(
                    f"line {row.number} of a tree is indented by {row.indent}, which is no level above it (line {one.number} "
                    f"is indented by {one.indent}, line {other.number} by {other.indent})"
                )
        has_lines = i + 1 < len(rows) and rows[i + 1].indent > row.indent
        written = _written(row, has_lines)
        if stack:
            _add(stack[-1], row, written)
        elif root is not None:
            raise BadNotation(f"line {row.number} of a tree begins a second root; indent it below the first line")
        else:
            if row.action:
                raise BadNotation(f"line {row.number} of a tree is the root: no action '{quoted(row.action)}' leads to it")
            root = written
        stack.append(_Node(row, written))
    if root is None:
        raise BadNotation("a tree's text is empty; write nested lists such as [[3, 12], [2, 4]], or indented lines")
    return root


def _rows(text: str) -> list[_Row]:
    rows = []
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        bare = line.partition("#")[0].rstrip().expandtabs(TAB)
        if bare.strip():
            before, colon, after = bare.partition(":")
            action, content = (before.strip(), after.strip()) if colon else ("", bare.strip())
            if colon and not action:
                raise BadNotation(f"line {number} of a tree has nothing before its colon; write the action's name there")
            rows.append(_Row(number, len(bare) - len(bare.lstrip()), action, content))
    return rows


def _written(row: _Row, has_lines: bool) -> Written:
    place = f"line {row.number}"
    name, equals, value = (part.strip() for part in row.content.partition("="))
    if equals or _is_value(row.content):
        if has_lines:
            raise BadNotation(f"line {row.number} of a tree is a leaf, '{quoted(row.content)}', and has lines below it")
        return Written(name if equals else "", value=_read_value(row, value if equals else row.content), place=place)
    first, _, last = row.content.rpartition(" ")
    is_kind = player_of(last) is not None
    node = Written(first.strip() if is_kind else row.content, last if is_kind else "", branches=[], place=place)
    if not has_lines:
        what = f"'{quoted(row.content)}'" if row.content else "nothing"
        raise BadNotation(
            f"line {row.number} of a tree is {what}, neither a node with lines indented below it nor a leaf with a number"
        )
    return node


def _is_value(text: str) -> bool:
    return text == UNKNOWN or text.startswith("(") or bool(_NUMBER.match(text))


def _read_value(row: _Row, text: str) -> Any:
    if not _is_value(text):
        raise BadNotation(f"line {row.number} of a tree: the leaf '{quoted(text)}' is no number")
    try:
        return read_literal(text)
    except BadNotation:
        raise BadNotation(f"line {row.number} of a tree: '{quoted(text)}' is no tuple of numbers") from None


def _add(parent: _Node, row: _Row, written: Written) -> None:
    """Put a node below its parent."""
    assert parent.written.branches is not None  # a leaf has no lines below it
    name, probability = row.action, None
    kind = parent.written.player
    if kind and kind.lower() == "chance":
        match = _PROBABILITY.match(row.action)
        if match is None:
            raise BadNotation(
                f"line {row.number} of a tree stands below a chance node and has no probability; write it before a colon, as "
                "in 'heads 1/2: 20'"
            )
        name, probability = match["name"] or "", read_number(match["p"])
    parent.written.branches.append(Branch(written, name, probability))
