"""What searches leave behind in memory: `python -m bench.search_memory` runs 1,000 of them in one process and prints a table.

All games of the catalogue by turns, each with every search that is compiled once for all games and that takes it. What comes
before every game has met each of its searches does not count: it compiles, and fills what is kept on purpose, such as native
code and tables for the next search. Exits with 1 where the others leave more than 20 MB.
"""

from __future__ import annotations

import argparse
import gc
import itertools
import os
import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bench.studio_memory import resident
from counterplay import Limit, Position, game_names, make_game, search_position
from counterplay.search.api import fits
from counterplay.search.precompile import OPTIONS, first_decision

STEP = 100  # searches from row to row
HELD = 20.0  # MB
SEARCHES = {  # enough to fill what a search makes for itself
    "engine": Limit(nodes=20_000),
    "mcts": Limit(playouts=300),
    "star1": Limit(nodes=5_000),
    "star2": Limit(nodes=5_000),
    "max_n": Limit(nodes=5_000),
    "max_n_pruned": Limit(nodes=5_000),
    "paranoid": Limit(nodes=5_000),
    "opponent_model": Limit(nodes=5_000),
}


class Job(NamedTuple):
    """One search of one game."""

    position: Position
    algorithm: str

    def run(self) -> None:
        game = self.position.game
        search_position(game, self.position, SEARCHES[self.algorithm], self.algorithm, **OPTIONS.get(self.algorithm, {}))


def jobs(names: Sequence[str]) -> Iterator[Job]:
    """Without end: every game, made anew, with its next search."""
    for turn in itertools.count():
        for name in names:
            game = make_game(name)
            position, fitting = first_decision(game), [a for a in SEARCHES if fits(a, game)]
            assert position is not None
            yield Job(position, fitting[turn % len(fitting)])


def first_round(names: Sequence[str]) -> int:
    """How many searches it takes until every game has met each of its searches, to a full row of the table."""
    turns = max(sum(fits(algorithm, game) for algorithm in SEARCHES) for game in map(make_game, names))
    return -(-turns * len(names) // STEP) * STEP


def growth(names: Sequence[str], first: int, count: int, step: int) -> Iterator[tuple[int, float]]:
    """After every `step` of `count` searches that follow the first: how many there were, and megabytes of the process."""
    waiting = jobs(names)
    for job in itertools.islice(waiting, first):
        job.run()
    gc.collect()
    yield 0, resident(os.getpid())
    for done in range(step, count + 1, step):
        for job in itertools.islice(waiting, step):
            job.run()
        gc.collect()
        yield done, resident(os.getpid())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--searches", type=int, default=1000)
    chosen = parser.parse_args()
    print(f"{'searches':>8} {'resident MB':>12} {'more by':>8}")
    before: float | None = None
    first = first_round(game_names())
    for done, megabytes in growth(game_names(), first, chosen.searches, STEP):
        before = megabytes if before is None else before
        print(f"{first + done:>8,} {megabytes:>12.1f} {megabytes - before:>8.1f}", flush=True)
    assert before is not None
    print(f"held to {HELD:g} MB: {'yes' if megabytes - before <= HELD else 'NO'}")
    return 0 if megabytes - before <= HELD else 1


if __name__ == "__main__":
    sys.exit(main())
