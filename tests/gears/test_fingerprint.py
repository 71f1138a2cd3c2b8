"""What makes two games one to the compiler: class, parameters, and every source file behind them, nothing else."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from counterplay.gears.fingerprint import game_identity
from toy_games import Coins, Heap

from counterplay.gears import fingerprint, kernel
from counterplay.gears.calls import estimate_of, utility_of
from counterplay.gears.identity import identity_of
from counterplay.gears.states import form_of

GAME = """
from collections.abc import Iterator
from typing import NamedTuple
from counterplay import Game
from counterplay.gears import helper
from my_rules import limit

class State(NamedTuple):
    n: int

class Count(Game):
    max_actions = 1
    def initial(self) -> State:
        return State(0)
    def player(self, s: State) -> int:
        return 0
    def actions(self, s: State) -> Iterator[int]:
        yield 1
    def result(self, s: State, a: int) -> State:
        return State(s.n + a)
    def terminal(self, s: State) -> bool:
        return s.n >= limit()
    def utility(self, s: State, p: int) -> float:
        return 0.0
"""
RULES = """
from counterplay.gears import helper
from my_constants import LIMIT

@helper
def limit() -> int:
    return LIMIT
"""
SCRIPT = """
import json, sys
import unrelated
from counterplay.games import make_game
from counterplay.gears.identity import identity_of
from counterplay.search.perft import perft
game = make_game(sys.argv[1])
lengths = [perft.compiled(game, game.initial(), n) for n in range(6)]
print(json.dumps([lengths.index(0), identity_of(game), perft.compilations]))
"""


def run_count(folder: Path) -> list[Any]:
    """How long the game is according to native code, the game's identity, and how many kernels were compiled."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(folder),
        "COUNTERPLAY_CACHE": str(folder / "cache"),
        "COUNTERPLAY_QUIET": "1",
    }
    command = [sys.executable, "-c", SCRIPT, str(folder / "count.py")]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=120)
    answer: list[Any] = json.loads(done.stdout)
    return answer


@pytest.mark.slow
def test_editing_a_helper_recompiles_and_editing_another_file_does_not(tmp_path: Path) -> None:
    """Would catch stale native code after an edit two imports away, and needless compilation after any other edit."""
    (tmp_path / "count.py").write_text(GAME)
    (tmp_path / "my_rules.py").write_text(RULES)
    (tmp_path / "my_constants.py").write_text("LIMIT = 3\n")
    (tmp_path / "unrelated.py").write_text("ANYTHING = 1\n")
    length, identity, compilations = run_count(tmp_path)
    assert (length, compilations) == (4, 1)
    (tmp_path / "unrelated.py").write_text("ANYTHING = 2\n")
    assert run_count(tmp_path) == [4, identity, 0]
    (tmp_path / "my_constants.py").write_text("LIMIT = 2\n")
    length, other, compilations = run_count(tmp_path)
    assert (length, compilations) == (3, 1) and other != identity
    (tmp_path / "my_constants.py").write_text("LIMIT = 3\n")
    assert run_count(tmp_path) == [4, identity, 0]


IDENTITY = """
import sys
from counterplay.games import make_game
from counterplay.gears.identity import identity_of
exec(sys.argv[2])
print(identity_of(make_game(sys.argv[1])))
"""


def test_identity_does_not_depend_on_what_is_loaded(tmp_path: Path) -> None:
    """Would catch a game that is compiled anew, or a solution not found again, because another program loaded more."""
    own = tmp_path / "count.py"
    own.write_text(GAME.replace("from my_rules import limit", "limit = len"))
    before = ("pass", "make_game('chess')", "import counterplay.lessons, counterplay.gears.native", "import counterplay.arena")
    for game in (str(own), "connect_four"):
        commands = [[sys.executable, "-c", IDENTITY, game, statement] for statement in before]
        answers = {subprocess.run(command, capture_output=True, text=True, check=True).stdout for command in commands}
        assert len(answers) == 1, game


@pytest.mark.parametrize(
    "statement",
    [
        "import my_helper",
        "import os, my_helper as h, sys",
        "import os; import my_helper",
        "if True: import my_helper",
        "import os, \\\n    my_helper",
        "from my_helper import one",
        "from my_helper import *",
        "from my_helper import (  # why\n    one,\n    two as three,\n)",
        "from my_helper import \\\n    one",
        "def inside():\n    from my_helper import one\n    return one",
        "try:\n\timport my_helper\nexcept ImportError:\n\tpass",
        "from my_package import my_module",
        "from my_package.my_module import one",
        "import my_package.my_module",
    ],
)
def test_every_way_to_import_is_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, statement: str) -> None:
    """Would catch a form of import whose file does not count: editing it would leave stale native code."""
    importer = tmp_path / "importer.py"
    importer.write_text(f'"""A game."""\n{statement}\n')
    for name, file in (("importer", importer), ("my_helper", tmp_path / "h.py"), ("my_package.my_module", tmp_path / "m.py")):
        file.touch()
        module = ModuleType(name)
        module.__file__ = str(file)
        monkeypatch.setitem(sys.modules, name, module)
    fingerprint.module_imports.cache_clear()
    reached = set(fingerprint.closure(["importer"]))
    fingerprint.module_imports.cache_clear()
    assert reached & {"my_helper", "my_package.my_module"}


class OtherClass(Coins):
    pass


class ClassAttribute(Coins):
    weight = 0.5


def test_parameters_and_class_make_the_identity() -> None:
    """Would catch two games sharing native code although their constants differ."""
    games = [Coins(), Coins(coins=7), OtherClass(), ClassAttribute()]
    assert len({identity_of(game) for game in games}) == len(games)
    assert identity_of(Coins()) == identity_of(Coins(coins=6))


def test_identity_does_not_depend_on_what_was_asked_before() -> None:
    """Would catch an identity that changes once the form of the states has been worked out, and so misses the cache."""
    fresh, asked = Coins(), Coins()
    form_of(asked)
    assert game_identity(fresh) == game_identity(asked)


def test_class_attribute_set_later_is_seen() -> None:
    """Would catch native code that keeps the value a class attribute had when the first game was compiled."""

    class Adjusted(Coins):
        pass

    s = Heap(0, np.uint64(0))
    assert utility_of.compiled(Adjusted(), s, 0) == 1.0
    Adjusted.weight = 0.25
    assert utility_of.compiled(Adjusted(), s, 0) == 0.25


def test_classes_made_by_a_function_differ_in_its_variables() -> None:
    """Would catch two classes of one name, made by one function, sharing the first one's native code."""

    def make(bonus: float) -> Coins:
        class Made(Coins):
            def evaluate(self, s: Heap, p: int) -> float:
                return bonus

        return Made()

    assert [estimate_of.compiled(make(b), Heap(1, np.uint64(0)), 0) for b in (0.5, 0.75)] == [0.5, 0.75]


def test_private_attributes_and_tables_count() -> None:
    """Would catch constants that are left out of the identity because of their name or type."""

    class Table(Coins):
        def __init__(self, coins: int = 6, last: int = 3) -> None:
            super().__init__(coins)
            self.last = last
            self._table = np.arange(last + 1)

    one, other = Table(last=3), Table(last=3)
    assert game_identity(one) == game_identity(other)
    other._table[0] = 9
    assert game_identity(one) != game_identity(other)


def test_game_inside_a_game() -> None:
    """Would catch a game whose attribute is another game taking the first such game's code for every later one."""

    class Wrapped(Coins):
        def __init__(self, inner: Coins) -> None:
            super().__init__()
            self.inner = inner

        def evaluate(self, s: Heap, p: int) -> float:
            return self.inner.coins / 10 + self.inner.utility(s, p) / 100

    s = Heap(1, np.uint64(0))
    values = [estimate_of.compiled(Wrapped(Coins(n)), s, 0) for n in (2, 3)]
    assert values == pytest.approx([0.21, 0.31])


def test_file_edited_after_it_was_loaded_is_not_cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch native code of the old text being filed under the new text."""
    from counterplay.games.catalogue import load_class

    monkeypatch.setattr(fingerprint, "_process_start", math.inf)  # counterplay's own files count as unchanged
    path = tmp_path / "edited.py"
    path.write_text(GAME.replace("from my_rules import limit", "def limit() -> int:\n    return 3\n"))
    cls = load_class(path)
    assert game_identity(cls())[1]
    path.write_text(path.read_text().replace("return 3", "return 4"))
    assert not game_identity(cls())[1]


def test_kernel_typed_again_is_compiled_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch a kernel changed in a notebook, which has no file, still running the native code of its first version."""
    monkeypatch.setenv("COUNTERPLAY_CACHE", str(tmp_path))
    game = Coins()
    answers = []
    for number in (1, 2, 1):
        cell: dict[str, Any] = {"__name__": "__notebook__", "kernel": kernel}
        exec(f"@kernel\ndef answer(game, s):\n    return s.coins + {number}", cell)
        answers.append(cell["answer"].compiled(game, game.initial()))
    assert answers == [7, 8, 7]
