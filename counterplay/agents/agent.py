"""An agent picks an action in a position."""

from __future__ import annotations

import dataclasses
import random
from typing import Any, Protocol, TypedDict

from counterplay.agents.time_control import Clock
from counterplay.agents.weight_file import Weights, weighed
from counterplay.core import CounterplayError, Game, Limit, Position, Report
from counterplay.search.algorithm import AnyAlgorithm
from counterplay.search.api import DEFAULT_LIMIT, Search, find_algorithm, refuse_no_limit
from counterplay.search.engine.driver import table_size
from counterplay.search.engine.table import borrow_table, return_table
from counterplay.search.precompile import BRIEF

REPLY_PATIENCE = 0.8  # seconds that a person waits for a move while the game is being compiled


class AgentError(CounterplayError):
    """An agent that gave no legal action; `fault` says why: crash, hang, illegal (a move), rubbish (no action), resignation."""

    def __init__(self, sentence: str, fault: str = "crash") -> None:
        super().__init__(sentence)
        self.fault = fault


class Agent(Protocol):
    """Something that picks an action; one object plays one side of one game at a time.

    It may also have these methods, and is asked with `hasattr` whether it does:
    `refuse(game)` raises a CounterplayError where it cannot play that game at all; `prepare(position)` to compile, load or
    connect before its time runs; `on_clock(clock)`, called before each choice in a timed game with what is left (a
    `Clock`); `close()` when its game is over.
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


class RandomAgent:
    """Any legal action, each as likely as the other."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, position: Position) -> int:
        """A random action."""
        return self._random.choice(position.choices)


class EngineMemory(TypedDict, total=False):
    """Options of the engine by which it remembers from move to move."""

    table: Any  # an array of its own kind
    age: int  # searches that the table has seen
    learnt: list[Any]  # of the game's actions and estimates


class SearchAgent:
    """The answer of a search within a limit; without one of its own it takes what a clock gives it, or a second.

    With weights, it searches the game with these in place of the game's own.
    """

    def __init__(
        self, algorithm: str | AnyAlgorithm, limit: Limit | None = None, *, weights: Weights | None = None, **options: Any
    ) -> None:
        if limit is not None:
            refuse_no_limit(limit)
        self.algorithm, self.limit, self.weights, self.options = algorithm, limit, weights, options
        self.name = algorithm if isinstance(algorithm, str) else algorithm.name
        self.clock: Clock | None = None
        self.report: Report | None = None  # of the last choice
        self._table: Any = None  # the engine's, which lives from move to move
        self._searches = 0
        self._learnt: list[Any] = []  # by the engine, of the game's actions and estimates

    def refuse(self, game: Game) -> None:
        """The algorithm may not take this kind of game, or not several threads, and weights may be another game's."""
        self._searched(game)
        find_algorithm(self.algorithm, game).refuse_threads(self.options.get("threads", 1))

    def prepare(self, position: Position) -> None:
        """Compile, or load, everything the search needs."""
        Search(position, BRIEF, self.algorithm, game=self._searched(position.game), **self.options).result()

    def on_clock(self, clock: Clock) -> None:
        """The time for the next choice."""
        self.clock = clock

    def choose(self, position: Position) -> int:
        """The best action found."""
        own = self.limit or (DEFAULT_LIMIT if self.clock is None else Limit())
        limit = own if self.clock is None else within(own, self.clock)
        patience = REPLY_PATIENCE if limit.seconds is None else None
        options = {**self.options, **self._memory(position.game, limit)}
        if self.clock is not None and self.clock.remaining is not None and own.seconds is None and "table" in options:
            options["planned"] = limit.seconds  # the engine may be done earlier, or take longer where it is unsure
            limit = dataclasses.replace(limit, seconds=self.clock.longest)
            if len(position.choices) == 1:
                limit = dataclasses.replace(limit, depth=1)  # nothing is to be decided; the time is worth more later
        game = self._searched(position.game)
        self.report = Search(position, limit, self.algorithm, game=game, patience=patience, **options).result()
        return self.report.action

    def _searched(self, game: Game) -> Game:
        """The game with the weights that the agent was given."""
        return game if self.weights is None else weighed(game, self.weights)

    def _memory(self, game: Game, limit: Limit) -> EngineMemory:
        """What the engine found for the moves before, which helps with the next one."""
        if find_algorithm(self.algorithm, game).name != "engine" or "table" in self.options:
            return {}
        if self._table is None:
            size = self.options.get("table_mb") or table_size(limit, self.options.get("threads", 1))
            self._table, self._searches = borrow_table(size), 0
        self._searches += 1
        return {"table": self._table, "age": self._searches, "learnt": self._learnt}

    def close(self) -> None:
        """The game is over: the next one begins with an empty table."""
        if self._table is not None:
            return_table(self._table)
            self._table = None
            self._learnt = []


def within(limit: Limit, clock: Clock) -> Limit:
    """The limit, with no more time than the clock gives."""
    return dataclasses.replace(limit, seconds=min(limit.seconds or clock.budget, clock.budget))
