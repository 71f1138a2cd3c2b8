"""Records in files: which formats there are, which one a file is in, reading whatever can be read, writing whole files.

    reading = read_records(Path("games.pgn"))
    write_records(Path("games.jsonl"), reading.records)

A file with faults is read as far as it goes: `reading.faults` says what is missing, each with line and column.
"""

from __future__ import annotations

import codecs
import importlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType

from counterplay.core import BadNotation, BadParameter, CounterplayError, Game
from counterplay.core.files.atomic_file import whole_file
from counterplay.core.files.user_file import quoted, quoted_path
from counterplay.core.text.parameter_kinds import shown
from counterplay.records.record import Estimate, Fault, Record

READS_AS_JAPANESE = "cp932"  # Shift-JIS, as programs for Windows write it
UTF_16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
NOTES = ("variations", "comments", "glyphs", "clocks", "times", "values", "names and tags")
ALL = frozenset(NOTES)


@dataclass(frozen=True)
class RecordFormat:
    """A way to write games down. Its module, which may need several games, is loaded when it is first used."""

    name: str
    title: str
    suffixes: tuple[str, ...]
    module: str  # in `formats`
    keeps: frozenset[str]  # of NOTES
    old_encoding: str = "latin-1"  # of files that are not UTF-8
    encodings: dict[str, str] = field(default_factory=dict)  # by suffix, to write in

    def read(self, text: str, game: Game | None = None) -> Iterator[Record | Fault]:
        """Records and faults of a text; the game is for files that cannot say it themselves."""
        found: Iterator[Record | Fault] = getattr(self._code(), f"read_{self.name}")(text, game)
        return found

    def write(self, records: Iterable[Record]) -> Iterator[str]:
        """The parts of a text with these records."""
        parts: Iterator[str] = getattr(self._code(), f"write_{self.name}")(records)
        return parts

    def _code(self) -> ModuleType:
        return importlib.import_module(f"counterplay.records.formats.{self.module}")


WITH_TIMES = frozenset({"comments", "times", "names and tags"})
FORMATS = {
    one.name: one
    for one in (
        RecordFormat("json", "JSON, of every game", (".json",), "json_format", ALL),
        RecordFormat("jsonl", "JSON lines, of every game", (".jsonl", ".ndjson"), "json_format", ALL),
        RecordFormat("pgn", "Portable Game Notation: chess", (".pgn",), "pgn_format", ALL),
        RecordFormat("pdn", "Portable Draughts Notation: checkers", (".pdn",), "pdn_format", ALL),
        RecordFormat("sgf", "Smart Game Format: go, othello, gomoku, backgammon, hex", (".sgf",), "sgf_format", ALL),
        RecordFormat(
            "othello", "transcripts of othello, a game a line", (".othello", ".oth"), "othello_transcript", frozenset()
        ),
        RecordFormat("mat", "matches of backgammon", (".mat",), "mat_format", frozenset({"names and tags"})),
        RecordFormat("csa", "shogi, of the Computer Shogi Association", (".csa",), "csa_format", WITH_TIMES, READS_AS_JAPANESE),
        RecordFormat(
            "kif",
            "shogi, of Kifu for Windows",
            (".kif", ".kifu"),
            "kif_format",
            WITH_TIMES | {"variations"},
            READS_AS_JAPANESE,
            {".kif": READS_AS_JAPANESE},
        ),
    )
}
SIGNS = (  # what a text of each format looks like, in the order in which they are tried
    ("json", re.compile(r"\s*[\[{]\s*(?:\{\s*)?\"")),
    ("sgf", re.compile(r"[^(]{0,200}\(\s*;")),
    ("pdn", re.compile(r"(?s).*?(?:\[GameType \"|^[ \t]*1\.\s*\d{1,2}[-x]\d{1,2})", re.MULTILINE)),
    ("pgn", re.compile(r"(?s)\s*(?:\[\w+ +\"|(?:\{[^}]*\}\s*)?1\.\s*[a-hNBRQKO])")),
    ("csa", re.compile(r"(?sm).{0,5000}?^(?:PI|[+-]\d{4}[A-Z]{2})\s*$")),
    ("kif", re.compile(r"(?s).{0,2000}?(?:手合割：|手数-|\s1 [１-９])")),
    ("mat", re.compile(r"(?si).{0,2000}?(?:\d+ point match|^ *Game \d+\s*$)", re.MULTILINE)),
    ("othello", re.compile(r"(?i)\s*(?:[a-h][1-8][\s,]*){2,}")),
)


@dataclass
class Reading:
    """What was found in a file."""

    records: list[Record] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)


def format_named(name: str) -> RecordFormat:
    """A format by its name; BadParameter lists them."""
    found = FORMATS.get(name.lower().lstrip("."))
    if found is None:
        listed = ", ".join(FORMATS)
        raise BadParameter(f"there is no format '{quoted(name)}'; the formats are {listed}")
    return found


def format_of_path(path: Path) -> RecordFormat | None:
    """The format that a file's name says it is in."""
    return next((one for one in FORMATS.values() if path.suffix.lower() in one.suffixes), None)


def guess_format(text: str) -> RecordFormat | None:
    """The format that a text looks like."""
    return next((FORMATS[name] for name, sign in SIGNS if sign.match(text)), None)


# --- reading ---
def parse_records(text: str, form: str = "", game: Game | None = None) -> Reading:
    """The records of a text, with its faults; the format is guessed where none is given."""
    chosen = format_named(form) if form else guess_format(text)
    if chosen is None:
        raise BadNotation(f"this text looks like none of the formats {', '.join(FORMATS)}")
    reading = Reading()
    for found in chosen.read(text.removeprefix("\ufeff").replace("\r\n", "\n"), game):
        if isinstance(found, Record):
            reading.records.append(found)
        reading.faults += found.faults if isinstance(found, Record) else [found]
    return reading


def read_records(path: Path | str, form: str = "", game: Game | None = None) -> Reading:
    """The records of a file; BadNotation where there is none that can be read."""
    reading = Reading()
    for found in iterate_records(Path(path), form, game):
        if isinstance(found, Record):
            reading.records.append(found)
        reading.faults += found.faults if isinstance(found, Record) else [found]
    if not reading.records:
        raise BadNotation(f"'{path}'{f', {reading.faults[0]}' if reading.faults else ' holds no game'}")
    return reading


def iterate_records(path: Path, form: str = "", game: Game | None = None) -> Iterator[Record | Fault]:
    """Records and faults of a file as they are found."""
    chosen = format_named(form) if form else format_of_path(path)
    text = decoded(file_content(path), chosen.old_encoding if chosen else READS_AS_JAPANESE)
    chosen = chosen or guess_format(text)
    if chosen is None:
        known = ", ".join(FORMATS)
        raise BadNotation(f"'{quoted_path(path)}' looks like none of the formats; say which with --from: {known}")
    yield from chosen.read(text, game)


def file_content(path: Path) -> bytes:
    """What is in a file that a user has named; one sentence where it cannot be read."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise BadNotation(f"there is no file '{quoted_path(path)}'") from None
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        raise BadNotation(f"'{quoted_path(path)}' cannot be read: {getattr(error, 'strerror', None) or error}") from None


def decoded(content: bytes, old_encoding: str) -> str:
    """A file's text with plain line ends: UTF-8, UTF-16 where it says so, or else the encoding that its format had before."""
    try:
        text = content.decode("utf-16" if content.startswith(UTF_16_MARKS) else "utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode(old_encoding, errors="replace")
    return text.replace("\r\n", "\n").replace("\r", "\n")


# --- writing ---
def records_text(records: Iterable[Record], form: str) -> str:
    """Records as text."""
    return "".join(format_named(form).write(records))


def write_records(path: Path | str, records: Iterable[Record], form: str = "") -> int:
    """Write a file whole, or not at all; how many records it holds."""
    if isinstance(records, Record):
        raise BadParameter("a file holds a list of records; write [record] for a single one")
    path = Path(path)
    chosen = format_named(form) if form else format_of_path(path)
    if chosen is None:
        raise BadParameter(f"'{quoted_path(path)}' does not end as a format does; give form=, one of {', '.join(FORMATS)}")
    encoding, count = chosen.encodings.get(path.suffix.lower(), "utf-8"), 0

    def counted() -> Iterator[Record]:
        nonlocal count
        for record in records:
            _refuse_plain_values(record)
            count += 1
            yield record

    try:
        with whole_file(path) as file:
            for part in chosen.write(counted()):
                text = part if encoding == "utf-8" else part.replace("encoding=UTF-8", "encoding=Shift_JIS")
                file.write(text.encode(encoding, errors="strict" if encoding != "utf-8" else "replace"))
    except UnicodeEncodeError as error:
        sign = error.object[error.start]
        raise BadParameter(
            f"'{quoted_path(path)}' is written in Shift-JIS, which has no '{sign}'; a file that ends in .kifu is in UTF-8"
        ) from None
    except IsADirectoryError:
        raise BadParameter(f"'{quoted_path(path)}' is a directory; give a file to write to") from None
    except CounterplayError:
        raise
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        raise BadParameter(f"'{quoted_path(path)}' cannot be written: {getattr(error, 'strerror', None) or error}") from None
    return count


def _refuse_plain_values(record: Record) -> None:
    """A search's value is that of the player to move: written down as it is, every second one would have the wrong sign."""
    for node in record.root.all_nodes():
        if node.value is not None and not isinstance(node.value, Estimate):
            raise BadParameter(
                f"a node's value is an Estimate, as Estimate.of_value(game, report.value) makes it, not {shown(node.value)}"
            )


def lost_notes(form: str, record: Record) -> Counter[str]:
    """What of a record has no place in a format, by NOTES."""
    found: Counter[str] = Counter()
    for node in record.root.all_nodes():
        found["variations"] += max(0, len(node.children) - 1)
        found["comments"] += bool(node.comment) + bool(node.before)
        found["glyphs"] += bool(node.nags)
        found["clocks"] += node.clock is not None
        found["times"] += node.seconds is not None
        found["values"] += node.value is not None
    found["names and tags"] += sum(map(bool, (*record.players, record.event, record.site, record.date, *record.tags)))
    keeps = format_named(form).keeps
    return Counter({note: number for note, number in found.items() if number and note not in keeps})
