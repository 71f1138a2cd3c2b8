"""Trees from text and files, and back to text."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from counterplay.core import CHANCE, BadNotation, BadParameter
from counterplay.lessons.trees.tree_game import TreeGame
from counterplay.lessons.trees.tree_indent import read_indented
from counterplay.lessons.trees.tree_literals import CLOSING, read_literal
from counterplay.lessons.trees.tree_nodes import Tree, tree_of
from counterplay.lessons.trees.tree_objects import UNKNOWN, Chance, player_word, quoted

BRACKETS = (*CLOSING, '"')  # how nested lists and JSON begin
LARGEST_FILE = 50_000_000  # bytes


def parse_tree(source: Any, movers: Sequence[int] | None = None, players: int | None = None) -> Tree:
    """A tree from Python objects (see `tree_forms`), or from their text: nested lists, JSON or indented lines."""
    return tree_of(_objects(source) if isinstance(source, str) else source, movers, players)


def load_tree(source: Any, movers: Sequence[int] | None = None, players: int | None = None) -> TreeGame:
    """The game of a tree: of Python objects, of their text, or of a file that holds the text."""
    if isinstance(source, Path):
        source = _read(source)
    elif isinstance(source, str) and _names_a_file(source):
        source = _read(Path(source.strip()))
    return TreeGame(parse_tree(source, movers, players))


def _objects(text: str) -> Any:
    bare = text.removeprefix("\ufeff").strip()
    return read_literal(bare) if bare and bare[0] in BRACKETS else read_indented(text)


def _names_a_file(text: str) -> bool:
    """One line that is neither brackets nor a leaf is the name of a file."""
    bare = text.strip()
    if not bare or "\n" in text or bare[0] in BRACKETS:
        return False
    try:
        return isinstance(read_literal(bare), str)
    except BadNotation:
        return True


def _read(path: Path) -> str:
    shown = quoted(str(path))
    try:
        if path.is_dir():
            raise BadParameter(f"'{shown}' is a directory; give the file of a tree")
        if not path.exists():
            raise BadParameter(
                f"there is no file '{shown}', and it is no tree; a tree is written as [[3, 12], [2, 4]], for example"
            )
        if path.stat().st_size > LARGEST_FILE:
            raise BadParameter(f"the file '{shown}' is too large for a tree")
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadParameter(f"'{shown}' is not text in UTF-8, so it is no tree") from None
    except (OSError, ValueError) as error:
        if isinstance(error, BadParameter):
            raise
        raise BadParameter(f"'{shown}' cannot be read: {getattr(error, 'strerror', None) or error}") from None


# --- back to text ---
def write_tree(tree: Tree | TreeGame, form: Literal["lines", "lists", "json"] = "lines") -> str:
    """A tree as indented lines, as nested lists in one line, or as JSON; `parse_tree` reads each of them back."""
    flat = tree.flat if isinstance(tree, TreeGame) else tree
    if form == "lines":
        return "\n".join(_lines(flat)) + "\n"
    if form == "json":
        return json.dumps(_for_json(flat))
    if form == "lists":
        return _brackets(flat)
    raise BadParameter(f"a tree is written as lines, lists or json, not as '{form}'")


def nested(tree: Tree) -> Any:
    """The tree as Python objects, each node in the plainest form that says everything."""
    objects: list[Any] = [None] * len(tree)
    turns, numeric = _turns(tree), _numeric(tree)
    for node in reversed(range(len(tree))):
        subtrees = [objects[child] for child in tree.children(node)]
        objects[node] = _object(tree, node, subtrees, turns[node], numeric)
        for child in tree.children(node):
            objects[child] = None
    return objects[0]


def _object(tree: Tree, node: int, subtrees: list[Any], turn: int, numeric: bool) -> Any:
    """One node over its children, which are objects already."""
    children = tree.children(node)
    described: dict[str, Any] = {"name": tree.names[node]} if tree.names[node] else {}
    if not subtrees:
        value = _leaf(tree, node, numeric)
        return {**described, "value": value} if described else value
    names = [tree.action_name(child) for child in children] if any(tree.actions[child] for child in children) else []
    if tree.movers[node] == CHANCE:
        pairs = [(tree.probabilities[child], subtree) for child, subtree in zip(children, subtrees, strict=True)]
        if not described and not names:
            return Chance(tuple(pairs))
        return {**described, "outcomes": dict(zip(names, pairs, strict=True)) if names else pairs}
    if tree.movers[node] != turn:
        described["player"] = player_word(tree.movers[node], tree.players)
    if not described and not names:
        return subtrees
    return {**described, "actions": dict(zip(names, subtrees, strict=True)) if names else subtrees}


def _turns(tree: Tree) -> list[int]:
    """Who would decide at each node if nothing were said: players in turn, from the first, chance left out."""
    turns = [0] * len(tree)
    for node in range(1, len(tree)):
        parent = tree.parents[node]
        turns[node] = turns[parent] if tree.movers[parent] == CHANCE else (tree.movers[parent] + 1) % tree.players
    return turns


def _numeric(tree: Tree) -> bool:
    """Whether leaves are written as numbers."""
    return tree.players == 1 or (tree.players == 2 and all(sum(tree.utilities[n]) == 0 or _nan(tree, n) for n in tree.leaves))


def _nan(tree: Tree, node: int) -> bool:
    return math.isnan(tree.utilities[node][0])


def _leaf(tree: Tree, node: int, numeric: bool) -> Any:
    if _nan(tree, node):
        return UNKNOWN
    parts = tuple(int(u) if u == int(u) else u for u in tree.utilities[node])
    return parts[0] if numeric else parts


def _for_json(tree: Tree) -> Any:
    """`nested`, with what JSON lacks written as objects; the depth of a tree is bounded, so this may recurse."""

    def plain(one: Any) -> Any:
        if isinstance(one, Chance):
            return {"outcomes": [[p, plain(subtree)] for p, subtree in one.outcomes]}
        if isinstance(one, tuple):
            return {"value": list(one)}
        if isinstance(one, list):
            return [plain(child) for child in one]
        if not isinstance(one, dict):
            return one
        return {key: _field(key, value) for key, value in one.items()}

    def _field(key: str, value: Any) -> Any:
        if key == "value":
            return list(value) if isinstance(value, tuple) else value
        if key == "actions":
            return {name: plain(s) for name, s in value.items()} if isinstance(value, dict) else [plain(s) for s in value]
        if key == "outcomes":
            if isinstance(value, dict):
                return {name: [p, plain(s)] for name, (p, s) in value.items()}
            return [[p, plain(s)] for p, s in value]
        return value

    return plain(nested(tree))


def _brackets(tree: Tree) -> str:
    """One line of brackets, as `read_literal` takes it."""

    def text(one: Any) -> str:
        if isinstance(one, Chance):
            return "{" + ", ".join(f"{p!r}: {text(subtree)}" for p, subtree in one.outcomes) + "}"
        if isinstance(one, list):
            return "[" + ", ".join(map(text, one)) + "]"
        if isinstance(one, tuple):
            return "(" + ", ".join(map(text, one)) + (",)" if len(one) == 1 else ")")
        if isinstance(one, dict):
            return "{" + ", ".join(f"{json.dumps(key)}: {text(value)}" for key, value in one.items()) + "}"
        return UNKNOWN if one == UNKNOWN else json.dumps(one) if isinstance(one, str) else repr(one)

    return text(nested(tree))


def _lines(tree: Tree) -> list[str]:
    numeric = _numeric(tree)
    lines: list[str] = []
    waiting = [0]
    while waiting:
        node = waiting.pop()
        waiting.extend(reversed(tree.children(node)))
        lines.append("  " * tree.levels[node] + _prefix(tree, node) + _content(tree, node, numeric))
    return lines


def _prefix(tree: Tree, node: int) -> str:
    if node == 0:
        return ""
    name = tree.actions[node]
    if tree.movers[tree.parents[node]] == CHANCE:
        return f"{name} {tree.probabilities[node]!r}: ".lstrip()
    return f"{name}: " if name else ""


def _content(tree: Tree, node: int, numeric: bool) -> str:
    name = tree.names[node]
    if tree.counts[node]:
        return f"{name} {player_word(tree.movers[node], tree.players)}".lstrip()
    value = _leaf(tree, node, numeric)
    text = f"({', '.join(map(repr, value))})" if isinstance(value, tuple) else str(value)
    return f"{name} = {text}" if name else text
