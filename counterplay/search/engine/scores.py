"""The engine's unit: whole numbers that stand for utilities exactly, so that two are equal or not and a window can be empty.

The bits of a floating-point number, read as an integer, keep its order; with the sign turned into a minus they are a whole
number s(u) with s(-u) = -s(u), and between s and s + 1 lies no other number. So nothing is rounded: a value comes out of a
search as it went in. A utility of the game's largest amount, a won or lost game, becomes WIN minus its distance from the root
in plies, so that a nearer win is a better one; all of these lie beyond every number.
"""

from __future__ import annotations

import struct
from typing import Any

import numpy as np

from counterplay.core import Game, Value
from counterplay.gears import helper
from counterplay.gears.compiler.deferred_numba import twin
from counterplay.gears.entry.walk import estimate_at, utility_at

PROVEN = 0x7FF0_0000_0000_0000  # the bits of infinity: beyond this a score is a win (or a loss) with its distance
WIN = PROVEN + 2**32
INFINITE = WIN + 2**21  # outside every score
ESTIMATE_STEPS = 900_000.0  # from nothing to a win
NO_ESTIMATE = -(2**20)  # in steps: below every estimate
MAGNITUDE = 0x7FFF_FFFF_FFFF_FFFF  # all bits but the sign


def score_of(value: float) -> int:
    """The score that stands for a number."""
    bits: int = struct.unpack("<q", struct.pack("<d", float(value) + 0.0))[0]
    return bits if bits >= 0 else -(bits & MAGNITUDE)


@twin(score_of)
def _score_of(value: Any) -> Any:
    def native(value: Any) -> Any:
        bits = np.float64(value + 0.0).view(np.int64)
        return bits if bits >= 0 else -(bits & MAGNITUDE)

    return native


def value_of(score: int) -> float:
    """The number that a score stands for; that of a win is larger than all others."""
    bits = min(abs(int(score)), PROVEN)
    value: float = struct.unpack("<d", struct.pack("<q", bits))[0]
    return value if score >= 0 else -value


@twin(value_of)
def _value_of(score: Any) -> Any:
    def native(score: Any) -> Any:
        value = np.int64(min(abs(score), PROVEN)).view(np.float64)
        return value if score >= 0 else -value

    return native


@helper
def moved_by(score: int, amount: float) -> int:
    """A score so much higher, in units of utility; a win stays what it is."""
    return score if abs(score) > PROVEN else score_of(value_of(score) + amount)


@helper
def terminal_score(walk: Any, ply: int, player: int) -> int:
    """Score of the finished game at a ply for the player."""
    utility = utility_at(walk, ply, player)
    if utility >= walk.bound:
        return WIN - ply
    if utility <= -walk.bound:
        return ply - WIN
    return score_of(utility)


@helper
def estimate_steps(walk: Any, ply: int, player: int) -> int:
    """The game's own estimate for the player in whole steps: two sums of equal parts should not differ in their last bit."""
    return round(estimate_at(walk, ply, player) / walk.bound * ESTIMATE_STEPS)


@helper
def score_of_steps(walk: Any, steps: int) -> int:
    """The score that stands for an estimate."""
    return score_of(steps / ESTIMATE_STEPS * walk.bound)


@helper
def steps_of(walk: Any, score: int) -> float:
    """A score that is no proven win or loss, in the steps of estimates."""
    return value_of(score) / walk.bound * ESTIMATE_STEPS


@helper
def estimate_score(walk: Any, ply: int, player: int) -> int:
    """Score of the game's own estimate for the player."""
    return score_of_steps(walk, estimate_steps(walk, ply, player))


def utility_bound(game: Game) -> float:
    """The largest utility of the game, as an amount."""
    return float(max(abs(game.utility_range[0]), abs(game.utility_range[1])))


def score_value(game: Game, score: int, player: int, proven: bool, ply: int = 0) -> Value:
    """A score as a value for people, `ply` being where the score was taken."""
    bound = utility_bound(game)
    if abs(score) > PROVEN:
        distance = WIN - abs(score) - ply
        return Value(bound if score > 0 else -bound, player, proven=True, plies_to_end=distance)
    return Value(max(-bound, min(bound, value_of(score))), player, proven=proven)
