"""Shards of positions: resumed, extended, damaged, refused; and the command that writes them."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from counterplay import BadParameter, CounterplayError
from counterplay.cli.main import commands
from counterplay.core import interruption
from counterplay.data import DataPlan, data_files, read_positions, write_positions

GAME = "connect_four"


@pytest.fixture
def small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shards of 100 positions, so that few positions are several files."""
    monkeypatch.setattr(data_files, "SMALLEST_SHARD", 100)
    monkeypatch.setattr(data_files, "LARGEST_SHARD", 100)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: np.load(path)["action"].tobytes() for path in sorted(folder.glob("*.npz"))}


@pytest.mark.usefixtures("small_shards")
def test_a_stopped_run_continues_with_the_same_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch shards that depend on when a run was stopped, are made twice, or are left out."""
    whole, stopped = tmp_path / "whole", tmp_path / "stopped"
    write_positions(GAME, whole, DataPlan(450, seed=7))

    def stop_at(done: int) -> None:
        if done >= 230:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_positions(GAME, stopped, DataPlan(450, seed=7), stop_at)
    assert 1 <= len(contents(stopped)) < 5
    before = {path: path.stat().st_mtime_ns for path in stopped.glob("*.npz")}
    (stopped / "positions-00000.npz").write_bytes(b"half a file")  # what a full disk might leave
    told: list[int] = []
    write_positions(GAME, stopped, DataPlan(450, seed=7), told.append)
    assert contents(stopped) == contents(whole)
    kept = stopped / "positions-00001.npz"
    assert kept not in before or kept.stat().st_mtime_ns == before[kept]
    assert told[-1] == 450 and told == sorted(told)
    assert len(read_positions(stopped)) == 450
    # More positions later: the last, shorter file is made anew, and begins as it did.
    write_positions(GAME, stopped, DataPlan(600, seed=7, workers=2))
    assert len(read_positions(stopped)) == 600
    assert contents(stopped)["positions-00004.npz"].startswith(contents(whole)["positions-00004.npz"])
    manifest = json.loads((stopped / "manifest.json").read_text())
    assert manifest["positions"] == 600 and manifest["seed"] == 7 and len(manifest["shards"]) == 6


@pytest.mark.usefixtures("small_shards")
def test_a_damaged_shard_is_found_and_made_anew(tmp_path: Path) -> None:
    """Would catch a damaged byte anywhere in a file that passes for data, ends in a traceback, or is kept for ever."""
    plan = DataPlan(100, seed=7, compress=True)
    shard = write_positions(GAME, tmp_path, plan) / "positions-00000.npz"
    sound = shard.read_bytes()
    for place in range(100, len(sound), len(sound) // 40):
        shard.write_bytes(sound[:place] + bytes(8) + b"damaged!" + sound[place + 16 :])
        assert not data_files.is_whole(tmp_path, 0, 100)
        with pytest.raises(CounterplayError, match="is no shard of positions"):
            read_positions(tmp_path)
    write_positions(GAME, tmp_path, plan)
    assert len(read_positions(tmp_path)) == 100


@pytest.mark.usefixtures("small_shards")
def test_ctrl_c_ends_a_run_in_good_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch a run that does not hear that it should end."""
    asked = threading.Event()
    asked.set()
    monkeypatch.setattr(interruption, "_asked", asked)
    with pytest.raises(KeyboardInterrupt):
        write_positions(GAME, tmp_path, DataPlan(300))
    assert not list(tmp_path.glob("*.npz"))


def test_another_run_is_refused(tmp_path: Path) -> None:
    """Would catch positions of two kinds in one folder, and a smaller number that throws positions away."""
    write_positions(GAME, tmp_path, DataPlan(50))
    with pytest.raises(BadParameter, match=r"holds positions of another run \(seed\)"):
        write_positions(GAME, tmp_path, DataPlan(50, seed=1))
    with pytest.raises(BadParameter, match=r"another run \(game"):
        write_positions("mnk", tmp_path, DataPlan(50))
    with pytest.raises(BadParameter, match="holds 50 positions, more than 40"):
        write_positions(GAME, tmp_path, DataPlan(40))
    (tmp_path / "positions-00000.npz").write_bytes(b"no shard")
    with pytest.raises(CounterplayError, match="is no shard of positions"):
        read_positions(tmp_path)
    with pytest.raises(BadParameter, match=r"there is no manifest\.json"):
        read_positions(tmp_path / "elsewhere")


def test_the_command(tmp_path: Path) -> None:
    """Would catch an option that does not reach the plan, or bad input that ends in a traceback."""

    def run(*words: str) -> tuple[int, str]:
        result = CliRunner().invoke(commands, ["data", *words])
        return result.exit_code, result.output

    out = str(tmp_path / "data")
    code, said = run(GAME, "--positions", "300", "--nodes", "20", "--seed", "3", "--out", out)
    assert code == 0 and "300 positions of connect_four" in said
    found = read_positions(out)
    assert len(found) == 300 and (found.best == found.action).mean() < 1.0
    manifest = json.loads((tmp_path / "data" / "manifest.json").read_text())
    assert (manifest["nodes"], manifest["play"], manifest["seed"]) == (20, "search", 3)
    for words, says in (
        ((GAME, "--out", out), "another run"),
        ((GAME, "--positions", "0", "--out", out), "0 is not in the range"),
        ((GAME, "--play", "search", "--out", str(tmp_path / "b")), "needs --nodes"),
        (("no_such_game", "--out", out), "no game"),
        ((GAME,), "--out"),
    ):
        code, said = run(*words)
        assert code == 2 and says in said and "Traceback" not in said, words
