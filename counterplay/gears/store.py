"""The disk cache of native code: one file for each entry point of a game and for each kernel.

A file's name is a digest of everything that decides what is in it, so that nothing is ever stale. Files are written aside
and renamed, so that processes that start together cannot disturb each other. What is in them is run: a file is only loaded if
its checksum is right and nobody but its owner, this user, could have written it.
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

from counterplay.core.wholefile import whole_file
from counterplay.gears.folder import cache_folder

MAGIC = b"counterplay native code 2\n"
CHECKSUM = 32  # bytes, SHA-256 of what follows
_wanted: Counter[str] = Counter()  # native code by name, as often as it was not in memory
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
        with path.open("rb") as file:
            if not _trusted(os.fstat(file.fileno()), path):
                return None
            content = file.read()
    except OSError:
        return None
    head = len(MAGIC) + CHECKSUM
    body = memoryview(content)[head:]
    if not content.startswith(MAGIC) or hashlib.sha256(body).digest() != content[len(MAGIC) : head]:
        return None
    try:
        return pickle.loads(body)
    except Exception:  # a class that has moved since; compiling again is right
        return None


def save(path: Path, thing: Any) -> bool:
    """Keep something; a disk that is full or read-only only costs the next process time."""
    try:
        body = pickle.dumps(thing)
        make_folder(path.parent)
        with whole_file(path) as file:
            file.write(MAGIC + hashlib.sha256(body).digest() + body)
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
    for who in (status, folder):
        if who.st_uid != os.getuid() or (who.st_mode & (stat.S_IWGRP | stat.S_IWOTH) and not who.st_mode & stat.S_ISVTX):
            if path.parent not in _distrusted:
                _distrusted.add(path.parent)
                print(
                    f"counterplay: native code in {path.parent} is not loaded, since others could have written it; it is "
                    "compiled for this process instead (let the folder be yours alone, or set COUNTERPLAY_CACHE)",
                    file=sys.stderr,
                )
            return False
    return True
