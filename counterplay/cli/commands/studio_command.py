"""`counterplay studio`: play, analyse and look inside, in a browser."""

from __future__ import annotations

from pathlib import Path

import click

from counterplay.cli.arguments import gear_option
from counterplay.cli.console import say
from counterplay.cli.interrupts import farewell
from counterplay.core import BadParameter
from counterplay.gears.background_compiler import compiling_in_background
from counterplay.records.store.default_store import default_path
from counterplay.search.user_searches import load_search

ENDING = 10.0  # seconds that open connections, and the file of games, may take to be closed


@click.command()
@click.argument("files", metavar="[GAMEFILE]...", nargs=-1)
@gear_option
@click.option("--port", type=click.IntRange(0, 65535), metavar="N", help="Listen on this port; 0 for any that is free.")
@click.option(
    "--host", default="127.0.0.1", show_default=True, metavar="H", help="Listen on this address; anyone but you needs a token."
)
@click.option("--no-browser", is_flag=True, help="Do not open the browser.")
@click.option(
    "--db",
    type=click.Path(path_type=Path),
    metavar="F",
    help="Keep games, tournaments and settings in this file; $COUNTERPLAY_DB or the user's data folder if left out.",
)
@click.option(
    "--algorithm",
    "-a",
    "searches",
    multiple=True,
    metavar="FILE",
    help="Also offer the search in this Python file.",
)
def studio(
    files: tuple[str, ...], port: int | None, host: str, no_browser: bool, db: Path | None, searches: tuple[str, ...]
) -> None:
    """Open the studio in the browser, with the catalogue and your own GAMEFILEs.

    Games and settings are kept and survive a restart.
    """
    for file in searches:
        load_search(file)
    try:
        from counterplay.studio.server.studio_options import Options
        from counterplay.studio.server.studio_server import run
    except ImportError as error:
        raise BadParameter(f"the studio needs {error.name}; install it with: pip install 'counterplay[studio]'") from None
    options = Options(database=db or default_path(), host=host, game_files=files)
    with compiling_in_background():
        run(options, port=port, browser=not no_browser, say=say, serving=farewell(lambda: "stopped", ENDING))
