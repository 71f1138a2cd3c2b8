"""The disk cache of native code: one file for each entry point of a game and for each kernel.

A file's name is a digest of everything that decides what is in it, so that nothing is ever stale. Files are written under
another name and renamed, so that processes that start together cannot disturb each other. What is in them is run: a file is
only loaded if its checksum is right, which covers its name, and nobody but its owner, this user, could have written it.
"""

from __future__ import annotations

import functools
import hashlib
import os
import pickle
import platform
import stat
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from counterplay.core.files.atomic_file import whole_file
from counterplay.gears.cache.cache_folder import cache_folder

MAGIC = b"counterplay native code 3\n"
CHECKSUM = 32  # bytes, SHA-256 of the file's name and what follows
_wanted: Counter[str] = Counter()  # how often native code of each name was asked for and not in memory
_distrusted: set[Path] = set()  # folders that the user has been told about


@functools.cache
def machine_text() -> str:
    """The processor and the versions on which native code depends."""
    import llvmlite
    import numba
    import numpy as np
    from numba.core.registry import cpu_target

    target = cpu_target.target_context.codegen().magic_tuple()
    versions = (numba.__version__, llvmlite.__version__, np.__version__, platform.python_version())
    return repr((target, versions, numba.config.OPT))


def times_asked() -> int:
    """How often this process has wanted native code that it did not have in memory; it then loads or compiles it."""
    return _wanted.total()


def native_path(name: str, digest: str) -> Path:
    """Where the native code of this name and digest is kept."""
    import numba

    _wanted[name] += 1

    what = f"{digest} {machine_text()} {bool(numba.config.BOUNDSCHECK)}"
    return cache_folder() / f"{name}-{hashlib.sha256(what.encode()).hexdigest()[:32]}.native"


def load(path: Path) -> Any:
    """What was kept at this path; None where there is nothing, or nothing that may be run."""
    try:
        with open(path, "rb", opener=_without_waiting) as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode) or not _trusted(status, path):
                return None
            content = file.read()
    except OSError:
        return None
    body = memoryview(content)[len(MAGIC) + CHECKSUM :]
    if not content.startswith(head(path, body)):
        return None
    try:
        return pickle.loads(body)
    except Exception:  # a class that has moved since; compiling again is right
        return None


def head(path: Path, body: bytes | memoryview) -> bytes:
    """How a file begins. Its name is in the checksum: sound code under another's name would be called with other arguments."""
    return MAGIC + hashlib.sha256(path.name.encode() + body).digest()


def _without_waiting(path: str, flags: int) -> int:
    """Open a file; opening a pipe would wait for somebody to write to it."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def save(path: Path, thing: Any) -> bool:
    """Keep something; a disk that is full or read-only only costs the next process time."""
    try:
        body = pickle.dumps(thing)
        make_folder(path.parent)
        # What could not be loaded goes first: a file keeps its mode when it is replaced, and a link leads elsewhere.
        path.unlink(missing_ok=True)
        with whole_file(path) as file:
            file.write(head(path, body) + body)
    except (OSError, pickle.PicklingError, AttributeError, TypeError):
        return False
    return True


def make_folder(folder: Path) -> None:
    """The cache's folder, which only the user may write to."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def _trusted(status: os.stat_result, path: Path) -> bool:
    """Whether only this user could have written a file of native code."""
    if os.name != "posix":
        return True
    folder = os.stat(path.parent)
    own = status.st_uid == folder.st_uid == os.getuid()
    # The sticky bit of a folder keeps others from replacing the files in it; that of a file means nothing.
    if own and not _is_shared(status) and (not _is_shared(folder) or folder.st_mode & stat.S_ISVTX):
        return True
    if path.parent not in _distrusted:
        _distrusted.add(path.parent)
        print(
            f"counterplay: native code in {path.parent} is not loaded, since others could have written it; it is "
            "compiled for this process instead (let the folder be yours alone, or set COUNTERPLAY_CACHE)",
            file=sys.stderr,
        )
    return False


def _is_shared(status: os.stat_result) -> bool:
    """Whether others than its owner may write to a file or a folder."""
    return bool(status.st_mode & (stat.S_IWGRP | stat.S_IWOTH))
