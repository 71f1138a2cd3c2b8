"""A game whose actions are tried in random order, to see what good order is worth."""

from __future__ import annotations

import inspect
from typing import Any

from counterplay.core import Game, state_key


class RandomOrder:
    """Mixed into a game: children are tried in a random order, the same whenever a state is met."""

    def order(self, s: Any, a: int) -> float:
        """A random number for each action."""
        return (state_key((self.key(s), a)) % 65521) / 65521.0  # type: ignore[attr-defined]


def shuffled(game: Game) -> Game:
    """The same game with its actions in random order, for searches that go by `order`."""
    cls = type(game)
    own = {"__module__": cls.__module__, "name": f"shuffled_{cls.catalogue_name()}", "__doc__": inspect.getdoc(cls)}
    made: Game = type(f"Shuffled{cls.__name__}", (RandomOrder, cls), own)(**game.parameters)
    return made
