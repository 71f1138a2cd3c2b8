"""`counterplay tournament`: several agents, a cross table and ratings."""

from __future__ import annotations

from pathlib import Path

import click

from counterplay.arena.counting.crosstable import cross_table
from counterplay.arena.counting.match_statistics import signed
from counterplay.arena.playing.contest import Contest
from counterplay.arena.playing.contest_settings import Settings
from counterplay.arena.playing.game_workers import Workers
from counterplay.arena.playing.tournament import ratings_of
from counterplay.cli import contest_options
from counterplay.cli.arguments import gear_option
from counterplay.cli.contest_options import ContestOptions


@click.command()
@click.argument("words", metavar="GAME A B C...", nargs=-1)
@click.option("--gauntlet", is_flag=True, help="The first agent plays against each of the others, and nobody else.")
@click.option("--plot", type=click.Path(path_type=Path), metavar="FILE", help="Also draw the ratings into this SVG file.")
@contest_options.contest_options()
@gear_option
def tournament(words: tuple[str, ...], gauntlet: bool, plot: Path | None, options: ContestOptions) -> None:
    """Let agents play each other, everybody against everybody, and rate them (Bradley-Terry, in Elo).

    Every finished game is stored at once; --resume continues a tournament that was stopped.
    """

    def settings() -> Settings:
        game, agents = contest_options.game_of(words)
        return options.settings(game, agents, "gauntlet" if gauntlet else "round robin")

    options.play(words, ("round robin", "gauntlet"), settings, lambda contest, workers: _play(contest, workers, plot))


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
