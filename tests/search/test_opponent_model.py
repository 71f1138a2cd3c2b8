"""Search against a model of the opponent: foreseen probabilities, expected values, and what knowing the opponent is worth."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from positions import random_positions, reference_value, reference_values
from search_toys import SMALL_TREES, tree_state

from counterplay.core import CHANCE, BadParameter, Game, Limit, Position
from counterplay.games.catalogue import make_game
from counterplay.gears.entry.walk_kernel import walk_kernel
from counterplay.lessons import random_tree
from counterplay.search import search_position
from counterplay.search.opponent_model import OpponentModel, foresee, policies_of
from counterplay.search.search_control import as_record, new_control
from counterplay.search.textbook.textbook_form import form_walk


@walk_kernel
def foreseen(walk: Any, player: int, policies: Any, control: Any) -> int:
    """What `foresee` lists at ply 0."""
    return foresee(walk, player, 0, 0, policies, control)


WEAK = OpponentModel.mixture({"minimax:1": 0.8, "random": 0.2})


@pytest.mark.parametrize("spec", ["mnk", "connect_four:width=4,height=4", "mnk:players=3", "pig:target=10"])
def test_foreseen_probabilities(spec: str) -> None:
    """Probabilities that do not add up, or a policy's action that is not the one it would take."""
    game = make_game(spec)
    model = OpponentModel.mixture({"minimax:1": 0.5, "minimax:2": 0.3, "random": 0.2})
    for position in random_positions(game, 1, 40, 0, 6):
        walk = form_walk(game)
        walk.place(position.state)
        n = foreseen(walk, position.player, policies_of(model), as_record(new_control(Limit())))
        actions, chances = walk.moves[:n].tolist(), walk.ranks[:n]
        assert actions == position.choices
        assert chances.sum() == pytest.approx(1.0)
        assert chances.min() >= 0.2 / n - 1e-12
        if game.players == 2:
            best = search_position(game, position, Limit(depth=1), "expectiminimax").action
            assert chances[actions.index(best)] >= 0.5


@settings(max_examples=150)
@given(
    st.integers(0, 10**6),
    st.integers(1, 4),
    st.integers(1, 5),
    st.sampled_from([(0, 1), (0, 0, 1), (0, 1, 1)]),
    st.sampled_from([{"random": 1.0}, {"minimax:1": 0.8, "random": 0.2}, {"minimax:3": 0.5, "minimax:1": 0.5}]),
)
def test_expected_value(seed: int, b: int, d: int, movers: tuple[int, ...], parts: dict[str, float]) -> None:
    """A value that is not the average over what the opponent will do."""
    state = tree_state(random_tree(seed, b, d), movers)
    model = OpponentModel.mixture(parts)
    expected = {a: expectation(SMALL_TREES, SMALL_TREES.result(state, a), model) for a in SMALL_TREES.choices(state)}
    report = search_position(SMALL_TREES, state, Limit(), "opponent_model", model=model)
    assert report.value.score == pytest.approx(max(expected.values()))
    assert expected[report.action] == pytest.approx(report.value.score)
    for line in report.lines:
        assert line.value.score == pytest.approx(expected[line.action])


def expectation(game: Game, s: Any, model: OpponentModel) -> float:
    """The expected value for player 0, by a recursion of its own."""
    if game.terminal(s):
        return game.utility(s, 0)
    assert game.player(s) != CHANCE
    children = {a: expectation(game, game.result(s, a), model) for a in game.choices(s)}
    if game.player(s) == 0:
        return max(children.values())
    total = 0.0
    for weight, depth in zip(model.weights, model.depths, strict=True):
        if depth == 0:
            total += weight * sum(children.values()) / len(children)
        else:
            worths = {a: reference_value(game, game.result(s, a), 1, depth - 1) or 0.0 for a in children}
            total += weight * children[max(worths, key=worths.__getitem__)]
    return total


def test_a_perfect_opponent_is_minimax() -> None:
    """A model that plays perfectly must lead to the value of minimax."""
    game = make_game("mnk")
    for position in random_positions(game, 3, 60, 4, 8):
        values = reference_values(game, position.state)
        assert values is not None
        report = search_position(game, position, Limit(), "opponent_model", model=OpponentModel.mixture({"minimax:9": 1.0}))
        assert report.value.score == max(values.values())
        assert values[report.action] == report.value.score


@pytest.mark.slow
def test_knowing_a_weak_opponent_pays() -> None:
    """The claim of the lectures: against 80 % minimax of depth 1 and 20 % random actions, expectation beats caution.

    Both searches look four plies ahead, have the same opponents with the same dice, and play both sides.
    """
    game = make_game("connect_four:width=4,height=4")
    informed = [against_weak(game, me, seed, "opponent_model", model=WEAK) for seed in range(100) for me in (0, 1)]
    cautious = [against_weak(game, me, seed, "minimax_value") for seed in range(100) for me in (0, 1)]
    assert np.mean(informed) >= np.mean(cautious) + 0.05


def against_weak(game: Game, me: int, seed: int, algorithm: str, **options: Any) -> float:
    """The utility of a game against the opponent that WEAK describes."""
    draw = random.Random(seed)
    position = Position(game)
    while (outcome := position.outcome()) is None:
        if position.player == me:
            action = search_position(game, position.state, Limit(depth=4), algorithm, **options).action
        elif draw.random() < 0.8:
            action = search_position(game, position.state, Limit(depth=1), "minimax_value").action
        else:
            action = draw.choice(position.choices)
        position = position.play(action)
    return outcome.utilities[me]


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"alpha_beta:3": 1.0}, "'alpha_beta:3' is no policy; write random, or minimax:DEPTH"),
        ({"minimax:0": 1.0}, "'minimax:0' is no policy"),
        ({"minimax": 1.0}, "'minimax' is no policy"),
        ({"minimax:x": 1.0}, "'minimax:x' is no policy"),
        ({"minimax:²": 1.0}, "'minimax:²' is no policy"),
        ({"minimax:1000": 1.0}, "'minimax:1000' is no policy; write random, or minimax:DEPTH with a depth from 1 to 999"),
        ({"minimax:" + "9" * 30: 1.0}, "9' is no policy"),
        ({"minimax:" + "9" * 5000: 1.0}, "...' is no policy"),
        ({3: 1.0}, "'3' is no policy"),
        ({"minimax:1": 10**400}, "the weight of a policy must be a number, not 1000"),
        ({"minimax:1": "all"}, "the weight of a policy must be a number, not 'all'"),
        ({"random:2": 1.0}, "'random:2' is no policy"),
        ({"random": 0.7}, "must add up to 1, not 0.7"),
        ({"random": 1.5, "minimax:1": -0.5}, "must not be negative"),
        ({}, "must add up to 1, not 0"),
        ({"random": float("nan")}, "the weight of a policy must be a number, not nan"),
    ],
)
def test_bad_models(parts: dict[str, float], said: str) -> None:
    """A model that makes no sense accepted, or refused without saying what would."""
    with pytest.raises(BadParameter) as caught:
        OpponentModel.mixture(parts)
    assert said in str(caught.value)


def test_a_model_must_be_given() -> None:
    """A search that runs on without a model, or a traceback instead of a sentence."""
    for options in ({}, {"model": "random"}, {"model": {"random": 1.0}}):
        with pytest.raises(BadParameter, match="needs a model, such as model=OpponentModel"):
            search_position(make_game("mnk"), None, Limit(depth=2), "opponent_model", **options)
