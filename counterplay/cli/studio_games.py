"""Games that people played in the studio, for the command: listed, shown, exported with what was tried beside them."""

from __future__ import annotations

from collections import Counter
from datetime import datetime

from counterplay.arena.contest_store import STUDIO
from counterplay.cli.commands.show_command import picture, scene_of
from counterplay.cli.console import counted, remark, say
from counterplay.cli.contest_options import say_table
from counterplay.core import BadNotation, BadParameter, Game
from counterplay.records import FORMATS, Record, records_text
from counterplay.records.recorded_game import game_of_tag
from counterplay.records.store.game_rows import Row, names_given
from counterplay.records.store.game_store import GameStore
from counterplay.records.store.stored_record import stored_record

EVERY = -1  # as a limit: no limit


def list_games(rows: list[Row]) -> None:
    """One a line, the one that changed last at the top."""
    lines = []
    for row in rows:
        changed = datetime.fromtimestamp(row.updated).strftime("%Y-%m-%d %H:%M")
        result = (row.result or {}).get("sentence", "") or "not finished"
        lines.append([str(row.key), changed, row.spec, " - ".join(_names(row)), str(row.ply), result])
    say_table(("game", "changed", "of", "players", "plies", "result"), lines, right=[0, 4])


def studio_rows(store: GameStore, number: int | None, game: Game | None) -> list[Row]:
    """The games of the studio, or the one of that number, or those of one game."""
    name = "" if game is None else game.catalogue_name()
    rows = [row for row in store.newest(EVERY, game=name) if number in (None, row.key)]
    if number is not None and not rows:
        raise BadParameter(f"the studio has no game {number} in '{store.path}'; `counterplay games-of {STUDIO}` lists them")
    return rows


def show_game(store: GameStore, row: Row, game: Game | None) -> None:
    """Its last position, its moves, and how it stands."""
    record = _record(store, row, game)
    last = record.position()
    say(f"{row.title}: {' - '.join(record.players)}", "bold")
    say(f"Start: {record.start}")
    say(f"Moves: {' '.join(record.moves())}")
    say("")
    say(picture(scene_of(last), record.game))
    say("")
    say(f"State: {record.game.dump(last.state)}")
    say(f"Result: {record.result}{f', {record.ending}' if record.ending else ''}")


def export_games(store: GameStore, rows: list[Row], game: Game | None, form: str) -> str:
    """The games in a format of records; those whose rules are in a file that nobody named are left out, and that is told."""
    if form not in FORMATS:
        raise BadParameter(f"games of the studio have no format '{form}'; there are {', '.join(FORMATS)}")
    records, missing = [], Counter[str]()
    for row in rows:
        try:
            records.append(_record(store, row, game))
        except BadNotation:
            missing[row.spec] += 1
    for spec, number in missing.items():
        remark(f"{counted(number, 'game')} of {spec} left out: name the file of its rules with --game", "yellow")
    return records_text(records, form)


def _record(store: GameStore, row: Row, game: Game | None) -> Record:
    rules = game_of_tag(row.spec, game)
    found = store.load(row.id)
    if found is None:
        raise BadParameter(f"the game '{row.id}' was deleted meanwhile")
    return stored_record(rules, row, found[1], store.tried(row.id), tuple(_names(row, rules)))


def _names(row: Row, rules: Game | None = None) -> list[str]:
    from counterplay.studio.server.live_game import Seat, seats_view  # it takes long to load

    sides = rules.player_names if rules is not None else [f"Player {player + 1}" for player in range(len(row.seats))]
    seats = [Seat(seat["kind"], seat.get("agent")) for seat in row.seats]
    return [seat["name"] for seat in seats_view(seats, sides, names_given(row))]
