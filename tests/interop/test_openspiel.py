"""Our games in OpenSpiel, OpenSpiel's games here: each side's own checks and algorithms run on the other's games."""

from __future__ import annotations

import pickle
import random

import numpy as np
import pytest

from counterplay import Limit, Position, check_game, make_agent, make_game, search_position
from counterplay.arena import play_match
from counterplay.core import CHANCE, CounterplayError
from counterplay.gears.gear_choice import interpreting
from counterplay.interop import as_openspiel
from tests.interop.test_environments import KINDS

pyspiel = pytest.importorskip("pyspiel")


@pytest.mark.parametrize("name", [*KINDS, "go:size=5"])
def test_openspiel_accepts_our_game(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch legal actions, returns, chance events, copies or observations that break OpenSpiel's contract."""
    monkeypatch.setattr("counterplay.interop.action_space.SAMPLED_SLOWLY", 100)
    random.seed(1)
    with interpreting():
        pyspiel.random_sim_test(as_openspiel(name), num_sims=1, serialize=False, verbose=False)


def test_openspiels_algorithms_solve_our_game() -> None:
    """Would catch a game that OpenSpiel runs, but whose values are another game's."""
    from open_spiel.python.algorithms import mcts, minimax

    game = as_openspiel("mnk")
    state = game.new_initial_state()
    for action in (0, 3, 1, 4):  # x has two in a row and is to move
        state.apply_action(action)
    value, best = minimax.alpha_beta_search(game, state)
    assert (value, best) == (1.0, 2)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 1.4, 60, evaluator, random_state=np.random.RandomState(1))
    assert bot.step(state) == 2
    assert as_openspiel("mnk").get_type().short_name == game.get_type().short_name
    assert state.action_to_string(2) == make_game("mnk").action_name(make_game("mnk").initial(), 2)


def test_a_game_of_openspiel_is_searched() -> None:
    """Would catch values for the wrong player, and moves that OpenSpiel does not have."""
    theirs, ours = make_game("openspiel:tic_tac_toe"), make_game("mnk")
    for played in ([], [0, 3, 1], [4, 0], [0, 1, 3]):
        text = " ".join(map(str, played)) or "-"
        mine = Position(ours).play_all(played)
        report = search_position(theirs, theirs.load(text), Limit(depth=9), "alpha_beta")
        assert report.value.score == search_position(ours, mine, Limit(depth=9)).value.score
    assert theirs.spec == "openspiel:tic_tac_toe" and make_game(theirs.spec).title_text == theirs.title_text
    again = pickle.loads(pickle.dumps((theirs, theirs.load("0 4"))))
    assert again[0].spec == theirs.spec and again[1] == theirs.load("0 4")


def test_agents_play_games_of_openspiel() -> None:
    """Would catch a game with chance, or with parameters, that no agent can play."""
    game = make_game("openspiel:pig(winscore=10)")
    position, agent = Position(game), make_agent("mcts:playouts=20", seed=1)
    rng = random.Random(1)
    while position.outcome() is None:
        position = position.play(rng.choice(position.choices) if position.player < 0 else agent.choose(position))
    assert play_match("openspiel:tic_tac_toe", "minimax:depth=2", "random", games=2, seed=1).standing().games == 2


def test_it_keeps_the_contract() -> None:
    """Would catch states that change, keys that differ for equal states, notation that does not come back."""
    report = check_game(make_game("openspiel:tic_tac_toe"), playouts=2)
    assert not report.findings, [finding.message for finding in report.findings]


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("openspiel:kuhn_poker", "hidden information"),
        ("openspiel:goofspiel", "simultaneous moves"),
        ("openspiel:stones_and_gems", "draws its chance events itself"),
        ("openspiel:morpion_solitaire", "cannot copy its states"),
        ("openspiel:chesss", "it has chess"),
        ("openspiel:", "followed by the name"),
        ("openspiel:hex(board_size=3", "OpenSpiel cannot load"),
    ],
)
def test_what_cannot_be_a_game_is_said(spec: str, says: str) -> None:
    """Would catch a traceback of C++ where a sentence belongs."""
    with pytest.raises(CounterplayError, match=says):
        make_game(spec).initial()


@pytest.mark.parametrize(
    "name",
    ["2048", "breakthrough", "catch", "clobber", "connect_four(rows=5,columns=5)", "einstein_wurfelt_nicht",
     "hex(board_size=4)", "maedn", "mancala", "nim", "othello", "oware", "pentago", "pig", "quoridor(board_size=5)",
     "y(board_size=5)"],
)  # fmt: skip
def test_a_game_of_openspiel_is_the_same_here(name: str) -> None:
    """Would catch a turn, an action, a probability or a return that the way here changes, or a lost position."""
    rng, ours, theirs = random.Random(1), make_game(f"openspiel:{name}"), pyspiel.load_game(name).new_initial_state()
    position = Position(ours)
    while not theirs.is_terminal() and position.ply < 150:
        if theirs.is_chance_node():
            assert position.player == CHANCE
            assert dict(ours.outcomes(position.state)) == pytest.approx(dict(theirs.chance_outcomes()))
        else:
            assert position.player == theirs.current_player() and list(position.choices) == theirs.legal_actions()
        action = rng.choice(position.choices)
        position = position.play(action)
        theirs.apply_action(action)
    if theirs.is_terminal():
        outcome = position.outcome()
        assert outcome is not None and list(outcome.utilities) == theirs.returns()
    assert ours.load(ours.dump(position.state)) == position.state


def test_a_bad_position_is_said() -> None:
    """Would catch an illegal move that OpenSpiel would end the process for."""
    with pytest.raises(CounterplayError, match="'0' is no action after '0'"):
        make_game("openspiel:tic_tac_toe").load("0 0")
