"""The commands that find published numbers again and ask agents about solved positions."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from bench import oracles, solved_play
from bench.oracles import Fact
from bench.resumable import MISUSED, WRONG
from bench.solved_play import Finding


def test_numbers_are_looked_for_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Would catch a row that a stopped run finds again, another number that passes for the published one, a mistyped name."""
    document = tmp_path / "RESULTS.md"
    document.write_text("# Results\n")
    looked: list[str] = []
    facts = [
        Fact("nim", "right", 3, lambda: looked.append("right") or 3),
        Fact("hus", "wrong", 4, lambda: looked.append("wrong") or 5),
    ]
    monkeypatch.setattr(oracles, "TABLE", replace(oracles.TABLE, document=document))
    monkeypatch.setattr(oracles, "FACTS", facts)
    assert oracles.main(["nim"]) == 0 and looked == ["right"]
    assert oracles.main([]) == WRONG and looked == ["right", "wrong"]
    assert "| hus: wrong | 4 | 5 | NO |" in document.read_text()
    assert oracles.main(["nims"]) == MISUSED and "there is no game 'nims'" in capsys.readouterr().err


def test_positions_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Would catch a run that forgets what an earlier one counted, counts seeds without a position, or passes over faults."""
    seeds: list[int] = []

    def odd(dice: random.Random) -> Finding | None:
        seeds.append(dice.getrandbits(32))
        return Finding(proven=len(seeds) != 2, right=True) if len(seeds) % 2 == 0 else None

    monkeypatch.setattr(solved_play, "POSITIONS", {"odd": odd})
    asked = ["odd", "--file", str(tmp_path / "tally.json"), "--positions"]
    assert solved_play.main([*asked, "2"]) == WRONG and len(seeds) == 4
    assert solved_play.main([*asked, "3"]) == WRONG and len(seeds) == len(set(seeds)) == 6
    assert capsys.readouterr().out.count("odd") == 2
    assert solved_play.main(["even"]) == MISUSED and "there is no part 'even'" in capsys.readouterr().err


@pytest.mark.parametrize("part", ["pylos", "pentominoes"])
def test_positions_of_a_part_are_found(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch a part that finds no position in random games."""
    monkeypatch.setattr(solved_play, "proof", lambda position, solved: Finding(position.outcome() is None, solved))
    found = [solved_play.POSITIONS[part](random.Random(seed)) for seed in range(3)]
    assert any(found) and all(finding is None or finding.proven for finding in found)
