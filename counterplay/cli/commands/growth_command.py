"""`counterplay growth`: leaves over depth, as a table and a plot."""

from __future__ import annotations

from pathlib import Path

import click
from rich import box
from rich.table import Table

from counterplay.cli.arguments import GameArgument, gear_option
from counterplay.cli.console import err, out, remark, say
from counterplay.core import Game
from counterplay.core.files.atomic_file import write_whole
from counterplay.core.limit import UNLIMITED_NODES
from counterplay.lessons.worked.search_growth import MOST_NODES, measure_growth


@click.command()
@click.argument("game", type=GameArgument(), required=False)
@click.option(
    "--depth", "-d", type=click.IntRange(1, 40), default=6, show_default=True, metavar="N", help="Largest depth, in plies."
)
@click.option(
    "--branching",
    "-b",
    type=click.IntRange(2, 256),
    default=10,
    show_default=True,
    metavar="N",
    help="Branching of the random trees, without GAME.",
)
@click.option(
    "--nodes",
    type=click.IntRange(1, UNLIMITED_NODES),
    default=MOST_NODES,
    show_default=True,
    metavar="N",
    help="A curve ends where a single search would take more nodes.",
)
@click.option("--svg", metavar="FILE", type=click.Path(path_type=Path), help="Also write the plot to this file.")
@gear_option
def growth(game: Game | None, depth: int, branching: int, nodes: int, svg: Path | None) -> None:
    """Count the leaves that minimax, alpha-beta in random and in best order, and the engine look at, depth by depth.

    They search GAME from its first position or, if none is given, random trees.
    """
    with err.status("counting leaves") as status:
        measured = measure_growth(game, depth, branching, nodes, status.update)
    if svg is not None:
        write_whole(svg, measured.svg())
        remark(f"wrote {svg}")
    head, rows = measured.table()
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for heading in head:
        table.add_column(heading, justify="right")
    for row in rows:
        table.add_row(*row)
    say(f"{measured.title}: leaves looked at", "bold")
    out.print(table)
