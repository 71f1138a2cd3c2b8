"""Contests and their games in SQLite: a game is on the disk, for good, before the next one is counted.

One process writes a contest; a file lock sees to that. With a write-ahead log and synchronous=FULL a committed game
outlives a crash of the process, the system or the power, for one flush of the disk a game, and others may read meanwhile
(https://www.sqlite.org/wal.html). The pair (contest, number) is unique: no game can be stored twice.
"""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from counterplay.arena.game_record import Ending, GameRecord, versions
from counterplay.arena.playing.contest_settings import Settings, read_facts
from counterplay.core import BadParameter
from counterplay.core.files.data_folders import data_folder

ENVIRONMENT = "COUNTERPLAY_DB"  # moves the default database
SCHEMA = 1  # raise it with every change below, and migrate
APPLICATION = 0x43504C59  # "CPLY": SQLite's application_id, which tells our databases from others
BUSY_SECONDS = 10.0  # how long another program may keep the database locked

TABLES = """
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
"""
GAME_COLUMNS = (
    "number, round, pairing, seats, seed, start, opening_plies, actions, times, utilities, ending, reason, loser, seconds, "
    "versions"
)


@dataclass(frozen=True)
class StoredContest:
    """A row of the contests."""

    id: int
    name: str
    settings_json: str
    planned: int
    played: int
    created: float
    finished: float | None
    verdict: str

    @property
    def settings(self) -> Settings:
        """What was played; refuses a contest of objects that no database can hold."""
        try:
            return Settings.from_facts(self.facts)
        except BadParameter as error:
            raise BadParameter(f"match {self.label} cannot be resumed: {error}") from None

    @property
    def facts(self) -> dict[str, Any]:
        """The settings as plain values; those that every contest has are there."""
        try:
            return read_facts(self.settings_json)
        except (ValueError, TypeError, RecursionError) as error:
            raise BadParameter(f"the settings of match {self.label} are damaged in the database: {error}") from None

    @property
    def label(self) -> str:
        """What people call it."""
        return self.name or str(self.id)


def default_path() -> Path:
    """Where contests are kept: $COUNTERPLAY_DB, or the user's data folder."""
    chosen = os.environ.get(ENVIRONMENT)
    return Path(chosen) if chosen else data_folder() / "arena.db"


class Store:
    """A database of contests; every failure of the disk or the file is a sentence."""

    def __init__(self, path: Path | None, *, must_exist: bool = False) -> None:
        """Open, or make, the database; None keeps it in memory alone."""
        self.path = path
        self._locks: dict[int, IO[bytes]] = {}
        if path is not None:
            _make_room(path, must_exist)
        with self._explained():
            self._db = sqlite3.connect(
                ":memory:" if path is None else path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
        try:
            with self._explained():
                self._open()
        except BaseException:
            self._db.close()
            raise

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        for contest in list(self._locks):
            self.unlock(contest)
        self._db.close()

    # --- contests ---
    def add(self, settings: Settings, planned: int, name: str = "") -> int:
        """A new contest; its number."""
        if name.isdecimal():
            raise BadParameter(f"a match cannot be called '{name}': a number alone is what matches are counted by")
        row = (name or None, settings.to_json(), planned, json.dumps(versions()), time.time())
        try:
            with self._explained(), self._transaction():
                done = self._db.execute(
                    "INSERT INTO contests (name, settings, planned, versions, created) VALUES (?, ?, ?, ?, ?)", row
                )
                assert done.lastrowid is not None
                return done.lastrowid
        except sqlite3.IntegrityError:
            raise BadParameter(
                f"there is a match '{name}' already; resume it with --resume {name}, or give another name"
            ) from None

    def find(self, which: str | int | None = None, *, unfinished: bool = False) -> StoredContest:
        """A contest by number or name; the last one (that is not finished) if none is given."""
        found = self.contests()
        if which is None:
            rest = [c for c in found if not unfinished or c.finished is None]
            if not rest:
                raise BadParameter(f"there is no {'unfinished ' * unfinished}match in '{self.path}'")
            return rest[-1]
        for contest in found:
            if str(which) in (str(contest.id), contest.name):
                return contest
        known = ", ".join(c.label for c in found[-10:]) or "none yet"
        raise BadParameter(f"there is no match '{which}' in '{self.path}'; there are {known}")

    def contests(self) -> list[StoredContest]:
        """All of them, oldest first."""
        with self._explained():
            rows = self._db.execute(
                "SELECT id, coalesce(name, ''), settings, planned, (SELECT count(*) FROM games WHERE contest = id), created, "
                "finished, verdict FROM contests ORDER BY id"
            ).fetchall()
        try:
            return [_contest(row) for row in rows]
        except (ValueError, TypeError) as error:
            raise BadParameter(f"the list of matches in '{self.path}' is damaged: {error}") from None

    def finish(self, contest: int, verdict: str = "") -> None:
        """All games are played, or the test has decided."""
        with self._explained(), self._transaction():
            self._db.execute("UPDATE contests SET finished = ?, verdict = ? WHERE id = ?", (time.time(), verdict, contest))

    # --- games ---
    def put(self, contest: int, record: GameRecord) -> None:
        """Store a finished game at once."""
        row = (
            contest,
            record.number,
            record.round,
            *(json.dumps(part) for part in (record.pairing, record.seats)),
            record.seed,
            record.start,
            record.opening_plies,
            *(json.dumps(part) for part in (record.actions, record.times, record.utilities)),
            record.ending.value,
            record.reason,
            record.loser,
            record.seconds,
            json.dumps(record.versions),
            time.time(),
        )
        try:
            with self._explained(), self._transaction():
                self._db.execute(
                    f"INSERT INTO games (contest, {GAME_COLUMNS}, stored) VALUES ({', '.join('?' * len(row))})", row
                )
        except sqlite3.IntegrityError:
            raise BadParameter(
                f"game {record.number} of match {contest} is stored already: someone else is playing this match"
            ) from None

    def games(self, contest: int) -> list[GameRecord]:
        """All stored games in order of their numbers."""
        with self._explained():
            rows = self._db.execute(
                f"SELECT {GAME_COLUMNS} FROM games WHERE contest = ? ORDER BY number", (contest,)
            ).fetchall()
        try:
            return [_record(row) for row in rows]
        except (ValueError, TypeError, RecursionError) as error:
            raise BadParameter(f"a game of match {contest} in '{self.path}' is damaged: {error}") from None

    # --- who may write ---
    def lock(self, contest: int) -> None:
        """Claim a contest for this process until it ends, however it ends."""
        if self.path is None:
            return
        try:
            import fcntl
        except ImportError:  # no POSIX: the unique key still keeps games from being stored twice
            return
        path = self._lock_path(contest)
        try:
            file = path.open("ab")
        except OSError as error:
            raise BadParameter(f"'{path}' cannot be written: {error.strerror or error}") from None
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise BadParameter(f"match {contest} in '{self.path}' is being played by another process") from None
        self._locks[contest] = file

    def unlock(self, contest: int) -> None:
        """Give the claim back."""
        file = self._locks.pop(contest, None)
        if file is not None:
            with contextlib.suppress(OSError):
                self._lock_path(contest).unlink()
            file.close()

    def _lock_path(self, contest: int) -> Path:
        assert self.path is not None
        return self.path.with_name(f"{self.path.name}.playing-{contest}")

    # --- the file ---
    def _open(self) -> None:
        self._db.execute("PRAGMA synchronous = FULL")
        version, application = (self._db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("user_version", "application_id"))
        if application == APPLICATION:
            if version > SCHEMA:
                raise BadParameter(f"the database '{self.path}' was written by a newer counterplay; this one cannot read it")
            return
        if self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            raise BadParameter(f"'{self.path}' is a database of something else; give another file for the matches")
        self._db.execute("PRAGMA journal_mode = WAL")  # where the file system cannot, SQLite keeps its rollback journal
        with self._transaction():
            # Two processes may get here together: only one of them finds the file still empty.
            if not self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                for statement in TABLES.split(";"):
                    self._db.execute(statement)
                self._db.execute(f"PRAGMA application_id = {APPLICATION}")
                self._db.execute(f"PRAGMA user_version = {SCHEMA}")

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")
            raise

    @contextlib.contextmanager
    def _explained(self) -> Iterator[None]:
        """SQLite's errors as sentences, by its error codes."""
        try:
            yield
        except sqlite3.IntegrityError:
            raise
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", None)
            primary = None if code is None else code & 0xFF  # the rest tells variants of the same error apart
            raise BadParameter(f"the database '{self.path}' {_trouble(primary, error)}") from None


def _trouble(code: int | None, error: sqlite3.Error) -> str:
    kept = "what is stored is safe"
    return {
        sqlite3.SQLITE_FULL: f"cannot grow, the disk is full; {kept}: make room and resume",
        sqlite3.SQLITE_IOERR: f"cannot be read or written ({error}); {kept}: look after the disk and resume",
        sqlite3.SQLITE_BUSY: f"is locked by another program and stayed so for {BUSY_SECONDS:g} s; {kept}: resume later",
        sqlite3.SQLITE_LOCKED: f"is locked by another program; {kept}: resume later",
        sqlite3.SQLITE_READONLY: "is read-only; give another with --db",
        sqlite3.SQLITE_NOTADB: "is no SQLite database; give another file with --db",
        sqlite3.SQLITE_CORRUPT: "is damaged; give another with --db",
        sqlite3.SQLITE_CANTOPEN: "cannot be opened; look at its folder and its permissions, or give another with --db",
        sqlite3.SQLITE_PERM: "may not be read; look at its permissions, or give another with --db",
    }.get(code or 0, f"fails: {error}")


def _make_room(path: Path, must_exist: bool) -> None:
    """The folder of a database; one sentence where no file can be at that path."""
    try:
        if must_exist and not path.exists():
            raise BadParameter(f"there is no database '{path}'; `counterplay match` makes one")
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            raise BadParameter(f"'{path}' is a directory; give a file for the database")
    except OSError as error:
        raise BadParameter(f"the database '{path}' cannot be made: {error.strerror or error}") from None


def _contest(row: tuple[Any, ...]) -> StoredContest:
    number, name, settings, planned, played, created, finished, verdict = row
    ended = None if finished is None else float(finished)
    return StoredContest(number, str(name), settings, int(planned), played, float(created), ended, str(verdict))


def _record(row: tuple[Any, ...]) -> GameRecord:
    stored = dict(zip(GAME_COLUMNS.split(", "), row, strict=True))
    for name, kind in (("pairing", int), ("seats", int), ("actions", int), ("times", float), ("utilities", float)):
        stored[name] = tuple(map(kind, json.loads(stored[name])))
    for name in ("number", "round", "seed", "opening_plies"):
        stored[name] = int(stored[name])
    stored["versions"] = dict(json.loads(stored["versions"]))
    stored["ending"] = Ending(stored["ending"])
    stored["loser"] = None if stored["loser"] is None else int(stored["loser"])
    stored["seconds"] = float(stored["seconds"])
    lengths = {name: len(stored[name]) for name in ("pairing", "seats", "utilities", "actions", "times")}
    if lengths["pairing"] != 2 or lengths["seats"] != lengths["utilities"] or lengths["actions"] != lengths["times"]:
        raise ValueError(f"game {stored['number']} has {lengths}")
    return GameRecord(**stored)
