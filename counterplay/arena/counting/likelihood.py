"""How well a true expected score explains the scores that were seen: the one calculation behind intervals and SPRT.

The scores of rounds are taken as drawn from an unknown distribution over their possible values (five for a pair of games:
0, 1/4, 1/2, 3/4, 1, hence "pentanomial"). The likelihood of an expected score s is that of the most likely
distribution whose mean is s. Nothing is assumed about draws, or about how the games of a pair depend on each other.

A. B. Owen, "Empirical likelihood ratio confidence intervals for a single functional", Biometrika 75 (1988).
M. Van den Bergh, "A practical introduction to the GSPRT" (2019): the same estimate, for engine tests.
"""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[np.float64]]

UNSEEN = 1e-3  # weight of a possible score that never occurred, so that it stays possible (Van den Bergh)
ITERATIONS = 60  # halvings of the interval that holds the multiplier: to the last bit of a double


def log_likelihood(counts: Array, values: Array, mean: Array | float) -> Array:
    """Log likelihood of an expected score, up to a constant of the counts.

    counts: shape (..., k), how often each value occurred. values: shape (k,), ascending, from 0 to 1.
    mean: shape (...), strictly between 0 and 1.

    The maximum of sum n_i log p_i with sum p_i x_i = s is p_i = n_i / (n (1 + t (x_i - s))), where t is the root of
    sum n_i (x_i - s) / (1 + t (x_i - s)), which falls with t.
    """
    weights = np.maximum(np.asarray(counts, np.float64), UNSEEN)
    weights = weights / weights.sum(-1, keepdims=True)
    distance = values - np.asarray(mean, np.float64)[..., None]
    low = -1.0 / distance[..., -1]  # all p_i stay positive between these two
    high = -1.0 / distance[..., 0]
    low, high = np.broadcast_arrays(low, high)
    low, high = np.broadcast_to(low, weights.shape[:-1]).copy(), np.broadcast_to(high, weights.shape[:-1]).copy()
    for _ in range(ITERATIONS):
        middle = (low + high) / 2
        slope = (weights * distance / (1.0 + middle[..., None] * distance)).sum(-1)
        low = np.where(slope > 0, middle, low)
        high = np.where(slope > 0, high, middle)
    spread = 1.0 + ((low + high) / 2)[..., None] * distance
    total = np.asarray(counts, np.float64).sum(-1)
    result: Array = -total * (weights * np.log(np.maximum(spread, 1e-300))).sum(-1)
    return result


def evidence(counts: Array, values: Array, mean: Array | float) -> Array:
    """Twice the log likelihood that the expected score falls behind the observed one: about chi-squared with 1 degree."""
    result: Array = np.maximum(0.0, -2.0 * log_likelihood(counts, values, mean))
    return result
