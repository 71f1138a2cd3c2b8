"""`counterplay serve`: analysis of every game for other programs, by lines of JSON."""

from __future__ import annotations

import click

from counterplay.cli.arguments import gear_option
from counterplay.cli.line_conversation import converse, send_line
from counterplay.core.limit import MOST_THREADS


@click.command()
@click.option("--jsonl", is_flag=True, help="Lines of JSON on standard input and output; the only way so far.")
@click.option(
    "--workers", "-w", type=click.IntRange(1, MOST_THREADS), default=1, show_default=True, metavar="N", help="Searches at once."
)
@gear_option
def serve(jsonl: bool, workers: int) -> None:
    """Answer questions about positions of any game: a line of JSON in, lines of JSON out.

    Each question has an id, and so have its answers; docs/interop.md lists what can be asked.
    """
    if not jsonl:
        raise click.UsageError("say which protocol: serve --jsonl")
    from counterplay.protocols.json_lines import JsonLines

    converse(JsonLines(send_line, workers))
