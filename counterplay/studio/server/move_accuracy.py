"""How good moves were: win chances from values, what a move lost, accuracy of a side.

The figures follow lichess, which fitted them to millions of games of chess (https://lichess.org/page/accuracy): a pawn's
worth of win chance, the accuracy of a move by the win chance that it gave away, and the bounds of the three verdicts.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from counterplay.core import Game, Value
from counterplay.core.text.value_words import win_or_loss

PAWN_SLOPE = 0.368  # of the logistic curve from pawns to win chance (lichess: 0.00368 a centipawn)
RESULT_SHARE = (
    1 / 24
)  # of the largest result: a lead that counts like 2.7 pawns where games are won by points (2.7 discs of 64)
VERDICTS = (("blunder", 0.15), ("mistake", 0.10), ("inaccuracy", 0.05))  # win chance lost (lichess: 0.3, 0.2, 0.1 from -1 to 1)
ACCURACY_SCALE, ACCURACY_DECAY, ACCURACY_SHIFT = 103.1668, 4.354, 3.1669  # lichess: 103.1668 exp(-0.04354 lost %) - 3.1669


def win_chance(game: Game, value: Value) -> float:
    """The prospects of the value's player, from 0 to 1.

    Where a game is only won, drawn or lost, utilities are win chances already, and so are results, samples and estimates
    that are squashed between loss and win. Sums of material and leads in points go through a logistic curve.
    """
    low, high = game.utility_range
    unit = game.unit
    if win_or_loss(game) and (unit is None or unit.squashed or value.proven or value.sampled):
        return min(1.0, max(0.0, (value.score - low) / (high - low)))
    if win_or_loss(game) and unit is not None:
        return _logistic(PAWN_SLOPE * unit.amount(value.score))
    return _logistic(value.score / (max(abs(low), abs(high)) * RESULT_SHARE))


def chance_lost(game: Game, best: Value, played: Value) -> float:
    """The win chance that a move gave away; in a game for one player, the share of the points."""
    if game.players == 1:
        return max(0.0, 1.0 - played.score / best.score) if best.score > 0 else 0.0
    return max(0.0, win_chance(game, best) - win_chance(game, played))


def verdict(lost: float) -> str:
    """What a move is called that gave away so much win chance; nothing where it was good."""
    return next((word for word, least in VERDICTS if lost >= least - 1e-9), "")


def move_accuracy(lost: float) -> float:
    """From 0 to 100: 100 where nothing was given away."""
    return min(100.0, max(0.0, ACCURACY_SCALE * math.exp(-ACCURACY_DECAY * lost) - ACCURACY_SHIFT))


def side_accuracy(moves: Sequence[float]) -> float | None:
    """A side's accuracy: the average of its moves' arithmetic and harmonic mean, so that one blunder is felt."""
    if not moves:
        return None
    arithmetic = sum(moves) / len(moves)
    harmonic = len(moves) / sum(1 / max(1.0, accuracy) for accuracy in moves)
    return (arithmetic + harmonic) / 2


def _logistic(x: float) -> float:
    if not math.isfinite(x):
        return 1.0 if x > 0 else 0.0
    return 1 / (1 + math.exp(-max(-500.0, min(500.0, x))))
