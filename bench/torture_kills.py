"""Kills: a signal at a moment that is drawn, and what must be true of the process afterwards."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import IO

from bench.torture_ground import PATIENCE, Ended, Ground, Outcome, end_group, finish
from tests.arena.process_checks import alive

SIGNALS = (*(signal.SIGKILL,) * 6, signal.SIGINT, signal.SIGTERM)
# Exit codes after a signal: a process that was about to end may end well. SIGTERM before anybody listens is the system's.
CODES = {signal.SIGKILL: (-9, 0), signal.SIGINT: (130, 0), signal.SIGTERM: (143, 0, -15)}
ORPHANS_LEAVE = 30.0  # seconds within which workers notice that nobody wants their games


class Kills(ABC):
    """A part in which a command is killed several times and gone on with, until it has ended by itself."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground

    def size(self, seed: int) -> int:
        """How often this seed kills."""
        return random.Random(f"{seed} size").randint(2, 6)

    def attack(self, seed: int) -> Outcome:
        """Kill as often as the seed says, in as many folders as that takes."""
        draw, outcome = random.Random(seed), Outcome(self.size(seed))
        missing = outcome.attacks
        while missing > 0 and not outcome.lost:
            with self.ground.place() as place:
                missing -= self.life(place, draw, missing, outcome)
        return outcome

    @abstractmethod
    def life(self, place: Path, draw: random.Random, most: int, outcome: Outcome) -> int:
        """From an empty folder to an end that nobody disturbs, with at most so many kills; how many there were."""

    def close(self) -> None:  # noqa: B027 - a part may have something to end, and these have not
        """Nothing is left running."""


def strike(
    process: subprocess.Popen[bytes],
    words: tuple[str, ...],
    draw: random.Random,
    out: IO[bytes],
    err: IO[bytes],
    outcome: Outcome,
) -> bool:
    """Send a signal that is drawn, and see how the process ends; False where it had ended before."""
    number = draw.choice(SIGNALS)
    if number != signal.SIGKILL:
        wait_until(lambda: process.poll() is not None or _listens(process.pid))
    struck = process.poll() is None
    process.send_signal(number)
    ended = finish(process, words, out, err)
    ended.judge(outcome, CODES[number] if struck else (0,))
    outcome.demand(group_ends(process.pid), f"{words[0]}: processes live on after {number.name}")
    end_group(process)
    return struck


def run_on(ground: Ground, words: tuple[str, ...], place: Path, environment: dict[str, str], outcome: Outcome) -> Ended:
    """A command that nobody disturbs."""
    ended = ground.run(words, place, environment)
    ended.judge(outcome, (0,))
    return ended


def wait_until(condition: Callable[[], object], patience: float = PATIENCE) -> bool:
    """Whether something happens in time."""
    end = time.monotonic() + patience
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def group_ends(group: int) -> bool:
    """Whether all processes of a group end by themselves."""
    return wait_until(lambda: not alive(group), ORPHANS_LEAVE)


def _listens(pid: int) -> bool:
    """Whether a command has come to its second thread: before, Python itself may be interrupted, and says so in its own way."""
    try:
        return len(os.listdir(f"/proc/{pid}/task")) > 1
    except OSError:
        return True
