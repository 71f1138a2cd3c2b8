"""The long run of attacks, at a size that takes a moment: each part attacks, judges, stops cleanly and goes on."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path
from typing import ClassVar

import pytest

from bench import torture, torture_solve
from bench.torture import Ground, Outcome, main
from bench.torture_caches import DAMAGES, damaged
from bench.torture_disks import COMMANDS, CONDITIONS, Disks
from bench.torture_ground import Ended
from bench.torture_studio import Player
from bench.torture_whole import half_written

pytestmark = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes are looked up in /proc")


class Scripted:
    """A part whose attacks are made up: two for each seed, all held, but for what happens at some of them."""

    happenings: ClassVar[dict[int, str | BaseException]] = {}
    seeds: ClassVar[list[int]] = []

    def __init__(self, ground: Ground) -> None:
        self.seeds.clear()

    def size(self, seed: int) -> int:
        return 2

    def attack(self, seed: int) -> Outcome:
        self.seeds.append(seed)
        happening = self.happenings.get(seed)
        if isinstance(happening, BaseException):
            raise happening
        return Outcome(2, [happening] if happening else [])

    def close(self) -> None:
        pass


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> type[Scripted]:
    monkeypatch.setattr(torture, "PARTS", {"match": Scripted})
    monkeypatch.setattr(Scripted, "happenings", {})
    return Scripted


def run(file: Path, *more: str) -> int:
    return main(["--file", str(file), "--seed", "5", "--jobs", "1", *more])


def test_a_stopped_run_goes_on(scripted: type[Scripted], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A Ctrl-C that loses what was found, or lets the next run begin anew."""
    file = tmp_path / "run.json"
    scripted.happenings[7] = KeyboardInterrupt()
    assert run(file, "--kills", "8") == 130
    assert json.loads(file.read_text())["attacks"] == {"match": 4}
    scripted.happenings.clear()
    assert run(file, "--kills", "8") == 0
    assert scripted.seeds == [7, 8]
    told = capsys.readouterr().out
    assert "going on after 4 attacks" in told and told.splitlines()[-2].split() == ["match", "8", "8", "0"]


def test_what_is_lost_is_told(scripted: type[Scripted], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A run that ends well although something did not hold, or does not say how to see it again."""
    scripted.happenings[6] = "a game is gone"
    assert run(tmp_path / "run.json", "--kills", "6") == 1
    told = capsys.readouterr().out
    assert "match 6: a game is gone" in told and "python -m bench.torture --case 'match 6'" in told
    assert main(["--case", "match 6"]) == 1 and main(["--case", "match 5"]) == 0


@pytest.mark.parametrize("words", [["--only", "nonsense"], ["--case", "nonsense 1"], ["--case", "match one"]])
def test_what_does_not_exist_is_refused(scripted: type[Scripted], words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """A traceback, or a run of everything, where a name is misspelt."""
    assert main(words) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_every_damage_damages(tmp_path: Path) -> None:
    """A damage that leaves the file as it was, so that an attack is none."""
    for number, name in enumerate(DAMAGES):
        folder = tmp_path / str(number)
        folder.mkdir()
        files = [folder / f"{letter}.native" for letter in "abc"]
        for file in files:
            file.write_bytes(file.name.encode() * 5000)
        before = [(f.read_bytes(), f.stat().st_mode) for f in files], folder.stat().st_mode
        DAMAGES[name](files[0], random.Random(1), files)
        after = [(f.read_bytes() if f.is_file() and f.stat().st_mode & 0o400 else None) for f in files]
        folder_mode = folder.stat().st_mode
        modes = [f.lstat().st_mode if f.is_symlink() or f.exists() else 0 for f in files]
        assert ([*zip(after, modes, strict=True)], folder_mode) != before, name
        folder.chmod(0o700)
    assert damaged(tmp_path / "0", random.Random(2))


def test_judges_are_not_blind(tmp_path: Path) -> None:
    """A judge who lets a signal, a traceback, half a file or a lost move pass."""
    for ended in (Ended(("x",), -11, "", ""), Ended(("x",), 70, "", ""), Ended(("x",), 0, "", "Traceback (most recent")):
        outcome = Outcome(1)
        ended.judge(outcome, (0, 2))
        assert outcome.lost, ended
    for name in ("a.native", "b.npy", "c.db", "d.html", "e.json", "f.py"):
        (tmp_path / name).write_text("<html> half of (")
    assert len(half_written(tmp_path)) == 6


def test_a_lost_move_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player who does not compare what is kept with what was acknowledged."""
    player = Player(random.Random(1), {"g": [1, 2, 3]})
    for kept, right in (([1, 2, 3], True), ([1, 2, 3, 4], True), ([1, 2], False), ([1, 9, 3], False), ([1, 2, 3, 4, 5], False)):
        monkeypatch.setattr("bench.torture_studio.call", lambda *_, kept=kept: {"moves": [{"action": a} for a in kept]})
        outcome = Outcome(1)
        player.look("", outcome)
        assert bool(outcome.lost) != right, kept


@pytest.mark.slow
@pytest.mark.parametrize(
    "words", ["caches --caches 1 --seed 17", "match --kills 1", "solve --kills 1", "studio --kills 1", "store --kills 1"]
)
def test_a_few_attacks_hold(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A part that no longer runs, or something of counterplay that no longer holds."""
    monkeypatch.setattr(torture_solve, "SOLVE", ("solve", "connect_four:width=5,height=5", "--memory", "4"))  # half a second
    monkeypatch.setattr(torture_solve, "LONGEST", 1.0)
    assert main(["--only", *words.split(), "--file", str(tmp_path / "run.json")]) == 0, capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize("name", ["match", "new", "studio"])
@pytest.mark.parametrize("wrong", ["a full disk", "a read-only disk", "no home"])
def test_a_few_bad_disks(name: str, wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that a bad disk brings to a traceback, a signal or half a file."""
    monkeypatch.setattr(Disks, "_warm_up", lambda self: None)  # nothing of these is compiled
    seed = list(CONDITIONS).index(wrong) * len(COMMANDS) + list(COMMANDS).index(name)
    assert Disks(Ground(tmp_path)).attack(seed).lost == []
    assert os.listdir(tmp_path) == ["bad_disk"]
