"""Attack the program as it is used, and say what held: `python -m bench.torture`.

Six parts: damaged caches of native code; kills of matches, of solutions and of the studio, each of which is gone on with;
kills of whoever writes to the store of games, in the middle of writing or of bringing an old file up to date; disks that are
full or read-only, and users without a home. `--only caches,match` chooses. A run that was stopped goes on where it was;
`--case 'PART SEED'` repeats one attack with all that is drawn for it (not the scheduler's moments). All of it happens in a
private folder and, where root starts it, without its powers.
"""

from __future__ import annotations

import argparse
import shutil
import signal
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from bench.resumable import MISUSED, STOPPED, TELL_SECONDS, WRONG, Misuse, known, listed, load, save, seed_of, table
from bench.torture_caches import Caches
from bench.torture_disks import Disks
from bench.torture_ground import ROOT, Ground, Outcome
from bench.torture_kills import Kills
from bench.torture_match import MatchKills
from bench.torture_solve import SolveKills
from bench.torture_store import StoreKills
from bench.torture_studio import StudioKills

DEFAULT_FILE = ROOT / ".cache" / "torture.json"
JOBS = 2  # attacks at a time


class Part(Protocol):
    """A kind of attack. Everything about one is drawn from its seed."""

    def size(self, seed: int) -> int:
        """How many attacks this seed stands for: a match is killed several times before it is over."""

    def attack(self, seed: int) -> Outcome:
        """Carry it out; asked by several threads."""

    def close(self) -> None:
        """End what was started."""


PARTS: dict[str, type[Caches] | type[Kills] | type[Disks]] = {
    "caches": Caches,
    "match": MatchKills,
    "solve": SolveKills,
    "studio": StudioKills,
    "store": StoreKills,
    "disks": Disks,
}


@dataclass
class Tally:
    """What has been found so far; the file that a stopped run goes on from."""

    seed: int  # the first one of every part
    done: dict[str, int] = field(default_factory=dict)  # part -> seeds
    attacks: dict[str, int] = field(default_factory=dict)
    lost: dict[str, int] = field(default_factory=dict)  # attacks after which something did not hold
    first: dict[str, int] = field(default_factory=dict)  # the first seed among these

    def count(self, part: str, seed: int, outcome: Outcome) -> None:
        """Add what came of a seed."""
        self.done[part] = self.done.get(part, 0) + 1
        self.attacks[part] = self.attacks.get(part, 0) + outcome.attacks
        if outcome.lost:
            self.lost[part] = self.lost.get(part, 0) + 1
            self.first.setdefault(part, seed)


def outcomes(part: Part, first: int, missing: int, jobs: int) -> Iterator[tuple[int, Outcome]]:
    """Seeds from the first on, until so many attacks are made; several at a time, told in order."""
    with ThreadPoolExecutor(jobs) as pool:
        waiting: deque[tuple[int, Future[Outcome]]] = deque()
        try:
            while missing > 0 or waiting:
                while missing > 0 and len(waiting) < jobs:
                    waiting.append((first, pool.submit(part.attack, first)))
                    missing -= part.size(first)
                    first += 1
                seed, future = waiting.popleft()
                yield seed, future.result()
        finally:
            pool.shutdown(cancel_futures=True)


def run(tally: Tally, wanted: dict[str, int], ground: Ground, path: Path, jobs: int) -> None:
    """Part after part."""
    for name, number in wanted.items():
        part: Part = PARTS[name](ground)
        told = time.monotonic()
        missing = number - tally.attacks.get(name, 0)
        try:
            for seed, outcome in outcomes(part, tally.seed + tally.done.get(name, 0), missing, jobs):
                tally.count(name, seed, outcome)
                for words in outcome.lost:
                    print(f"{name} {seed}: {words}", flush=True)
                if time.monotonic() - told > TELL_SECONDS:
                    told = time.monotonic()
                    lost = tally.lost.get(name, 0)
                    print(f"{name}: {tally.attacks[name]:,} of {number:,} attacks, {lost:,} lost", flush=True)
                    save(tally, path)
        finally:
            part.close()


def summary(tally: Tally, parts: list[str]) -> str:
    """The table, and a command for the first of what did not hold in each part."""
    rows = {
        part: (tally.attacks[part], tally.attacks[part] - tally.lost.get(part, 0), tally.lost.get(part, 0))
        for part in parts
        if part in tally.attacks
    }
    text = table(("part", "attacks", "held", "lost"), rows)
    for part, seed in tally.first.items():
        text += f"To repeat the first of {part}: python -m bench.torture --case '{part} {seed}'\n"
    return text


def repeat(text: str, ground: Ground) -> int:
    """One seed, in full."""
    name, _, seed = text.strip().partition(" ")
    known("part", name, PARTS)
    part: Part = PARTS[name](ground)
    try:
        outcome = part.attack(seed_of(seed, "PART SEED"))
    finally:
        part.close()
    print(f"{outcome.attacks} attacks", *(outcome.lost or ["all held"]), sep="\n")
    return WRONG if outcome.lost else 0


def begin(asked: argparse.Namespace) -> Tally:
    """An empty tally, or the one that a stopped run has left."""
    if asked.anew or not asked.file.exists():
        return Tally(asked.seed)
    left = load(Tally, asked.file)
    if left.seed != asked.seed:
        raise Misuse(f"{asked.file} belongs to a run with seed {left.seed}; --anew begins a new one")
    print(f"going on after {sum(left.attacks.values()):,} attacks")
    return left


def options() -> argparse.ArgumentParser:
    """What may be asked."""
    parser = argparse.ArgumentParser(prog="python -m bench.torture", description=__doc__)
    parser.add_argument("--only", metavar="PARTS", help=f"of {', '.join(PARTS)}, separated by commas")
    parser.add_argument("--caches", type=int, default=200, help="damaged caches")
    parser.add_argument("--kills", type=int, default=100, help="kills of a match, a solution, the studio and the store, each")
    parser.add_argument("--disks", type=int, default=Disks.ALL, help="commands on bad disks")
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--jobs", type=int, default=JOBS, help="attacks at a time")
    parser.add_argument("--file", type=Path, default=DEFAULT_FILE, help="what a stopped run goes on from")
    parser.add_argument("--anew", action="store_true", help="forget what a stopped run has left")
    parser.add_argument("--case", metavar="'PART SEED'", help="repeat one attack")
    return parser


def main(arguments: list[str]) -> int:
    """Attack, and say what held; the exit code."""
    asked = options().parse_args(arguments)
    stopped = False
    folder = Path(tempfile.mkdtemp(prefix="counterplay-torture-"))
    try:
        if asked.case:
            return repeat(asked.case, Ground(folder))
        parts = listed("part", asked.only, list(PARTS))
        tally = begin(asked)
        numbers = {"caches": asked.caches, "disks": asked.disks}
        try:
            run(tally, {part: numbers.get(part, asked.kills) for part in parts}, Ground(folder), asked.file, asked.jobs)
        except KeyboardInterrupt:
            stopped = True
        save(tally, asked.file)
    except Misuse as misuse:
        print(misuse, file=sys.stderr)
        return MISUSED
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(summary(tally, parts))
    if any(tally.lost.get(part) for part in parts):
        return WRONG
    return STOPPED if stopped else 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # like Ctrl-C: what was mounted is unmounted
    sys.exit(main(sys.argv[1:]))
