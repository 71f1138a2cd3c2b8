"""Every command that writes a file follows links and keeps modes, and none puts a file in the place of a pipe."""

from __future__ import annotations

import ast
import os
import re
import stat
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import counterplay
from counterplay.arena.contest_store import Store
from counterplay.arena.playing.match import play_match
from counterplay.cli.main import commands

Run = Callable[..., Result]
pytestmark = pytest.mark.skipif(os.name == "nt", reason="modes, links and pipes are POSIX")

# FILE stands for what is written, DB for a database with a match, SAVED for a saved game, SHEET for an exercise.
WRITING: dict[str, list[str]] = {
    "show": ["show", "nim", "--svg", "FILE"],
    "tree --svg": ["tree", "[[3,12],[2,4]]", "--svg", "FILE"],
    "tree --html": ["tree", "[[3,12],[2,4]]", "--html", "FILE"],
    "lesson --svg": ["lesson", "two-ply", "--svg", "FILE"],
    "lesson --html": ["lesson", "two-ply", "--html", "FILE"],
    "exercise new": ["exercise", "new", "minimax", "FILE", "--seed", "1"],
    "exercise --html": ["exercise", "new", "minimax", "--seed", "1", "--html", "FILE"],
    "games-of": ["games-of", "1", "export", "--output", "FILE", "--db", "DB"],
    "tournament": ["tournament", "--resume", "1", "--plot", "FILE", "--db", "DB"],
    "convert": ["convert", "SAVED", "FILE", "--to", "jsonl"],
    "growth": ["growth", "--depth", "1", "--branching", "2", "--svg", "FILE", "--gear", "interpreted"],
    "exercise grade": ["exercise", "grade", "SHEET", "SHEET", "--csv", "FILE"],
    "tune": ["tune", "PLANTED", "--games", "10", "--nodes", "5", "--out", "FILE", "--gear", "interpreted"],
}
PLANTED = Path(__file__).parents[1] / "learn" / "planted_game.py"
SHORTCUTS = ("write_text", "write_bytes", "NamedTemporaryFile", "mkstemp", "copyfile", "copytree", "touch")
SUSPECT = re.compile(rf"\bopen\(|{'|'.join(SHORTCUTS)}")
# Who opens a file to write to it: the one place that knows links, modes and pipes, and what locks a file by opening it.
WRITERS = {"core/files/atomic_file.py", "records/store/file_claims.py"}


@pytest.fixture
def words(tmp_path: Path, run: Run) -> Callable[[str, Path], list[str]]:
    """A command's words with its file filled in."""

    def database() -> Path:
        path = tmp_path / "arena.db"
        if not path.exists():
            with Store(path) as store:
                contest = play_match("nim", "random", "random", games=2, seed=1, store=store)
                store._db.execute("UPDATE contests SET settings = replace(settings, '\"match\"', '\"round robin\"')")
                assert contest.done
        return path

    def saved() -> Path:
        path = tmp_path / "saved.json"
        said = f"save {path}\nquit\n"
        assert CliRunner().invoke(commands, ["play", "nim", "--players", "human random"], input=said).exit_code == 0
        return path

    def sheet() -> Path:
        path = tmp_path / "sheet.json"
        if not path.exists():
            assert run("exercise", "new", "minimax", path, "--seed", "1").exit_code == 0
        return path

    made = {"DB": database, "SAVED": saved, "SHEET": sheet, "PLANTED": lambda: PLANTED}

    def fill(command: str, file: Path) -> list[str]:
        return [str({"FILE": lambda: file, **made}.get(word, lambda word=word: word)()) for word in WRITING[command]]

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
    assert result.exit_code == 2 and "is a directory; " in result.stderr


@pytest.mark.parametrize("place", ["file", "link", "pipe", "folder"])
def test_a_new_game_never_replaces_anything(run: Run, tmp_path: Path, place: str) -> None:
    """Would catch `new` writing over, into or through what stands there already."""
    path, elsewhere = tmp_path / "mine.py", tmp_path / "elsewhere"
    {
        "file": lambda: path.write_text("mine"),
        "link": lambda: path.symlink_to(elsewhere),
        "pipe": lambda: os.mkfifo(path),
        "folder": path.mkdir,
    }[place]()
    before = path.lstat()
    result = run("new", path)
    assert result.exit_code == 2 and "exists already and is left as it is" in result.stderr
    assert (path.lstat().st_ino, path.lstat().st_size) == (before.st_ino, before.st_size) and not elsewhere.exists()


def test_files_are_opened_for_writing_in_one_place() -> None:
    """Would catch a module with a way of its own to write a file."""
    package = Path(counterplay.__file__).parent
    sources = {str(path.relative_to(package)): path.read_text(encoding="utf-8") for path in package.rglob("*.py")}
    suspects = {name: ast.parse(source) for name, source in sources.items() if SUSPECT.search(source)}  # parsing takes long
    assert {name for name, tree in suspects.items() if any(map(_opens_for_writing, ast.walk(tree)))} == WRITERS


def _opens_for_writing(node: ast.AST) -> bool:
    """Whether a call writes a file by its name: `open` with a mode that writes, or a shortcut for it."""
    if not isinstance(node, ast.Call):
        return False
    attribute = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    if attribute in SHORTCUTS:
        return True
    if attribute != "open" and getattr(node.func, "id", "") != "open":
        return False
    given = (*node.args, *(keyword.value for keyword in node.keywords))
    modes = [set(word.value) for word in given if isinstance(word, ast.Constant) and isinstance(word.value, str)]
    inside = {inner.attr for inner in ast.walk(node) if isinstance(inner, ast.Attribute)}
    writes = any(mode <= set("rwaxbt+") and mode & set("wax+") for mode in modes) or inside & {"O_WRONLY", "O_RDWR"}
    return bool(writes) and "devnull" not in inside
