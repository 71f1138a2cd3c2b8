"""`counterplay new --kind`: the game of each kind and the tests beside it work as they are written, in both gears."""

from __future__ import annotations

import functools
import importlib
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from counterplay.check import openspiel_games, walk_beside
from counterplay.cli.commands.new_command import KINDS
from counterplay.cli.templates.cards_game import State, ThirtyOne
from counterplay.cli.templates.hex_game import SmallHex
from counterplay.cli.templates.square_game import Clobber
from tests.cli.conftest import assert_refused

Run = Callable[..., Result]


@pytest.mark.slow
def test_written_games_pass_their_written_tests(run: Run, tmp_path: Path) -> None:
    """A template that breaks the contract or cannot be compiled, or tests that do not find their game."""
    for kind in KINDS:
        file = tmp_path / f"my_{kind}.py"
        result = run("new", file, "--kind", kind)
        assert result.exit_code == 0 and f"test_my_{kind}.py" in result.stdout
        assert run("show", file).exit_code == 0
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0 and f"{2 * len(KINDS)} passed" in done.stdout, done.stdout


@pytest.mark.parametrize("kind", KINDS)
def test_a_template_is_short_enough_to_read(kind: str) -> None:
    """A template that grows beyond what a beginner reads."""
    module = importlib.import_module(f"counterplay.cli.templates.{kind}_game")
    assert len(Path(str(module.__file__)).read_text(encoding="utf-8").splitlines()) <= 100


def test_clobber_and_hex_against_openspiel() -> None:
    """A rule that the counts of the first plies do not show, in the games that others have written, too."""
    walk_beside(
        Clobber(),
        openspiel_games("clobber(rows=4,columns=5)", label=lambda state, a: state.action_to_string(a)),
        label=lambda s, a: Clobber().action_name(s, a).replace("x", ""),
    )
    walk_beside(SmallHex(), openspiel_games("hex(board_size=4)"))


def test_thirty_one_is_won_as_dudeney_says() -> None:
    """A wrong rule of the card game: the first player wins with 1, 2 or 5 and no other card (The Canterbury Puzzles)."""
    game = ThirtyOne()

    @functools.cache
    def wins(s: State) -> bool:
        return any(not wins(game.result(s, a)) for a in game.actions(s))

    first = [game.action_name(game.initial(), a) for a in game.actions(game.initial())]
    assert [name for a, name in enumerate(first) if not wins(game.result(game.initial(), a))] == ["1", "2", "5"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("my-game.py", ("my-game.py", "a name that Python can import")),
        ("class.py", ("class.py", "a name that Python can import")),
        ("taken.py", ("taken.py", "exist")),
        ("tested.py", ("test_tested.py", "exists already")),
    ],
)
def test_files_that_cannot_be_written(run: Run, tmp_path: Path, name: str, words: tuple[str, ...]) -> None:
    """Work that is overwritten, a game without its tests, or tests that cannot import their game."""
    (tmp_path / "taken.py").write_text("precious")
    (tmp_path / "test_tested.py").write_text("precious")
    before = sorted(tmp_path.iterdir())
    assert_refused(run("new", tmp_path / name, "--kind", "square"), *words)
    assert sorted(tmp_path.iterdir()) == before
    assert (tmp_path / "taken.py").read_text() == (tmp_path / "test_tested.py").read_text() == "precious"
