"""How the studio behaves under load: `python -m bench.studio` prints a table.

The start: from the command to the first page, to the catalogue, and until a browser shows the games. Clicks: how long a move
takes to be answered over the websocket, on loopback, while an analysis runs. Pages: many at once that play random moves
against an agent; nothing may be lost and no search may stay behind.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection, connect

from tests.browser import chromium

GAMES = ("nim", "connect_four", "mnk", "othello", "checkers", "chess", "pig", "kalah")


def call(address: str, path: str, content: Any = None) -> Any:
    body = None if content is None else json.dumps(content).encode()
    request = urllib.request.Request(f"{address}{path}", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        text = answer.read()
    return json.loads(text) if "json" in answer.headers["content-type"] else text


class Started(NamedTuple):
    """A studio in a process of its own."""

    address: str
    at: float  # on the clock of time.perf_counter
    pid: int


@contextlib.contextmanager
def studio() -> Iterator[Started]:
    """A studio that ends with the context."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "counterplay", "studio", "--no-browser", "--port", "0"]
        started = time.perf_counter()
        process = subprocess.Popen(
            [*command, "--db", str(Path(folder) / "studio.sqlite")],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert process.stdout is not None
        address = process.stdout.readline().split()[-1].rstrip("/")
        try:
            yield Started(address, started, process.pid)
        finally:
            process.kill()
            process.wait()


def measure_start() -> tuple[float, float]:
    """Seconds from the command to the first page, and to the catalogue that it shows."""
    with studio() as (address, started, _):
        while True:
            try:
                call(address, "/")
                break
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.002)
        page = time.perf_counter() - started
        call(address, "/api/catalogue")
        return page, time.perf_counter() - started


CARDS = """
new MutationObserver((_, observer) => {
  if (document.querySelectorAll("li.card button").length >= 12) {
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => { window.cardsAt = performance.timeOrigin + performance.now(); }));
  }
}).observe(document, { childList: true, subtree: true });
"""


def measure_browser() -> tuple[float, float]:
    """Seconds from the command, and from the moment the server listens, until a browser that is open shows the games."""
    with chromium() as browser:
        page = browser.new_page()
        page.add_init_script(CARDS)
        with studio() as (address, started, _):
            listening = time.perf_counter()
            page.goto(address)
            page.wait_for_selector("li.card >> nth=11")
            page.wait_for_timeout(200)
            shown = page.evaluate("() => window.cardsAt") / 1000 - time.time() + time.perf_counter()
    return shown - started, shown - listening


class Page:
    """A page that plays random moves against an agent and checks that nothing is lost."""

    def __init__(self, address: str, number: int, agent: str) -> None:
        self.address, self.dice, self.agent = address, random.Random(number), agent
        self.game_name = GAMES[number % len(GAMES)]
        self.moves = self.games = 0
        self.waits: list[float] = []  # seconds from a move to its answer
        self.played: list[int] = []  # actions of this page in the game under way
        self.last = ""  # the game that it played last

    async def run(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        async with connect(self.address.replace("http", "ws") + "/api/live", max_size=None) as socket:
            while time.monotonic() < end:
                await self.play(socket, end)

    async def play(self, socket: ClientConnection, end: float) -> None:
        seats = [{"kind": "human"}, {"kind": "agent", "agent": self.agent}]
        game = await asyncio.to_thread(call, self.address, "/api/games", {"game": self.game_name, "seats": seats})
        self.games, self.played, self.last = self.games + 1, [], game["id"]
        await socket.send(json.dumps({"id": 0, "type": "watch", "game": game["id"]}))
        while time.monotonic() < end and game["status"] == "playing":
            position = game["position"]
            if position["choices"] and game["seats"][position["player"]]["kind"] == "human":
                choice, sent = self.dice.choice(position["choices"]), time.perf_counter()
                move = {"id": 1, "type": "move", "game": game["id"], "action": choice["action"], "ply": game["ply"]}
                await socket.send(json.dumps(move))
                game = await self.heard(socket, game, "moved")
                self.waits.append(time.perf_counter() - sent)
                self.played.append(choice["action"])
                self.moves += 1
            else:
                game = await self.heard(socket, game, "game")
        await socket.send(json.dumps({"id": 2, "type": "unwatch", "game": game["id"]}))
        kept = await asyncio.to_thread(call, self.address, f"/api/games/{game['id']}")
        mine = [m["action"] for m in kept["moves"] if m["by"] == "human"]
        assert mine == self.played, f"{self.game_name}: {len(self.played)} moves were played and {len(mine)} kept"

    async def heard(self, socket: ClientConnection, game: Any, kind: str) -> Any:
        """The game after the next message of this kind that is news."""
        while True:
            message = json.loads(await asyncio.wait_for(socket.recv(), 120))
            assert message["type"] != "error", message
            if message["type"] == kind and message["game"]["id"] == game["id"]:
                if kind == "moved" or message["game"]["version"] > game["version"]:
                    return message["game"]


async def many_pages(address: str, pages: int, seconds: float, agent: str = "random") -> list[Page]:
    """Pages at once; fails where a move is lost."""
    players = [Page(address, number, agent) for number in range(pages)]
    await asyncio.gather(*(player.run(seconds) for player in players))
    return players


async def clicks(address: str, seconds: float, analysed: bool, game: str = "chess") -> list[float]:
    """Seconds that moves of two people at one screen take, one after the other, with or without an analysis beside them."""
    waits = []
    async with connect(address.replace("http", "ws") + "/api/live", max_size=None) as socket:
        if analysed:
            await socket.send(json.dumps({"id": 0, "type": "analyse", "game": game, "lines": 3, "seconds": 600}))
            while json.loads(await socket.recv())["type"] != "report":
                pass
        end, dice = time.monotonic() + seconds, random.Random(1)
        content = {"game": game, "seats": [{"kind": "human"}] * 2}
        now = await asyncio.to_thread(call, address, "/api/games", content)
        while time.monotonic() < end:
            if now["status"] == "over":
                now = await asyncio.to_thread(call, address, "/api/games", content)
            choice, sent = dice.choice(now["position"]["choices"]), time.perf_counter()
            move = {"id": 1, "type": "move", "game": now["id"], "action": choice["action"], "ply": now["ply"]}
            await socket.send(json.dumps(move))
            while (message := json.loads(await socket.recv()))["type"] != "moved":
                pass
            waits.append(time.perf_counter() - sent)
            now = message["game"]
            await asyncio.sleep(0.05)
    return waits


def percentile(values: list[float], share: float) -> float:
    return statistics.quantiles(values, n=100, method="inclusive")[round(share * 100) - 1]


def left_behind(address: str) -> Any:
    """The studio's health when everything should have ended."""
    for _ in range(100):
        health = call(address, "/api/health")
        if not any(health[key] for key in ("searches", "waiting", "pages")):
            break
        time.sleep(0.1)
    return health


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--agent", default="random")
    chosen = parser.parse_args()
    starts = [measure_start() for _ in range(3)]
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(f"start to first page: {min(s[0] for s in starts):.2f} s, to the catalogue: {min(s[1] for s in starts):.2f} s")
    shown = [measure_browser() for _ in range(3)]
    print(f"games shown in Chromium: {min(s[0] for s in shown):.2f} s, since it listens: {min(s[1] for s in shown):.2f} s")
    with studio() as (address, _, _):
        for analysed in (False, True):
            waits = asyncio.run(clicks(address, 15.0, analysed))
            words = "while an analysis runs" if analysed else "with nothing beside it"
            print(f"a click {words}: {1000 * statistics.median(waits):.0f} ms, 95 %: {1000 * percentile(waits, 0.95):.0f} ms")
    with studio() as (address, _, _):
        players = asyncio.run(many_pages(address, chosen.pages, chosen.seconds, chosen.agent))
        waits = [wait for player in players for wait in player.waits]
        moves, games = sum(p.moves for p in players), sum(p.games for p in players)
        print(f"{chosen.pages} pages for {chosen.seconds:g} s: {moves} moves in {games} games, none lost")
        print(f"a click among them: {1000 * statistics.median(waits):.0f} ms, 95 %: {1000 * percentile(waits, 0.95):.0f} ms")
        print(f"left behind: {left_behind(address)}")


if __name__ == "__main__":
    main()
