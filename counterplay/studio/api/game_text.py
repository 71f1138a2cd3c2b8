"""Games and positions as text: pasted in and copied out in the game's own notation, or in a format of records."""

from __future__ import annotations

import json
import re
from typing import Any

from counterplay.core import BadNotation, CounterplayError, Game, Position
from counterplay.records import FORMATS, Record, parse_records, records_text
from counterplay.records.formats.json_format import FORMAT
from counterplay.records.record_files import guess_format
from counterplay.records.saved_game import record_text, replay_text
from counterplay.records.store.stored_record import stored_record
from counterplay.studio.server.game_library import Library
from counterplay.studio.server.live_game import LiveGame, seats_view
from counterplay.studio.server.studio_options import MOST_MOVES

START = "start:"  # before the first position of a game that did not begin at the usual one
NUMBERING = re.compile(r"^\d+\.+$")  # "12." or "12..." before a move
NUMBERED = re.compile(r"^\d+\.+(?=[^\d.])")  # "12.e4"
RESULTS = frozenset({"1-0", "0-1", "1/2-1/2", "*"})
TRANSCRIPT = re.compile(r"(?:[a-h][1-8]){2,}", re.IGNORECASE)


def read_text(library: Library, game: Game, text: str) -> Position:
    """The position at the end of what a text describes: a recorded game, a list of moves, or a single position."""
    text = text.strip()
    if text.startswith("{"):
        return _recorded(library, game, text)
    if form := _format_of(game, text):
        return _of_format(library, game, text, form)
    try:
        return _moves(library, game, text)
    except CounterplayError as no_moves:
        if text.startswith(START):
            raise
        try:
            return library.load(game, text)
        except CounterplayError as no_position:
            both = f"as a position: {no_position}; as moves: {no_moves}"
            raise BadNotation(f"this is neither a position nor a list of moves; {both}") from None


def _recorded(library: Library, game: Game, text: str) -> Position:
    try:
        spec = json.loads(text).get("game")
    except (ValueError, RecursionError, AttributeError):
        raise BadNotation(f'this is no recorded game: it is not JSON with "format": "{FORMAT}"') from None
    # Somebody who pastes a record of another game wants that one.
    chosen = library.game(spec) if isinstance(spec, str) else game
    return replay_text(chosen, text, "this text")


def _format_of(game: Game, text: str) -> str:
    """The format that a pasted text is in; nothing for what may as well be a list of moves or a position."""
    found = guess_format(text)
    if found is None or found.name in ("json", "othello"):
        return "othello" if game.catalogue_name() == "othello" and TRANSCRIPT.fullmatch(text) else ""
    if found.name in ("pgn", "pdn"):
        return found.name if text[0] == "[" or set("{(") & set(text) else ""
    return found.name


def _of_format(library: Library, game: Game, text: str, form: str) -> Position:
    """The first game of a text; it says itself which game it is, so that somebody may paste another than is on the table."""
    reading = parse_records(text, form, game if form == "othello" else None)
    if reading.faults or not reading.records:
        told = reading.faults[0] if reading.faults else "there is no game in it"
        raise BadNotation(f"this {form.upper()} cannot be read, {told}")
    record = reading.records[0]
    if len(record.actions()) > MOST_MOVES:
        raise BadNotation(f"a game has at most {MOST_MOVES:,} moves here")
    chosen = library.game(record.game.spec)
    return library.load(chosen, record.start).play_all(record.actions())


def _moves(library: Library, game: Game, text: str) -> Position:
    position = Position(game)
    if text.startswith(START):
        first, _, text = text.partition("\n")
        position = library.load(game, first.removeprefix(START).strip())
    words = [NUMBERED.sub("", word) for word in text.split() if not NUMBERING.match(word)]
    if len(words) > MOST_MOVES:
        raise BadNotation(f"a game has at most {MOST_MOVES:,} moves here")
    if not words or words[-1] not in RESULTS:
        return position.play_all(words)
    position = position.play_all(words[:-1])
    try:  # Games have moves of these names, too: 1-0 lays a tile in dominoes. What can be played is no result.
        return position.play(words[-1])
    except CounterplayError:
        return position


def write_game(live: LiveGame, tried: list[dict[str, Any]], form: str) -> str:
    """A game of the studio as text, with who played, the clocks, the result and what was tried, as far as the format goes."""
    with live.lock:
        if form not in ("record", *FORMATS):
            return write_text(live.position, form)
        names = tuple(seat["name"] for seat in seats_view(live.seats, live.game.player_names))
        record = stored_record(live.game, live.row, live.moves, tried, names)
    return records_text([record], "json" if form == "record" else form)


def write_text(position: Position, form: str) -> str:
    """A game as text: its moves, its last position, a record that can be read again, or a format of records by its name."""
    game = position.game
    if form in FORMATS:
        return records_text([Record.of_position(position)], form)
    if form == "record":
        return record_text(position)
    if form == "position":
        return game.dump(position.state) + "\n"
    start = game.dump(position.line()[0].state)
    usual = start == game.dump(game.initial())
    return ("" if usual else f"{START} {start}\n") + " ".join(position.moves()) + "\n"
