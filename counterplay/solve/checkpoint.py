"""What an interrupted solution leaves behind: the transposition table on disk, under a name made from the question.

A checkpoint only saves time. Whatever goes wrong with it (a full disk, a folder that may not be written, a damaged file), the
solution goes on without it.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
import warnings
from pathlib import Path
from typing import Any

import numpy as np

from counterplay.core import Game
from counterplay.core.atomic_file import leftovers, whole_file
from counterplay.core.data_folders import NoHome, data_folder
from counterplay.gears.identity.game_identity import rules_digest
from counterplay.search.engine.table import BUCKET, WORDS
from counterplay.search.search_control import Array

LONGEST_NAME = 60  # characters of a game's name in that of a file: a class may be called anything
_NAME = re.compile(r".+-[0-9a-f]{16}\.npy")


def checkpoint_folder() -> Path:
    """Where the command keeps checkpoints; NoHome where there is no such place."""
    return data_folder() / "solve"


def checkpoint_name(game: Game, state: Any) -> str:
    """A file name for the table of one question; it changes when the rules do."""
    what = f"{rules_digest(game)} {game.dump(state)}"
    name = re.sub(r"\W", "_", game.catalogue_name(), flags=re.ASCII)[:LONGEST_NAME]
    return f"{name}-{hashlib.sha256(what.encode()).hexdigest()[:16]}.npy"


def stored_checkpoints() -> list[Path]:
    """All that the command has kept."""
    try:
        return sorted(path for path in checkpoint_folder().iterdir() if _NAME.fullmatch(path.name) and path.is_file())
    except (OSError, NoHome):
        return []


class Checkpoint:
    """The file of one question, or none at all."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.failed = False  # to be saved; it is not tried again, since every attempt would fill the disk anew

    @property
    def exists(self) -> bool:
        """Whether there is something to resume from."""
        try:
            return self.path is not None and self.path.exists()
        except OSError:
            return False

    def load(self) -> Array | None:
        """The table of an interrupted run; None where there is none, and a damaged file is removed."""
        if self.path is None:
            return None
        for left in leftovers(self.path.parent):
            _remove(left)
        if not self.exists:
            return None
        table = _read(self.path)
        if table is None:
            self.remove()
        return table

    def save(self, table: Array) -> None:
        """Write the table; a kill meanwhile leaves the older one. Where it cannot be written, that is said once."""
        if self.path is None or self.failed:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with whole_file(self.path) as file:
                np.save(file, table)
        except OSError as error:
            self.failed = True
            reason = error.strerror or "the disk is full"  # NumPy only says how many items it could not write
            warnings.warn(
                f"solving continues without a checkpoint, since '{self.path}' cannot be written: {reason}; what is found "
                "from now on is lost if it is stopped",
                UserWarning,
                stacklevel=2,
            )

    def remove(self) -> None:
        """Forget what was saved."""
        if self.path is not None:
            _remove(self.path)


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)


def _read(path: Path) -> Array | None:
    """The table in a file, or None where it is damaged or holds something else."""
    try:
        table = np.load(path)
    except Exception:  # NumPy raises many kinds of error over damaged files
        return None
    if not isinstance(table, np.ndarray) or table.dtype != np.int64 or table.ndim != 1:
        return None
    return table if len(table) >= BUCKET * WORDS and len(table) & (len(table) - 1) == 0 else None
