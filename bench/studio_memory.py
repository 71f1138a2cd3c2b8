"""What games leave behind in a studio's memory: `python -m bench.studio_memory` plays 10,000 of them and prints a table.

Each game is opened on a page, played with random moves against the random agent, and closed. Some are played first that do
not count: they fill what is kept on purpose, such as the games that somebody might come back to.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from bench.studio import GAMES, call, left_behind, studio

MB = 1 << 20
MOST_MOVES = 30  # of a page in one game: what a game leaves behind grows with its length, which should not depend on luck
FIRST = 300  # games that do not count


def resident(pid: int) -> float:
    """Megabytes of a process that are in memory."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE") / MB


async def play(address: str, socket: ClientConnection, name: str, dice: random.Random, most_moves: int) -> None:
    """One game from its opening to its end, or to the last of so many moves, followed on a websocket."""
    seats = [{"kind": "human"}, {"kind": "agent", "agent": "random"}]
    game: Any = await asyncio.to_thread(call, address, "/api/games", {"game": name, "seats": seats})
    await socket.send(json.dumps({"id": 0, "type": "watch", "game": game["id"]}))
    moves = 0
    while game["status"] == "playing" and moves < most_moves:
        position = game["position"]
        if position["choices"] and game["seats"][position["player"]]["kind"] == "human":
            action, moves = dice.choice(position["choices"])["action"], moves + 1
            move = {"id": 1, "type": "move", "game": game["id"], "action": action, "ply": game["ply"]}
            await socket.send(json.dumps(move))
        while True:
            message = json.loads(await asyncio.wait_for(socket.recv(), 120))
            assert message["type"] != "error", message
            if "game" in message and message["game"]["version"] > game["version"]:
                game = message["game"]
                break
    await socket.send(json.dumps({"id": 2, "type": "unwatch", "game": game["id"]}))


async def play_many(
    address: str, games: int, seed: int = 1, names: Sequence[str] = GAMES, most_moves: int = MOST_MOVES
) -> None:
    """Games one after the other, each on a page of its own."""
    dice = random.Random(seed)
    for number in range(games):
        async with connect(address.replace("http", "ws") + "/api/live", max_size=None) as socket:
            await play(address, socket, names[number % len(names)], dice, most_moves)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--moves", type=int, default=MOST_MOVES, help="of a page in one game, at most")
    parser.add_argument("--steps", type=int, default=10, help="lines of the table")
    chosen = parser.parse_args()
    with studio() as (address, _, pid):
        asyncio.run(play_many(address, FIRST, most_moves=chosen.moves))
        before, began = resident(pid), time.perf_counter()
        print(f"{'games':>8} {'seconds':>8} {'resident MB':>12} {'more by':>8}")
        print(f"{0:>8} {0:>8} {before:>12.0f} {0:>8.1f}")
        for step in range(1, chosen.steps + 1):
            asyncio.run(play_many(address, chosen.games // chosen.steps, seed=1 + step, most_moves=chosen.moves))
            now, seconds = resident(pid), time.perf_counter() - began
            print(f"{step * (chosen.games // chosen.steps):>8,} {seconds:>8.0f} {now:>12.0f} {now - before:>8.1f}", flush=True)
        print(f"left behind: {left_behind(address)}")


if __name__ == "__main__":
    main()
