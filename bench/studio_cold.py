"""How soon a move is answered where nothing is compiled: `python -m bench.studio_cold [GAME...]` prints a table.

One studio with an empty cache, all games one after the other, so that the compilers of the games before are at work. A page
makes moves until an agent of level 3 has answered; what counts is the time from the last of them to the answer. A game for one
is played by the agent: what counts is the time from its beginning to the first move.

`--analysis` measures the time from asking for an analysis of the first position to its first line instead.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from bench.studio import call, studio
from counterplay.core import CHANCE, Position
from counterplay.games import game_names, make_game

HELD, HELD_LINE = 1.5, 2.0  # seconds
AGENT = "level:3"


async def reply_seconds(address: str, name: str, seed: int = 1) -> float:
    """From a page's move to the agent's answer."""
    people = make_game(name).players - 1
    seats: list[Any] = [{"kind": "human"}] * people + [{"kind": "agent", "agent": AGENT}]
    async with connect(address.replace("http", "ws") + "/api/live", max_size=None) as socket:
        asked, dice = time.perf_counter(), random.Random(seed)
        game = await asyncio.to_thread(call, address, "/api/games", {"game": name, "seats": seats})
        await socket.send(json.dumps({"id": 0, "type": "watch", "game": game["id"]}))
        while not any(move["by"] == "agent" for move in game["moves"]):
            position = game["position"]
            seat = game["seats"][position["player"]] if position["player"] >= 0 else None
            if seat is not None and seat["kind"] == "human":
                action, asked = dice.choice(position["choices"])["action"], time.perf_counter()
                move = {"id": 1, "type": "move", "game": game["id"], "action": action, "ply": game["ply"]}
                await socket.send(json.dumps(move))
                game = await _news(socket, game, "moved")
            else:
                game = await _news(socket, game, "game")
        return time.perf_counter() - asked


async def line_seconds(address: str, name: str) -> float:
    """From asking for an analysis of the first position in which a player decides to its first line."""
    position = Position(make_game(name))
    while position.player == CHANCE:
        position = position.play(position.choices[0])
    question = {"id": 0, "type": "analyse", "game": name, "moves": position.played(), "lines": 3, "seconds": 5}
    async with connect(address.replace("http", "ws") + "/api/live", max_size=None) as socket:
        asked = time.perf_counter()
        await socket.send(json.dumps(question))
        while True:
            message = json.loads(await asyncio.wait_for(socket.recv(), 120))
            assert message["type"] != "error", message
            if message["type"] == "report" and message["lines"]:
                return time.perf_counter() - asked


async def _news(socket: ClientConnection, game: Any, kind: str) -> Any:
    """The game as the next message of this kind tells it; one that is no news is passed over."""
    while True:
        message = json.loads(await asyncio.wait_for(socket.recv(), 120))
        assert message["type"] != "error", message
        if message["type"] == kind and (kind == "moved" or message["game"]["version"] > game["version"]):
            return message["game"]


@contextlib.contextmanager
def empty_cache() -> Iterator[Path]:
    """A folder for native code; when it is removed, the compilers end that write to it: they outlive their studio."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            yield Path(folder)
        finally:
            for pid in compilers(Path(folder)):
                os.kill(pid, signal.SIGKILL)


def compilers(cache: Path) -> list[int]:
    """The processes that compile into a folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it has ended, or is somebody else's
            words = (process / "cmdline").read_bytes().split(b"\0")
            if b"warm" in words and f"COUNTERPLAY_CACHE={cache}".encode() in (process / "environ").read_bytes().split(b"\0"):
                found.append(int(process.name))
    return found


def main() -> int:
    """Measure every game that is named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME")
    parser.add_argument("--analysis", action="store_true")
    chosen = parser.parse_args()
    held, measured = (HELD_LINE, line_seconds) if chosen.analysis else (HELD, reply_seconds)
    with empty_cache() as cache:
        os.environ["COUNTERPLAY_CACHE"] = str(cache)
        print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
        slow = 0
        with studio() as (address, _, _):
            for name in chosen.names or game_names():
                seconds = asyncio.run(measured(address, name))
                slow += seconds > held
                print(f"{name:<20} {seconds:6.2f} s, held to {held:g} s: {'yes' if seconds <= held else 'NO'}", flush=True)
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
