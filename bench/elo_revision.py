"""Any revision of this repository as an agent: its package is copied into a private folder, and a process plays with it.

Revisions are told apart by the git tree of the folder `counterplay`: two commits with the same package are one. What is in
the working tree, committed or not, is copied, too, so that edits during a match do not change who plays.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from counterplay.agents import AgentError, Clock
from counterplay.agents.engine_process import EngineProcess
from counterplay.arena.playing.transport import Entrant, PortableGame
from counterplay.core import BadParameter, CounterplayError, Position
from counterplay.core.files.user_file import quoted

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".cache" / "elo"
CHILD = Path(__file__).resolve().parent / "elo_child.py"
PACKAGE = "counterplay"
WORKING_TREE = "working tree"
SHOWN = 7  # digits of a tree's or a commit's name

PREPARING = 900.0  # seconds: a large game is compiled for minutes on a busy machine
PATIENCE = 300.0  # seconds for a move where no clock runs
LATE = 10.0  # seconds beyond a clock's time until a process counts as hanging; the referee judges before that


def git(*arguments: str, index: Path | None = None) -> bytes:
    """What git answers; its complaint as a sentence."""
    environment = {**os.environ, "GIT_INDEX_FILE": str(index)} if index else None
    try:
        done = subprocess.run(["git", *arguments], cwd=ROOT, env=environment, capture_output=True, check=False)
    except OSError as error:
        raise BadParameter(f"git cannot be started: {error.strerror or error}") from None
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines() or ["no reason given"]
        raise BadParameter(f"git {arguments[0]} failed: {said[0]}")
    return done.stdout


@dataclass(frozen=True)
class Revision:
    """A state of the package."""

    name: str  # what people call it
    tree: str  # git's name of the folder's contents

    @classmethod
    def find(cls, text: str) -> Revision:
        """A commit by any name that git knows, or the working tree."""
        if text == WORKING_TREE:
            return cls(text, _working_tree())
        try:
            commit = git("rev-parse", "--verify", "--end-of-options", f"{text}^{{commit}}").decode().strip()
            tree = git("rev-parse", f"{commit}:{PACKAGE}").decode().strip()
        except BadParameter:
            raise BadParameter(
                f"'{quoted(text)}' is neither a revision of this repository nor an agent; give a commit, as in HEAD~3, "
                "or an agent, as in uci:stockfish"
            ) from None
        return cls(commit[:SHOWN], tree)

    @property
    def label(self) -> str:
        """Tells revisions apart wherever they are listed."""
        return f"{self.name} ({self.tree[:SHOWN]})"

    def folder(self) -> Path:
        """A copy of the package, made when it is first needed; whoever else makes it meanwhile makes the same."""
        place = FOLDER / self.tree
        if not place.exists():
            FOLDER.mkdir(parents=True, exist_ok=True)
            unfinished = Path(tempfile.mkdtemp(prefix="unfinished-", dir=FOLDER))
            try:
                packed = io.BytesIO(git("archive", f"--prefix={PACKAGE}/", self.tree))
                with tarfile.open(fileobj=packed) as archive:
                    archive.extractall(unfinished, filter="data")
                if not place.exists():
                    unfinished.rename(place)
            except OSError:
                if not place.exists():
                    raise
            finally:
                shutil.rmtree(unfinished, ignore_errors=True)
        return place


def _working_tree() -> str:
    """The tree that a commit of everything would have, without touching the index."""
    with tempfile.TemporaryDirectory(prefix="counterplay-elo-") as folder:
        index = Path(folder) / "index"
        git("read-tree", "HEAD", index=index)
        git("add", "--all", "--", PACKAGE, index=index)
        return git("write-tree", f"--prefix={PACKAGE}/", index=index).decode().strip()


class RevisionProcess:
    """A process with one revision; it serves one game after the other."""

    def __init__(self, revision: Revision) -> None:
        self.revision = revision
        self.folder = revision.folder()
        self._engine = EngineProcess([sys.executable, "-P", str(CHILD), str(self.folder)])

    def ask(self, message: dict[str, Any], seconds: float, awaited: str) -> Any:
        """What it answers; one that fails in any way is ended."""
        try:
            self._engine.send(json.dumps(message))
            answer = self._understood(next(self._engine.lines(seconds, awaited)))
            if "failed" in answer:
                raise AgentError(f"revision {self.revision.label}: {answer['failed']}")
            return answer[awaited]
        except BaseException:
            self.close()
            raise

    def _understood(self, line: str) -> dict[str, Any]:
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise AgentError(f"revision {self.revision.label} answered rubbish: '{quoted(line[:60])}'", "rubbish")
        return answer

    def close(self) -> None:
        """End it."""
        self._engine.close()


# Processes without a game at the moment, by the tree they play with. They end with this process.
_waiting: dict[str, list[RevisionProcess]] = defaultdict(list)


class RevisionAgent:
    """The agent that a revision makes of a name."""

    def __init__(self, revision: Revision, agent: str, seed: int) -> None:
        self.revision, self.agent, self.seed = revision, agent, seed
        self.name = f"{agent} of {revision.label}"
        self.clock: Clock | None = None
        self._process: RevisionProcess | None = None
        self._told: list[int | None] = []  # the actions that the process knows of

    def prepare(self, position: Position) -> None:
        """Start the process, or take one that waits, and let it compile."""
        if self._process is None:
            idle = _waiting[self.revision.tree]
            process = idle.pop() if idle else RevisionProcess(self.revision)
            begin = {
                "do": "begin",
                "game": PortableGame.of(position.game).text,
                "agent": self.agent,
                "seed": self.seed,
                "start": position.game.dump(position.line()[0].state),
                "moves": position.moves(),
            }
            used = Path(process.ask(begin, PREPARING, "ready"))
            if not used.is_relative_to(process.folder):
                process.close()
                raise AgentError(f"revision {self.revision.label} was to be loaded from {process.folder}, but {used} was")
            self._process, self._told = process, [p.action for p in position.line()[1:]]

    def on_clock(self, clock: Clock) -> None:
        """The time for the next choice."""
        self.clock = clock

    def choose(self, position: Position) -> int:
        """The revision's move."""
        line = position.line()
        if self._process is not None and [p.action for p in line[1 : 1 + len(self._told)]] != self._told:
            self.close()  # another game
        self.prepare(position)
        assert self._process is not None
        news = [p.game.action_name(p.state, q.action) for p, q in pairwise(line[len(self._told) :]) if q.action is not None]
        clock, seconds = None, PATIENCE
        if self.clock is not None:
            fields = ("per_move", "remaining", "increment", "others")
            clock = {field: getattr(self.clock, field) for field in fields}
            seconds = (self.clock.per_move or self.clock.remaining or 0.0) + LATE
        process, self._process = self._process, None  # one that fails does not come back
        move = process.ask({"do": "choose", "moves": news, "clock": clock}, seconds, "move")
        self._process, self._told = process, [p.action for p in line[1:]]
        try:
            return position.parse(move)
        except CounterplayError as error:
            raise AgentError(f"revision {self.revision.label} played '{quoted(str(move))}': {error}", "illegal") from None

    def close(self) -> None:
        """Let the process wait for the next game."""
        if self._process is not None:
            _waiting[self.revision.tree].append(self._process)
            self._process = None


@dataclass(frozen=True)
class RevisionEntrant(Entrant):
    """A revision in a contest. It has a process of its own already, so that the arena need not give it another."""

    revision: Revision = Revision("", "")
    agent: str = "auto"

    @classmethod
    def enter(cls, revision: Revision, agent: str) -> RevisionEntrant:
        """An agent's name, as this revision understands it."""
        return cls(f"{agent} of {revision.label}", "", revision, agent)

    @property
    def file(self) -> bool:
        """It is none."""
        return False

    @property
    def program(self) -> bool:
        """It is made of this repository alone."""
        return False

    def make(self, seed: int) -> RevisionAgent:
        """A new agent for one game."""
        return RevisionAgent(self.revision, self.agent, seed)
