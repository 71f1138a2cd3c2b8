"""Chess engines of others as agents: `uci:stockfish?Skill Level=3&seconds=0.5`.

The Universal Chess Interface (R. Huber and S. Meyer-Kahlen, 2000, with its revision of 2006): the engine is a program that
reads commands and writes answers, one a line.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple, cast

from counterplay.agents.agent import AgentError
from counterplay.agents.clock import Clock
from counterplay.agents.engine_process import EngineProcess, find_program
from counterplay.core import BadParameter, Game, Limit, MissingTrait, Position
from counterplay.core.kinds import NUMBER, WHOLE, Kind
from counterplay.core.userfile import quoted

if TYPE_CHECKING:
    from counterplay.games.chess import Chess

HANDSHAKE = 10.0  # seconds to say 'uciok' and 'readyok'
GRACE = 5.0  # seconds beyond its time after which an engine counts as hanging
PATIENCE = 60.0  # seconds to wait for an answer that is bound by nodes or depth alone
DEFAULT_SECONDS = 1.0
OURS: dict[str, Kind] = {"seconds": NUMBER, "nodes": WHOLE, "depth": WHOLE, "patience": NUMBER}


class Terms(NamedTuple):
    """What an engine may spend on a move; None: no bound of that kind."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    patience: float = PATIENCE  # seconds


class UciAgent:
    """A chess engine that is started when it is first needed, and ends with `close` or with this object."""

    def __init__(self, command: str, options: Mapping[str, str] | None = None, terms: Terms | None = None) -> None:
        try:
            self.command = shlex.split(command)
        except ValueError as error:
            raise BadParameter(f"'{quoted(command)}' is no command line: {error}") from None
        if not self.command:
            raise BadParameter("uci: needs the command of an engine, as in uci:stockfish")
        find_program(self.command[0])
        self.options, self.terms = dict(options or {}), terms or Terms()
        self.name = f"uci:{command}"
        self.clock: Clock | None = None
        self.engine: EngineProcess | None = None

    def refuse(self, game: Game) -> None:
        """UCI is spoken by chess engines alone."""
        from counterplay.games.chess import Chess

        if not isinstance(game, Chess):
            raise MissingTrait(f"{self.name} cannot play {game.title_text}: engines of this protocol play chess; level:5 works")

    def prepare(self, position: Position) -> None:
        """Start the engine and set its options."""
        self.refuse(position.game)
        if self.engine is None:
            self.engine = EngineProcess(self.command)
            try:
                self._greet(self.engine)
            except BaseException:
                self.close()
                raise

    def on_clock(self, clock: Clock) -> None:
        """The time for the next choice."""
        self.clock = clock

    def close(self) -> None:
        """End the engine."""
        if self.engine is not None:
            self.engine.close("quit")
            self.engine = None

    def choose(self, position: Position) -> int:
        """The engine's move; one that crashed, hung or answered nonsense is ended, and started again for the next choice."""
        self.prepare(position)
        assert self.engine is not None
        try:
            self.engine.send(_position_command(position))
            go, patience = self._go_command(position.player)
            self.engine.send(go)
            for line in self.engine.lines(patience, "bestmove"):
                word, _, rest = line.partition(" ")
                if word == "bestmove":
                    return self._legal(position, (rest.split() or [""])[0])
        except BaseException:
            self.close()
            raise
        raise AssertionError("lines() ends by an exception")

    def _greet(self, engine: EngineProcess) -> None:
        engine.send("uci")
        known: dict[str, str] = {}  # by the name in small letters: UCI does not tell capitals apart
        for line in engine.lines(HANDSHAKE, "uciok"):
            if line == "uciok":
                break
            if line.startswith("option name "):
                name = line.removeprefix("option name ").partition(" type ")[0].strip()
                known[name.lower()] = name
        for name, value in self.options.items():
            if name.lower() not in known:
                raise AgentError(f"'{engine.name}' has no option '{name}'; it has {', '.join(known.values()) or 'none'}")
            engine.send(f"setoption name {known[name.lower()]} value {value}")
        engine.send("ucinewgame")
        engine.send("isready")
        for line in engine.lines(HANDSHAKE, "readyok"):
            if line == "readyok":
                return

    def _go_command(self, player: int) -> tuple[str, float]:
        """The command, and how long to wait for its answer."""
        terms, clock = self.terms, self.clock
        words = [f"nodes {terms.nodes}"] if terms.nodes is not None else []
        words += [f"depth {terms.depth}"] if terms.depth is not None else []
        seconds = terms.seconds
        if clock is not None and clock.remaining is not None and seconds is None and not words:
            other = clock.others[0] if clock.others else clock.remaining
            white, black = (clock.remaining, other) if player == 0 else (other, clock.remaining)
            increment = _milliseconds(clock.increment, 0)
            times = f"wtime {_milliseconds(white)} btime {_milliseconds(black)} winc {increment} binc {increment}"
            return f"go {times}", clock.remaining + GRACE
        if clock is not None:
            seconds = clock.budget if seconds is None else min(seconds, clock.budget)
        if seconds is None and not words:
            seconds = DEFAULT_SECONDS
        if seconds is not None:
            words.append(f"movetime {_milliseconds(seconds)}")
        return f"go {' '.join(words)}", terms.patience if seconds is None else seconds + GRACE

    def _legal(self, position: Position, text: str) -> int:
        game = cast("Chess", position.game)
        for action in position.choices:
            if game.uci(action) == text:
                return action
        raise AgentError(
            f"'{self.command[0]}' played '{quoted(text)}', which is not legal in '{game.dump(position.state)}'", "illegal"
        )


def _milliseconds(seconds: float, least: int = 1) -> int:
    return max(least, int(1000 * seconds))


def _position_command(position: Position) -> str:
    line, game = position.line(), cast("Chess", position.game)
    start = game.dump(line[0].state)
    moves = [game.uci(p.action) for p in line[1:] if p.action is not None]
    where = "startpos" if start == game.dump(game.initial()) else f"fen {start}"
    return f"position {where}" + (f" moves {' '.join(moves)}" if moves else "")


def make_uci(text: str) -> UciAgent:
    """`COMMAND` or `COMMAND?NAME=VALUE&NAME=VALUE`: options of the engine, and seconds, nodes, depth, patience of ours."""
    command, _, tail = text.partition("?")
    options: dict[str, str] = {}
    terms: dict[str, float | int] = {}
    for part in filter(None, (piece.strip() for piece in tail.split("&"))):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not name or not value.isprintable():
            raise BadParameter(f"'{quoted(part)}' is no option; write NAME=VALUE, several joined by &")
        if name not in OURS:
            options[name] = value
            continue
        try:
            terms[name] = OURS[name].read(value)
        except ValueError:
            raise BadParameter(f"{name} must be {OURS[name].wanted}, not '{quoted(value)}'") from None
        if terms[name] <= 0:
            raise BadParameter(f"{name} must be above 0, not {value}")
        Limit(**{"seconds" if name == "patience" else name: terms[name]})  # type: ignore[arg-type]  # refuses what is beyond every game
    return UciAgent(command.strip(), options, Terms(**terms))  # type: ignore[arg-type]
