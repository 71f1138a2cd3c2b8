"""The switch for the gear: on the command line, in the environment, in processes that a command starts."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from counterplay.cli.main import commands
from counterplay.core import BadParameter
from counterplay.gears.gear_choice import VARIABLE, chosen_gear, in_gear, use_gear
from tests.cli.conftest import GOOD_GAME
from tests.patience import PATIENCE

Run = Callable[..., Result]
Write = Callable[..., Path]

SLOW_GAME = GOOD_GAME.replace("class Sound", "def over(n): return n >= 6\n\nclass Sound").replace(
    "return s.n >= 6", "return over(s.n)"
)
SLOW_LINE = SLOW_GAME.splitlines().index("    def terminal(self, s): return over(s.n)") + 1
REASON = f"Sound.terminal cannot be compiled: it calls over, which is a plain function (mygame.py, line {SLOW_LINE})"
BEYOND_GAME = (
    GOOD_GAME.replace("from counterplay", "import numpy as np\nfrom counterplay").replace(
        "class Sound(Game):",
        "class Beyond(Game):\n    max_actions, max_plies = 2, 9\n    def __init__(self): self.table = np.zeros(4)",
    )
    + "    def evaluate(self, s, p):\n        return self.table[s.n]\n"
)
SEARCHING: dict[str, tuple[str, ...]] = {  # command -> words that make it short
    "perft": ("--depth", "2"),
    "check": ("--playouts", "1"),
    "analyze": ("--depth", "1"),
    "solve": (),
    "play": ("--players", "engine:depth=1 random"),
}


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.mark.parametrize("command", SEARCHING)
def test_compiled_refuses_what_cannot_be_compiled(run: Run, game_file: Write, command: str) -> None:
    """Would catch a command that falls back although only the compiled gear was wanted, or that ends with another code."""
    result = run(command, game_file(SLOW_GAME), *SEARCHING[command], "--gear", "compiled")
    assert result.exit_code == 2, (result.stdout, result.stderr)
    assert REASON in result.stderr.splitlines()[-1] and "Traceback" not in result.stderr
    assert "interpreted gear" not in result.stderr


@pytest.mark.parametrize("command", ["match", "tournament", "ladder", "growth", "studio", "uci", "usi", *SEARCHING])
def test_every_command_that_searches_has_the_switch(run: Run, command: str) -> None:
    """Would catch a new command, or an old one, without the shared option."""
    assert "--gear" in run(command, "--help").stdout
    assert command in commands.list_commands(None)  # type: ignore[arg-type]


def test_interpreted_says_nothing_and_counts_the_same(run: Run, game_file: Write) -> None:
    """Would catch an attempt to compile, or a warning, where somebody asked for plain Python."""
    result = run("perft", game_file(SLOW_GAME), "--depth", "3", "--gear", "interpreted")
    assert result.exit_code == 0 and result.stderr == ""
    assert [line.split()[1] for line in result.stdout.splitlines()[1:]] == ["2", "4", "8"]


def test_check_says_why_a_game_is_slow(run: Run, game_file: Write) -> None:
    """Would catch 'keeps the contract' alone for a game that runs a hundred times slower than it could."""
    result = run("check", game_file(SLOW_GAME), "--playouts", "2")
    assert result.exit_code == 0
    last = result.stdout.splitlines()[-1]
    assert last.startswith(f"Sound keeps the contract: interpreted only, much slower, because {REASON}"), last


def test_check_compares_nothing_in_the_interpreted_gear(run: Run, game_file: Write) -> None:
    """Would catch `check --gear interpreted` compiling all the same."""
    result = run("check", game_file(SLOW_GAME), "--playouts", "2", "--gear", "interpreted")
    assert result.exit_code == 0 and result.stdout.splitlines()[-1] == "Sound keeps the contract."
    assert "not checked: gears: not compared, since everything is to stay in the interpreted gear" in result.stdout


def test_the_environment_says_the_same(run: Run, game_file: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch the variable being ignored, or a wrong value in it ending in a traceback."""
    path = game_file(SLOW_GAME)
    monkeypatch.setenv(VARIABLE, "compiled")
    assert run("perft", path, "--depth", "2").exit_code == 2
    assert run("perft", path, "--depth", "2", "--gear", "interpreted").exit_code == 0
    monkeypatch.setenv(VARIABLE, "fast")
    result = run("perft", path, "--depth", "2")
    assert result.exit_code == 2 and "'fast' is not one of" in result.stderr and VARIABLE in result.stderr


def test_a_command_leaves_the_gear_as_it_was(run: Run, game_file: Write) -> None:
    """Would catch a gear that outlives its command: in a notebook or a test everything after it would be slow."""
    before, said = chosen_gear(), os.environ.get(VARIABLE)
    run("perft", game_file(SLOW_GAME), "--depth", "1", "--gear", "interpreted")
    assert chosen_gear() == before and os.environ.get(VARIABLE) == said


def test_processes_inherit_the_gear() -> None:
    """Would catch workers of a match that compile although the match is to stay in plain Python."""
    script = "from counterplay.gears.gear_choice import chosen_gear; print(chosen_gear())"
    with in_gear("interpreted"):
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert done.stdout.strip() == "interpreted"


def test_unknown_gear_is_refused() -> None:
    """Would catch a misspelt gear being taken for the usual one."""
    with pytest.raises(BadParameter, match="there is no gear 'fast'; there are auto, interpreted, compiled, checked"):
        use_gear("fast")


def _command(path: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own: indexes are looked at only where nothing was compiled before."""
    environment = {**os.environ, "COUNTERPLAY_QUIET": "1"}
    return subprocess.run(
        [sys.executable, "-m", "counterplay", "analyze", str(path), "--depth", "5", *words],
        env=environment, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip


@pytest.mark.slow
def test_checked_tells_where_an_array_ends(game_file: Write) -> None:
    """Would catch a read beyond an array that stays silent, or one that is told as a fault of counterplay."""
    path = game_file(BEYOND_GAME, "beyond.py")
    done = _command(path, "--gear", "checked")
    assert done.returncode == 2, (done.stdout, done.stderr)
    [line] = done.stderr.splitlines()
    assert line.startswith("counterplay: Beyond reads or writes beyond an array in '["), line
    where = BEYOND_GAME.splitlines().index("        return self.table[s.n]") + 1
    assert "Beyond.evaluate: index " in line and line.endswith(f"(beyond.py, line {where})"), line
