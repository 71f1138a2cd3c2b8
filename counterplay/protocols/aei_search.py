"""A turn that another program has asked for: found on a thread of its own, step by step, and answered with `bestmove`."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable

from counterplay.core import Limit, Position, Report
from counterplay.games.chess_like.arimaa.arimaa import Arimaa
from counterplay.games.chess_like.arimaa.arimaa_board import ARMY, SETUP, STEPS
from counterplay.protocols.aei_turn import turn_words, variation_words
from counterplay.protocols.uci_search import Settings
from counterplay.search.api import Search

SETUP_SECONDS = 4.0  # for sixteen placements: no search tells much about them
LEAST_SECONDS = 0.01
WON = 10_000  # centi-rabbits of a game that is decided


class AeiSearch:
    """One answer to `go`."""

    def __init__(
        self,
        position: Position,
        limit: Limit,
        settings: Settings,
        warm: threading.Thread,
        write: Callable[[str], None],
    ) -> None:
        self.position, self.limit, self.settings, self.write = position, limit, settings, write
        self._warm = warm  # compiles; until it ends nothing can be searched
        self._stopped = threading.Event()
        self._searching: Search | None = None
        self._thread = threading.Thread(target=self._run, name="counterplay-aei", daemon=True)

    @property
    def running(self) -> bool:
        """Whether the answer is still to come."""
        return self._thread.is_alive()

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """Answer at once."""
        self._stopped.set()
        if self._searching is not None:
            self._searching.stop()

    def join(self) -> None:
        """Wait for the answer."""
        self._thread.join()

    def _run(self) -> None:
        self._warm.join()
        position, begun = self.position, time.monotonic()
        try:
            while position.player == self.position.player and position.outcome() is None:
                position = position.play(self._action(position, begun))
        except Exception as error:  # whatever happens, a program that waits for a turn gets one
            self.write(f"log Error: the search failed: {' '.join(str(error).split())}")
            while position.player == self.position.player and position.outcome() is None:
                position = position.play(position.choices[-1])
        self.write(f"bestmove {' '.join(turn_words(self.position, position))}")

    def _action(self, position: Position, begun: float) -> int:
        """The next step, in a share of the time that is left."""
        if len(position.choices) == 1:
            return position.choices[0]
        limit = self.limit
        if limit.seconds is not None:
            setup = position.state.stage == SETUP
            total = min(limit.seconds, SETUP_SECONDS) if setup else limit.seconds
            steps = int(ARMY.sum()) if setup else STEPS - position.state.stage
            share = (total - (time.monotonic() - begun)) / (steps if setup else min(steps, 2))
            limit = Limit(depth=limit.depth, seconds=max(LEAST_SECONDS, share))
        self.settings.age += 1
        self._searching = search = Search(
            position, limit, "engine", table=self.settings.table, age=self.settings.age, learnt=self.settings.learnt
        )
        if self._stopped.is_set():
            search.stop()
        report = search.result()
        if position is self.position:
            self._tell(report)
        return int(report.action)

    def _tell(self, report: Report) -> None:
        """What the search for the first step of a turn has found."""
        amount = Arimaa.unit.amount(report.value.score)
        score = round(100 * amount) if math.isfinite(amount) else round(math.copysign(WON, amount))
        told = {
            "depth": max(1, report.depth),
            "nodes": report.nodes,
            "time": round(report.seconds, 2),
            "score": max(-WON, min(WON, score)),
            "pv": variation_words(self.position, report.lines[0].variation),
        }
        for kind, value in told.items():
            self.write(f"info {kind} {value}")
