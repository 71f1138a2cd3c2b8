"""How much time an agent has: so much for every move, or a clock that runs down and gains an increment."""

from __future__ import annotations

from dataclasses import dataclass

from counterplay.core import BadParameter
from counterplay.core.limit import LONGEST_SECONDS

MOVES_AHEAD = 25  # a clock's time is shared out as if so many moves were still to come
INCREMENT_SHARE = 0.8  # of the increment is spent at once, the rest gathers
OVERDRAFT = 3.0  # times its budget that a move may take where the search is unsure
LARGEST_PART = 0.3  # of what is left on the clock, which no single move exceeds
RESERVE = 0.05  # seconds that are never planned for: what passes between the search's end and the referee's clock


@dataclass(frozen=True)
class TimeControl:
    """What every player of a game is given: seconds for each move, or a base with an increment after each move."""

    per_move: float | None = None
    base: float | None = None
    increment: float = 0.0

    def __post_init__(self) -> None:
        if (self.per_move is None) == (self.base is None):
            raise BadParameter("a time control is either so much for each move or a clock, one of them")
        for what, seconds in (("time for a move", self.per_move), ("clock", self.base)):
            if seconds is not None and not 0 < seconds <= LONGEST_SECONDS:
                raise BadParameter(f"a {what} of {seconds:g} s is none; give more than 0 seconds, and at most a year")
        if not 0 <= self.increment <= LONGEST_SECONDS:
            raise BadParameter(f"an increment of {self.increment:g} s is none; give 0 or more seconds, and at most a year")

    @classmethod
    def parse_clock(cls, text: str) -> TimeControl:
        """`MIN+INC`, as players write it: minutes for the game, seconds after each move; `MIN` alone has no increment."""
        minutes, _, increment = text.partition("+")
        try:
            return cls(base=60 * float(minutes), increment=float(increment or 0))
        except BadParameter:
            raise
        except ValueError:
            raise BadParameter(f"'{text}' is no clock; write minutes and seconds a move, as in 1+0.5 or 5+0") from None

    def __str__(self) -> str:
        if self.per_move is not None:
            return f"{self.per_move:g} s a move"
        return f"{(self.base or 0) / 60:g} min + {self.increment:g} s"


@dataclass(frozen=True)
class Clock:
    """What the player to move has left. `others` are the other players' clocks, for agents that pass them on."""

    per_move: float | None = None  # seconds for this move
    remaining: float | None = None  # seconds for the rest of the game
    increment: float = 0.0
    others: tuple[float, ...] = ()  # seconds
    moves_to_go: int | None = None  # until more time is added, where that is so
    reserve: float = RESERVE  # seconds

    @property
    def budget(self) -> float:
        """Seconds to spend on this move: all that a move is given, or a share of what is left."""
        if self.per_move is not None:
            return max(0.001, min(self.per_move, LONGEST_SECONDS))
        left = self.remaining or 0.0
        # One more than there are: a move may always take a little longer than it was given.
        ahead = MOVES_AHEAD if self.moves_to_go is None else min(MOVES_AHEAD, 1 + self.moves_to_go)
        return max(0.001, min(left / ahead + INCREMENT_SHARE * self.increment, left - self.reserve, LONGEST_SECONDS))

    @property
    def longest(self) -> float:
        """Seconds that this move may take at most, where the budget is what is planned for it."""
        if self.per_move is not None:
            return self.budget
        left = (self.remaining or 0.0) - self.reserve
        return max(self.budget, min(OVERDRAFT * self.budget, LARGEST_PART * left))
