"""An agent picks an action in a position."""

from __future__ import annotations

import random
from typing import Any, Protocol

from counterplay.core import Limit, Position, Report
from counterplay.search import search


class Agent(Protocol):
    """Something that picks an action; one object plays one side of one game at a time."""

    name: str

    def choose(self, position: Position) -> int:
        """A legal action; the position is one in which a player, not chance, decides."""
        ...


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

    def choose(self, position: Position) -> int:
        """The best action found."""
        self.report = search(position.game, position, self.limit, self.algorithm, **self.options)
        return self.report.action
