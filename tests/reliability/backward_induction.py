"""What the positions of a small game are worth, by plain recursion over `Position`, which knows every rule of repetition.

Nothing is cut off and nothing is approximated. A result is remembered under the state and, where repetition counts, under how
often each position has occurred on the way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from typing import NamedTuple

from counterplay import CHANCE, Game, Position, Repetition
from counterplay.check.state_copies import frozen

MOST_RESULTS = 100  # of one position, in a game whose players may choose between equally good actions

Utilities = tuple[float, ...]  # one number for each player


class TooLarge(Exception):
    """A game that would take too long."""


class Span(NamedTuple):
    """How many plies play may last."""

    least: int
    most: int


class Race(NamedTuple):
    """A result between two players, and in how many plies if the winner hurries and the loser delays."""

    score: float  # the first player's
    plies: int

    def rank(self, player: int) -> tuple[float, int]:
        """What the player prefers is larger."""
        score = self.score if player == 0 else -self.score
        return score, -self.plies if score > 0 else self.plies if score < 0 else 0


class BackwardInduction:
    """The values of one game."""

    def __init__(self, game: Game, most: int = 20_000) -> None:
        self.game, self.most = game, most
        low, high = game.utility_range
        # Averages are rounded; everything else is a utility as the game gave it, or the negative of one.
        self.tolerance = (high - low) * (1e-9 if game.chance else 1e-12)
        self.race_known = game.players == 2 and game.zero_sum and not game.chance
        self._results: dict[Hashable, dict[Utilities, Span]] = {}
        self._guaranteed: dict[Hashable, float] = {}
        self._races: dict[Hashable, Race] = {}

    def same(self, one: float, other: float) -> bool:
        """Equal but for rounding."""
        return abs(one - other) <= self.tolerance

    def results(self, position: Position, depth: int | None = None) -> dict[Utilities, Span]:
        """Every result that play may have in which each player does the best for itself.

        There are several only where a player is indifferent between actions that are not the same to the others. With a depth,
        a position so many plies ahead is worth what the game estimates.
        """
        leaf = self._leaf(position, depth)
        if leaf is not None:
            return {leaf: Span(0, 0)}
        remembered = self._name(position, depth)
        if remembered not in self._results:
            branches = {a: self.results(position.play(a), _less(depth)) for a in position.choices}
            if position.player == CHANCE:
                found = self._averages(position, branches)
            else:
                found = self._best(position.player, branches.values())
            self._results[remembered] = {utilities: Span(s.least + 1, s.most + 1) for utilities, s in found.items()}
            self._watch(self._results)
        return self._results[remembered]

    def guaranteed(self, position: Position, me: int, depth: int | None = None) -> float:
        """What a player gets if all others do nothing but harm it."""
        leaf = self._leaf(position, depth)
        if leaf is not None:
            return leaf[me]
        remembered = me, self._name(position, depth)
        if remembered not in self._guaranteed:
            values = {a: self.guaranteed(position.play(a), me, _less(depth)) for a in position.choices}
            if position.player == CHANCE:
                value = sum(p * values[int(a)] for a, p in self.game.outcomes(position.state))
            else:
                value = max(values.values()) if position.player == me else min(values.values())
            self._guaranteed[remembered] = value
            self._watch(self._guaranteed)
        return self._guaranteed[remembered]

    def race(self, position: Position) -> Race:
        """The result of a zero-sum game between two players without chance, and how far away it is."""
        leaf = self._leaf(position, None)
        if leaf is not None:
            return Race(leaf[0], 0)
        remembered = self._name(position, None)
        if remembered not in self._races:
            player = position.player
            best = max((self.race(position.play(a)) for a in position.choices), key=lambda race: race.rank(player))
            self._races[remembered] = Race(best.score, best.plies + 1)
            self._watch(self._races)
        return self._races[remembered]

    def _leaf(self, position: Position, depth: int | None) -> Utilities | None:
        outcome = position.outcome()
        if outcome is not None:
            return outcome.utilities
        if depth == 0:
            return tuple(float(self.game.evaluate(position.state, p)) for p in range(self.game.players))
        return None

    def _name(self, position: Position, depth: int | None) -> Hashable:
        """What the value of a position that is not over depends on."""
        state = frozen(position.state)
        if self.game.repetition == Repetition.NOTHING:
            return state, depth
        line = position.line()
        seen = frozenset(Counter(p.key for p in line).items())
        if self.game.repetition == Repetition.PERPETUAL_LOSES:
            return state, depth, seen, self._threats_since(line)
        return state, depth, seen

    def _threats_since(self, line: list[Position]) -> Hashable:
        """For each position of a line, who has moved since it occurred first, and who of them did not only threaten."""
        since: dict[int, frozenset[tuple[int, bool]]] = {}
        made: set[tuple[int, bool]] = set()
        for before, after in zip(line[-2::-1], line[:0:-1], strict=True):
            made.add((before.player, bool(self.game.threatened(after.state))))
            since[before.key] = frozenset(made)  # an earlier occurrence comes later, and counts
        return frozenset(since.items())

    def _best(self, player: int, branches: Iterable[dict[Utilities, Span]]) -> dict[Utilities, Span]:
        """What a player may choose: nothing that is worse than the worst that another action may bring."""
        branches = list(branches)
        secured = max(min(utilities[player] for utilities in branch) for branch in branches)
        found: dict[Utilities, Span] = {}
        for branch in branches:
            for utilities, span in branch.items():
                if utilities[player] >= secured - self.tolerance:
                    self._add(found, utilities, span)
        return found

    def _averages(self, position: Position, branches: dict[int, dict[Utilities, Span]]) -> dict[Utilities, Span]:
        found: dict[Utilities, Span] = {}
        for a, p in self.game.outcomes(position.state):
            longer: dict[Utilities, Span] = {}
            for utilities, span in branches[int(a)].items():
                part = tuple(p * u for u in utilities)
                if not found:
                    self._add(longer, part, span)
                for total, other in found.items():
                    both = Span(min(span.least, other.least), max(span.most, other.most))
                    self._add(longer, tuple(t + u for t, u in zip(total, part, strict=True)), both)
            found = longer
        return found

    def _add(self, found: dict[Utilities, Span], utilities: Utilities, span: Span) -> None:
        """One more result; one that is there already, but for rounding, may now last longer or be over sooner."""
        for known, other in found.items():
            if all(map(self.same, known, utilities)):
                found[known] = Span(min(span.least, other.least), max(span.most, other.most))
                return
        found[utilities] = span
        if len(found) > MOST_RESULTS:
            raise TooLarge

    def _watch(self, remembered: dict[Hashable, object]) -> None:
        if len(remembered) > self.most:
            raise TooLarge


def _less(depth: int | None) -> int | None:
    return None if depth is None else depth - 1
