"""`counterplay check`: does a game keep the contract?"""

from __future__ import annotations

import click

from counterplay.check import check_game
from counterplay.cli.arguments import game_argument
from counterplay.cli.speak import counted, err, say
from counterplay.core import Game

FAULTY = 1  # exit code


@click.command()
@game_argument
@click.option("--playouts", type=click.IntRange(1, 100_000), default=50, show_default=True, help="Random games to play.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of the random games: the same seed, the same games.")
@click.pass_context
def check(ctx: click.Context, game: Game, playouts: int, seed: int) -> None:
    """Play random games and report every way in which the rules contradict themselves.

    The exit code is 1 where a fault was found.
    """
    with err.status(f"checking {game.title_text}"):
        report = check_game(game, playouts=playouts, seed=seed)
    for sentence in report.passed:
        say(f"held: {sentence}", "green")
    for sentence in report.skipped:
        say(f"not checked: {sentence}", "yellow")
    for finding in report.findings:
        say(f"FAULT {finding.fault}: {finding.message}", "bold red")
    if report.ok:
        say(f"{game.title_text} keeps the contract.", "bold")
        return
    say(f"{game.title_text} has {counted(len(report.findings), 'fault')}.", "bold")
    ctx.exit(FAULTY)
