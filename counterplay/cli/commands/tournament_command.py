"""`counterplay tournament`: several agents, a cross table and ratings."""

from __future__ import annotations

from pathlib import Path

import click

from counterplay.arena.counting.crosstable import cross_table
from counterplay.arena.counting.match_statistics import signed
from counterplay.arena.playing.contest import Contest, make_settings
from counterplay.arena.playing.game_workers import Workers
from counterplay.arena.playing.tournament import ratings_of
from counterplay.cli import contest_options
from counterplay.cli.arguments import gear_option


@click.command()
@click.argument("words", metavar="GAME A B C...", nargs=-1)
@click.option("--gauntlet", is_flag=True, help="The first agent plays against each of the others, and nobody else.")
@click.option("--plot", type=click.Path(path_type=Path), metavar="FILE", help="Also draw the ratings into this SVG file.")
@contest_options.contest_options
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
    time = contest_options.time_control(seconds_per_move, clock)
    if resume is not None:
        with contest_options.store_at(db, must_exist=True) as store:
            contest = contest_options.resumed(store, resume, words, ("round robin", "gauntlet"), yes)
            _play(contest, contest_options.players(workers, cluster), plot)
        return
    game, agents = contest_options.game_of(words)
    settings = make_settings(
        game, agents, kind="gauntlet" if gauntlet else "round robin", games=games, openings=openings, time=time, seed=seed,
        max_plies=max_plies, grace=grace, patience=move_limit, memory_mb=memory,
    )  # fmt: skip
    playing = contest_options.players(workers, cluster)
    with contest_options.store_at(db) as store:
        _play(Contest.new(settings, store, name), playing, plot)


def _play(contest: Contest, workers: Workers, plot: Path | None) -> None:
    contest_options.run(contest, "tournament", workers, _line)
    ratings = ratings_of(contest)
    headings, rows = cross_table(contest, ratings)
    contest_options.say_heading(contest)
    contest_options.say_table(headings, rows, right=[i for i, heading in enumerate(headings) if heading != "agent"])
    contest_options.conclude(contest, ratings, plot)


def _line(contest: Contest) -> str:
    """The ratings so far, the strongest first."""
    names = contest.settings.names
    best = ratings_of(contest).table[:5]
    return ", ".join(f"{names[r.entrant]} {signed(r.elo)} ±{r.margin:.0f}" for r in best)
