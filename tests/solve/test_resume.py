"""Interrupted solutions go on where they stopped; damaged checkpoints and unsolvable games are met with sense."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from counterplay.core import BadParameter, CounterplayError, GameOver, MissingTrait, Position
from counterplay.games.catalogue import make_game
from counterplay.gears.deadline import STOP
from counterplay.solve import Progress, solve_position, solver
from counterplay.solve.checkpoint import checkpoint_name

LARGE = "connect_four:width=5,height=5"
SMALL = "connect_four:width=4,height=4"


@pytest.mark.slow
def test_killed_and_resumed(tmp_path: Path) -> None:
    """A kill that loses everything, or a resumed run that gives another value."""
    checkpoint = tmp_path / "table.npy"
    command = [sys.executable, str(Path(__file__).parent / "killed_solve.py"), LARGE, str(checkpoint)]
    whole = solve_position(make_game(LARGE), table_mb=64.0)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        told = process.stdout.readline()
        os.kill(process.pid, signal.SIGKILL)
    assert told == "saved\n"
    assert checkpoint.exists()
    resumed = solve_position(make_game(LARGE), table_mb=64.0, checkpoint=checkpoint)
    assert resumed.value == whole.value
    assert resumed.nodes < whole.nodes
    assert not checkpoint.exists()


def test_interrupted_and_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C that leaves a thread behind or no checkpoint."""
    checkpoint = tmp_path / "deep" / "table.npy"
    game = make_game(LARGE)
    ask = solver.Question.ask

    def ask_and_wait(question: solver.Question, beta: int) -> int:
        answer = ask(question, beta)
        while not question.control[STOP]:
            time.sleep(0.01)
        return answer

    def interrupt(progress: Progress) -> None:
        assert progress.lower <= progress.upper
        raise KeyboardInterrupt

    monkeypatch.setattr(solver.Question, "ask", ask_and_wait)
    with pytest.raises(KeyboardInterrupt):
        solve_position(game, table_mb=16.0, checkpoint=checkpoint, progress=interrupt)
    monkeypatch.undo()
    assert not [t for t in threading.enumerate() if t.name == "counterplay-solve"]
    assert [p.name for p in checkpoint.parent.iterdir()] == ["table.npy"]
    assert solve_position(game, checkpoint=checkpoint).value.score == 0.0


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"not a table",
        b"\x93NUMPY\x01\x00",
        b"PK\x03\x04 a damaged archive",
        np.zeros((8, 2), np.int64),
        np.zeros(64, np.float64),
        np.zeros(48, np.int64),
        np.zeros(8, np.int64),
        np.zeros(0, np.int64),
        "truncated",
    ],
)
def test_damaged_checkpoints_are_ignored(tmp_path: Path, content: Any) -> None:
    """A damaged file that stops the solution, spoils it, or crashes native code."""
    path = tmp_path / "table.npy"
    if isinstance(content, bytes):
        path.write_bytes(content)
    elif isinstance(content, str):
        np.save(path, np.zeros(2048, np.int64))
        path.write_bytes(path.read_bytes()[:3000])
    else:
        np.save(path, content)
    assert solve_position(make_game(SMALL), table_mb=1.0, checkpoint=path).value.score == 0.0


def test_random_entries_are_ignored(tmp_path: Path) -> None:
    """Entries that belong to no position taken for what is known."""
    path = tmp_path / "table.npy"
    np.save(path, np.random.default_rng(1).integers(-(2**63), 2**63, 2**16))
    assert solve_position(make_game(SMALL), checkpoint=path).value.score == 0.0


def test_checkpoint_names() -> None:
    """Two questions that would share a file, or one whose file cannot be found again."""
    small, large = make_game(SMALL), make_game(LARGE)
    names = [checkpoint_name(g, g.initial()) for g in (small, large, make_game(SMALL))]
    assert names[0] == names[2] != names[1]
    assert checkpoint_name(small, Position(small).play(0).state) not in names


def test_progress_closes_in() -> None:
    """Bounds that widen or cross."""
    game = make_game(LARGE)
    told: list[Progress] = []

    def tell(progress: Progress) -> None:
        told.append(progress)

    solution = solve_position(game, table_mb=16.0, progress=tell)
    for before, after in itertools.pairwise(told):
        assert before.lower <= after.lower <= after.upper <= before.upper
        assert before.nodes <= after.nodes
    assert all(p.lower <= solution.value.score <= p.upper for p in told)


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("pig", "solve cannot search Pig: it knows no chance nodes, and this game has them; value iteration"),
        ("mnk:players=3", "it needs a game for 2, and this one has 3 players"),
        ("2048", "solve cannot search 2048: it needs a game for 2, and this one has 1 player"),
    ],
)
def test_refused_games(spec: str, said: str) -> None:
    """A kind of game that exhaustive search with a table gets wrong."""
    with pytest.raises(MissingTrait) as caught:
        solve_position(make_game(spec))
    assert said in str(caught.value)


class Endless(type(make_game(SMALL))):  # type: ignore[misc]
    """A game that may last longer than the stack of native code is deep."""

    def __init__(self) -> None:
        super().__init__(4, 4)
        self.max_plies = 10**6


def test_other_refusals() -> None:
    """A traceback, or a crash, where a sentence is due."""
    game = make_game(SMALL)
    won = Position.load(game, "1212121")
    bad: list[tuple[type[CounterplayError], Any, str]] = [
        (GameOver, lambda: solve_position(game, won), "the game is over"),
        (BadParameter, lambda: solve_position(game, table_mb=1e9), "does not fit in this machine's"),
        (BadParameter, lambda: solve_position(game, table_mb=0), "a number of megabytes above 0"),
        (MissingTrait, lambda: solve_position(Endless(), method="exhaustive"), "its games may last 1000000 plies"),
        (MissingTrait, lambda: solve_position(make_game("chess"), method="exhaustive"), "its value may depend on repetition"),
        (MissingTrait, lambda: solve_position(make_game("go:size=2")), "rules out others that differ from it"),
        (BadParameter, lambda: solve_position(game, method="guess"), "method must be one of auto, exhaustive, retrograde"),
    ]
    for error, call, said in bad:
        with pytest.raises(error) as caught:
            call()
        assert said in str(caught.value)
