"""`counterplay uci`: a chess engine for graphical programs."""

from __future__ import annotations

import click

from counterplay.cli.arguments import gear_option
from counterplay.cli.line_conversation import converse, send_line


@click.command()
@gear_option
def uci() -> None:
    """Speak UCI: a chess engine that any graphical chess program can drive."""
    from counterplay.protocols.uci import UciEngine

    converse(UciEngine(send_line))
