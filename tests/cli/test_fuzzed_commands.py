"""Every option and argument of a command, given what makes no sense there: a sentence, never a fault of counterplay."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import Result

from counterplay.cli.main import commands

Run = Callable[..., Result]
GAME = "nim:heaps=1-2"
ODD = (
    "",
    "-1",
    "0",
    "²",
    "nan",
    "inf",
    "1e300",
    "9" * 400,
    "x" * 300,
    "{}",
    "[",
    "../nowhere",
    "a\tb",
    "=",
    ",",
    "nim:heaps=",
    "None",
)
# Words with which a command does little. Not here are those that serve until somebody hangs up, and those that work for long.
SMALL: dict[str, tuple[str, ...]] = {
    "analyze": (GAME, "--depth", "1"),
    "calibrate": (GAME, "--games", "2", "--deep", "2"),
    "check": (GAME, "--playouts", "1"),
    "clean": (),
    "convert": ("in.json", "out.json"),
    "data": (GAME, "shards", "--positions", "4"),
    "exercise": (),
    "games": (),
    "games-of": ("studio",),
    "ladder": (GAME, "--games", "2", "--nodes", "1"),
    "lesson": (),
    "match": (GAME, "random", "random", "--games", "2"),
    "new": ("written.py",),
    "perft": (GAME, "--depth", "1"),
    "play": (GAME, "--players", "random random"),
    "show": (GAME,),
    "solve": (GAME,),
    "suite": ("positions.epd", "--depth", "1"),
    "tournament": (GAME, "random", "random", "--games", "2"),
    "tree": ("[1,2]",),
    "tune": (GAME, "--games", "2", "--nodes", "1", "--match", "2"),
}
NOT_HERE = ("aei", "growth", "gtp", "serve", "studio", "uci", "usi", "warm")
FINE = (0, 1, 2, 130)  # done, the answer is no, bad input, stopped


def leaves(group: click.Group, words: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], click.Command]]:
    """The commands below a group with the words that lead to them."""
    found = []
    with click.Context(group) as ctx:
        for name in group.list_commands(ctx):
            command = group.get_command(ctx, name)
            assert command is not None
            if isinstance(command, click.Group):
                found += leaves(command, (*words, name))
            else:
                found.append(((*words, name), command))
    return found


def attacks(words: tuple[str, ...], command: click.Command) -> list[tuple[str, ...]]:
    """Calls of a command in which one thing is odd."""
    draw, base, found = random.Random(" ".join(words)), SMALL.get(words[0], ()), [words]
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            odd = [(parameter.opts[0],) if parameter.is_flag else (parameter.opts[0], draw.choice(ODD)) for _ in range(2)]
            found += [(*words, *base, *given) for given in odd]
    for place in range(len(base)):
        found.append((*words, *base[:place], draw.choice(ODD), *base[place + 1 :]))
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "command"), [(w, c) for w, c in leaves(commands) if w[0] not in NOT_HERE], ids=lambda x: str(x)[:40]
)
def test_nothing_odd_is_a_fault(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], command: click.Command
) -> None:
    """Would catch a word that ends a command with a traceback, or as a fault of counterplay's own."""
    assert words[0] in SMALL
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COUNTERPLAY_GEAR", "interpreted")
    monkeypatch.setenv("COUNTERPLAY_DB", str(tmp_path / "games.db"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    for call in attacks(words, command):
        result = run(*call)
        assert result.exit_code in FINE, (call, result.exit_code, result.stderr, result.exception)
        assert "bug in counterplay" not in result.output and "Traceback" not in result.output, (call, result.output)
