"""Ten levels of play for every game, from a beginner's to full strength.

A level looks only so far ahead, and sometimes it does not even do that: it moves at a glance, ranks its actions by a look
one ply ahead and takes one of the better ones, or, at the lowest levels, hardly any better than the others. People play
so, too: mostly with as much thought as they can give, now and then in haste. Both kinds of weakness are counted in plies,
nodes and chances, none in seconds, so that a level is the same on every machine; only level 10 goes by time.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from counterplay.agents.agent import REPLY_PATIENCE, SearchAgent, within
from counterplay.agents.time_control import Clock
from counterplay.core import BadParameter, Game, Limit, Position, Report
from counterplay.core.limit import UNLIMITED_DEPTH
from counterplay.search.api import Search, find_algorithm
from counterplay.search.precompile import BRIEF

GLANCE = Limit(depth=1, nodes=100_000)  # enough for every action of a wide game; captures in every order could be more


@dataclass(frozen=True)
class Level:
    """How one level plays."""

    number: int
    about: str  # in a few words, for people
    depth: int  # plies it looks ahead when it thinks
    nodes: int  # it visits at most then
    haste: float  # the chance that it moves at a glance instead
    carelessness: float  # at a glance: how likely the next best action is, compared with the one before it; 1: all alike


# Measured in docs/levels.md: steps chosen so that every level loses most games to the one three above it.
LEVELS = (
    Level(1, "a beginner, hardly better than chance", 1, 1_000, 0.85, 1.0),
    Level(2, "a beginner who takes a win at once about every other time", 1, 1_000, 0.65, 0.9),
    Level(3, "an occasional player, hasty every other move", 2, 2_000, 0.50, 0.8),
    Level(4, "an occasional player", 3, 4_000, 0.38, 0.7),
    Level(5, "a casual player", 4, 8_000, 0.28, 0.6),
    Level(6, "a practised player", 5, 16_000, 0.20, 0.5),
    Level(7, "a careful player", 6, 32_000, 0.13, 0.45),
    Level(8, "a strong player", 8, 64_000, 0.08, 0.4),
    Level(9, "nearly full strength, with a rare slip", UNLIMITED_DEPTH, 128_000, 0.04, 0.35),
    Level(10, "full strength", UNLIMITED_DEPTH, 2**62, 0.0, 0.0),
)
STRONGEST = len(LEVELS)


def find_level(number: int) -> Level:
    """The level of that number."""
    if not 1 <= number <= STRONGEST:
        raise BadParameter(f"there is no level {number}; the levels go from 1 to {STRONGEST}")
    return LEVELS[number - 1]


class LevelAgent:
    """Plays at a level; what it does in a position depends on the seed and the position alone."""

    def __init__(self, level: Level, seed: int | None = None) -> None:
        self.level, self.name = level, f"level:{level.number}"
        self.seed = random.SystemRandom().getrandbits(32) if seed is None else seed
        self.clock: Clock | None = None
        self.report: Report | None = None  # of the last choice, where there was more than one action

    def refuse(self, game: Game) -> None:
        """Every game that can be searched has levels."""
        find_algorithm("auto", game)

    def prepare(self, position: Position) -> None:
        """Compile, or load, everything the search needs."""
        Search(position, BRIEF).result()

    def on_clock(self, clock: Clock) -> None:
        """The time for the next choice; it binds only where the nodes would take longer."""
        self.clock = clock

    def choose(self, position: Position) -> int:
        """With thought, or at a glance."""
        choices = position.choices
        if len(choices) == 1:
            return choices[0]
        level = self.level
        chance = random.Random(f"{self.seed} {position.ply} {position.key}")
        if chance.random() >= level.haste:
            limit = Limit(nodes=level.nodes)
            self.report = think(position, limit if self.clock is None else within(limit, self.clock), level.depth)
            return self.report.action
        ranking, self.report = rank(position)
        weights = [level.carelessness**place for place in range(len(ranking))]
        return chance.choices(ranking, weights)[0]


class StrongestAgent(SearchAgent):
    """Level 10: the search that a match has shown to be the strongest in the game, or whichever suits it."""

    def refuse(self, game: Game) -> None:
        """The search may not take several threads."""
        self._choose_search(game)
        super().refuse(game)

    def prepare(self, position: Position) -> None:
        """Compile, or load, everything the search needs."""
        self._choose_search(position.game)
        super().prepare(position)

    def choose(self, position: Position) -> int:
        """The best action found."""
        self._choose_search(position.game)
        return super().choose(position)

    def _choose_search(self, game: Game) -> None:
        self.algorithm = game.strongest_search or "auto"


def think(position: Position, limit: Limit, depth: int) -> Report:
    """The answer of the search that suits the game, at a depth or, if that is reached first, the limit."""
    search = Search(position, limit, patience=REPLY_PATIENCE)
    # The depth is no part of the limit: the textbook forms go straight to that, and might find nothing within the nodes.
    for report in search.reports():
        if report.depth >= depth:
            search.stop()
            return report
    return search.result()


def rank(position: Position) -> tuple[Sequence[int], Report]:
    """All actions, best first as far as a look one ply ahead tells."""
    report = Search(position, GLANCE, lines=len(position.choices), patience=REPLY_PATIENCE).result()
    ranked = [line.action for line in report.lines]
    return [*ranked, *(a for a in position.choices if a not in ranked)], report


def make_level(number: int, seed: int | None = None, limit: Limit | None = None, threads: int = 1) -> LevelAgent | SearchAgent:
    """The agent of a level; a limit and threads are for the strongest, which is bound by nothing else."""
    level = find_level(number)
    if level.number < STRONGEST:
        if limit is not None or threads > 1:
            raise BadParameter(f"level {number} has its own limits; only level {STRONGEST} takes seconds, nodes and threads")
        return LevelAgent(level, seed)
    agent = StrongestAgent("auto", limit, threads=threads)
    agent.name = f"level:{number}"
    return agent
