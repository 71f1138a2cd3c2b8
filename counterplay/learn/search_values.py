"""What positions are fitted to: how their games ended and, for a share of it, what the searches that played them said.

A result is one word on a whole game; a search has one on each position, from a few plies further on (A. Samuel, "Some Studies
in Machine Learning Using the Game of Checkers", 1959; J. Veness, D. Silver, W. Uther and A. Blair, "Bootstrapping from Game
Tree Search", 2009). What it says is an estimate in the game's own unit; how likely a win that makes, results tell.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from counterplay.core import BadParameter
from counterplay.learn import logistic
from counterplay.learn.logistic import Floats
from counterplay.learn.quiet_positions import NEAREST_TO_CERTAIN, Estimator

CERTAIN = 7.0  # the logarithm of the odds, 1100 to 1, at which what a search says counts as proven


class Aims(NamedTuple):
    """What the positions should have been foretold as."""

    chances: Floats  # of each position, shape (positions,): the first player's chance to win, from 0 to 1
    facts: dict[str, Any]  # what is told of the searches; empty where their share is 0


def aims_of(estimator: Estimator, known: np.ndarray[Any, np.dtype[np.bool_]], share: float) -> Aims:
    """Results with this share of what searches said; positions of which no search said anything have their results alone."""
    positions = estimator.positions
    if share == 0.0:
        return Aims(positions.results, {})
    said = ~np.isnan(positions.values)
    values = np.where(said, positions.values, 0.0)
    proven = np.abs(values) >= estimator.bound * (1.0 - NEAREST_TO_CERTAIN)
    open_ones = said & known & ~proven
    if not open_ones.any():
        raise BadParameter("nothing can be learned from searches: none of them said anything of a quiet position")
    x = estimator.unsquashed(values)
    scale = logistic.fit_scale(x[open_ones], positions.results[open_ones])
    odds = np.where(proven, CERTAIN * np.sign(values), np.clip(scale * x, -CERTAIN, CERTAIN))
    mixed = (1.0 - share) * positions.results + share * logistic.chance(odds)
    held_out = said & ~known
    facts = {
        "share": share,
        "positions": int(said.sum()),
        "scale": scale,
        "loss": round(logistic.loss(odds[held_out], positions.results[held_out]), 5) if held_out.any() else None,
    }
    return Aims(np.where(said, mixed, positions.results), facts)
