"""Decision processes: exact probabilities known from elsewhere, three iterations that agree, discounts, refusals."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from positions import random_positions, reference_value, reference_values
from search_toys import CHANCE_TREES, SMALL_TREES, chance_state, tree_state

from counterplay.core import BadParameter, Game, MissingTrait
from counterplay.games.catalogue import make_game
from counterplay.games.dice.pig import State
from counterplay.gears.gear_choice import in_gear
from counterplay.search.decision_process import DecisionProcess, Model, list_states

# Optimal probability of ever making a tile from a random start, by an exhaustive expectimax that is not part of this program.
REACHED = [
    ("2048:width=2,height=2,goal=8", 1.0),
    ("2048:width=2,height=2,goal=16", 0.962511254),
    ("2048:width=2,height=2,goal=32", 0.082887289),
    ("2048:width=2,height=3,goal=64", 0.939263692),
]


@cache
def listed(spec: str) -> DecisionProcess:
    """The states of a small game, listed in plain Python: some thousands take less time than to compile for them."""
    with in_gear("interpreted"):
        return DecisionProcess(make_game(spec))


@pytest.mark.parametrize(("spec", "probability"), REACHED)
def test_2048_on_small_boards(spec: str, probability: float) -> None:
    """A transition left out, an outcome with the wrong probability, or a fixed point that is none."""
    process = listed(spec) if "height=2" in spec else DecisionProcess(make_game(spec))
    process.iterate_values()
    assert process.value(process.game.initial()) == pytest.approx(probability, abs=1e-9)


@pytest.mark.parametrize("discount", [1.0, 0.9])
@pytest.mark.parametrize("spec", ["pig:target=10", "2048:width=2,height=2,goal=16", "mnk"])
def test_three_iterations_agree(spec: str, discount: float) -> None:
    """Policy iteration that stops early or runs in circles; Q-iteration that discounts chance."""
    process = listed(spec)
    process.iterate_values(discount)
    values = process.values.copy()
    q = process.q_values(discount)
    assert process.iterate_policy(discount) < 100
    assert process.values == pytest.approx(values, abs=1e-9)
    assert process.iterate_q(discount) == pytest.approx(q, abs=1e-9)
    assert process.values == pytest.approx(values, abs=1e-9)
    policy = process.extract_policy(discount)
    process.evaluate_policy(policy, discount)
    assert process.values == pytest.approx(values, abs=1e-9)


def test_tic_tac_toe_has_5478_positions() -> None:
    """A state listed twice or not at all (the count is well known), or a value that is not minimax's."""
    game, process = make_game("mnk"), listed("mnk")
    assert len(process) == 5478
    process.iterate_values()
    assert process.value(game.initial()) == 0.0
    for position in random_positions(game, 1, 100, 1, 8):
        values = reference_values(game, position.state)
        assert values is not None
        sign = 1.0 if position.player == 0 else -1.0
        assert sign * process.value(position.state) == max(values.values())
        assert values[process.best_action(position.state)] == max(values.values())


@settings(max_examples=100)
@given(st.integers(0, 10**6), st.integers(1, 4), st.integers(1, 5), st.sampled_from([(0, 1), (0, 0, 1), (0,)]))
def test_random_trees(seed: int, b: int, d: int, movers: tuple[int, ...]) -> None:
    """A value that is not expectiminimax's."""
    state = chance_state(seed, b, d, movers)
    process = DecisionProcess(CHANCE_TREES, state)
    assert process.iterate_values() <= d + 2
    assert process.value(state) == pytest.approx(reference_value(CHANCE_TREES, state, 0), abs=1e-9)


def test_a_discount_counts_actions() -> None:
    """A discount applied twice, at chance nodes, or at the end."""
    state = tree_state([[[8]], [6], 4], (0,))  # three actions to 8, two to 6, one to 4
    process = DecisionProcess(SMALL_TREES, state)
    for discount, best in ((1.0, 0), (0.8, 0), (0.7, 1), (0.5, 2)):
        process.iterate_values(discount)
        expected = [8 * discount**3, 6 * discount**2, 4 * discount]
        assert process.value(state) == pytest.approx(max(expected))
        assert process.best_action(state, discount) == best == int(np.argmax(expected))


def test_a_policy_is_worth_no_more_than_the_best() -> None:
    """Evaluation that chooses anew instead of following the policy, and improvement that makes it worse."""
    process = listed("2048:width=2,height=2,goal=16")
    game = process.game
    process.iterate_values()
    best = process.value(game.initial())
    players = np.flatnonzero(process.model.player >= 0)
    first = np.full(len(process), -1, np.int64)
    first[players] = process.model.first[players]  # always the first action
    process.evaluate_policy(first)
    worth = process.value(game.initial())
    assert worth < best
    for _ in range(20):
        first = process.improve_policy(first)
        process.evaluate_policy(first)
        assert process.value(game.initial()) >= worth - 1e-9
        worth = process.value(game.initial())
    assert worth == pytest.approx(best, abs=1e-9)


def test_iterations_do_not_depend_on_what_was_there() -> None:
    """A fixed point found from the values of another discount or policy."""
    process = listed("pig:target=10")
    process.iterate_values()
    expected = process.values.copy()
    for disturb in (lambda: process.iterate_values(0.5), lambda: process.values.fill(0.7)):
        disturb()
        process.iterate_values()
        assert process.values == pytest.approx(expected, abs=1e-9)


def test_both_gears() -> None:
    """Native code that lists other states than the text it was compiled from."""
    game = make_game("pig:target=10")
    found = []
    for run in (list_states.compiled, list_states.interpreted):
        control = np.zeros(2, np.int64)
        found.append(Model(*run(game, game.initial(), 10**6, control)))
    for one, other in zip(*found, strict=True):
        assert np.array_equal(one, other)


class Bargain(Game):
    """Two players who do not play for the same sum."""

    zero_sum = False


class Secret(Game):
    """Something is hidden."""

    players = 1
    hidden = True


@pytest.mark.parametrize(
    ("game", "error", "said"),
    [
        (make_game("mnk:players=3"), MissingTrait, "it takes at most 2 players, and this game has 3; mcts works"),
        (Bargain(), MissingTrait, "cannot solve Bargain: two players must be zero-sum; max_n works"),
        (Secret(), MissingTrait, "cannot search Secret: it needs perfect information"),
    ],
)
def test_refused_games(game: Game, error: type[Exception], said: str) -> None:
    """A kind of game whose values would mean nothing, or a refusal that does not say what would work."""
    with pytest.raises(error) as caught:
        DecisionProcess(game)
    assert said in str(caught.value)


def test_too_many_states() -> None:
    """Memory filled instead of a sentence."""
    with pytest.raises(BadParameter, match="Pig has more than 100 states; give a smaller game or a larger most_states"):
        DecisionProcess(make_game("pig:target=10"), most_states=100)


def test_bad_questions() -> None:
    """A state that is not among those listed, one where nobody decides, a discount without meaning."""
    game = make_game("pig:target=10")
    process = DecisionProcess(game, State(5, 5, 0, 0, False))
    with pytest.raises(BadParameter, match="cannot be reached from the first state"):
        process.value(State(0, 0, 0, 0, False))
    for nobody in (State(5, 5, 0, 0, True), State(5, 10, 0, 0, False)):
        with pytest.raises(BadParameter, match="nobody chooses in"):
            process.best_action(nobody)
    iterations: list[Any] = [process.iterate_values, process.iterate_policy, process.iterate_q]
    for iterate in iterations:
        for discount in (0.0, -1.0, 1.5, float("nan")):
            with pytest.raises(BadParameter, match="a discount lies above 0 and at most at 1"):
                iterate(discount)
