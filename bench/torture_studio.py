"""Kills of the studio while somebody plays: every move that was acknowledged is there when it starts again."""

from __future__ import annotations

import http.client
import json
import random
import re
import signal
import subprocess
import threading
import time
import urllib.error
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from bench.studio import call
from bench.torture_ground import COMMAND, Outcome, heard, shared_cache, speech
from bench.torture_kills import Kills, strike, wait_until

GAMES = ("nim", "tic_tac_toe", "connect_four")
STARTING = 0.15  # how often a kill comes while the studio starts
SLOWEST_START = 2.0  # seconds
LONGEST_PLAY = 2.0
GONE = (
    urllib.error.URLError,
    http.client.HTTPException,
    OSError,
    json.JSONDecodeError,
)  # nobody answers any more, or only half


@dataclass
class Player:
    """Somebody who plays both sides of game after game, and remembers what the studio has acknowledged."""

    draw: random.Random
    acknowledged: dict[str, list[int]] = field(default_factory=dict)  # game -> actions
    refused: str = ""

    def play(self, address: str) -> None:
        """Play until the studio answers no more."""
        try:
            while True:
                self.game(address)
        except urllib.error.HTTPError as error:
            self.refused = f"the studio refuses: {error.code} {error.read()!r}"
        except GONE:
            return

    def game(self, address: str) -> None:
        wanted = {"game": self.draw.choice(GAMES), "seats": [{"kind": "human"}] * 2}
        game: Any = call(address, "/api/games", wanted)
        known = self.acknowledged[game["id"]] = []
        while game["status"] == "playing":
            action = self.draw.choice(game["position"]["choices"])["action"]
            game = call(address, f"/api/games/{game['id']}/moves", {"action": action, "ply": game["ply"]})
            known.append(action)

    def look(self, address: str, outcome: Outcome) -> None:
        """Compare what is kept with what was acknowledged; one move more may have been under way."""
        for name, actions in self.acknowledged.items():
            try:
                kept = [move["action"] for move in call(address, f"/api/games/{name}")["moves"]]
            except urllib.error.HTTPError as error:
                outcome.demand(False, f"a game with {len(actions)} moves is gone: {error.code}")
                continue
            same = kept[: len(actions)] == actions and len(kept) <= len(actions) + 1
            outcome.demand(same, f"of {len(actions)} acknowledged moves these are kept: {kept}, not {actions}")


class StudioKills(Kills):
    """The part."""

    def life(self, place: Path, draw: random.Random, most: int, outcome: Outcome) -> int:
        """Kill a studio again and again, and look at its games when it starts anew."""
        player = Player(random.Random(draw.random()))
        for _ in range(most):
            playing: threading.Thread | None = None
            with speech() as out, speech() as err:
                process = self._start(place, out, err)
                if draw.random() < STARTING:
                    time.sleep(draw.uniform(0.0, SLOWEST_START))
                else:
                    playing = _play(process, player, out, outcome)
                    time.sleep(draw.uniform(0.0, LONGEST_PLAY))
                outcome.demand(strike(process, ("studio",), draw, out, err, outcome), f"it ended by itself: {heard(err)}")
            if playing is not None:
                playing.join()
            outcome.demand(not player.refused, player.refused)
            if outcome.lost:
                return most
        with speech() as out, speech() as err:
            process = self._start(place, out, err)
            if address := listening(process, out, outcome):
                player.look(address, outcome)
            process.terminate()
            process.wait()
        left = sorted(path.name for path in place.iterdir())
        outcome.demand(left == ["studio.sqlite"], f"left behind: {left}")
        return most

    def _start(self, place: Path, out: IO[bytes], err: IO[bytes]) -> subprocess.Popen[bytes]:
        words = ("studio", "--no-browser", "--port", "0", "--db", str(place / "studio.sqlite"))
        # A cache that is made meanwhile is kept, not left behind.
        environment = self.ground.environment(place, COUNTERPLAY_CACHE=str(shared_cache()))
        return self.ground.start((*COMMAND, *words), place, environment, stdout=out, stderr=err)


def _play(process: subprocess.Popen[bytes], player: Player, out: IO[bytes], outcome: Outcome) -> threading.Thread | None:
    """Look at the games that there are, and begin to play: moves will be under way when the studio is killed."""
    address = listening(process, out, outcome)
    if not address:
        return None
    player.look(address, outcome)
    playing = threading.Thread(target=player.play, args=(address,), daemon=True)
    playing.start()
    return playing


def listening(process: subprocess.Popen[bytes], out: IO[bytes], outcome: Outcome) -> str:
    """The address of a studio, once it answers; empty where it does not."""

    def answers() -> bool:
        found = re.search(r"http://\S+(?=/)", heard(out))
        if process.poll() is not None:
            return True
        try:
            return bool(found) and bool(call(found[0], "/api/health"))
        except GONE:
            return False

    wait_until(answers)
    found = re.search(r"http://\S+(?=/)", heard(out))
    running = process.poll() is None and found is not None
    return found[0] if outcome.demand(running, "the studio does not start") and found else ""


def play_on_bad_disk(process: subprocess.Popen[bytes], out: IO[bytes], outcome: Outcome) -> None:
    """Play as far as the disk allows: what is refused is refused in a sentence, what is acknowledged is there; then end it."""
    wait_until(lambda: process.poll() is not None or "http://" in heard(out))
    if process.poll() is not None:  # it has said why
        return
    address = listening(process, out, outcome)
    player = Player(random.Random(1))
    for _ in range(5):
        try:
            player.game(address)
        except urllib.error.HTTPError as error:
            said = error.read().decode(errors="replace")
            outcome.demand(error.code != 500 and "error" in json.loads(said), f"{error.code}: {said}")
    player.look(address, outcome)
    process.send_signal(signal.SIGINT)
