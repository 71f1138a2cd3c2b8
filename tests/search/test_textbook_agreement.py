"""The textbook forms agree with each other and with a plain recursion, on random trees and small games."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from textbook_helpers import (
    EXACT,
    GEARS,
    PLAIN,
    answer,
    check_variation,
    root_values,
    values_below,
)

from counterplay.core import (
    Bound,
    Limit,
    Position,
    Report,
)
from counterplay.games.catalogue import make_game
from counterplay.lessons import TreeGame, random_chance_tree, random_tree
from counterplay.search import search_position
from counterplay.search.search_control import MAX_PLY, as_record, new_control
from counterplay.search.textbook.alpha_beta import alpha_beta, alpha_beta_hard
from counterplay.search.textbook.negamax_alpha_beta import negamax_alpha_beta


@given(seed=st.integers(0, 10**6), b=st.integers(2, 5), d=st.integers(2, 6), movers=st.sampled_from([(0, 1), (1, 0, 0)]))
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
def test_random_trees(seed: int, b: int, d: int, movers: tuple[int, ...]) -> None:
    """Any form, in either gear, that gives another value than minimax or an action that does not attain it."""
    game = TreeGame(random_tree(seed, b, d), movers, players=2)
    truth = root_values(game, game.initial())
    best = max(truth.values())
    first = next(a for a, v in truth.items() if v == best)
    for algorithm in EXACT:
        for interpreted in GEARS if b**d <= 250 else (False,):
            report = answer(game, algorithm, interpreted)
            assert (report.value.score, report.action) == (best, first), algorithm
            check_lines(report, truth, exact=algorithm in PLAIN)
            check_variation(game, report, MAX_PLY)
    ordered = answer(game, "negamax_alpha_beta", ordered=True)
    assert ordered.value.score == best
    assert truth[ordered.action] == best


def check_lines(report: Report, truth: dict[int, float], exact: bool) -> None:
    """One line an action, best first; an inexact value is a true bound."""
    assert {line.action for line in report.lines} == set(truth)
    assert report.lines[0].action == report.action
    assert [x.value.score for x in report.lines] == sorted((x.value.score for x in report.lines), reverse=True)
    for line in report.lines:
        if exact or line.value.bound == Bound.EXACT:
            assert line.value.score == pytest.approx(truth[line.action])
        else:
            assert line.value.bound == Bound.UPPER
            assert truth[line.action] <= line.value.score <= report.value.score


@given(seed=st.integers(0, 10**6), depth=st.integers(1, 4))
@settings(max_examples=15, deadline=None)
def test_limited_depth(seed: int, depth: int) -> None:
    """A horizon that is one ply off, an estimate for the wrong player, or a result wrongly called proven."""
    game = TreeGame(random_tree(seed, 3, 4), (1, 0, 0), players=2)
    truth = root_values(game, game.initial(), depth)
    for algorithm in EXACT:
        for interpreted in GEARS:
            report = answer(game, algorithm, interpreted, depth)
            assert report.value.score == pytest.approx(max(truth.values()))
            assert truth[report.action] == pytest.approx(max(truth.values()))
            assert report.value.proven == (depth == 4)
            assert (report.depth, report.selective_depth) == (depth, depth)
            check_variation(game, report, depth)


@given(seed=st.integers(0, 10**6), depth=st.sampled_from([2, 3, MAX_PLY]))
@settings(max_examples=25, deadline=None)
def test_random_trees_with_chance(seed: int, depth: int) -> None:
    """Averages that lose an outcome, or a chance outcome that does not count as a ply."""
    for players, algorithms in ((2, ("expectiminimax", "max_n")), (1, ("expectimax", "max_n"))):
        movers = (0, 1) if players == 2 else (0,)
        game = TreeGame(random_chance_tree(seed, 3, 5), movers)
        if not game.chance:
            continue
        truth = root_values(game, game.initial(), depth)
        for algorithm in algorithms:
            both = [answer(game, algorithm, interpreted, depth) for interpreted in GEARS]
            assert both[0].value == both[1].value
            assert both[0].variation == both[1].variation
            assert both[0].value.score == pytest.approx(max(truth.values()))
            assert truth[both[0].action] == pytest.approx(max(truth.values()))


@given(seed=st.integers(0, 10**6))
@settings(max_examples=15, deadline=None)
def test_random_tuples(seed: int) -> None:
    """max_n on three players, not zero-sum: every player's part must be the one of backward induction."""
    draw = np.random.default_rng(seed)

    def grow(depth: int) -> Any:
        return tuple(int(u) for u in draw.integers(0, 5, 3)) if depth == 0 else [grow(depth - 1) for _ in range(3)]

    game = TreeGame(grow(4), (0, 1, 2))
    for interpreted in GEARS:
        assert answer(game, "max_n", interpreted).value.per_player == values_below(game, game.initial(), 9)


SMALL_GAMES = [  # specification, plies to play at random first, forms that are compiled for it besides alpha_beta and max_n
    ("mnk", 3, ("expectiminimax",)),
    ("connect_four:width=4,height=4", 8, ("minimax", "minimax_value")),
    ("nim", 5, ("alpha_beta_hard",)),
    ("kalah:pits=3,seeds=2", 4, ("negamax", "negamax_alpha_beta")),
]


@pytest.mark.parametrize(("spec", "plies", "compiled"), SMALL_GAMES)
def test_small_games(spec: str, plies: int, compiled: tuple[str, ...]) -> None:
    """Forms that differ on real games, among them one with extra turns (kalah)."""
    game = make_game(spec)
    native = ("alpha_beta", "max_n", *compiled)
    draw = np.random.default_rng(7)
    tried = 0
    while tried < 4:
        position = Position(game)
        for _ in range(plies):
            if position.choices:
                position = position.play(int(draw.choice(position.choices)))
        if position.outcome() is not None:
            continue
        tried += 1
        for depth, algorithms in ((3, EXACT), (7, native)):
            limit = Limit(depth=depth)
            reports = [search_position(game, position, limit, name, interpreted=name not in native) for name in algorithms]
            fast = reports[algorithms.index("alpha_beta")]
            slow = search_position(game, position, limit, "alpha_beta", interpreted=True)
            assert (slow.value, slow.nodes) == (fast.value, fast.nodes)
            for report in reports:
                assert report.value.score == pytest.approx(reports[0].value.score, abs=1e-12)
                assert report.action == reports[0].action
                assert report.action in position.choices


# --- a window, soft and hard ---


@given(seed=st.integers(0, 10**6), low=st.integers(-8, 6), width=st.integers(1, 6))
@settings(max_examples=30, deadline=None)
def test_windows(seed: int, low: int, width: int) -> None:
    """Fail-soft must bound the true value outside the window; fail-hard must stay inside it."""
    game = TreeGame(random_tree(seed, 3, 4))
    s, truth = game.initial(), values_below(game, game.initial(), 9)[0]
    alpha, beta = float(low), float(low + width)
    control = as_record(new_control(Limit()))
    soft = alpha_beta(game, s, 9, 0, 0, alpha, beta, control, None, None)
    hard = alpha_beta_hard(game, s, 9, 0, 0, alpha, beta, control, None, None)
    turned = negamax_alpha_beta(game, s, 9, 0, alpha, beta, None, control, None, None)
    assert hard == min(max(truth, alpha), beta)
    for value in (soft, turned):
        assert value == truth if alpha < truth < beta else truth <= value <= alpha if truth <= alpha else beta <= value <= truth
