"""A user's game that fails while it is played: the sentence names method, exception, file and line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from counterplay.core import UnknownGame
from counterplay.games import make_game
from counterplay.search.perft import perft
from tests.cli.conftest import GOOD_GAME, assert_refused

Run = Callable[..., Result]
Write = Callable[..., Path]

# method -> its head; the body is put below it
METHODS = {
    "initial": "self",
    "player": "self, s",
    "actions": "self, s",
    "result": "self, s, a",
    "terminal": "self, s",
    "utility": "self, s, p",
    "action_name": "self, s, a",
    "dump": "self, s",
    "load": "self, text",
    "scene": "self, s",
}
SHOWN = ("initial", "player", "actions", "terminal", "action_name", "dump", "scene")
COUNTED = ("initial", "player", "actions", "result", "terminal")
LINE = GOOD_GAME.count("\n") + 2


def _with(method: str, body: str) -> str:
    return f"{GOOD_GAME}    def {method}({METHODS[method]}):\n        {body}\n"


@pytest.mark.parametrize("method", SHOWN)
def test_show_blames_the_method(run: Run, game_file: Write, method: str) -> None:
    """Would catch a traceback, or a sentence that leaves the author searching for the place."""
    path = game_file(_with(method, "raise ValueError('no luck')"))
    assert_refused(run("show", path), f"Sound.{method}", "ValueError: no luck", f"mygame.py, line {LINE}")


@pytest.mark.parametrize("method", COUNTED)
def test_perft_blames_the_method(run: Run, game_file: Write, method: str) -> None:
    """Would catch an exception inside native code, or on the worker thread, that loses its place."""
    path = game_file(_with(method, "raise ValueError('no luck')"))
    result = run("perft", path, "--depth", "3")
    assert result.exit_code == 2 and "Traceback" not in result.stderr
    last = result.stderr.splitlines()[-1]
    assert f"Sound.{method}" in last and "ValueError: no luck" in last and f"line {LINE}" in last


def test_native_exceptions_are_blamed(run: Run, game_file: Write) -> None:
    """Would catch an exception that only compiled code meets, deep in the tree, being told as counterplay's own fault."""
    body = "if s.n > 2:\n            raise ValueError('too far')\n        return State(s.n + a)"
    result = run("perft", game_file(_with("result", body)), "--depth", "5")
    assert result.exit_code == 2
    last = result.stderr.splitlines()[-1]
    assert "Sound.result" in last and "too far" in last and f"line {LINE + 1}" in last


@pytest.mark.parametrize("method", ["player", "actions", "result", "terminal", "utility"])
def test_missing_methods_are_named(run: Run, game_file: Write, method: str) -> None:
    """Would catch a game without one of the six methods ending in a bare NotImplementedError."""
    state = ["--state", "[6]"] if method == "utility" else []
    path = game_file(GOOD_GAME.replace(f"def {method}(", f"def not_{method}("))
    result = run("perft" if method == "result" else "show", path, *(["--depth", "2"] if method == "result" else state))
    sentence = f"Sound.{method} is missing, which every game needs; rename not_{method} to {method}"
    assert result.exit_code == 2 and result.stderr.splitlines()[-1].endswith(sentence)


def test_exit_inside_a_method(run: Run, game_file: Write) -> None:
    """Would catch a game that calls sys.exit(0) ending the command as if all were well."""
    text = GOOD_GAME.replace("from typing", "import sys\nfrom typing")
    path = game_file(text + "    def dump(self, s):\n        sys.exit(0)\n")
    assert_refused(run("show", path), "Sound.dump", "sys.exit")


@pytest.mark.parametrize(
    "body", ["return None", "return 'a board'", "return Scene((None,))", "return Scene((Cell('a', None, 0),))"]
)
def test_scenes_that_are_none(run: Run, game_file: Write, body: str) -> None:
    """Would catch a wrong picture being told as counterplay's own fault."""
    text = GOOD_GAME.replace(
        "from counterplay import Game", "from counterplay import Game, Scene\nfrom counterplay.core import Cell"
    )
    result = run("show", game_file(text + f"    def scene(self, s):\n        {body}\n"))
    assert result.exit_code == 2 and "Sound.scene" in result.stderr and "Traceback" not in result.stderr


@pytest.mark.parametrize("method", ["player", "actions", "result"])
def test_answers_of_the_wrong_kind(run: Run, game_file: Write, method: str) -> None:
    """Would catch a method that forgets its return statement ending in a traceback."""
    result = run("perft", game_file(_with(method, "pass")), "--depth", "3")
    assert result.exit_code == 2 and "Traceback" not in result.stderr and "Sound" in result.stderr


def test_load_that_fails(run: Run, game_file: Write) -> None:
    """Would catch --state leading into a user's load that raises something unforeseen."""
    assert_refused(run("show", game_file(_with("load", "return {}[text]")), "--state", "x"), "Sound.load", "KeyError")


def test_games_that_cannot_be_compiled_still_play(run: Run, game_file: Write) -> None:
    """Would catch Python's warning format, a warning per call, or a wrong count in the interpreted gear."""
    text = (
        GOOD_GAME.replace("return State(0)", "return {'n': 0}")
        .replace("State(s.n + a)", "{'n': s['n'] + a}")
        .replace("s.n", "s['n']")
    )
    path = game_file(text + "    def dump(self, s): return str(s['n'])\n")
    result = run("perft", path, "--depth", "3")
    assert result.exit_code == 0, result.stderr
    assert len(result.stderr.splitlines()) == 1 and result.stderr.startswith("counterplay: ")
    assert "interpreted gear" in result.stderr and "UserWarning" not in result.stderr and ".py:" not in result.stderr
    assert [line.split()[1] for line in result.stdout.splitlines()[1:]] == ["2", "4", "8"]


def test_a_base_class_in_the_same_file(run: Run, game_file: Write) -> None:
    """Would catch a game that shares code with a base class of its own being refused as two games."""
    result = run("show", game_file(GOOD_GAME + "class Variant(Sound):\n    title = 'Variant'\n"))
    assert result.exit_code == 0 and result.stdout.startswith("Variant (variant)")


def test_a_byte_order_mark(run: Run, game_file: Write) -> None:
    """Would catch files from editors that begin them with a byte order mark being refused."""
    assert run("show", game_file("\ufeff" + GOOD_GAME)).exit_code == 0


def test_parameters_of_a_file(run: Run, game_file: Write) -> None:
    """Would catch parameters behind a path being ignored, and annotations that name nothing being fatal."""
    text = (
        GOOD_GAME
        + "    def __init__(self, size: 'Nothing' = 3, fair: bool = True) -> None:\n        self.size, self.fair = size, fair\n"
    )
    result = run("show", f"{game_file(text)}:size=5,fair=no")
    assert result.exit_code == 0 and "(sound:size=5,fair=False)" in result.stdout


def test_a_file_loaded_twice_is_one_game(game_file: Write) -> None:
    """Would catch the second load bringing its own state class: native code of one would be called with states of the other."""
    path = game_file()
    first, second = make_game(str(path)), make_game(str(path))
    assert type(first) is type(second) and type(first.initial()) is type(second.initial())
    path.write_text(GOOD_GAME.replace(">= 6", ">= 7"))
    edited = make_game(str(path))
    assert type(edited) is not type(first) and not edited.terminal(first.initial()._replace(n=6))
    path.write_text(GOOD_GAME)
    assert type(make_game(str(path))) is type(first)


def test_an_edited_file_that_fails_keeps_the_old_game_alive(game_file: Write) -> None:
    """Would catch a typo in an edited file breaking the games that were made from it before."""
    path = game_file()
    game = make_game(str(path))
    path.write_text("def broken(:")
    with pytest.raises(UnknownGame):
        make_game(str(path))
    assert perft(game, game.initial(), 3) == 8
