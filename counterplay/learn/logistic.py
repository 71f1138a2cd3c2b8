"""Logistic regression: which weights make the results of games likeliest, given what positions looked like.

Texel's method (P. Österlund, 2014): the chance to win is 1 / (1 + exp(-K x)), where x is the estimate before any squashing. K
is fitted first, at the weights there are, so that the unit of the estimate stays; then the weights. Near the weights w0 the
estimate is x0 + J (w - w0), so that the loss is convex and Newton's method finds its least value. Weights are drawn towards
where they began by a penalty (a ridge), as large as games that were not learned from ask for.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

Floats = np.ndarray[Any, np.dtype[Any]]

RIDGES = tuple(10.0**-k for k in range(9))  # from one that holds the weights to one that lets them go
NEWTON_STEPS = 50
ENOUGH = 1e-10  # of the loss: a step that gains less ends the search
HALVINGS = 40  # of a step that goes too far
SECTIONS = 200  # of the search for K


class Sample(NamedTuple):
    """Positions, and how their games ended for the first player: 1, 0.5 or 0, or how likely a win was."""

    estimates: Floats  # shape (positions,): x0
    slopes: Floats  # shape (positions, weights): J, by the weights in their own scales
    results: Floats  # shape (positions,)

    def at(self, change: Floats) -> Floats:
        """The estimates after a change of the weights."""
        moved: Floats = self.estimates + self.slopes @ change.astype(self.slopes.dtype)
        return moved

    def part(self, chosen: Floats) -> Sample:
        """Those that a mask chooses."""
        return Sample(self.estimates[chosen], self.slopes[chosen], self.results[chosen])


def losses(x: Floats, results: Floats) -> Floats:
    """The logarithmic loss of each position, where x is K times the estimate."""
    each: Floats = np.logaddexp(0.0, x) - results * x
    return each


def loss(x: Floats, results: Floats) -> float:
    """Its mean; log 2 = 0.693 is what knowing nothing costs."""
    return float(np.mean(losses(x, results)))


def chance(x: Floats) -> Floats:
    """The chance to win, where x is K times the estimate."""
    likely: Floats = 1.0 / (1.0 + np.exp(-np.clip(x, -500.0, 500.0)))
    return likely


def fit_scale(estimates: Floats, results: Floats) -> float:
    """The K of the least loss: the loss is convex in K, so that a section search finds it."""
    spread = float(np.sqrt(np.mean(estimates**2))) or 1.0
    low, high = np.log(1e-3 / spread), np.log(1e3 / spread)
    golden = (np.sqrt(5.0) - 1.0) / 2.0
    for _ in range(SECTIONS):
        one, two = high - golden * (high - low), low + golden * (high - low)
        if loss(np.exp(one) * estimates, results) < loss(np.exp(two) * estimates, results):
            high = two
        else:
            low = one
    return float(np.exp((low + high) / 2))


def fit(sample: Sample, scale: float, ridge: float, before: Floats, start: Floats) -> Floats:
    """The change of the weights with the least loss + ridge / 2 * (before + change)^2, searched from `start` on.

    before is how far the weights have already moved from where the penalty draws them to.
    """
    change = start.copy()
    x = scale * sample.at(change)
    value = loss(x, sample.results) + ridge / 2 * float(np.sum((before + change) ** 2))
    for _ in range(NEWTON_STEPS):
        likely, slopes = chance(x), sample.slopes
        gradient = scale * (slopes.T @ (likely - sample.results).astype(slopes.dtype)) / len(x) + ridge * (before + change)
        curved = slopes * np.sqrt(likely * (1.0 - likely))[:, None].astype(slopes.dtype)
        curvature = scale**2 * (curved.T @ curved).astype(np.float64) / len(x) + ridge * np.eye(len(change))
        step = np.linalg.solve(curvature, gradient.astype(np.float64))
        for _ in range(HALVINGS):
            x = scale * sample.at(change - step)
            smaller = loss(x, sample.results) + ridge / 2 * float(np.sum((before + change - step) ** 2))
            if smaller <= value:
                break
            step = step / 2
        else:
            return change
        change, gained, value = change - step, value - smaller, smaller
        if gained < ENOUGH:
            break
    return change


def choose_ridge(sample: Sample, games: Floats, folds: Floats, scale: float) -> float:
    """The ridge for a sample whose positions are of these games, by cross-validation.

    One fold after the other is left out, and foretold by weights that were fitted to the rest. Chosen is the largest ridge that
    does not foretell worse than the best one by more than a standard error: with a smaller one, weights may fit chance.
    """
    nothing = np.zeros(sample.slopes.shape[1])
    found = np.zeros((len(RIDGES), len(games)))
    for fold in np.unique(folds):
        left_out, change = folds == fold, nothing
        learned, other = sample.part(~left_out), sample.part(left_out)
        for place, ridge in enumerate(RIDGES):
            change = fit(learned, scale, ridge, nothing, change)
            found[place, left_out] = losses(scale * other.at(change), other.results)
    worse = found - found[np.argmin(found.mean(axis=1))]
    return next(r for r, more in zip(RIDGES, worse, strict=True) if more.mean() <= error_of_mean(more, games))


def error_of_mean(values: Floats, games: Floats) -> float:
    """The standard error of a mean over positions, those of one game together: they are not independent."""
    sums = np.bincount(games, values - values.mean())
    return float(np.sqrt(np.sum(sums**2)) / len(values))
