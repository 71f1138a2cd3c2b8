"""What a search found: a value is a type, never a bare float whose sign must be guessed."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum


class Bound(Enum):
    """How a value relates to the true one at the searched depth."""

    EXACT = "exact"
    LOWER = "lower"  # the true value is at least this
    UPPER = "upper"  # the true value is at most this


BOUND_SIGNS = {Bound.EXACT: "", Bound.LOWER: ">=", Bound.UPPER: "<="}


@dataclass(frozen=True)
class Value:
    """A value from one player's point of view.

    proven means that the value holds to the end of the game, not only to a horizon; plies_to_end then says how
    far that end is with best play, where the search knows it.
    """

    score: float  # in the unit of the game's utility
    player: int  # whose point of view
    bound: Bound = Bound.EXACT
    proven: bool = False
    plies_to_end: int | None = None
    per_player: tuple[float, ...] = ()  # every player's value, where the algorithm knows it

    def for_player(self, player: int) -> Value:
        """The same value seen by the other player of a two-player zero-sum game."""
        if player == self.player:
            return self
        flipped = {Bound.EXACT: Bound.EXACT, Bound.LOWER: Bound.UPPER, Bound.UPPER: Bound.LOWER}[self.bound]
        return Value(-self.score, player, flipped, self.proven, self.plies_to_end, self.per_player)

    @property
    def end_text(self) -> str:
        """'wins in 5', in plies, where the end is proven and its distance known; else nothing."""
        if not self.proven or self.plies_to_end is None or not self.score:
            return ""
        word, sooner = ("wins", Bound.LOWER) if self.score > 0 else ("loses", Bound.UPPER)
        if self.bound == sooner:
            return f"{word} in at most {self.plies_to_end}"
        return f"{BOUND_SIGNS[self.bound]}{word} in {self.plies_to_end}"

    def __str__(self) -> str:
        if self.end_text:
            return f"{self.end_text} ({self.score:+g})"
        return f"{BOUND_SIGNS[self.bound]}{self.score:+.4g}{' (proven)' if self.proven else ''}"


@dataclass(frozen=True)
class Line:
    """One candidate action with its value and the play that follows it."""

    action: int
    value: Value
    variation: tuple[int, ...]  # starts with action
    nodes: int = 0
    visits: int = 0  # Monte Carlo search


@dataclass(frozen=True)
class Report:
    """The answer of a search, or of one of its iterations."""

    action: int
    value: Value
    variation: tuple[int, ...]  # the principal variation, starting with action
    algorithm: str
    depth: int = 0  # last completed iteration, in plies
    selective_depth: int = 0  # deepest ply looked at
    nodes: int = 0
    leaves: int = 0
    seconds: float = 0.0
    table_hits: int = 0
    playouts: int = 0
    completed: bool = True  # False where the limit cut the last iteration short
    lines: tuple[Line, ...] = field(default=())  # best first

    @property
    def nodes_per_second(self) -> float:
        """Speed; 0 where the clock did not advance."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0
