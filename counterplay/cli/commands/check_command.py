"""`counterplay check`: does a game keep the contract?"""

from __future__ import annotations

import click

from counterplay.check import check_game
from counterplay.check.checks.playout_check import WALK_SECONDS
from counterplay.cli.arguments import game_argument, gear_option
from counterplay.cli.console import counted, err, say
from counterplay.core import CannotCompile, Game
from counterplay.gears.gear_choice import must_compile

FAULTY = 1  # exit code


@click.command()
@game_argument
@gear_option
@click.option(
    "--playouts",
    type=click.IntRange(1, 100_000),
    default=50,
    show_default=True,
    help=f"Random games to play at most; fewer if they are long or have taken {WALK_SECONDS:g} s, which the report says.",
)
@click.option(
    "--seed", type=int, default=0, show_default=True, help="Seed of the random games: the same seed gives the same games."
)
@click.option(
    "--oracle",
    metavar="openspiel:NAME",
    help="Also play random games side by side with OpenSpiel's game of this name (openspiel:hex, "
    "'openspiel:hex(board_size=5)'), and compare turns, actions, ends and results at every ply.",
)
@click.pass_context
def check(ctx: click.Context, game: Game, playouts: int, seed: int, oracle: str | None) -> None:
    """Play random games and report every way in which the rules contradict themselves.

    The exit code is 1 where a fault was found. A game that keeps the contract but cannot be compiled gives 0, and the last line
    says why it is slow; with --gear compiled or checked it is refused, with 2.
    """
    with err.status(f"checking {game.title_text}"):
        report = check_game(game, playouts=playouts, seed=seed, oracle=oracle)
    if report.interpreted_only and must_compile():
        raise CannotCompile(report.interpreted_only)
    for sentence in report.passed:
        say(f"passed: {sentence}", "green")
    for sentence in report.skipped:
        say(f"not checked: {sentence}", "yellow")
    for finding in report.findings:
        say(f"FAULT {finding.fault}: {finding.message}", "bold red")
    verdict = "keeps the contract" if report.ok else f"has {counted(len(report.findings), 'fault')}"
    slow = f": interpreted only, much slower, because {report.interpreted_only}" if report.interpreted_only else ""
    say(f"{game.title_text} {verdict}{slow}.", "bold")
    if not report.ok:
        ctx.exit(FAULTY)
