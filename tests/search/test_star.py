"""Star1 and Star2 against plain expectiminimax: same value, an action that attains it, fewer nodes."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from positions import random_positions, reference_values
from search_toys import CHANCE_TREES, chance_state, dice_state

from counterplay.core import Bound, Game, Limit, Report
from counterplay.games.catalogue import make_game
from counterplay.gears.gear_choice import interpreting
from counterplay.search import Search, search_position
from counterplay.search.chance.star import WHOLE, Tools, star_value
from counterplay.search.search_control import as_record

STARS = ("star1", "star2")
TOLERANCE = 1e-9
GAMES = [  # plies before, depths, positions
    ("pig:target=10", 30, (3, 5, 7), 45),
    ("backgammon", 40, (2, 3), 16),
    ("mnk", 5, (4, 9), 40),  # a game without chance
]


def assert_agrees(report: Report, values: dict[int, float], about: Any) -> None:
    best = max(values.values())
    assert report.value.score == pytest.approx(best, abs=TOLERANCE), about
    assert values[report.action] == pytest.approx(best, abs=TOLERANCE), (about, report, values)


@pytest.mark.parametrize("algorithm", STARS)
@settings(max_examples=120)
@given(
    seed=st.integers(0, 10**6),
    b=st.integers(2, 4),
    d=st.integers(1, 6),
    movers=st.sampled_from([(0, 1), (0, 0, 1), (0,), (0, 1, 1)]),
    depth=st.integers(1, 7),
)
def test_random_trees(algorithm: str, seed: int, b: int, d: int, movers: tuple[int, ...], depth: int) -> None:
    """A cut at a chance node that was not sound, or a bound that rounding passed off as a better value."""
    state = chance_state(seed, b, d, movers)
    if CHANCE_TREES.terminal(state):
        return
    values = reference_values(CHANCE_TREES, state, depth)
    assert values is not None
    report = search_position(CHANCE_TREES, state, Limit(depth=depth), algorithm)
    assert_agrees(report, values, (seed, b, d, movers, depth))
    assert report.value.bound == Bound.EXACT
    assert report.completed
    assert report.value.proven or report.depth == depth


@pytest.mark.parametrize("algorithm", STARS)
def test_dice_at_every_turn(algorithm: str) -> None:
    """A cut at a chance node below MIN, where both bounds of the window count, or a probe that bounds the wrong side."""
    for seed in range(200):
        state = dice_state(seed, 3, 4 + seed % 4, ((0, 1), (0, 1, 1, 0), (0, 1, 1))[seed % 3])
        values = reference_values(CHANCE_TREES, state)
        assert values is not None
        assert_agrees(search_position(CHANCE_TREES, state, Limit(depth=8), algorithm), values, seed)


@pytest.mark.parametrize(("spec", "plies", "depths", "count"), GAMES)
def test_random_positions(spec: str, plies: int, depths: tuple[int, ...], count: int) -> None:
    """A wrong cut where dice have many outcomes, or where a turn is several actions."""
    game = make_game(spec)
    for i, position in enumerate(random_positions(game, 3, count, 0, plies)):
        depth = depths[i % len(depths)]
        values = reference_values(game, position.state, depth)
        if values is None:
            continue
        for algorithm in STARS:
            report = search_position(game, position, Limit(depth=depth), algorithm)
            if report.depth == depth:
                assert_agrees(report, values, (spec, game.dump(position.state), depth, algorithm))


def test_cuts_save_nodes() -> None:
    """Cuts that never happen: Star1 must look at less than expectiminimax, Star2 at less than Star1."""
    game = make_game("backgammon")
    total = dict.fromkeys(("expectiminimax", *STARS), 0)
    for position in random_positions(game, 5, 4, 10, 30):
        for algorithm in total:
            total[algorithm] += search_position(game, position, Limit(depth=5), algorithm).nodes
    assert total["star2"] < total["star1"] < total["expectiminimax"]


@pytest.mark.parametrize("algorithm", STARS)
def test_several_lines(algorithm: str) -> None:
    """Lines that are not the best actions, or whose values are only bounds."""
    for seed in range(25):
        state = chance_state(seed, 4, 5)
        if CHANCE_TREES.terminal(state):
            continue
        values = reference_values(CHANCE_TREES, state)
        assert values is not None
        report = search_position(CHANCE_TREES, state, Limit(), algorithm, lines=3)
        assert len(report.lines) == min(3, len(values))
        assert len({line.action for line in report.lines}) == len(report.lines)
        expected = sorted(values.values(), reverse=True)[:3]
        assert [line.value.score for line in report.lines] == pytest.approx(expected, abs=TOLERANCE)
        for line in report.lines:
            assert values[line.action] == pytest.approx(line.value.score, abs=TOLERANCE)


@pytest.mark.parametrize("algorithm", STARS)
@pytest.mark.parametrize("limit", [Limit(nodes=1), Limit(nodes=50), Limit(seconds=0.001)])
def test_stopped_at_once(algorithm: str, limit: Limit) -> None:
    """No action, or an illegal one, where there was no time to search."""
    game = make_game("backgammon")
    for position in random_positions(game, 9, 5, 0, 30):
        report = search_position(game, position, limit, algorithm)
        assert report.action in position.choices


def test_both_gears() -> None:
    """Native code that differs from the text it was compiled from."""
    game: Game = make_game("pig:target=10")
    for position in random_positions(game, 4, 20, 0, 20):
        found = []
        for gear in (contextlib.nullcontext(), interpreting()):
            task = Search(position, Limit(), "star2").task
            with gear:
                tools = Tools(task, probes=1)
            record, ply, start, depth = as_record(task.control), 0, 0, 4
            value = star_value(tools.walk, tools.work, record, depth, ply, start, -0.2, 0.3, WHOLE)
            found.append((float(value), task.control.tolist()))
        assert found[0] == found[1]
