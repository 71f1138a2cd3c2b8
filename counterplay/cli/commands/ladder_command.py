"""`counterplay ladder`: what each algorithm and each enhancement is worth, in Elo."""

from __future__ import annotations

from pathlib import Path

import click

from counterplay.arena.counting.match_statistics import signed
from counterplay.arena.playing.contest import Contest
from counterplay.arena.playing.contest_settings import Settings
from counterplay.arena.playing.game_workers import Workers
from counterplay.arena.playing.ladder import ladder_table, rungs
from counterplay.arena.playing.tournament import ratings_of
from counterplay.cli import contest_options
from counterplay.cli.arguments import GameArgument, gear_option
from counterplay.cli.contest_options import ContestOptions
from counterplay.core import BadParameter

DEFAULT_NODES = 2_000
# Time is given by --seconds here, and nobody's own agents take part.
NOT_TAKEN = ("seconds_per_move", "clock", "grace", "move_limit", "memory")


@click.command()
@click.argument("words", metavar="GAME", nargs=-1)
@click.option("--nodes", type=int, metavar="N", help=f"Nodes for each move of every rung.  [default: {DEFAULT_NODES}]")
@click.option("--seconds", "-s", type=float, metavar="T", help="Time for each move of every rung, instead of nodes.")
@click.option("--plot", type=click.Path(path_type=Path), metavar="FILE", help="Also draw the ratings into this SVG file.")
@contest_options.contest_options(without=NOT_TAKEN)
@gear_option
def ladder(
    words: tuple[str, ...], nodes: int | None, seconds: float | None, plot: Path | None, options: ContestOptions
) -> None:
    """Rate the textbook searches, then the engine with ever more enhancements, at equal nodes or equal time.

    Each rung plays the one below it. Every finished game is stored at once; --resume continues a ladder that was stopped.
    """

    def settings() -> Settings:
        if len(words) != 1:
            raise click.UsageError("Give one GAME.")
        if nodes is not None and seconds is not None:
            raise BadParameter("give --nodes or --seconds, not both")
        game = GameArgument().convert(words[0], None, None)
        steps = rungs(game, DEFAULT_NODES if nodes is None and seconds is None else nodes, seconds)
        return options.settings(game, [rung.agent for rung in steps], "ladder")

    options.play(words, ("ladder",), settings, lambda contest, workers: _play(contest, workers, plot))


def _play(contest: Contest, workers: Workers, plot: Path | None) -> None:
    contest_options.run(contest, "ladder", workers, _line)
    ratings = ratings_of(contest)
    contest_options.say_heading(contest)
    headings, rows = ladder_table(contest, ratings, contest.settings.game.open())
    contest_options.say_table(headings, rows, right=range(1, 5))
    contest_options.conclude(contest, ratings, plot)


def _line(contest: Contest) -> str:
    """What the top rungs have over the lowest so far."""
    ratings = ratings_of(contest)
    top = len(contest.settings.entrants) - 1
    return f"top over bottom: {signed(ratings.difference(top, 0)[0])} Elo"
