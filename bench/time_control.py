"""How exactly a search keeps its time: `python -m bench.time_control` makes 200 searches of mixed games at 50 ms to 1 s.

The overshoot is what a search takes beyond its limit by the wall clock, everything compiled before.
"""

from __future__ import annotations

import random
import time

from counterplay import CHANCE, Game, Limit, Position, make_game, search

GAMES = ("connect_four", "othello", "chess", "checkers", "kalah", "hex:size=7", "nine_mens_morris", "backgammon")
SEARCHES = 200
SECONDS = (0.05, 0.1, 0.2, 0.5, 1.0)


def random_decision(game: Game, dice: random.Random) -> Position:
    """A position a few random moves into a game in which a player decides."""
    while True:
        position = Position(game)
        for _ in range(dice.randrange(4, 20)):
            if position.outcome() is None:
                position = position.play(dice.choice(position.choices))
        if position.outcome() is None and position.player != CHANCE:
            return position


def main() -> None:
    """Measure and print the percentiles."""
    dice = random.Random(5)
    games = [make_game(name) for name in GAMES]
    for game in games:
        search(game, random_decision(game, dice), Limit(seconds=0.05))
    over, missing = [], 0
    for i in range(SEARCHES):
        position = random_decision(games[i % len(games)], dice)
        seconds = dice.choice(SECONDS)
        start = time.perf_counter()
        report = search(position.game, position, Limit(seconds=seconds))
        over.append(1000 * (time.perf_counter() - start - seconds))
        missing += report.action not in position.choices
    over.sort()
    print(f"{SEARCHES} searches, illegal or missing actions: {missing}")
    for percent in (50, 90, 99, 100):
        print(f"{percent:>3} % overshoot by at most {over[min(len(over) - 1, percent * len(over) // 100)]:6.1f} ms")


if __name__ == "__main__":
    main()
