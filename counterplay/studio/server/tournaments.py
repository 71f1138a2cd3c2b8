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
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
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
TOLD = "game.json"  # the file in which a process tells of the game under way
NICENESS = 10  # of the process, so that whoever plays or analyses meanwhile does not wait for it
FAREWELL = 10.0  # seconds for a process to store what it has and end
# The command, in a process that ends when the studio does, however that happens, and tells of the game under way.
COMMAND = (
    "import sys, pathlib; from counterplay.arena.playing.parent_watch import leave_with; leave_with(int(sys.argv.pop(1)));"
    "from counterplay.arena.playing.game_broadcast import broadcast_to; broadcast_to(pathlib.Path(sys.argv.pop(1)));"
    "from counterplay.cli.main import main; main()"
)


@dataclass
class Playing:
    """A process that plays."""

    process: subprocess.Popen[bytes]
    said: IO[bytes]  # what it writes
    name: str  # of the tournament, or its number
    folder: tempfile.TemporaryDirectory[str]  # goes with this
    stopped: bool = False  # because somebody wanted it, or its hour was over

    @property
    def alive(self) -> bool:
        """Whether it still plays."""
        return self.process.poll() is None

    @property
    def told(self) -> Path:
        """The file in which it tells of the game under way."""
        return Path(self.folder.name) / TOLD

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

    def watch(self, number: int, wanted: int | None) -> View:
        """A game as far as it is played, if there is one: this one, or else the one under way, or the last one that is over."""
        from counterplay.arena.contest_store import Store
        from counterplay.arena.playing.contest import Contest
        from counterplay.arena.playing.game_broadcast import heard_game

        row = next((row for row in self._rows() if row.id == number), None)
        if row is None:
            raise NotFound(f"there is no tournament {number}")
        heard = heard_game(self._playing.told) if self._playing is not None and self._is_played(row) else None
        settings = row.settings
        if heard is not None and wanted in (None, heard["number"]):
            told = {name: heard[name] for name in ("number", "start", "actions")}
            spec = self._library.game(settings.game.text).spec
            return {"watched": {**told, **_seated(settings, heard["seats"]), "game": spec, "over": False}}
        with Store(self._path, must_exist=True) as store:
            contest = Contest(settings, store, number)
        record = contest.records.get(max(contest.records, default=0) if wanted is None else wanted)
        found = None if record is None else _game(contest, record, self._library)
        return {"watched": None if found is None else {**found, "over": True}}

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
        from counterplay.arena.playing.transport import PortableGame

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
        words = [PortableGame.of(game).text, *agents, "--games", str(games), "--name", called, "--max-plies", str(MOST_PLIES)]
        self._start("tournament", words, called)
        return self.state()

    def resume(self, number: int) -> View:
        """Continue one that was stopped, here or by the command."""
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
        if self._playing is not None:
            self._playing.folder.cleanup()

    # --- the process ---
    def _start(self, command: str, words: list[str], name: str) -> None:
        with self._lock:
            if self._playing is not None and self._playing.alive:
                raise Conflict("a tournament is being played already; stop it first, it can be resumed")
            if self._playing is not None:
                self._playing.folder.cleanup()
            said = tempfile.TemporaryFile()  # noqa: SIM115 - it lives as long as the process
            polite = ["nice", "-n", str(NICENESS)] if shutil.which("nice") else []
            folder = tempfile.TemporaryDirectory(prefix="counterplay-tournament-")
            told = str(Path(folder.name) / TOLD)
            line = [*polite, sys.executable, "-c", COMMAND, str(os.getpid()), told, command, *words, "--db", str(self._path)]
            process = subprocess.Popen(line, stdin=subprocess.DEVNULL, stdout=said, stderr=subprocess.STDOUT)
            self._playing = playing = Playing(process, said, name, folder)
        self._alarms.after(LONGEST, playing.end)

    # --- the store ---
    def _rows(self) -> list[Any]:
        from counterplay.arena.contest_store import Store

        with Store(self._path, must_exist=True) as store:
            return store.contests()

    def _short(self, row: Any) -> View:
        settings = row.settings_values
        names = [str(name) for name in settings["entrants"]]
        kind = settings["kind"]
        return {
            "id": row.id,
            "name": row.label,
            "game": settings["game"],
            "title": self._title(settings["game"]),
            "kind": kind,
            "agents": [agent_title(name) for name in names],
            "played": row.played,
            "planned": row.planned,
            "created": row.created,
            "status": "playing" if self._is_played(row) else "finished" if row.finished is not None else "stopped",
            "command": kind if kind in ("match", "ladder") else "tournament",
            "plain": all(name in AGENTS for name in names) and not settings["game"].split(":")[0].endswith(".py"),
        }

    def _is_played(self, row: Any) -> bool:
        playing = self._playing
        return playing is not None and playing.alive and playing.name in (row.name, str(row.id))

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
    return _game(contest, contest.records[max(contest.records)], library) if contest.records else None


def _game(contest: Any, record: Any, library: Library) -> View | None:
    """A game that is over; None where its rules are gone."""
    try:
        game = library.game(contest.settings.game.text)
    except CounterplayError:
        return None
    return {
        "number": record.number,
        "game": game.spec,
        "start": record.start,
        "actions": list(record.actions),
        **_seated(contest.settings, record.seats),
        "reason": record.reason,
        "utilities": list(record.utilities),
    }


def _seated(settings: Any, seats: Sequence[int]) -> View:
    """Who plays a game, as agents and in words."""
    agents = [settings.entrants[who].name for who in seats]
    return {"agents": agents, "seats": [agent_title(agent) for agent in agents]}
