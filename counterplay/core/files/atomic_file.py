"""Writing a file whole: whoever reads it sees the old content or the new one, never half of it.

An ordinary file is written under another name in the same folder, then renamed; it keeps its mode and, where the system
allows that, its owner. A link is followed to the file it points to. A device or a pipe cannot be replaced by a file, so it is
written to directly. `leftovers` finds the unfinished files of processes that were killed.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import platform
import re
import secrets
import stat
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from counterplay.core.errors import BadParameter

STANDARD_OUTPUTS = (1, 2)  # file descriptors, what /dev/stdout and /dev/stderr lead to
LONGEST_WRITE = 3600.0  # seconds without a change, after which nobody is still writing a file of unknown origin
_ASIDE = re.compile(r"\.writing-(?P<machine>[0-9a-f]{8})-(?P<process>\d{1,9})-[0-9a-f]{8}")
_OTHER = re.compile(r"\.writing-\w+|tmp\w{8}\.writing")  # names that Python's tempfile makes say nothing of the process

_under_way: set[str] = set()  # names that this process is writing to


def write_whole(path: Path, text: str, *, over: bool = True) -> None:
    """Write a text file, or say in one sentence why not; `over` an existing one unless told otherwise."""
    try:
        with whole_file(path, over=over) as file:
            file.write(text.encode(errors="replace"))
    except FileExistsError:
        raise BadParameter(f"'{path}' exists already and is left as it is; choose another name") from None
    except IsADirectoryError:
        raise BadParameter(f"'{path}' is a directory; give a file to write to") from None
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        raise BadParameter(f"'{path}' cannot be written: {getattr(error, 'strerror', None) or error}") from None


@contextlib.contextmanager
def whole_file(path: Path, *, over: bool = True) -> Iterator[IO[bytes]]:
    """A file to write to, which takes the path's place when the block ends; an OSError leaves everything as it was."""
    if not over and os.path.lexists(path):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    try:
        found = os.stat(path)
    except FileNotFoundError:
        found = None
    if found is not None and stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if found is not None and (not stat.S_ISREG(found.st_mode) or _standard_output(found) is not None):
        with _written_through(path, found) as file:
            yield file
        return
    with _written_aside(Path(os.path.realpath(path)), found, over) as file:
        yield file


@contextlib.contextmanager
def _written_through(path: Path, found: os.stat_result) -> Iterator[IO[bytes]]:
    output = _standard_output(found)
    if output is None:
        # Without O_CREAT: a device that vanishes meanwhile must not become a file.
        descriptor = os.open(path, os.O_WRONLY)
    else:
        # Opened a second time, a file would be written over from its beginning, and a socket cannot be opened at all.
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        descriptor = os.dup(output)
    with os.fdopen(descriptor, "wb") as file:
        yield file


def _standard_output(found: os.stat_result) -> int | None:
    """The descriptor of this process that leads to the same file."""
    for descriptor in STANDARD_OUTPUTS:
        with contextlib.suppress(OSError):
            if os.path.samestat(os.fstat(descriptor), found):
                return descriptor
    return None


@contextlib.contextmanager
def _written_aside(target: Path, found: os.stat_result | None, over: bool) -> Iterator[IO[bytes]]:
    if found is not None and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(target))
    # A short name: the target's own may be as long as a name can be.
    aside = target.with_name(f".writing-{_machine()}-{os.getpid()}-{secrets.token_hex(4)}")
    _under_way.add(aside.name)
    try:
        # What replaces a private file is private from the beginning.
        mode = 0o666 if found is None else 0o600
        with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            if found is not None:
                _resemble(file.fileno(), found)
            yield file
        if over:
            os.replace(aside, target)
        else:
            _put_in_place(aside, target)
    except BaseException:
        with contextlib.suppress(OSError):
            aside.unlink()
        raise
    finally:
        _under_way.discard(aside.name)


def _resemble(descriptor: int, found: os.stat_result) -> None:
    """Owner and mode of the file that is replaced; only root may give a file away."""
    if hasattr(os, "fchown"):
        with contextlib.suppress(OSError):
            os.fchown(descriptor, found.st_uid, found.st_gid)
        with contextlib.suppress(OSError):  # a file system without modes
            os.fchmod(descriptor, stat.S_IMODE(found.st_mode))  # after the owner, whose change takes some bits away


def _put_in_place(aside: Path, target: Path) -> None:
    """Rename, unless somebody else was quicker: unlike a rename, a new link never replaces anything."""
    try:
        os.link(aside, target)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        os.rename(aside, target)
    else:
        aside.unlink()


# --- what a killed process leaves behind ---
def leftovers(folder: Path) -> list[Path]:
    """Files of a folder that a process which no longer lives was writing."""
    try:
        names = sorted(entry.name for entry in os.scandir(folder) if entry.is_file(follow_symlinks=False))
    except OSError:
        return []
    return [folder / name for name in names if _abandoned(folder / name)]


def _abandoned(path: Path) -> bool:
    ours = _ASIDE.fullmatch(path.name)
    if ours and ours["machine"] == _machine() and os.name == "posix":
        process = int(ours["process"])
        return path.name not in _under_way if process == os.getpid() else not _alive(process)
    if not ours and not _OTHER.fullmatch(path.name):
        return False
    try:
        return time.time() - path.stat().st_mtime > LONGEST_WRITE
    except OSError:
        return False


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:  # somebody else's
        return True
    return True


def _machine() -> str:
    """Eight digits for this machine: another one that shares the folder has processes of the same numbers."""
    return hashlib.sha256(platform.node().encode()).hexdigest()[:8]
