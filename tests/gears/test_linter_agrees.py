"""The linter asks nothing of rules and kernels that the compiler refuses."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

from counterplay.core import CannotCompile, Game
from counterplay.gears import kernel
from tests.patience import PATIENCE

ROOT = Path(__file__).parent.parent.parent
HEAD = """\
import contextlib
import itertools

from counterplay.games.combinatorial.nim import Nim

PAIR = (1, 2)


class Linted(Nim):
    def evaluate(self, s, p):
"""
# rule of the linter -> what the compiler takes, what the rule demands instead
DEMANDS = {
    "B904": ("try:\n    p += 1\nexcept Exception:\n    raise ValueError('x')\nreturn 1.0",
             "try:\n    p += 1\nexcept Exception:\n    raise ValueError('x') from None\nreturn 1.0"),
    "B905": ("for a, b in zip(PAIR, PAIR):\n    p += a * b\nreturn float(p)",
             "for a, b in zip(PAIR, PAIR, strict=True):\n    p += a * b\nreturn float(p)"),
    "C403": ("return float(len(set([n % 2 for n in range(3)])))", "return float(len({n % 2 for n in range(3)}))"),
    "C420": ("return float(len({n: 0.0 for n in [1, 2]}))", "return float(len(dict.fromkeys([1, 2], 0.0)))"),
    "PLR1714": ("return 1.0 if p == 1 or p == 2.5 else 0.0", "return 1.0 if p in (1, 2.5) else 0.0"),
    "RUF007": ("for a, b in zip(PAIR[:-1], PAIR[1:]):\n    p += a * b\nreturn float(p)",
               "for a, b in itertools.pairwise(PAIR):\n    p += a * b\nreturn float(p)"),
    "RUF010": ("return float(len(f'{str(p)}'))", "return float(len(f'{p!s}'))"),
    "RUF019": ("d = {1: 1.0}\nreturn 1.0 if p in d and d[p] else 0.0", "d = {1: 1.0}\nreturn 1.0 if d.get(p) else 0.0"),
    "SIM105": ("try:\n    p += 1\nexcept Exception:\n    pass\nreturn float(p)",
               "with contextlib.suppress(Exception):\n    p += 1\nreturn float(p)"),
    "SIM116": ("if p == 0:\n    return 1.0\nelif p == 1:\n    return 2.0\nelif p == 2:\n    return 3.0\nreturn 0.0",
               "return {0: 1.0, 1: 2.0, 2: 3.0}.get(p, 0.0)"),
    "SIM401": ("d = {1: 1.0}\nx = d[p] if p in d else 3.0\nreturn x", "d = {1: 1.0}\nx = d.get(p, 3.0)\nreturn x"),
}  # fmt: skip
# The same for rules that look at a whole method.
METHODS = {
    "SIM110": (
        "return 1.0 if self.has(p) else 0.0\n\ndef has(self, p):\n    for n in PAIR:\n        if n == p:\n"
        "            return True\n    return False",
        "return 1.0 if self.has(p) else 0.0\n\ndef has(self, p):\n    return any(n == p for n in PAIR)",
    ),
    "UP028": (
        "for n in self.some():\n    p += n\nreturn float(p)\n\ndef some(self):\n    for n in PAIR:\n        yield n",
        "for n in self.some():\n    p += n\nreturn float(p)\n\ndef some(self):\n    yield from PAIR",
    ),
}
PLACES = (
    "games/mine.py",
    "search/mine.py",
    "search/engine/mine.py",
    "solve/mine.py",
    "gears/mine.py",
    "cli/template_game.py",
    "cli/templates/square_game.py",
)


@kernel
def worth(game: Any, s: Any) -> float:
    return game.evaluate(s, 0)


def text_of(body: str) -> str:
    first, _, others = body.partition("\n\ndef ")
    text = HEAD + textwrap.indent(first, " " * 8) + "\n"
    return text + ("\n" + textwrap.indent("def " + others, " " * 4) + "\n" if others else "")


def game_of(text: str, path: Path) -> Game:
    path.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    game: Game = module.Linted()
    return game


def complaints(text: str, place: str, *options: str) -> set[str]:
    """What the linter says of a text that stands in this file of the package."""
    ruff = Path(sys.executable).with_name("ruff")
    words = [str(ruff), "check", "--output-format", "json", "--stdin-filename", f"counterplay/{place}", *options, "-"]
    done = subprocess.run(words, cwd=ROOT, input=text, capture_output=True, text=True, timeout=PATIENCE, check=False)
    return {complaint["code"] for complaint in json.loads(done.stdout)}


@pytest.mark.parametrize("rule", [*DEMANDS, *METHODS])
def test_no_rule_demands_what_the_compiler_refuses(rule: str, tmp_path: Path) -> None:
    """Would catch a linter whose advice makes a game run in the interpreted gear, or a rule switched off without need."""
    taken, demanded = map(text_of, (DEMANDS | METHODS)[rule])
    game = game_of(taken, tmp_path / f"taken_{rule}.py")
    worth.compiled(game, game.initial())
    with pytest.raises(CannotCompile):
        refused = game_of(demanded, tmp_path / f"demanded_{rule}.py")
        worth.compiled(refused, refused.initial())
    assert rule in complaints(taken, "games/mine.py", "--isolated", "--select", rule, "--target-version", "py311")
    for place in PLACES:
        assert rule not in complaints(taken, place), place
