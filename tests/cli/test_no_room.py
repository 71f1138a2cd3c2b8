"""What the operating system refuses (a full disk, a name that is too long), and damaged databases: a sentence, exit code 2."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from counterplay.arena.contest_store import Store
from counterplay.arena.playing.match import play_match
from counterplay.cli.commands import show_command
from tests.cli.conftest import assert_refused

Run = Callable[..., Result]
LONG = "x" * 300
FULL = (  # no file may grow, which is what a full disk is to whoever writes
    "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.getrlimit(resource.RLIMIT_FSIZE)[1])); "
    "from counterplay.cli.main import main; main()"
)


@pytest.mark.skipif(os.name == "nt", reason="limits are POSIX")
@pytest.mark.parametrize("words", [("games",), ("show", "nim"), ("--version",), ("--help",), ("lesson",)])
def test_output_to_a_full_disk(tmp_path: Path, words: tuple[str, ...]) -> None:
    """Would catch `counterplay games > file` on a full disk being told as a fault of counterplay, or as a success."""
    with (tmp_path / "out").open("wb") as out:
        ended = subprocess.run([sys.executable, "-c", FULL, *words], stdout=out, stderr=subprocess.PIPE, text=True, check=False)
    assert ended.returncode == 2
    assert ended.stderr == "counterplay: the output cannot be written: File too large\n"


@pytest.mark.skipif(os.name == "nt", reason="limits are POSIX")
def test_both_outputs_on_a_full_disk(tmp_path: Path) -> None:
    """Would catch an exit code that says that all is well, where nothing can be said."""
    with (tmp_path / "out").open("wb") as out:
        ended = subprocess.run([sys.executable, "-c", FULL, "show", "nim"], stdout=out, stderr=out, check=False)
    assert ended.returncode == 2


@pytest.mark.skipif(os.name == "nt", reason="limits are POSIX")
def test_remarks_that_cannot_be_written(tmp_path: Path) -> None:
    """Would catch a result that is lost because a remark about it has no room."""
    with (tmp_path / "err").open("wb") as err:
        words = [sys.executable, "-c", FULL, "exercise", "new", "minimax", "--seed", "1"]
        ended = subprocess.run(words, stdout=subprocess.PIPE, stderr=err, check=False)
    assert ended.returncode == 0 and b"Answer" in ended.stdout


@pytest.mark.parametrize(
    "words",
    [
        ("show", LONG),
        ("show", f"{LONG}.py"),
        ("show", f"./{LONG}"),
        ("show", "nim", "--svg", LONG),
        ("play", "nim", "--players", f"{LONG} random"),
        ("play", "nim", "--players", f"{LONG}.py random"),
        ("play", "nim", "--players", f"/{LONG}/{LONG}.py:X random"),
        ("play", "chess", "--players", f"uci:/{LONG} random"),
        ("play", "nim", "--load", LONG),
        ("match", "nim", "random", f"{LONG}.py", "--games", "2"),
        ("match", "nim", "random", "random", "--games", "2", "--db", LONG),
        ("match", "nim", "random", "random", "--games", "2", "--openings", LONG),
        ("match", "--resume", "--db", LONG),
        ("games-of", "--db", LONG),
        ("tree", LONG),
        ("tree", "[1,2]", "--algorithm", LONG),
        ("exercise", "grade", LONG),
        ("exercise", "new", "minimax", LONG, "--seed", "1"),
        ("lesson", "two-ply", "--html", LONG),
        ("studio", f"{LONG}.py", "--no-browser"),
        ("studio", "--db", LONG, "--no-browser", "--port", "0"),
        ("new", f"{LONG}.py"),
    ],
    ids=lambda words: " ".join(word.replace(LONG, "X") for word in words),
)
def test_long_names(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]) -> None:
    """Would catch a name that no file can have being told as a fault of counterplay."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COUNTERPLAY_DB", str(tmp_path / "arena.db"))
    assert_refused(run(*words))


def test_what_nobody_foresaw(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch any other refusal of the operating system being told as a fault of counterplay."""

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied", "/some/where")

    monkeypatch.setattr(show_command, "scene_of", refuse)
    assert_refused(run("show", "nim"), "'/some/where' cannot be used: Permission denied")


@pytest.mark.parametrize("words", [("games-of",), ("games-of", "1"), ("games-of", "1", "export"), ("match", "--resume", "1")])
@pytest.mark.parametrize("settings", ["{", "3", '{"kind": "match", "game": 7}'])
def test_damaged_settings(run: Run, tmp_path: Path, words: tuple[str, ...], settings: str) -> None:
    """Would catch a damaged row of a database being told as a fault of counterplay."""
    database = tmp_path / "arena.db"
    with Store(database) as store:
        play_match("nim", "random", "random", games=2, seed=1, store=store)
    with sqlite3.connect(database) as damaged:
        damaged.execute("UPDATE contests SET settings = ?", (settings,))
    damaged.close()
    assert_refused(run(*words, "--db", database), "settings of match 1 are damaged")
