"""The engine against plain minimax: same value, and an action that attains it, whichever enhancements are on."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from positions import random_positions, reference_value, reference_values
from search_toys import SMALL_TREES, WIN_LOSS_TREES, ListGame, tree_state, uneven_tree

from counterplay.core import Game, Limit, Report
from counterplay.games.catalogue import make_game
from counterplay.lessons import random_tree
from counterplay.search import search_position
from counterplay.search.engine.driver import ENHANCEMENTS, SOUND
from counterplay.search.engine.scores import ESTIMATE_STEPS

# Games whose tree can be searched to its end from a position after so many random plies at least, and at most.
TO_THE_END = [
    ("mnk", 1, 8),
    ("connect_four:width=4,height=4", 5, 15),
    ("nim", 4, 9),
    ("kalah:pits=3,seeds=2", 1, 20),  # extra turns
    ("othello:size=4", 3, 11),  # passes
    ("hex:size=3", 1, 8),
]
# Without the table, which remembers deeper searches, and all that looks deeper, less deep or at fewer actions.
SAME_DEPTH = ("aspiration", "pvs", "killers", "history", "countermove", "order")
DEPTH_LIMITED = [  # game, plies before, depth; shallow enough that no position comes back
    ("mnk", 5, 4),
    ("connect_four:width=4,height=4", 12, 5),
    ("nim", 6, 4),
    ("kalah:pits=3,seeds=2", 10, 5),
    ("othello:size=4", 8, 5),
    ("hex:size=3", 5, 4),
    ("checkers", 60, 3),
    ("nine_mens_morris", 60, 3),
]
POSITIONS = 200

EVERYTHING = tuple(name for name in ENHANCEMENTS if name != "tapered")
PAIRS = list(itertools.combinations(SOUND, 2))
COMBINATIONS = [
    (),
    SOUND,
    EVERYTHING,
    *[(one,) for one in SOUND],
    *[tuple(n for n in SOUND if n != one) for one in SOUND],
    *PAIRS,
    *[tuple(n for n in SOUND if n not in pair) for pair in PAIRS],
]


def rounding(game: Game) -> float:
    """How far an estimate may lie from the game's own; the value of a search to the end is exact."""
    return float(max(map(abs, game.utility_range))) / ESTIMATE_STEPS


def assert_attains(
    game: Game, state: Any, report: Report, values: dict[int, float], about: Any, tolerance: float = 0.0
) -> None:
    best = max(values.values())
    shown = f"{game.spec} '{game.dump(state)}' with {about}: {report.value}, action {report.action}; minimax says {values}"
    assert abs(report.value.score - best) <= tolerance, shown
    assert abs(values[report.action] - best) <= tolerance, shown
    assert report.variation[0] == report.action == report.lines[0].action, shown


@pytest.mark.slow
@pytest.mark.parametrize(("spec", "least", "most"), TO_THE_END)
def test_searched_to_the_end(spec: str, least: int, most: int) -> None:
    """An enhancement that changes a value: a cut too many, a table entry of another depth, a window turned the wrong way."""
    game = make_game(spec)
    combinations = itertools.cycle(random.Random(1).sample(COMBINATIONS, len(COMBINATIONS)))
    compared = 0
    for position in random_positions(game, 7, POSITIONS, least, most):
        values = reference_values(game, position.state)
        if values is None:
            continue
        only = next(combinations)
        # A table far smaller than the tree replaces entries all the time.
        report = search_position(game, position, Limit(), "engine", only=only, table_mb=0.02 if compared % 2 else 0.5)
        assert report.value.proven, (spec, game.dump(position.state), only)
        assert_attains(game, position.state, report, values, only)
        compared += 1
    assert compared > 0.9 * POSITIONS


@pytest.mark.slow
@pytest.mark.parametrize(("spec", "plies", "depth"), DEPTH_LIMITED)
def test_depth_limited(spec: str, plies: int, depth: int) -> None:
    """A horizon in the wrong place, an estimate from the wrong side, a value that depends on the order of actions."""
    game = make_game(spec)
    draw = random.Random(2)
    for position in random_positions(game, 8, POSITIONS // 5, 0, plies):
        values = reference_values(game, position.state, depth)
        if values is None:
            continue
        only = [name for name in SAME_DEPTH if draw.random() < 0.5]
        report = search_position(game, position.state, Limit(depth=depth), "engine", only=only, table_mb=0.02)
        if report.depth == depth:  # a win at a smaller depth ends the search
            assert_attains(game, position.state, report, values, only, rounding(game))
        else:
            assert report.value.score == max(values.values())


@settings(max_examples=150)
@given(
    st.integers(0, 10**6),
    st.integers(1, 4),
    st.integers(1, 5),
    st.sampled_from([(0, 1), (0, 0, 1), (0, 1, 1), (0, 1, 0, 0, 1)]),
    st.sampled_from([1, 3, 9]),
    st.sets(st.sampled_from(SOUND)),
)
def test_random_trees(seed: int, b: int, d: int, movers: tuple[int, ...], spread: int, only: set[str]) -> None:
    """A wrong value in trees with many equal leaves, many won games, single replies, or several actions in a row."""
    state = tree_state(random_tree(seed, b, d, -spread, spread), movers)
    values = reference_values(SMALL_TREES, state)
    assert values is not None
    for chosen in (sorted(only), EVERYTHING):
        report = search_position(SMALL_TREES, state, Limit(), "engine", only=chosen, table_mb=0.01)
        assert report.value.proven
        assert_attains(SMALL_TREES, state, report, values, chosen)


@settings(max_examples=60)
@given(
    st.integers(0, 10**6),
    st.integers(2, 4),
    st.integers(1, 4),
    st.sampled_from([(0, 1), (0, 0, 1)]),
    st.sampled_from([1, 9]),
)
def test_tapered_search_proves_nothing_false(seed: int, b: int, d: int, movers: tuple[int, ...], spread: int) -> None:
    """A loss called proven although the action that averts it was left out."""
    game = WIN_LOSS_TREES if spread == 1 else SMALL_TREES
    state = tree_state(random_tree(seed, b, d, -spread, spread), movers)
    report = search_position(game, state, Limit(depth=d + 1), "engine", tapered=True)
    assert abs(report.value.score) <= spread
    if report.value.proven:
        value = reference_value(game, state, 0)
        assert value is not None
        assert report.value.score == value


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.integers(2, 3), st.integers(1, 5))
def test_distance_to_the_end(seed: int, b: int, d: int) -> None:
    """A distance that is not the shortest of a win, or the longest of a loss."""
    state = tree_state(uneven_tree(seed, b, d))
    score, distance = shortest(WIN_LOSS_TREES, state)
    for only in ((), SOUND):
        report = search_position(WIN_LOSS_TREES, state, Limit(), "engine", only=only)
        assert report.value.score == score
        assert report.value.plies_to_end == (distance if score else None)


def shortest(game: Game, s: Any) -> tuple[float, int]:
    """Value for the player to move, and plies to the end if that is the soonest win or the latest loss."""
    player = game.player(s)
    if game.terminal(s):
        return float(game.utility(s, player)), 0
    found = []
    for a in game.choices(s):
        child = game.result(s, a)
        value, distance = shortest(game, child)
        found.append((value if game.player(child) == player else -value, distance + 1))
    return max(found, key=lambda pair: (pair[0], -pair[1] if pair[0] > 0 else pair[1]))


@pytest.mark.filterwarnings("ignore:ListGame")
def test_actions_may_be_any_numbers() -> None:
    """An action below zero, or beyond what a table entry holds, taken for "no action"."""
    for seed in range(3):
        tree = random_tree(seed, 3, 4)
        expected = search_position(ListGame(tree), None, Limit(), "minimax_value").value.score
        for first in (-1, -2, -3, 0, 2**24 - 2, 2**40, -(2**40)):
            report = search_position(ListGame(tree, first), None, Limit(), "engine")
            assert report.value.score == expected
            assert report.value.proven
