"""Every command that writes a file follows links and keeps modes, and none puts a file in the place of a pipe."""

from __future__ import annotations

import os
import stat
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from counterplay.arena.contest_store import Store
from counterplay.arena.playing.match import play_match
from counterplay.cli.main import commands

Run = Callable[..., Result]
pytestmark = pytest.mark.skipif(os.name == "nt", reason="modes, links and pipes are POSIX")

WRITING: dict[str, list[str]] = {  # FILE stands for what is written, DB for a database with a match
    "show": ["show", "nim", "--svg", "FILE"],
    "tree --svg": ["tree", "[[3,12],[2,4]]", "--svg", "FILE"],
    "tree --html": ["tree", "[[3,12],[2,4]]", "--html", "FILE"],
    "lesson --svg": ["lesson", "two-ply", "--svg", "FILE"],
    "lesson --html": ["lesson", "two-ply", "--html", "FILE"],
    "exercise new": ["exercise", "new", "minimax", "FILE", "--seed", "1"],
    "exercise --html": ["exercise", "new", "minimax", "--seed", "1", "--html", "FILE"],
    "games-of": ["games-of", "1", "export", "--output", "FILE", "--db", "DB"],
    "tournament": ["tournament", "--resume", "1", "--plot", "FILE", "--db", "DB"],
}


@pytest.fixture
def words(tmp_path: Path) -> Callable[[str, Path], list[str]]:
    """A command's words with its file filled in."""

    def fill(command: str, file: Path) -> list[str]:
        database = tmp_path / "arena.db"
        if "DB" in WRITING[command] and not database.exists():
            with Store(database) as store:
                contest = play_match("nim", "random", "random", games=2, seed=1, store=store)
                store._db.execute("UPDATE contests SET settings = replace(settings, '\"match\"', '\"round robin\"')")
                assert contest.done
        return [{"FILE": str(file), "DB": str(database)}.get(word, word) for word in WRITING[command]]

    return fill


@pytest.mark.parametrize("command", WRITING)
def test_links_and_modes(run: Run, tmp_path: Path, words: Callable[[str, Path], list[str]], command: str) -> None:
    """Would catch a command with a way of its own to write, that replaces a link or opens a private file to everybody."""
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old")
    target.chmod(0o600)
    link.symlink_to(target)
    result = run(*words(command, link))
    assert result.exit_code == 0, result.stderr
    assert link.is_symlink() and target.stat().st_size > 10 and stat.S_IMODE(target.stat().st_mode) == 0o600


@pytest.mark.parametrize("command", WRITING)
def test_pipes(run: Run, tmp_path: Path, words: Callable[[str, Path], list[str]], command: str) -> None:
    """Would catch a command that puts a file in the place of a pipe, or of a device."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    heard: list[bytes] = []
    reader = threading.Thread(target=lambda: heard.append(pipe.read_bytes()), daemon=True)
    reader.start()
    assert run(*words(command, pipe)).exit_code == 0
    assert stat.S_ISFIFO(pipe.lstat().st_mode)
    reader.join(30)
    assert len(heard) == 1 and len(heard[0]) > 10


def test_saving_while_playing(tmp_path: Path) -> None:
    """Would catch `save` in a game replacing a link."""
    (tmp_path / "link").symlink_to("target")
    result = CliRunner().invoke(
        commands, ["play", "nim", "--players", "human random"], input=f"save {tmp_path / 'link'}\nquit\n"
    )
    assert result.exit_code == 0 and (tmp_path / "link").is_symlink() and "format" in (tmp_path / "target").read_text()


@pytest.mark.parametrize("command", WRITING)
def test_directories(run: Run, tmp_path: Path, words: Callable[[str, Path], list[str]], command: str) -> None:
    """Would catch a directory that ends in anything but a sentence."""
    (tmp_path / "folder").mkdir()
    result = run(*words(command, tmp_path / "folder"))
    assert result.exit_code == 2 and "is a directory; give a file to write to" in result.stderr
