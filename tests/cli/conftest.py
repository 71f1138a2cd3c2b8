"""Running the command inside the test process, and games that are wrong in every way a file can be."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from counterplay.cli.main import commands

GOOD_GAME = """
from typing import NamedTuple
from counterplay import Game

class State(NamedTuple):
    n: int

class Sound(Game):
    def initial(self): return State(0)
    def player(self, s): return s.n % 2
    def actions(self, s):
        yield 1
        yield 2
    def result(self, s, a): return State(s.n + a)
    def terminal(self, s): return s.n >= 6
    def utility(self, s, p): return 1.0 if p == s.n % 2 else -1.0
"""

# name -> (content of the file, or None where there is none; words the sentence must contain)
BAD_FILES: dict[str, tuple[bytes | None, tuple[str, ...]]] = {
    "missing": (None, ("no file",)),
    "binary": (bytes(range(256)) * 20, ("not text",)),
    "null bytes": (b"x = 1\0\n", ("fails", "null bytes")),
    "syntax error": (b"x = 1\ndef f(:\n", ("line 2", "SyntaxError")),
    "bad indentation": (b"def f():\nreturn 1\n", ("line 2", "IndentationError")),
    "empty": (b"", ("is empty",)),
    "only a comment": (b"# nothing here\n", ("defines no game", "class MyGame(Game):")),
    "raises on import": (b"a = 1\nraise ValueError('bad day')\n", ("line 2", "ValueError: bad day")),
    "raises deep inside": (b"def f():\n    return 1 / 0\nf()\n", ("line 2", "ZeroDivisionError")),
    "raises lines": (b"raise ValueError('one\\ntwo')\n", ("one two",)),
    "exits on import": (b"import sys\nsys.exit(0)\n", ("line 2", "sys.exit")),
    "exits at once": (b"raise SystemExit\n", ("line 1", "sys.exit")),
    "missing import": (b"import no_such_module\n", ("line 1", "no_such_module")),
    "deep recursion": (b"def f(): f()\nf()\n", ("RecursionError",)),
    "two games": (GOOD_GAME.encode() + b"class Other(Game): pass\n", ("Sound, Other",)),
    "init raises": (GOOD_GAME.encode() + b"    def __init__(self): raise KeyError('x')\n", ("cannot be made", "KeyError")),
    "init needs values": (
        GOOD_GAME.encode() + b"    def __init__(self, size): self.size = size\n",
        ("needs a value for size",),
    ),
    "latin-1": ("# caf\xe9\n".encode("latin-1") + GOOD_GAME.encode(), ("UTF-8",)),
}


@pytest.fixture
def run() -> Callable[..., Result]:
    """Run the command with these words."""
    return lambda *words: CliRunner().invoke(commands, [str(word) for word in words])


@pytest.fixture
def game_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Write a game to a file; its native code, which no other run could use, is thrown away with it."""
    monkeypatch.setenv("COUNTERPLAY_CACHE", str(tmp_path / "kernels"))

    def write(text: str = GOOD_GAME, name: str = "mygame.py") -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


def assert_refused(result: Result, *words: str) -> None:
    """One sentence on stderr that contains these words, nothing on stdout, exit code 2."""
    lines = [line for line in result.stderr.splitlines() if "compiling" not in line]
    assert result.exit_code == 2, (result.exit_code, result.stderr, result.exception)
    assert result.stdout == ""
    assert len(lines) == 1 and lines[0].startswith("counterplay: "), lines
    assert "Traceback" not in result.stderr
    for word in words:
        assert word in lines[0], (word, lines[0])


@pytest.fixture(autouse=True)
def _no_debug(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COUNTERPLAY_DEBUG", raising=False)
    os.environ.pop("NO_COLOR", None)
