"""`counterplay new`: a game to start from."""

from __future__ import annotations

import keyword
from importlib import resources
from pathlib import Path
from typing import NamedTuple

import click

from counterplay.cli import template_game, templates
from counterplay.cli.console import say
from counterplay.core import BadParameter
from counterplay.core.files.atomic_file import write_whole


class Kind(NamedTuple):
    """An example of a kind of game, and how its first counts are known."""

    game: str  # the class in templates/KIND_game.py
    counts: tuple[int, ...]  # sequences of 1, 2, ... actions
    source: str


KINDS = {
    "square": Kind("Clobber", (31, 790, 16339), "OpenSpiel's clobber(rows=4,columns=5)"),
    "hex": Kind("SmallHex", (16, 240, 3360, 43680), "16 x 15 x 14 x 13 ways, since nobody can win before the seventh stone"),
    "graph": Kind("PongHauKi", (2, 2, 2, 4), "counted by hand on paper"),
    "stack": Kind("Towers", (12, 88), "12 first moves, and after 8 of them 8 answers, after the other 4 only 6"),
    "dice": Kind("FourLanes", (3, 6, 18, 36), "three faces and two men by turns"),
    "cards": Kind("ThirtyOne", (6, 36, 216, 1296), "six ranks, and four cards that cannot go beyond 31"),
}

TEST = '''"""The rules of {module}.py: counts that are known from elsewhere, and the report on the contract."""

from {module} import {game}

from counterplay import check_game
from counterplay.search.perft import perft

COUNTS = {counts}  # sequences of 1, 2, ... actions: {source}


def test_counts() -> None:
    """An action that is missing or too many, or one that leads to the wrong state."""
    game = {game}()
    found = tuple(perft.interpreted(game, game.initial(), depth) for depth in range(1, len(COUNTS) + 1))
    assert found == COUNTS


def test_contract() -> None:
    """Rules, names, notation or pictures that contradict each other; gears that disagree; rules that cannot be compiled."""
    report = check_game({game}(), playouts=20)
    assert report.ok and not report.interpreted_only, str(report)
'''


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--kind",
    type=click.Choice(tuple(KINDS)),
    help="A game on a board of squares, of hexagons or of points and lines, with stacks, with dice or with cards. Its tests "
    "are written beside it.",
)
def new(file: Path, kind: str | None) -> None:
    """Write an example game to FILE, commented and ready to be changed; an existing file is never overwritten."""
    if file.suffix != ".py":
        raise BadParameter(f"'{file}' should end in .py: a game is a Python file")
    if kind is None:
        write_whole(file, Path(template_game.__file__).read_text(encoding="utf-8"), over=False)
        say(f"Wrote {file}: a small game with every part explained. Try")
    else:
        tests = _write_kind(file, kind)
        say(f"Wrote {file}, {KINDS[kind].game}, and its tests in {tests}. Try")
    for command in ("show", "check", "perft --depth 5"):
        word, _, options = command.partition(" ")
        say(f"  counterplay {word} {file} {options}".rstrip())


def _write_kind(file: Path, kind: str) -> Path:
    """The game and the file with its tests, which imports the game by its name."""
    if not file.stem.isidentifier() or keyword.iskeyword(file.stem):
        raise BadParameter(f"'{file.name}' should be a name that Python can import, such as my_game.py: its tests import it")
    tests = file.with_name(f"test_{file.name}")
    if tests.exists():
        raise BadParameter(f"'{tests}' exists already; the tests of {file.name} would stand there, so choose another name")
    template = resources.files(templates).joinpath(f"{kind}_game.py")
    write_whole(file, template.read_text(encoding="utf-8"), over=False)
    write_whole(tests, TEST.format(module=file.stem, **KINDS[kind]._asdict()), over=False)
    return tests
