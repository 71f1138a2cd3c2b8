"""How exactly a search keeps its time: `python -m bench.clock_overshoot` makes 200 searches of mixed games at 50 ms to 1 s.

The overshoot is what a search takes beyond its limit by the wall clock, everything compiled before. `--busy 3` has three
processes beside it that only count, as on a machine where others work, too.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator

from counterplay import CHANCE, Game, Limit, Position, make_game, search_position

GAMES = ("connect_four", "othello", "chess", "checkers", "kalah", "hex:size=7", "nine_mens_morris", "backgammon")
SEARCHES = 200
SECONDS = (0.05, 0.1, 0.2, 0.5, 1.0)
BUSY_LOOP = "while True: pass"


def random_decision(game: Game, dice: random.Random) -> Position:
    """A position a few random moves into a game in which a player decides."""
    while True:
        position = Position(game)
        for _ in range(dice.randrange(4, 20)):
            if position.outcome() is None:
                position = position.play(dice.choice(position.choices))
        if position.outcome() is None and position.player != CHANCE:
            return position


@contextlib.contextmanager
def busy_neighbours(count: int) -> Iterator[None]:
    """While this lasts, so many processes keep a processor busy each."""
    neighbours = [subprocess.Popen([sys.executable, "-c", BUSY_LOOP]) for _ in range(count)]
    try:
        yield
    finally:
        for neighbour in neighbours:
            neighbour.kill()
            neighbour.wait()


def overshoots(searches: int, algorithm: str, seconds: tuple[float, ...]) -> list[float]:
    """Milliseconds beyond the limit, of that many searches."""
    dice = random.Random(5)
    games = [make_game(name) for name in GAMES]
    for game in games:
        search_position(game, random_decision(game, dice), Limit(seconds=0.05), algorithm)
    over = []
    for i in range(searches):
        position = random_decision(games[i % len(games)], dice)
        limit = dice.choice(seconds)
        start = time.perf_counter()
        report = search_position(position.game, position, Limit(seconds=limit), algorithm)
        over.append(1000 * (time.perf_counter() - start - limit))
        assert report.action in position.choices
    return sorted(over)


def main() -> None:
    """Measure and print the percentiles."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--searches", type=int, default=SEARCHES)
    parser.add_argument("--busy", type=int, default=0, metavar="N", help="keep N processors busy meanwhile")
    parser.add_argument("--algorithm", default="auto")
    parser.add_argument("--seconds", type=float, nargs="+", default=SECONDS, help="the limits that are drawn from")
    given = parser.parse_args()
    with busy_neighbours(given.busy):
        over = overshoots(given.searches, given.algorithm, tuple(given.seconds))
        load = os.getloadavg()[0]
    print(f"{given.searches} searches, {given.busy} busy processes beside them, load {load:.1f} on {os.cpu_count()} processors")
    for percent in (50, 90, 99, 100):
        print(f"{percent:>3} % overshoot by at most {over[min(len(over) - 1, percent * len(over) // 100)]:6.1f} ms")


if __name__ == "__main__":
    main()
