"""`counterplay warm`: compile now what would otherwise be compiled when it is first needed."""

from __future__ import annotations

import time
from collections.abc import Callable

import click

from counterplay.check import check_game
from counterplay.cli.arguments import GameArgument
from counterplay.cli.console import complain, err, say
from counterplay.cli.interrupts import farewell
from counterplay.core import CannotCompile, Game
from counterplay.games import game_names, make_game
from counterplay.gears import cache_folder
from counterplay.search.api import find_algorithm
from counterplay.search.precompile import Compilation, compilations
from counterplay.solve.shared_searches import shared_searches

FAILED = 2  # exit code
ALL_GAMES = "all games"


@click.command()
@click.argument("games", metavar="[GAME]...", nargs=-1, type=GameArgument())
@click.option("--algorithm", "-a", "algorithms", multiple=True, metavar="NAME", help="Only what this algorithm needs.")
@click.option("--shared", is_flag=True, help="The searches that all games share; of the games, only those that are named.")
@click.pass_context
def warm(ctx: click.Context, games: tuple[Game, ...], algorithms: tuple[str, ...], shared: bool) -> None:
    """Compile the searches for these games ahead of time; for all games of the catalogue if none is given.

    Native code is kept on disk, so this is needed once for each version of a game.
    """
    failed = False
    for item in shared_searches() if shared else ():
        failed = not _compiled(ALL_GAMES, item) or failed
    for game in games or ([] if shared else [make_game(name) for name in game_names()]):
        items = [*compilations(game), Compilation("check", _briefly_checked(game))]
        if algorithms:
            wanted = {find_algorithm(name, game).name for name in algorithms}
            items = [item for item in items if item.name in wanted]
        for item in items:
            failed = not _compiled(game.spec, item) or failed
    say(f"Native code is kept in {cache_folder()}.")
    if failed:
        ctx.exit(FAILED)


def _briefly_checked(game: Game) -> Callable[[], object]:
    """`check` has kernels of its own; one random game calls them all."""
    return lambda: check_game(game, playouts=1)


def _compiled(what: str, item: Compilation) -> bool:
    start = time.perf_counter()
    words = f"stopped while compiling {item.name} for {what}; what was compiled before is kept"
    try:
        with farewell(lambda: words), err.status(f"{what}: {item.name}"):
            item.compile()
    except CannotCompile as reason:
        complain(str(reason))
        return False
    say(f"{what:<24} {item.name:<18} {time.perf_counter() - start:7.2f} s")
    return True
