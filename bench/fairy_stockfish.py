"""Fairy-Stockfish as an opponent in ataxx and amazons, from the npm package that runs it without a browser:

npm install --prefix .cache/fairy fairy-stockfish-nnue.wasm
counterplay match ataxx engine bench/fairy_stockfish.py:FairyAtaxx --seconds-per-move 1 --grace 10 --memory 1000000
counterplay match amazons engine bench/fairy_stockfish.py:FairyAmazons --seconds-per-move 1 --grace 10 --memory 1000000

It is given every position anew, and as many seconds for a turn as the match gives for a move. Node reserves a hundred times the
address space that it uses, so the limit on an agent's memory, in MB, is lifted.
"""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any, ClassVar

from counterplay.agents.agent import AgentError
from counterplay.agents.engine_process import EngineProcess
from counterplay.agents.time_control import Clock
from counterplay.core import Game, Position

SCRIPT = Path(".cache/fairy/node_modules/fairy-stockfish-nnue.wasm/uci.js")  # below the folder that the match is started in
COMMAND = ("node", "--no-experimental-fetch")  # Node's own `fetch` refuses the path of the native code
GRACE = 20.0  # seconds beyond its time after which the program counts as hanging
DEFAULT_SECONDS = 1.0


class _Fairy:
    """A variant of Fairy-Stockfish over UCI."""

    game: ClassVar[str]  # its name here, and there
    letters: ClassVar[dict[str, str]]  # pieces of our text -> of its FEN

    def __init__(self) -> None:
        self.seconds = DEFAULT_SECONDS
        self.engine: EngineProcess | None = None

    def refuse(self, game: Game) -> None:
        """It knows one game here."""
        if game.catalogue_name() != self.game:
            raise AgentError(f"this agent plays {self.game}, not {game.title_text}")

    def on_clock(self, clock: Clock) -> None:
        """The time for the next move."""
        self.seconds = clock.budget

    def close(self) -> None:
        """End the program."""
        if self.engine is not None:
            self.engine.close("quit")
            self.engine = None

    def asked(self, position: Position) -> str:
        """Its move in a position, as it writes it."""
        if self.engine is None:
            if not SCRIPT.exists():
                raise AgentError(f"there is no '{SCRIPT}'; npm install --prefix .cache/fairy fairy-stockfish-nnue.wasm")
            self.engine = EngineProcess([*COMMAND, str(SCRIPT)])
            self.engine.send("uci")
            self.engine.await_answer(GRACE, "uciok", lambda line: line == "uciok" or None)
            self.engine.send(f"setoption name UCI_Variant value {self.game}")
        self.engine.send(f"position fen {self.fen(position.game, position.state)}")
        self.engine.send(f"go movetime {max(1, int(1000 * self.seconds))}")
        return self.engine.await_answer(self.seconds + GRACE, "bestmove", best_move)

    @classmethod
    def fen(cls, game: Any, s: Any) -> str:
        """A position as it reads it."""
        board, turn, *_ = game.dump(s).split()
        rows = "/".join(with_numbers("".join(cls.letters.get(sign, sign) for sign in row)) for row in board.split("/"))
        return f"{rows} {'w' if turn in 'xw' else 'b'} - - 0 1"


def with_numbers(row: str) -> str:
    """A row of a board whose empty squares, dots, are counted."""
    runs = ((sign, len(list(same))) for sign, same in itertools.groupby(row))
    return "".join(str(n) if sign == "." else n * sign for sign, n in runs)


def best_move(line: str) -> str | None:
    """The move of a line that tells one."""
    words = line.split()
    return words[1] if len(words) > 1 and words[0] == "bestmove" else None


class FairyAtaxx(_Fairy):
    """Ataxx: `P@f1` makes a new stone, `a1c2` jumps, `0000` passes."""

    game, letters = "ataxx", {"x": "P", "o": "p", "-": "*"}

    @staticmethod
    def written(game: Any, s: Any, action: int) -> str:
        """An action as the program writes it."""
        name = str(game.action_name(s, action))
        return "0000" if name == "pass" else f"P@{name}" if len(name) == 2 else name.replace("-", "")

    def choose(self, position: Position) -> int:
        """Its move."""
        move, game, s = self.asked(position), position.game, position.state
        for action in position.choices:
            if self.written(game, s, action) == move:
                return int(action)
        raise AgentError(f"Fairy-Stockfish plays '{move}', which is no move of this position")


class FairyAmazons(_Fairy):
    """Amazons: `d1d7,d7g4` is a turn, a move and an arrow."""

    game, letters = "amazons", {"w": "Q", "b": "q", "x": "*"}

    def __init__(self) -> None:
        super().__init__()
        self.arrow = ""  # where the arrow of the move just made goes

    @staticmethod
    def written(game: Any, s: Any, action: int) -> str:
        """An action as the program writes it: half a turn."""
        return str(game.action_name(s, action)).replace("-", "")

    def choose(self, position: Position) -> int:
        """Its move; then its arrow."""
        wanted = self.arrow
        if position.game.places(position.choices[0]):
            self.arrow = ""
        else:
            wanted, _, shot = self.asked(position).partition(",")
            self.arrow = _last_square(shot)
        for action in position.choices:
            if self.written(position.game, position.state, action) == wanted:
                return int(action)
        raise AgentError(f"Fairy-Stockfish plays '{wanted}', which is no move of this position")


def _last_square(text: str) -> str:
    """The square that a move goes to: `g10` of `d7g10`."""
    start = max((place for place, sign in enumerate(text) if sign.isalpha()), default=0)
    return text[start:]
