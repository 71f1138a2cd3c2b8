"""`python -m bench.training_data [GAME...]`: positions a second that `counterplay.data` makes, by CPU time of one thread.

Wanted of connect four: 200,000 random positions, and 20,000 that are searched with 100 nodes, with planes and everything else.
"""

from __future__ import annotations

import sys
import time

from counterplay import make_game
from counterplay.data import random_positions, self_play_positions

RANDOM, SEARCHED, NODES = 400_000, 40_000, 100  # positions, and nodes for each
ROUNDS = 3
WANTED = {"random": 200_000.0, "searched": 20_000.0}  # positions a second, of connect four


def rate(count: int, nodes: int, name: str) -> float:
    """Positions a second, the best of a few rounds."""
    game, best = make_game(name), 0.0
    make = (lambda n: random_positions(game, n)) if nodes == 0 else (lambda n: self_play_positions(game, n, nodes=nodes))
    make(1000)  # compiles
    for _ in range(ROUNDS):
        start = time.process_time()
        make(count)
        best = max(best, count / (time.process_time() - start))
    return best


def main(names: list[str]) -> int:
    """Measure and print; 1 where connect four falls short."""
    short = False
    for name in names or ["connect_four"]:
        for what, count, nodes in (("random", RANDOM, 0), ("searched", SEARCHED, NODES)):
            found = rate(count, nodes, name)
            held = f"  (wanted {WANTED[what]:,.0f})" if name == "connect_four" else ""
            short |= name == "connect_four" and found < WANTED[what]
            print(f"{name:14} {what:9} {found:12,.0f} positions/s{held}", flush=True)
    return int(short)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
