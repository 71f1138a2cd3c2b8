"""How often equals would do as well as this: the test behind "A is stronger", exact however few rounds there are.

Between equals, what one of them leads by in a round the other might as well lead by: each of the 2^n ways to exchange the two
in the rounds that were played is equally likely. R. A. Fisher, *The Design of Experiments* (1935), section 21.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from counterplay.arena.counting.likelihood import Array

FINEST = 10_000  # denominator of a round's score; that of a pair is 4
MOST_STEPS = 20_000  # sums that are counted one by one; beyond, a normal distribution is as good


def tail_of_equals(counts: Sequence[int], values: Sequence[float]) -> float:
    """The chance that equals reach a lead of at least this size: counts of the rounds' scores, per game, in `values`."""
    leads = [(abs(lead), count) for count, value in zip(counts, values, strict=True) if count and (lead := _lead(value))]
    total = abs(sum((count * _lead(value) for count, value in zip(counts, values, strict=True)), Fraction(0)))
    unit = math.lcm(*(lead.denominator for lead, _ in leads))
    steps = [(int(lead * unit), count) for lead, count in leads]
    reach = sum(step * count for step, count in steps)
    if reach > MOST_STEPS:
        deviation = math.sqrt(sum(count * float(lead) ** 2 for lead, count in leads))
        return 0.5 * math.erfc(float(total) / deviation / math.sqrt(2.0))
    # chances[k]: that the rounds which go A's way are worth k steps in all; then those of B are worth reach - k.
    chances = np.ones(1)
    for step, count in steps:
        spread = np.zeros(step * count + 1)
        spread[::step] = _binomial(count)
        chances = np.convolve(chances, spread)
    least = (reach + int(total * unit)) // 2  # lead and reach are both even or both odd
    return min(1.0, float(chances[least:].sum()))


def _lead(value: float) -> Fraction:
    return Fraction(value).limit_denominator(FINEST) - Fraction(1, 2)


def _binomial(n: int) -> Array:
    """Chances of 0 to n heads in n throws of a coin."""
    logs = [math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1) - n * math.log(2.0) for k in range(n + 1)]
    result: Array = np.exp(np.array(logs))
    return result
