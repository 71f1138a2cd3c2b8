"""The tables of a store: every game is kept once, in `games` and `moves`, whoever played it; the rest refers to it.

A game of a contest is such a game too; `contest_games` adds what only contests know. Raise SCHEMA with every change here, and
bring files of the versions before up to date in store_migrations.
"""

from __future__ import annotations

SCHEMA = 4  # in SQLite's user_version
APPLICATION = 0x43504C59  # "CPLY", in SQLite's application_id: says whose file it is

TABLES = (
    """CREATE TABLE contests (
        id INTEGER PRIMARY KEY,
        name TEXT UNIQUE,
        settings TEXT NOT NULL,     -- JSON, of the arena's Settings
        planned INTEGER NOT NULL,   -- games
        versions TEXT NOT NULL,     -- JSON, of what made the plan
        created REAL NOT NULL,      -- seconds since 1970, UTC, here and below
        finished REAL,
        verdict TEXT NOT NULL DEFAULT ''  -- of a sequential test
    )""",
    """CREATE TABLE games (
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
        ply INTEGER NOT NULL,       -- moves that were played
        created REAL NOT NULL,
        updated REAL NOT NULL,
        about TEXT                  -- JSON: what a file said of a game that was read from it: {players, event, result, ...}
    )""",
    "CREATE INDEX games_by_time ON games (updated DESC)",
    """CREATE TABLE moves (
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
    ) WITHOUT ROWID""",
    """CREATE TABLE contest_games (
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
    ) WITHOUT ROWID""",
    """CREATE TABLE settings (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL         -- JSON
    )""",
    """CREATE TABLE studies (
        id TEXT PRIMARY KEY,        -- that of a game, where it began as one
        spec TEXT NOT NULL,
        title TEXT NOT NULL,
        start TEXT NOT NULL,        -- the first position in the game's notation
        nodes TEXT NOT NULL,        -- JSON: [{parent, action, comment, marks}], parents first; the first is the start.
                                    -- What was read from a file may have {before, nags, clock, seconds, value}, too
        version INTEGER NOT NULL,   -- counts changes
        created REAL NOT NULL,
        updated REAL NOT NULL,
        about TEXT                  -- JSON, as in games
    )""",
    """CREATE TABLE reviews (
        game TEXT PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
        actions TEXT NOT NULL,      -- JSON: the moves that were reviewed
        content TEXT NOT NULL,      -- JSON: a ReviewView
        created REAL NOT NULL
    )""",
    """CREATE TABLE puzzles (
        id TEXT PRIMARY KEY,
        game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        ply INTEGER NOT NULL,
        mine INTEGER NOT NULL,      -- whether a person made the mistake
        content TEXT NOT NULL,      -- JSON: what is asked and what is right
        tries INTEGER NOT NULL,
        solved REAL,                -- when; NULL: not yet
        created REAL NOT NULL,
        UNIQUE (game, ply)
    )""",
    """CREATE TABLE brought_over (
        file TEXT PRIMARY KEY,      -- another store whose content was copied into this one, once
        at REAL NOT NULL
    )""",
    """CREATE TABLE unreadable (
        source TEXT NOT NULL,       -- the table of an earlier version
        content TEXT NOT NULL       -- JSON: a row of it that was damaged, as it was
    )""",
)
