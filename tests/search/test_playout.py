"""Random playouts and the kernel of Monte Carlo search: alike in both gears, fair, and within their arrays."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest

from counterplay import CHANCE, Limit, Position, make_game
from counterplay.gears.compiler.raw_memory import address_of
from counterplay.gears.entry.walk import Walk
from counterplay.gears.gear_choice import interpreting
from counterplay.search import search_position
from counterplay.search.mcts.mcts_growth import grow
from counterplay.search.mcts.mcts_options import MctsOptions, techniques_for
from counterplay.search.mcts.mcts_session import Session
from counterplay.search.mcts.mcts_tree import ROOT, SIZE
from counterplay.search.playout import PLAYOUT_ENTRIES, new_dice, play_games, play_random_games
from counterplay.search.search_control import as_record, new_control

GAMES = ["connect_four:width=4,height=4", "nim", "kalah:pits=3,seeds=2", "pig:target=10", "hex:size=3"]


def first_decision(game: Any) -> Any:
    position = Position(game)
    while position.player == CHANCE:
        position = position.play(position.choices[0])
    return position


def grown(game: Any, state: Any, capacity: int, batch: int, options: MctsOptions, plain: bool = False) -> Session:
    """A tree after a batch of playouts, in the interpreted gear if it shall be plain."""
    with interpreting() if plain else contextlib.nullcontext():
        session = Session(game, capacity, seed=9)
        session.begin(state, techniques_for(game, options))
    assert session.walk.compiled is not plain
    control = new_control(Limit())
    session.work.stop_place = address_of(control)
    grow(session.walk, session.work, as_record(control), session.tree, batch)
    return session


@pytest.mark.parametrize("name", GAMES)
def test_playouts_are_the_same_in_both_gears(name: str) -> None:
    """Would catch a random choice that depends on the gear: the same seed must give the same games."""
    game = make_game(name)
    played = []
    for compiled in (True, False):
        walk = Walk(game, 1, PLAYOUT_ENTRIES, compiled)
        walk.place(game.initial())
        dice, control = new_dice(5), new_control(Limit())
        dice.stop_place = address_of(control)
        plies = int(play_games(walk, dice, 20, game.max_plies))
        played.append((plies, dice.utilities.tolist(), int(dice.rng[0])))
    assert played[0] == played[1]
    assert played[0][0] >= 20


def test_random_games_of_connect_four() -> None:
    """Would catch a biased choice: the first player wins 55.6 % of random games, 0.26 % are drawn, over 21.3 plies."""
    game = make_game("connect_four")
    (first, second), plies = play_random_games(game, game.initial(), 200_000, 3)
    assert first == -second
    assert first == pytest.approx(0.112, abs=0.01)
    assert plies / 200_000 == pytest.approx(21.3, abs=0.05)


TECHNIQUES = [
    MctsOptions(plain=True),
    MctsOptions(plain=True, priors=True),
    MctsOptions(plain=True, rave=True, first_play=True, decisive=True, decisive_playouts=True),
    MctsOptions(plain=True, implicit=0.3, widening=0.4, decisive=True, playout_plies=3),
]


@pytest.mark.parametrize("options", TECHNIQUES, ids=["uct", "puct", "rave", "implicit"])
@pytest.mark.parametrize("name", GAMES)
def test_trees_are_the_same_in_both_gears(name: str, options: MctsOptions) -> None:
    """Would catch a kernel whose native form selects, expands, proves, estimates or counts differently."""
    game = make_game(name)
    state = first_decision(game).state
    sessions = [grown(game, state, 2000, 60, options, plain) for plain in (False, True)]
    trees, more = [session.tree for session in sessions], [session.more for session in sessions]
    size = int(trees[0].used[SIZE])
    assert size == trees[1].used[SIZE]
    assert size > 3
    for field in ("visits", "total", "prior", "action", "first", "count", "mover", "proven"):
        assert list(trees[0].nodes[field][:size]) == list(trees[1].nodes[field][:size]), field
    assert more[0].amaf[:size].tolist() == more[1].amaf[:size].tolist()
    assert more[0].implicit[:size].tolist() == more[1].implicit[:size].tolist()


def test_a_full_tree_goes_on_with_playouts() -> None:
    """Would catch a write past the last node: where there is no room for children, the leaf is played out instead."""
    game = make_game("connect_four")
    tree = grown(game, game.initial(), 20, 500, MctsOptions(plain=True)).tree
    assert tree.used[SIZE] == 15
    assert tree.nodes[ROOT].visits == 500


def test_lines_are_ranked() -> None:
    """Would catch candidate lines in the wrong order: a proven win first, then the most visited, a proven loss last."""
    game = make_game("connect_four")
    position = Position.load(game, "414243")  # the first player wins by playing column 4
    report = search_position(game, position, Limit(playouts=500), "mcts", lines=7)
    assert game.action_name(position.state, report.action) == "4"
    assert report.value.proven
    assert report.value.score == 1.0
    position = Position.load(game, "41424")  # the second player must play column 4
    report = search_position(game, position, Limit(playouts=3000), "mcts", lines=7)
    assert game.action_name(position.state, report.action) == "4"
    assert len(report.lines) == 7
    proven_losses = [line.value.proven and line.value.score == -1.0 for line in report.lines]
    assert proven_losses == [False] + [True] * 6
    assert [len(line.variation) >= 1 for line in report.lines] == [True] * 7
