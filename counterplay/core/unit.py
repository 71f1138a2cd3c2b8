"""What the people who play a game count in: pawns, discs, seeds, men, points."""

from __future__ import annotations

import math
from dataclasses import dataclass

from counterplay.core.errors import BadParameter


@dataclass(frozen=True)
class Unit:
    """Values are shown in it, and searches take their margins from its size.

    Most games add up units: utility = size * amount. A game that squashes an estimate into its utilities, as in
    amount / (|amount| + half), sets `squashed`; size is then 1 / half, the utility of the first unit near balance.
    """

    name: str  # in the plural, as it follows a number: "pawns"
    size: float  # the utility of one unit near balance
    digits: int = 0  # shown after the decimal point
    squashed: bool = False  # utility = size * amount / (1 + size * |amount|), between -1 and 1
    mates: bool = False  # a forced win is written as chess players do: #3, in moves of the winner

    def __post_init__(self) -> None:
        if not (math.isfinite(self.size) and self.size > 0):
            raise BadParameter(f"one of the {self.name} must be worth more than 0 in utility, not {self.size}")
        if not 0 <= self.digits <= 6:
            raise BadParameter(f"{self.name} are shown with 0 to 6 digits after the point, not {self.digits}")

    def amount(self, utility: float) -> float:
        """How many units a utility stands for; infinitely many where a squashed one is at its bound."""
        if not self.squashed:
            return utility / self.size
        rest = 1.0 - abs(utility)
        return utility / (self.size * rest) if rest > 0 else math.copysign(math.inf, utility)

    def utility(self, amount: float) -> float:
        """The utility of an amount of units."""
        share = self.size * amount
        return share / (1.0 + abs(share)) if self.squashed else share
