"""Random games of a game and of another implementation, side by side: turns, actions, results and ends at every ply.

oracle = openspiel_games("tic_tac_toe")            # or: lambda: GameOracle(SecondImplementation())
walk_beside(LineGame(), oracle, games=20, seed=1)  # Disagreement, with the moves that led there, at the first difference
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from counterplay.check.state_copies import same, short
from counterplay.core import CHANCE, CounterplayError, Game, Position
from counterplay.gears.entry.method_calls import compiled_choices, facts_of, outcomes_of, result_of, utility_of

TOLERANCE = 1e-9  # of utilities and probabilities
SHOWN_ACTIONS = 8  # in a message
SHOWN_MOVES = 40  # in a message, the last ones


class Disagreement(CounterplayError):
    """Two implementations of a game differ."""

    def __init__(self, game: Game, position: Position, difference: str, *, only_labels: bool = False) -> None:
        self.difference = f"{_way(position)}, in '{game.dump(position.state)}', {difference}"
        self.only_labels = only_labels  # as many actions, but the labels differ: they may only be called differently
        super().__init__(f"{game.title_text}: {self.difference}")


class Oracle(ABC):
    """One game in progress in another implementation.

    Its actions go by labels: whatever tells them apart and can be worked out from an action of the game beside it.
    """

    @abstractmethod
    def player(self) -> int:
        """Who decides: 0, 1, ... or CHANCE."""

    @abstractmethod
    def actions(self) -> Sequence[Hashable]:
        """The labels of the legal actions, or of the outcomes at a chance node."""

    @abstractmethod
    def play(self, label: Hashable) -> None:
        """Play the action of this label."""

    @abstractmethod
    def terminal(self) -> bool:
        """Whether the game is over."""

    @abstractmethod
    def utilities(self) -> Sequence[float]:
        """What the end is worth to each player."""

    def probabilities(self) -> Mapping[Any, float]:
        """At a chance node, the probability of every label; empty where the oracle does not know."""
        return {}

    def shown(self) -> Any:
        """What is compared with the state at every ply, such as the board; None where nothing is."""
        return None


class GameOracle(Oracle):
    """A second implementation that is itself a Game, written for clarity: plain lists and loops, nothing clever."""

    def __init__(
        self,
        game: Game,
        label: Callable[[Any, int], Hashable] | None = None,
        show: Callable[[Any], Any] | None = None,
    ) -> None:
        self.game, self.state = game, game.initial()
        self._label = label or (lambda _, a: a)
        self._show = show

    def player(self) -> int:
        """As the game says."""
        return int(self.game.player(self.state))

    def actions(self) -> list[Hashable]:
        """As the game says."""
        return [self._label(self.state, a) for a in self.game.choices(self.state)]

    def play(self, label: Hashable) -> None:
        """Play the action of this label."""
        chosen = next(a for a in self.game.choices(self.state) if self._label(self.state, a) == label)
        self.state = self.game.result(self.state, chosen)

    def terminal(self) -> bool:
        """As the game says."""
        return bool(self.game.terminal(self.state))

    def utilities(self) -> list[float]:
        """As the game says."""
        return [float(self.game.utility(self.state, p)) for p in range(self.game.players)]

    def probabilities(self) -> dict[Hashable, float]:
        """As the game says."""
        return {self._label(self.state, int(a)): float(p) for a, p in self.game.outcomes(self.state)}

    def shown(self) -> Any:
        """What `show` makes of the state."""
        return None if self._show is None else self._show(self.state)


@dataclass(frozen=True)
class WalkedGame:
    """A game that both played alike."""

    position: Position  # the last one, with the way that led to it
    oracle: Oracle
    decided: bool  # both came to an end and agreed on its worth; False where `until` stopped the walk


@dataclass(frozen=True)
class Walker:
    """How a game is asked and compared on the way."""

    game: Game
    label: Callable[[Any, int], Hashable]
    show: Callable[[Any], Any] | None
    payoff: Callable[[float], float]
    repetition: bool
    compiled: bool

    def facts(self, position: Position) -> tuple[bool, int]:
        """Whether the game is over, and whose turn it is."""
        question = facts_of.compiled if self.compiled else facts_of.interpreted
        over, player, _ = question(self.game, position.state)
        return over or (self.repetition and position.outcome() is not None), player

    def choices(self, position: Position) -> list[int]:
        """The legal actions, or the outcomes at a chance node."""
        if self.repetition:
            return position.choices
        return compiled_choices(self.game, position.state) if self.compiled else self.game.choices(position.state)

    def after(self, position: Position, action: int) -> Position:
        """The position after an action."""
        question = result_of.compiled if self.compiled else result_of.interpreted
        return position.successor(action, question(self.game, position.state, action))

    def compare_ends(self, position: Position, oracle: Oracle) -> None:
        """Both are over: is the end worth the same?"""
        outcome = position.outcome() if self.repetition else None
        question = utility_of.compiled if self.compiled else utility_of.interpreted
        found = outcome.utilities if outcome else [question(self.game, position.state, p) for p in range(self.game.players)]
        ours, theirs = [float(self.payoff(u)) for u in found], [float(u) for u in oracle.utilities()]
        if len(ours) != len(theirs) or any(abs(u - v) > TOLERANCE for u, v in zip(ours, theirs, strict=True)):
            raise self.disagreement(position, f"the end is worth {ours} to the players", f"{theirs}")

    def compare(self, position: Position, oracle: Oracle, player: int, choices: list[int]) -> dict[Hashable, int]:
        """Turn, legal actions, probabilities; the actions by their labels."""
        if player != oracle.player():
            raise self.disagreement(position, f"player {player} is to move", f"player {oracle.player()}")
        labels = {self.label(position.state, a): a for a in choices}
        if len(labels) < len(choices):
            raise Disagreement(self.game, position, "two actions have the same label", only_labels=True)
        ours, theirs = Counter(labels.keys()), Counter(oracle.actions())
        if ours != theirs:
            raise self.disagreement(
                position,
                f"the number of actions is {ours.total()}{_alone(ours - theirs)}",
                f"{theirs.total()}{_alone(theirs - ours)}",
                only_labels=ours.total() == theirs.total(),
            )
        expected = oracle.probabilities() if player == CHANCE else {}
        if expected:
            question = outcomes_of.compiled if self.compiled else outcomes_of.interpreted
            for a, p in question(self.game, position.state):
                known = expected[self.label(position.state, a)]
                if abs(p - known) > TOLERANCE:
                    name = self.game.action_name(position.state, a)
                    raise self.disagreement(position, f"{name} has the probability {p:.12g}", f"{known:.12g}")
        return labels

    def compare_shown(self, position: Position, oracle: Oracle) -> None:
        """What the caller wants to be equal of the states themselves."""
        if self.show is not None:
            ours, theirs = self.show(position.state), oracle.shown()
            if not same(ours, theirs):
                raise self.disagreement(position, f"the state shows {short(ours)}", short(theirs))

    def disagreement(self, position: Position, ours: str, theirs: str, only_labels: bool = False) -> Disagreement:
        """The difference in a sentence."""
        return Disagreement(self.game, position, f"{ours}, but by the oracle {theirs}", only_labels=only_labels)


def walk_beside(
    game: Game,
    oracle: Callable[[], Oracle],
    *,
    games: int = 20,
    seed: int = 0,
    start: Any = None,
    label: Callable[[Any, int], Hashable] | None = None,
    show: Callable[[Any], Any] | None = None,
    payoff: Callable[[float], float] = float,
    choose: Callable[[random.Random, Any, list[int]], int] | None = None,
    until: Callable[[Position, Oracle], bool] | None = None,
    repetition: bool = False,
    compiled: bool = False,
) -> list[WalkedGame]:
    """Play random games in both at once and compare every ply; raises Disagreement at the first difference.

    oracle begins a new game each time it is called; start is the first state, where it is not `initial()`. label(s, a) says how
    the oracle calls an action (by default by the same number), show(s) what must equal the oracle's `shown()`, payoff(u) what a
    utility is in the oracle's numbers. choose(rng, s, actions) picks the next action where all being equally likely leads to
    dull games. until(position, oracle) ends a walk where the rules of the two part on purpose. With repetition, what the game
    says of repeated positions counts, too; with compiled, the game is asked in the compiled gear.
    """
    walker = Walker(game, label or (lambda _, a: a), show, payoff, repetition, compiled)
    rng = random.Random(seed)
    return [_walk_one(walker, Position(game, start), oracle(), rng, choose, until) for _ in range(games)]


def _walk_one(
    walker: Walker,
    position: Position,
    oracle: Oracle,
    rng: random.Random,
    choose: Callable[[random.Random, Any, list[int]], int] | None,
    until: Callable[[Position, Oracle], bool] | None,
) -> WalkedGame:
    while True:
        walker.compare_shown(position, oracle)
        if until is not None and until(position, oracle):
            return WalkedGame(position, oracle, decided=False)
        over, player = walker.facts(position)
        if over != oracle.terminal():
            raise walker.disagreement(position, f"the game is {_over(over)}", _over(not over))
        if over:
            walker.compare_ends(position, oracle)
            return WalkedGame(position, oracle, decided=True)
        choices = walker.choices(position)
        labels = walker.compare(position, oracle, player, choices)
        action = choose(rng, position.state, choices) if choose else rng.choice(choices)
        oracle.play(next(name for name, a in labels.items() if a == action))
        position = walker.after(position, action)


def _way(position: Position) -> str:
    """The moves to a position, the last of many."""
    moves = position.moves()
    shown = ["...", *moves[-SHOWN_MOVES:]] if len(moves) > SHOWN_MOVES else moves
    return f"after {' '.join(shown)}" if moves else "at the start"


def _over(over: bool) -> str:
    return "over" if over else "not over"


def _alone(labels: Counter[Hashable]) -> str:
    """The actions that only one side has, some of them, in brackets."""
    found = [str(label) for label in labels.elements()]
    shown = ", ".join(found[:SHOWN_ACTIONS]) + (", ..." if len(found) > SHOWN_ACTIONS else "")
    return f" (among them {shown})" if found else ""
