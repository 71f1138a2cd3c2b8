"""The ladder: which rungs a game has, and that it is played, rated and resumed like any contest."""

from __future__ import annotations

import sqlite3
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner

from counterplay import make_agent, make_game
from counterplay.arena.playing.game_schedule import ladder
from counterplay.arena.playing.ladder import ADDED, label_of, rungs
from counterplay.cli.main import commands
from counterplay.core import BadParameter
from counterplay.search.engine.driver import ENHANCEMENTS
from counterplay.search.mcts.mcts_options import PLAIN


def test_each_rung_adds_one_thing() -> None:
    """Catches a rung that adds nothing, or two enhancements at once, and an enhancement that has no rung."""
    steps = rungs(make_game("chess"), nodes=100)
    engines = [make_agent(rung.agent) for rung in steps if rung.agent.startswith("engine")]
    sets = [set(agent.options["only"]) for agent in engines]  # type: ignore[attr-defined]
    assert sets[0] == set()
    assert all(len(more - less) == 1 and less < more for less, more in pairwise(sets))
    assert set(ADDED) == set(ENHANCEMENTS) - {"tapered"}


@pytest.mark.parametrize(
    ("name", "without"),
    [("connect_four", "quiescence"), ("othello", "candidates"), ("othello", "null_move"), ("checkers", "threats")],
)
def test_rungs_that_a_game_gives_nothing_to_work_on_are_left_out(name: str, without: str) -> None:
    """Catches a rung that would be the same player as the one below."""
    assert f"+ {without}" not in [rung.label for rung in rungs(make_game(name), nodes=100)]


def test_monte_carlo_rungs() -> None:
    """Catches a technique that has no rung, and a rung that is the same player as the one below."""
    agents = [make_agent(rung.agent) for rung in rungs(make_game("connect_four"), seconds=0.1) if "mcts" in rung.agent]
    plain, *steps, last = [agent.options for agent in agents]  # type: ignore[attr-defined]
    assert plain == {"plain": True} and last == {}
    for less, more in pairwise([plain, *steps]):
        assert len(more) == len(less) + 1 and less.items() <= more.items()
    numbers = {"exploration", "rave_visits", "first_play_below", "prior_visits"}  # of techniques that have a rung
    assert set(steps[-1]) == set(PLAIN) - numbers - {"heavy_playouts"} | {"plain", "threads"}
    assert "+ heavy playouts" in [rung.label for rung in rungs(make_game("go"), seconds=0.1)]
    labels = [rung.label for rung in rungs(make_game("pig"), seconds=0.1)]
    assert "+ RAVE" in labels and "+ decisive playouts" not in labels


def test_every_kind_of_game_has_a_ladder() -> None:
    """Catches a game with dice or three players whose rungs cannot play it."""
    for name in ("backgammon", "pig", "mnk:players=3", "kalah"):
        game = make_game(name)
        for rung in rungs(game, seconds=0.1):
            make_agent(rung.agent).refuse(game)  # type: ignore[attr-defined]
            assert label_of(rung.agent, game) == rung.label
    with pytest.raises(BadParameter, match="one player"):
        rungs(make_game("2048"), nodes=100)
    with pytest.raises(BadParameter, match="one of them"):
        rungs(make_game("othello"))
    with pytest.raises(BadParameter, match="nothing to search"):
        rungs(make_game("othello"), nodes=0)


def test_neighbours_meet() -> None:
    """Catches a rung that nobody plays."""
    assert ladder(4) == [(0, 1), (1, 2), (2, 3)]


@pytest.mark.slow
def test_the_command(tmp_path: Path) -> None:
    """Catches a ladder that is not played, not stored, not resumed, or whose table lacks a rung."""
    run = CliRunner().invoke
    db = ["--db", str(tmp_path / "games.db")]
    done = run(commands, ["ladder", "pig:target=10", "--nodes", "50", "--games", "2", "--seed", "3", *db])
    assert done.exit_code == 0, done.stderr
    for label in ("expectiminimax", "Star1", "Star2"):
        assert label in done.stdout
    with sqlite3.connect(db[1]) as connection:  # as if it had been killed before the last game
        connection.execute("DELETE FROM contest_games WHERE number = 4")
        connection.execute("UPDATE contests SET finished = NULL")
    again = run(commands, ["ladder", "--resume", "1", *db])
    assert again.exit_code == 0 and again.stdout == done.stdout
    other = run(commands, ["tournament", "--resume", "1", *db])
    assert other.exit_code == 2
    for words in (["ladder"], ["ladder", "nim", "kalah"], ["ladder", "nim", "--nodes", "5", "--seconds", "1"]):
        assert run(commands, words).exit_code == 2
