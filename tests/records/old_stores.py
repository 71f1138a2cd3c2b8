"""Stores as earlier versions of counterplay made them, by their very SQL."""

from __future__ import annotations

import contextlib
import json
import re
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from counterplay.arena.game_record import Ending, GameRecord

ARENA_1 = """
CREATE TABLE contests (
    id INTEGER PRIMARY KEY,
    name TEXT UNIQUE,
    settings TEXT NOT NULL,  -- JSON, of Settings
    planned INTEGER NOT NULL,  -- games
    versions TEXT NOT NULL,  -- JSON, of what made the plan
    created REAL NOT NULL,  -- seconds since 1970, UTC
    finished REAL,
    verdict TEXT NOT NULL DEFAULT ''  -- of a sequential test
);
CREATE TABLE games (
    contest INTEGER NOT NULL REFERENCES contests (id),
    number INTEGER NOT NULL,
    round INTEGER NOT NULL,
    pairing TEXT NOT NULL,  -- JSON, two entrants
    seats TEXT NOT NULL,  -- JSON, an entrant for each player
    seed INTEGER NOT NULL,
    start TEXT NOT NULL,
    opening_plies INTEGER NOT NULL,
    actions TEXT NOT NULL,  -- JSON
    times TEXT NOT NULL,  -- JSON, seconds
    utilities TEXT NOT NULL,  -- JSON
    ending TEXT NOT NULL,
    reason TEXT NOT NULL,
    loser INTEGER,
    seconds REAL NOT NULL,
    versions TEXT NOT NULL,  -- JSON, of what played it
    stored REAL NOT NULL,  -- seconds since 1970, UTC
    PRIMARY KEY (contest, number)
) WITHOUT ROWID;
PRAGMA application_id = 0x43504C59;
PRAGMA user_version = 1;
"""
STUDIO_1 = """
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    spec TEXT NOT NULL,
    title TEXT NOT NULL,
    start TEXT NOT NULL,        -- the first position in the game's notation
    seats TEXT NOT NULL,        -- JSON: [{kind, agent}]
    clock TEXT,                 -- JSON: {seconds, increment, left}
    status TEXT NOT NULL,       -- playing, over
    result TEXT,                -- JSON: {sentence, winner, utilities}
    given TEXT,                 -- JSON: the same where a player resigned or ran out of time, which the board does not show
    ply INTEGER NOT NULL,
    created REAL NOT NULL,      -- seconds since 1970
    updated REAL NOT NULL
);
CREATE INDEX games_by_time ON games (updated DESC);
CREATE TABLE moves (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    ply INTEGER NOT NULL,       -- at which it was played
    action INTEGER NOT NULL,
    player INTEGER NOT NULL,
    by TEXT NOT NULL,           -- human, agent, chance
    left REAL,                  -- seconds on the mover's clock afterwards
    PRIMARY KEY (game, ply)
) WITHOUT ROWID;
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
PRAGMA application_id = 0x43505354;
PRAGMA user_version = 1;
"""
STUDIES_1 = """
CREATE TABLE IF NOT EXISTS studies (
    id TEXT PRIMARY KEY,        -- that of a game, where it began as one
    spec TEXT NOT NULL,
    title TEXT NOT NULL,
    start TEXT NOT NULL,        -- the first position in the game's notation
    nodes TEXT NOT NULL,        -- JSON: [{parent, action, comment, marks}], parents first; the first is the start
    version INTEGER NOT NULL,   -- counts changes
    created REAL NOT NULL,      -- seconds since 1970
    updated REAL NOT NULL
);
CREATE TABLE IF NOT EXISTS reviews (
    game TEXT PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    actions TEXT NOT NULL,      -- JSON: the moves that were reviewed
    content TEXT NOT NULL,      -- JSON: a ReviewView
    created REAL NOT NULL
);
CREATE TABLE IF NOT EXISTS puzzles (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    ply INTEGER NOT NULL,
    mine INTEGER NOT NULL,      -- whether a person made the mistake
    content TEXT NOT NULL,      -- JSON: what is asked and what is right
    tries INTEGER NOT NULL,
    solved REAL,                -- when; NULL: not yet
    created REAL NOT NULL,
    UNIQUE (game, ply)
);
"""
STORE_2 = """
CREATE TABLE contests (
    id INTEGER PRIMARY KEY,
    name TEXT UNIQUE,
    settings TEXT NOT NULL,     -- JSON, of the arena's Settings
    planned INTEGER NOT NULL,   -- games
    versions TEXT NOT NULL,     -- JSON, of what made the plan
    created REAL NOT NULL,      -- seconds since 1970, UTC, here and below
    finished REAL,
    verdict TEXT NOT NULL DEFAULT ''  -- of a sequential test
);
CREATE TABLE games (
    key INTEGER PRIMARY KEY,    -- what moves refer to
    id TEXT NOT NULL UNIQUE,    -- in addresses
    spec TEXT NOT NULL,         -- the game with its parameters
    title TEXT NOT NULL,
    start TEXT NOT NULL,        -- the first position in the game's notation
    seats TEXT NOT NULL,        -- JSON: [{kind, agent}], one for each player
    clock TEXT,                 -- JSON: {seconds, increment, left}
    status TEXT NOT NULL,       -- playing, over
    result TEXT,                -- JSON: {sentence, winner, utilities, reason}
    given TEXT,                 -- JSON: the same where a player resigned or ran out of time, which the board does not show
    about TEXT,                 -- JSON: what else a record says: event, site, date, round, opening, tags, variations
    ply INTEGER NOT NULL,       -- moves that were played
    created REAL NOT NULL,
    updated REAL NOT NULL
);
CREATE INDEX games_by_time ON games (updated DESC);
CREATE TABLE moves (
    game INTEGER NOT NULL REFERENCES games (key) ON DELETE CASCADE,
    ply INTEGER NOT NULL,       -- at which it was played
    action INTEGER NOT NULL CHECK (typeof(action) = 'integer'),
    player INTEGER,             -- -1 is chance; NULL: whoever's turn it is by the rules
    by TEXT NOT NULL,           -- human, agent, chance; empty where nobody wrote it down
    left REAL,                  -- seconds on the mover's clock afterwards
    seconds REAL,               -- that the mover thought
    value TEXT,                 -- of the position afterwards, as the first player sees it: 0.35, #-3
    comment TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (game, ply)
) WITHOUT ROWID;
CREATE TABLE contest_games (
    contest INTEGER NOT NULL REFERENCES contests (id),
    number INTEGER NOT NULL,
    game INTEGER NOT NULL UNIQUE REFERENCES games (key) ON DELETE CASCADE,
    round INTEGER NOT NULL,
    pairing TEXT NOT NULL,      -- JSON: two entrants
    entrants TEXT NOT NULL,     -- JSON: an entrant for each player
    seed INTEGER NOT NULL,
    opening_plies INTEGER NOT NULL,
    ending TEXT NOT NULL,
    loser INTEGER,
    seconds REAL NOT NULL,      -- the whole game
    versions TEXT NOT NULL,     -- JSON, of what played it
    PRIMARY KEY (contest, number)
) WITHOUT ROWID;
CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL         -- JSON
);
CREATE TABLE studies (
    id TEXT PRIMARY KEY,        -- that of a game, where it began as one
    spec TEXT NOT NULL,
    title TEXT NOT NULL,
    start TEXT NOT NULL,        -- the first position in the game's notation
    nodes TEXT NOT NULL,        -- JSON: [{parent, action, comment, marks}], parents first; the first is the start
    version INTEGER NOT NULL,   -- counts changes
    created REAL NOT NULL,
    updated REAL NOT NULL
);
CREATE TABLE reviews (
    game TEXT PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    actions TEXT NOT NULL,      -- JSON: the moves that were reviewed
    content TEXT NOT NULL,      -- JSON: a ReviewView
    created REAL NOT NULL
);
CREATE TABLE puzzles (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    ply INTEGER NOT NULL,
    mine INTEGER NOT NULL,      -- whether a person made the mistake
    content TEXT NOT NULL,      -- JSON: what is asked and what is right
    tries INTEGER NOT NULL,
    solved REAL,                -- when; NULL: not yet
    created REAL NOT NULL,
    UNIQUE (game, ply)
);
CREATE TABLE unreadable (
    source TEXT NOT NULL,       -- the table of an earlier version
    content TEXT NOT NULL       -- JSON: a row of it that was damaged, as it was
);
PRAGMA application_id = 0x43504C59;
PRAGMA user_version = 2;
"""
ABOUT_OF_GAMES = re.compile("    about TEXT,.*\n")
BROUGHT_OVER = """
CREATE TABLE brought_over (
    file TEXT PRIMARY KEY,      -- another store whose content was copied into this one, once
    at REAL NOT NULL
);
PRAGMA user_version = 3;
"""
LATER_STORES = {  # arena and studio in one file: the first days of version 2 had a column that nobody wrote
    "2, first": STORE_2,
    "2": ABOUT_OF_GAMES.sub("", STORE_2),
    "3": ABOUT_OF_GAMES.sub("", STORE_2) + BROUGHT_OVER,
}
SETTINGS = json.dumps(
    {
        "kind": "match",
        "game": "nim",
        "players": 2,
        "rounds": 1,
        "seed": 1,
        "in_memory": False,
        "entrants": ["random", "level:3"],
    }
)


def played(number: int) -> GameRecord:
    """A game with numbers that are easily rounded or cut off."""
    return GameRecord(
        *(number, 0, (0, 1), (number % 2, 1 - number % 2), 2**62 + number, "1-3-5-7 first", 1),
        *((3, 2**53, -1), (0.0, 0.1 + 0.2, 1e-9), (1.0, -1.0), Ending.TIME, "no time left", 1, 1 / 3, {"python": "3.11"}),
    )


PLAYED = [played(number) for number in (1, 2, 4)]


def make(path: Path, tables: str) -> contextlib.closing[sqlite3.Connection]:
    """A file with these tables."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.executescript(tables)
    return contextlib.closing(db)


def make_arena(path: Path, games: Iterable[GameRecord] = PLAYED) -> None:
    """The arena's file: match 7 with games, and match 9 with none and damaged settings."""
    with make(path, ARENA_1) as db:
        db.execute("INSERT INTO contests VALUES (7, 'first', ?, 4, '{}', 5.5, 6.5, 'H1')", (SETTINGS,))
        db.execute("INSERT INTO contests VALUES (9, NULL, 'damaged', 2, '{}', 7.5, NULL, '')")
        db.execute("BEGIN")
        for r in games:
            lists = [json.dumps(x) for x in (r.pairing, r.seats, r.actions, r.times, r.utilities, r.versions)]
            pairing, seats, actions, times, utilities, versions = lists
            row: tuple[Any, ...] = (7, r.number, r.round, pairing, seats, r.seed, r.start, r.opening_plies, actions, times)
            row += (utilities, r.ending.value, r.reason, r.loser, r.seconds, versions, 100.0 + r.number)
            db.execute(f"INSERT INTO games VALUES ({', '.join('?' * 17)})", row)
        db.execute("COMMIT")


def make_studio(path: Path, studies: bool) -> None:
    """The studio's file with two games, of its first days or with studies, reviews and puzzles."""
    clock = '{"seconds": 60.0, "increment": 1.5, "left": [3.25, 60.0]}'
    result = '{"sentence": "x", "winner": null, "utilities": [0.0, 0.0], "reason": "y"}'
    with make(path, STUDIO_1 + (STUDIES_1 if studies else "")) as db:
        seats = '[{"kind": "human", "agent": null}]'
        db.execute(
            "INSERT INTO games VALUES ('a', 'nim', 'Nim', 's', ?, ?, 'over', ?, ?, 2, 10.0, 20.0)",
            (seats, clock, result, result),
        )
        db.execute(
            "INSERT INTO games VALUES ('b', 'chess', 'Chess', 't', ?, NULL, 'playing', NULL, NULL, 0, 11.0, 12.0)", (seats,)
        )
        db.executemany(
            "INSERT INTO moves VALUES ('a', ?, ?, ?, ?, ?)", [(0, 5, 0, "human", 59.5), (1, 2**53, -1, "chance", None)]
        )
        db.execute("INSERT INTO settings VALUES ('theme', '\"dark\"')")
        if studies:
            db.execute("INSERT INTO studies VALUES ('s', 'nim', 'Mine', 's', '[{\"parent\": null}]', 3, 1.0, 2.0)")
            db.execute("INSERT INTO reviews VALUES ('a', '[5]', '{\"moves\": []}', 1.0)")
            db.execute("INSERT INTO puzzles VALUES ('p', 'a', 1, 1, '{\"moves\": []}', 2, 3.5, 1.0)")


def make_later(path: Path, version: str) -> None:
    """A file of version 2 or 3: a game of a studio with a study, a review and a puzzle, and a match with a game."""
    result = '{"utilities": [1.0, -1.0], "winner": 0, "reason": "y", "sentence": "x"}'
    seats, clock = '[{"kind": "human", "agent": null}]', '{"seconds": 60.0, "increment": 1.5, "left": [3.25, 60.0]}'
    lost = result.replace('"y"', f'"{PLAYED[0].reason}"')
    columns = "key, id, spec, title, start, seats, clock, status, result, given, ply, created, updated"
    r = PLAYED[0]
    with make(path, LATER_STORES[version]) as db:
        db.execute("INSERT INTO contests VALUES (7, 'first', ?, 4, '{}', 5.5, 6.5, 'H1')", (SETTINGS,))
        db.executemany(
            f"INSERT INTO games ({columns}) VALUES ({', '.join('?' * 13)})",
            [
                (3, "a", "nim", "Nim", "s", seats, clock, "over", result, result, 2, 10.0, 20.0),
                (5, "m", "nim", "Nim", r.start, "[]", None, "over", lost, None, 3, 101.0, 101.0),
            ],
        )
        db.executemany(
            "INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (3, 0, 5, 0, "human", 59.5, None, "0.35,20", "good"),
                (3, 1, 2**53, -1, "chance", None, 1 / 3, "#-3", ""),
                *((5, ply, action, None, "", None, r.times[ply], None, "") for ply, action in enumerate(r.actions)),
            ],
        )
        lists = [json.dumps(x) for x in (r.pairing, r.seats, r.versions)]
        row = (7, r.number, 5, r.round, *lists[:2], r.seed, r.opening_plies, r.ending.value, r.loser, r.seconds, lists[2])
        db.execute(f"INSERT INTO contest_games VALUES ({', '.join('?' * 12)})", row)
        db.execute("INSERT INTO settings VALUES ('theme', '\"dark\"')")
        db.execute("INSERT INTO studies VALUES ('s', 'nim', 'Mine', 's', '[{\"parent\": null}]', 3, 1.0, 2.0)")
        db.execute("INSERT INTO reviews VALUES ('a', '[5]', '{\"moves\": []}', 1.0)")
        db.execute("INSERT INTO puzzles VALUES ('p', 'a', 1, 1, '{\"moves\": []}', 2, 3.5, 1.0)")
        db.execute("INSERT INTO unreadable VALUES ('games', '{}')")
        if version == "3":
            db.execute("INSERT INTO brought_over VALUES ('/old/arena.db', 9.5)")
