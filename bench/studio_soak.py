"""Many pages that do everything at once, for long: `python -m bench.studio_soak --pages 50 --seconds 600` prints a table.

Each page plays random moves, has positions analysed, exports a game and imports it again, deletes some of these, and is
closed, often in the middle of an analysis or without a word; then it is opened anew. No move and no game may be lost, no
search may stay behind, and the memory of the studio must be level: what it holds at the end is held against its middle.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import time
import urllib.request
from collections import Counter
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from bench.studio import GAMES, Page, call, left_behind, studio
from bench.studio_memory import resident

TURN = 4.0  # seconds that a page plays one game before it does something else
LOOK = 2.0  # seconds that it looks at an analysis
SAMPLES = 40  # of the memory


class Visitor(Page):
    """A page that plays, analyses, imports, deletes and leaves."""

    def __init__(self, address: str, number: int) -> None:
        super().__init__(address, number, "random")
        self.did: Counter[str] = Counter()
        self.kept = 0  # games of this page that must be there at the end

    async def run(self, seconds: float) -> None:
        """Open the page, do a few things, close it, again and again."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            async with connect(self.address.replace("http", "ws") + "/api/live", max_size=None) as socket:
                for _ in range(self.dice.randint(1, 4)):
                    await self.do(self.dice.choice(("play", "analyse", "import")), socket, end)
                self.did["closed"] += 1
                if self.dice.random() < 0.5:  # without a word, as a browser that is killed
                    socket.transport.abort()

    async def do(self, what: str, socket: ClientConnection, end: float) -> None:
        """One of the things that people do."""
        self.did[what] += 1
        if what == "play" or not self.last:
            await self.play(socket, min(end, time.monotonic() + TURN))
            self.kept += 1
        elif what == "analyse":
            await self.analyse(socket, min(end, time.monotonic() + LOOK))
        else:
            await asyncio.to_thread(self.bring_back)

    async def analyse(self, socket: ClientConnection, end: float) -> None:
        """Look at an analysis for a while; half of the time it goes on when the page does something else."""
        await socket.send(json.dumps({"id": 3, "type": "analyse", "game": self.game_name, "lines": 2, "seconds": 60}))
        while (left := end - time.monotonic()) > 0:
            try:
                message: Any = json.loads(await asyncio.wait_for(socket.recv(), left))
            except TimeoutError:
                break
            if message["type"] in ("report", "error"):
                self.did[message["type"]] += 1
        if self.dice.random() < 0.5:
            await socket.send(json.dumps({"id": 4, "type": "stop"}))

    def bring_back(self) -> None:
        """A game as text, and that text as a game; sometimes the copy is deleted."""
        before = call(self.address, f"/api/games/{self.last}")
        text = json.dumps(call(self.address, f"/api/games/{self.last}/export?format=json"))
        copy = call(self.address, "/api/import", {"game": self.game_name, "text": text})
        moves = [[move["action"] for move in game["moves"]] for game in (before, copy)]
        came = moves[1][: len(moves[0])]  # the agent may have answered since
        assert moves[0] == came, f"{self.game_name}: {len(moves[0])} moves were exported and {len(moves[1])} came back"
        self.kept += 1
        if self.dice.random() < 0.5:
            delete = urllib.request.Request(f"{self.address}/api/games/{copy['id']}", method="DELETE")
            urllib.request.urlopen(delete, timeout=60).close()
            self.kept -= 1
            self.did["deleted"] += 1


async def warm(address: str) -> None:
    """One report of every game: what has to be compiled is compiled before anything is counted."""
    async with connect(address.replace("http", "ws") + "/api/live", max_size=None) as socket:
        for game in GAMES:
            await socket.send(json.dumps({"id": 0, "type": "analyse", "game": game, "lines": 2, "seconds": 1}))
            while json.loads(await socket.recv())["type"] not in ("done", "error"):
                pass


async def watch_memory(pid: int, seconds: float) -> list[float]:
    """Megabytes of the studio, at so many moments."""
    found = []
    for _ in range(SAMPLES):
        await asyncio.sleep(seconds / SAMPLES)
        found.append(resident(pid))
    return found


async def soak(address: str, pid: int, pages: int, seconds: float) -> tuple[list[Visitor], list[float]]:
    """All of it; fails where a move is lost."""
    await warm(address)
    visitors = [Visitor(address, number) for number in range(pages)]
    memory, *_ = await asyncio.gather(watch_memory(pid, seconds), *(visitor.run(seconds) for visitor in visitors))
    return visitors, memory


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=600.0)
    chosen = parser.parse_args()
    with studio() as (address, _, pid):
        visitors, memory = asyncio.run(soak(address, pid, chosen.pages, chosen.seconds))
        did = sum((visitor.did for visitor in visitors), Counter[str]())
        health, kept = left_behind(address), sum(visitor.kept for visitor in visitors)
        after = resident(pid)
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(f"{chosen.pages} pages for {chosen.seconds:g} s: {sum(v.moves for v in visitors):,} moves, {dict(did)}")
    quarters = ", ".join(f"{memory[len(memory) * k // 4 - 1]:.0f} at {25 * k} %" for k in (1, 2, 3, 4))
    print(f"memory in MB: {quarters}, {after:.0f} when all had gone")
    print(f"games kept: {health['games']} of {kept}; left behind: {health}")
    if health["games"] != kept or any(health[key] for key in ("searches", "waiting", "pages")):
        sys.exit("something was lost or left behind")


if __name__ == "__main__":
    main()
