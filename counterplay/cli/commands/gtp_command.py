"""`counterplay gtp`: a go program for graphical programs and referees."""

from __future__ import annotations

import click

from counterplay.cli.arguments import GameArgument, gear_option
from counterplay.cli.line_conversation import converse, send
from counterplay.core import Game


@click.command()
@click.argument("game", type=GameArgument(), default="go")
@click.option("--agent", "-a", default="level:10", show_default=True, metavar="AGENT", help="Who plays: level:5, mcts, engine.")
@gear_option
def gtp(game: Game, agent: str) -> None:
    """Speak GTP: a go program that graphical programs and referees can drive; other games for two players, too."""
    from counterplay.protocols.gtp import GtpServer

    converse(GtpServer(send, game, agent))
