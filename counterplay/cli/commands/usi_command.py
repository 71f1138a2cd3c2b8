"""`counterplay usi`: a shogi engine for graphical programs."""

from __future__ import annotations

import click

from counterplay.cli.arguments import gear_option
from counterplay.cli.line_conversation import converse, send_line


@click.command()
@gear_option
def usi() -> None:
    """Speak USI: a shogi engine that graphical shogi programs can drive."""
    from counterplay.protocols.usi import UsiEngine

    converse(UsiEngine(send_line))
