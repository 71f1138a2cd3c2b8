"""`counterplay convert`: games from one format into another."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click
from rich.status import Status

from counterplay.cli.arguments import GameArgument, Spelt
from counterplay.cli.console import complain, counted, err, remark
from counterplay.core import BadNotation, Game
from counterplay.core.interruption import end_if_asked
from counterplay.records import FORMATS, Fault, Record, iterate_records, write_records
from counterplay.records.record_files import NOTES, decoded, format_named, format_of_path, guess_format, lost_notes

STANDARD = "-"  # the standard input or output
SHOWN_FAULTS = 20  # that are told one by one
TOLD_EVERY = 10  # games, while they are counted
INCOMPLETE = 1  # exit code where something could not be read


@click.command(epilog="Formats: " + "; ".join(f"{one.name} ({one.title})" for one in FORMATS.values()) + ".")
@click.argument("source", metavar="IN", type=click.Path(path_type=Path))
@click.argument("target", metavar="OUT", type=click.Path(path_type=Path))
@click.option(
    "--from", "source_form", type=Spelt(list(FORMATS)), help="Format of IN; its name or its content says it otherwise."
)
@click.option("--to", "target_form", type=Spelt(list(FORMATS)), help="Format of OUT; its name says it otherwise.")
@click.option("--game", type=GameArgument(), help="The game, where the file cannot say it: `hex:swap=yes`, or your own file.")
def convert(source: Path, target: Path, source_form: str | None, target_form: str | None, game: Game | None) -> int:
    """Convert games: read IN, whatever can be read of it, and write OUT.

    The names of the files say the formats: `counterplay convert games.pgn games.jsonl`. A - stands for the standard input or
    output. What has no place in the new format is told, and so is every fault, with line and column; where there was one, the
    games are written as far as they go and the exit code is 1.
    """
    conversion = _Conversion(source, source_form or "", game)
    chosen = target_form or _form_of(target)
    conversion.target_form = chosen
    if str(target) == STANDARD:
        for part in format_named(chosen).write(conversion.records()):
            click.echo(part, nl=False)
    else:
        with Status(f"reading {source}", console=err) as conversion.status:
            write_records(target, conversion.records(), chosen)
    conversion.tell(target)
    return INCOMPLETE if conversion.faults else 0


def _form_of(target: Path) -> str:
    found = format_of_path(target)
    if found is None:
        where = (
            "the standard output has no name that says a format"
            if str(target) == STANDARD
            else f"'{target}' ends as no format does"
        )
        raise BadNotation(f"{where}; say one with --to: {', '.join(FORMATS)}")
    return found.name


class _Conversion:
    """What is read on the way, and what is told afterwards."""

    def __init__(self, source: Path, form: str, game: Game | None) -> None:
        self.source, self.form, self.game = source, form, game
        self.target_form = ""
        self.status: Status | None = None
        self.count, self.faults = 0, list[Fault]()
        self.lost: Counter[str] = Counter()

    def records(self) -> Iterator[Record]:
        """The games, each counted; refuses a file in which there is none."""
        for found in self._found():
            end_if_asked()
            self.faults += found.faults if isinstance(found, Record) else [found]
            if isinstance(found, Fault):
                continue
            self.count += 1
            self.lost.update(lost_notes(self.target_form, found))
            if self.status is not None and self.count % TOLD_EVERY == 0:
                self.status.update(f"{counted(self.count, 'game')} of {self.source}")
            yield found
        if not self.count:
            raise BadNotation(f"'{self.source}'{f', {self.faults[0]}' if self.faults else ' holds no game'}")

    def _found(self) -> Iterator[Record | Fault]:
        if str(self.source) != STANDARD:
            return iterate_records(self.source, self.form, self.game)
        text = decoded(sys.stdin.buffer.read(), "latin-1")
        chosen = format_named(self.form) if self.form else guess_format(text)
        if chosen is None:
            raise BadNotation(f"the standard input looks like none of the formats; say one with --from: {', '.join(FORMATS)}")
        return chosen.read(text, self.game)

    def tell(self, target: Path) -> None:
        """How many games there were, what was lost, and what was wrong."""
        for fault in self.faults[:SHOWN_FAULTS]:
            complain(f"{self.source}, {fault}")
        if len(self.faults) > SHOWN_FAULTS:
            complain(f"and {len(self.faults) - SHOWN_FAULTS} faults more")
        if str(target) != STANDARD:
            remark(
                f"wrote {counted(self.count, 'game')} to {target}" + (", as far as they could be read" if self.faults else "")
            )
        if self.lost:
            listed = ", ".join(f"{self.lost[note]} {note}" for note in NOTES if self.lost[note])
            remark(f"{self.target_form} has no place for these, which are left out: {listed}", "yellow")
