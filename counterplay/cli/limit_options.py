"""The options that say how long a search may take, shared by the commands that search."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from counterplay.core import Limit
from counterplay.core.limit import MOST_THREADS
from counterplay.search.algorithm import AnyAlgorithm
from counterplay.search.user_searches import is_search_file, load_search

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
            callback=_found,
            help="Which search, or a Python file with a search of your own; 'auto' chooses by the game.",
        ),
        click.option("--playouts", type=int, metavar="N", help="Play at most N playouts (Monte Carlo search)."),
        click.option("--nodes", type=int, metavar="N", help="Visit at most N nodes."),
        click.option("--depth", "-d", type=int, metavar="N", help="Look at most N plies ahead."),
        click.option("--seconds", "-s", type=float, metavar="T", help="Think for at most T seconds."),
    ):
        function = option(function)
    return function


def threads_option(function: F) -> F:
    """--threads."""
    return click.option(
        "--threads",
        "-t",
        type=click.IntRange(1, MOST_THREADS),
        default=1,
        show_default=True,
        metavar="N",
        help="Search on N threads.",
    )(function)


def _found(ctx: click.Context, param: click.Parameter, value: str) -> str | AnyAlgorithm:
    """A name, or the search of a file."""
    return load_search(value) if is_search_file(value) else value


def limit_of(seconds: float | None, depth: int | None, nodes: int | None, playouts: int | None) -> Limit:
    """The limit those options describe; five seconds if none is given."""
    limit = Limit(depth=depth, nodes=nodes, seconds=seconds, playouts=playouts)
    return limit if limit.bounded else Limit(seconds=DEFAULT_SECONDS)
