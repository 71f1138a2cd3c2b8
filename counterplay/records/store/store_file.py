"""An open store: made where there is none, brought up to date where it is of an earlier version, every change as a whole.

With a write-ahead log a committed change outlives a killed process, and others may read meanwhile
(https://www.sqlite.org/wal.html); with synchronous=FULL it outlives a crash of the system or the power as well, for one flush
of the disk. What goes wrong with the disk or the file is told in a sentence.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Self

from counterplay.core import BadParameter
from counterplay.records.store.default_store import old_defaults
from counterplay.records.store.file_claims import STUDIO_CLAIM, held
from counterplay.records.store.store_import import bring_over, brought_over
from counterplay.records.store.store_migrations import MIGRATIONS, create_tables
from counterplay.records.store.store_schema import APPLICATION, SCHEMA

BUSY_SECONDS = 10.0  # how long another program may keep the file locked
TEMPORARY = ""  # a database of SQLite's own, in memory or on the disk, that is gone when it is closed


class StoreFile:
    """A connection to a store, used from any thread; None as path keeps it in memory alone."""

    def __init__(
        self,
        path: Path | None,
        *,
        must_exist: bool = False,
        flushed: bool = True,
        earlier: Callable[[Path], list[Path]] = old_defaults,
    ) -> None:
        """Open it; `earlier` names the files whose content is brought over first."""
        self.path = path
        self._lock = threading.RLock()
        old = [] if path is None else earlier(path)
        if path is not None:
            _make_room(path, must_exist and not old)
        with self.explained():
            self._db = connect(":memory:" if path is None else path)
        try:
            with self.explained():
                self._open(flushed)
                self._bring_over(old)
        except BaseException:
            self._db.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._db.close()

    # --- changes ---
    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """One change, on the disk as a whole or not at all."""
        with self._lock:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(sqlite3.Error):
                    self._db.execute("ROLLBACK")
                raise

    @contextlib.contextmanager
    def explained(self) -> Iterator[None]:
        """SQLite's errors as sentences, by its error codes; what breaks a rule of the tables is for the caller."""
        try:
            yield
        except sqlite3.IntegrityError:
            raise
        except sqlite3.Error as error:
            raise BadParameter(f"the database '{self.path}' {_trouble(primary_code(error), error)}") from None

    # --- opening ---
    def _open(self, flushed: bool) -> None:
        self._db.execute(f"PRAGMA synchronous = {'FULL' if flushed else 'NORMAL'}")
        if not self._up_to_date():
            try:
                self._db.execute("PRAGMA journal_mode = WAL")  # where the file system cannot, SQLite keeps its rollback journal
                self._bring_up_to_date()
            except sqlite3.OperationalError as error:
                if primary_code(error) != sqlite3.SQLITE_READONLY or not self._tables():
                    raise
                self._read_a_copy()
        self._db.execute("PRAGMA foreign_keys = ON")

    def _up_to_date(self) -> bool:
        """Whether the tables are those of today; a sentence where they are of something else, or of tomorrow."""
        version, application = self._version()
        if application == APPLICATION and version > SCHEMA:
            raise BadParameter(f"the database '{self.path}' was written by a newer counterplay; this one cannot read it")
        if (application, version) == (APPLICATION, SCHEMA):
            return True
        if self._tables() and (application, version) not in MIGRATIONS:
            raise BadParameter(f"'{self.path}' is a database of something else; give another file for games and matches")
        return False

    def _version(self) -> tuple[int, int]:
        version, application = (self._db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("user_version", "application_id"))
        return int(version), int(application)

    def _tables(self) -> int:
        return int(self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])

    def _bring_up_to_date(self) -> None:
        """Make the tables, or those of today from earlier ones: all of it or nothing."""
        # Rows are copied in any order, and tables that refer to a renamed one go on to mean its successor.
        self._db.execute("PRAGMA foreign_keys = OFF")
        self._db.execute("PRAGMA legacy_alter_table = ON")
        with self.transaction():
            if not self._up_to_date():  # two processes may get here together: one of them finds the work done
                version, application = self._version()
                if self._tables():
                    _refuse_while_used(self.path)
                    MIGRATIONS[application, version](self._db)
                else:
                    create_tables(self._db)
                self._db.execute(f"PRAGMA application_id = {APPLICATION}")
                self._db.execute(f"PRAGMA user_version = {SCHEMA}")
        self._db.execute("PRAGMA legacy_alter_table = OFF")

    def _read_a_copy(self) -> None:
        """A file of an earlier version that may not be written: a copy is brought up to date, and only read."""
        copy = connect(TEMPORARY)
        self._db.backup(copy)
        self._db.close()
        self._db = copy
        self._bring_up_to_date()
        self._db.execute("PRAGMA query_only = ON")

    # --- what earlier versions kept elsewhere ---
    def _bring_over(self, old: list[Path]) -> None:
        """Copy what those files hold that was not copied before: all of it or nothing. They stay as they are."""
        if not [file for file in old if str(file) not in brought_over(self._db)]:
            return
        with self.transaction():
            # Two processes may get here together: one of them finds the work done.
            for file in [file for file in old if str(file) not in brought_over(self._db)]:
                _refuse_while_used(file)
                try:
                    with _Copy(file) as copy:
                        bring_over(self._db, copy._db, file)
                except BadParameter as error:
                    raise BadParameter(
                        f"'{self.path}' is to hold what earlier versions kept in '{file}', but {error}; move that file away to "
                        "begin without it"
                    ) from None


class _Copy(StoreFile):
    """A copy of a store that nobody else sees, brought up to date; the file itself is only read."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, must_exist=True, earlier=lambda _: [])

    def _open(self, flushed: bool) -> None:
        self._up_to_date()  # a sentence where it is of something else, or of tomorrow
        self._read_a_copy()


def connect(place: Path | str) -> sqlite3.Connection:
    """An open file; transactions are begun and ended by hand."""
    return sqlite3.connect(place, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)


def _refuse_while_used(path: Path | None) -> None:
    """An earlier counterplay that plays here would not find its tables any more, or would go on where nobody looks."""
    if path is None:
        return
    if any(map(held, path.parent.glob(f"{path.name}.playing-*"))):
        raise BadParameter(
            f"a match in '{path}' is being played by an earlier counterplay; wait for its end, or stop and resume it"
        )
    studio = path.with_name(path.name + STUDIO_CLAIM)
    if studio.exists() and held(studio):
        raise BadParameter(f"a studio of an earlier counterplay is using '{path}'; end it first")


def primary_code(error: sqlite3.Error) -> int:
    """SQLite's error code; the rest of it tells variants of the same error apart."""
    return int(getattr(error, "sqlite_errorcode", None) or 0) & 0xFF


def _trouble(code: int, error: sqlite3.Error) -> str:
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
    }.get(code, f"fails: {error}")


def _make_room(path: Path, must_exist: bool) -> None:
    """The folder of a store; one sentence where no file can be at that path."""
    try:
        if must_exist and not path.exists():
            raise BadParameter(f"there is no database '{path}'; `counterplay match` makes one")
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            raise BadParameter(f"'{path}' is a directory; give a file for the database")
    except OSError as error:
        raise BadParameter(f"the database '{path}' cannot be made: {error.strerror or error}") from None
