"""Programs of Debian that play shogi, tori shogi and omega chess, as opponents in matches:

counterplay match shogi engine "bench/outside_programs.py:GnuShogi" --games 10 --seconds-per-move 1 --grace 10
counterplay match tori_shogi engine "bench/outside_programs.py:SjaakTori" --games 10 --seconds-per-move 1 --grace 10

They are asked for one move at a time, with as many seconds for it as the match gives. GNU Shogi has a clock for its
next 60 moves instead, with that much for each on average.
"""

from __future__ import annotations

import math
import re
import shutil
from typing import Any, ClassVar

from counterplay.agents.agent import AgentError
from counterplay.agents.engine_process import EngineProcess
from counterplay.agents.time_control import Clock
from counterplay.core import Game, Position

GRACE = 20.0  # seconds beyond its time after which a program counts as hanging
DEFAULT_SECONDS = 1.0
CLOCK_MOVES = 60


class _Program:
    """A program that follows the game in `force` mode and moves after `go`."""

    game: ClassVar[str]
    program: ClassVar[str]
    move: ClassVar[re.Pattern[str]]

    def __init__(self) -> None:
        self.seconds = DEFAULT_SECONDS
        self.engine: EngineProcess | None = None
        self.told: list[int] = []  # the actions that the program knows of

    def command(self) -> list[str]:
        """What starts it."""
        return [shutil.which(self.program) or f"/usr/games/{self.program}"]

    def greeting(self) -> list[str]:
        """The first lines it is sent."""
        raise NotImplementedError

    def written(self, game: Any, s: Any, action: int) -> str:
        """A move as the program writes it."""
        raise NotImplementedError

    def refuse(self, game: Game) -> None:
        """It knows one game."""
        if game.catalogue_name() != self.game:
            raise AgentError(f"{self.program} plays {self.game} here, not {game.title_text}")

    def on_clock(self, clock: Clock) -> None:
        """The time for the next move."""
        self.seconds = clock.budget

    def close(self) -> None:
        """End the program."""
        if self.engine is not None:
            self.engine.close("quit")
            self.engine = None

    def choose(self, position: Position) -> int:
        """Its move."""
        actions = position.played()
        if self.engine is None or actions[: len(self.told)] != self.told:
            self.close()
            self.engine, self.told = EngineProcess(self.command()), []
            for line in self.greeting():
                self.engine.send(line)
        self.engine.send("force")
        before = position.line()
        for place in range(len(self.told), len(actions)):
            self.engine.send(self.written(position.game, before[place].state, actions[place]))
        self.engine.send("go")

        def found(text: str) -> str | None:
            match = self.move.search(text)
            return match[1] if match else None

        text = self.engine.await_answer(self.seconds + GRACE, "move", found)
        for action in position.choices:
            if self.written(position.game, position.state, action) == text:
                self.told = [*actions, action]
                return action
        raise AgentError(f"{self.program} played '{text}', which is not legal here", "illegal")


class GnuShogi(_Program):
    """GNU Shogi, without thinking in its opponent's time; its moves are those of USI."""

    game, program = "shogi", "gnushogi"
    move = re.compile(r"^\d+\. \.\.\. (\S+)")

    def command(self) -> list[str]:
        """With lines instead of a board, and without thinking in its opponent's time."""
        return [*super().command(), "-X", "-a"]

    def greeting(self) -> list[str]:
        """Its clock: so many moves in so many minutes and seconds."""
        minutes, seconds = divmod(math.ceil(CLOCK_MOVES * self.seconds), 60)
        return [f"level {CLOCK_MOVES} {minutes}:{seconds:02}"]

    def written(self, game: Any, s: Any, action: int) -> str:
        """As the game names it."""
        return str(game.action_name(s, action))


class _Sjaak(_Program):
    """Sjaak II as it is when nobody sets an option."""

    program = "sjaakii"
    variant: ClassVar[str]
    move = re.compile(r"^move (\S+)")

    def greeting(self) -> list[str]:
        """Its game and the time for each move."""
        return ["xboard", "protover 2", "easy", f"variant {self.variant}", "force", f"st {self.seconds:g}"]


class SjaakTori(_Sjaak):
    """Tori shogi, with squares named a1 to g7 from below."""

    game, variant = "tori_shogi", "tori"
    square = re.compile(r"(\d)([a-g])")

    def written(self, game: Any, s: Any, action: int) -> str:
        """Drops as S@c3, promotions with a plus."""
        name = str(game.action_name(s, action)).replace("*", "@")
        return self.square.sub(lambda found: f"{'gfedcba'[int(found[1]) - 1]}{ord('h') - ord(found[2])}", name)


class SjaakOmega(_Sjaak):
    """Omega chess on the 12 x 12 squares that its corners span."""

    game, variant = "omega_chess", "omega"
    corners: ClassVar[dict[str, str]] = {"w1": "a1", "w2": "l1", "w3": "l12", "w4": "a12"}

    def written(self, game: Any, s: Any, action: int) -> str:
        """By the squares; castling as O-O, a promotion by a small letter at the end."""
        names = [game.board.names[cell] for cell in game.action_cells(s, action)]
        squares = [self.corners.get(name) or f"{chr(ord(name[0]) + 1)}{int(name[1]) + 2}" for name in names]
        return str(game.castling_name(s, action) or "".join(squares) + game.promotion(action).lower())
