"""Claims: a file beside the store that one process holds locked until it ends, however it ends."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import IO

try:
    import fcntl
except ImportError:  # no POSIX
    CAN_CLAIM = False
else:
    CAN_CLAIM = True


class Taken(Exception):
    """Another process, or another part of this one, holds the claim."""


class Claim:
    """A lock that is held from its making on; Taken where somebody else has it. Without POSIX it holds nothing."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: IO[bytes] | None = None
        while CAN_CLAIM and self._file is None:
            file = path.open("ab")
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                held = os.fstat(file.fileno())
                # Whoever had it may have removed the file after it was opened here: then another may lock a new one.
                with contextlib.suppress(FileNotFoundError):
                    if os.path.samestat(held, os.stat(path)):
                        self._file = file
            except BlockingIOError:
                raise Taken from None
            finally:
                if self._file is None:
                    file.close()

    def release(self) -> None:
        """Give it back; the file is gone afterwards."""
        if self._file is not None:
            with contextlib.suppress(OSError):
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
