"""Identity by code: what makes no difference to native code compiles nothing, and what does is never missed."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest
from toy_games import Coins

from counterplay import kernel
from counterplay.gears.cache import code_store
from counterplay.gears.compiler.deferred_numba import engage
from counterplay.gears.identity.code_digest import reach_digest

FAR = "W = 3\n\n\ndef deep(n):\n    return n * W\n"
GAME = """
from enum import Enum, IntEnum
from typing import NamedTuple
import numpy as np
import far
from counterplay import Game, helper

LIMIT = 3


@helper
def doubled(n, factor=2):
    return n * factor


def bound(factor):
    @helper
    def times(n):
        return n * factor
    return times


tripled = bound(3)


class Colour(Enum):
    RED = 5

    def __repr__(self):
        return "a colour"


class Level(IntEnum):
    LOW = 1


class State(NamedTuple):
    stones: int
    mover: int


class Base(Game):
    def worth(self, s):
        return 0.25


class Take(Base):
    tunables = ("weights",)
    step = 1
    scale = 2
    favourite = Colour.RED

    @property
    def twice(self):
        return self.scale * 2

    def __init__(self, stones=9):
        self.stones = stones
        self.table = np.arange(4)
        self.weights = np.array([0.5, 0.25])
        self.max_actions, self.max_plies = 3, stones

    def initial(self):
        return State(self.stones, 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        for n in range(1, min(LIMIT, s.stones) + 1):
            yield n

    def result(self, s, a):
        return State(s.stones - a * self.step, 1 - s.mover)

    def terminal(self, s):
        return s.stones + far.W < 4

    def utility(self, s, p):
        return -1.0 if p == s.mover else 1.0

    def evaluate(self, s, p):
        return self.worth(s) + self.weights[0] + self.table[1] + doubled(s.stones) + self.colours(s)

    def colours(self, s):
        return self.twice + tripled(s.stones) + (s.stones == Level.LOW) + (self.favourite is Colour.RED)

    def action_name(self, s, a):
        return str(int(a))

    def unrelated(self):
        return "nobody compiles this"
"""
SAME = {  # what is written instead of what; no entry point is compiled anew
    "a comment": ("        return s.mover\n", "        return s.mover  # whoever is next\n"),
    "a docstring": ("    def player(self, s):\n", '    def player(self, s):\n        """Whose turn it is."""\n'),
    "a notation": ("return str(int(a))", "return f'take {int(a)}'"),
    "a function nobody calls": ("nobody compiles this", "nobody compiles this either"),
    "a weight": ("np.array([0.5, 0.25])", "np.array([0.1, 0.9])"),
}
STEP = {  # these change what `step` is made of
    "a constant read through a module": ("far.W < 4", "far.W < 5"),
    "the value of that constant": ("", ""),
    "a class attribute": ("step = 1", "step = 2"),
    "a rule": ("s.stones - a *", "s.stones - 2 * a *"),
    "the fields of a state": ("    stones: int\n    mover: int\n", "    mover: int\n    stones: int\n"),
}
ESTIMATE = {  # these change what `estimate` is made of
    "a method of a base class": ("return 0.25", "return 0.75"),
    "a constant array": ("np.arange(4)", "np.arange(1, 5)"),
    "the body of a property": ("self.scale * 2", "self.scale * 3"),
    "what a property reads": ("scale = 2", "scale = 3"),
    "what a helper encloses": ("bound(3)", "bound(4)"),
    "a member of an enumeration": ("LOW = 1", "LOW = 2"),
    "a member of one that hides its values": ("RED = 5", "RED = 6"),
    "a default argument of a helper": ("factor=2", "factor=3"),
    "the shape of the weights": ("np.array([0.5, 0.25])", "np.array([0.5, 0.25, 0.1])"),
    "the type of the weights": ("np.array([0.5, 0.25])", "np.array([0.5, 0.25], np.float32)"),
}


def digests(folder: Path, text: str, far: str = FAR) -> dict[str, str]:
    """Of each entry point of the game in a text, loaded anew."""
    (folder / "far.py").write_text(far)
    (folder / "take.py").write_text(text)
    modules: list[Any] = []
    for name in ("far", "take"):
        spec = importlib.util.spec_from_file_location(name, folder / f"{name}.py")
        assert spec is not None and spec.loader is not None
        modules.append(importlib.util.module_from_spec(spec))
        sys.modules[name] = modules[-1]
        spec.loader.exec_module(modules[-1])
    engage()
    game = modules[-1].Take()
    entries = sys.modules["counterplay.gears.entry.entry_points"]
    return {name: reach_digest(getattr(entries, name), game) for name in ("step", "expand", "final", "estimate")}


@pytest.fixture(autouse=True)
def no_bytecode(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are rewritten within a second: Python would take the old byte code for that of the new text."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)


@pytest.mark.parametrize("what", SAME)
def test_what_compiles_nothing(what: str, tmp_path: Path) -> None:
    """Would catch a compilation after an edit that native code cannot see."""
    old, new = SAME[what]
    assert old in GAME
    assert digests(tmp_path, GAME) == digests(tmp_path, GAME.replace(old, new))


@pytest.mark.parametrize("what", STEP)
def test_what_changes_the_rules(what: str, tmp_path: Path) -> None:
    """Would catch stale native code of a rule: old answers after an edit."""
    old, new = STEP[what]
    far = FAR.replace("W = 3", "W = 4") if what == "the value of that constant" else FAR
    before, after = digests(tmp_path, GAME), digests(tmp_path, GAME.replace(old, new) if old else GAME, far)
    assert before["step"] != after["step"]


@pytest.mark.parametrize("what", ESTIMATE)
def test_what_changes_the_estimate_alone(what: str, tmp_path: Path) -> None:
    """Would catch stale native code of an evaluation, or rules that are compiled anew because of it."""
    old, new = ESTIMATE[what]
    assert old in GAME
    before, after = digests(tmp_path, GAME), digests(tmp_path, GAME.replace(old, new))
    assert before["estimate"] != after["estimate"]
    assert before["step"] == after["step"] and before["final"] == after["final"]


class Labelled(Coins):
    """Coins with something on them that the rules never ask for."""

    def __init__(self, label: int = 0) -> None:
        super().__init__(6)
        self.label = label


@kernel
def mover(game: Any, s: Any) -> int:
    return game.player(s)


def test_what_was_kept_for_another_parameter_is_loaded_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch native code filed under the game that it was compiled for: any other would read the file at every call."""
    monkeypatch.setenv("COUNTERPLAY_CACHE", str(tmp_path))
    one, other = Labelled(1), Labelled(2)
    assert mover.compiled(one, one.initial()) == 0 and mover.compilations == 1
    read: list[Path] = []
    load = code_store.load
    monkeypatch.setattr(code_store, "load", lambda path: (read.append(path), load(path))[1])
    for _ in range(3):
        assert mover.compiled(other, other.initial()) == 0
    assert len(read) == len(list(tmp_path.glob("*.native"))) == 1 and mover.compilations == 1
