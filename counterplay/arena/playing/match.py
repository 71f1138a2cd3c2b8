"""Matches: two agents, many games."""

from __future__ import annotations

from typing import Any, Unpack

from counterplay.arena.contest_store import Store
from counterplay.arena.playing.contest import Contest, PlayOptions, Tell, make_settings
from counterplay.arena.playing.game_workers import workers_for
from counterplay.core import Game


def play_match(
    game: Game | str,
    a: Any,
    b: Any,
    *,
    games: int = 100,
    workers: int = 1,
    cluster: str | None = None,
    store: Store | None = None,
    name: str = "",
    tell: Tell | None = None,
    **options: Unpack[PlayOptions],
) -> Contest:
    """A against B; agents are names, `Agent` objects, or classes and functions that make one.

    Options are those of `PlayOptions`: openings, time, sprt, seed, max_plies, grace, patience, memory_mb. `tell` is
    called after each game. `contest.standing()` is the result, `contest.records` are the games.
    """
    playing = workers_for(workers, cluster)
    contest = Contest.new(make_settings(game, [a, b], kind="match", games=games, **options), store, name)
    contest.run(playing, tell)
    return contest
