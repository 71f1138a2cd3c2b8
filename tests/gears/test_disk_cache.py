"""Compiled kernels on disk: shared by processes, never in their way."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.slow  # every test starts processes

# Three kernels: one recursive, one over a generator, one that returns a state.
SCRIPT = """
import json
import numpy as np
from counterplay.games import make_game
from counterplay.gears.calls import choices_of, result_of
from counterplay.search.perft import perft
game = make_game("connect_four:width=4,height=4")
out = np.zeros(4, np.int64)
start = game.initial()
answer = [perft(game, start, 5), choices_of(game, start, out), result_of(game, start, 0).ply]
used = (perft, choices_of, result_of)
misses = sum(sum(k.dispatcher.stats.cache_misses.values()) for k in used)
hits = sum(sum(k.dispatcher.stats.cache_hits.values()) for k in used)
print(json.dumps({"answer": answer, "compilations": sum(k.compilations for k in used), "misses": misses, "hits": hits}))
"""
ANSWER = [4**5 - 4, 4, 1]  # four actions each ply, except that nobody can drop a fifth disc into one column


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
    return sorted(cache.glob("*.kernel"))


@pytest.fixture(scope="module")
def warm_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache that one process has filled, with one line of notice for each kernel."""
    cache = tmp_path_factory.mktemp("warm") / "kernels"
    told = finish(start(cache, COUNTERPLAY_QUIET=""))
    assert told["compilations"] == 3 and told["hits"] == 0 and len(files(cache)) == 3
    notice = "counterplay: compiling {} for connect_four:width=4,height=4 (once; kept on disk)"
    assert told["errors"].splitlines() == [notice.format(kernel) for kernel in ("perft", "choices_of", "result_of")]
    return cache


def test_second_process_compiles_nothing(warm_cache: Path) -> None:
    """Would catch a cache that is written but never hit: every start would cost seconds."""
    told = finish(start(warm_cache))
    assert (told["compilations"], told["misses"], told["hits"]) == (0, 0, 3)
    assert not told["errors"]


def test_processes_that_start_together_do_not_disturb_each_other(tmp_path: Path) -> None:
    """Would catch a half-written file being read, or a temporary one being left behind, on a cold cache."""
    cache = tmp_path / "kernels"
    for process in [start(cache, COUNTERPLAY_QUIET="1") for _ in range(2)]:
        assert not finish(process)["errors"]  # the notice can be turned off
    assert len(files(cache)) == 3 and len(list(cache.iterdir())) == 3


def test_damaged_files_only_recompile(warm_cache: Path, tmp_path: Path) -> None:
    """Would catch a crash at start after a full disk or a power cut, and a damaged file that is never replaced."""
    cache = tmp_path / "kernels"
    cache.mkdir()
    whole = [file.read_bytes() for file in files(warm_cache)]
    damaged = (b"", b"rubbish", whole[2][: len(whole[2]) // 2])
    for file, content in zip(files(warm_cache), damaged, strict=True):
        (cache / file.name).write_bytes(content)
    assert finish(start(cache))["compilations"] == 3
    assert [f.name for f in files(cache)] == [f.name for f in files(warm_cache)]
    assert all(f.stat().st_size > 1000 for f in files(cache))


def test_folder_that_cannot_be_written_still_works(tmp_path: Path) -> None:
    """Would catch a crash where the cache cannot be kept: a read-only home, or a file where the folder should be."""
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    locked = tmp_path / "locked"
    locked.mkdir(mode=0o500)  # means nothing to root
    for process in [start(folder) for folder in (blocked / "kernels", locked)]:
        assert finish(process)["compilations"] == 3
    locked.chmod(0o700)


def test_bounds_checked_code_is_kept_apart(warm_cache: Path) -> None:
    """Would catch checked and unchecked native code taken for each other."""
    assert finish(start(warm_cache, NUMBA_BOUNDSCHECK="1"))["compilations"] == 3
