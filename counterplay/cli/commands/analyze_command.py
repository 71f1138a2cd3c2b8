"""`counterplay analyze`: search a position and watch the search deepen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from rich.live import Live
from rich.table import Table

from counterplay.agents.weight_file import read_weights, weighed
from counterplay.cli.arguments import game_argument, gear_option, sound_position_of, state_option
from counterplay.cli.commands.show_command import picture, scene_of, standing_of
from counterplay.cli.console import err, out, rate, say
from counterplay.cli.interrupts import farewell
from counterplay.cli.limit_options import limit_of, limit_options, threads_option
from counterplay.core import Game, Position, Report, Value
from counterplay.core.text.value_words import value_heading
from counterplay.gears.background_compiler import compiling_in_background
from counterplay.search import Search
from counterplay.search.algorithm import AnyAlgorithm

LONGEST_LINE = 12  # actions of a variation that are shown
ALL = "all"


class Lines(click.IntRange):
    """How many actions to show: a number, or all of them."""

    def __init__(self) -> None:
        super().__init__(1, 50)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number, or the word, which every search understands."""
        return ALL if value == ALL else super().convert(value, param, ctx)


@click.command()
@game_argument
@state_option
@limit_options
@gear_option
@click.option(
    "--lines",
    "-l",
    type=Lines(),
    default=1,
    show_default=True,
    metavar="N",
    help="Show the N best actions; 'all' shows every one.",
)
@threads_option
@click.option("--weights", type=click.Path(path_type=Path), metavar="FILE", help="Estimate with weights that `tune` wrote.")
def analyze(
    game: Game,
    state: str | None,
    seconds: float | None,
    depth: int | None,
    nodes: int | None,
    playouts: int | None,
    algorithm: str | AnyAlgorithm,
    lines: int | str,
    threads: int,
    weights: Path | None,
) -> None:
    """Search a position: a live table of depth, value, best line, nodes and speed."""
    limit = limit_of(seconds, depth, nodes, playouts)
    position = sound_position_of(game, state)
    searched = game if weights is None else weighed(game, read_weights(weights))
    search = Search(position, limit, algorithm, game=searched, lines=lines, threads=threads)
    scene = scene_of(position)
    say(picture(scene, game))
    say(f"\n{standing_of(position, scene)}", "bold")
    reports: list[Report] = []
    live = Live(console=err, refresh_per_second=8, transient=True, auto_refresh=False)

    def so_far() -> str:
        live.stop()
        if reports:
            _conclude(position, list(reports))
        return "stopped"

    with compiling_in_background(), farewell(so_far), live:
        for report in search.reports():
            reports.append(report)
            live.update(_table(position, reports), refresh=True)
    _conclude(position, reports)


def _conclude(position: Position, reports: list[Report]) -> None:
    out.print(_table(position, reports))
    best = reports[-1]
    name = position.game.action_name(position.state, best.action)
    say(f"Best: {name} ({best.value}), found by {best.algorithm}", "bold")


def _table(position: Position, reports: list[Report]) -> Table:
    table = Table(box=None, pad_edge=False)
    for heading in ("depth", value_heading(position.game, reports[-1]), "nodes", "seconds", "speed"):
        table.add_column(heading, justify="right")
    table.add_column("line", overflow="fold")
    *earlier, last = reports
    for report in earlier:
        _add(table, position, report, report.value, report.variation)
    for i, line in enumerate(last.lines or ()):
        _add(table, position, last if i == 0 else None, line.value, line.variation)
    return table


def _add(table: Table, position: Position, report: Report | None, value: Value, variation: tuple[int, ...]) -> None:
    names = " ".join(position.names_of(variation[:LONGEST_LINE])) + (" ..." if len(variation) > LONGEST_LINE else "")
    if report is None:
        table.add_row("", str(value), "", "", "", names)
        return
    depth = f"{report.depth}/{report.selective_depth}" + ("" if report.completed else "+")
    amount = f"{report.nodes:,}"
    table.add_row(depth, str(value), amount, f"{report.seconds:.2f}", rate(report.nodes, report.seconds), names)
