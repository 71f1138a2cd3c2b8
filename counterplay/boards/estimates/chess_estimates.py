"""What estimates of chess and its relatives share: the unit, the order of moves, and the end of an exchange."""

from __future__ import annotations

from typing import Any

from counterplay.core import Unit
from counterplay.gears import helper

CENTIPAWN = 0.0001  # utility: a pawn is worth a hundredth of a win
PAWNS = Unit("pawns", 100 * CENTIPAWN, digits=2, mates=True)
LIMIT = 0.99  # an estimate stays inside what a won game is worth
GOOD_CAPTURE, BAD_MOVE = 10_000.0, -10_000.0  # order: quiet moves lie between captures that gain and what loses material


@helper
def bounded(value: float) -> float:
    """An estimate inside what a won game is worth."""
    return float(max(-LIMIT, min(LIMIT, value)))


@helper
def settled(gains: Any, depth: int) -> int:
    """What a series of captures on one square gains who began it, if each side stops as soon as that is better.

    gains[i] is what capture i would have gained its player if it were the last (Chess Programming Wiki, "SEE - The Swap
    Algorithm"); depth is the number of the last one.
    """
    while depth > 0:
        gains[depth - 1] = -max(-gains[depth - 1], gains[depth])
        depth -= 1
    return int(gains[0])
