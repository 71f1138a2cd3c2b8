"""What an interrupted solution leaves behind, on disk, under a name made from the question.

Of an exhaustive search that is its transposition table; of a retrograde analysis, the arrays of the positions it has found.

A checkpoint only saves time. Whatever goes wrong with it (a full disk, a folder that may not be written, a damaged file), the
solution goes on without it.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import warnings
from pathlib import Path
from typing import Any

import numpy as np

from counterplay.core import Game
from counterplay.core.files.atomic_file import leftovers, whole_file
from counterplay.core.files.data_folders import NoHome, data_folder
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
        arrays = self.load_arrays()
        if arrays is None:
            return None
        if len(arrays) == 1 and _is_table(arrays[0]):
            return arrays[0]
        self.remove()
        return None

    def load_arrays(self) -> list[Array] | None:
        """All arrays of the file; None where there is none, and one that holds anything else is removed.

        That each of them can be read says nothing about what it holds.
        """
        if self.path is None:
            return None
        for left in leftovers(self.path.parent):
            _remove(left)
        if not self.exists:
            return None
        arrays = _read(self.path)
        if arrays is None:
            self.remove()
        return arrays

    def save(self, table: Array) -> None:
        """Write the table; a kill meanwhile leaves the older one. Where it cannot be written, that is said once."""
        self.save_arrays([table])

    def save_arrays(self, arrays: list[Array]) -> None:
        """Write arrays, one behind the other."""
        if self.path is None or self.failed:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with whole_file(self.path) as file:
                for array in arrays:
                    np.save(file, array)
        except OSError as error:
            self.failed = True
            reason = error.strerror or "the disk is full"  # NumPy only says how many items it could not write
            warnings.warn(
                f"solving continues without a checkpoint, since '{self.path}' cannot be written: {reason}; what is found "
                "from now on is lost if it is stopped",
                UserWarning,
                stacklevel=3,
            )

    def remove(self) -> None:
        """Forget what was saved."""
        if self.path is not None:
            _remove(self.path)


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)


def _read(path: Path) -> list[Array] | None:
    """The arrays in a file, or None where it is damaged or holds something else."""
    arrays: list[Array] = []
    try:
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            while file.tell() < size or not arrays:
                arrays.append(np.load(file))
    except Exception:  # NumPy raises many kinds of error over damaged files
        return None
    return arrays if all(isinstance(array, np.ndarray) and array.ndim == 1 for array in arrays) else None


def _is_table(table: Array) -> bool:
    return table.dtype == np.int64 and len(table) >= BUCKET * WORDS and len(table) & (len(table) - 1) == 0
