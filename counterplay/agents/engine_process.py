"""Another program that is spoken to line by line, with a limit on every wait; it ends with the object that holds it."""

from __future__ import annotations

import contextlib
import functools
import os
import queue
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import weakref
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from counterplay.agents.agent import AgentError
from counterplay.core import BadParameter
from counterplay.core.files.user_file import quoted
from counterplay.core.interruption import before_leaving

Found = TypeVar("Found")

# Debian keeps engines where a search path for programs need not lead.
GAME_FOLDERS = ("/usr/games", "/usr/local/games")
LONGEST_LINE = 65_536  # characters; a longer one is cut in pieces
WAITING_LINES = 10_000  # that are kept until they are read; a program that writes more has to wait
FAREWELL = 0.5  # seconds that a program may take to end when it is told to


def find_program(name: str) -> str:
    """The path of a program that is named like a command."""
    path = shutil.which(name) or shutil.which(name, path=os.pathsep.join(GAME_FOLDERS))
    if path is None:
        raise BadParameter(f"there is no program '{quoted(name)}' on this machine; give its path, or install it")
    return path


class EngineProcess:
    """A program under way."""

    def __init__(self, command: Sequence[str]) -> None:
        self.name = os.path.basename(command[0])
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115  # closed by close(); what it writes to its standard error output
        try:
            # A session of its own: a program that is a script ends together with whatever it has started.
            self._process = subprocess.Popen(
                [find_program(command[0]), *command[1:]],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._complaints,
                start_new_session=True,
            )
        except OSError as error:
            self._complaints.close()
            raise AgentError(f"'{self.name}' cannot be started: {error.strerror or error}") from None
        self._lines: queue.Queue[str | None] = queue.Queue(WAITING_LINES)
        self._ended = threading.Event()
        self._reader = threading.Thread(
            target=_read, args=(self._process, self._lines, self._ended), name="counterplay-engine", daemon=True
        )
        self._reader.start()
        stay = before_leaving(functools.partial(_kill, self._process))  # of the process alone: it must not keep this object
        self._finalizer = weakref.finalize(self, _end, self._process, self._ended, stay)

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def send(self, line: str) -> None:
        """Write a line."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise AgentError(self.obituary()) from None

    def line(self, seconds: float) -> str | None:
        """The next line it writes, None where that takes longer; AgentError where it ends."""
        try:
            line = self._lines.get(timeout=max(0.0, seconds))
        except queue.Empty:
            return None
        if line is None:
            raise AgentError(self.obituary())
        return line

    def lines(self, seconds: float, awaited: str) -> Iterator[str]:
        """The lines it writes from now on, for so long; AgentError where it ends or the time passes."""
        deadline = time.monotonic() + seconds
        while True:
            line = self.line(deadline - time.monotonic())
            if line is None:
                raise AgentError(f"'{self.name}' gave no '{awaited}' within {seconds:g} s", "hang")
            yield line
            if time.monotonic() > deadline:
                raise AgentError(f"'{self.name}' wrote on and on, but no '{awaited}' within {seconds:g} s", "rubbish")

    def await_answer(self, seconds: float, awaited: str, find: Callable[[str], Found | None]) -> Found:
        """What `find` makes of the first line it does not return None for; AgentError as in `lines`."""
        return next(found for line in self.lines(seconds, awaited) if (found := find(line)) is not None)

    def obituary(self) -> str:
        """How it ended, with the last thing it complained about."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(FAREWELL)
        code = self._process.returncode
        how = (
            "closed its output" if code is None else f"died of {_signal_name(-code)}" if code < 0 else f"ended with code {code}"
        )
        self._complaints.seek(0, os.SEEK_END)
        self._complaints.seek(max(0, self._complaints.tell() - 2_000))
        said = self._complaints.read().decode(errors="replace").strip().splitlines()
        return f"'{self.name}' {how} in the middle of the game" + (f": {quoted(said[-1])}" if said else "")

    def close(self, farewell: str = "") -> None:
        """Tell it to end, and end it."""
        if farewell and self._finalizer.alive:
            with contextlib.suppress(AgentError):
                self.send(farewell)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(FAREWELL)
        self._finalizer()
        self._reader.join(FAREWELL)
        self._complaints.close()


def _read(process: subprocess.Popen[bytes], lines: queue.Queue[str | None], ended: threading.Event) -> None:
    """Pass on what the program writes; a line of nothing but spaces is none."""
    assert process.stdout is not None
    with contextlib.suppress(OSError, ValueError):
        while raw := process.stdout.readline(LONGEST_LINE):
            text = raw.decode(errors="replace").strip()
            if text and not _put(lines, text, ended):
                return
    _put(lines, None, ended)


def _put(lines: queue.Queue[str | None], line: str | None, ended: threading.Event) -> bool:
    while not ended.is_set():
        with contextlib.suppress(queue.Full):
            lines.put(line, timeout=0.2)
            return True
    return False


def _kill(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)


def _end(process: subprocess.Popen[bytes], ended: threading.Event, stay: Callable[[], None]) -> None:
    stay()
    ended.set()
    _kill(process)
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
