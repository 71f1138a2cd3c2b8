"""The same game with its actions tried in another order: what alpha-beta saves depends on nothing else."""

from __future__ import annotations

import copy
import random
from typing import Any

from counterplay.core import CHANCE, BadParameter, Game, Position
from counterplay.core.text.name_spelling import spelt

# As the game lists them; best first, by their values at the depth of the search; worst first; by lot.
ORDERS = ("game", "best", "worst", "random")
MOST_VALUED = 10_000  # nodes whose values are found in plain Python: a second or two
SEED = 1  # of the lot: a teacher sees the same tree twice
Orders = dict[int, list[int]]  # by the key of a state: its actions in the order in which they are tried


class Reordered:
    """Mixed into a game: actions come in an order that was worked out before; elsewhere in the game's own."""

    tried: Orders

    def actions(self, s: Any) -> Any:
        """The same actions."""
        own = [int(a) for a in super().actions(s)]  # type: ignore[misc]
        return self.tried.get(int(self.key(s)), own)  # type: ignore[attr-defined]


def in_order(position: Position, order: str, depth: int) -> Position:
    """The position in a game whose actions are tried in this order, for a search of so many plies."""
    order = spelt(order, ORDERS)
    found = Valuation(position.game, order)
    found.value(position.state, depth)
    game: Any = copy.copy(position.game)
    cls = type(position.game)
    own = {"__module__": cls.__module__, "name": cls.catalogue_name(), "__doc__": cls.__doc__}
    game.__class__ = type(f"Reordered{cls.__name__}", (Reordered, cls), own)
    game.tried = found.orders
    return Position(game, position.state)


class Valuation:
    """Every player's value of every node down to a depth, by which the actions of each are sorted."""

    def __init__(self, game: Game, order: str) -> None:
        self.game, self.order = game, order
        self.orders: Orders = {}
        self.lot = random.Random(SEED)
        self.nodes = 0

    def value(self, s: Any, depth: int) -> list[float]:
        """By backward induction: each player maximises its own part, chance is averaged."""
        game = self.game
        self.nodes += 1
        if self.nodes > MOST_VALUED:
            raise BadParameter(
                f"to sort the actions of {game.title_text} by their values, more than {MOST_VALUED:,} positions would have to "
                "be looked at; give a smaller depth, or the game's own order"
            )
        players = range(game.players)
        if game.terminal(s):
            return [float(game.utility(s, p)) for p in players]
        if depth == 0:
            return [float(game.evaluate(s, p)) for p in players]
        mover = int(game.player(s))
        if mover == CHANCE:
            parts = [(float(p), self.value(game.result(s, int(a)), depth - 1)) for a, p in game.outcomes(s)]
            return [sum(p * part[i] for p, part in parts) for i in players]
        actions = [int(a) for a in game.actions(s)]
        values = {a: self.value(game.result(s, a), depth - 1) for a in actions}
        self.orders.setdefault(int(game.key(s)), self._sorted(actions, values, mover))
        return max(values.values(), key=lambda value: value[mover])

    def _sorted(self, actions: list[int], values: dict[int, list[float]], mover: int) -> list[int]:
        if self.order == "random":
            return self.lot.sample(actions, len(actions))
        return sorted(actions, key=lambda a: values[a][mover], reverse=self.order == "best")
