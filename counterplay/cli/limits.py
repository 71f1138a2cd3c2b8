"""The options that say how long a search may take, shared by the commands that search."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from counterplay.core import Limit, Position
from counterplay.search.door import find_algorithm
from counterplay.search.task import task_for

F = TypeVar("F", bound=Callable[..., Any])
DEFAULT_SECONDS = 5.0


def limit_options(function: F) -> F:
    """--seconds, --depth, --nodes, --playouts and --algorithm."""
    for option in (
        click.option(
            "--algorithm",
            "-a",
            default="auto",
            show_default=True,
            metavar="A",
            help="Which search; 'auto' chooses by the game.",
        ),
        click.option("--playouts", type=int, metavar="N", help="At most so many playouts (Monte Carlo search)."),
        click.option("--nodes", type=int, metavar="N", help="Visit at most so many nodes."),
        click.option("--depth", "-d", type=int, metavar="N", help="Look at most so many plies ahead."),
        click.option("--seconds", "-s", type=float, metavar="T", help="Think at most so long."),
    ):
        function = option(function)
    return function


def limit_of(seconds: float | None, depth: int | None, nodes: int | None, playouts: int | None) -> Limit:
    """The limit those options describe; five seconds if none is given."""
    limit = Limit(depth=depth, nodes=nodes, seconds=seconds, playouts=playouts)
    return limit if limit.bounded else Limit(seconds=DEFAULT_SECONDS)


def refuse_early(algorithm: str, position: Position, limit: Limit) -> None:
    """Say that an algorithm does not exist or does not fit, or that nothing is to be decided, before anything is shown."""
    find_algorithm(algorithm, position.game)
    task_for(position.game, position, limit)
