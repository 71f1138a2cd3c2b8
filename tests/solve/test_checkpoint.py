"""Checkpoints: a disk without room costs nothing but the checkpoint, and killed runs leave nothing for long."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from counterplay.core import Game
from counterplay.games.catalogue import make_game
from counterplay.solve import Progress, solve_position, solver
from counterplay.solve.checkpoint import Checkpoint, checkpoint_folder, checkpoint_name, stored_checkpoints

SMALL = "connect_four:width=4,height=4"
TABLE = np.zeros(4096, np.int64)


@contextmanager
def full_disk(room: int = 100) -> Iterator[None]:
    """No file may grow beyond so many bytes: the operating system refuses, in its way, and NumPy reports it in its own."""
    resource = pytest.importorskip("resource")
    import signal

    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, before)


@pytest.mark.parametrize("room", [100, 4096])
def test_full_disk(tmp_path: Path, room: int) -> None:
    """Would catch a solution that dies when its checkpoint cannot be written, says so every time, or leaves half a file."""
    checkpoint = Checkpoint(tmp_path / "table.npy")
    sentence = "continues without a checkpoint.*cannot be written: (File too large|the disk is full)"
    with full_disk(room), pytest.warns(UserWarning, match=sentence) as said:
        checkpoint.save(TABLE)
        checkpoint.save(TABLE)
    assert len(said) == 1 and not checkpoint.exists and os.listdir(tmp_path) == []


def test_older_checkpoint_outlives_a_full_disk(tmp_path: Path) -> None:
    """Would catch a good checkpoint lost to an attempt to write a newer one."""
    older = Checkpoint(tmp_path / "table.npy")
    older.save(TABLE + 7)
    with full_disk(), pytest.warns(UserWarning, match="continues without"):
        Checkpoint(tmp_path / "table.npy").save(TABLE)
    found = older.load()
    assert found is not None and (found == 7).all()


def test_solving_without_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch the exception of a checkpoint ending the solution, as it did after 30 s on a full disk."""
    (tmp_path / "file").write_text("no folder")
    saved: list[Checkpoint] = []
    save, ask = Checkpoint.save, solver.Question.ask

    def note(checkpoint: Checkpoint, table: Any) -> None:
        save(checkpoint, table)
        saved.append(checkpoint)

    def ask_after_saving(question: solver.Question, beta: int) -> int:
        while len(saved) < 2 and not question.control[solver.STOP]:
            time.sleep(0.01)
        return ask(question, beta)

    monkeypatch.setattr(Checkpoint, "save", note)
    monkeypatch.setattr(solver.Question, "ask", ask_after_saving)
    monkeypatch.setattr(solver, "CHECKPOINT_SECONDS", 0.0)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        solution = solve_position(make_game(SMALL), table_mb=1.0, checkpoint=tmp_path / "file" / "table.npy")
    assert solution.value.score == 0.0
    assert ["continues without a checkpoint" in str(w.message) for w in said] == [True]


def test_checkpoint_that_cannot_be_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch a solution that is found and then lost, since its checkpoint stands in a folder that is read-only."""

    def refuse(self: Path, missing_ok: bool = False) -> None:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "unlink", refuse)
    assert solve_position(make_game(SMALL), table_mb=1.0, checkpoint=tmp_path / "table.npy").value.score == 0.0


def test_next_start_removes_what_killed_runs_left(tmp_path: Path) -> None:
    """Would catch a disk that fills with half-written tables, one for each kill."""
    code = (
        "import sys, pathlib; from counterplay.core.files.atomic_file import whole_file\n"
        f"with whole_file(pathlib.Path({str(tmp_path / 'table.npy')!r})) as file:\n"
        "    print('writing', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as living:
        assert living.stdout is not None and living.stdout.readline() == b"writing\n"
        with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as killed:
            assert killed.stdout is not None and killed.stdout.readline() == b"writing\n"
            killed.kill()
        assert len(os.listdir(tmp_path)) == 2
        assert Checkpoint(tmp_path / "table.npy").load() is None
        [left] = os.listdir(tmp_path)
        assert f"-{living.pid}-" in left  # what a living process writes is its own affair
        living.kill()


class Strange(Game):
    """A game whose name is no file's."""

    name = "../" + "größe/" * 60


def test_names_that_are_no_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch a checkpoint in another folder, or a name of 300 characters that no file can have."""
    monkeypatch.setattr(Strange, "dump", lambda self, s: "x")
    name = checkpoint_name(Strange(), None)
    assert name.isascii() and len(name) < 100 and "/" not in name


def test_stored_checkpoints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch another file of the folder taken for a checkpoint, and removed as one."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    if tmp_path not in checkpoint_folder().parents:
        pytest.skip("data folders are elsewhere here")
    assert stored_checkpoints() == []
    game = make_game(SMALL)
    path = checkpoint_folder() / checkpoint_name(game, game.initial())
    Checkpoint(path).save(TABLE)
    (path.parent / "notes.npy").write_text("mine")
    assert stored_checkpoints() == [path]


def test_interrupted_on_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch Ctrl-C being lost in the failure to write what was found."""
    (tmp_path / "file").write_text("no folder")
    reached: list[Progress] = []

    def ask_for_ever(question: solver.Question, beta: int) -> int:
        while not question.control[solver.STOP]:
            time.sleep(0.01)
        return beta

    def interrupt(progress: Progress) -> None:
        reached.append(progress)
        raise KeyboardInterrupt

    monkeypatch.setattr(solver.Question, "ask", ask_for_ever)
    with pytest.warns(UserWarning, match="continues without"), pytest.raises(KeyboardInterrupt):
        solve_position(make_game(SMALL), table_mb=1.0, checkpoint=tmp_path / "file" / "table.npy", progress=interrupt)
    assert len(reached) == 1
