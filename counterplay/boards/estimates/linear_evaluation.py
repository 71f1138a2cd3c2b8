"""A weighted linear evaluation, E(s) = w1 f1(s) + ... + wn fn(s), whose features have names and whose weights can be shown.

A. Samuel, "Some Studies in Machine Learning Using the Game of Checkers" (1959); C. Shannon, "Programming a Computer for
Playing Chess" (1950); AIMA 4th ed., section 6.3.1. A game that inherits from `LinearEvaluation` says what its features are;
the weights are a parameter of the game, so that a game with other weights is simply another game. They are tunable, too: native
code reads them where they are, and `counterplay tune` learns them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

import numpy as np

from counterplay.boards.estimates.evaluation_pieces import seen_by, squash
from counterplay.core import BadParameter


class Term(NamedTuple):
    """One feature's part in an evaluation."""

    name: str
    weight: float
    value: float  # the feature's own, unweighted

    @property
    def product(self) -> float:
        """What the feature adds to the evaluation."""
        return self.weight * self.value


class LinearEvaluation:
    """Mixed into a game before its base: ``class Study(LinearEvaluation, Checkers)``.

    The game sets `feature_names`, writes `feature`, and calls `set_weights` in ``__init__``. Both gears run it.
    """

    feature_names: ClassVar[tuple[str, ...]] = ()
    tunables: ClassVar[tuple[str, ...]] = ("weight_array",)
    weights: tuple[float, ...]  # those that the game was made with
    weight_array: np.ndarray[Any, np.dtype[np.float64]]  # shape (features,): those in force

    def set_weights(self, weights: Sequence[float]) -> None:
        """Remember the weights, one for each feature."""
        if len(weights) != len(self.feature_names):
            raise BadParameter(
                f"{type(self).__name__} has {len(self.feature_names)} features ({', '.join(self.feature_names)}), "
                f"and {len(weights)} weights were given"
            )
        self.weights = tuple(float(w) for w in weights)
        self.weight_array = np.array(self.weights)

    def feature(self, s: Any, p: int, i: int) -> float:
        """The value of feature i in state s, as player p sees it."""
        raise NotImplementedError

    def evaluate(self, s: Any, p: int) -> float:
        """E(s) for player p."""
        total = 0.0
        for i in range(len(self.weight_array)):
            total += self.weight_array[i] * self.feature(s, p, i)
        return float(total)

    def features(self, s: Any, p: int) -> np.ndarray[Any, np.dtype[np.float64]]:
        """Every feature's value, shape (features,): what a learning rule multiplies its step by."""
        values = np.zeros(len(self.weight_array))
        for i in range(len(self.weight_array)):
            values[i] = self.feature(s, p, i)
        return values

    def terms(self, s: Any, p: int) -> list[Term]:
        """The evaluation taken apart, for people."""
        values, weights = self.features(s, p).tolist(), self.weight_array.tolist()  # the weights may have been tuned
        return [Term(n, w, v) for n, w, v in zip(self.feature_names, weights, values, strict=True)]


class SquashedEvaluation(LinearEvaluation):
    """A linear evaluation that is brought between -1 and 1: the game says which sum is worth `half` a win."""

    half: ClassVar[float]
    weighed = LinearEvaluation.evaluate

    def evaluate(self, s: Any, p: int) -> float:
        """E(s) for player p, between -1 and 1."""
        return squash(self.weighed(s, p), self.half)


class JointEvaluation(LinearEvaluation):
    """A linear evaluation of two players whose features share most of their work, so that `features` finds all at once.

    The game writes `features`, whose values have the other sign for the other player, and says how much is worth `half` a win.
    """

    half: ClassVar[float]

    def features(self, s: Any, p: int) -> np.ndarray[Any, np.dtype[np.float64]]:
        """Every feature's value, shape (features,)."""
        raise NotImplementedError

    def feature(self, s: Any, p: int, i: int) -> float:
        """The value of feature i in state s, as player p sees it."""
        return float(self.features(s, p)[i])

    def evaluate(self, s: Any, p: int) -> float:
        """E(s) for player p, between -1 and 1."""
        values, total = self.features(s, 0), 0.0
        for i in range(len(values)):
            total += self.weight_array[i] * values[i]
        return seen_by(squash(total, self.half), 0, p)
