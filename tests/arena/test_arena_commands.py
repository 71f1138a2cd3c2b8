"""The commands match, tournament and games-of."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from counterplay.cli import contest_options
from counterplay.cli.main import commands
from tests.arena.process_checks import alive, stored
from tests.patience import PATIENCE

LISTENING = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from counterplay.cli.main import main; main()"
)

GREEDY = """
class Greedy:
    def choose(self, position):
        return max(position.choices)
"""
COUNT = """
from typing import NamedTuple
from counterplay import Game

class State(NamedTuple):
    n: int
    mover: int

class Count(Game):
    def initial(self): return State(9, 0)
    def player(self, s): return s.mover
    def actions(self, s):
        for a in range(1, min(3, s.n) + 1):
            yield a
    def result(self, s, a): return State(s.n - a, 1 - s.mover)
    def terminal(self, s): return s.n == 0
    def utility(self, s, p): return -1.0 if p == s.mover else 1.0
"""


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Run the command with these words and a database of its own."""
    monkeypatch.setenv("COUNTERPLAY_DB", str(tmp_path / "arena.db"))
    monkeypatch.delenv("COUNTERPLAY_DEBUG", raising=False)
    return lambda *words: CliRunner().invoke(commands, [str(word) for word in words])


def test_match_tells_who_is_stronger(run: Callable[..., Result]) -> None:
    """Would catch a result without score, Elo, interval, chance or the way to the games."""
    result = run("match", "tic_tac_toe", "negamax:depth=3", "random", "--games", 20, "--seed", 1)
    assert result.exit_code == 0, result.stderr
    assert "Match 1: mnk, 20 games, random:4, seed 1" in result.stdout
    assert re.search(r"negamax:depth=3 - random: \+\d+ =\d+ -\d+ \(\d+\.\d %\)", result.stdout)
    assert re.search(r"Elo difference: [+-]\d+, 95 % interval [+-]\w+ to [+-]\w+", result.stdout)
    assert "Confidence that negamax:depth=3 is stronger: " in result.stdout
    assert "games-of 1\n" in result.stdout
    again = run("match", "tic_tac_toe", "negamax:depth=3", "random", "--games", 20, "--seed", 1)
    assert again.stdout.splitlines()[1:5] == result.stdout.splitlines()[1:5]


def test_the_way_to_the_games_names_their_file(run: Callable[..., Result], tmp_path: Path) -> None:
    """Would catch a command that is told to the user and looks for the games in another file."""
    file = tmp_path / "my games.db"
    played = run("match", "tic_tac_toe", "random", "random", "--games", 2, "--db", file)
    told = shlex.split(played.stdout.rpartition("Games: counterplay ")[2])
    assert told == ["games-of", "1", "--db", str(file)] and run(*told).exit_code == 0


def test_sequential_test_stops_early(run: Callable[..., Result]) -> None:
    """Would catch a test that never decides or does not say so."""
    words = ("match", "tic_tac_toe", "negamax:depth=3", "random", "--games", 1000, "--sprt", "elo0=0,elo1=100", "--seed", 2)
    result = run(*words)
    assert result.exit_code == 0, result.stderr
    assert "H1 accepted" in result.stdout and "LLR" in result.stdout
    shown = run("games-of")
    assert "H1" in shown.stdout and "/1000" in shown.stdout


def test_tournament_rates_and_draws(run: Callable[..., Result], tmp_path: Path) -> None:
    """Would catch a cross table that does not add up, or a plot that is no picture."""
    plot = tmp_path / "ratings.svg"
    agents = ("random", "negamax:depth=1", "negamax:depth=3")
    result = run("tournament", "tic_tac_toe", *agents, "--games", 10, "--seed", 1, "--plot", plot)
    assert result.exit_code == 0, result.stderr
    rows = [line.split() for line in result.stdout.splitlines() if re.match(r"\d  ", line)]
    assert sorted(row[1] for row in rows) == sorted(agents)
    assert sum(float(row[4]) for row in rows) == 30 and all(row[5] == "20" for row in rows)
    for i, row in enumerate(rows):
        assert row[6 + i] == "-"
        assert sum(float(cell.split("/")[0]) for cell in row[6:] if cell != "-") == float(row[4])
    assert ElementTree.parse(plot).getroot().tag.endswith("svg")
    gauntlet = run("tournament", "tic_tac_toe", *agents, "--games", 2, "--gauntlet", "--seed", 1)
    assert gauntlet.exit_code == 0 and gauntlet.stdout.startswith("Gauntlet 2")


def test_games_are_listed_shown_and_exported(run: Callable[..., Result], tmp_path: Path) -> None:
    """Would catch stored games that nobody can get at."""
    assert (
        run("match", "chess", "random", "random", "--games", 2, "--max-plies", 20, "--name", "quick", "--seed", 3).exit_code
        == 0
    )
    listed = run("games-of", "quick")
    assert listed.exit_code == 0 and len(listed.stdout.splitlines()) == 3
    shown = run("games-of", "quick", "show", 2)
    assert "Game 2 of match quick: random - random" in shown.stdout and "State: " in shown.stdout
    lines = run("games-of", 1, "export").stdout.splitlines()
    assert [json.loads(line)["number"] for line in lines] == [1, 2]
    file = tmp_path / "games.pgn"
    assert run("games-of", "quick", "export", "--format", "pgn", "--output", file).exit_code == 0
    assert file.read_text(encoding="utf-8").count("[Event ") == 2
    assert run("games-of", "quick", "export", 2, "--format", "csv").stdout.count("\n") == 2


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("match",), "Missing argument 'GAME'"),
        (("match", "tic_tac_toe", "random"), "two agents, not 1"),
        (("match", "tic_tac_toe", "random", "random", "random"), "tournament"),
        (("match", "tic_tac_toe", "random", "nobody"), "no agent 'nobody'"),
        (("match", "tic_tac_toe", "random", "random", "--games", "3"), "give 2 or 4"),
        (("match", "tic_tac_toe", "random", "random", "--games", "0"), "--games"),
        (("match", "2048", "random", "random"), "one player"),
        (("match", "backgammon", "engine", "random"), "star2 works"),
        (("match", "tic_tac_toe", "random", "random", "--openings", "random:x"), "random:4"),
        (("match", "tic_tac_toe", "random", "random", "--openings", "random:" + 5000 * "9"), "random:4"),
        (("match", "tic_tac_toe", "random", "random", "--openings", "nowhere.txt"), "there is no file"),
        (("match", "tic_tac_toe", "random", "random", "--clock", "x"), "no clock"),
        (("match", "tic_tac_toe", "random", "random", "--clock", "0+1"), "more than 0"),
        (("match", "tic_tac_toe", "random", "random", "--seconds-per-move", "-1"), "more than 0"),
        (("match", "tic_tac_toe", "random", "random", "--seconds-per-move", "nan"), "more than 0"),
        (("match", "tic_tac_toe", "random", "random", "-s", "1", "--clock", "1+0"), "not both"),
        (("match", "tic_tac_toe", "random", "random", "--sprt", "elo0=5,elo1=5"), "elo0 below elo1"),
        (("match", "tic_tac_toe", "random", "random", "--name", "12"), "number alone"),
        (("match", "tic_tac_toe", "random", "random", "--name", "studio"), "own games"),
        (("match", "tic_tac_toe", "random", "random", "--memory", "1"), "at least 64"),
        (("match", "tic_tac_toe", "random", "random", "--db", "FILE/x.db"), "cannot be made"),
        (("match", "tic_tac_toe", "random", "random", "--workers", "0"), "--workers"),
        (("match", "--resume"), "no database"),
        (("tournament", "tic_tac_toe", "random"), "at least two agents"),
        (("games-of",), "no database"),
        (("games-of", "1", "sing"), "sing"),
    ],
)
def test_bad_input(run: Callable[..., Result], tmp_path: Path, words: tuple[str, ...], sentence: str) -> None:
    """Would catch a traceback, another exit code, or a match that is recorded although it cannot be played."""
    (tmp_path / "file").touch()
    result = run(*(word.replace("FILE", str(tmp_path / "file")) for word in words))
    lines = [line for line in result.stderr.splitlines() if "compiling" not in line]
    assert result.exit_code == 2, (result.stdout, result.stderr)
    assert len(lines) == 1 and sentence in lines[0], lines
    listed = run("games-of")
    assert listed.exit_code == 2 or len(listed.stdout.splitlines()) == 1


def test_resuming_what_is_not_there(run: Callable[..., Result]) -> None:
    """Would catch a match that is resumed in place of another, or a finished one that is played again."""
    assert run("match", "tic_tac_toe", "random", "random", "--games", 2, "--seed", 1).exit_code == 0
    assert "no unfinished match" in run("match", "--resume").stderr
    assert "no match 'x'" in run("match", "--resume", "x").stderr
    assert "leave the game and the agents out" in run("match", "tic_tac_toe", "random", "level:1", "--resume", "1").stderr
    assert "leave the game and the agents out" in run("match", "nim", "random", "random", "--resume", "1").stderr
    assert run("match", "tic_tac_toe", "random", "random", "--resume", "1").exit_code == 0
    assert "is a match" in run("tournament", "--resume", "1").stderr
    assert "leave --games out" in run("match", "--resume", "1", "--games", "4").stderr
    again = run("match", "--resume", "1")
    assert again.exit_code == 0 and "Match 1: mnk, 2 games" in again.stdout
    assert "no stored game 7" in run("games-of", 1, "show", 7).stderr
    assert "which game" in run("games-of", 1, "show").stderr


def test_a_log_tells_how_far_a_match_has_come(run: Callable[..., Result], monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch a match of hours whose log is empty to its end, or one of seconds whose output is full of remarks."""
    words = ("match", "tic_tac_toe", "random", "random", "--games", 6, "--seed", 1)
    assert "/6 games" not in run(*words).stderr
    monkeypatch.setattr(contest_options, "LOGGED", 0.0)
    lines = [line for line in run(*words).stderr.splitlines() if "/6 games" in line]
    assert len(lines) >= 2 and lines[0].startswith("0/6 games") and all("Elo" in line for line in lines), lines


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")
@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_says_how_to_go_on(tmp_path: Path, workers: int) -> None:
    """Would catch Ctrl-C that is not heard, leaves processes behind, or loses what was played."""
    db = tmp_path / "arena.db"
    words = f"match tic_tac_toe random negamax:depth=1 --games 20000 --workers {workers} --db {db}".split()
    process = subprocess.Popen(
        [sys.executable, "-c", LISTENING, *words], stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        deadline = time.monotonic() + 120
        while stored(db) < 5 and time.monotonic() < deadline and process.poll() is None:
            time.sleep(0.1)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does it: to everybody
        _, errors = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert process.returncode == 130, errors
    assert "`counterplay match --resume 1` continues it" in errors and "Traceback" not in errors
    assert stored(db) >= 5
    while alive(process.pid) and time.monotonic() < deadline + 30:
        time.sleep(0.1)
    assert not alive(process.pid)


def test_user_files_play(run: Callable[..., Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch a game or an agent in a file that does not reach the process that plays."""
    monkeypatch.setenv("COUNTERPLAY_CACHE", str(tmp_path / "kernels"))
    (tmp_path / "greedy.py").write_text(GREEDY, encoding="utf-8")
    (tmp_path / "count.py").write_text(COUNT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    result = run("match", "count.py", "greedy.py", "random", "--games", 4, "--seed", 1)
    assert result.exit_code == 0, result.stderr
    assert "lost" not in result.stdout and "greedy.py - random: " in result.stdout
    monkeypatch.chdir("/")
    assert run("games-of", 1, "show", 1, "--yes").exit_code == 0
    assert len(run("games-of", 1).stdout.splitlines()) == 5
