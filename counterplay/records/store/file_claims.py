"""Claims: a file beside the store that one process holds locked until it ends, however it ends."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import IO

if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes]) -> None:
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            raise Taken from None
else:
    import fcntl

    def _lock(file: IO[bytes]) -> None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Taken from None


STUDIO_CLAIM = ".studio"  # after the name of the store: one studio uses it


class Taken(Exception):
    """Another process, or another part of this one, holds the claim."""


class Claim:
    """A lock that is held from its making on; Taken where somebody else has it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: IO[bytes] | None = None
        while self._file is None:
            file = path.open("ab")
            try:
                _lock(file)
                held = os.fstat(file.fileno())
                # Whoever had it may have removed the file after it was opened here: then another may lock a new one.
                with contextlib.suppress(FileNotFoundError):
                    if os.path.samestat(held, os.stat(path)):
                        self._file = file
            finally:
                if self._file is None:
                    file.close()

    def release(self) -> None:
        """Give it back; the file is gone afterwards."""
        if self._file is not None:
            with contextlib.suppress(OSError):  # Windows keeps a file that is open; it stays, and nobody holds it
                self._path.unlink()
            self._file.close()
            self._file = None


def held(path: Path) -> bool:
    """Whether a process holds the claim of this file."""
    try:
        Claim(path).release()
    except Taken:
        return True
    except OSError:  # it may not be written: nothing is known of it
        return False
    return False
