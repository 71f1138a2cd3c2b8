"""Agents that are not counterplay's own play in a process of their own: whatever they do, only their game is lost.

The process has a limit on its memory; what it prints leads nowhere; it answers in lines of JSON over pipes that its
prints cannot reach. Where it does not answer in time, answers rubbish or ends, it is killed with everything it has
started, and the next game begins with a new one. `agent_process` is the other end.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, cast

from counterplay.agents import Clock
from counterplay.arena.game_record import Ending
from counterplay.arena.playing.agent_messages import BeginMessage, Message, Reply
from counterplay.arena.playing.forfeit import Forfeit
from counterplay.arena.playing.transport import Entrant, PortableGame
from counterplay.core import Position
from counterplay.core.interruption import before_leaving

LONGEST_ANSWER = 100_000  # bytes of a line; an action needs a few
LONGEST_REASON = 500  # characters that are kept of an exception
PREPARING = 10.0  # times the patience for one move: loading and compiling come first
END_SECONDS = 1.0  # an agent that is done has so long to close what it opened


class Outside:
    """An agent in a process of its own; the process serves one game after the other."""

    value: float | None = None  # what it thinks of a position stays in its process

    def __init__(self, game: PortableGame, entrant: Entrant, memory_mb: float, patience: float) -> None:
        self.game, self.entrant, self.memory_mb, self.patience = game, entrant, memory_mb, patience
        self._process: subprocess.Popen[bytes] | None = None
        self._stay: Callable[[], None] = lambda: None
        self._answers: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._told = 0  # plies of the game under way that the process knows

    def begin(self, position: Position, seed: int) -> None:
        """A new game, which has come to this position; everything slow happens here, before a clock runs."""
        if self._process is None or self._process.poll() is not None:
            self._start()
        start = position.line()[0]
        self._told = position.ply
        message: BeginMessage = {
            "do": "begin",
            "game": (self.game.text, self.game.pickled),
            "agent": (self.entrant.name, self.entrant.pickled),
            "seed": seed,
            "path": sys.path,
            "start": position.game.dump(start.state),
            "actions": position.played(),
        }
        self._ask(message, PREPARING * self.patience, "prepare")

    def choose(self, position: Position, clock: Clock | None, seconds: float) -> Any:
        """The answer; Forfeit where none comes within so many seconds."""
        news = position.played()[self._told :]
        self._told = position.ply
        told = None if clock is None else (clock.per_move, clock.remaining, clock.increment, list(clock.others))
        return self._ask({"do": "choose", "actions": news, "clock": told}, seconds, "move")["action"]

    def end(self) -> None:
        """The game is over; the process waits for the next one."""
        if self._process is not None:
            with contextlib.suppress(Forfeit):
                self._ask({"do": "end"}, END_SECONDS, "end")

    def close(self) -> None:
        """End the process, and what it has started."""
        process, self._process = self._process, None
        if process is None:
            return
        self._stay()
        _kill(process)
        with contextlib.suppress(OSError):
            process.wait(END_SECONDS)
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()

    def _start(self) -> None:
        self.close()
        self._process = process = subprocess.Popen(
            [sys.executable, "-m", "counterplay.arena.playing.agent_process", str(self.memory_mb), str(os.getpid())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # a group of its own: killed as a whole, and deaf to the terminal's Ctrl-C
            env={**os.environ, "COUNTERPLAY_QUIET": "1"},
        )
        self._stay = before_leaving(lambda: _kill(process))
        answers: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._answers = answers
        threading.Thread(target=_listen, args=(process, answers), name="counterplay-agent", daemon=True).start()

    def _ask(self, message: Message, seconds: float, what: str) -> Reply:
        process = self._process
        assert process is not None and process.stdin is not None
        deadline = time.monotonic() + seconds
        try:
            process.stdin.write(json.dumps(message).encode() + b"\n")
            process.stdin.flush()
            line = self._answers.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            self.close()
            raise Forfeit(Ending.HANG, f"gave no answer within {seconds:g} s ({what})") from None
        except OSError:
            line = None
        if line is None:
            raise self._ended()
        return self._understood(line)

    def _understood(self, line: bytes) -> Reply:
        try:
            answer = json.loads(line)
            if isinstance(answer, dict) and "failed" in answer:
                forfeit = Forfeit(Ending(answer["failed"]), str(answer["reason"])[:LONGEST_REASON])
                if forfeit.ending is Ending.MEMORY:
                    self.close()  # what it holds would be missing in the next game
                raise forfeit
            if isinstance(answer, dict) and ("action" in answer or "done" in answer):
                return cast(Reply, answer)
        except (ValueError, RecursionError):
            pass
        self.close()
        raise Forfeit(Ending.RUBBISH, f"answered rubbish: {line[:60]!r}")

    def _ended(self) -> Forfeit:
        process = self._process
        assert process is not None
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(END_SECONDS)
        code = process.returncode
        self.close()
        if code is None:
            return Forfeit(Ending.CRASH, "closed its connection")
        if code < 0:
            return Forfeit(Ending.CRASH, f"its process was ended by {signal.Signals(-code).name}")
        return Forfeit(Ending.CRASH, f"its process ended with exit code {code}")


def _kill(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


def _listen(process: subprocess.Popen[bytes], answers: queue.SimpleQueue[bytes | None]) -> None:
    """Lines from the process, then None; whoever sends more than a line can hold is not read to the end."""
    assert process.stdout is not None
    with contextlib.suppress(OSError, ValueError):
        while line := process.stdout.readline(LONGEST_ANSWER):
            answers.put(line)
    answers.put(None)
