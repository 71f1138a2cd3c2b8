"""Where the program is attacked: a private folder, an environment that leads nowhere else, no powers of root."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from counterplay.core.files.atomic_file import leftovers

ROOT = Path(__file__).parent.parent
# Modes of files mean nothing to root; without its capabilities it is a user like any other (capabilities(7)).
POWERLESS = ("setpriv", "--bounding-set=-all") if os.name == "posix" and os.getuid() == 0 and shutil.which("setpriv") else ()
PATIENCE = 300.0  # seconds that a command may take on a busy machine, all that it compiles included
COMMAND = (sys.executable, "-m", "counterplay")
UNSPEAKABLE = ("Traceback", "fault of counterplay", "Fatal Python error", "Exception ignored")  # what nobody should ever read


@dataclass
class Outcome:
    """What came of one attack, or of several that belong together."""

    attacks: int
    lost: list[str] = field(default_factory=list)  # what did not hold, a sentence each

    def demand(self, holds: bool, otherwise: str) -> bool:
        """One thing that has to hold."""
        if not holds:
            self.lost.append(otherwise)
        return holds


@dataclass(frozen=True)
class Ended:
    """A command that has ended."""

    words: tuple[str, ...]
    code: int  # negative: the signal
    out: str
    err: str

    def __str__(self) -> str:
        said = " / ".join((self.err or self.out).strip().splitlines()[-4:])
        return f"`{' '.join(self.words)}` ended with {self.code}: {said[:600]}"

    def judge(self, outcome: Outcome, codes: Iterable[int]) -> bool:
        """One of these exit codes, no signal, no traceback."""
        clean = not any(words in self.out + self.err for words in UNSPEAKABLE)
        return outcome.demand(self.code in codes and clean, str(self))


class Ground:
    """A folder for the attacks of one run; everything in it goes with it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def environment(self, home: Path | None = None, **more: str | None) -> dict[str, str]:
        """Only what leads into the private folder; None takes a variable away."""
        kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL") if name in os.environ}
        paths = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
        whole: dict[str, str | None] = {**kept, "PYTHONPATH": paths, "PYTHONUNBUFFERED": "1", "PYTHONDONTWRITEBYTECODE": "1"}
        whole.update(HOME=str(home or self.folder / "nowhere"), TMPDIR=str(self.folder), COUNTERPLAY_QUIET="1")
        whole.update(more)
        return {name: value for name, value in whole.items() if value is not None}

    @contextlib.contextmanager
    def place(self) -> Iterator[Path]:
        """A folder for one attack."""
        place = Path(tempfile.mkdtemp(dir=self.folder))
        try:
            yield place
        finally:
            for folder in (place, *(path for path in place.rglob("*") if path.is_dir() and not path.is_symlink())):
                folder.chmod(0o700)
            shutil.rmtree(place, ignore_errors=True)

    def start(self, words: Iterable[str], place: Path, environment: dict[str, str], **more: Any) -> subprocess.Popen[bytes]:
        """A process without root's powers, and the first of a group of its own."""
        more.setdefault("stdin", subprocess.DEVNULL)
        return subprocess.Popen([*POWERLESS, *words], cwd=place, env=environment, start_new_session=True, **more)

    def run(self, words: tuple[str, ...], place: Path, environment: dict[str, str], **more: Any) -> Ended:
        """The command `counterplay` with these words, to its end."""
        with speech() as out, speech() as err:
            process = self.start((*COMMAND, *words), place, environment, **{"stdout": out, "stderr": err, **more})
            return finish(process, words, out, err)


@contextlib.contextmanager
def speech() -> Iterator[IO[bytes]]:
    """A file for what a process says: unlike a pipe it never makes anybody wait."""
    with tempfile.TemporaryFile() as file:
        yield file


def finish(process: subprocess.Popen[bytes], words: Iterable[str], out: IO[bytes], err: IO[bytes]) -> Ended:
    """Wait for a process, and say what it has said; one that hangs is killed, which is a signal like any other."""
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    return Ended(tuple(words), process.returncode, heard(out), heard(err))


def heard(file: IO[bytes]) -> str:
    """What a process has said so far; where it goes on writing stays as it is."""
    return os.pread(file.fileno(), 1 << 20, 0).decode(errors="replace")


def end_group(process: subprocess.Popen[bytes]) -> None:
    """End whatever is left of a process and those that it started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def shared_cache() -> Path:
    """The native code that tests and measurements share, for attacks on something else than caches."""
    return Path(os.environ.get("COUNTERPLAY_CACHE", ROOT / ".cache" / "kernels"))


def files_under(folder: Path) -> list[Path]:
    """Every file below a folder."""
    return sorted(path for path in folder.rglob("*") if not path.is_dir())


def unfinished_files(folder: Path) -> list[str]:
    """Files that somebody was writing and never finished."""
    folders = {folder, *(path for path in folder.rglob("*") if path.is_dir())}
    return sorted(str(path.relative_to(folder)) for where in folders for path in leftovers(where))
