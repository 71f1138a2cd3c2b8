"""The commands that measure Monte Carlo search: they play, keep what was played, and refuse what makes no sense."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench import default_search, mcts_techniques
from bench.resumable import MISUSED
from counterplay import make_game

SMALL = "connect_four:width=4,height=4"


def test_what_a_technique_is_worth(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Would catch games that are played again by the same command, not kept, or counted for the wrong side."""
    kept = tmp_path / "scores.json"
    asked = [SMALL, "--techniques", "decisive=yes", "--seconds", "0.001", "--games", "2", "--file", str(kept)]
    assert mcts_techniques.main(asked) == 0
    scores = json.loads(kept.read_text(encoding="utf-8"))["games"]
    assert [len(games) for games in scores.values()] == [2]
    first = capsys.readouterr().out
    assert f"| {SMALL} | decisive=yes | +" in first
    assert mcts_techniques.main(asked) == 0
    assert capsys.readouterr().out == first
    assert mcts_techniques.main([*asked[:-4], "--seconds", "5", "--file", str(kept)]) == MISUSED
    assert "other --seconds" in capsys.readouterr().err


def test_a_better_side_wins() -> None:
    """Would catch a score that is given to the other side: one with a tree of one node takes the first column always."""
    game = make_game("connect_four")
    scores = [mcts_techniques.play(game, number, {}, {"capacity": 1}, 0.005, 100) for number in range(4)]
    assert scores == [1.0] * 4


def test_what_a_game_gives_nothing_to_work_on() -> None:
    """Would catch a row of two sides that are alike."""
    nim, hexes = make_game("nim"), make_game("hex")
    assert not mcts_techniques.has_use(nim, "decisive_playouts=yes,rave=yes") and mcts_techniques.has_use(nim, "rave=yes")
    useless = [technique for technique in mcts_techniques.TECHNIQUES if not mcts_techniques.has_use(hexes, technique)]
    assert useless == ["heavy_playouts=yes"]


def test_which_search_is_the_strongest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Would catch a match that is not stored, not resumed, or a table without a verdict."""
    asked = ["nim:heaps=1-2-3", "--games", "2", "--seconds", "0.02", "--db", str(tmp_path / "games.db")]
    assert default_search.main(asked) == 0
    first = capsys.readouterr().out
    assert "| nim:heaps=1-2-3 | +" in first and "| undecided |" in first
    assert default_search.main(asked) == 0
    again = capsys.readouterr().out
    assert "going on after 2 of 2 games" in again and again.splitlines()[-1] == first.splitlines()[-1]
    assert default_search.main(["no_such_game", *asked[1:]]) == MISUSED
