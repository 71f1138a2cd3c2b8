"""Whether an owner's game keeps the contract: `counterplay check` for the files of the command line, asked for by the page.

Only files that the owner named when the studio started are checked: what comes over the wire is a game's name, never a path
or rules. One check runs at a time, in a process of its own, for a limited time.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
from dataclasses import dataclass
from typing import IO

from counterplay.studio.api.position_views import View
from counterplay.studio.server.alarms import Alarms
from counterplay.studio.server.game_library import Library
from counterplay.studio.server.own_games import OwnGame
from counterplay.studio.server.running_games import Conflict, NotFound

LONGEST = 600.0  # seconds on the clock of a busy machine; the process has far fewer on the processor
PROGRAM = "counterplay.studio.server.own_check_process"
EMPTY: View = {
    "ok": False,
    "findings": [],
    "passed": [],
    "skipped": [],
    "interpreted_only": "",
    "positions": 0,
    "seconds": 0.0,
    "problem": "",
}


@dataclass
class Checking:
    """A check of one version of a file, under way or ended."""

    name: str
    version: str
    process: subprocess.Popen[bytes]
    said: IO[bytes]
    late: bool = False

    def stop(self) -> None:
        """End it, since it takes too long."""
        if self.process.poll() is None:
            self.late = True
            self.process.kill()

    def view(self) -> View:
        """The report, once there is one."""
        about = {"game": self.name, "version": self.version}
        if self.process.poll() is None:
            return EMPTY | about | {"running": True}
        self.said.seek(0)
        lines = self.said.read().decode("utf-8", "replace").splitlines()
        if self.process.returncode == 0 and lines:
            report: View = json.loads(lines[-1])
            return EMPTY | report | about | {"running": False}
        why = f"took more than {LONGEST:g} s" if self.late else "ended the process that ran it, or took too much time or memory"
        return EMPTY | about | {"running": False, "problem": f"The check {why}."}


class OwnChecks:
    """The last check, and how to begin another."""

    def __init__(self, library: Library, alarms: Alarms) -> None:
        self._library, self._alarms = library, alarms
        self._last: Checking | None = None
        self._lock = threading.Lock()

    def begin(self, name: str) -> View:
        """Check the game as its file is now; the report of the same version is kept."""
        own = self._own(name)
        with self._lock:
            last = self._last
            if last is not None and (last.name, last.version) == (name, own.version):
                return last.view()
            if last is not None and last.process.poll() is None:
                if last.name != name:
                    raise Conflict(f"{last.name} is being checked; wait for its report")
                last.process.kill()  # its file has changed meanwhile
            said = tempfile.TemporaryFile()  # noqa: SIM115 - it lives as long as the process
            line = [sys.executable, "-m", PROGRAM, str(os.getpid()), str(own.path)]
            process = subprocess.Popen(line, stdin=subprocess.DEVNULL, stdout=said, stderr=subprocess.DEVNULL)
            self._last = checking = Checking(name, own.version, process, said)
        self._alarms.after(LONGEST, checking.stop)
        return checking.view()

    def get(self, name: str) -> View:
        """How the check of a game stands."""
        self._own(name)
        if self._last is None or self._last.name != name:
            raise NotFound(f"{name} has not been checked since the studio started")
        return self._last.view()

    def close(self) -> None:
        """The process ends with the studio."""
        if self._last is not None:
            self._last.stop()
            self._last.process.wait()

    def _own(self, name: str) -> OwnGame:
        found = next((own for own in self._library.own() if own.cls is not None and own.name == name), None)
        if found is None:
            raise NotFound(f"'{name[:60]}' is no game of your own; `counterplay studio FILE` shows those of a file")
        return found
