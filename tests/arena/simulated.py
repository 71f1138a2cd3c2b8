"""Results drawn from a known truth, for judging statistics."""

from __future__ import annotations

import numpy as np

from counterplay.arena.counting.sprt import expected_score


def game_distribution(elo: float, draws: float) -> np.ndarray:
    """Chances of loss, draw and win; `draws` of all games between equals are drawn, fewer between unequals."""
    score = expected_score(elo)
    drawn = draws * 4 * score * (1 - score)
    return np.array([1 - score - drawn / 2, drawn, score - drawn / 2])


def pair_distribution(elo: float, draws: float, bias: float) -> np.ndarray:
    """Chances of 0, 1/2, 1, 3/2 and 2 points in a pair whose opening is worth `bias` Elo to the first player.

    The games of such a pair depend on each other: what a trinomial model would overlook.
    """
    return np.convolve(game_distribution(elo + bias, draws), game_distribution(elo - bias, draws))


def elo_of(pairs: np.ndarray) -> float:
    """The true difference that such pairs stand for: of their expected score."""
    score = float(pairs @ np.array([0, 0.25, 0.5, 0.75, 1]))
    return -400 * np.log10(1 / score - 1)


def pairs_with_elo(elo: float, draws: float, bias: float) -> np.ndarray:
    """A pair distribution whose expected score is exactly that of a difference in Elo."""
    low, high = elo - 200, elo + 200
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if elo_of(pair_distribution(middle, draws, bias)) < elo else (low, middle)
    return pair_distribution((low + high) / 2, draws, bias)
