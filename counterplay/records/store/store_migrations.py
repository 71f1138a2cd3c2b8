"""Stores of earlier versions, brought up to date without losing a row.

There have been two kinds of files, which met in version 2: the arena's with contests ("CPLY" 1) and the studio's with games
("CPST" 1; its tables of studies came later and may be missing). Version 3 has one table more, version 4 a column in two. Each
function below runs within one transaction and without foreign keys. What it cannot read goes into the table `unreadable` as it
was.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections.abc import Callable
from typing import Any

from counterplay.records.recorded_game import title_of
from counterplay.records.store.game_rows import OVER, contest_result, contest_seats, plan_of
from counterplay.records.store.store_schema import APPLICATION, TABLES

STUDIO_1 = 0x43505354  # "CPST"
ARENA_1_COLUMNS = (
    *("contest", "number", "round", "pairing", "seats", "seed", "start", "opening_plies", "actions", "times", "utilities"),
    *("ending", "reason", "loser", "seconds", "versions", "stored"),
)
STUDIO_1_COLUMNS = "id, spec, title, start, seats, clock, status, result, given, ply, created, updated"
DAMAGED_PLY = -1  # of a game whose moves could not be read: no number of moves is right


def create_tables(db: sqlite3.Connection) -> None:
    """The tables of today, as far as they are not there."""
    there = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
    for statement in TABLES:
        if statement.split()[2] not in there:
            db.execute(statement)


def complete_tables(db: sqlite3.Connection) -> None:
    """The tables of today, and the column that earlier ones lack: what a file said of a game.

    Games had it in the first days of version 2, and nobody wrote it.
    """
    create_tables(db)
    for table in ("games", "studies"):
        if "about" not in {column[1] for column in db.execute(f"PRAGMA table_info({table})")}:
            db.execute(f"ALTER TABLE {table} ADD COLUMN about TEXT")


# --- the arena's file ---
def from_arena_1(db: sqlite3.Connection) -> None:
    """Games had their actions and times as JSON in one row each."""
    db.execute("ALTER TABLE games RENAME TO old_games")
    create_tables(db)
    plans = {contest: plan_of(settings) for contest, settings in db.execute("SELECT id, settings FROM contests")}
    for values in db.execute(f"SELECT {', '.join(ARENA_1_COLUMNS)} FROM old_games ORDER BY contest, number"):
        _add_arena_game(db, dict(zip(ARENA_1_COLUMNS, values, strict=True)), plans)
    db.execute("DROP TABLE old_games")


def _add_arena_game(db: sqlite3.Connection, old: dict[str, Any], plans: dict[int, tuple[str, list[str]]]) -> None:
    spec, entrants = plans.get(old["contest"], ("", []))
    moves: list[tuple[int, float]] = []
    try:
        moves = _moves_of_arena_1(old)
        utilities = [float(utility) for utility in json.loads(old["utilities"])]
        seats = contest_seats(entrants, [int(who) for who in json.loads(old["seats"])])
        result, ply = json.dumps(contest_result(utilities, old["reason"])), len(moves)
    except (ValueError, TypeError, OverflowError, RecursionError):
        _set_aside(db, "games", old)
        seats, result, ply, moves = [], None, DAMAGED_PLY, []
    done = db.execute(
        "INSERT INTO games (id, spec, title, start, seats, status, result, ply, created, updated) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            *(secrets.token_urlsafe(9), spec, title_of(spec), old["start"], json.dumps(seats), OVER, result, ply),
            *(old["stored"], old["stored"]),
        ),
    )
    db.executemany(
        "INSERT INTO moves (game, ply, action, by, seconds) VALUES (?, ?, ?, '', ?)",
        [(done.lastrowid, number, *move) for number, move in enumerate(moves)],
    )
    kept = ("contest", "number", "round", "pairing", "seats", "seed", "opening_plies", "ending", "loser", "seconds", "versions")
    db.execute(
        "INSERT INTO contest_games (game, contest, number, round, pairing, entrants, seed, opening_plies, ending, loser, "
        f"seconds, versions) VALUES ({', '.join('?' * 12)})",
        (done.lastrowid, *(old[name] for name in kept)),
    )


def _moves_of_arena_1(old: dict[str, Any]) -> list[tuple[int, float]]:
    actions, times = json.loads(old["actions"]), json.loads(old["times"])
    moves = [(int(action), float(seconds)) for action, seconds in zip(actions, times, strict=True)]
    if any(not -(2**63) <= action < 2**63 for action, _ in moves):
        raise OverflowError("an action of more than 64 bits")
    return moves


# --- the studio's file ---
def from_studio_1(db: sqlite3.Connection) -> None:
    """Games had no key beside their id, and moves neither thinking times nor comments."""
    db.execute("DROP INDEX IF EXISTS games_by_time")
    db.execute("ALTER TABLE games RENAME TO old_games")
    db.execute("ALTER TABLE moves RENAME TO old_moves")
    complete_tables(db)
    db.execute(f"INSERT INTO games ({STUDIO_1_COLUMNS}) SELECT {STUDIO_1_COLUMNS} FROM old_games ORDER BY created, id")
    sound = "typeof(action) = 'integer' AND key IS NOT NULL"
    joined = "FROM old_moves LEFT JOIN games ON id = old_moves.game"
    db.execute(
        f"INSERT INTO moves (game, ply, action, player, by, left) SELECT key, old_moves.ply, action, player, by, left {joined} "
        f"WHERE {sound}"
    )
    columns = ("game", "ply", "action", "player", "by", "left")
    for row in db.execute(f"SELECT game, old_moves.ply, action, player, by, left {joined} WHERE NOT ({sound})").fetchall():
        _set_aside(db, "moves", dict(zip(columns, row, strict=True)))
    db.execute("DROP TABLE old_moves")
    db.execute("DROP TABLE old_games")


def _set_aside(db: sqlite3.Connection, source: str, row: dict[str, Any]) -> None:
    db.execute("INSERT INTO unreadable (source, content) VALUES (?, ?)", (source, json.dumps(row, default=repr)))


MIGRATIONS: dict[tuple[int, int], Callable[[sqlite3.Connection], None]] = {  # by application_id and user_version
    (APPLICATION, 1): from_arena_1,
    (STUDIO_1, 1): from_studio_1,
    (APPLICATION, 2): complete_tables,
    (APPLICATION, 3): complete_tables,
}
