"""`python -m bench.checked_games [GAME...]`: does any rule read or write beyond an array?

Each game plays random games and searches some positions of them in the gear `checked`, where every index of native code is
looked at; in a process of its own, since that gear is chosen before anything is compiled. Without a name, all games do.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys

from bench.resumable import WRONG
from counterplay import CHANCE, CounterplayError, Game, Limit, Position, make_game, search_position
from counterplay.games import game_names
from counterplay.gears.gear_choice import VARIABLE
from counterplay.search.playout import play_random_games

RANDOM_GAMES = 30  # in native code, to their end
SEARCHED = 3  # positions of another random game, the start among them
NODES = 2_000  # of each search


def look_into(game: Game) -> tuple[int, int]:
    """Plies of random games and nodes of searches; an error where an index is beyond its array."""
    plies = play_random_games(game, game.initial(), RANDOM_GAMES)[1]
    positions = decisions(game)
    chosen = positions[:: max(1, len(positions) // SEARCHED)][:SEARCHED]
    return plies, sum(search_position(game, position, Limit(nodes=NODES)).nodes for position in chosen)


def decisions(game: Game) -> list[Position]:
    """The positions of a random game in which a player, not chance, decides."""
    dice, position, found = random.Random(1), Position(game), list[Position]()
    while position.outcome() is None:
        if position.player != CHANCE:
            found.append(position)
        position = position.play(dice.choice(position.choices))
    return found


def main(names: list[str]) -> int:
    """Look into the games named, or into all; the exit code."""
    if os.environ.get(VARIABLE) == "checked" and len(names) == 1:
        try:
            plies, nodes = look_into(make_game(names[0]))
        except (CounterplayError, IndexError) as error:
            print(f"{names[0]:<24} {error}", flush=True)
            return WRONG
        print(f"{names[0]:<24} every index is within its array: {plies:,} plies, {nodes:,} nodes", flush=True)
        return 0
    environment = {**os.environ, VARIABLE: "checked", "COUNTERPLAY_QUIET": "1"}
    command = [sys.executable, "-m", "bench.checked_games"]
    done = [subprocess.run([*command, name], env=environment, check=False).returncode for name in names or game_names()]
    return max(done, default=0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
