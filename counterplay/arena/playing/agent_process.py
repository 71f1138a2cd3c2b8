"""The process in which a foreign agent plays, started by `agent_isolation`.

Its command line is `python -m counterplay.arena.playing.agent_process MEMORY_MB PARENT`.

Requests come as lines of JSON on the standard input, answers go to the standard output; both are taken away from the
agent before it is loaded, so that nothing it reads or prints gets in between.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from typing import BinaryIO

from counterplay.agents import Agent, Clock
from counterplay.agents.agent import refuse_misfit
from counterplay.arena.playing.agent_messages import BeginMessage, ChooseMessage, Message, Reply
from counterplay.arena.playing.forfeit import forfeited
from counterplay.arena.playing.parent_watch import leave_with
from counterplay.arena.playing.transport import Entrant, PortableGame
from counterplay.core import Position

MB = 1 << 20


class Player:
    """The agent and the game it is in."""

    def __init__(self) -> None:
        self.agent: Agent | None = None
        self.position: Position | None = None

    def begin(self, message: BeginMessage) -> Reply:
        """Make the agent and let it prepare."""
        self.end()
        sys.path += [place for place in message["path"] if place not in sys.path]  # an object may be of any module there
        game = PortableGame(*message["game"]).open()
        position = self.position = Position.load(game, message["start"]).play_all(message["actions"])
        self.agent = Entrant(*message["agent"]).make(message["seed"])
        refuse_misfit(self.agent, game)
        if hasattr(self.agent, "prepare"):
            self.agent.prepare(position)
        return {"done": True}

    def choose(self, message: ChooseMessage) -> Reply:
        """The agent's action."""
        assert self.agent is not None and self.position is not None
        self.position = self.position.play_all(message["actions"])
        if message["clock"] is not None and hasattr(self.agent, "on_clock"):
            per_move, remaining, increment, others = message["clock"]
            self.agent.on_clock(Clock(per_move, remaining, increment, tuple(others)))
        return {"action": int(self.agent.choose(self.position))}

    def end(self) -> Reply:
        """Let the agent go."""
        agent, self.agent = self.agent, None
        if agent is not None and hasattr(agent, "close"):
            agent.close()
        return {"done": True}


def answer_to(player: Player, message: Message) -> Reply:
    """What is done, or what went wrong in it."""
    try:
        if message["do"] == "begin":
            return player.begin(message)
        return player.choose(message) if message["do"] == "choose" else player.end()
    except BaseException as error:
        forfeit = forfeited(error)
        return {"failed": forfeit.ending.value, "reason": forfeit.reason}


def private_streams() -> tuple[BinaryIO, BinaryIO]:
    """The pipes to the parent; what Python and the agent call standard input and output leads nowhere from now on."""
    requests, answers = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1):
        os.dup2(nowhere, standard)
    os.close(nowhere)
    return os.fdopen(requests, "rb"), os.fdopen(answers, "wb")


def limit_memory(megabytes: float) -> None:
    """So much more address space than the interpreter with its libraries has taken already; POSIX only."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        taken = 0
        with contextlib.suppress(OSError), open("/proc/self/statm", encoding="ascii") as statm:
            taken = int(statm.read().split()[0]) * os.sysconf("SC_PAGESIZE")
        limit = taken + int(megabytes * MB)
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main(memory_mb: float, parent: int) -> None:
    """Answer until the parent hangs up."""
    requests, answers = private_streams()
    leave_with(parent)  # an agent that hangs must not outlive its match
    limit_memory(memory_mb)
    player = Player()
    for line in requests:
        reply = answer_to(player, json.loads(line))
        answers.write(json.dumps(reply).encode() + b"\n")
        answers.flush()


if __name__ == "__main__":
    main(float(sys.argv[1]), int(sys.argv[2]))
    os._exit(0)  # threads of the agent do not keep the process
