"""The sequential probability ratio test: a match stops as soon as it has shown enough.

A. Wald, "Sequential tests of statistical hypotheses", Annals of Mathematical Statistics 16 (1945), with the likelihoods of
`likelihood` for the unknown distribution of a round's score (the generalised test of X. Li, J. Liu and Z. Ying,
"Generalized sequential probability ratio test for separate families of hypotheses", Sequential Analysis 33 (2014)).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from counterplay.arena.counting.likelihood import Array, log_likelihood
from counterplay.core import BadParameter

MOST_ELO = 4000.0


def expected_score(elo: float) -> float:
    """What the stronger one scores per game: A. E. Elo, *The Rating of Chessplayers* (1978), in its logistic form."""
    return float(1.0 / (1.0 + 10.0 ** (-elo / 400.0)))


@dataclass(frozen=True)
class Sprt:
    """Is A stronger by elo1 (accept H1) or only by elo0 (accept H0)? alpha and beta bound the two errors."""

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not all(map(math.isfinite, (self.elo0, self.elo1))) or self.elo0 >= self.elo1:
            raise BadParameter(f"the test needs elo0 below elo1, not elo0={self.elo0:g} and elo1={self.elo1:g}")
        if max(abs(self.elo0), abs(self.elo1)) > MOST_ELO:
            raise BadParameter(f"elo0 and elo1 lie between -{MOST_ELO:g} and {MOST_ELO:g}; nobody is stronger by more")
        for name, error in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < error < 0.5:
                raise BadParameter(f"{name} is the rate of an error, between 0 and 0.5, not {error:g}")

    @classmethod
    def parse(cls, text: str) -> Sprt:
        """`elo0=0,elo1=10` with `alpha=` and `beta=` if wanted."""
        given: dict[str, Any] = {}
        for part in filter(None, (piece.strip() for piece in text.split(","))):
            key, equals, value = (piece.strip() for piece in part.partition("="))
            if not equals or key not in cls.__dataclass_fields__ or key in given:
                raise BadParameter(f"test '{text}': '{part}' is no parameter; write elo0=0,elo1=10,alpha=0.05,beta=0.05")
            try:
                given[key] = float(value)
            except ValueError:
                raise BadParameter(f"test '{text}': {key} must be a number, not '{value}'") from None
        return cls(**given)

    @property
    def bounds(self) -> tuple[float, float]:
        """The log likelihood ratios at which H0 and H1 are accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Array, values: Array) -> Array:
        """The log likelihood ratio of H1 to H0 for counts of shape (..., k) of the rounds' scores in `values`."""
        shape = np.asarray(counts).shape[:-1]
        ones = np.ones(shape)
        result: Array = log_likelihood(counts, values, expected_score(self.elo1) * ones) - log_likelihood(
            counts, values, expected_score(self.elo0) * ones
        )
        return result

    def verdict(self, ratio: float) -> str:
        """`H0`, `H1`, or nothing while it goes on."""
        lower, upper = self.bounds
        return "H0" if ratio <= lower else "H1" if ratio >= upper else ""

    def __str__(self) -> str:
        return f"elo0={self.elo0:g},elo1={self.elo1:g},alpha={self.alpha:g},beta={self.beta:g}"
