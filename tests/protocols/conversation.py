"""A conversation with an engine, of UCI or a protocol like it, inside the test process: what is said, and what was answered."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator

from counterplay.protocols.uci import UciEngine

PATIENCE = 120.0  # seconds: a machine may be busy, and kernels may have to be compiled
KNOWN = ("id ", "option ", "uciok", "readyok", "info ", "bestmove ")


class Conversation:
    """Say lines, wait for answers."""

    def __init__(self, engine: type[UciEngine] = UciEngine) -> None:
        self.answers: list[str] = []
        self._waiting: queue.Queue[str] = queue.Queue()
        self._lines: queue.Queue[str | None] = queue.Queue()
        self.engine = engine(self._hear)
        self._thread = threading.Thread(target=self.engine.run, args=(self._said(),), daemon=True)
        self._thread.start()

    def _hear(self, line: str) -> None:
        assert "\n" not in line
        self.answers.append(line)
        self._waiting.put(line)

    def _said(self) -> Iterator[str]:
        while (line := self._lines.get()) is not None:
            yield line

    def say(self, *lines: str) -> None:
        for line in lines:
            self._lines.put(line)

    def hear(self, start: str) -> str:
        """The next answer that begins like this; those before it are passed over."""
        while True:
            line = self._waiting.get(timeout=PATIENCE)
            if line.startswith(start):
                return line

    def ask(self, line: str, start: str) -> list[str]:
        """Say a line; everything up to the answer that begins like this."""
        known = len(self.answers)
        self.say(line)
        self.hear(start)
        return self.answers[known:]

    def settle(self) -> list[str]:
        """All answers to what was said so far."""
        self.say("isready")
        self.hear("readyok")
        return self.answers

    def end(self) -> list[str]:
        """The input ends; the engine must, too."""
        self._lines.put(None)
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()
        return self.answers
