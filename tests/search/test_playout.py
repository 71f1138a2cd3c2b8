"""Random playouts and the kernel of Monte Carlo search: alike in both gears, fair, and within their arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from counterplay import CHANCE, Limit, Position, make_game
from counterplay.search import search
from counterplay.search.control import new_control
from counterplay.search.mcts import ROOT, SIZE, Session, grow
from counterplay.search.playout import new_dice, play_random_games, playouts

GAMES = ["connect_four:width=4,height=4", "nim:heaps=1-2-3", "kalah:pits=3,seeds=2", "pig:target=10", "hex:size=3"]


def first_decision(game: Any) -> Any:
    position = Position(game)
    while position.player == CHANCE:
        position = position.play(position.choices[0])
    return position


@pytest.mark.parametrize("name", GAMES)
def test_playouts_are_the_same_in_both_gears(name: str) -> None:
    """Would catch a random choice that depends on the gear: the same seed must give the same games."""
    game = make_game(name)
    native, plain = new_dice(game, 5), new_dice(game, 5)
    control = np.zeros(1, np.int64)
    assert playouts.compiled(game, game.initial(), 20, native, control) == playouts.interpreted(
        game, game.initial(), 20, plain, control
    )
    assert list(native.totals) == list(plain.totals)
    assert native.rng[0] == plain.rng[0]


def test_random_games_of_connect_four() -> None:
    """Would catch a biased choice: the first player wins 55.6 % of random games, 0.26 % are drawn, over 21.3 plies."""
    game = make_game("connect_four")
    (first, second), plies = play_random_games(game, game.initial(), 200_000, 3)
    assert first == -second
    assert first == pytest.approx(0.112, abs=0.01)
    assert plies / 200_000 == pytest.approx(21.3, abs=0.05)


@pytest.mark.parametrize("priors", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_trees_are_the_same_in_both_gears(name: str, priors: bool) -> None:
    """Would catch a kernel whose native form selects, expands, proves or counts differently."""
    game = make_game(name)
    state = first_decision(game).state
    trees = []
    for run in (grow.compiled, grow.interpreted):
        session = Session(game, 2000, seed=9)
        session.begin(state)
        session.work.settings[:] = 1.4, float(priors)
        session.work.playout_plies = 1000
        run(game, state, 60, session.tree, session.work, new_control(Limit()))
        trees.append(session.tree)
    size = int(trees[0].used[SIZE])
    assert size == trees[1].used[SIZE]
    assert size > 3
    for field in ("visits", "total", "prior", "action", "first", "count", "mover", "proven"):
        assert list(trees[0].nodes[field][:size]) == list(trees[1].nodes[field][:size]), field


def test_a_full_tree_goes_on_with_playouts() -> None:
    """Would catch a write past the last node: where there is no room for children, the leaf is played out instead."""
    game = make_game("connect_four")
    session = Session(game, 20)
    session.begin(game.initial())
    tree = session.tree
    session.work.settings[:] = 1.4, 0.0
    session.work.playout_plies = 100
    assert grow(game, game.initial(), 500, tree, session.work, new_control(Limit())) == 500
    assert tree.used[SIZE] == 15
    assert tree.nodes[ROOT].visits == 500


def test_lines_are_ranked() -> None:
    """Would catch candidate lines in the wrong order: a proven win first, then the most visited, a proven loss last."""
    game = make_game("connect_four")
    position = Position.load(game, "414243")  # the first player wins by playing column 4
    report = search(game, position, Limit(playouts=500), "mcts", lines=7)
    assert game.action_name(position.state, report.action) == "4"
    assert report.value.proven
    assert report.value.score == 1.0
    position = Position.load(game, "41424")  # the second player must play column 4
    report = search(game, position, Limit(playouts=3000), "mcts", lines=7)
    assert game.action_name(position.state, report.action) == "4"
    assert len(report.lines) == 7
    proven_losses = [line.value.proven and line.value.score == -1.0 for line in report.lines]
    assert proven_losses == [False] + [True] * 6
    assert [len(line.variation) >= 1 for line in report.lines] == [True] * 7
