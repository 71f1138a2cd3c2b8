"""An agent that searches its own version of a game: the same rules with another estimate, on one side of a match."""

from __future__ import annotations

from typing import Any

from counterplay.agents.agent import SearchAgent
from counterplay.core import BadParameter, Game, Limit, Position
from counterplay.core.hashing import states_equal
from counterplay.core.text.parameter_kinds import shown
from counterplay.search.algorithm import AnyAlgorithm


class EvaluationAgent(SearchAgent):
    """Searches with a game of its own, usually a subclass with another `evaluate`; the rules must be those that are played.

    limit, algorithm and options are those of every search agent. In a file, derive a class whose `__init__` takes nothing.
    """

    def __init__(self, game: Game, limit: Limit | None = None, algorithm: str | AnyAlgorithm = "auto", **options: Any) -> None:
        if not isinstance(game, Game):
            raise BadParameter(f"an EvaluationAgent takes a game, as Kalah() or make_game('kalah') makes it, not {shown(game)}")
        super().__init__(algorithm, limit, **options)
        self.game = game
        self.name = type(game).__name__

    def refuse(self, game: Game) -> None:
        """Positions must mean the same in both games: one class derives from the other, and the parameters agree."""
        if not isinstance(self.game, type(game)) and not isinstance(game, type(self.game)):
            raise BadParameter(f"{self.name} is no version of {game.title_text}, which is played")
        theirs = {name: value for name, value in game.parameters.items() if name not in type(game).tunables}
        for name, value in theirs.items():
            if name in self.game.parameters and not states_equal(self.game.parameters[name], value):
                raise BadParameter(f"{self.name} has {name}={self.game.parameters[name]}, and {game.spec} is played")
        super().refuse(self.game)

    def prepare(self, position: Position) -> None:
        """Compile, or load, everything the search needs."""
        super().prepare(self._own(position))

    def choose(self, position: Position) -> int:
        """The best action found."""
        return super().choose(self._own(position))

    def _own(self, position: Position) -> Position:
        """The same position in the agent's own game, with its history, which counts for repetition."""
        return Position(self.game, position.line()[0].state).play_all(position.played())
