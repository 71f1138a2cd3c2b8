"""A game clock: seconds for each player, which run while it is that player's turn, and an increment after each turn."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any


@dataclass
class GameClock:
    """Times are in seconds; `since` is on the clock of time.monotonic."""

    seconds: float
    increment: float
    left: list[float]
    running: int | None = None
    since: float = field(default=0.0, compare=False)

    @classmethod
    def new(cls, players: int, seconds: float, increment: float) -> GameClock:
        """Everybody starts with the same."""
        return cls(seconds, increment, [seconds] * players)

    def run(self, player: int) -> None:
        """It is this player's turn now; the one before has finished and gets the increment."""
        if self.running == player:
            return
        finished = self.running
        self.stop()
        if finished is not None:
            self.left[finished] += self.increment
        self.running, self.since = player, time.monotonic()

    def stop(self) -> None:
        """Nobody's clock runs."""
        if self.running is not None:
            self.left[self.running] = self.remaining(self.running)
        self.running = None

    def remaining(self, player: int) -> float:
        """What a player has now."""
        spent = time.monotonic() - self.since if player == self.running else 0.0
        return max(0.0, self.left[player] - spent)

    def view(self) -> dict[str, Any]:
        """As the page sees it: what is left now, and whose clock runs on."""
        left = [round(self.remaining(p), 2) for p in range(len(self.left))]
        return {"seconds": self.seconds, "increment": self.increment, "left": left, "running": self.running}

    def kept(self) -> dict[str, Any]:
        """As it is written down."""
        left = [self.remaining(p) for p in range(len(self.left))]
        return {"seconds": self.seconds, "increment": self.increment, "left": left}
