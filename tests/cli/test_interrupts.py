"""Ctrl-C at many moments of the command's life: always exit code 130, never a traceback, never a process left behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.arena.process_checks import alive, stored
from tests.patience import PATIENCE
from tests.shared_kernels import lend_shared_kernels

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")]

STOPPED = 130
SIGNS = ("Traceback", "KeyboardInterrupt", "Exception ignored", "Fatal", "bug in counterplay", "Warning", "lost ")
# A shell that runs tests in the background has them ignore SIGINT, and children inherit that; this one listens again.
LISTENING = "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); os.execv(sys.executable, sys.orig_argv[3:])"
# Python runs this before anything else. It says when counterplay has begun to import (what comes earlier is Python's own
# affair), and the N-th module that is looked for from then on brings Ctrl-C.
SITE = """
import os, signal, sys

class Counting:
    begun, left = False, int(os.environ.get("STOP_AT_IMPORT", "0"))

    def find_spec(self, name, path=None, target=None):
        if not self.begun and name.startswith("counterplay.") and name != "counterplay.first_moments":
            self.begun = True
            os.write(1, b"awake\\n")
        if self.begun:
            self.left -= 1
            if self.left == 0:
                os.kill(os.getpid(), signal.SIGINT)

if "-m" in sys.orig_argv and "counterplay" in sys.orig_argv:
    sys.meta_path.insert(0, Counting())
"""


class Command:
    """The command in a process group of its own."""

    def __init__(self, folder: Path, *words: str, **environment: str) -> None:
        self.errors = folder / "errors"
        self.output = folder / "output"
        program = [sys.executable, "-m", "counterplay", *words]
        with self.errors.open("wb") as errors, self.output.open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-c", LISTENING, *program],
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=errors,
                start_new_session=True,
                env={**os.environ, "PYTHONUNBUFFERED": "1", **environment},
            )

    def wait_for(self, condition: Callable[[], object]) -> None:
        """Until something holds, or the command has ended."""
        deadline = time.monotonic() + PATIENCE
        while not condition() and self.process.poll() is None:
            assert time.monotonic() < deadline, self.errors.read_text()
            time.sleep(0.005)

    def wait_for_words(self, words: str) -> None:
        """Until it has said something."""
        self.wait_for(lambda: words in self.errors.read_text() + self.output.read_text())

    def interrupt(self) -> None:
        """Ctrl-C as a terminal has it: to every process of the group."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGINT)

    def end(self) -> int:
        """Its exit code; nothing may have been told that only programmers read, nothing may still run."""
        code = self.process.wait(PATIENCE)
        deadline = time.monotonic() + PATIENCE
        while left := alive(self.process.pid):
            assert time.monotonic() < deadline, f"left behind: {left}"
            time.sleep(0.02)
        errors = self.errors.read_text()
        for sign in SIGNS:
            assert sign not in errors + self.output.read_text(), errors
        return code


@pytest.fixture
def command(tmp_path: Path) -> Iterator[Callable[..., Command]]:
    """Start commands; whatever of them still runs at the end of the test is killed."""
    started: list[Command] = []

    def start(*words: str, **environment: str) -> Command:
        folder = tmp_path / str(len(started))
        folder.mkdir()
        started.append(Command(folder, *words, **environment))
        return started[-1]

    yield start
    for one in started:
        for pid in alive(one.process.pid):
            os.kill(int(pid), signal.SIGKILL)
        one.process.communicate(timeout=PATIENCE)


@pytest.fixture
def counting(tmp_path: Path) -> str:
    """A search path for modules that leads to SITE first."""
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text(SITE, encoding="utf-8")
    return os.pathsep.join([str(tmp_path / "site"), str(Path(__file__).parents[2])])


@pytest.mark.parametrize("words", ["games", "match nim random random --games 2 --db {}/arena.db"])
def test_while_python_imports(command: Callable[..., Command], counting: str, tmp_path: Path, words: str) -> None:
    """Would catch a traceback out of an import, or one that some library swallows so that the command goes on."""
    codes = []
    for number in range(1, 1000, 80):
        started = command(*words.format(tmp_path).split(), PYTHONPATH=counting, STOP_AT_IMPORT=str(number))
        codes.append(started.end())
        if codes[-1] == 0:  # it has not imported so many modules
            break
    assert len(codes) >= 5 and set(codes[:-1]) == {STOPPED} and codes[-1] in (0, STOPPED), codes


def test_at_many_moments_of_a_quick_command(command: Callable[..., Command], counting: str) -> None:
    """Would catch a moment, from the first line of our own to the last of Python's farewell, at which Ctrl-C is not quiet."""
    for moment in range(12):
        started = command("show", "connect_four", PYTHONPATH=counting)
        started.wait_for_words("awake")
        time.sleep(0.12 * moment)
        started.interrupt()
        assert started.end() in (0, STOPPED)


COLD = [
    "perft connect_four:width=3,height=3 --depth 4",
    "analyze connect_four:width=4,height=4 --depth 3",
    "solve connect_four:width=3,height=3",
    "match connect_four:width=4,height=4 engine:depth=2 random --games 2 --db {}/arena.db",
    "check connect_four:width=3,height=3",
]


@pytest.mark.parametrize("words", COLD)
def test_while_something_compiles(command: Callable[..., Command], tmp_path: Path, words: str) -> None:
    """Would catch a compiler that is left in pieces and blamed on an agent, that goes on, or that tells of its callbacks."""
    codes = []
    for number, later in enumerate((0.0, 0.7)):
        cold = lend_shared_kernels(tmp_path / f"kernels{number}")
        started = command(*words.format(tmp_path).split(), COUNTERPLAY_CACHE=str(cold))
        started.wait_for_words("compiling")
        time.sleep(later)
        started.interrupt()
        codes.append(started.end())
        assert "Traceback" not in started.errors.read_text()
    assert STOPPED in codes and set(codes) <= {0, STOPPED}, codes  # a small game may be done by then


def test_while_two_workers_play(command: Callable[..., Command], tmp_path: Path) -> None:
    """Would catch a worker that hears Ctrl-C while it is started, or that outlives the match."""
    words = "match nim random random --games 20000 --workers 2 --seed 1 --db"
    for number, later in enumerate((0.0, 0.1, 0.3, 0.8)):
        started = command(*words.split(), f"{tmp_path}/{number}.db")
        started.wait_for(lambda: len(alive(started.process.pid)) > 1)  # noqa: B023  # called before the next round
        time.sleep(later)
        started.interrupt()
        assert started.end() == STOPPED
        assert "stopped" in started.errors.read_text()
    playing = command(*words.split(), f"{tmp_path}/playing.db")
    playing.wait_for(lambda: stored(tmp_path / "playing.db") >= 5)
    playing.interrupt()
    assert playing.end() == STOPPED
    assert "`counterplay match --resume 1` continues" in playing.errors.read_text()
    assert not (tmp_path / "playing.db-wal").exists()  # closed in good order


def test_while_foreign_agents_play(command: Callable[..., Command], tmp_path: Path) -> None:
    """Would catch the process of an agent that outlives a match whose end nobody told it, and a match that waits for it."""
    (tmp_path / "sleeper.py").write_text(
        "import os, time\n"
        "class Sleeper:\n"
        "    def choose(self, position):\n"
        f"        open({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()) + chr(10))\n"
        "        time.sleep(1000)\n",
        encoding="utf-8",
    )
    started = command("match", "nim", str(tmp_path / "sleeper.py"), "random", "--games", "2", "--db", f"{tmp_path}/a.db")
    pid = tmp_path / "pid"
    started.wait_for(lambda: pid.exists() and pid.read_text().endswith("\n"))
    started.interrupt()
    assert started.end() == STOPPED
    deadline = time.monotonic() + PATIENCE
    while alive(int(pid.read_text())):
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_while_a_person_is_asked(command: Callable[..., Command]) -> None:
    """Would catch a prompt that swallows Ctrl-C, or takes it for the end of the game."""
    started = command("play", "nim", "--players", "human random")
    started.wait_for_words("> ")
    started.interrupt()
    assert started.end() == STOPPED


# A game that never ends, which in plain Python says so after a thousand plies of one line.
ENDLESS = """
from typing import NamedTuple
from counterplay import Game

class State(NamedTuple):
    n: int

class Endless(Game):
    max_plies = 10**9
    def initial(self): return State(0)
    def player(self, s): return s.n % 2
    def actions(self, s):
        yield 1
        yield 2
    def result(self, s, a):
        MARK
        return State(s.n + a)
    def terminal(self, s): return s.n < 0
    def utility(self, s, p): return 0.0
"""


@pytest.mark.parametrize("gear", ["interpreted", "compiled"])
def test_a_game_that_never_ends_is_analysed_in_time(command: Callable[..., Command], tmp_path: Path, gear: str) -> None:
    """Would catch a playout that goes on after its time, for as long as the game does."""
    (tmp_path / "endless.py").write_text(ENDLESS.replace("MARK", "pass"), encoding="utf-8")
    words = ("analyze", str(tmp_path / "endless.py"), "--algorithm", "mcts", "--seconds", "0.2", "--gear", gear)
    started = command(*words, COUNTERPLAY_CACHE=str(lend_shared_kernels(tmp_path / "kernels")))
    assert started.end() == 0
    assert "Best: " in started.output.read_text()


@pytest.mark.parametrize(
    "words",
    [
        "analyze {}/endless.py --algorithm mcts --seconds 1000 --gear interpreted",
        "match {}/endless.py mcts random --games 2 --seconds-per-move 1000 --db {}/a.db --gear interpreted",
    ],
)
def test_a_game_that_never_ends_is_interrupted(command: Callable[..., Command], tmp_path: Path, words: str) -> None:
    """Would catch a playout that Ctrl-C does not reach, so that only SIGKILL does."""
    mark = f"if s.n > 1000: open({str(tmp_path / 'deep')!r}, 'w').close()"
    (tmp_path / "endless.py").write_text(ENDLESS.replace("MARK", mark), encoding="utf-8")
    started = command(*words.format(tmp_path, tmp_path).split())
    started.wait_for((tmp_path / "deep").exists)
    started.interrupt()
    assert started.end() == STOPPED


def test_what_was_found_is_told(command: Callable[..., Command]) -> None:
    """Would catch an analysis whose result is lost, or that ends as if it had been finished."""
    started = command("analyze", "connect_four", "--seconds", "1000", "--algorithm", "mcts", FORCE_COLOR="1")
    started.wait_for_words("speed")  # the live table
    started.interrupt()
    assert started.end() == STOPPED
    assert "Best: " in started.output.read_text()


@pytest.mark.parametrize(
    ("game", "memory", "words"), [("connect_four", "1", "nodes"), ("nine_mens_morris", "500", "followed up")]
)
def test_a_solution_is_saved(command: Callable[..., Command], tmp_path: Path, game: str, memory: str, words: str) -> None:
    """Would catch a long solution that has to begin anew, by either method."""
    where = {"XDG_DATA_HOME": str(tmp_path), "FORCE_COLOR": "1"}
    started = command("solve", game, "--memory", memory, **where)
    started.wait_for_words(words)
    started.interrupt()
    assert started.end() == STOPPED
    assert "continues from there" in started.errors.read_text()
    assert [path.suffix for path in (tmp_path / "counterplay" / "solve").iterdir()] == [".npy"]


def test_the_games_of_a_calibration_are_saved(command: Callable[..., Command], tmp_path: Path) -> None:
    """Would catch a calibration that has to begin anew after Ctrl-C."""
    where = {"XDG_DATA_HOME": str(tmp_path), "FORCE_COLOR": "1"}
    folder = tmp_path / "counterplay" / "calibration"

    def kept() -> int:
        return sum(len(json.loads(path.read_text())["games"]) for path in folder.glob("*.samples"))

    words = ("calibrate", "othello", "--games", "500", "--depth", "3")
    started = command(*words, **where)
    started.wait_for(lambda: kept() > 0)
    started.interrupt()
    assert started.end() == STOPPED
    assert "continues from there" in started.errors.read_text()
    assert [path.suffix for path in folder.iterdir()] == [".samples"]
    before = kept()
    again = command(*words, **where)
    again.wait_for(lambda: kept() > before)
    assert "resuming an interrupted run" in again.errors.read_text()
    again.interrupt()
    assert again.end() == STOPPED


def test_sigterm_is_told_from_ctrl_c(command: Callable[..., Command], tmp_path: Path) -> None:
    """Would catch a match that ends in good order after SIGTERM with the exit code of Ctrl-C."""
    database = tmp_path / "arena.db"
    words = ("match", "tic_tac_toe", "random", "random", "--games", "100000", "--db", str(database))
    started = command(*words)
    started.wait_for(lambda: stored(database) > 0)
    started.process.send_signal(signal.SIGTERM)
    assert started.end() == 128 + signal.SIGTERM
    assert "continues" in started.errors.read_text()
