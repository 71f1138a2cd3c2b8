"""Games and positions as text: copied out in the game's own notation, or in a format of records. `pasted_text` reads them."""

from __future__ import annotations

from typing import Any

from counterplay.core import CounterplayError, Position
from counterplay.records import FORMATS, Record, records_text
from counterplay.records.record_files import NOTES, lost_notes
from counterplay.records.saved_game import record_text
from counterplay.records.store.stored_record import stored_record
from counterplay.studio.api.pasted_text import START
from counterplay.studio.api.position_views import View
from counterplay.studio.server.live_game import LiveGame, seats_view


def game_record(live: LiveGame, tried: list[dict[str, Any]]) -> Record:
    """A game of the studio with who played, the clocks, the result and what was tried."""
    with live.lock:
        names = tuple(seat["name"] for seat in seats_view(live.seats, live.game.player_names))
        return stored_record(live.game, live.row, live.moves, tried, names)


def write_game(live: LiveGame, tried: list[dict[str, Any]], form: str) -> str:
    """A game of the studio as text, with who played, the clocks, the result and what was tried, as far as the format goes."""
    if form not in ("record", *FORMATS):
        with live.lock:
            return write_text(live.position, form)
    return records_text([game_record(live, tried)], "json" if form == "record" else form)


def formats_view(record: Record) -> list[View]:
    """The formats in which a game can be written, and what of it has no place in each."""
    found = []
    for form in FORMATS.values():
        try:
            records_text([record], form.name)
        except CounterplayError:
            continue
        lost = lost_notes(form.name, record)
        loses = [note for note in NOTES if note in lost]
        found.append({"name": form.name, "title": form.title, "suffix": form.suffixes[0], "loses": loses})
    return found


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
