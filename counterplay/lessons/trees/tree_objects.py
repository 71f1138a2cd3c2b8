"""The forms in which a node of a tree can be written as Python objects.

A tree is
- a number: a leaf, worth that much to MAX and its negative to MIN;
- a tuple of numbers: a leaf, one utility for each player;
- "_" or None: a leaf whose value nobody may ask for, since the search is to cut it off;
- a list: a node whose player chooses among the subtrees;
- `Chance(((0.25, subtree), ...))`, or a dict {0.25: subtree, ...}: a node where chance decides;
- a dict {"name", "player", "actions" | "outcomes" | "value"}: any of these with a name, a player or named actions.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from counterplay.core import CHANCE, BadNotation
from counterplay.core.text.parameter_kinds import shown

MOST_PLAYERS = 16
UNKNOWN = "_"  # a leaf without a value
KINDS = {"max": 0, "min": 1, "chance": CHANCE}
KEYS = ("name", "player", "actions", "outcomes", "value")
QUOTED = 40  # characters of a user's text that an error repeats


class Chance(NamedTuple):
    """A chance node: (probability, subtree) pairs."""

    outcomes: tuple[tuple[float, Any], ...]


class Pairs(list[tuple[Any, Any]]):
    """A dict as it was written, in which a key may occur twice."""


class Branch(NamedTuple):
    """What leads from a node to a subtree."""

    subtree: Any
    action: str = ""  # its name
    probability: Any = None  # where chance decides


@dataclass
class Written:
    """A node as it was written; `place` says where, if the text knows better than the path from the root."""

    name: str = ""
    player: str = ""
    value: Any = None
    branches: list[Branch] | None = None  # None for a leaf
    place: str = ""


def player_of(text: Any) -> int | None:
    """The player that MAX, MIN, chance, P1, P2, ... stand for, in any case; None for other words."""
    word = str(text).strip().lower()
    if word in KINDS:
        return KINDS[word]
    if word[:1] == "p" and word[1:].isdecimal() and len(word) <= 3 and 1 <= int(word[1:]) <= MOST_PLAYERS:
        return int(word[1:]) - 1
    return None


def player_word(player: int, players: int) -> str:
    """How a player of a tree is called: MAX and MIN where there are two (or one), P1, P2, P3, ... where there are more."""
    if player == CHANCE:
        return "chance"
    return ("MAX", "MIN")[player] if players <= 2 else f"P{player + 1}"


def is_unknown(value: Any) -> bool:
    """Whether a leaf has no value."""
    return value is None or (isinstance(value, str) and value == UNKNOWN)


def as_written(one: Any, place: Callable[[], str]) -> Written:
    """Any form as `Written`; place() says where it stands."""
    if isinstance(one, Written):
        return one
    if isinstance(one, list) and not isinstance(one, Pairs):
        return Written(branches=[Branch(child) for child in one])
    if isinstance(one, Chance):
        return Written(branches=_outcomes(one.outcomes, place))
    if isinstance(one, Pairs | dict):
        return _from_dict(one if isinstance(one, Pairs) else Pairs(one.items()), place)
    return Written(value=one)


def _from_dict(pairs: Pairs, place: Callable[[], str]) -> Written:
    if pairs and not any(isinstance(key, str) for key, _ in pairs):
        return Written(branches=_outcomes(pairs, place))
    keys = [key for key, _ in pairs]
    for key in keys:
        if key not in KEYS:
            raise BadNotation(f"the node at {place()} has a '{quoted(str(key))}'; a node has {', '.join(KEYS)}")
        if keys.count(key) > 1:
            raise BadNotation(f"the node at {place()} has two of '{key}'")
    fields = dict(pairs)
    contents = [key for key in ("actions", "outcomes", "value") if key in fields]
    if len(contents) != 1:
        what = f"has {' and '.join(contents)}" if contents else "is empty"
        raise BadNotation(f"the node at {place()} {what}; a node has one of actions, outcomes and value")
    node = Written(fields.get("name", ""), fields.get("player", ""))
    if "value" in fields:
        value = fields["value"]
        node.value = tuple(value) if isinstance(value, list) and not isinstance(value, Pairs) else value
    elif "actions" in fields:
        node.branches = _actions(fields["actions"], place)
    else:
        node.branches = _outcomes(fields["outcomes"], place)
    return node


def _actions(written: Any, place: Callable[[], str]) -> list[Branch]:
    if isinstance(written, dict):
        written = Pairs(written.items())
    if isinstance(written, Pairs):
        return [Branch(subtree, _action_name(name, place)) for name, subtree in written]
    if isinstance(written, list):
        return [Branch(subtree) for subtree in written]
    raise BadNotation(f"the actions of the node at {place()} are {short(written)}; write a list, or names with subtrees")


def _outcomes(written: Any, place: Callable[[], str]) -> list[Branch]:
    """Pairs of probability and subtree, each perhaps under a name."""
    if isinstance(written, dict):
        written = Pairs(written.items())
    if not isinstance(written, list | tuple):
        raise BadNotation(f"the outcomes of the node at {place()} are {short(written)}; write (probability, subtree) pairs")
    branches = []
    for one in written:
        name, pair = "", one
        if isinstance(written, Pairs) and isinstance(one[0], str):
            name, pair = _action_name(one[0], place), one[1]
        if isinstance(pair, str) or not isinstance(pair, list | tuple) or len(pair) != 2:
            raise BadNotation(f"an outcome of the node at {place()} is {short(pair)}; write (probability, subtree)")
        probability = math.nan if pair[0] is None else pair[0]  # None would pass for an action
        branches.append(Branch(pair[1], name, probability))
    return branches


def _action_name(name: Any, place: Callable[[], str]) -> str:
    if not isinstance(name, str) or not name.strip():
        raise BadNotation(f"an action of the node at {place()} is called {short(name)}; a name is a text")
    return name.strip()


def quoted(text: str) -> str:
    """A user's text, shortened and printable."""
    printable = "".join(c if c.isprintable() else "?" for c in text)
    return printable if len(printable) <= QUOTED else printable[: QUOTED - 3] + "..."


def short(value: Any) -> str:
    """Something a user wrote, in a few characters, however deeply nested it is."""
    if isinstance(value, list | tuple | dict):
        return f"a {type(value).__name__.lower().replace('pairs', 'dict')} of {len(value)}"
    return f"'{quoted(value)}'" if isinstance(value, str) else shown(value)
