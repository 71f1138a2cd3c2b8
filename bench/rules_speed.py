"""Whether a change made the rules of games slower: `python -m bench.rules_speed --against HEAD~3 kalah othello`.

Random games of each game are played by the working tree and by an earlier revision, by turns, each in a process of its own with
nothing but its own code. A round of each takes about as long; the ratio of two neighbouring rounds is what counts, and the
median of these, since both then had the same machine. Plies are counted, not games: rules that choose otherwise at random play
games of other lengths. Time is the process's own.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
from pathlib import Path
from typing import IO

from bench.elo_revision import WORKING_TREE, Revision
from counterplay.core import BadParameter

GAMES = (
    "tic_tac_toe",
    "nim",
    "connect_four",
    "kalah",
    "othello",
    "checkers",
    "hex",
    "nine_mens_morris",
    "chess",
    "backgammon",
    "pig",
    "2048",
)
ROUNDS = 15
PLAYER = """
import json, sys, time
sys.path.insert(0, sys.argv[1])
from counterplay import make_game
from counterplay.search.playout import play_random_games
game = make_game(sys.argv[2])
state = game.initial()
def measured(count, seed):
    began = time.process_time()
    plies = play_random_games(game, state, count, seed)[1]
    return int(plies), time.process_time() - began
count = 1
measured(count, 0)  # compiles
while measured(count, 0)[1] < float(sys.argv[3]):
    count *= 2
print("ready", flush=True)
for line in sys.stdin:
    print(json.dumps(measured(count, int(line))), flush=True)
"""


class RandomPlayer:
    """A process that plays random games of one game with one revision."""

    def __init__(self, folder: Path, game: str, seconds: float) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", PLAYER, str(folder), game, str(seconds)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._line()

    def plies_per_second(self, seed: int) -> float:
        """Of a round."""
        pipe: IO[str] = self._process.stdin  # type: ignore[assignment]
        pipe.write(f"{seed}\n")
        pipe.flush()
        plies, seconds = json.loads(self._line())
        return float(plies / seconds)

    def _line(self) -> str:
        line = self._process.stdout.readline()  # type: ignore[union-attr]
        if not line:
            raise BadParameter("a process ended early; what it said stands above")
        return line

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.communicate()


def compared(game: str, folders: tuple[Path, Path], rounds: int, seconds: float) -> tuple[float, float, float]:
    """Plies a second of both, and the median ratio of the first to the second."""
    players = []
    try:
        for folder in folders:
            players.append(RandomPlayer(folder, game, seconds))
        paces = [(players[0].plies_per_second(seed), players[1].plies_per_second(seed)) for seed in range(1, rounds + 1)]
    finally:
        for player in players:
            player.close()
    ratio = statistics.median(ours / theirs for ours, theirs in paces)
    return max(ours for ours, _ in paces), max(theirs for _, theirs in paces), ratio


def main(arguments: list[str] | None = None) -> int:
    """Print a row for each game."""
    parser = argparse.ArgumentParser(prog="python -m bench.rules_speed", description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("games", nargs="*", default=GAMES, help="the twelve first ones where none is named")
    parser.add_argument("--against", required=True, metavar="REV")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--seconds", type=float, default=0.2, help="a round takes at least")
    asked = parser.parse_args(arguments)
    try:
        earlier = Revision.find(asked.against)
        folders = Revision.find(WORKING_TREE).folder(), earlier.folder()
        print(f"| game | plies/s | at {earlier.name} | ratio |\n|---|---|---|---|")
        for game in asked.games:
            ours, theirs, ratio = compared(game, folders, asked.rounds, asked.seconds)
            print(f"| {game} | {ours:,.0f} | {theirs:,.0f} | {ratio:.2f} |", flush=True)
    except BadParameter as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
