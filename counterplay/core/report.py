"""What a search found: a value is a type, never a bare float whose sign must be guessed."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from counterplay.core.game import Game
    from counterplay.core.position import Position
    from counterplay.core.text.result_table import ResultTable


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
    sampled: bool = field(default=False, repr=False, compare=False)  # an average of game results, as in Monte Carlo search
    game: Game | None = field(default=None, repr=False, compare=False)  # in whose unit it is printed; None: as a utility

    def for_player(self, player: int) -> Value:
        """The same value seen by the other player of a two-player zero-sum game."""
        if player == self.player:
            return self
        flipped = {Bound.EXACT: Bound.EXACT, Bound.LOWER: Bound.UPPER, Bound.UPPER: Bound.LOWER}[self.bound]
        return replace(self, score=-self.score, player=player, bound=flipped)

    @property
    def end_text(self) -> str:
        """'wins in 5', in plies, where the end is proven and its distance known; else nothing."""
        if not self.proven or self.plies_to_end is None or not self.score:
            return ""
        word = "wins" if self.score > 0 else "loses"
        if self.may_end_sooner:
            return f"{word} in at most {self.plies_to_end}"
        return f"{BOUND_SIGNS[self.bound]}{word} in {self.plies_to_end}"

    @property
    def may_end_sooner(self) -> bool:
        """Whether an end is proven that the winner may reach sooner than said: then the bound is one of the distance alone."""
        return self.proven and self.plies_to_end is not None and self.bound == self._sooner

    @property
    def _sooner(self) -> Bound:
        """The bound that tells of an end that it may come sooner."""
        return Bound.LOWER if self.score > 0 else Bound.UPPER

    def or_sooner(self) -> Value:
        """The same end, which the winner may reach sooner."""
        return replace(self, bound=self._sooner)

    @property
    def is_exact(self) -> bool:
        """Whether the score is the value itself, no bound of it."""
        return self.bound == Bound.EXACT or self.may_end_sooner

    @property
    def utility_text(self) -> str:
        """The value as a bare utility, whatever the game counts in."""
        if self.end_text:
            return f"{self.end_text} ({self.score:+g})"
        return f"{BOUND_SIGNS[self.bound]}{self.score:+.4g}{' (proven)' if self.proven else ''}"

    def __str__(self) -> str:
        from counterplay.core.text.value_words import value_text  # that module imports this one

        return self.utility_text if self.game is None else value_text(self.game, self)

    def _repr_html_(self) -> str:
        return escape(str(self))


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
    position: Position | None = field(default=None, repr=False, compare=False)  # that was searched

    def about(self, position: Position, game: Game) -> Report:
        """The same report, which prints moves by their names and values in the game's unit."""

        def shown(value: Value) -> Value:
            return replace(value, game=game, sampled=self.playouts > 0)

        lines = tuple(replace(line, value=shown(line.value)) for line in self.lines)
        return replace(self, value=shown(self.value), lines=lines, position=position)

    @property
    def nodes_per_second(self) -> float:
        """Speed; 0 where the clock did not advance."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    def table(self) -> ResultTable:
        """The candidate moves, best first: value, work, and the play that follows; `lines=` says how many a search reports."""
        from counterplay.core.text.report_words import report_table  # that module imports this one

        return report_table(self)

    def __str__(self) -> str:
        from counterplay.core.text.report_words import report_text  # that module imports this one

        return report_text(self)

    def _repr_html_(self) -> str:
        from counterplay.core.text.report_words import report_html

        return report_html(self)
