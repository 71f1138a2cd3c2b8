"""Tournaments: several agents, everybody against everybody or one against the rest, and what they show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Unpack

from counterplay.arena.contest_store import Store
from counterplay.arena.counting.match_statistics import round_scores
from counterplay.arena.counting.ratings import Meeting, Ratings, rate
from counterplay.arena.playing.contest import Contest, PlayOptions, Tell, make_settings
from counterplay.arena.playing.game_workers import workers_for
from counterplay.core import Game


def play_tournament(
    game: Game | str,
    agents: Sequence[Any],
    *,
    games: int = 100,
    gauntlet: bool = False,
    workers: int = 1,
    cluster: str | None = None,
    store: Store | None = None,
    name: str = "",
    tell: Tell | None = None,
    **options: Unpack[PlayOptions],
) -> Contest:
    """A round robin, or a gauntlet of the first against the others, with so many games for each pairing.

    Agents and options are those of `play_match`. `ratings_of(contest)` and `cross_table(contest)` are the result.
    """
    kind = "gauntlet" if gauntlet else "round robin"
    playing = workers_for(workers, cluster)
    contest = Contest.new(make_settings(game, agents, kind=kind, games=games, **options), store, name)
    contest.run(playing, tell)
    return contest


def meetings_of(contest: Contest) -> list[Meeting]:
    """Every pairing with the scores of its finished rounds."""
    each = contest.games_per_round
    return [
        Meeting(a, b, round_scores((r for r in contest.counted if r.pairing == (a, b)), each), each)
        for a, b in contest.settings.pairings
    ]


def ratings_of(contest: Contest) -> Ratings:
    """Bradley-Terry ratings from the finished rounds."""
    return rate(len(contest.settings.entrants), meetings_of(contest))
