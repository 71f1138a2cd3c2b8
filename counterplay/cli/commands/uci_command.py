"""`counterplay uci`: a chess engine for graphical programs."""

from __future__ import annotations

import click

from counterplay.cli.arguments import gear_option
from counterplay.cli.program_pipes import received, send


@click.command()
@gear_option
def uci() -> None:
    """Speak UCI: a chess engine that any graphical chess program can drive."""
    from counterplay.gears.background_compiler import compiling_in_background
    from counterplay.protocols.uci import UciEngine

    with compiling_in_background():
        UciEngine(lambda line: send(line + "\n")).run(received())
