"""Is a file whole? Asked of everything that a command has left on a disk that failed it."""

from __future__ import annotations

import json
import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np

from bench.torture_ground import files_under
from counterplay.gears.cache import code_store


def _database(path: Path) -> bool:
    """Looked at elsewhere, with its log: on a full disk SQLite cannot even read it."""
    with tempfile.TemporaryDirectory() as folder:
        for part in path.parent.glob(f"{path.name}*"):
            shutil.copy(part, folder)
        database = sqlite3.connect(Path(folder) / path.name)
        try:
            return bool(database.execute("PRAGMA integrity_check").fetchone()[0] == "ok")
        finally:
            database.close()


def _native(path: Path) -> bool:
    return code_store.load(path) is not None


def _table(path: Path) -> bool:
    return bool(np.load(path).ndim == 1)


def _ends_with(end: str) -> Callable[[Path], bool]:
    return lambda path: path.read_text(encoding="utf-8").rstrip().endswith(end)


def _json(path: Path) -> bool:
    return bool(json.loads(path.read_text(encoding="utf-8")))


def _python(path: Path) -> bool:
    return bool(compile(path.read_text(encoding="utf-8"), path, "exec")) and path.stat().st_size > 0


WHOLE: dict[str, Callable[[Path], bool]] = {
    ".native": _native,
    ".npy": _table,
    ".db": _database,
    ".sqlite": _database,
    ".html": _ends_with("</html>"),
    ".svg": _ends_with("</svg>"),
    ".json": _json,
    ".py": _python,
}


def half_written(folder: Path) -> list[str]:
    """A sentence for every file that is not whole."""
    found = []
    for path in files_under(folder):
        whole = WHOLE.get(path.suffix)
        try:
            if whole is not None and not whole(path):
                found.append(f"{path.name} is not whole")
        except Exception as error:  # whatever a reader says about half a file
            found.append(f"{path.name} is not whole: {error}")
    return found
