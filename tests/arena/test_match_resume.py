"""A match that is killed at any moment and resumed ends with exactly the planned games."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from counterplay.arena.contest_store import Store
from counterplay.arena.playing.match import play_match
from tests.arena.process_checks import alive, stored

PROGRAM = Path(__file__).parent / "killed_match.py"
GAMES = 800
KILLS = 4


def kill_after(process: subprocess.Popen[bytes], path: Path, wanted: int, delay: float) -> None:
    """SIGKILL, a moment after so many games are stored; the process and its workers are one group."""
    deadline = time.monotonic() + 120
    while stored(path) < wanted and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.02)
    time.sleep(delay)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")
def test_killed_several_times(tmp_path: Path) -> None:
    """Would catch a game that is lost or played twice, or a database that a kill has damaged."""
    path, dice = tmp_path / "arena.db", random.Random(3)
    kills, seen = 0, 0
    while kills < KILLS:
        process = subprocess.Popen([sys.executable, PROGRAM, path, str(GAMES), "1"], start_new_session=True)
        # Small pieces: however fast the machine, the last kill comes before the last game.
        kill_after(process, path, seen + dice.randint(1, GAMES // 20), dice.uniform(0, 0.05))
        assert process.returncode == -signal.SIGKILL, "the match ended before it was killed"
        kills += 1
        now = stored(path)
        assert now >= seen
        seen = now
    assert 0 < seen < GAMES
    subprocess.run([sys.executable, PROGRAM, path, str(GAMES), "1"], check=True, timeout=300)
    with Store(path) as store:
        contest = store.find()
        records = store.games(contest.id)
        assert store._db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    assert [r.number for r in records] == list(range(1, GAMES + 1))
    assert contest.finished is not None
    assert [file.name for file in tmp_path.iterdir()] == ["arena.db"]
    undisturbed = play_match("tic_tac_toe", "random", "random", games=GAMES, seed=5)
    assert [r.same_play() for r in records] == [r.same_play() for r in undisturbed.counted]


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")
def test_workers_leave_with_a_killed_match(tmp_path: Path) -> None:
    """Would catch workers that live on for ever, and a match that they keep from being resumed."""
    path = tmp_path / "arena.db"
    words = [sys.executable, PROGRAM, path, "400", "2"]
    process = subprocess.Popen(words, start_new_session=True, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 120
    while stored(path) < 1 and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.02)
    process.kill()  # this one alone: the kernel tells nobody else
    process.wait()
    while alive(process.pid) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not alive(process.pid)
    subprocess.run([*words[:-1], "1"], check=True, timeout=300)
    with Store(path) as store:
        assert [r.number for r in store.games(1)] == list(range(1, 401))
