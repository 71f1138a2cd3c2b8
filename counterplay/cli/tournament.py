"""`counterplay tournament`: several agents, a cross table and ratings."""

from __future__ import annotations

from pathlib import Path

import click

from counterplay.arena.contest import Contest, make_settings
from counterplay.arena.crosstable import cross_table
from counterplay.arena.parallel import Workers
from counterplay.arena.statistics import signed
from counterplay.arena.tournament import ratings_of
from counterplay.cli import contests
from counterplay.cli.arguments import gear_option


@click.command()
@click.argument("words", metavar="GAME A B C...", nargs=-1)
@click.option("--gauntlet", is_flag=True, help="The first agent plays against each of the others, and nobody else.")
@click.option("--plot", type=click.Path(path_type=Path), metavar="FILE", help="Also draw the ratings into this SVG file.")
@contests.contest_options
@gear_option
def tournament(
    words: tuple[str, ...],
    gauntlet: bool,
    plot: Path | None,
    games: int,
    openings: str | None,
    seconds_per_move: float | None,
    clock: str | None,
    workers: int | None,
    cluster: str | None,
    seed: int | None,
    max_plies: int | None,
    grace: float,
    move_limit: float,
    memory: float,
    resume: str | None,
    yes: bool,
    name: str,
    db: Path | None,
) -> None:
    """Let agents play each other, everybody against everybody, and rate them (Bradley-Terry, in Elo).

    Every finished game is stored at once; --resume goes on with a tournament that was stopped.
    """
    time = contests.time_control(seconds_per_move, clock)
    if resume is not None:
        with contests.store_at(db, must_exist=True) as store:
            contest = contests.resumed(store, resume, words, ("round robin", "gauntlet"), yes)
            _play(contest, contests.players(workers, cluster), plot)
        return
    game, agents = contests.game_of(words)
    settings = make_settings(
        game, agents, kind="gauntlet" if gauntlet else "round robin", games=games, openings=openings, time=time, seed=seed,
        max_plies=max_plies, grace=grace, patience=move_limit, memory_mb=memory,
    )  # fmt: skip
    playing = contests.players(workers, cluster)
    with contests.store_at(db) as store:
        _play(Contest.new(settings, store, name), playing, plot)


def _play(contest: Contest, workers: Workers, plot: Path | None) -> None:
    contests.run(contest, "tournament", workers, _line)
    ratings = ratings_of(contest)
    headings, rows = cross_table(contest, ratings)
    contests.say_heading(contest)
    contests.say_table(headings, rows, right=[i for i, heading in enumerate(headings) if heading != "agent"])
    contests.conclude(contest, ratings, plot)


def _line(contest: Contest) -> str:
    """The ratings so far, the strongest first."""
    names = contest.settings.names
    best = ratings_of(contest).table[:5]
    return ", ".join(f"{names[r.entrant]} {signed(r.elo)} ±{r.margin:.0f}" for r in best)
