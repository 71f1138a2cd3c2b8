"""Games and their moves in the tables of a store, as the arena and the studio both keep them."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

PLAYING, OVER = "playing", "over"
COLUMNS = ("id", "spec", "title", "start", "seats", "clock", "status", "result", "given", "ply", "created", "updated", "about")
JSON_COLUMNS = frozenset({"seats", "clock", "result", "given", "about"})
MOVE_COLUMNS = "action, player, by, left, seconds, value, comment"  # in the order of Move
ROWS = f"SELECT {', '.join(COLUMNS)}, contest, number, key FROM games LEFT JOIN contest_games ON game = key"


@dataclass(frozen=True)
class Move:
    """An action that was played."""

    action: int
    player: int | None  # or CHANCE; None: whoever's turn it is by the rules
    by: str  # empty where nobody wrote it down
    left: float | None = None  # seconds on the clock afterwards
    seconds: float | None = None  # that the mover thought
    value: str | None = None  # of the position afterwards, as records write it
    comment: str = ""


@dataclass
class Row:
    """A game as it is kept."""

    id: str
    spec: str
    title: str
    start: str
    seats: list[dict[str, Any]]
    clock: dict[str, Any] | None = None
    status: str = PLAYING
    result: dict[str, Any] | None = None
    given: dict[str, Any] | None = None
    ply: int = 0
    created: float = field(default_factory=time.time)
    updated: float = field(default_factory=time.time)
    about: dict[str, Any] | None = None  # what a file said of it, as `stored_record` writes it
    contest: int | None = None  # of which it is a game, and which one; it is no part of the game's own row
    number: int | None = None
    key: int | None = field(default=None, compare=False)  # by which this store counts its games


# --- writing; the caller has begun a transaction ---
def insert_game(db: sqlite3.Connection, row: Row, moves: Iterable[Move] = ()) -> int:
    """A new game; its key."""
    places = ", ".join("?" * len(COLUMNS))
    done = db.execute(f"INSERT INTO games ({', '.join(COLUMNS)}) VALUES ({places})", _written(row))
    assert done.lastrowid is not None
    _append(db, done.lastrowid, 0, moves)
    return done.lastrowid


def update_game(db: sqlite3.Connection, row: Row, keep: int, moves: Iterable[Move] = ()) -> None:
    """The game as it is now: the first `keep` moves stand, and these follow."""
    found = db.execute("SELECT key FROM games WHERE id = ?", (row.id,)).fetchone()
    if found is None:
        return
    changes = ", ".join(f"{column} = ?" for column in COLUMNS)
    db.execute(f"UPDATE games SET {changes} WHERE key = ?", (*_written(row), found[0]))
    db.execute("DELETE FROM moves WHERE game = ? AND ply >= ?", (found[0], keep))
    _append(db, found[0], keep, moves)


def _append(db: sqlite3.Connection, key: int, ply: int, moves: Iterable[Move]) -> None:
    rows = [
        (key, ply + i, m.action, m.player, m.by, m.left, m.seconds, m.value, m.comment) for i, m in enumerate(moves)
    ]  # fmt: skip
    db.executemany(f"INSERT INTO moves (game, ply, {MOVE_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)


def _written(row: Row) -> tuple[Any, ...]:
    values = []
    for column in COLUMNS:
        value = getattr(row, column)
        values.append(json.dumps(value) if column in JSON_COLUMNS and value is not None else value)
    return tuple(values)


# --- reading ---
def read_row(found: tuple[Any, ...]) -> Row | None:
    """A game that ROWS found; None where what is stored cannot be read."""
    values = dict(zip((*COLUMNS, "contest", "number", "key"), found, strict=True))
    try:
        for column in JSON_COLUMNS:
            values[column] = None if values[column] is None else json.loads(values[column])
    except (ValueError, TypeError, RecursionError):
        return None
    seats = values["seats"]
    sound = isinstance(seats, list) and all(isinstance(seat, dict) and "kind" in seat for seat in seats)
    values["about"] = values["about"] if isinstance(values["about"], dict) else None
    return Row(**values) if sound else None


def read_game(db: sqlite3.Connection, game: str) -> tuple[Row, list[Move]] | None:
    """A game by its id with its moves; None where there is none, ValueError where it is damaged."""
    found = db.execute(f"{ROWS} WHERE id = ?", (game,)).fetchone()
    if found is None:
        return None
    row = read_row(found)
    if row is None:
        raise ValueError(f"the game '{game}' is damaged")
    asked = f"SELECT {MOVE_COLUMNS} FROM moves WHERE game = (SELECT key FROM games WHERE id = ?) ORDER BY ply"
    return row, [Move(*move) for move in db.execute(asked, (game,)).fetchall()]


def names_given(row: Row) -> list[str]:
    """The players of a game that was read from a file, as that named them."""
    names = (row.about or {}).get("players")
    return names if isinstance(names, list) and all(isinstance(name, str) for name in names) else []


# --- what the row of a contest's game says, from what the contest knows ---
def plan_of(settings: str) -> tuple[str, list[str]]:
    """The game and the entrants of a contest from its settings; nothing of what is damaged there."""
    try:
        values = json.loads(settings)
        spec, entrants = values["game"], values["entrants"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return "", []
    return (spec if isinstance(spec, str) else ""), ([str(name) for name in entrants] if isinstance(entrants, list) else [])


def contest_seats(entrants: list[str], seated: Sequence[int]) -> list[dict[str, Any]]:
    """Who sat where."""
    return [{"kind": "agent", "agent": entrants[who] if 0 <= who < len(entrants) else f"entrant {who + 1}"} for who in seated]


def contest_result(utilities: Sequence[float], reason: str) -> dict[str, Any]:
    """How it ended; whoever shows it may find better words when the rules are at hand."""
    best = [player for player, utility in enumerate(utilities) if utility == max(utilities)]
    winner = best[0] if len(best) == 1 and len(utilities) > 1 else None
    return {"utilities": list(utilities), "winner": winner, "reason": reason, "sentence": reason}
