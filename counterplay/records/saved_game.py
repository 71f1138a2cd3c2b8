"""A game that is saved to be played on: written in any format, read back as the position in which it stood."""

from __future__ import annotations

from pathlib import Path

from counterplay.core import BadNotation, Game, Position
from counterplay.records.formats.json_format import json_text
from counterplay.records.record import Record
from counterplay.records.record_files import Reading, format_of_path, parse_records, read_records, write_records


def record_text(position: Position) -> str:
    """The whole game that led to a position, as JSON."""
    return json_text(Record.of_position(position)) + "\n"


def save(position: Position, path: Path) -> None:
    """Write a game in the format that the file's name says, else as JSON."""
    write_records(path, [Record.of_position(position)], "" if format_of_path(path) else "json")


def replay(game: Game, path: Path) -> Position:
    """The position at the end of a recorded game."""
    form = "" if format_of_path(path) else "json"
    return _last_position(game, read_records(path, form, game), f"'{path}'")


def replay_text(game: Game, text: str, source: str, form: str = "json") -> Position:
    """The position at the end of a game that was recorded as this text; errors name the source."""
    return _last_position(game, parse_records(text, form, game), source)


def _last_position(game: Game, reading: Reading, source: str) -> Position:
    if reading.faults:  # a game that is played on must be the whole one
        raise BadNotation(f"{source}, {reading.faults[0]}")
    if not reading.records:
        raise BadNotation(f"{source} holds no game")
    record = reading.records[0]
    if record.game.spec != game.spec:
        raise BadNotation(f"{source} records a game of {record.game.spec}, not of {game.spec}")
    return record.position()
