"""Intervals and tests keep what they promise, on results whose truth is known."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterplay.arena.counting import sign_flips
from counterplay.arena.counting.likelihood import evidence, log_likelihood
from counterplay.arena.counting.match_statistics import (
    PAIR_SCORES,
    Standing,
    elo,
    percent,
    score_interval,
    signed,
    student_95,
    tally,
)
from counterplay.arena.counting.sign_flips import tail_of_equals
from counterplay.arena.counting.sprt import Sprt, expected_score
from counterplay.core import BadParameter
from tests.arena.simulated import pairs_with_elo

VALUES = np.array(PAIR_SCORES)
MATCHES = 1000
# Of 1,000 matches, 95 % intervals miss 50 +- 6.9; three such deviations are allowed, and the seeds are fixed.
LEAST, MOST = 0.95 - 3 * math.sqrt(0.95 * 0.05 / MATCHES), 0.95 + 3 * math.sqrt(0.95 * 0.05 / MATCHES)


def standing_of(counts: tuple[int, ...]) -> Standing:
    rounds = sum(counts)
    return Standing(
        games=2 * rounds, points=2 * float(np.dot(counts, VALUES)), rounds=rounds, counts=counts, values=PAIR_SCORES
    )


@pytest.mark.parametrize(
    ("true", "draws", "bias", "pairs"),
    [(0, 0.3, 0, 20), (0, 0.0, 0, 20), (50, 0.4, 120, 50), (-30, 0.7, 30, 200), (200, 0.3, 50, 50), (400, 0.1, 0, 50)],
)
def test_intervals_cover_the_truth(true: float, draws: float, bias: float, pairs: int) -> None:
    """Would catch intervals that are too narrow or too wide: over 1,000 simulated matches, 95 % must hold the true Elo."""
    truth = pairs_with_elo(true, draws, bias)
    drawn = np.random.default_rng(pairs).multinomial(pairs, truth, size=MATCHES).astype(float)
    # An interval holds the truth exactly where the evidence against the truth stays below the interval's threshold.
    held = evidence(drawn, VALUES, np.full(MATCHES, expected_score(true))) <= student_95(pairs - 1) ** 2
    assert LEAST <= held.mean() <= MOST
    for counts in drawn[:40]:
        low, high = standing_of(tuple(map(int, counts))).interval
        inside = evidence(counts, VALUES, expected_score(true)) <= student_95(pairs - 1) ** 2
        assert (low - 0.01 <= true <= high + 0.01) or not inside


@pytest.mark.parametrize("pairs", [1, 2, 3, 5, 8, 20, 50])
@pytest.mark.parametrize(("draws", "bias"), [(0.0, 0.0), (0.3, 120.0), (0.7, 30.0)])
def test_equals_are_seldom_called_stronger(pairs: int, draws: float, bias: float) -> None:
    """Would catch a confidence that claims too much: equals reached 95 % in 12 % of all matches of five pairs."""
    drawn = np.random.default_rng(pairs).multinomial(pairs, pairs_with_elo(0, draws, bias), size=MATCHES)
    found = np.array([standing_of(tuple(map(int, counts))).superiority for counts in drawn])
    for claim in (0.9, 0.95, 0.99):
        spare = 3 * math.sqrt(claim * (1 - claim) / MATCHES)
        assert (found >= claim).mean() <= 1 - claim + spare and (found <= 1 - claim).mean() <= 1 - claim + spare


def test_the_stronger_one_is_found() -> None:
    """Would catch a confidence that is honest because it never claims anything."""
    drawn = np.random.default_rng(1).multinomial(50, pairs_with_elo(120, 0.3, 50), size=200)
    assert np.mean([standing_of(tuple(map(int, counts))).superiority >= 0.95 for counts in drawn]) > 0.95
    assert standing_of((0, 0, 0, 0, 5)).superiority == pytest.approx(1 - 1 / 32)
    assert standing_of((0, 0, 0, 0, 4)).superiority == pytest.approx(1 - 1 / 16)


@given(st.lists(st.sampled_from([0, 1 / 24, 1 / 6, 1 / 4, 1 / 3, 1 / 2, 3 / 4, 23 / 24, 1]), min_size=1, max_size=9))
def test_every_exchange_is_counted(rounds: list[float]) -> None:
    """Would catch a slip in the counting: all 2^n ways to exchange the two, one by one, in games for two players and more."""
    leads = [round(24 * (score - 0.5)) for score in rounds]
    sums = [sum(lead * sign for lead, sign in zip(leads, signs, strict=True)) for signs in product((1, -1), repeat=len(leads))]
    expected = float(np.mean([total >= abs(sum(leads)) for total in sums]))
    values, counts = tally(rounds)
    assert tail_of_equals(counts, values) == pytest.approx(expected, abs=1e-9)


def test_long_matches_agree_with_short_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch a jump where the counting ends and the normal distribution begins."""
    counts = (900, 2000, 3000, 2100, 950)
    exact = tail_of_equals(counts, PAIR_SCORES)
    monkeypatch.setattr(sign_flips, "MOST_STEPS", 0)
    assert tail_of_equals(counts, PAIR_SCORES) == pytest.approx(exact, abs=2e-3)
    assert (percent(0.99996), percent(0.95), percent(0.0)) == (">99.9 %", "95.0 %", "<0.1 %")


@pytest.mark.slow
@pytest.mark.parametrize(("elo0", "elo1"), [(0.0, 40.0), (-20.0, 20.0)])
def test_sprt_keeps_its_error_rates(elo0: float, elo1: float) -> None:
    """Would catch a test that accepts the wrong hypothesis more often than alpha and beta say, looked at after every pair."""
    sprt = Sprt(elo0, elo1)
    for truth, wrong in ((elo0, "H1"), (elo1, "H0")):
        verdicts = simulate(sprt, pairs_with_elo(truth, 0.4, 80), np.random.default_rng(7))
        rate = float(np.mean([verdict == wrong for verdict in verdicts]))
        assert "" not in verdicts
        assert rate <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / MATCHES)


def simulate(sprt: Sprt, truth: np.ndarray, dice: np.random.Generator) -> list[str]:
    """The verdicts of 1,000 matches."""
    counts = np.zeros((MATCHES, len(VALUES)))
    verdicts = [""] * MATCHES
    running = np.arange(MATCHES)
    lower, upper = sprt.bounds
    for _ in range(5000):
        counts[running, dice.choice(len(VALUES), p=truth, size=len(running))] += 1
        ratios = sprt.ratio(counts[running], VALUES)
        for i in np.flatnonzero((ratios <= lower) | (ratios >= upper)):
            verdicts[running[i]] = sprt.verdict(float(ratios[i]))
        running = running[(ratios > lower) & (ratios < upper)]
        if not len(running):
            break
    return verdicts


@given(st.lists(st.integers(1, 60), min_size=5, max_size=5), st.floats(0.15, 0.85))
def test_likelihood_is_the_constrained_maximum(counts: list[int], mean: float) -> None:
    """Would catch a wrong multiplier: a general optimiser, given the same constraint, finds the same likelihood."""
    from scipy.optimize import minimize  # sixty megabytes that every test process would load when it collects the tests

    n = np.array(counts, float)

    def negative(logits: np.ndarray) -> float:
        p = np.exp(logits - logits.max())
        return float(-(n @ np.log(p / p.sum())))

    def constraint(logits: np.ndarray) -> float:
        p = np.exp(logits - logits.max())
        return float(p @ VALUES / p.sum() - mean)

    found = minimize(
        negative, np.log(n), constraints={"type": "eq", "fun": constraint}, method="SLSQP", options={"maxiter": 500}
    )
    if found.success:
        free = float(n @ np.log(n / n.sum()))
        assert float(log_likelihood(n, VALUES, mean)) == pytest.approx(-found.fun - free, abs=1e-2)


def test_student_quantiles() -> None:
    """Would catch a slip in the expansion of Student's quantile: SciPy's values."""
    from scipy.stats import t as student  # as large

    for freedom in (3, 5, 9, 19, 99):
        assert student_95(freedom) == pytest.approx(student.ppf(0.975, freedom), rel=2e-3)


@settings(max_examples=30)
@given(st.lists(st.integers(0, 50), min_size=5, max_size=5))
def test_interval_and_superiority_are_consistent(counts: list[int]) -> None:
    """Would catch an interval without its estimate, a chance on the wrong side, or another result from B's point of view."""
    here, mirrored = standing_of(tuple(counts)), standing_of(tuple(counts[::-1]))
    low, high = here.interval
    assert low <= here.elo <= high
    assert 0 <= here.superiority <= 1
    assert (here.superiority > 0.5) == (here.elo > 1e-9) or here.superiority == pytest.approx(0.5, abs=1e-6)
    assert here.superiority == pytest.approx(1 - mirrored.superiority, abs=1e-6)
    assert low == pytest.approx(-mirrored.interval[1], abs=1e-3)


def test_one_sided_results_have_open_intervals() -> None:
    """Would catch a finite or empty interval where one side has won everything, or anything known after one round."""
    assert standing_of((0, 0, 0, 0, 10)).interval[0] == pytest.approx(elo(math.exp(-(student_95(9) ** 2) / 20)), abs=1)
    assert standing_of((0, 0, 0, 0, 10)).interval[1] == math.inf
    assert standing_of((10, 0, 0, 0, 0)).interval[0] == -math.inf
    assert score_interval((0, 0, 1, 0, 0), PAIR_SCORES) == (0.0, 1.0)
    assert standing_of((0, 0, 0, 0, 0)).superiority == 0.5
    assert standing_of((0, 0, 0, 0, 10)).superiority > 0.999
    assert (signed(math.inf), signed(-math.inf), signed(12.4)) == ("+inf", "-inf", "+12")


def test_scores_of_other_rounds_are_kept() -> None:
    """Would catch rounds of games for three players pressed into the five scores of a pair."""
    values, counts = tally([1 / 3, 1 / 3, 1.0])
    assert values == (0.0, 0.25, round(1 / 3, 9), 0.5, 0.75, 1.0)
    assert counts == (0, 0, 2, 0, 0, 1)


def test_elo_and_score_are_inverse() -> None:
    """Would catch another scale: 400 points are odds of ten to one."""
    assert expected_score(400) == pytest.approx(10 / 11)
    assert elo(expected_score(-123.4)) == pytest.approx(-123.4)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("elo0=10,elo1=0", "elo0 below elo1"),
        ("elo0=0,elo1=nan", "elo0 below elo1"),
        ("elo2=1", "no parameter"),
        ("elo0", "no parameter"),
        ("elo0=x", "must be a number"),
        ("alpha=0.7", "between 0 and 0.5"),
        ("elo0=0,elo0=1", "no parameter"),
    ],
)
def test_bad_tests_are_refused(text: str, words: str) -> None:
    """Would catch a test that silently means something else."""
    with pytest.raises(BadParameter, match=words):
        Sprt.parse(text)


def test_sprt_bounds_and_text() -> None:
    """Would catch exchanged errors: Wald's bounds for 5 % each are -2.944 and 2.944."""
    assert Sprt.parse("elo0=0,elo1=5").bounds == pytest.approx((-2.944, 2.944), abs=1e-3)
    assert Sprt.parse(str(Sprt(1, 2, 0.01, 0.1))) == Sprt(1, 2, 0.01, 0.1)
