"""The no-progress clock: a number of moves without a capture (or whatever a game counts as progress) ends the game."""

from __future__ import annotations

from typing import Any, ClassVar

from counterplay.boards.estimates.evaluation_pieces import seen_by
from counterplay.core import Game, state_key


class NoProgressClock(Game):
    """Mixed into a game before its base: ``class Surakarta(NoProgressClock, BoardGame)``.

    The last field of the state is `clock`, the moves since the last progress. Positions that differ in it alone are one
    position to repetition and tables. Where the player to move may have lost, and the clock draws, the game says `lost` and no
    more; one that ends otherwise writes `terminal`, in which it asks `stalled`, or `utility`.
    """

    clock_limit: int = 100
    progress: ClassVar[str] = "a capture"  # what puts the clock back, for `clock_ending`

    @property
    def draw_clock(self) -> tuple[str, int] | None:  # type: ignore[override]
        """The clock and its limit; a game in which somebody wins when the clock runs out says None."""
        return "clock", self.clock_limit

    def stalled(self, s: Any) -> bool:
        """Whether the clock has run out."""
        return bool(s.clock >= self.clock_limit)

    def lost(self, s: Any) -> bool:
        """Whether the player to move has lost."""
        raise NotImplementedError

    def terminal(self, s: Any) -> bool:
        """Whether the clock has run out, or the player to move has lost."""
        return self.stalled(s) or self.lost(s)

    def utility(self, s: Any, p: int) -> float:
        """A draw, unless the player to move has lost."""
        return seen_by(-1.0, s.turn, p) if self.lost(s) else 0.0

    def key(self, s: Any) -> int:
        """The key of everything but the clock."""
        return state_key(s[:-1])

    def clock_ending(self) -> str:
        """Why a game ends whose clock has run out."""
        return f"{self.clock_limit} moves without {self.progress}"

    def longest_game(self, most_progress: int) -> int:
        """A bound for `max_plies`, given how often progress can be made at most."""
        return (most_progress + 1) * self.clock_limit
