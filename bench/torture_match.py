"""Kills of `counterplay match`: no finished game is lost, none is played twice, and all are those of a match left alone."""

from __future__ import annotations

import random
import subprocess
import threading
import time
from functools import cached_property
from pathlib import Path
from typing import Any

from bench.torture_ground import COMMAND, Ground, Outcome, files_under, speech
from bench.torture_kills import Kills, run_on, strike, wait_until
from counterplay.arena.contest_store import Store
from tests.arena.process_checks import stored

GAMES = 300
MATCH = ("match", "tic_tac_toe", "random", "random", "--games", str(GAMES), "--seed", "11")
STARTING = 0.3  # how often a kill comes while the command starts
SLOWEST_START = 2.0  # seconds
MOST_GAMES = GAMES // 6  # between two kills


class MatchKills(Kills):
    """The part."""

    def __init__(self, ground: Ground) -> None:
        super().__init__(ground)
        self._lock = threading.Lock()

    @cached_property
    def _undisturbed(self) -> list[Any]:
        outcome = Outcome(0)
        with self.ground.place() as place:
            run_on(self.ground, self._words(place, ()), place, self.ground.environment(place), outcome)
            assert not outcome.lost, outcome.lost
            return played(place / "arena.db")

    def _words(self, place: Path, more: tuple[str, ...]) -> tuple[str, ...]:
        """Begin the match, or continue it."""
        database = place / "arena.db"
        return (*(("match", "--resume", "1") if begun(database) else MATCH), "--db", str(database), *more)

    def life(self, place: Path, draw: random.Random, most: int, outcome: Outcome) -> int:
        """Kill a match until it is over."""
        with self._lock:
            right = self._undisturbed
        database, environment = place / "arena.db", self.ground.environment(place)
        before: list[Any] = []
        kills = 0
        while kills < most and not outcome.lost:
            words = self._words(place, ("--workers", "2") if draw.random() < 0.25 else ())
            with speech() as out, speech() as err:
                process = self.ground.start((*COMMAND, *words), place, environment, stdout=out, stderr=err)
                self._wait(process, database, len(before), draw)
                if not strike(process, words, draw, out, err, outcome):
                    break
            kills += 1
            now = played(database)
            outcome.demand(all(game in now for game in before), "a stored game is gone, or another than it was")
            before = now
        run_on(self.ground, self._words(place, ()), place, environment, outcome)
        outcome.demand(played(database) == right, "the games are not those of a match that nobody disturbs")
        left = [str(path.relative_to(place)) for path in files_under(place)]
        outcome.demand(left == ["arena.db"], f"left behind: {left}")
        return kills

    def _wait(self, process: subprocess.Popen[bytes], database: Path, before: int, draw: random.Random) -> None:
        """A moment: while it starts, or after some more games."""
        if draw.random() < STARTING:
            time.sleep(draw.uniform(0.0, SLOWEST_START))
            return
        wanted = min(GAMES, before + draw.randint(1, MOST_GAMES))
        wait_until(lambda: stored(database) >= wanted or process.poll() is not None)
        time.sleep(draw.uniform(0.0, 0.05))


def begun(database: Path) -> bool:
    """Whether there is a match in a database."""
    if not database.exists():
        return False
    with Store(database) as store:
        return bool(store.contests())


def played(database: Path) -> list[Any]:
    """The stored games, as far as they do not depend on the clock."""
    if not begun(database):
        return []
    with Store(database) as store:
        return [(record.number, record.same_play()) for record in store.games(1)]
