"""Texel's method from end to end: play, find quiet positions, fit the weights, measure what they gain."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from counterplay.agents.weight_file import Weights, tunable_arrays, write_weights
from counterplay.arena import Contest, Standing, Store, make_settings, workers_for
from counterplay.arena.playing.contest import Tell as TellMatch
from counterplay.arena.playing.game_schedule import rounds_for
from counterplay.core import BadParameter, Game, MissingTrait
from counterplay.gears.identity.code_digest import reach_digest
from counterplay.gears.identity.game_identity import rules_digest
from counterplay.learn.fitting import fit_weights
from counterplay.learn.quiet_positions import quiet_positions
from counterplay.learn.self_play import PlayedGame, SelfPlay

LEAST_GAMES = 10
MOST_GAMES = 100_000

Say = Callable[[str], None]


@dataclass(frozen=True)
class Plan:
    """What to do."""

    out: Path  # the file of weights; games are kept beside it
    games: int = 1000  # of self-play
    nodes: int = 500  # for each move of theirs
    openings: str = "random:6"
    seed: int = 1
    max_plies: int | None = None  # longer games are drawn
    search_share: float = 0.0  # of what is learned, from 0 to 1: what searches said, and not how games ended
    match: int = 0  # games of the new weights against the old ones
    match_nodes: int | None = None  # for each move of these; as many as in self-play if None
    workers: int = 1

    def __post_init__(self) -> None:
        if not LEAST_GAMES <= self.games <= MOST_GAMES:
            raise BadParameter(f"weights are tuned on {LEAST_GAMES} to {MOST_GAMES:,} games, not {self.games:,}")
        if not 0.0 <= self.search_share <= 1.0:
            raise BadParameter(f"the share of what searches said lies between 0 and 1, and {self.search_share:g} does not")
        if self.match:
            rounds_for(2, self.match)
        if "," in str(self.out.absolute()):
            raise BadParameter(f"'{self.out}' has a comma in its path, which the name of an agent cannot have; choose another")

    @property
    def folder(self) -> Path:
        """Where games are kept."""
        return self.out.with_name(self.out.stem + "-games")


class Progress(NamedTuple):
    """Who hears how far a run has come."""

    played: Callable[[int, int], None] = lambda done, total: None
    say: Say = lambda sentence: None
    match: TellMatch | None = None


class Tuned(NamedTuple):
    """What came of it."""

    before: Weights
    after: Weights
    gain: Standing | None  # of the new weights over the old ones


def tune(game: Game, plan: Plan, progress: Progress | None = None) -> Tuned:
    """Tune a game's weights and write them, with how they came about, to the plan's file."""
    refuse(game)
    progress = progress or Progress()
    before, whose = Weights.of(game), identity(game)
    agent = f"auto:nodes={plan.nodes}"
    play = SelfPlay(
        game, whose, plan.folder,
        agent=agent, games=plan.games, openings=plan.openings, seed=plan.seed, max_plies=plan.max_plies,
    )  # fmt: skip
    played = play.play(workers_for(plan.workers), lambda done: progress.played(done, plan.games), plan.search_share > 0.0)
    positions = quiet_positions(game, played)
    progress.say(f"{len(positions.results):,} quiet positions in {len(played):,} games")
    fitted = fit_weights(game, positions, plan.search_share)
    manifest = {
        "identity": whose,
        "seed": plan.seed,
        "games": plan.games,
        "nodes": plan.nodes,
        "openings": plan.openings,
        "results": _results(played),
        "positions": len(positions.results),
        **fitted.facts,
        "before": {name: array.tolist() for name, array in before.arrays.items()},
        "gain": None,
    }
    after = Weights(before.game, fitted.arrays, before.names, manifest, f"the weights in '{plan.out.name}'")
    write_weights(plan.out, after)
    if not plan.match:
        return Tuned(before, after, None)
    standing = measure_gain(game, plan, after, progress.match)
    manifest["gain"] = _gain(standing, plan.match_nodes or plan.nodes, plan.seed)
    write_weights(plan.out, after)
    return Tuned(before, after, standing)


def refuse(game: Game) -> None:
    """Say in one sentence that a game cannot be tuned."""
    tunable_arrays(game)
    if game.players != 2 or not game.zero_sum or game.hidden:
        raise MissingTrait(
            f"{game.title_text} cannot be tuned: that needs a zero-sum game for two players in which nothing is hidden"
        )


def identity(game: Game) -> str:
    """What the games of self-play depend on besides seeds and limits: the rules, the estimate's code, the weights."""
    text = f"{rules_digest(game)} {reach_digest(_hints, game)} {Weights.of(game).digest}"
    return hashlib.sha256(text.encode()).hexdigest()[:20]


def _hints(game: Game) -> None:
    """Names what guides a search, for `reach_digest`; never called."""
    for hint in (game.evaluate, game.noisy, game.noisy_actions, game.order, game.threatened, game.candidates):
        assert hint


def _results(played: Sequence[PlayedGame]) -> dict[str, int]:
    signs = [int(np.sign(game.utilities[0] - game.utilities[1])) for game in played]
    return {"first": signs.count(1), "drawn": signs.count(0), "second": signs.count(-1)}


# --- the gain ---
def measure_gain(game: Game, plan: Plan, weights: Weights, tell: TellMatch | None = None) -> Standing:
    """The new weights against the old ones at equal nodes; a match that was stopped goes on."""
    nodes = plan.match_nodes or plan.nodes
    agents = [f"auto:nodes={nodes},weights={plan.out.absolute()}", f"auto:nodes={nodes}"]
    settings = make_settings(
        game, agents, kind="match", games=plan.match, openings=plan.openings, seed=plan.seed + 1, max_plies=plan.max_plies
    )
    name = f"gain {weights.digest[:12]} {nodes} {plan.match}"
    with Store(plan.folder / "match.db") as store:
        known = name in [contest.name for contest in store.contests()]
        contest = Contest.resumed(store, name) if known else Contest.new(settings, store, name)
        contest.run(workers_for(plan.workers), tell)
        return contest.standing()


def _gain(standing: Standing, nodes: int, seed: int) -> dict[str, Any]:
    low, high = standing.interval
    return {
        "games": standing.games,
        "nodes": nodes,
        "seed": seed + 1,
        "wins": standing.wins,
        "draws": standing.draws,
        "losses": standing.losses,
        "elo": _finite(standing.elo),
        "interval": [_finite(low), _finite(high)],
        "superiority": round(standing.superiority, 4),
    }


def _finite(elo: float) -> float | None:
    """JSON knows no infinity."""
    return round(elo, 1) + 0.0 if math.isfinite(elo) else None  # no -0
