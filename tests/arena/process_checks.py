"""Looking at processes and databases from outside."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path


def stored(path: Path) -> int:
    """Games in the database, as somebody else sees it."""
    try:
        with contextlib.closing(sqlite3.connect(f"file:{path}?mode=rw", uri=True, timeout=10)) as db:
            return int(db.execute("SELECT count(*) FROM games").fetchone()[0])
    except sqlite3.OperationalError:  # not made yet
        return 0


def alive(group: int) -> list[str]:
    """The processes of a group that still run; one that nobody has buried does not count."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, number, *_ = entry.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(number) == group and state != "Z":
            found.append(entry.parent.name)
    return found
