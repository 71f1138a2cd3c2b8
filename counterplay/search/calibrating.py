"""Calibration: how a game's values at a depth follow from those at a smaller one, found from games of the engine with itself.

Each game begins with a few random plies and then follows the engine, which sometimes errs. Some of its positions are searched
deeper and deeper; the values at all depths are what the lines of a `DepthFit` are fitted to.
"""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np

from counterplay.core import BadParameter, Game, Limit, Position, overrides
from counterplay.core.files.atomic_file import write_whole
from counterplay.gears.entry.walk import open_walk
from counterplay.gears.gear_choice import is_interpreting
from counterplay.search.api import fits, search_position, stream_position
from counterplay.search.engine.depth_fit import LONGEST_PLAYOUT, DepthFit, Line, Phase, plies_left
from counterplay.search.engine.driver import scale_of_game
from counterplay.search.engine.likely_cuts import shallow_depths

OPENING = (2, 10)  # random plies that a game begins with, at least and at most
ERRING = 0.1  # of the later actions are random
SAMPLED = 0.25  # of the positions are searched deeper
PLAY_NODES = 300  # a move
MOST_NODES = 200_000  # a position; what was not finished by then is left out
LONGEST_GAME = 300  # plies
LEAST_SAMPLES = 25  # of a line
PHASE_SAMPLES, MOST_PHASES = 80, 5  # positions for each phase, and phases
LEAST_CORRELATION = 0.85  # below it a shallow value says too little of a deep one
LEAST_VALUES = 20  # different ones: fewer jump, and their errors are not normal
COMPARED = 8  # positions on which nodes are compared
WITHOUT = ("multi_probcut",)


class Sample(NamedTuple):
    """A position: its phase, and its value to the player to move at depths 1, 2, ..., None where it is proven."""

    plies_left: float
    values: tuple[float | None, ...]


@dataclass(frozen=True)
class Settings:
    """What is sampled; the same settings give the same samples."""

    games: int
    depth: int
    seed: int


@dataclass(frozen=True)
class Saving:
    """Nodes to a depth, with and without what was fitted."""

    depth: int
    positions: int
    nodes_with: int
    nodes_without: int
    same_actions: int


def refuse_unfit(game: Game) -> None:
    """Refuse, in a sentence, a game that calibration has nothing to say about."""
    if not fits("engine", game):
        raise BadParameter(f"{game.title_text} cannot be calibrated: that takes two players, no chance and no common gain")
    if not overrides(game, "evaluate"):
        raise BadParameter(f"{game.title_text} cannot be calibrated: it has no estimate of its own (evaluate)")
    if is_interpreting():
        raise BadParameter("calibration needs the compiled gear: in the interpreted one the engine uses no margins")


def sample_games(game: Game, settings: Settings, kept: Path | None, progress: Callable[[int], object]) -> list[Sample]:
    """Samples of so many games, resumed from a file where an interrupted run kept some; `progress` hears of each game."""
    found = kept_games(settings, kept)
    progress(len(found))
    for number in range(len(found), settings.games):
        found.append(list(sample_game(game, settings, number)))
        if kept is not None:
            kept.parent.mkdir(parents=True, exist_ok=True)
            write_whole(kept, json.dumps({"settings": asdict(settings), "games": found}))
        progress(len(found))
    return [sample for one in found for sample in one]


def kept_games(settings: Settings, kept: Path | None) -> list[list[Sample]]:
    """The games that an interrupted run with the same settings has kept."""
    try:
        content = json.loads(kept.read_text(encoding="utf-8")) if kept is not None else {}
        if content.get("settings") != asdict(settings):
            return []
        games = [[Sample(float(left), tuple(values)) for left, values in one] for one in content["games"]]
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return []
    return games[: settings.games]


def sample_game(game: Game, settings: Settings, number: int) -> Iterator[Sample]:
    """The samples of one game."""
    for position in played_positions(game, settings.seed, number):
        values: list[float | None] = [None] * settings.depth
        for report in stream_position(
            game, position, Limit(depth=settings.depth, nodes=MOST_NODES), "engine", without=WITHOUT, table_mb=8.0
        ):
            if report.completed and not report.value.proven:
                values[report.depth - 1] = report.value.score
        yield Sample(_phase_of(game, position), tuple(values))


def played_positions(game: Game, seed: int, number: int) -> Iterator[Position]:
    """Some positions of a game of the engine with itself."""
    dice = random.Random(f"{seed} {number}")
    position, opening = Position(game), dice.randint(*OPENING)
    while position.outcome() is None and position.ply < LONGEST_GAME:
        if position.ply >= opening and dice.random() < SAMPLED:
            yield position
        if position.ply < opening or dice.random() < ERRING:
            action = dice.choice(position.choices)
        else:
            action = search_position(game, position, Limit(nodes=PLAY_NODES), "engine", without=WITHOUT).action
        position = position.play(action)


def _phase_of(game: Game, position: Position) -> float:
    walk = open_walk(game, LONGEST_PLAYOUT + 1, ("expand",))
    walk.place(position.state)
    return plies_left(walk)


def fit_samples(game: Game, samples: Sequence[Sample]) -> DepthFit:
    """The lines through the samples, phase by phase; refuses, in a sentence, a game whose values do not lie on lines."""
    deepest = [next(v for v in reversed(s.values) if v is not None) for s in samples if any(v is not None for v in s.values)]
    if len(deepest) < LEAST_SAMPLES:
        raise BadParameter(f"{len(deepest)} positions whose value is not proven are too few for a fit; play more games")
    if len({round(value, 9) for value in deepest}) < LEAST_VALUES:
        raise BadParameter(f"the values of {game.title_text} are too few to be fitted: only {len(set(deepest))} occurred")
    phases = []
    for most, chosen in _by_phase(samples):
        lines = tuple(_lines(chosen))
        if lines:
            phases.append(Phase(most, lines))
    if not phases:
        best = max((line.correlation for line in _lines(samples, -1.0)), default=0.0)
        raise BadParameter(
            f"the estimate of {game.title_text} is not smooth enough: values at two depths correlate by {best:.2f} at best, "
            f"and {LEAST_CORRELATION} is the least"
        )
    return DepthFit(game.spec, scale_of_game(game).estimate, tuple(phases))


def _by_phase(samples: Sequence[Sample]) -> Iterator[tuple[float, list[Sample]]]:
    """Samples from the end of the game to its beginning in parts of equal size, and the most plies left in each."""
    ordered = sorted(samples, key=lambda sample: sample.plies_left)
    parts = max(1, min(MOST_PHASES, len(ordered) // PHASE_SAMPLES))
    for start, end in pairwise(round(i * len(ordered) / parts) for i in range(parts + 1)):
        yield ordered[end - 1].plies_left, ordered[start:end]


def _lines(samples: Sequence[Sample], least: float = LEAST_CORRELATION) -> Iterator[Line]:
    """A line for each pair of depths that correlates well enough."""
    for deep in range(3, max(len(s.values) for s in samples) + 1):
        for shallow in shallow_depths(deep):
            pairs = [(s.values[shallow - 1], s.values[deep - 1]) for s in samples if len(s.values) >= deep]
            line = fit_line(deep, shallow, [(x, y) for x, y in pairs if x is not None and y is not None])
            if line is not None and line.correlation >= least:
                yield line


def fit_line(deep: int, shallow: int, pairs: Sequence[tuple[float, float]]) -> Line | None:
    """The line of least squares through pairs of a shallow and a deep value; None where there are too few, or all are one."""
    if len(pairs) < LEAST_SAMPLES:
        return None
    x, y = np.array(pairs).T
    if np.ptp(x) == 0.0 or np.ptp(y) == 0.0:
        return None
    slope, offset = (float(number) for number in np.polyfit(x, y, 1))
    left = y - slope * x - offset
    error = math.sqrt(float(left @ left) / (len(pairs) - 2))
    correlation = float(np.corrcoef(x, y)[0, 1])
    slope, offset, error, correlation = (float(f"{number:.5g}") for number in (slope, offset, error, correlation))
    return Line(deep, shallow, slope, offset, error, correlation, len(pairs)) if slope > 0.0 else None


def measure_saving(game: Game, settings: Settings) -> Saving:
    """Nodes to the depth of the fit with and without it, in positions that it was not made from."""
    positions = list(played_positions(game, settings.seed, settings.games))
    chosen = random.Random(settings.seed).sample(positions, min(COMPARED, len(positions)))
    limit = Limit(depth=settings.depth)
    with_it = [search_position(game, position, limit, "engine") for position in chosen]
    without = [search_position(game, position, limit, "engine", without=WITHOUT) for position in chosen]
    same = sum(a.action == b.action for a, b in zip(with_it, without, strict=True))
    return Saving(settings.depth, len(chosen), sum(r.nodes for r in with_it), sum(r.nodes for r in without), same)
