"""`counterplay games`: what there is to play."""

from __future__ import annotations

from collections.abc import Callable

import click
from rich import box
from rich.console import Console
from rich.table import Table

from counterplay.cli.console import out
from counterplay.core import Game
from counterplay.games import game_class, game_names
from counterplay.games.catalogue import spec_value

WIDTH = 120  # columns, where the output is no terminal
KINDS: dict[str, Callable[[Game], bool]] = {
    "one-player": lambda g: g.players == 1,
    "two-player": lambda g: g.players == 2,
    "many-player": lambda g: g.players > 2,
    "chance": lambda g: g.chance,
    "deterministic": lambda g: not g.chance,
    "perfect": lambda g: not g.hidden,
    "hidden": lambda g: g.hidden,
    "zero-sum": lambda g: g.zero_sum,
    "general-sum": lambda g: not g.zero_sum,
}


@click.command()
@click.option(
    "--kind",
    multiple=True,
    type=click.Choice(list(KINDS)),
    help="Only games of this kind; repeat it to narrow the list further.",
)
def games(kind: tuple[str, ...]) -> None:
    """List the games of the catalogue."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for heading in ("name", "title", "players", "chance", "information", "parameters"):
        # A name is to be typed, so it is never cut short.
        table.add_column(
            heading, justify="right" if heading == "players" else "left", no_wrap=heading == "name", overflow="fold"
        )
    for game in (game_class(name)() for name in game_names()):
        if all(KINDS[k](game) for k in kind):
            table.add_row(*_row(game))
    if out.is_terminal:
        out.print(table)
    else:
        Console(width=WIDTH).print(table)


def _row(game: Game) -> tuple[str, ...]:
    parameters = ", ".join(f"{name}={spec_value(value)}" for name, value in game.parameters.items())
    chance, information = "yes" if game.chance else "no", "hidden" if game.hidden else "perfect"
    return game.catalogue_name(), game.title_text, str(game.players), chance, information, parameters or "-"
