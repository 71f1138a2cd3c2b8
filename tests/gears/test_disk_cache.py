"""Compiled kernels on disk: shared by processes, never in their way."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from counterplay.gears.cache import code_store
from counterplay.gears.entry import compiled_game

pytestmark = pytest.mark.slow  # every test starts processes

# A kernel of one game, which recurses; kernels of all games; entry points of a game, one of them over a generator.
SCRIPT = """
import json
from counterplay.games import make_game
from counterplay.gears.compiler import native_modules
from counterplay.gears.entry.method_calls import choices_of, result_of
from counterplay.gears.entry.walk_kernel import WALK_KERNELS
from counterplay.search.perft import perft
game = make_game("connect_four:width=4,height=4")
start = game.initial()
answer = [perft(game, start, 5), choices_of(game, start), result_of(game, start, 0).ply]
used = (perft, *WALK_KERNELS)
misses = sum(sum(k.dispatcher.stats.cache_misses.values()) for k in used)
hits = sum(sum(k.dispatcher.stats.cache_hits.values()) for k in used)
kernels = sum(k.compilations for k in used)
found = {"answer": answer, "kernels": kernels, "entries": native_modules.compilations, "misses": misses, "hits": hits}
print(json.dumps(found))
"""
ANSWER = [4**5 - 4, [1, 2, 0, 3], 1]  # four actions each ply, except that nobody can drop a fifth disc into one column
GAME = "connect_four:width=4,height=4"
KERNELS = {f"perft for {GAME}", "look for all games", "ask_actions for all games", "ask_step for all games"}
ENTRIES = {"step": 1, "expand": 1}
FILES = len(KERNELS) + len(ENTRIES)


def start(cache: Path, **environment: str) -> subprocess.Popen[str]:
    everything = {**os.environ, "COUNTERPLAY_CACHE": str(cache), **environment}
    return subprocess.Popen(
        [sys.executable, "-c", SCRIPT], env=everything, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def finish(process: subprocess.Popen[str]) -> dict[str, Any]:
    output, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    told: dict[str, Any] = {**json.loads(output), "errors": errors}
    assert told["answer"] == ANSWER
    return told


def files(cache: Path) -> list[Path]:
    return sorted(cache.glob("*.native"))


def assert_all_compiled(told: dict[str, Any]) -> None:
    assert (told["kernels"], told["entries"]) == (len(KERNELS), ENTRIES)


def flipped(content: bytes) -> bytes:
    """One bit is another, in the middle of the machine code."""
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


@pytest.fixture(scope="module")
def warm_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache that one process has filled, with one line of notice for each kernel, and one for the game."""
    cache = tmp_path_factory.mktemp("warm") / "kernels"
    told = finish(start(cache, COUNTERPLAY_QUIET=""))
    assert told["hits"] == 0 and len(files(cache)) == FILES
    assert_all_compiled(told)
    notices = [f"counterplay: compiling {what} (once; kept on disk)" for what in (*KERNELS, GAME)]
    assert sorted(told["errors"].splitlines()) == sorted(notices)
    return cache


def test_second_process_compiles_nothing(warm_cache: Path) -> None:
    """Would catch a cache that is written but never hit: every start would cost seconds."""
    told = finish(start(warm_cache))
    assert (told["kernels"], told["entries"], told["misses"], told["hits"]) == (0, {}, 0, len(KERNELS))
    assert not told["errors"]


def test_processes_that_start_together_do_not_disturb_each_other(tmp_path: Path) -> None:
    """Would catch a half-written file being read, or a temporary one being left behind, on a cold cache."""
    cache = tmp_path / "kernels"
    for process in [start(cache, COUNTERPLAY_QUIET="1") for _ in range(2)]:
        assert not finish(process)["errors"]  # the notice can be turned off
    assert len(files(cache)) == len(list(cache.iterdir())) == FILES


def test_damaged_files_only_recompile(warm_cache: Path, tmp_path: Path) -> None:
    """Would catch a crash at start after a full disk or a power cut, and a damaged file that is never replaced."""
    cache = tmp_path / "kernels"
    cache.mkdir()
    whole = [file.read_bytes() for file in files(warm_cache)]
    damaged = (b"", b"rubbish", whole[2][: len(whole[2]) // 2], flipped(whole[3]), whole[4] + b"more", flipped(whole[5]))
    for file, content in zip(files(warm_cache), damaged, strict=True):
        (cache / file.name).write_bytes(content)
    assert_all_compiled(finish(start(cache)))
    assert [f.name for f in files(cache)] == [f.name for f in files(warm_cache)]
    assert [f.stat().st_size for f in files(cache)] == [f.stat().st_size for f in files(warm_cache)]
    assert not any((cache / f.name).read_bytes() == content for f, content in zip(files(cache), damaged, strict=True))


def test_folder_that_cannot_be_written_still_works(tmp_path: Path) -> None:
    """Would catch a crash where the cache cannot be kept: a read-only home, or a file where the folder should be."""
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    locked = tmp_path / "locked"
    locked.mkdir(mode=0o500)
    folders = [blocked / "kernels", locked] if os.name == "nt" or os.getuid() != 0 else [blocked / "kernels"]  # root may write
    for process in [start(folder) for folder in folders]:
        assert_all_compiled(finish(process))
    locked.chmod(0o700)


def test_bounds_checked_code_is_kept_apart(warm_cache: Path) -> None:
    """Would catch checked and unchecked native code taken for each other."""
    assert_all_compiled(finish(start(warm_cache, NUMBA_BOUNDSCHECK="1")))


def test_sound_code_under_another_name_is_not_run(warm_cache: Path, tmp_path: Path) -> None:
    """Would catch files that were mixed up (a copied folder, a repaired disk): native code called with other arguments."""
    cache = tmp_path / "kernels"
    cache.mkdir()
    sound = files(warm_cache)
    for file, other in zip(sound, sound[1:] + sound[:1], strict=True):
        (cache / file.name).write_bytes(other.read_bytes())
    assert_all_compiled(finish(start(cache)))
    assert finish(start(cache))["entries"] == {}


def test_an_entry_point_that_is_something_else(warm_cache: Path, tmp_path: Path) -> None:
    """Would catch a file with the right checksum and another form than this version's being told as a fault of counterplay."""
    cache = tmp_path / "kernels"
    shutil.copytree(warm_cache, cache)
    for step in cache.glob("*-step-*"):  # checked ones may be there, too
        for thing in (None, 7, (), "code", {"code": b""}):
            assert code_store.save(step, thing)
            assert compiled_game._loaded(step) == 0
    assert finish(start(cache))["entries"] == {"step": 1}


@pytest.mark.skipif(os.name == "nt", reason="pipes and modes are POSIX")
@pytest.mark.parametrize("kind", ["pipe", "link", "loop", "unreadable", "everybody's"])
def test_whatever_stands_in_a_files_place_is_replaced(tmp_path: Path, kind: str) -> None:
    """Would catch waiting for ever at a pipe, writing through a link, and a mode that keeps a file from ever being loaded."""
    path, elsewhere = tmp_path / "kernels" / "some.native", tmp_path / "elsewhere"
    assert code_store.save(path, "old")
    if kind in ("pipe", "link", "loop"):
        path.unlink()
    if kind == "pipe":
        os.mkfifo(path)
    elif kind in ("link", "loop"):
        path.symlink_to(elsewhere if kind == "link" else path)
    else:
        path.chmod(0o000 if kind == "unreadable" else 0o666)
    if kind != "unreadable" or os.getuid() != 0:  # root may read everything
        assert code_store.load(path) is None
    assert code_store.save(path, "new") and code_store.load(path) == "new"
    assert not elsewhere.exists() and not path.is_symlink()


@pytest.mark.parametrize(
    ("folder_mode", "file_mode", "trusted"),
    [
        (0o700, 0o600, True),
        (0o777, 0o600, False),
        (0o700, 0o666, False),
        (0o1777, 0o600, True),  # the sticky bit keeps others from replacing a file of a folder, not from writing into one
        (0o700, 0o1666, False),
    ],
)
def test_code_that_others_could_have_written_is_not_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], folder_mode: int, file_mode: int, trusted: bool
) -> None:
    """Would catch machine code loaded from a folder, or a file, to which somebody else may write, or silence about it."""
    path = tmp_path / "kernels" / "some.native"
    assert code_store.save(path, ("symbol", b"code", []))
    path.chmod(file_mode)
    path.parent.chmod(folder_mode)
    for _ in range(2):
        assert code_store.load(path) == (("symbol", b"code", []) if trusted else None)
    assert capsys.readouterr().err.count("is not loaded, since others could have written it") == (0 if trusted else 1)


@pytest.mark.skipif(os.name == "nt", reason="owners are POSIX")
@pytest.mark.parametrize("whose", ["file", "folder"])
def test_code_of_another_owner_is_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], whose: str
) -> None:
    """Would catch machine code loaded that somebody else owns, or that lies in somebody else's folder."""
    path = tmp_path / "kernels" / "some.native"
    assert code_store.save(path, "theirs") and code_store.load(path) == "theirs"
    if os.getuid() == 0:
        os.chown(path if whose == "file" else path.parent, 12345, -1)
    else:  # only root may give things away: then all is another's
        stranger = os.getuid() + 1
        monkeypatch.setattr(os, "getuid", lambda: stranger)
    assert code_store.load(path) is None
    assert "is not loaded, since others could have written it" in capsys.readouterr().err
