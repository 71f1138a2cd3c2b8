"""Are the searches right? `python -m bench.fuzz_claims --claims 100000 --seed 1` compares what they claim about random games
with backward induction.

It goes on where it was stopped, tells how far it is every few seconds, and ends with the claims that were checked and those
that are wrong, by search and by shape of game. `--case 'SHAPE SEARCH SEED'` repeats one case.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from bench.resumable import MISUSED, STOPPED, TELL_SECONDS, WRONG, Misuse, known, listed, load, save, seed_of, table

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests" / "reliability"))  # where the games, the oracle and the judge are

from backward_induction import TooLarge  # noqa: E402
from claim_cases import SEARCHES, Case, Refused  # noqa: E402
from claims import Verdict  # noqa: E402
from random_games import SHAPES  # noqa: E402

DEFAULT_FILE = ROOT / ".cache" / "fuzz_claims.json"
HEADS = ("checked", "wrong")  # of the tables


@dataclass
class Tally:
    """What has been found so far; the file that a stopped run goes on from."""

    seed: int  # the first one
    shapes: list[str]
    searches: list[str]
    next_game: int = 0  # games are counted through: all shapes with the first seed, then with the next
    checked: dict[str, int] = field(default_factory=dict)  # "SHAPE SEARCH" -> claims
    wrong: dict[str, int] = field(default_factory=dict)
    first: dict[str, str] = field(default_factory=dict)  # "SHAPE SEARCH" -> the case of its first false claim
    kinds: dict[str, list[int]] = field(default_factory=dict)  # kind of claim -> checked, wrong

    @property
    def claims(self) -> int:
        """All that were checked."""
        return sum(self.checked.values())

    @property
    def faults(self) -> int:
        """All that are wrong."""
        return sum(self.wrong.values())

    def game(self) -> tuple[str, int]:
        """The shape and the seed that are next."""
        return self.shapes[self.next_game % len(self.shapes)], self.seed + self.next_game // len(self.shapes)

    def count(self, case: Case, verdict: Verdict) -> None:
        """Add what a case found."""
        pair = f"{case.shape} {case.search}"
        self.checked[pair] = self.checked.get(pair, 0) + verdict.checked.total()
        for kind, number in verdict.checked.items():
            self.kinds.setdefault(kind, [0, 0])[0] += number
        for words in verdict.wrong:
            self.wrong[pair] = self.wrong.get(pair, 0) + 1
            self.kinds[words.split(":")[0]][1] += 1
            self.first.setdefault(pair, f"{pair} {case.seed}")


def cases(tally: Tally) -> Iterator[Case]:
    """The searches of the next game."""
    shape, seed = tally.game()
    return (Case(shape, search, seed) for search in tally.searches if SEARCHES[search].takes(shape))


def run(tally: Tally, claims: int, path: Path) -> None:
    """Game after game, until so many claims have been checked."""
    began = told = time.monotonic()
    before = tally.claims
    while tally.claims < claims:
        found = []
        for case in cases(tally):
            try:
                found.append((case, case.verdict()))
            except (TooLarge, Refused):
                continue
        for case, verdict in found:  # all of a game or nothing, so that none is counted twice after a stop
            tally.count(case, verdict)
            for words in verdict.wrong[:1]:
                print(f"{case.shape} {case.search} {case.seed}: {words}", flush=True)
        tally.next_game += 1
        if time.monotonic() - told > TELL_SECONDS:
            told = time.monotonic()
            rate = (tally.claims - before) / (told - began)
            print(f"{tally.claims:,} of {claims:,} claims, {tally.faults:,} wrong, {rate:,.0f} a second", flush=True)
            save(tally, path)


def summary(tally: Tally) -> str:
    """The tables, and a command for everything that is wrong."""

    def rows(names: list[str], place: int) -> dict[str, tuple[int, int]]:
        pairs = {name: [pair for pair in tally.checked if pair.split(" ")[place] == name] for name in names}
        return {n: (sum(tally.checked[p] for p in ps), sum(tally.wrong.get(p, 0) for p in ps)) for n, ps in pairs.items() if ps}

    parts = [
        table(("search", *HEADS), rows(tally.searches, 1)),
        table(("shape", *HEADS), rows(tally.shapes, 0)),
        table(("claim", *HEADS), {kind: (checked, wrong) for kind, (checked, wrong) in sorted(tally.kinds.items())}),
    ]
    if tally.wrong:
        parts.append(table(("wrong", *HEADS), {pair: (tally.checked[pair], wrong) for pair, wrong in tally.wrong.items()}))
        parts.append("To repeat the first of each:")
        parts += [Case(*_split(first)).command for first in tally.first.values()]
    parts.append(f"{tally.claims:,} claims, {tally.faults:,} wrong")
    return "\n".join(parts)


def repeat(text: str) -> int:
    """One case, in full."""
    case = Case(*_split(text))
    try:
        verdict = case.verdict()
    except TooLarge:
        print("backward induction takes too long for this game")
        return 0
    except Refused as refusal:
        print(refusal)
        return 0
    print(f"{verdict.checked.total()} claims, {len(verdict.wrong)} wrong", *verdict.wrong, sep="\n")
    return WRONG if verdict.wrong else 0


def _split(text: str) -> tuple[str, str, int]:
    shape, _, rest = text.strip().partition(" ")
    search, _, seed = rest.rpartition(" ")
    known("shape", shape, SHAPES)
    known("search", search, SEARCHES)
    return shape, search, seed_of(seed, "SHAPE SEARCH SEED")


def begin(asked: argparse.Namespace) -> Tally:
    """An empty tally, or the one that a stopped run of the same kind has left."""
    fresh = Tally(asked.seed, listed("shape", asked.shapes, list(SHAPES)), listed("search", asked.searches, list(SEARCHES)))
    if asked.anew or not asked.file.exists():
        return fresh
    left = load(Tally, asked.file)
    if (left.seed, left.shapes, left.searches) != (fresh.seed, fresh.shapes, fresh.searches):
        raise Misuse(
            f"{asked.file} belongs to a run with another seed, other shapes or other searches; --anew begins a new one"
        )
    print(f"going on after {left.claims:,} claims")
    return left


def main(arguments: list[str]) -> int:
    """Run, and say what was found; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m bench.fuzz_claims", description=__doc__)
    parser.add_argument("--claims", type=int, default=100_000, help="how many to check")
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--shapes", help="only these, separated by commas")
    parser.add_argument("--searches", help="only these, separated by commas")
    parser.add_argument("--file", type=Path, default=DEFAULT_FILE, help="what a stopped run goes on from")
    parser.add_argument("--anew", action="store_true", help="forget what a stopped run has left")
    parser.add_argument("--case", metavar="'SHAPE SEARCH SEED'", help="repeat one case")
    asked = parser.parse_args(arguments)
    try:
        if asked.case:
            return repeat(asked.case)
        tally = begin(asked)
    except Misuse as misuse:
        print(misuse, file=sys.stderr)
        return MISUSED
    stopped = False
    try:
        run(tally, asked.claims, asked.file)
    except KeyboardInterrupt:
        stopped = True
    save(tally, asked.file)
    print(summary(tally))
    if tally.faults:
        return WRONG
    return STOPPED if stopped else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
