"""Identity by code: what makes no difference to native code compiles nothing, and what does is never missed."""

from __future__ import annotations

import ast
import ctypes
import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from toy_games import Coins

from counterplay import gears, kernel
from counterplay.gears.cache import code_store
from counterplay.gears.compiler import deferred_numba
from counterplay.gears.compiler.deferred_numba import engage
from counterplay.gears.entry.method_calls import estimate_of
from counterplay.gears.identity.code_digest import reach_digest
from counterplay.gears.identity.constant_bytes import constant_bytes
from counterplay.gears.identity.machinery import machinery, machinery_digest

FAR = "W = 3\n\n\ndef deep(n):\n    return n * W\n"
GAME = """
import math as numbers
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
pick = min
larger = np.maximum
ways = (tripled, doubled)


class Corner(NamedTuple):
    row: int
    column: int


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
    levels = Level
    window = slice(0, 4, 2)
    turn = 1j
    marks = b"ab"
    corner = Corner(row=1, column=2)
    number = np.int8

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
        return self.twice + tripled(s.stones) + (s.stones == Level.LOW) + (self.favourite is Colour.RED) + self.held(s)

    def held(self, s):
        part = self.table[self.window][0] + (self.turn * self.turn).real + self.marks[0] + self.corner.row
        return part + numbers.floor(pick(s.stones, larger(1, 2))) + self.number(s.stones) + ways[0](1) + self.levels.LOW

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
    "the stop of a slice": ("slice(0, 4, 2)", "slice(0, 3, 2)"),
    "the step of a slice": ("slice(0, 4, 2)", "slice(0, 4)"),
    "a complex number": ("turn = 1j", "turn = 2j"),
    "bytes": ('b"ab"', 'b"cb"'),
    "the order of a tuple's fields": ("    row: int\n    column: int\n", "    column: int\n    row: int\n"),
    "a member read through an attribute": ("    LOW = 1", "    LOW = 3"),
    "a type of number": ("np.int8", "np.int16"),
    "a built-in function": ("pick = min", "pick = max"),
    "a function of NumPy": ("np.maximum", "np.minimum"),
    "a module under the same name": ("import math as numbers", "import numpy as numbers"),
    "a function in a tuple": ("(tripled, doubled)", "(doubled, tripled)"),
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


def test_every_module_that_makes_code_is_in_every_digest() -> None:
    """Would catch a change of the compiler after which old native code is still loaded."""
    covered = set(machinery())
    folder = Path(gears.__file__).parent
    assert {f"{gears.__name__}.compiler.{path.stem}" for path in (folder / "compiler").glob("*.py")} - covered == {
        f"{gears.__name__}.compiler.__init__"
    }
    explaining = {f"explain.{name}" for name in ("diagnosis", "failed_function", "type_words")}
    making_none = {f"{gears.__name__}.{name}" for name in {"identity.helper_renewal", *explaining}}
    for path in folder.rglob("*.py"):
        loads = [node for node in ast.parse(path.read_text()).body if isinstance(node, ast.Import | ast.ImportFrom)]
        if any((getattr(node, "module", None) or node.names[0].name).startswith(("numba", "llvmlite")) for node in loads):
            module = ".".join((gears.__name__, *path.relative_to(folder).with_suffix("").parts))
            assert module in covered | making_none, f"{module} works on native code, and is in no digest"


def replaced(module: str, *names: str) -> Callable[[pytest.MonkeyPatch], None]:
    """Puts another function, which the module could hold, where these names lead."""

    def other(*arguments: Any) -> None:
        """Stands in for whatever was there."""

    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        holder = sys.modules[f"counterplay.gears.compiler.{module}"]
        other.__module__ = holder.__name__
        for name in names[:-1]:
            holder = getattr(holder, name)
        monkeypatch.setattr(holder, names[-1], other)

    return patch


CHANGES: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "options of Numba": lambda monkeypatch: monkeypatch.setitem(deferred_numba.OPTIONS, "error_model", "python"),
    "an intrinsic": replaced("field_mixing", "mix_every_field", "_defn"),
    "a step of the compiler": replaced("game_options", "GameOptions", "run_pass"),
    "a function behind a decorator": replaced("numba_shortcuts", "shortcuts"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_another_compiler_compiles_anew(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch settings, or functions behind a decorator, that could change unnoticed."""
    engage()
    before = machinery_digest.__wrapped__()
    assert machinery_digest.__wrapped__() == before
    CHANGES[what](monkeypatch)
    assert machinery_digest.__wrapped__() != before


class Windowed(Coins):
    """Coins whose estimate reads a part of a table."""

    def __init__(self, stop: int = 1) -> None:
        super().__init__(6)
        self.table = np.array([0.125, 0.25, 0.5])
        self.window = slice(0, stop)

    def evaluate(self, s: Any, p: int) -> float:
        return self.table[self.window].sum()


def test_games_with_other_slices_are_two_games() -> None:
    """Would catch one game's native code called for another that differs in a kind of constant that few games have."""
    games = Windowed(1), Windowed(2), Windowed(1)
    assert [estimate_of.compiled(game, game.initial(), 0) for game in games] == [0.125, 0.375, 0.125]


def test_an_unknown_kind_of_constant_is_nobody_elses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch native code with an address or another object in it that is loaded in a process where it means nothing."""
    engage()
    callback = ctypes.CFUNCTYPE(ctypes.c_int)(lambda: 1)
    held, picture = constant_bytes(callback), constant_bytes(Path("picture"))
    assert constant_bytes(callback) == held != constant_bytes(ctypes.CFUNCTYPE(ctypes.c_int)(lambda: 1))
    monkeypatch.setattr("counterplay.gears.identity.constant_bytes._process", b"another process")
    assert constant_bytes(callback) != held
    assert constant_bytes(Path("picture")) == picture  # which native code cannot hold: it makes no difference


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
