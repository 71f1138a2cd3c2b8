"""An agent picks an action in a position."""

from __future__ import annotations

import random
from typing import Any, Protocol

from counterplay.core import CounterplayError, Game, Limit, Position, Report
from counterplay.search import search
from counterplay.search.door import find_algorithm


class AgentError(CounterplayError):
    """An agent that could not do its part: it crashed, hung, or gave an answer that is no action."""


class Agent(Protocol):
    """Something that picks an action; one object plays one side of one game at a time.

    `refuse_misfit` and `dismiss` below ask for two more methods, which an agent may have: `refuse(game)` raises a
    CounterplayError where it cannot play that game at all, `close()` lets go of what it holds (another program).
    """

    name: str

    def choose(self, position: Position) -> int:
        """A legal action; the position is one in which a player, not chance, decides."""
        ...


def refuse_misfit(agent: Agent, game: Game) -> None:
    """Say in one sentence that an agent cannot play this game, before anything is played."""
    refuse = getattr(agent, "refuse", None)
    if callable(refuse):
        refuse(game)


def dismiss(agent: Agent) -> None:
    """Let an agent go; it may hold another program, which ends with it."""
    close = getattr(agent, "close", None)
    if callable(close):
        close()


class RandomAgent:
    """Any legal action, each as likely as the other."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, position: Position) -> int:
        """A random action."""
        return self._random.choice(position.choices)


class SearchAgent:
    """The answer of a search within a limit."""

    def __init__(self, algorithm: str, limit: Limit, **options: Any) -> None:
        self.algorithm, self.limit, self.options = algorithm, limit, options
        self.name = algorithm
        self.report: Report | None = None  # of the last choice

    def refuse(self, game: Game) -> None:
        """The algorithm may not take this kind of game."""
        find_algorithm(self.algorithm, game)

    def choose(self, position: Position) -> int:
        """The best action found."""
        self.report = search(position.game, position, self.limit, self.algorithm, **self.options)
        return self.report.action
