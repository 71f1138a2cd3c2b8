"""What the commands do when all is well."""

from __future__ import annotations

import os
import sys
import warnings
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import Result

import counterplay
from counterplay.check import CheckReport, Finding
from counterplay.cli import template_game
from counterplay.cli.commands import check_command, games_command, warm_command
from counterplay.cli.main import commands
from counterplay.core import CannotCompile
from counterplay.games import game_names, make_game
from counterplay.gears.entry import method_calls
from counterplay.gears.entry.walk_kernel import WALK_KERNELS
from counterplay.search.precompile import Compilation, compilations
from counterplay.solve.shared_searches import shared_searches

Run = Callable[..., Result]
WON = "1212121"  # connect four: the first player has four in column 1


def test_version_and_help(run: Run) -> None:
    """Would catch a command that cannot say what it is, or an undocumented command."""
    assert run("--version").stdout == f"counterplay {counterplay.__version__}\n"
    overview = run("--help").stdout
    assert run().exit_code == 0 and run().stdout == overview
    context = click.Context(commands)
    for name in commands.list_commands(context):
        command = commands.get_command(context, name)
        assert name in overview and "hex:size=7" in overview
        text = run(name, "--help")
        assert text.exit_code == 0 and command.help and command.help.split(".")[0].split()[0] in text.stdout
        assert all(o.help for o in command.params if isinstance(o, click.Option)), f"{name} has an option without help"


# --- games ---
def test_games_lists_the_catalogue(run: Run) -> None:
    """Would catch a game that is missing from the table, or one without its parameters."""
    result = run("games")
    assert result.exit_code == 0
    names = [line.split()[0] for line in result.stdout.splitlines() if line.strip() and line.split()[0] in game_names()]
    assert names == game_names()
    row = next(line for line in result.stdout.splitlines() if line.startswith("connect_four"))
    assert "Connect four" in row and "width=7, height=6" in row and "perfect" in row


def test_games_of_a_kind(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch a kind that lists the wrong games."""
    games = {name: make_game(name) for name in game_names()}
    monkeypatch.setattr(games_command, "game_class", lambda name: lambda: games[name])  # to make all of them takes a second
    for kind, belongs in games_command.KINDS.items():
        listed = {line.split()[0] for line in run("games", "--kind", kind).stdout.splitlines() if line.strip()}
        assert listed & set(games) == {name for name, game in games.items() if belongs(game)}, kind


# --- show ---
def test_show_draws_and_explains(run: Run) -> None:
    """Would catch a missing board, turn, list of actions or notation."""
    lines = run("show", "connect_four", "--state", "44").stdout.splitlines()
    assert lines[0] == "Connect four (connect_four)"
    assert "· · · X · · ·" in lines and "· · · O · · ·" in lines and "1 2 3 4 5 6 7" in lines
    assert "Blue (X) to move" in lines and "7 actions: 4, 3, 5, 2, 6, 1, 7" in lines
    assert lines[-1] == "State: ......./......./......./......./...o.../...x... x"


def test_show_says_how_it_ended(run: Run) -> None:
    """Would catch a finished game that still offers actions, or the wrong winner."""
    text = run("show", "connect_four", "--state", WON).stdout
    assert "Blue (X) wins" in text and "action" not in text and "to move" not in text


def test_show_names_players_by_their_colour(run: Run) -> None:
    """Would catch 'X to move' over a board of black and white men."""
    assert "Black to move" in run("show", "checkers").stdout


def test_show_lists_chances(run: Run, game_file: Callable[..., Path]) -> None:
    """Would catch a chance node shown as a player's turn, or outcomes without their probabilities."""
    text = """
        def player(self, s): return -1 if s.n == 0 else 0
        def outcomes(self, s): return ((1, 0.25), (2, 0.75))
        chance = True
    """.replace("        ", "    ")
    from tests.cli.conftest import GOOD_GAME

    result = run("show", game_file(GOOD_GAME + text))
    assert "Chance decides" in result.stdout and "2 outcomes: 1 (0.25), 2 (0.75)" in result.stdout


def test_show_rules_and_flip(run: Run) -> None:
    """Would catch options that do nothing."""
    assert "four in a row" in " ".join(run("show", "connect_four", "--rules").stdout.split())
    assert run("show", "checkers", "--flip").stdout != run("show", "checkers").stdout


def test_show_writes_a_whole_picture(run: Run, tmp_path: Path) -> None:
    """Would catch a broken file, a leftover beside it, or an old picture that is not replaced."""
    target = tmp_path / "board.svg"
    target.write_text("old")
    result = run("show", "connect_four", "--state", "44", "--svg", target)
    assert result.exit_code == 0 and f"wrote {target}" in " ".join(result.stderr.split())
    title = ET.fromstring(target.read_text(encoding="utf-8")).get("aria-label")
    assert title == "Connect four: Blue (X) to move"
    assert [p.name for p in tmp_path.iterdir()] == ["board.svg"]


def test_a_failed_picture_leaves_the_old_one(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch a full disk destroying the picture that was there before."""
    target = tmp_path / "board.svg"
    target.write_text("old")

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    result = run("show", "connect_four", "--svg", target)
    assert result.exit_code == 2 and "No space left" in result.stderr
    assert target.read_text() == "old" and len(list(tmp_path.iterdir())) == 1


# --- perft ---
def test_perft_counts(run: Run) -> None:
    """Would catch wrong counts: up to seven plies only a full column ends the choice of seven."""
    rows = [line.split() for line in run("perft", "connect_four", "--depth", "7").stdout.splitlines()]
    assert [row[:2] for row in rows[1:7]] == [[str(d), f"{7**d:,}"] for d in range(1, 7)]
    assert rows[7][1] == f"{7**7 - 7:,}"


def test_perft_divides(run: Run) -> None:
    """Would catch parts that do not belong to their action, or do not add up."""
    lines = run("perft", "connect_four", "--depth", "4", "--divide").stdout.splitlines()
    parts = dict(line.split(": ") for line in lines if ": " in line)
    assert list(parts) == ["4", "3", "5", "2", "6", "1", "7"] and sum(int(n.replace(",", "")) for n in parts.values()) == 7**4


def test_perft_from_a_state_and_by_turns(run: Run, game_file: Callable[..., Path]) -> None:
    """Would catch --state or --turns being ignored."""
    assert " 0 " in run("perft", "connect_four", "--depth", "1", "--state", WON).stdout
    plain = run("perft", "connect_four", "--depth", "4").stdout
    turns = run("perft", "connect_four", "--depth", "4", "--turns").stdout
    assert [row.split()[:2] for row in plain.splitlines()[1:]] == [row.split()[:2] for row in turns.splitlines()[1:]]
    from tests.cli.conftest import GOOD_GAME

    # Two actions a turn: twice as deep in plies is once as deep in turns.
    double = game_file(
        GOOD_GAME.replace("return s.n % 2", "return s.n // 2 % 2").replace("        yield 2\n", "        yield 1\n")
    )
    rows = [row.split()[:2] for row in run("perft", double, "--depth", "2", "--turns", "--divide").stdout.splitlines()[1:3]]
    assert rows == [["1", "4"], ["2", "16"]]


# --- check ---
def test_check_passes_sound_games(run: Run) -> None:
    """Would catch a sound game being blamed, or a report that does not say what it looked at."""
    result = run("check", template_game.__file__, "--playouts", "5")
    assert result.exit_code == 0, result.stdout
    assert "passed:" in result.stdout and result.stdout.splitlines()[-1] == "Race keeps the contract."


def test_check_exits_with_one(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch faults that a script calling `counterplay check` cannot notice."""
    asked: list[tuple[int, int]] = []

    def faulty(game: Any, *, playouts: int = 50, seed: int = 0, oracle: str | None = None) -> CheckReport:
        asked.append((playouts, seed))
        return CheckReport(game.spec, [Finding("never-ends", "play goes on.")], ["names"], ["the gears, [for once]"])

    monkeypatch.setattr(check_command, "check_game", faulty)
    result = run("check", "connect_four", "--playouts", "7", "--seed", "3")
    assert result.exit_code == 1 and asked == [(7, 3)]
    assert result.stdout.splitlines() == [
        "passed: names",
        "not checked: the gears, [for once]",
        "FAULT never-ends: play goes on.",
        "Connect four has 1 fault.",
    ]


# --- new ---
def test_new_writes_the_example(run: Run, tmp_path: Path) -> None:
    """Would catch an example that differs from the tested one, or advice that does not work."""
    target = tmp_path / "mine.py"
    result = run("new", target)
    assert result.exit_code == 0
    assert target.read_text(encoding="utf-8") == Path(template_game.__file__).read_text(encoding="utf-8")
    advice = [line.split()[1:] for line in result.stdout.splitlines() if line.startswith("  counterplay")]
    assert [words[0] for words in advice] == ["show", "check", "perft"]
    for words in advice:
        assert run(*words).exit_code == 0


def test_the_example_teaches_in_a_screenful() -> None:
    """Would catch the example growing beyond what a beginner reads."""
    assert len(Path(template_game.__file__).read_text(encoding="utf-8").splitlines()) < 80


@pytest.mark.parametrize(("track", "step"), [(21, 3), (10, 2), (7, 7), (13, 4)])
def test_the_example_is_solved(track: int, step: int) -> None:
    """Would catch wrong rules: whoever faces a multiple of step + 1 cells to go loses (the subtraction game)."""
    game = template_game.Race(track, step)

    def value(s: template_game.State) -> float:
        if game.terminal(s):
            return game.utility(s, s.mover)
        return max(-value(game.result(s, a)) for a in game.actions(s))

    for cell in range(max(0, track - 12), track + 1):
        assert value(template_game.State(cell, 0)) == (-1.0 if (track - cell) % (step + 1) == 0 else 1.0)


# --- warm ---
def test_everything_compiled_is_listed() -> None:
    """Would catch a kernel or an algorithm that `warm` forgets, so that the first use still waits for the compiler."""
    from counterplay.search.api import ALGORITHMS, fits

    game = make_game("connect_four")
    listed = {item.name for item in compilations(game)}
    assert {"perft", "perft_turns"} <= listed
    assert {name for name in ALGORITHMS if fits(name, game)} <= listed


RARELY = {  # kernels that take little time to compile and are asked for by a few games, or only after a first search
    "ask_bounds",
    "ask_outcomes",
    "ask_skip",
    "expand_root",
    "play_noted_game",
    "quiesce",  # part of `search_node`
    "random_plies",
    "strip",
    "transplant",
}


def test_what_all_games_share_is_listed() -> None:
    """Would catch a search that `warm --shared` forgets, so that the first game that needs it waits for the compiler."""
    for item in shared_searches():
        item.compile()
    searching = ("counterplay.search.", "counterplay.solve.", "counterplay.gears.")
    ours = [kernel for kernel in WALK_KERNELS if kernel.py_func.__module__.startswith(searching)]
    assert {kernel.__name__ for kernel in ours if not kernel.is_warm} <= RARELY


def test_warm_shared_compiles_no_game_that_is_not_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch all games of the catalogue being compiled in the background of an installation."""
    done: list[str] = []
    monkeypatch.setattr(warm_command, "shared_searches", lambda: [Compilation("one", lambda: done.append("shared"))])
    monkeypatch.setattr(warm_command, "compilations", lambda game: done.append(game.spec) or [])
    monkeypatch.setattr(warm_command, "check_game", lambda game, **_: None)
    assert run("warm", "--shared").exit_code == 0 and done == ["shared"]
    assert run("warm", "nim", "--shared").exit_code == 0 and done == ["shared", "shared", "nim"]


def test_every_listed_algorithm_runs(game_file: Callable[..., Path]) -> None:
    """Would catch an algorithm that needs more than a game and a limit, and so ends `warm` before the others had their turn."""
    from counterplay.search.api import ALGORITHMS
    from tests.cli.conftest import GOOD_GAME

    # A state that cannot be compiled runs everything in the interpreted gear: the same paths without the compiler's time.
    text = GOOD_GAME.replace("return State(0)", "return {'n': 0}").replace("State(s.n + a)", "{'n': s['n'] + a}")
    game = make_game(str(game_file(text.replace("s.n", "s['n']"))))
    items = [item for item in compilations(game) if item.name in ALGORITHMS]
    assert items
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for item in items:
            item.compile()


def test_warm_reports_each_kernel(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch a kernel that is not compiled, or all games being compiled where one was asked for."""
    done: list[str] = []

    def two(game: Any) -> list[Compilation]:
        return [Compilation(name, lambda name=name: done.append(f"{game.spec} {name}")) for name in ("one", "two")]

    monkeypatch.setattr(warm_command, "compilations", two)
    monkeypatch.setattr(warm_command, "check_game", lambda game, **_: done.append(f"{game.spec} check"))
    result = run("warm", "connect_four", "connect_four:width=5")
    assert result.exit_code == 0
    games = ("connect_four", "connect_four:width=5")
    assert done == [f"{game} {name}" for game in games for name in ("one", "two", "check")]
    assert [" ".join(line.split()[:2]) for line in result.stdout.splitlines()[:-1]] == done


def test_warm_goes_on_after_a_game_that_cannot_be_compiled(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch one bad game keeping the others from being compiled, or the failure going unnoticed."""
    done: list[str] = []

    def refuse() -> None:
        raise CannotCompile("Odd.result cannot be compiled: it is odd")

    monkeypatch.setattr(
        warm_command, "compilations", lambda game: [Compilation("one", refuse), Compilation("two", lambda: done.append("two"))]
    )
    monkeypatch.setattr(warm_command, "check_game", lambda game, **_: None)
    result = run("warm", "connect_four")
    assert result.exit_code == 2 and done == ["two"] and "it is odd" in result.stderr


def test_warm_without_games_takes_all(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch games of the catalogue being left out."""
    seen: list[str] = []
    monkeypatch.setattr(warm_command, "compilations", lambda game: seen.append(game.catalogue_name()) or [])
    monkeypatch.setattr(warm_command, "check_game", lambda game, **_: None)
    assert run("warm").exit_code == 0 and seen == game_names()


def test_warm_really_compiles(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch argument types in the list that differ from real calls, so that nothing warmed is ever used."""
    monkeypatch.setattr(sys.modules[compilations.__module__], "ALGORITHMS", {})  # these call their own kernels
    from counterplay.gears.compiler.deferred_numba import engage
    from counterplay.search.perft import perft, perft_turns

    assert run("warm", template_game.__file__).exit_code == 0
    game = make_game(template_game.__file__)
    s = game.initial()
    before = perft.compilations, perft_turns.compilations, dict(engage().compilations)
    perft(game, s, 3)
    perft_turns(game, s, 3, 0)
    assert method_calls.choices_of(game, s) == [1, 2, 3]
    method_calls.result_of(game, s, 1)
    method_calls.facts_of(game, s)
    method_calls.utility_of(game, s, 0)
    assert (perft.compilations, perft_turns.compilations, dict(engage().compilations)) == before
