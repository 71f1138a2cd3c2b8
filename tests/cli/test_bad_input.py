"""Every kind of bad input, to every command that takes it: one sentence, exit code 2, never a traceback."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from hypothesis import example, given, settings
from hypothesis import strategies as st

from counterplay.core import CounterplayError
from counterplay.games import make_game
from tests.cli.conftest import BAD_FILES, GOOD_GAME, assert_refused

Run = Callable[..., Result]

TAKING_GAMES: dict[str, tuple[str, ...]] = {
    "show": (),
    "perft": ("--depth", "2"),
    "check": ("--playouts", "1"),
    "warm": (),
    "analyze": ("--depth", "1"),
    "play": ("--players", "random random"),
    "solve": (),
}
TAKING_STATES = [command for command in TAKING_GAMES if command not in ("check", "warm")]
BAD_SPECS = {
    "chees": ("no game 'chees'", "did you mean chess"),
    "": ("no game ''",),
    "no such game": ("no game", "connect_four"),
    "connect_four:depth=3": ("'depth=3' is no parameter", "width=7"),
    "connect_four:width": ("'width' is no parameter",),
    "connect_four:width=abc": ("width must be a whole number, not 'abc'",),
    "connect_four:width=3.5": ("width must be a whole number",),
    "connect_four:width=99": ("does not fit",),
    "connect_four:width=-1": ("does not fit",),
    "connect_four:width=" + "9" * 5000: ("width must be", "..."),
    "x" * 5000: ("no game", "..."),
    "line\nbreak": ("no game 'line?break'",),
    "./nowhere/game.py": ("no file",),
    "a\0b.py": ("no file",),
}


@pytest.mark.parametrize("command", TAKING_GAMES)
@pytest.mark.parametrize("spec", BAD_SPECS, ids=lambda s: s[:24].encode("unicode_escape").decode())
def test_bad_specifications(run: Run, command: str, spec: str) -> None:
    """Would catch an unknown game or a bad parameter that ends in a traceback or runs some other game."""
    assert_refused(run(command, spec, *TAKING_GAMES[command]), *BAD_SPECS[spec])


@pytest.mark.parametrize("command", TAKING_GAMES)
@pytest.mark.parametrize("kind", BAD_FILES)
def test_bad_files(run: Run, tmp_path: Path, command: str, kind: str) -> None:
    """Would catch a file that is no game ending in a traceback, or taking the command down with it."""
    content, words = BAD_FILES[kind]
    path = tmp_path / "broken.py"
    if content is not None:
        path.write_bytes(content)
    assert_refused(run(command, path, *TAKING_GAMES[command]), *words)


@pytest.mark.parametrize("command", TAKING_GAMES)
def test_what_is_no_file(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    """Would catch a directory, a pipe or a file of another kind being opened as a game (a pipe would wait for ever)."""
    folder, text = tmp_path / "folder.py", tmp_path / "notes.txt"
    folder.mkdir()
    text.write_text("hello")
    assert_refused(run(command, folder, *TAKING_GAMES[command]), "is a directory")
    assert_refused(run(command, tmp_path, *TAKING_GAMES[command]), "is a directory")
    assert_refused(run(command, text, *TAKING_GAMES[command]), "should end in .py")
    monkeypatch.chdir(tmp_path)
    assert_refused(run(command, "notes.txt", *TAKING_GAMES[command]), "should end in .py")
    os.mkfifo(tmp_path / "pipe.py")
    assert_refused(run(command, tmp_path / "pipe.py", *TAKING_GAMES[command]), "no ordinary file")


@pytest.mark.parametrize("command", TAKING_GAMES)
def test_unreadable_file(run: Run, game_file: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    """Would catch a file without read permission ending in a traceback (tests may run as root, whom nothing stops)."""

    def refuse(self: Path, **_: object) -> str:
        raise PermissionError(13, "Permission denied", str(self))

    path = game_file()
    monkeypatch.setattr(Path, "read_text", refuse)
    assert_refused(run(command, path, *TAKING_GAMES[command]), "cannot be read", "Permission denied")


@pytest.mark.parametrize("command", TAKING_STATES)
@pytest.mark.parametrize("state", ["rubbish", "8", "x/o", "(", "......./" * 6, "\x00", "∞", "4" * 100])
def test_bad_notation(run: Run, command: str, state: str) -> None:
    """Would catch a position that cannot be read ending in a traceback, or being taken for another one."""
    assert_refused(run(command, "connect_four", "--state", state, *TAKING_GAMES[command]), "Connect four")


@pytest.mark.parametrize("depth", ["-1", "0", "abc", "1.5", "", "61", "1000000000", "9" * 400, "nan", "1e3"])
def test_bad_depths(run: Run, depth: str) -> None:
    """Would catch a depth that counts nothing, never ends, or overflows the stack of native code."""
    assert_refused(run("perft", "connect_four", "--depth", depth), "--depth")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("perft", "connect_four"), "--depth"),
        (("show",), "GAME"),
        (("perft", "--depth", "3"), "GAME"),
        (("check",), "GAME"),
        (("new",), "FILE"),
        (("show", "connect_four", "hex"), "hex"),
        (("show", "connect_four", "--bogus"), "--bogus"),
        (("show", "connect_four", "--state"), "--state"),
        (("bogus",), "bogus"),
        (("--bogus",), "--bogus"),
        (("games", "--kind", "bogus"), "bogus"),
        (("games", "chess"), "chess"),
        (("check", "connect_four", "--playouts", "0"), "--playouts"),
        (("check", "connect_four", "--playouts", "many"), "--playouts"),
        (("check", "connect_four", "--seed", "abc"), "--seed"),
    ],
)
def test_bad_words(run: Run, words: tuple[str, ...], said: str) -> None:
    """Would catch click's own errors spreading over several lines or using another exit code."""
    assert_refused(run(*words), said, "--help")


def test_turns_need_players(run: Run, game_file: Callable[..., Path]) -> None:
    """Would catch --turns counting rolls of dice as if a player had made them."""
    text = GOOD_GAME + "    chance = True\n"
    assert_refused(run("perft", game_file(text), "--depth", "2", "--turns"), "--turns", "chance")


@pytest.mark.parametrize("target", ["folder", "nowhere/file.svg", "file.txt/x.svg"])
def test_pictures_that_cannot_be_written(run: Run, tmp_path: Path, target: str) -> None:
    """Would catch a traceback, or a half-written file left behind, where --svg leads nowhere."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "file.txt").write_text("old")
    before = sorted(p.name for p in tmp_path.iterdir())
    result = run("show", "connect_four", "--svg", tmp_path / target)
    assert result.exit_code == 2 and "Traceback" not in result.stderr
    assert len(result.stderr.splitlines()) == 1 and str(tmp_path / target) in result.stderr
    assert sorted(p.name for p in tmp_path.iterdir()) == before


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("game.txt", ("should end in .py",)),
        ("nowhere/game.py", ("cannot be written",)),
        ("taken.py", ("exists already",)),
        ("x" * 300 + ".py", ("cannot be written",)),
    ],
)
def test_new_files_that_cannot_be_written(run: Run, tmp_path: Path, name: str, words: tuple[str, ...]) -> None:
    """Would catch `new` overwriting someone's work, or failing with a traceback."""
    (tmp_path / "taken.py").write_text("precious")
    assert_refused(run("new", tmp_path / name), *words)
    assert (tmp_path / "taken.py").read_text() == "precious"


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=40))
@example("connect_four:width=7,,height=6,")
@example(":")
@example(".py")
@example("connect_four:=")
@example("\\")
def test_any_text_as_a_game(spec: str) -> None:
    """Would catch a specification that raises anything but the family of errors the command turns into a sentence."""
    try:
        make_game(spec)
    except CounterplayError as error:
        assert str(error) and "\n" not in str(error)


def test_a_command_that_is_nearly_one(run: Run) -> None:
    """Would catch a misspelt command without the one that was meant, or two marks of punctuation in a row."""
    assert_refused(run("analize", "nim"), "Did you mean 'analyze'? See ")
