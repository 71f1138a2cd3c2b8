"""What a match has shown: score, Elo difference with its 95 % interval, and how surely A is the stronger one."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from counterplay.arena.counting.likelihood import evidence
from counterplay.arena.counting.sign_flips import tail_of_equals
from counterplay.arena.game_record import GameRecord

if TYPE_CHECKING:
    from counterplay.core.text.result_table import ResultTable

NORMAL_95 = 1.959963984540054  # standard deviations that hold 95 % of a normal distribution
PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)  # of two games with sides swapped, per game
SECTIONS, NARROWINGS = 64, 4  # how an interval's end is looked for: cut in so many parts, so often; to 1e-7


def elo(score: float) -> float:
    """The difference in strength that leads to an expected score."""
    if score <= 0.0:
        return -math.inf
    if score >= 1.0:
        return math.inf
    return -400.0 * math.log10(1.0 / score - 1.0)


@dataclass(frozen=True)
class Standing:
    """The state of a match, from A's side. Intervals and chances rest on finished rounds, the counts on all games."""

    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    points: float = 0.0  # sum of the games' scores
    rounds: int = 0  # finished ones
    counts: tuple[int, ...] = ()  # of each of `values`
    values: tuple[float, ...] = ()  # possible scores of a round, per game, ascending

    @property
    def score(self) -> float:
        """Per game; one half before any."""
        return self.points / self.games if self.games else 0.5

    @property
    def round_score(self) -> float:
        """Of the finished rounds, per game."""
        return float(np.dot(self.counts, self.values)) / self.rounds if self.rounds else 0.5

    @property
    def elo(self) -> float:
        """The estimated difference A - B; infinite where one of them has won everything."""
        return elo(self.round_score)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the difference."""
        low, high = score_interval(self.counts, self.values)
        return elo(low), elo(high)

    @property
    def superiority(self) -> float:
        """How surely A is the stronger one: equals come to 0.95 or more in at most one of twenty matches."""
        if not self.rounds or math.isclose(self.round_score, 0.5, abs_tol=1e-9):
            return 0.5
        tail = tail_of_equals(self.counts, self.values)
        return 1.0 - tail if self.round_score > 0.5 else tail

    def reversed(self) -> Standing:
        """The same match from B's side."""
        return replace(
            self,
            wins=self.losses,
            losses=self.wins,
            points=self.games - self.points,
            counts=self.counts[::-1],
            values=tuple(1.0 - value for value in self.values[::-1]),
        )

    def table(self, names: tuple[str, str] = ("A", "B")) -> ResultTable:
        """A row for each of the two, each seen from its own side."""
        from counterplay.arena.contest_tables import standing_table  # that module imports this one

        return standing_table(self, names)

    def __str__(self) -> str:
        return sentence(self)

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()


def score_interval(counts: Sequence[int], values: Sequence[float]) -> tuple[float, float]:
    """The expected scores that the rounds do not contradict at the 95 % level."""
    rounds = sum(counts)
    if rounds < 2:
        return 0.0, 1.0
    n, x = np.array(counts, float), np.array(values)
    observed = float(n @ x / n.sum())
    threshold = student_95(rounds - 1) ** 2

    def end(limit: float) -> float:
        inside, outside = observed, limit
        for _ in range(NARROWINGS):
            means = np.linspace(inside, outside, SECTIONS + 1)[1:-1]
            beyond = evidence(np.broadcast_to(n, (len(means), len(n))), x, means) > threshold
            first = int(np.argmax(beyond)) if beyond.any() else len(means)
            inside, outside = (means[first - 1] if first else inside), (means[first] if first < len(means) else outside)
        return float(inside + outside) / 2

    # One who has won everything may be stronger without bound: the likelihood has no end on that side.
    return (0.0 if observed <= 0.0 else end(0.0)), (1.0 if observed >= 1.0 else end(1.0))


def student_95(freedom: int) -> float:
    """The same for Student's distribution, which makes up for variances that were themselves estimated.

    Abramowitz and Stegun, *Handbook of Mathematical Functions* (1964), 26.7.5.
    """
    z, v = NORMAL_95, float(freedom)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / v**k for k, term in enumerate(terms, 1))


def round_scores(records: Iterable[GameRecord], games_per_round: int) -> list[float]:
    """Of the finished rounds of one pairing, per game, in the order of the plan."""
    ordered = sorted(records, key=lambda r: (r.round, r.number))
    rounds = [[r.score for r in group] for _, group in groupby(ordered, key=lambda r: r.round)]
    return [sum(scores) / games_per_round for scores in rounds if len(scores) == games_per_round]


def standing(records: Iterable[GameRecord], games_per_round: int = 2) -> Standing:
    """The state after these games of one pairing."""
    games = list(records)
    scores = [r.score for r in games]
    rounds = round_scores(games, games_per_round)
    values, counts = tally(rounds)
    return Standing(
        games=len(scores),
        wins=sum(s > 0.5 for s in scores),
        draws=sum(s == 0.5 for s in scores),
        losses=sum(s < 0.5 for s in scores),
        points=sum(scores),
        rounds=len(rounds),
        counts=counts,
        values=values,
    )


def tally(rounds: Iterable[float]) -> tuple[tuple[float, ...], tuple[int, ...]]:
    """(values, counts) of rounds' scores; the five of a pair are always there, others where they occur."""
    found = Counter(round(score, 9) for score in rounds)
    values = tuple(sorted({*PAIR_SCORES, *found}))
    return values, tuple(found[v] for v in values)


def sentence(s: Standing, names: tuple[str, str] = ("A", "B")) -> str:
    """The state in one line for people."""
    low, high = s.interval
    return (
        f"{names[0]} - {names[1]}: +{s.wins} ={s.draws} -{s.losses} ({100 * s.score:.1f} %), "
        f"Elo {signed(s.elo)} [{signed(low)}, {signed(high)}], stronger with {percent(s.superiority)} confidence"
    )


def percent(share: float) -> str:
    """Of a confidence, which is never complete."""
    return ">99.9 %" if share > 0.9995 else "<0.1 %" if share < 0.0005 else f"{100 * share:.1f} %"


def signed(number: float) -> str:
    """+12, -3, +inf."""
    if not math.isfinite(number):
        return "+inf" if number > 0 else "-inf"
    return f"{round(number) + 0:+d}"  # no -0
