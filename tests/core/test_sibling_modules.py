"""Modules beside a user's file: importable, and never those of another folder."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from counterplay.agents import make_agent
from counterplay.core import BadParameter, Position, UnknownGame
from counterplay.core.files import sibling_modules
from counterplay.core.files.sibling_modules import source_digests
from counterplay.games import make_game

GAME = """
from typing import NamedTuple
from counterplay import Game
{imports}

class State(NamedTuple):
    n: int

class Beside(Game):
    def initial(self): return State({start})
    def player(self, s): return s.n % 2
    def actions(self, s): yield 1
    def result(self, s, a): return State(s.n + a)
    def terminal(self, s): return s.n >= 6
    def utility(self, s, p): return 1.0 if p == s.n % 2 else -1.0
"""
HELPER = "helper_of_siblings"  # a name that no installed module has

Write = Callable[[str, dict[str, str]], Path]


@pytest.fixture
def write(tmp_path: Path) -> Iterator[Write]:
    """Write files into a folder; afterwards nothing of it is left in this process."""
    before = set(sys.modules)

    def files(folder: str, texts: dict[str, str]) -> Path:
        for name, text in texts.items():
            path = tmp_path / folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return tmp_path / folder

    yield files
    for name in set(sys.modules) - before:
        if HELPER in name:
            del sys.modules[name]
    sibling_modules._modules.clear()


def game(start: str = f"{HELPER}.START", imports: str = f"import {HELPER}") -> str:
    return GAME.format(start=start, imports=imports)


def test_a_module_beside_the_file(write: Write) -> None:
    """Would catch a game that `python -m counterplay` can load and the installed command cannot; or sys.path changed."""
    folder = write("one", {"game.py": game(), f"{HELPER}.py": "START = 3\n"})
    before = list(sys.path), list(sys.meta_path)
    assert make_game(str(folder / "game.py")).initial().n == 3
    assert (list(sys.path), list(sys.meta_path)) == before


def test_packages_and_modules_of_modules(write: Write) -> None:
    """Would catch a package, a folder without __init__.py, or a module that imports another one not being found."""
    inner = f"from {HELPER}_inner.values import START\n"
    folder = write(
        "one",
        {
            "game.py": game("START", f"from {HELPER} import START"),
            f"{HELPER}/__init__.py": "from .deeper import START\n",
            f"{HELPER}/deeper.py": inner,
            f"{HELPER}_inner/values.py": "START = 4\n",
        },
    )
    assert make_game(str(folder / "game.py")).initial().n == 4


def test_folders_are_kept_apart(write: Write) -> None:
    """Would catch the second of two games playing by the helper of the first, also when the first is loaded again."""
    one = write("one", {"game.py": game(), "other.py": game(), f"{HELPER}.py": "START = 1\n"})
    two = write("two", {"game.py": game(), f"{HELPER}.py": "START = 2\n"})
    three = write("three", {"game.py": game()})
    first, second = make_game(str(one / "game.py")), make_game(str(two / "game.py"))
    assert (first.initial().n, second.initial().n) == (1, 2)
    with pytest.raises(UnknownGame, match=HELPER):  # there is none beside it
        make_game(str(three / "game.py"))
    assert (first.initial().n, second.initial().n) == (1, 2)
    assert make_game(str(one / "other.py")).initial().n == 1


def test_one_module_for_all_files_of_a_folder(write: Write) -> None:
    """Would catch an agent whose classes are not those of the game beside it."""
    agent = f"import {HELPER}\nclass Mine:\n    def choose(self, position):\n        return {HELPER}.ACTIONS.pop()\n"
    folder = write("one", {"game.py": game(), "agent.py": agent, f"{HELPER}.py": "START = 3\nACTIONS = [1]\n"})
    made = make_game(str(folder / "game.py"))
    helper = sys.modules[HELPER]
    assert make_agent(str(folder / "agent.py")).choose(Position(made)) == 1
    assert helper.ACTIONS == []


def test_modules_of_python_itself_are_not_hidden(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch a file called like a module of the standard library that everybody else would import from then on."""
    folder = write("one", {"game.py": game("3", "import colorsys"), "colorsys.py": "raise ValueError('hidden')\n"})
    monkeypatch.delitem(sys.modules, "colorsys", raising=False)
    assert make_game(str(folder / "game.py")).initial().n == 3


def test_installed_modules_win_over_folders_of_data(write: Write) -> None:
    """Would catch a folder called like an installed module, without any Python in it, being taken for that module."""
    folder = write("one", {"game.py": game("3", ""), "pytest/notes.txt": "no module"})
    assert sibling_modules._Beside(str(folder)).find_spec("pytest", None) is None


def test_a_helper_that_fails_can_be_mended(write: Write) -> None:
    """Would catch a broken helper that stays broken in this process, or one that worked kept after the file failed."""
    folder = write("one", {"game.py": game() + "\n1 / 0\n", f"{HELPER}.py": "START = 3\n"})
    with pytest.raises(UnknownGame, match="ZeroDivisionError"):
        make_game(str(folder / "game.py"))
    assert HELPER not in sys.modules
    write("one", {"game.py": game(), f"{HELPER}.py": "START = 1 / 0\n"})
    with pytest.raises(UnknownGame, match=r"line 4: ZeroDivisionError"):
        make_game(str(folder / "game.py"))
    write("one", {f"{HELPER}.py": "START = 5 + 0 * 100\n"})
    assert make_game(str(folder / "game.py")).initial().n == 5


def test_agents_have_modules_beside_them(write: Write) -> None:
    """Would catch an agent of the user's own that cannot import what stands beside it."""
    agent = f"from {HELPER} import pick\nclass Mine:\n    choose = lambda self, position: pick(position)\n"
    folder = write("one", {"agent.py": agent, f"{HELPER}.py": "def pick(position):\n    return position.choices[0]\n"})
    position = Position(make_game("nim"))
    assert make_agent(str(folder / "agent.py")).choose(position) == position.choices[0]
    (folder / f"{HELPER}.py").unlink()
    lone = write("two", {"agent.py": agent})
    with pytest.raises(BadParameter, match=HELPER):
        make_agent(str(lone / "agent.py"))


def test_digests_of_what_a_file_rests_on(write: Write) -> None:
    """Would catch an edit of a helper, or of one deep in a package, that goes unnoticed; or one elsewhere that does not."""
    texts = {
        "game.py": game("3", f"import os, {HELPER}"),
        f"{HELPER}.py": "def f():\n    from parts.one import x\n",
        "parts/__init__.py": "",
        "parts/one.py": "x = 1\n",
        "unrelated.py": "y = 1\n",
    }
    path = write("one", texts) / "game.py"
    before = source_digests(path)
    assert sorted(before) == ["game.py", f"{HELPER}.py", "parts/__init__.py", "parts/one.py"]
    write("one", {"unrelated.py": "y = 2\n"})
    assert source_digests(path) == before
    write("one", {"parts/one.py": "x = 2\n"})
    after = source_digests(path)
    assert [name for name in after if after[name] != before[name]] == ["parts/one.py"]
    assert source_digests(path.with_name("nothing.py")) == {}
