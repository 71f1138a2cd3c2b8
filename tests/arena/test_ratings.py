"""Ratings: the maximum of the Bradley-Terry likelihood, with intervals that hold the truth."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterplay.arena.counting.ratings import ELO, Meeting, bradley_terry, rate
from tests.arena.simulated import pairs_with_elo

SCORES = [0.0, 0.25, 0.5, 0.75, 1.0]


def spectral_strengths(wins: np.ndarray) -> np.ndarray:
    """The same maximum as choix finds it, by spectral ranking."""
    import choix  # loads SciPy, which every test process would wait for when it collects the tests

    return choix.ilsr_pairwise_dense(wins, tol=1e-11)


@settings(max_examples=40)
@given(st.lists(st.integers(1, 40), min_size=20, max_size=20))
def test_strengths_agree_with_choix(points: list[int]) -> None:
    """Would catch a fit that stops early or weighs games wrongly: choix finds the same maximum by spectral ranking."""
    wins = np.zeros((5, 5))
    wins[~np.eye(5, dtype=bool)] = np.array(points) / 2  # halves: draws count for both
    assert bradley_terry(wins) == pytest.approx(spectral_strengths(wins), abs=1e-6)


def test_gauntlet_agrees_with_choix() -> None:
    """Would catch a fit that needs everybody to have met everybody."""
    scores = {1: [0.5, 0.75, 1.0, 0.25], 2: [0.0, 0.25, 0.5, 0.5], 3: [1.0, 1.0, 0.75, 0.5]}
    ratings = rate(4, [Meeting(0, other, rounds) for other, rounds in scores.items()])
    wins = np.zeros((4, 4))
    for other, rounds in scores.items():
        wins[0, other], wins[other, 0] = 2 * sum(rounds), 2 * (len(rounds) - sum(rounds))
    expected = spectral_strengths(wins) * ELO
    assert {r.entrant: r.elo for r in ratings.table} == pytest.approx(dict(enumerate(expected)), abs=1e-3)
    assert not ratings.held


def test_intervals_hold_the_truth() -> None:
    """Would catch intervals that take draws for certainty or pairs for independent games: 95 % must hold the truth."""
    truth = np.array([0.0, 60.0, -40.0, 150.0])
    truth -= truth.mean()
    dice = np.random.default_rng(5)
    held, differences, tournaments = 0, 0, 400
    for _ in range(tournaments):
        meetings = []
        for a in range(4):
            for b in range(a + 1, 4):
                pairs = pairs_with_elo(truth[a] - truth[b], 0.5, 60)
                meetings.append(Meeting(a, b, list(dice.choice(SCORES, p=pairs, size=40))))
        ratings = rate(4, meetings)
        first = next(r for r in ratings.table if r.entrant == 0)
        held += first.interval[0] <= truth[0] <= first.interval[1]
        _, low, high = ratings.difference(3, 2)
        differences += low <= truth[3] - truth[2] <= high
    deviation = 3 * math.sqrt(0.95 * 0.05 / tournaments)
    assert abs(held / tournaments - 0.95) <= deviation
    assert abs(differences / tournaments - 0.95) <= deviation


def test_one_who_wins_everything_gets_a_finite_rating() -> None:
    """Would catch an endless or infinite fit where no maximum exists (Ford 1957), or one that is not said to be held."""
    ratings = rate(3, [Meeting(0, 1, [1.0] * 5), Meeting(0, 2, [1.0] * 5), Meeting(1, 2, [0.5] * 5)])
    assert ratings.held
    assert ratings.table[0].entrant == 0
    assert all(math.isfinite(r.elo) and 0 < r.margin < 1000 for r in ratings.table)


def test_nothing_played_yet() -> None:
    """Would catch a division by zero before the first round has ended."""
    ratings = rate(3, [Meeting(0, 1, []), Meeting(0, 2, []), Meeting(1, 2, [])])
    assert [r.elo for r in ratings.table] == pytest.approx([0, 0, 0])
    assert [r.games for r in ratings.table] == [0, 0, 0]


def test_rare_agreement_is_not_certainty() -> None:
    """Would catch a margin of zero where two rounds happened to end alike."""
    ratings = rate(2, [Meeting(0, 1, [0.5, 0.5])])
    assert ratings.table[0].margin > 50
