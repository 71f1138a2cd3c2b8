"""Stored games for other programs: JSON lines and CSV with everything that was measured, or a format of records.

Of the formats of records, `records` takes every game; the others are those of one game or a few (PGN, SGF, ...).
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from counterplay.arena.contest_store import StoredContest
from counterplay.arena.game_record import Ending, GameRecord
from counterplay.arena.playing.transport import Entrant
from counterplay.core import BadParameter, Game, Outcome, Position
from counterplay.games.territory.go.go import Go
from counterplay.records import FORMATS as RECORD_FORMATS
from counterplay.records import Record, records_text
from counterplay.records.record import result_of
from counterplay.records.store.stored_record import add_tried

Export = Callable[..., str]  # of a contest, its game and its records; a format of records takes `tried`, too
Tried = Mapping[int, list[dict[str, Any]]]  # by the number of a game: what was tried in it on the studio's analysis board
COLUMNS = (  # of the CSV format
    *("match", "number", "round", "players", "start", "opening_plies", "moves"),
    *("utilities", "score", "ending", "reason", "seed", "seconds"),
)


def replayed(game: Game, record: GameRecord) -> Position:
    """The last position of a game, which remembers all the others."""
    return Position.load(game, record.start).play_all(record.actions)


def names_of(contest: StoredContest, record: GameRecord) -> list[str]:
    """Who sat where."""
    entrants = [Entrant(name).label for name in contest.settings_values["entrants"]]
    if any(not 0 <= who < len(entrants) for who in record.seats):
        raise BadParameter(f"game {record.number} of match {contest.label} is damaged in the database: its players are unknown")
    return [entrants[who] for who in record.seats]


def plain(contest: StoredContest, game: Game, record: GameRecord) -> dict[str, Any]:
    """A game as plain values."""
    return {
        "match": contest.label,
        "number": record.number,
        "round": record.round + 1,
        "game": contest.settings_values["game"],
        "players": names_of(contest, record),
        "start": record.start,
        "opening_plies": record.opening_plies,
        "moves": replayed(game, record).moves(),
        "actions": list(record.actions),
        "times": list(record.times),
        "utilities": list(record.utilities),
        "score": record.score,
        "ending": record.ending.value,
        "reason": record.reason,
        "seed": record.seed,
        "seconds": record.seconds,
        "versions": record.versions,
    }


def as_jsonl(contest: StoredContest, game: Game, records: Iterable[GameRecord]) -> str:
    """One JSON object a line."""
    return "".join(json.dumps(plain(contest, game, r), ensure_ascii=False) + "\n" for r in records)


def as_csv(contest: StoredContest, game: Game, records: Iterable[GameRecord]) -> str:
    """A table with a heading; lists are joined by spaces, players by ' - '."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    for record in records:
        row = plain(contest, game, record)
        row["players"] = " - ".join(row["players"])
        row["moves"] = " ".join(row["moves"])
        row["utilities"] = " ".join(f"{u:g}" for u in row["utilities"])
        writer.writerow(row)
    return text.getvalue()


def as_notation(contest: StoredContest, game: Game, records: Iterable[GameRecord]) -> str:
    """For people: where the game began, its moves by their names, how it ended."""
    blocks = []
    for record in records:
        players = " - ".join(names_of(contest, record))
        moves = " ".join(replayed(game, record).moves())
        result = " : ".join(f"{u:g}" for u in record.utilities)
        blocks.append(
            f"# game {record.number} of match {contest.label}: {players}\n"
            f"start: {record.start}\nmoves: {moves}\nresult: {result} ({record.reason})\n"
        )
    return "\n".join(blocks)


def as_record(contest: StoredContest, game: Game, record: GameRecord, tried: Iterable[dict[str, Any]] = ()) -> Record:
    """A stored game in the form that all formats of records are written from, with variations and comments."""
    u = record.utilities
    found = Record(
        game,
        record.start,
        players=tuple(names_of(contest, record)),
        result=result_of(Outcome(u, record.reason)),
        ending=_ending(game, record),
        event=f"counterplay match {contest.label}",
        site=record.versions.get("machine", ""),
        date=datetime.fromtimestamp(contest.created, UTC).strftime("%Y.%m.%d"),
        round=f"{record.round + 1}.{record.number}",
        tags={"PlyCount": str(len(record.actions))},
    )
    node = found.root
    for action, seconds in zip(record.actions, record.times, strict=True):
        node = node.add(action)
        node.seconds = round(seconds, 3) if seconds else None
    node.comment = " ".join(record.reason.split())
    add_tried(found, tried)
    return found


def _ending(game: Game, record: GameRecord) -> str:
    """What decided a game, in the words that records use."""
    if record.ending in (Ending.RESIGNATION, Ending.TIME):
        return str(record.ending.value)
    if isinstance(game, Go):
        last = replayed(game, record).state
        if game.terminal(last):
            black, white = game.points(last)
            return f"{abs(black - white):g} points"
    return record.reason


def _exported(form: str) -> Export:
    """Games in a format of records; those of PGN have the endings that its specification lists."""

    def export(contest: StoredContest, game: Game, records: Iterable[GameRecord], tried: Tried | None = None) -> str:
        found = []
        for record in records:
            made = as_record(contest, game, record, (tried or {}).get(record.number, ()))
            if form == "pgn":
                made.ending = _termination(record)
            found.append(made)
        return records_text(found, form)

    return export


def _termination(record: GameRecord) -> str:
    forfeit = record.loser is not None and record.ending is not Ending.RESIGNATION
    return "time forfeit" if record.ending is Ending.TIME else "rules infraction" if forfeit else "normal"


MEASURED: dict[str, Export] = {"jsonl": as_jsonl, "csv": as_csv, "notation": as_notation}
FORMATS: dict[str, Export] = {
    **MEASURED,
    "records": _exported("jsonl"),
    **{form: _exported(form) for form in RECORD_FORMATS if form not in ("json", "jsonl")},
}
