"""`counterplay ladder`: what each algorithm and each enhancement is worth, in Elo."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from counterplay.arena.counting.match_statistics import signed
from counterplay.arena.playing.contest import Contest, make_settings
from counterplay.arena.playing.ladder import ladder_table, rungs
from counterplay.arena.playing.tournament import ratings_of
from counterplay.cli import contest_options
from counterplay.cli.arguments import GameArgument, gear_option
from counterplay.core import BadParameter

F = TypeVar("F", bound=Callable[..., Any])
DEFAULT_NODES = 2_000
# Time is given by --seconds here, and nobody's own agents take part.
NOT_TAKEN = ("seconds_per_move", "clock", "grace", "move_limit", "memory")


def _options(function: F) -> F:
    contest_options.contest_options(function)
    kept = [option for option in function.__click_params__ if option.name not in NOT_TAKEN]  # type: ignore[attr-defined]
    function.__click_params__ = kept  # type: ignore[attr-defined]
    return function


@click.command()
@click.argument("words", metavar="GAME", nargs=-1)
@click.option("--nodes", type=int, metavar="N", help=f"Nodes for each move of every rung.  [default: {DEFAULT_NODES}]")
@click.option("--seconds", "-s", type=float, metavar="T", help="Time for each move of every rung, instead of nodes.")
@click.option("--plot", type=click.Path(path_type=Path), metavar="FILE", help="Also draw the ratings into this SVG file.")
@_options
@gear_option
def ladder(
    words: tuple[str, ...],
    nodes: int | None,
    seconds: float | None,
    plot: Path | None,
    games: int,
    openings: str | None,
    workers: int | None,
    cluster: str | None,
    seed: int | None,
    max_plies: int | None,
    resume: str | None,
    yes: bool,
    name: str,
    db: Path | None,
) -> None:
    """Rate the textbook's searches and the engine with one enhancement after the other, at equal nodes or equal time.

    Each rung plays the one below it. Every finished game is stored at once; --resume goes on with a ladder that was stopped.
    """
    if resume is not None:
        with contest_options.store_at(db, must_exist=True) as store:
            _play(contest_options.resumed(store, resume, words, ("ladder",), yes), workers, cluster, plot)
        return
    if len(words) != 1:
        raise click.UsageError("Give one GAME.")
    if nodes is not None and seconds is not None:
        raise BadParameter("give --nodes or --seconds, not both")
    game = GameArgument().convert(words[0], None, None)
    steps = rungs(game, DEFAULT_NODES if nodes is None and seconds is None else nodes, seconds)
    settings = make_settings(
        game, [rung.agent for rung in steps], kind="ladder", games=games, openings=openings, seed=seed, max_plies=max_plies
    )
    with contest_options.store_at(db) as store:
        _play(Contest.new(settings, store, name), workers, cluster, plot)


def _play(contest: Contest, workers: int | None, cluster: str | None, plot: Path | None) -> None:
    contest_options.run(contest, "ladder", contest_options.players(workers, cluster), _line)
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
