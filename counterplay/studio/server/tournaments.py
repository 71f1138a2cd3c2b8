"""Tournaments in the background: the command itself plays them in a process of its own, and the page reads its store.

So what was begun here can be resumed by `counterplay tournament --resume`, and the other way round. One is played at a
time, at low priority, by agents from a fixed list, for at most an hour; then it is stopped and can be resumed.
"""

from __future__ import annotations

import os
import secrets
import shutil
import subprocess
import sys
import tempfile
import threading
from dataclasses import dataclass
from typing import IO, Any

from counterplay.core import BadParameter, CounterplayError
from counterplay.records.store.game_rows import Row
from counterplay.studio.api.position_views import View
from counterplay.studio.server.alarms import Alarms
from counterplay.studio.server.game_library import Library
from counterplay.studio.server.live_game import agent_title
from counterplay.studio.server.running_games import AGENTS, Conflict, NotFound
from counterplay.studio.server.studio_options import Options

MOST_GAMES = 2_000  # of a tournament begun here
MOST_PLIES = 400  # of a game; longer ones are drawn
LONGEST = 3600.0  # seconds that one is played without a break
SHOWN = 50  # tournaments in the list
FAREWELL = 10.0  # seconds for a process to store what it has and end
# The command, in a process that ends when the studio does, however that happens.
COMMAND = (
    "import sys; from counterplay.arena.playing.parent_watch import leave_with; leave_with(int(sys.argv.pop(1)));"
    "from counterplay.cli.main import main; main()"
)


@dataclass
class Playing:
    """A process that plays."""

    process: subprocess.Popen[bytes]
    said: IO[bytes]  # what it writes
    name: str  # of the tournament, or its number
    stopped: bool = False  # because somebody wanted it, or its hour was over

    @property
    def alive(self) -> bool:
        """Whether it still plays."""
        return self.process.poll() is None

    def end(self) -> None:
        """Let it store what it has; what is under way is lost."""
        if self.alive:
            self.stopped = True
            self.process.terminate()

    @property
    def trouble(self) -> str:
        """The last thing it said, if it did not end well."""
        if self.alive or self.stopped or self.process.returncode == 0:
            return ""
        self.said.seek(0)
        lines = self.said.read().decode("utf-8", "replace").strip().splitlines()
        return lines[-1].removeprefix("Error: ")[:400] if lines else "it ended without a word"


class Tournaments:
    """The tournaments in the store, and the one that is played here."""

    def __init__(self, options: Options, library: Library, alarms: Alarms) -> None:
        self._path, self._library, self._alarms = options.database, library, alarms
        self._playing: Playing | None = None
        self._lock = threading.Lock()

    # --- what is asked ---
    def all(self) -> list[View]:
        """Every contest that is stored, the newest first."""
        return [self._short(row) for row in reversed(self._rows()[-SHOWN:])]

    def get(self, number: int) -> View:
        """One contest: how it stands, and its last game."""
        from counterplay.arena.contest_store import Store
        from counterplay.arena.playing.contest import Contest

        row = next((row for row in self._rows() if row.id == number), None)
        if row is None:
            raise NotFound(f"there is no tournament {number}")
        try:
            settings = row.settings
        except CounterplayError as error:
            return {**self._short(row), "table": [], "cross": [], "last": None, "trouble": str(error)}
        with Store(self._path, must_exist=True) as store:
            contest = Contest(settings, store, number)
        return {**self._short(row), **_standings(contest), "last": _last(contest, self._library)}

    def games(self, number: int, limit: int, offset: int = 0) -> list[Row]:
        """The games of one contest, the newest first."""
        from counterplay.arena.contest_store import Store

        if all(row.id != number for row in self._rows()):
            raise NotFound(f"there is no tournament {number}")
        with Store(self._path, must_exist=True) as store:
            return store.rows(number, limit, offset)

    def begin(self, spec: str, agents: list[str], games: int, name: str) -> View:
        """Begin a tournament; everybody meets everybody."""
        from counterplay.arena.contest_store import STUDIO
        from counterplay.arena.playing.contest import make_settings
        from counterplay.arena.playing.transport import GameParcel

        game = self._library.game(spec)
        for agent in agents:
            if agent not in AGENTS:
                raise BadParameter(f"there is no agent '{agent[:40]}' here; there are {', '.join(AGENTS)}")
        if len(set(agents)) < len(agents):
            raise BadParameter("everybody takes part once; name each agent once")
        planned = len(make_settings(game, agents, kind="round robin", games=games).planned)
        if planned > MOST_GAMES:
            raise BadParameter(f"these would be {planned:,} games; a tournament of the studio has at most {MOST_GAMES:,}")
        called = name.strip() or f"studio-{secrets.token_hex(3)}"
        if called.isdecimal() or called == STUDIO or any(row.name == called for row in self._rows()):
            raise BadParameter(f"a tournament cannot be called '{called}': numbers and names that are taken lead to others")
        words = [GameParcel.of(game).text, *agents, "--games", str(games), "--name", called, "--max-plies", str(MOST_PLIES)]
        self._start("tournament", words, called)
        return self.state()

    def resume(self, number: int) -> View:
        """Go on with one that was stopped, here or by the command."""
        view = self.get(number)
        if view["status"] == "finished":
            raise Conflict(f"tournament {number} is finished")
        if not view["plain"]:
            raise Conflict(
                f"tournament {number} needs files or programs of your own: `counterplay {view['command']} --resume {number}` "
                "continues it"
            )
        self._start(view["command"], ["--resume", str(number), "--yes"], str(number))
        return self.state()

    def stop(self) -> View:
        """Stop playing; every finished game is stored."""
        playing = self._playing
        if playing is not None and playing.alive:
            playing.end()
            try:
                playing.process.wait(FAREWELL)
            except subprocess.TimeoutExpired:
                playing.process.kill()
        return self.state()

    def state(self) -> View:
        """What is played here now."""
        playing = self._playing
        if playing is None:
            return {"playing": None, "name": None, "trouble": ""}
        row = next((row for row in self._rows() if playing.name in (row.name, str(row.id))), None)
        number = None if row is None else row.id
        return {"playing": number if playing.alive else None, "name": playing.name if playing.alive else None,
                "began": number, "trouble": playing.trouble}  # fmt: skip

    def close(self) -> None:
        """The process ends with the studio."""
        self.stop()

    # --- the process ---
    def _start(self, command: str, words: list[str], name: str) -> None:
        with self._lock:
            if self._playing is not None and self._playing.alive:
                raise Conflict("a tournament is being played already; stop it first, it can be resumed")
            said = tempfile.TemporaryFile()  # noqa: SIM115 - it lives as long as the process
            polite = ["nice", "-n", "10"] if shutil.which("nice") else []
            line = [*polite, sys.executable, "-c", COMMAND, str(os.getpid()), command, *words, "--db", str(self._path)]
            process = subprocess.Popen(line, stdin=subprocess.DEVNULL, stdout=said, stderr=subprocess.STDOUT)
            self._playing = playing = Playing(process, said, name)
        self._alarms.after(LONGEST, playing.end)

    # --- the store ---
    def _rows(self) -> list[Any]:
        from counterplay.arena.contest_store import Store

        with Store(self._path, must_exist=True) as store:
            return store.contests()

    def _short(self, row: Any) -> View:
        playing = self._playing
        here = playing is not None and playing.alive and playing.name in (row.name, str(row.id))
        facts = row.facts
        names = [str(name) for name in facts["entrants"]]
        kind = facts["kind"]
        return {
            "id": row.id,
            "name": row.label,
            "game": facts["game"],
            "title": self._title(facts["game"]),
            "kind": kind,
            "agents": [agent_title(name) for name in names],
            "played": row.played,
            "planned": row.planned,
            "created": row.created,
            "status": "playing" if here else "finished" if row.finished is not None else "stopped",
            "command": kind if kind in ("match", "ladder") else "tournament",
            "plain": all(name in AGENTS for name in names) and not facts["game"].split(":")[0].endswith(".py"),
        }

    def _title(self, spec: str) -> str:
        try:
            return self._library.game(spec).title_text
        except CounterplayError:
            return spec


def _standings(contest: Any) -> View:
    """The ratings with their intervals, and who made how many points against whom."""
    from counterplay.arena.counting.crosstable import cross_table
    from counterplay.arena.playing.tournament import ratings_of

    if not contest.counted:
        return {"table": [], "cross": [], "trouble": ""}
    ratings = ratings_of(contest)
    headings, rows = cross_table(contest, ratings)
    first = headings.index("1")
    table = []
    for rating, row in zip(ratings.table, rows, strict=True):
        name = contest.settings.entrants[rating.entrant].name
        points, games = float(row[headings.index("points")]), int(row[headings.index("games")])
        table.append({"agent": agent_title(name), "elo": round(rating.elo, 1), "margin": round(rating.margin, 1),
                      "points": points, "games": games})  # fmt: skip
    return {"table": table, "cross": [row[first:] for row in rows], "trouble": ""}


def _last(contest: Any, library: Library) -> View | None:
    """The game that was stored last, to be looked at."""
    if not contest.records:
        return None
    record = contest.records[max(contest.records)]
    try:
        game = library.game(contest.settings.game.text)
    except CounterplayError:
        return None
    names = [agent_title(contest.settings.entrants[who].name) for who in record.seats]
    return {
        "number": record.number,
        "game": game.spec,
        "start": record.start,
        "actions": list(record.actions),
        "seats": names,
        "reason": record.reason,
        "utilities": list(record.utilities),
    }
