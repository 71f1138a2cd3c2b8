"""`counterplay calibrate`: what shallow searches of a game say about deep ones, for Multi-ProbCut."""

from __future__ import annotations

from pathlib import Path

import click
from rich.status import Status

from counterplay.cli.arguments import game_argument
from counterplay.cli.console import counted, err, remark, say
from counterplay.cli.contest_options import say_table
from counterplay.cli.interrupts import Stopped, farewell
from counterplay.core import Game
from counterplay.core.interruption import end_if_asked
from counterplay.search.calibrating import Saving, Settings, fit_samples, kept_games, measure_saving, refuse_unfit, sample_games
from counterplay.search.engine.depth_fit import DepthFit, fit_path, keep_fit

KEPT = "stopped; the games played so far are kept, and the same command continues from there"
PATIENCE = 60.0  # seconds that one game may take to end


@click.command()
@game_argument
@click.option("--games", type=click.IntRange(1, 100_000), default=100, show_default=True, help="Games that are played.")
@click.option("--depth", type=click.IntRange(3, 24), default=10, show_default=True, help="The deepest values, in plies.")
@click.option("--seed", type=int, default=1, show_default=True, help="Another seed plays other games.")
@click.option("--output", type=click.Path(path_type=Path), help="A file for the fit instead of the usual place.")
@click.option("--fresh", is_flag=True, help="Discard the games of an earlier, interrupted run.")
def calibrate(game: Game, games: int, depth: int, seed: int, output: Path | None, fresh: bool) -> None:
    """Fit deep values to shallow ones, so that the engine can cut what is likely (Multi-ProbCut).

    Plays games of the engine with itself, searches some of their positions to every depth, and keeps the fit for this game.
    """
    refuse_unfit(game)
    path = fit_path(game) if output is None else output
    samples_path, settings = path.with_name(path.name + ".samples"), Settings(games, depth, seed)
    if fresh:
        samples_path.unlink(missing_ok=True)
    elif kept_games(settings, samples_path):
        remark("resuming an interrupted run; --fresh would start over")
    with Status("calibrating", console=err) as status, farewell(lambda: KEPT, PATIENCE):

        def tell(done: int) -> None:
            end_if_asked()
            status.update(f"calibrating: {done} of {counted(games, 'game')}")

        try:
            samples = sample_games(game, settings, samples_path, tell)
        except KeyboardInterrupt:
            raise Stopped(KEPT) from None
    fit = fit_samples(game, samples)
    keep_fit(game, fit, path)
    samples_path.unlink(missing_ok=True)
    _say_fit(fit)
    _say_saving(measure_saving(game, settings))
    say(f"Kept in {path}.")


def _say_fit(fit: DepthFit) -> None:
    heads = ("plies left, at most", "deep", "shallow", "slope", "offset", "error", "correlation", "positions")
    rows = [
        [
            f"{phase.plies_left:.0f}",
            f"{line.deep}",
            f"{line.shallow}",
            f"{line.slope:.3f}",
            f"{line.offset:+.3g}",
            f"{line.error:.3g}",
            f"{line.correlation:.3f}",
            f"{line.samples}",
        ]
        for phase in fit.phases
        for line in phase.lines
    ]
    say_table(heads, rows, right=list(range(len(heads))))


def _say_saving(saving: Saving) -> None:
    if saving.positions == 0:
        remark("no position was left to compare nodes on")
        return
    say(
        f"{counted(saving.positions, 'position')} to depth {saving.depth}: {saving.nodes_with:,} nodes with it, "
        f"{saving.nodes_without:,} without ({saving.nodes_without / max(1, saving.nodes_with):.2f} times as many), the same "
        f"action in {saving.same_actions}."
    )
