"""Max^n with cuts against max^n, and paranoid search against minimax and against a recursion of its own."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from positions import random_positions, reference_values
from search_toys import CHANCE_TREES, SMALL_TREES, THREE_PLAYER_TREES, chance_state, three_player_state, tree_state

from counterplay.core import CHANCE, Bound, Game, Limit
from counterplay.games.catalogue import make_game
from counterplay.lessons import random_tree
from counterplay.search import search_position

SEVERAL_PLAYERS = [  # plies before, depth
    ("mnk:players=3", 6, 5),
    ("mnk:width=4,height=4,line=3,players=4", 10, 4),
]


def assert_same_decision(game: Game, where: Any, limit: Limit) -> tuple[int, int]:
    """max_n_pruned decides as max_n; the nodes of both."""
    plain = search_position(game, where, limit, "max_n")
    pruned = search_position(game, where, limit, "max_n_pruned")
    assert pruned.action == plain.action
    assert pruned.value.per_player == pytest.approx(plain.value.per_player, abs=1e-9)
    assert pruned.value.score == pytest.approx(plain.value.score, abs=1e-9)
    assert pruned.value.proven == plain.value.proven
    return plain.nodes, pruned.nodes


@settings(max_examples=120)
@given(
    st.integers(0, 10**6),
    st.integers(1, 4),
    st.integers(1, 5),
    st.sampled_from([(0, 1, 2), (0, 0, 1, 2, 2), (0, 2, 1), (0, 1)]),
    st.integers(1, 6),
)
def test_pruned_max_n_on_random_trees(seed: int, b: int, d: int, movers: tuple[int, ...], depth: int) -> None:
    """A deep cut, which is not sound for three players, or a tie broken another way than max_n does."""
    assert_same_decision(THREE_PLAYER_TREES, three_player_state(seed, b, d, movers), Limit(depth=depth))


def test_pruned_max_n_cuts() -> None:
    """Cuts that never happen."""
    counts = [assert_same_decision(THREE_PLAYER_TREES, three_player_state(seed, 4, 6), Limit()) for seed in range(30)]
    assert sum(pruned for _, pruned in counts) < 0.9 * sum(plain for plain, _ in counts)


@pytest.mark.parametrize(("spec", "plies", "depth"), SEVERAL_PLAYERS)
def test_pruned_max_n_on_line_games(spec: str, plies: int, depth: int) -> None:
    """Estimates that do not add up to zero, from which the cuts would draw wrong conclusions."""
    game = make_game(spec)
    for position in random_positions(game, 1, 20, 0, plies):
        assert_same_decision(game, position, Limit(depth=depth))


@settings(max_examples=80)
@given(
    st.integers(0, 10**6),
    st.integers(1, 4),
    st.integers(1, 5),
    st.sampled_from([(0, 1), (0, 0, 1), (0, 1, 1)]),
    st.integers(1, 6),
)
def test_paranoid_for_two_is_minimax(seed: int, b: int, d: int, movers: tuple[int, ...], depth: int) -> None:
    """A window turned the wrong way, or a cut too many."""
    state = tree_state(random_tree(seed, b, d), movers)
    values = reference_values(SMALL_TREES, state, depth)
    assert values is not None
    report = search_position(SMALL_TREES, state, Limit(depth=depth), "paranoid")
    assert report.value.score == pytest.approx(max(values.values()))
    assert values[report.action] == pytest.approx(report.value.score)
    assert report.value.bound == Bound.EXACT


@settings(max_examples=60)
@given(st.integers(0, 10**6), st.integers(2, 3), st.integers(1, 5))
def test_paranoid_with_chance(seed: int, b: int, d: int) -> None:
    """A cut that reaches across a chance node."""
    state = chance_state(seed, b, d)
    if CHANCE_TREES.terminal(state):
        return
    values = reference_values(CHANCE_TREES, state)
    assert values is not None
    report = search_position(CHANCE_TREES, state, Limit(), "paranoid")
    assert report.value.score == pytest.approx(max(values.values()), abs=1e-9)
    assert values[report.action] == pytest.approx(report.value.score, abs=1e-9)


@settings(max_examples=60)
@given(st.integers(0, 10**6), st.integers(1, 3), st.integers(1, 5), st.sampled_from([(0, 1, 2), (1, 2, 0, 0)]))
def test_paranoid_for_three(seed: int, b: int, d: int, movers: tuple[int, ...]) -> None:
    """Somebody who maximises a part of its own instead of minimising the root player's."""
    state = three_player_state(seed, b, d, movers)
    me = movers[0]
    expected = {a: one_against_all(THREE_PLAYER_TREES, THREE_PLAYER_TREES.result(state, a), me) for a in choices(state)}
    report = search_position(THREE_PLAYER_TREES, state, Limit(), "paranoid")
    assert report.value.player == me
    assert report.value.score == pytest.approx(max(expected.values()))
    assert expected[report.action] == pytest.approx(report.value.score)


def choices(state: Any) -> list[int]:
    return THREE_PLAYER_TREES.choices(state)


def one_against_all(game: Game, s: Any, me: int) -> float:
    if game.terminal(s):
        return game.utility(s, me)
    children = [one_against_all(game, game.result(s, a), me) for a in game.choices(s)]
    assert game.player(s) != CHANCE
    return max(children) if game.player(s) == me else min(children)


@pytest.mark.parametrize("algorithm", ["max_n_pruned", "paranoid", "max_n"])
@pytest.mark.parametrize("limit", [Limit(nodes=1), Limit(nodes=20), Limit(seconds=0.001)])
def test_stopped_at_once(algorithm: str, limit: Limit) -> None:
    """No action, or an illegal one, where there was no time to search."""
    game = make_game("mnk:players=3")
    for position in random_positions(game, 2, 5, 0, 6):
        assert search_position(game, position, limit, algorithm).action in position.choices
