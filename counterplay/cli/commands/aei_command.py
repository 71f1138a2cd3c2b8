"""`counterplay aei`: an arimaa engine for other programs."""

from __future__ import annotations

import click

from counterplay.cli.arguments import gear_option
from counterplay.cli.line_conversation import converse, send_line


@click.command()
@gear_option
def aei() -> None:
    """Speak AEI: an arimaa engine that programs for arimaa can drive."""
    from counterplay.protocols.aei import AeiEngine

    converse(AeiEngine(send_line))
