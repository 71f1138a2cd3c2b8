"""Chess engines of xboard as agents: `cecp:phalanx`, `cecp:phalanx -b-?seconds=2`.

The Chess Engine Communication Protocol, version 2 (T. Mann and H. G. Muller, 2009,
https://www.gnu.org/software/xboard/engine-intf.html). The engine is kept in `force` mode, in which it follows the game
without moving, and is told to `go` for one move at a time.
"""

from __future__ import annotations

import contextlib
import math
import re
import time
from collections.abc import Iterator

from counterplay.agents import engine_agent
from counterplay.agents.agent import AgentError
from counterplay.agents.engine_agent import ChessEngineAgent, started_elsewhere, written
from counterplay.agents.engine_process import EngineProcess
from counterplay.core import CounterplayError, Position
from counterplay.core.files.user_file import quoted

POKE = 0.25  # seconds until a program that still starts is sent another line
SETTLED = 2.0  # seconds after which a program that has not said that it will tell more features has told all
# What is asked of a program. Whatever else it offers is rejected, so that it writes and reads moves as e2e4.
WANTED = ("done", "memory", "myname", "option", "ping", "setboard", "sigint", "smp", "time", "usermove")
FEATURE = re.compile(r'(\w+)=(?:"([^"]*)"|(\S+))')
MOVE = re.compile(r"(?:move|My move is ?:) *(\S+)$")  # GNU Chess writes the second form
REFUSED = re.compile(r"(?:Illegal|Invalid) move.*[:\s](\S+)$")
RESULT = re.compile(r"(1-0|0-1|1/2-1/2)(?:\s|$)|resign$")
LOST = {0: "0-1", 1: "1-0"}  # by the player who has lost


class CecpAgent(ChessEngineAgent):
    """A chess engine that speaks CECP."""

    protocol, example, bounds = "cecp", "cecp:phalanx", ("seconds", "depth", "patience")
    features: dict[str, str]
    engine_options: dict[str, str]  # as the program writes them, by their names in small letters
    pings = 0
    start: str | None  # where the game that the program follows began
    told: list[int] | None  # its actions; None before the first game

    def greet(self, engine: EngineProcess, position: Position) -> None:
        """Hear what it can do, and set its options."""
        self.features, self.engine_options, self.told = {}, {}, None
        engine.send("xboard")
        engine.send("protover 2")
        for name, value in self._offers(engine):
            if name == "option":
                option = value.partition(" -")[0].strip()
                self.engine_options[option.lower()] = option
            self.features[name] = value
            engine.send(f"{'accepted' if name in WANTED else 'rejected'} {name}")
        self._tell(engine, "easy")
        self._tell(engine, "nopost")
        for name, value in self.options.items():
            self._tell(engine, self._option_command(engine, name, value))

    def answer(self, engine: EngineProcess, position: Position) -> int:
        """Its move."""
        self._follow(engine, position)
        wait = self._set_time(engine)
        engine.send("go")

        def move_in(line: str) -> int | None:
            if found := MOVE.match(line):
                return self._understood(position, found[1])
            if (found := RESULT.match(line)) and found[1] in (None, LOST[position.player]):
                raise self.resignation()
            return None

        action = engine.await_answer(wait, "move", move_in)
        assert self.told is not None
        self.told.append(action)
        return action

    def _understood(self, position: Position, text: str) -> int:
        """A move as e2e4 or, as xboard takes it and phalanx writes its castling, in algebraic notation."""
        with contextlib.suppress(CounterplayError):
            return position.parse(text)
        return self.legal(position, text.lower())

    def _offers(self, engine: EngineProcess) -> Iterator[tuple[str, str]]:
        """(name, value) of its features until it says that these are all."""
        deadline = time.monotonic() + engine_agent.HANDSHAKE
        heard = None  # when it last told a feature
        unfinished = False  # whether it has said that there will be more
        while time.monotonic() < deadline:
            line = engine.line(POKE)
            if line is None:
                # GNU Chess looks for input where its library has read it already: another line makes it go on.
                engine.send("easy")
                if heard is not None and not unfinished and time.monotonic() > heard + SETTLED:
                    return
            elif line.startswith("feature "):
                heard = time.monotonic()
                for name, text, word in FEATURE.findall(line):
                    if (name, word) == ("done", "1"):
                        return
                    unfinished = unfinished or name == "done"
                    yield name, text or word
        raise AgentError(f"'{engine.name}' gave no 'feature done=1' within {engine_agent.HANDSHAKE:g} s", "hang")

    def _tell(self, engine: EngineProcess, command: str) -> None:
        """Send a command and, where the program can say so, wait until it has been read."""
        engine.send(command)
        if self.features.get("ping") != "1":
            return
        self.pings += 1
        engine.send(f"ping {self.pings}")
        pong = f"pong {self.pings}"

        def is_read(line: str) -> bool | None:
            if (found := REFUSED.match(line)) and command.endswith(found[1]):
                raise AgentError(f"'{engine.name}' refused '{command}': {quoted(line)}", "rubbish")
            return line == pong or None

        engine.await_answer(engine_agent.HANDSHAKE, pong, is_read)

    def _option_command(self, engine: EngineProcess, name: str, value: str) -> str:
        for feature, command in (("memory", "memory"), ("smp", "cores")):
            if name.lower() == command and self.features.get(feature) == "1":
                return f"{command} {value}"
        return f"option {self.option_name(engine, name, self.engine_options)}={value}"

    def _follow(self, engine: EngineProcess, position: Position) -> None:
        """Bring the program to this position: by the last moves if it is there already, else from the start."""
        actions = position.played()
        start = started_elsewhere(position)
        if self.told is None or start != self.start or actions[: len(self.told)] != self.told:
            self.start, self.told = start, []
            self._tell(engine, "new")
            self._tell(engine, "force")
            if start is not None:
                if self.features.get("setboard") != "1":
                    raise AgentError(f"'{engine.name}' cannot set up a position; let its games begin at the start")
                self._tell(engine, f"setboard {start}")
        else:
            self._tell(engine, "force")
        word = "usermove " if self.features.get("usermove") == "1" else ""
        for action in actions[len(self.told) :]:
            self._tell(engine, word + written(position.game, action))
        self.told = actions

    def _set_time(self, engine: EngineProcess) -> float:
        """The limits of the next move; how long to wait for it."""
        if self.terms.depth is not None:
            self._tell(engine, f"sd {self.terms.depth}")
        clock = self.running_clock()
        if clock is not None and clock.remaining is not None:
            minutes, seconds = divmod(math.ceil(clock.remaining), 60)
            self._tell(engine, f"level 0 {minutes}:{seconds:02} {clock.increment:g}")
            for command, left in (("time", clock.remaining), ("otim", (clock.others or (clock.remaining,))[0])):
                self._tell(engine, f"{command} {max(1, int(100 * left))}")
            return self.wait(clock.remaining)
        given = self.seconds_for_move()
        if given is not None:
            self._tell(engine, f"st {given:g}")
        return self.wait(given)
