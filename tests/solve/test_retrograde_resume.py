"""Interrupted retrograde analyses go on where they stopped; damaged checkpoints are refused."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from counterplay.core import BadParameter, Position
from counterplay.games.catalogue import make_game
from counterplay.solve import RetrogradeProgress, retrograde_solver, solve_position
from counterplay.solve.checkpoint import Checkpoint
from counterplay.solve.state_graph import StateGraph

GAME = "three_mark"
VALUE = (1.0, 13)
KILLED = """
import sys, time
from pathlib import Path
from counterplay.games.catalogue import make_game
from counterplay.solve import retrograde_solver, solve_position
retrograde_solver.CHECKPOINT_SECONDS = retrograde_solver.TELL_SECONDS = retrograde_solver.SAVING_SHARE = 0.0
retrograde_solver.SLICE_SECONDS = 0.001
saved = 0
def tell(progress):
    global saved
    if saved > 2000:
        print(saved, flush=True)
        time.sleep(60.0)
    saved = progress.followed  # as soon as this returns
solve_position(make_game(sys.argv[2]), checkpoint=Path(sys.argv[1]), progress=tell)
"""


@pytest.fixture
def slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """An analysis that looks at the keyboard every millisecond."""
    monkeypatch.setattr(retrograde_solver, "TELL_SECONDS", 0.0)
    monkeypatch.setattr(retrograde_solver, "SLICE_SECONDS", 0.001)


def interrupted(checkpoint: Path, after: int) -> int:
    """Leave a checkpoint behind; how many positions had been followed up."""
    followed = 0

    def interrupt(progress: RetrogradeProgress) -> None:
        nonlocal followed
        followed = progress.followed
        if progress.followed >= after:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve_position(make_game(GAME), checkpoint=checkpoint, progress=interrupt)
    assert checkpoint.exists()
    return followed


def resumed(checkpoint: Path) -> tuple[int, tuple[float, int | None]]:
    """From how many positions a run goes on, and what it finds."""
    began: list[int] = []
    unpack = StateGraph.unpack

    def note(graph: StateGraph, found: list[np.ndarray]) -> bool:
        taken = unpack(graph, found)
        began.append(graph.followed)
        return taken

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(StateGraph, "unpack", note)
        solution = solve_position(make_game(GAME), checkpoint=checkpoint)
    assert not checkpoint.exists()
    return began[0] if began else 0, (solution.value.score, solution.value.plies_to_end)


@pytest.mark.usefixtures("slices")
@pytest.mark.parametrize("after", [2000, 73450])
def test_interrupted_and_resumed(tmp_path: Path, after: int) -> None:
    """Would catch Ctrl-C that leaves nothing, while positions are found or while values are traced back, or another value."""
    followed = interrupted(tmp_path / "deep" / "graph.npy", after)
    assert resumed(tmp_path / "deep" / "graph.npy") == (followed, VALUE)


def test_killed_and_resumed(tmp_path: Path) -> None:
    """Would catch a kill that loses everything."""
    checkpoint = tmp_path / "graph.npy"
    command = [sys.executable, "-c", KILLED, str(checkpoint), GAME]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        told = process.stdout.readline()
        os.kill(process.pid, signal.SIGKILL)
    assert resumed(checkpoint) == (int(told), VALUE)


@pytest.mark.usefixtures("slices")
def test_more_memory_goes_on_from_there(tmp_path: Path) -> None:
    """Would catch a run that ended for want of memory and has to begin anew with more."""
    checkpoint = tmp_path / "graph.npy"
    with pytest.raises(BadParameter, match="does not fit in 3 MB"):
        solve_position(make_game(GAME), checkpoint=checkpoint, memory_mb=3.0)
    began, value = resumed(checkpoint)
    assert began > 1000 and value == VALUE


@pytest.mark.usefixtures("slices")
@pytest.mark.parametrize("damage", ["a bit", "cut short", "a table", "another width", "nothing", "text"])
def test_damaged_checkpoints_are_refused(tmp_path: Path, damage: str) -> None:
    """Would catch native code led astray by a damaged file: positions that do not exist, edges to nowhere."""
    path = tmp_path / "graph.npy"
    interrupted(path, 2000)
    content = path.read_bytes()
    if damage == "a bit":
        middle = len(content) // 2
        path.write_bytes(content[:middle] + bytes([content[middle] ^ 4]) + content[middle + 1 :])
    elif damage == "cut short":
        path.write_bytes(content[:-100])
    elif damage == "a table":
        Checkpoint(path).save(np.zeros(4096, np.int64))
    elif damage == "another width":
        arrays = Checkpoint(path).load_arrays()
        assert arrays is not None
        arrays[1][1] += 1
        Checkpoint(path).save_arrays(arrays)
    else:
        path.write_bytes(b"" if damage == "nothing" else b"not a graph")
    assert resumed(path) == (0, VALUE)


@pytest.mark.usefixtures("slices")
def test_checkpoint_of_another_history(tmp_path: Path) -> None:
    """Would catch the positions of a history in which others are draws by now."""
    path = tmp_path / "graph.npy"
    interrupted(path, 2000)
    arrays = Checkpoint(path).load_arrays()
    assert arrays is not None
    position = Position(make_game(GAME))
    graph = StateGraph(position, None, clockless=True)
    assert graph.unpack(arrays)
    other = StateGraph(position, None, clockless=True)
    other.drawn = np.array([12345], np.int64)
    assert not other.unpack(arrays)
    assert other.positions == 1
