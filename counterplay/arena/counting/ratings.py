"""Ratings from results: the Bradley-Terry model, P(i beats j) = g_i / (g_i + g_j), in Elo's units.

R. A. Bradley and M. E. Terry, "Rank analysis of incomplete block designs", Biometrika 39 (1952). Draws count as half a win
for each. Fitted by minorisation-maximisation: D. R. Hunter, "MM algorithms for generalized Bradley-Terry models", Annals of
Statistics 32 (2004).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from counterplay.arena.counting.match_statistics import NORMAL_95

Array = np.ndarray[Any, np.dtype[np.float64]]

ELO = 400.0 / math.log(10.0)  # Elo points in one unit of log strength
PRIOR = 0.5  # drawn games that are added to every pairing where the results alone give no finite rating
TOLERANCE = 1e-12  # of log strengths, between two iterations
MOST_ITERATIONS = 100_000


@dataclass(frozen=True)
class Meeting:
    """The rounds of two entrants: scores[k] is what a made of round k, per game, from 0 to 1."""

    a: int
    b: int
    scores: Sequence[float]
    games_per_round: int = 2


@dataclass(frozen=True)
class Rating:
    """One entrant's strength; the average of all entrants is 0."""

    entrant: int
    elo: float
    margin: float  # half of the 95 % interval, in Elo
    games: int
    score: float  # points over all games

    @property
    def interval(self) -> tuple[float, float]:
        """95 %."""
        return self.elo - self.margin, self.elo + self.margin


@dataclass(frozen=True)
class Ratings:
    """All ratings, the strongest first; covariance is that of the ratings in order of the entrants, in Elo squared."""

    table: tuple[Rating, ...]
    covariance: Array  # float64 (n, n)
    held: bool  # whether drawn games had to be added: somebody has won or lost everything against the rest

    def difference(self, a: int, b: int) -> tuple[float, float, float]:
        """Elo of a over b, with its 95 % interval."""
        by_entrant = {r.entrant: r.elo for r in self.table}
        d = by_entrant[a] - by_entrant[b]
        variance = self.covariance[a, a] + self.covariance[b, b] - 2 * self.covariance[a, b]
        margin = NORMAL_95 * math.sqrt(max(0.0, variance))
        return d, d - margin, d + margin


def rate(entrants: int, meetings: Sequence[Meeting]) -> Ratings:
    """Ratings of so many entrants, of whom each has met some of the others."""
    wins = np.zeros((entrants, entrants))  # points of the row against the column
    for m in meetings:
        points = sum(m.scores) * m.games_per_round
        wins[m.a, m.b] += points
        wins[m.b, m.a] += len(m.scores) * m.games_per_round - points
    played = wins + wins.T
    held = not _finite(wins)
    fitted = wins + PRIOR / 2 * _pairs_to_hold(played) if held else wins
    strength = bradley_terry(fitted)
    covariance = _covariance(strength, fitted + fitted.T, meetings) * ELO**2
    table = [
        Rating(
            entrant=i,
            elo=float(strength[i] * ELO),
            margin=NORMAL_95 * math.sqrt(max(0.0, float(covariance[i, i]))),
            games=int(round(played[i].sum())),
            score=float(wins[i].sum()),
        )
        for i in range(entrants)
    ]
    return Ratings(tuple(sorted(table, key=lambda r: -r.elo)), covariance, held)


def bradley_terry(wins: Array) -> Array:
    """Log strengths with mean 0 for wins of shape (n, n), row over column; the results must connect everybody both ways."""
    n = len(wins)
    total, played = wins.sum(1), wins + wins.T
    strength = np.ones(n)
    for _ in range(MOST_ITERATIONS):
        # Hunter (2004), equation 3.
        following = total / (played / (strength[:, None] + strength[None, :])).sum(1)
        following /= np.exp(np.log(following).mean())
        change = float(np.abs(np.log(following) - np.log(strength)).max())
        strength = following
        if change < TOLERANCE:
            break
    result: Array = np.log(strength)
    return result


def _finite(wins: Array) -> bool:
    """Whether the likelihood has a maximum: everybody has beaten everybody, directly or by way of others (Ford 1957)."""
    reach = (wins > 0) | np.eye(len(wins), dtype=bool)
    for _ in range(len(wins)):
        reach = reach @ reach
    return bool(reach.all())


def _pairs_to_hold(played: Array) -> Array:
    """1 for each pairing that gets a part of a drawn game: those that met; all of them where that connects nobody."""
    met: Array = (played > 0).astype(float)
    return met if _finite(met) else 1.0 - np.eye(len(played))


def _covariance(strength: Array, played: Array, meetings: Sequence[Meeting]) -> Array:
    """Of the log strengths, shape (n, n): the inverse information, with the spread that the rounds really had.

    The model takes games as independent wins or losses; draws make results less scattered than that, and the games of a
    round depend on each other. So the information matrix H (the Laplacian of n p (1 - p)) is put on both sides of the
    observed scatter M of the rounds (P. J. Huber, "The behavior of maximum likelihood estimates under nonstandard
    conditions", 1967): H^-1 M H^-1. The model's own variance enters as one more round, so that a pairing whose few rounds
    all ended alike is not taken for certain.
    """
    n = len(strength)
    p = 1.0 / (1.0 + np.exp(strength[None, :] - strength[:, None]))  # of the row against the column
    information = _laplacian(played * p * (1.0 - p))
    scatter = np.zeros((n, n))
    for m in meetings:
        if not m.scores:
            continue
        expected = p[m.a, m.b]
        model = expected * (1.0 - expected) / m.games_per_round
        squares = sum((score - expected) ** 2 for score in m.scores)
        variance = (squares + model) / (len(m.scores) + 1)  # of one round's score per game
        weights = np.zeros((n, n))
        weights[m.a, m.b] = weights[m.b, m.a] = len(m.scores) * m.games_per_round**2 * variance
        scatter += _laplacian(weights)
    inverse = np.linalg.pinv(information, hermitian=True)
    result: Array = inverse @ scatter @ inverse
    return result


def _laplacian(weights: Array) -> Array:
    result: Array = np.diag(weights.sum(1)) - weights
    return result
