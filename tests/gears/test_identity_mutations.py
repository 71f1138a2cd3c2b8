"""Sources that are changed at random: what answers differently is another thing to the compiler, and what does not is not.

A game is spread over four modules, each of which calls the next. One node of one syntax tree is changed, and both versions
are asked in plain Python about every state there is: an entry point whose answers differ must have another digest.
"""

from __future__ import annotations

import ast
import copy
import functools
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterplay.core import Game
from counterplay.gears.entry import entry_points
from counterplay.gears.entry.method_calls import estimate_of, facts_of, result_of
from counterplay.gears.identity.code_digest import reach_digest

MODULES = {  # each by its name; the one that is called comes before its caller
    "mutated_numbers": """
from counterplay import helper

LIMIT = 2
SHARE = 0.125


@helper
def scaled(n, by=3):
    return (n * by) % 5


def unused(n):
    return n + 1
""",
    "mutated_values": """
import mutated_numbers
from counterplay import helper
from mutated_numbers import scaled


@helper
def weighed(left, right):
    if left == right:
        return mutated_numbers.SHARE
    return mutated_numbers.SHARE * scaled(left) - 0.0625 * scaled(right, 2)


def unused(n):
    return n + 1
""",
    "mutated_moves": """
import mutated_values as values
from counterplay import helper
from mutated_numbers import LIMIT


@helper
def reduced(n, a):
    return max(n - a, 0)


@helper
def most(left, right):
    return min(LIMIT, max(left, right))


@helper
def guess(left, right, mover):
    return values.weighed(left, right) if mover == 0 else values.weighed(right, left)


def unused(n):
    return n + 1
""",
    "mutated_rules": """
from typing import NamedTuple
import mutated_moves
from mutated_moves import guess, most
from counterplay import Game


class State(NamedTuple):
    left: int
    right: int
    mover: int


class Mutated(Game):
    max_actions, max_plies = 6, 12
    bonus = 1

    def initial(self):
        return State(3, 3, 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        for n in range(1, most(s.left, s.right) + 1):
            yield n

    def result(self, s, a):
        if s.left >= s.right:
            return State(mutated_moves.reduced(s.left, a), s.right, 1 - s.mover)
        return State(s.left, mutated_moves.reduced(s.right, a), 1 - s.mover)

    def terminal(self, s):
        return s.left + s.right < self.bonus

    def utility(self, s, p):
        return -1.0 if p == s.mover else 1.0

    def evaluate(self, s, p):
        worth = guess(s.left, s.right, s.mover)
        return worth if p == s.mover else -worth

    def order(self, s, a):
        return a * 0.5

    def action_name(self, s, a):
        return f"take {int(a)}"

    def unused(self, n):
        return n + 1
""",
}
FIRST = "mutated_numbers"
OPERATORS = (ast.Add, ast.Sub, ast.Mult)
COMPARISONS = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)
CALLS = ({"min", "max"}, {"most", "reduced"}, {"scaled", "weighed"})
ATTRIBUTES = ({"left", "right", "mover"}, {"SHARE", "LIMIT"})


def answers(game: Game, state: Any) -> dict[str, list[Any]]:
    """What each entry point is made of, asked of every state; an error is an answer, too."""
    found: dict[str, list[Any]] = {"step": [], "expand": [], "final": [], "estimate": []}

    def ask(entry: str, question: Callable[..., Any], *arguments: Any) -> None:
        try:
            found[entry].append(question(*arguments))
        except Exception as error:
            found[entry].append(type(error))

    for s in (state(left, right, mover) for left in range(4) for right in range(4) for mover in range(2)):
        for question in (game.player, game.terminal):
            ask("step", question, s)
        for a in range(1, 4):
            ask("step", lambda s, a: tuple(game.result(s, a)), s, a)
            ask("expand", game.order, s, a)
        ask("expand", lambda s: list(game.actions(s)), s)
        for p in range(2):
            ask("final", game.utility, s, p)
            ask("estimate", game.evaluate, s, p)
    return found


def loaded(texts: dict[str, str]) -> tuple[Game, Any]:
    """The game in these texts, and the class of its states."""
    module = ModuleType("")
    for name, text in texts.items():
        module = sys.modules[name] = ModuleType(name)
        exec(compile(text, f"{name}.py", "exec"), vars(module))
    return module.Mutated(), module.State


def digests(game: Game) -> dict[str, str]:
    """Of each entry point."""
    return {name: reach_digest(getattr(entry_points, name), game) for name in ("step", "expand", "final", "estimate")}


def mutations(text: str) -> Iterator[str]:
    """The text with one node changed, every way once."""
    tree = ast.parse(text)
    for place, node in enumerate(ast.walk(tree)):
        for change in changes(node):
            other = copy.deepcopy(tree)
            change(next(n for i, n in enumerate(ast.walk(other)) if i == place))
            yield ast.unparse(other)


def changes(node: ast.AST) -> Iterator[Callable[[Any], None]]:
    """What can be done to a node."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        for more in (1, -1, 0.5):
            yield lambda n, more=more: setattr(n, "value", n.value + more)
    elif isinstance(node, ast.BinOp):
        yield from (lambda n, to=to: setattr(n, "op", to()) for to in OPERATORS if not isinstance(node.op, to))
        yield lambda n: n.__dict__.update(left=n.right, right=n.left)
    elif isinstance(node, ast.Compare):
        yield from (lambda n, to=to: setattr(n, "ops", [to()]) for to in COMPARISONS if not isinstance(node.ops[0], to))
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        yield from (lambda n, to=to: setattr(n.func, "id", to) for to in others(node.func.id, CALLS))
        yield lambda n: n.args.reverse()
    elif isinstance(node, ast.Attribute):
        yield from (lambda n, to=to: setattr(n, "attr", to) for to in others(node.attr, ATTRIBUTES))


def others(name: str, groups: tuple[set[str], ...]) -> list[str]:
    """What can stand where a name stands."""
    return sorted(other for group in groups if name in group for other in group if other != name)


def remarks(text: str) -> Iterator[str]:
    """The text with a change that native code cannot see, every way once."""
    lines = text.split("\n")
    for place, line in enumerate(lines):
        indent = " " * (len(line) - len(line.lstrip()))
        if line.strip():
            yield "\n".join([*lines[:place], f"{indent}# a remark", "", *lines[place:]])
        if line.lstrip().startswith("def "):
            yield "\n".join([*lines[: place + 1], f'{indent}    """What it does."""', *lines[place + 1 :]])
    yield text.replace("return n + 1", "return n * 7 - 2")
    yield text.replace("take {int(a)}", "{int(a)} taken")
    yield text + "\n\ndef added(n):\n    return unused(n)\n"


MUTATIONS = [(name, changed) for name, text in MODULES.items() for changed in mutations(text)]
REMARKS = [(name, changed) for name, text in MODULES.items() for changed in remarks(text)]


@pytest.fixture(autouse=True, scope="module")
def no_modules_left() -> Iterator[None]:
    """What the tests load goes away with them."""
    yield
    for name in MODULES:
        sys.modules.pop(name, None)


def plainly(texts: dict[str, str]) -> dict[str, str]:
    """Without marks for the compiler: nothing is compiled, and marking takes longer than the rest."""
    return {name: text.replace("@helper\n", "") for name, text in texts.items()}


@functools.cache
def original() -> tuple[dict[str, str], dict[str, list[Any]]]:
    """The digests and answers before any change."""
    game, state = loaded(plainly(MODULES))
    return digests(game), answers(game, state)


@settings(derandomize=True, database=None, max_examples=150, deadline=None)
@given(st.sampled_from(MUTATIONS))
def test_what_answers_otherwise_has_another_digest(mutation: tuple[str, str]) -> None:
    """Would catch stale native code: a constant, operator, comparison, call or attribute that the digest does not see."""
    name, changed = mutation
    known, asked = original()
    after, state = loaded(plainly({**MODULES, name: changed}))
    now, answered = digests(after), answers(after, state)
    stale = [entry for entry in known if asked[entry] != answered[entry] and known[entry] == now[entry]]
    assert not stale, f"{stale} after a change of {name} to\n{changed}"


@settings(derandomize=True, database=None, max_examples=len(REMARKS), deadline=None)
@given(st.sampled_from(REMARKS))
def test_what_native_code_cannot_see_has_no_part_in_a_digest(remark: tuple[str, str]) -> None:
    """Would catch a compilation after a changed comment, docstring, notation or function that nothing compiled calls."""
    name, changed = remark
    assert digests(loaded(plainly({**MODULES, name: changed}))[0]) == original()[0], f"{name} changed to\n{changed}"


FAR = {  # what is written instead of what, in the module that is three calls away from the game
    "a constant": ("SHARE = 0.125", "SHARE = 0.25"),
    "an operator": ("(n * by)", "(n + by)"),
    "a default": ("by=3", "by=4"),
}


def test_native_code_follows_a_helper_three_modules_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch what a digest alone cannot show: compiled code that calls an old helper all the same."""
    monkeypatch.setenv("COUNTERPLAY_CACHE", str(tmp_path))
    seen = set()
    for old, new in (("", ""), *FAR.values()):
        texts = {**MODULES, FIRST: MODULES[FIRST].replace(old, new) if old else MODULES[FIRST]}
        game, state = loaded(texts)
        s = state(2, 1, 0)
        assert estimate_of.compiled(game, s, 0) == game.evaluate(s, 0)
        assert result_of.compiled(game, s, 1) == game.result(s, 1)
        assert facts_of.compiled(game, s)[0] == game.terminal(s)
        seen.add(game.evaluate(s, 0))
    assert len(seen) == 1 + len(FAR)
