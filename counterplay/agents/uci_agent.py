"""Chess engines of others as agents: `uci:stockfish?Skill Level=3&seconds=0.5`.

The Universal Chess Interface (R. Huber and S. Meyer-Kahlen, 2000, with its revision of 2006): the engine is a program that
reads commands and writes answers, one a line.
"""

from __future__ import annotations

from typing import ClassVar

from counterplay.agents import engine_agent
from counterplay.agents.engine_agent import ChessEngineAgent, started_elsewhere
from counterplay.agents.engine_process import EngineProcess
from counterplay.core import Position


class UciAgent(ChessEngineAgent):
    """A chess engine that speaks UCI."""

    protocol, example, bounds = "uci", "uci:stockfish", ("seconds", "nodes", "depth", "patience")
    position_word: ClassVar[str] = "fen"  # before a position that is written down
    clocks: ClassVar[tuple[str, str]] = ("w", "b")  # what the words for both players' times begin with
    move_time: ClassVar[str] = "movetime"  # before the milliseconds for this move

    def greet(self, engine: EngineProcess, position: Position) -> None:
        """Ask for its options and set those that are given."""
        engine.send(self.protocol)
        known: dict[str, str] = {}  # by the name in small letters: UCI does not tell capitals apart
        for line in engine.lines(engine_agent.HANDSHAKE, f"{self.protocol}ok"):
            if line == f"{self.protocol}ok":
                break
            if line.startswith("option name "):
                name = line.removeprefix("option name ").partition(" type ")[0].strip()
                known[name.lower()] = name
        for name, value in self.options.items():
            engine.send(f"setoption name {self.option_name(engine, name, known)} value {value}")
        self.begin(engine)

    def begin(self, engine: EngineProcess) -> None:
        """A new game, once the engine is ready."""
        engine.send("ucinewgame")
        self.await_ready(engine, engine_agent.HANDSHAKE)

    def await_ready(self, engine: EngineProcess, seconds: float) -> None:
        """Wait until it has done all that it was told."""
        engine.send("isready")
        engine.await_answer(seconds, "readyok", lambda line: line == "readyok" or None)

    def answer(self, engine: EngineProcess, position: Position) -> int:
        """Its `bestmove`."""
        engine.send(self._position_command(position))
        go, wait = self._go_command(position.player)
        engine.send(go)
        move, *_ = engine.await_answer(wait, "bestmove", lambda line: _words_after("bestmove", line))
        return self.legal(position, move)

    def _go_command(self, player: int) -> tuple[str, float]:
        """The command, and how long to wait for its answer."""
        clock = self.running_clock()
        if clock is not None and clock.remaining is not None:
            other = clock.others[0] if clock.others else clock.remaining
            left = (clock.remaining, other) if player == 0 else (other, clock.remaining)
            times = [f"{who}time {_milliseconds(seconds)}" for who, seconds in zip(self.clocks, left, strict=True)]
            times += [f"{who}inc {_milliseconds(clock.increment, 0)}" for who in self.clocks]
            return f"go {' '.join(times)}", self.wait(clock.remaining)
        terms, seconds = self.terms, self.seconds_for_move()
        words = [f"nodes {terms.nodes}"] if terms.nodes is not None else []
        words += [f"depth {terms.depth}"] if terms.depth is not None else []
        words += [f"{self.move_time} {_milliseconds(seconds)}"] if seconds is not None else []
        return f"go {' '.join(words)}", self.wait(seconds)

    def _position_command(self, position: Position) -> str:
        start = started_elsewhere(position)
        moves = [self.written(position.game, action) for action in position.played()]
        begin = "startpos" if start is None else f"{self.position_word} {start}"
        return f"position {begin}" + (f" moves {' '.join(moves)}" if moves else "")


def _words_after(word: str, line: str) -> list[str] | None:
    """What stands after a word that begins a line, at least one word, if an empty one; None where it begins otherwise."""
    first, _, rest = line.partition(" ")
    return (rest.split() or [""]) if first == word else None


def _milliseconds(seconds: float, least: int = 1) -> int:
    return max(least, int(1000 * seconds))
