"""What solving tells: how far it has come, and in the end an exact answer."""

from __future__ import annotations

from dataclasses import dataclass

from counterplay.core import Game, Value
from counterplay.core.text.value_words import score_text


@dataclass(frozen=True)
class Progress:
    """How far an exhaustive search has come."""

    nodes: int
    seconds: float
    lower: float  # the value is at least this, in units of utility
    upper: float  # and at most this

    def words(self, game: Game) -> str:
        """For people."""
        between = f"value between {score_text(game, self.lower)} and {score_text(game, self.upper)}"
        return f"{self.nodes:,} nodes, {self.seconds:.0f} s, {self.nodes / max(1e-9, self.seconds):,.0f} nodes/s, {between}"


@dataclass(frozen=True)
class RetrogradeProgress:
    """How far a retrograde analysis has come: all positions are found first, then values are traced back from the ends."""

    positions: int  # found so far
    followed: int  # of which it is known where they lead
    settled: int  # whose value is known
    seconds: float

    @property
    def nodes(self) -> int:
        """Positions looked at."""
        return self.followed + self.settled

    def words(self, game: Game) -> str:
        """For people."""
        if self.followed < self.positions:
            return f"{self.positions:,} positions found, {self.followed:,} of them followed up, {self.seconds:.0f} s"
        return f"{self.positions:,} positions, {self.settled:,} of them settled, {self.seconds:.0f} s"


@dataclass(frozen=True)
class Solution:
    """An exact answer."""

    value: Value  # for the player to move
    action: int  # one that attains it
    line: tuple[int, ...]  # best play by both sides to the end of the game, or until it goes in circles where that ends nothing
    nodes: int  # positions looked at
    seconds: float
