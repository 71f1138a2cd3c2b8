"""A game whose turns take several actions, played turn by turn: all that a player does in a row is one action."""

from __future__ import annotations

from typing import Any

from counterplay.check.state_copies import frozen
from counterplay.core import Game


class WholeTurns(Game):
    """Another game with its turns for actions; a turn that can be played in two ways is two actions."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._ends: dict[Any, list[Any]] = {}  # what was asked for before

    def initial(self) -> Any:
        return self.game.initial()

    def player(self, s: Any) -> int:
        return self.game.player(s)

    def ends(self, s: Any) -> list[Any]:
        """The states that a turn from here can end in."""
        if frozen(s) not in self._ends:
            found, open_states = [], [s]
            while open_states:
                here = open_states.pop()
                for t in (self.game.result(here, a) for a in self.game.actions(here)):
                    over = self.game.terminal(t) or self.game.player(t) != self.game.player(s)
                    (found if over else open_states).append(t)
            self._ends[frozen(s)] = found
        return self._ends[frozen(s)]

    def actions(self, s: Any) -> list[int]:
        return list(range(len(self.ends(s))))

    def result(self, s: Any, a: int) -> Any:
        return self.ends(s)[a]

    def terminal(self, s: Any) -> bool:
        return self.game.terminal(s)

    def utility(self, s: Any, p: int) -> float:
        return self.game.utility(s, p)

    def counts(self, turns: int) -> tuple[list[int], list[int]]:
        """For 1, 2, ... turns how many ways there are to play them, and how many different positions they lead to."""
        ways, totals, positions = {frozen(self.initial()): (self.initial(), 1)}, [], []
        for _ in range(turns):
            following: dict[Any, tuple[Any, int]] = {}
            for s, times in ways.values():
                for t in [] if self.terminal(s) else self.ends(s):
                    following[frozen(t)] = (t, times + following.get(frozen(t), (t, 0))[1])
            ways = following
            totals.append(sum(times for _, times in ways.values()))
            positions.append(len(ways))
        return totals, positions
