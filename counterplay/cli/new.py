"""`counterplay new`: a game to start from."""

from __future__ import annotations

from pathlib import Path

import click

from counterplay.cli import template_game
from counterplay.cli.speak import say
from counterplay.core import BadParameter
from counterplay.core.wholefile import write_whole


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
def new(file: Path) -> None:
    """Write an example game to FILE, commented and ready to be changed; never over an existing file."""
    if file.suffix != ".py":
        raise BadParameter(f"'{file}' should end in .py: a game is a Python file")
    text = Path(template_game.__file__).read_text(encoding="utf-8")
    write_whole(file, text, over=False)
    say(f"Wrote {file}: a small game with every part explained. Try")
    for command in ("show", "check", "perft --depth 5"):
        word, _, options = command.partition(" ")
        say(f"  counterplay {word} {file} {options}".rstrip())
