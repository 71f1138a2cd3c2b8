"""Shogi engines of others as agents: `usi:gpsusi?seconds=0.5`.

The Universal Shogi Interface (T. Romstad, 2007) is UCI with other names for a few things; Black moves first.
"""

from __future__ import annotations

from typing import cast

from counterplay.agents.engine_process import EngineProcess
from counterplay.agents.uci_agent import UciAgent
from counterplay.core import Game, MissingTrait, Position


class UsiAgent(UciAgent):
    """A shogi engine that speaks USI."""

    protocol, example, position_word, clocks = "usi", "usi:gpsusi", "sfen", ("b", "w")
    move_time = "btime 0 wtime 0 byoyomi"

    def refuse(self, game: Game) -> None:
        """Shogi alone."""
        from counterplay.games.chess_like.shogi import Shogi

        if not isinstance(game, Shogi):
            raise MissingTrait(f"{self.name} cannot play {game.title_text}: engines of this protocol play shogi; level:5 works")

    def begin(self, engine: EngineProcess) -> None:
        """Engines of USI load what they know, which may take long, when asked whether they are ready: before a game."""
        self.await_ready(engine, self.terms.patience)
        engine.send("usinewgame")

    def written(self, game: Game, action: int) -> str:
        """As the game names it."""
        from counterplay.games.chess_like.shogi import Shogi

        return cast(Shogi, game).usi(action)

    def legal(self, position: Position, text: str) -> int:
        """The action of a move that the program has written; it may also give up."""
        if text == "resign":
            raise self.resignation()
        return super().legal(position, text)
