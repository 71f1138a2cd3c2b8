"""Kills of `counterplay solve`: it goes on from its checkpoint to the same value, and leaves nothing behind."""

from __future__ import annotations

import random
import sys
import threading
import time
from functools import cached_property
from pathlib import Path

from bench.torture_ground import Ended, Ground, Outcome, files_under, finish, shared_cache, speech
from bench.torture_kills import Kills, strike, wait_until

SOLVE = ("solve", "connect_four:width=6,height=5", "--memory", "4")
# Named like the command, which asks for its own name; it saves three hundred times as often.
PROGRAM = """
from counterplay.solve import solver
solver.CHECKPOINT_SECONDS = 0.1
from counterplay.cli.main import main
main()
"""
AT_ANY_TIME = 0.5  # how often a kill comes at any moment, rather than after the first checkpoint
LONGEST = 5.0  # seconds of a run, roughly
WRITING = 0.5  # seconds in which a few checkpoints are written


class SolveKills(Kills):
    """The part."""

    def __init__(self, ground: Ground) -> None:
        super().__init__(ground)
        self._lock = threading.Lock()
        self._program = ground.folder / "counterplay"
        self._program.write_text(PROGRAM, encoding="utf-8")

    @cached_property
    def _undisturbed(self) -> str:
        outcome = Outcome(0)
        with self.ground.place() as place:
            value = self._finish(place, outcome)
        assert not outcome.lost, outcome.lost
        return value

    def life(self, place: Path, draw: random.Random, most: int, outcome: Outcome) -> int:
        """Kill a solution until it is found."""
        with self._lock:
            right = self._undisturbed
        kills = 0
        while kills < most and not outcome.lost:
            with speech() as out, speech() as err:
                process = self.ground.start(self._command, place, self._environment(place), stdout=out, stderr=err)
                if draw.random() < AT_ANY_TIME:
                    time.sleep(draw.uniform(0.0, LONGEST))
                else:
                    wait_until(lambda p=process: p.poll() is not None or any(place.rglob("*.npy")))  # type: ignore[misc]
                    time.sleep(draw.uniform(0.0, WRITING))
                if not strike(process, SOLVE, draw, out, err, outcome):
                    break
            kills += 1
        found = self._finish(place, outcome)
        outcome.demand(found == right, f"'{found}' instead of '{right}'")
        left = [str(path.relative_to(place)) for path in files_under(place)]
        outcome.demand(not left, f"left behind: {left}")
        return kills

    @property
    def _command(self) -> tuple[str, ...]:
        return (sys.executable, str(self._program), *SOLVE)

    def _environment(self, place: Path) -> dict[str, str]:
        return self.ground.environment(place, COUNTERPLAY_CACHE=str(shared_cache()))

    def _finish(self, place: Path, outcome: Outcome) -> str:
        """Let it end by itself; the line with the value."""
        with speech() as out, speech() as err:
            process = self.ground.start(self._command, place, self._environment(place), stdout=out, stderr=err)
            ended: Ended = finish(process, SOLVE, out, err)
        ended.judge(outcome, (0,))
        return ended.out.partition("\n")[0]
