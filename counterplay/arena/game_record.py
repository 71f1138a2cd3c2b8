"""A finished game: everything that is kept of it."""

from __future__ import annotations

import os
import platform
from dataclasses import dataclass, field
from enum import Enum
from importlib.metadata import PackageNotFoundError, version
from itertools import product
from typing import Any


class Ending(Enum):
    """What decided a game. All but the first three are the fault of the loser."""

    RULES = "rules"
    LENGTH = "length"  # drawn because it became too long
    RESIGNATION = "resignation"
    TIME = "time"
    ILLEGAL = "illegal"
    CRASH = "crash"  # the agent raised an exception or its process ended
    HANG = "hang"  # no answer, and no clock to run out
    MEMORY = "memory"
    RUBBISH = "rubbish"  # the answer was no action at all


@dataclass(frozen=True)
class GameRecord:
    """A finished game; actions and times run from the start position, the opening's plies included."""

    number: int
    round: int
    pairing: tuple[int, int]
    seats: tuple[int, ...]
    seed: int  # of the round's opening and dice; those of the agents are derived from the contest's seed and the number
    start: str  # in the game's notation
    opening_plies: int  # so many of the actions were given, not chosen
    actions: tuple[int, ...]
    times: tuple[float, ...]  # seconds for each action; 0 for what was given and for chance
    utilities: tuple[float, ...]  # of each seat
    ending: Ending
    reason: str  # in words
    loser: int | None  # the seat that forfeited, where one did
    seconds: float  # the whole game
    versions: dict[str, str] = field(default_factory=dict)
    # What whoever chose an action took the position before it to be worth, to the chooser; None where nobody said. Learning
    # uses them; a database does not keep them.
    values: tuple[float | None, ...] = field(default=(), compare=False)

    @property
    def score(self) -> float:
        """What the first of the pairing made of the game, 0 to 1: over all pairs of its seats with the other's."""
        first, second = self.pairing
        ours = [u for u, who in zip(self.utilities, self.seats, strict=True) if who == first]
        theirs = [u for u, who in zip(self.utilities, self.seats, strict=True) if who == second]
        points = [1.0 if u > v else 0.5 if u == v else 0.0 for u, v in product(ours, theirs)]
        return sum(points) / len(points)

    def same_play(self) -> tuple[Any, ...]:
        """What two runs with the same seeds have in common: all but times and versions."""
        return (self.number, self.round, self.pairing, self.seats, self.seed, self.start, self.actions, self.utilities)


def versions() -> dict[str, str]:
    """Of what played, on which machine, in which process."""
    found = {"python": platform.python_version()}
    for package in ("counterplay", "numba", "numpy"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:  # a build without metadata
            found[package] = "unknown"
    return {**found, "machine": platform.node(), "process": str(os.getpid())}
