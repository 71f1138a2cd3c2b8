"""What agents that are programs of other people have in common: a command line with options, its start, its end, its time.

`uci_agent`, `cecp_agent`, `gtp_agent` and `gnubg_agent` speak to them. An agent is written
`PROTOCOL:COMMAND?NAME=VALUE&NAME=VALUE`: some of the names are bounds of ours, listed in `bounds`, all others are options of
the program.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import ClassVar, NamedTuple, TypeVar, cast

from counterplay.agents.agent import AgentError
from counterplay.agents.engine_process import EngineProcess, find_program
from counterplay.agents.time_control import Clock
from counterplay.core import BadParameter, Game, Limit, MissingTrait, Position
from counterplay.core.files.user_file import quoted
from counterplay.core.text.parameter_kinds import NUMBER, WHOLE, Kind

HANDSHAKE = 10.0  # seconds until a program has answered the first commands
GRACE = 5.0  # seconds beyond its time after which a program counts as hanging
PATIENCE = 60.0  # seconds to wait for an answer that is not bound by time
DEFAULT_SECONDS = 1.0
BOUNDS: dict[str, Kind] = {"seconds": NUMBER, "nodes": WHOLE, "depth": WHOLE, "patience": NUMBER}


class Terms(NamedTuple):
    """What a program may spend on a move; None: no bound of that kind."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    patience: float = PATIENCE  # seconds


class EngineAgent:
    """A program that is started when it is first needed, and ends with `close` or with this object."""

    protocol: ClassVar[str]  # what the names of such agents begin with
    example: ClassVar[str]  # such a name
    bounds: ClassVar[tuple[str, ...]]  # those of BOUNDS that the protocol can pass on
    farewell: ClassVar[str] = "quit"  # what tells it to end

    def __init__(self, command: str, options: Mapping[str, str] | None = None, terms: Terms | None = None) -> None:
        try:
            self.command = shlex.split(command)
        except ValueError as error:
            raise BadParameter(f"'{quoted(command)}' is no command line: {error}") from None
        if not self.command:
            raise BadParameter(f"{self.protocol}: needs the command of an engine, as in {self.example}")
        find_program(self.command[0])
        self.options, self.terms = dict(options or {}), terms or Terms()
        self.name = f"{self.protocol}:{command}"
        self.clock: Clock | None = None
        self.engine: EngineProcess | None = None

    def refuse(self, game: Game) -> None:
        """Say in one sentence that the protocol does not know this game."""
        raise NotImplementedError

    def greet(self, engine: EngineProcess, position: Position) -> None:
        """The first commands to a program that has just been started, its options among them."""
        raise NotImplementedError

    def answer(self, engine: EngineProcess, position: Position) -> int:
        """Ask for a move and wait for it."""
        raise NotImplementedError

    def prepare(self, position: Position) -> None:
        """Start the program and set its options."""
        self.refuse(position.game)
        if self.engine is None:
            self.engine = EngineProcess(self.command)
            try:
                self.greet(self.engine, position)
            except BaseException:
                self.close()
                raise

    def on_clock(self, clock: Clock) -> None:
        """The time for the next choice."""
        self.clock = clock

    def close(self) -> None:
        """End the program."""
        if self.engine is not None:
            self.engine.close(self.farewell)
            self.engine = None

    def choose(self, position: Position) -> int:
        """Its move; a program that crashed, hung or answered nonsense is ended, and started again for the next choice."""
        self.prepare(position)
        assert self.engine is not None
        try:
            return self.answer(self.engine, position)
        except BaseException:
            self.close()
            raise

    def running_clock(self) -> Clock | None:
        """The clock to pass on: one that runs down, where no bound of the agent's own says otherwise."""
        bound = any(limit is not None for limit in (self.terms.seconds, self.terms.nodes, self.terms.depth))
        clock = self.clock
        return clock if clock is not None and clock.remaining is not None and not bound else None

    def seconds_for_move(self) -> float | None:
        """The time for a move, by its own bound and the clock's; None where depth or nodes alone bind it."""
        terms, clock = self.terms, self.clock
        if clock is not None:
            return clock.budget if terms.seconds is None else min(terms.seconds, clock.budget)
        if terms.seconds is None and terms.nodes is None and terms.depth is None:
            return DEFAULT_SECONDS
        return terms.seconds

    def wait(self, seconds: float | None) -> float:
        """How long to wait for an answer that may take so many seconds."""
        return self.terms.patience if seconds is None else seconds + GRACE

    def option_name(self, engine: EngineProcess, name: str, known: Mapping[str, str]) -> str:
        """An option as the program spells it; known has the program's spellings by the names in small letters."""
        if name.lower() not in known:
            raise AgentError(f"'{engine.name}' has no option '{name}'; it has {', '.join(known.values()) or 'none'}")
        return known[name.lower()]

    def illegal(self, position: Position, text: str) -> AgentError:
        """The program played something that cannot be played."""
        where = position.game.dump(position.state)
        return AgentError(f"'{self.command[0]}' played '{quoted(text)}', which is not legal in '{where}'", "illegal")

    def resignation(self) -> AgentError:
        """The program gave up."""
        return AgentError(f"'{self.command[0]}' resigned", "resignation")


class ChessEngineAgent(EngineAgent):
    """A program that plays chess and writes moves as e2e4 and e7e8q."""

    def refuse(self, game: Game) -> None:
        """Chess alone."""
        from counterplay.games.chess_like.chess.chess import Chess

        if not isinstance(game, Chess):
            raise MissingTrait(f"{self.name} cannot play {game.title_text}: engines of this protocol play chess; level:5 works")

    def written(self, game: Game, action: int) -> str:
        """A move as the program writes it."""
        return written(game, action)

    def legal(self, position: Position, text: str) -> int:
        """The action of a move that the program has written."""
        for action in position.choices:
            if self.written(position.game, action) == text:
                return action
        raise self.illegal(position, text)


def written(game: Game, action: int) -> str:
    """A move of chess as engines write it."""
    from counterplay.games.chess_like.chess.chess import Chess

    return cast(Chess, game).uci(action)


def started_elsewhere(position: Position) -> str | None:
    """In the game's notation, where the line to this position began; None where it is where all games begin."""
    game = position.game
    start = game.dump(position.line()[0].state)
    return None if start == game.dump(game.initial()) else start


Made = TypeVar("Made", bound=EngineAgent)


def make_engine(kind: type[Made], text: str) -> Made:
    """An agent from `COMMAND` or `COMMAND?NAME=VALUE&NAME=VALUE`."""
    command, _, tail = text.partition("?")
    options: dict[str, str] = {}
    terms: dict[str, float | int] = {}
    for part in filter(None, (piece.strip() for piece in tail.split("&"))):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not name or not value.isprintable():
            raise BadParameter(f"'{quoted(part)}' is no option; write NAME=VALUE, several joined by &")
        if name not in kind.bounds:
            options[name] = value
            continue
        try:
            terms[name] = BOUNDS[name].read(value)
        except ValueError:
            raise BadParameter(f"{name} must be {BOUNDS[name].wanted}, not '{quoted(value)}'") from None
        if terms[name] <= 0:
            raise BadParameter(f"{name} must be above 0, not {value}")
        Limit(**{"seconds" if name == "patience" else name: terms[name]})  # type: ignore[arg-type]  # refuses what is beyond every game
    return kind(command.strip(), options, Terms(**terms))  # type: ignore[arg-type]
