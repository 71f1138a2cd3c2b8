"""Programs that speak the Go Text Protocol as agents, whatever board game they play: `gtp:gtp-rhino --level=3` for othello.

Version 2, draft 2 (G. Farneback, 2002, https://www.lysator.liu.se/~gunnar/gtp/). Every command has a number, and its answer
bears the same one: `=7 F5`, or `?7 illegal move`. Moves are written as in the game's own notation.
"""

from __future__ import annotations

from fractions import Fraction

from counterplay.agents import engine_agent
from counterplay.agents.agent import AgentError
from counterplay.agents.engine_agent import EngineAgent, started_elsewhere
from counterplay.agents.engine_process import EngineProcess
from counterplay.core import CounterplayError, Game, MissingTrait, Position
from counterplay.core.files.user_file import quoted

COLOURS = ("black", "white")  # of the players: black begins
PASS = "pass"  # a move of the protocol
MOST_MOVES = 100  # for which a period of whole seconds is given where a move has a fraction of a second


class GtpAgent(EngineAgent):
    """A program that speaks GTP."""

    protocol, example, bounds = "gtp", "gtp:gnugo --mode gtp", ("seconds", "patience")
    commands = 0  # that have been sent
    told: list[int] | None  # the actions of the game that the program follows; None before the first

    def refuse(self, game: Game) -> None:
        """The protocol has two colours and no dice."""
        if game.players != 2 or game.chance or game.hidden:
            raise MissingTrait(
                f"{self.name} cannot play {game.title_text}: this protocol is for two players without chance or secrets; "
                "level:5 works"
            )

    def greet(self, engine: EngineProcess, position: Position) -> None:
        """Set its options, each of which is a command of the same name."""
        self.told = None
        self._demand(engine, "protocol_version")
        for name, value in self.options.items():
            self._demand(engine, f"{name} {value}")

    def answer(self, engine: EngineProcess, position: Position) -> int:
        """What it generates."""
        self._follow(engine, position)
        colour = COLOURS[position.player]
        text = self._ask(engine, f"genmove {colour}", self._set_time(engine, colour))
        if text.lower() == "resign":
            raise self.resignation()
        try:
            action = position.parse(text)
        except CounterplayError:
            raise self.illegal(position, text) from None
        assert self.told is not None
        self.told.append(action)
        return action

    def _ask(self, engine: EngineProcess, command: str, seconds: float) -> str:
        """The first line of the answer; AgentError where the program refuses the command."""
        self.commands += 1
        engine.send(f"{self.commands} {command}")

        def answer_in(line: str) -> str | None:
            head, _, rest = line.partition(" ")
            if head == f"?{self.commands}":
                raise AgentError(f"'{engine.name}' refused '{command}': {quoted(rest) or 'without a reason'}", "rubbish")
            return rest.strip() if head == f"={self.commands}" else None

        return engine.await_answer(seconds, f"answer to {command}", answer_in)

    def _follow(self, engine: EngineProcess, position: Position) -> None:
        """Bring the program to this position: by the last moves if it is there already, else from the start."""
        line = position.line()
        actions = position.played()
        if self.told is None or actions[: len(self.told)] != self.told:
            if (start := started_elsewhere(position)) is not None:
                raise AgentError(f"'{engine.name}' cannot be set up for '{start}': in this protocol games begin at the start")
            self.told = []
            if isinstance(size := getattr(position.game, "size", None), int):
                self._demand(engine, f"boardsize {size}")
            self._demand(engine, "clear_board")
            if isinstance(komi := getattr(position.game, "komi", None), float):
                self._demand(engine, f"komi {komi:g}")
            if handicap := getattr(position.game, "handicap", 0):
                self._demand(engine, f"fixed_handicap {handicap}")
        for before, action in zip(line[len(self.told) :], actions[len(self.told) :], strict=False):
            name = before.game.action_name(before.state, action)
            # Programs for othello pass by themselves where nothing else can be done, and some take no such move.
            send = self._offer if name == PASS and len(before.choices) == 1 else self._demand
            send(engine, f"play {COLOURS[before.player]} {name}")
        self.told = actions

    def _set_time(self, engine: EngineProcess, colour: str) -> float:
        """Say how much time there is, in whole seconds; how long to wait for the move."""
        clock = self.running_clock()
        if clock is not None and clock.remaining is not None:
            self._offer(engine, f"time_settings {int(clock.remaining)} 0 0")
            self._offer(engine, f"time_left {colour} {int(clock.remaining)} 0")
            return self.wait(clock.remaining)
        seconds = self.seconds_for_move() if self.clock is not None or self.terms.seconds is not None else None
        if seconds is not None:
            period = Fraction(seconds).limit_denominator(MOST_MOVES)
            if period:
                self._offer(engine, f"time_settings 0 {period.numerator} {period.denominator}")
                self._offer(engine, f"time_left {colour} {period.numerator} {period.denominator}")
        return self.wait(seconds)

    def _demand(self, engine: EngineProcess, command: str) -> None:
        """A command that has to be carried out, and takes no time."""
        self._ask(engine, command, engine_agent.HANDSHAKE)

    def _offer(self, engine: EngineProcess, command: str) -> None:
        """A command that a program may refuse: not all of them know clocks."""
        try:
            self._demand(engine, command)
        except AgentError as error:
            if error.fault != "rubbish":
                raise
