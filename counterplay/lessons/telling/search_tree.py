"""The tree that a traced search walked: its nodes, their states, and the children it never came to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from counterplay.core import CHANCE, Event, Kind, Position


@dataclass
class Spot:
    """A node of the search; those never entered are known from the game alone."""

    id: int
    parent: int  # -1 for the root
    ply: int
    action: int  # that led here
    player: int
    entered: bool = True
    leaf: bool = False
    children: list[int] = field(default_factory=list)  # entered ones, in the order of entering
    size: int = 1  # nodes entered here and below


class SearchTree:
    """Nodes by their number in the trace; states are worked out when they are asked for."""

    def __init__(self, position: Position, events: list[Event]) -> None:
        self.position, self.game = position, position.game
        self.spots: list[Spot] = []
        for event in events:
            if event.kind == Kind.ENTER:
                self.spots.append(Spot(event.node, event.parent, event.ply, event.action, event.player))
                if event.parent >= 0:
                    self.spots[event.parent].children.append(event.node)
            elif event.kind == Kind.LEAF:
                self.spots[event.node].leaf = True
        self.entered = len(self.spots)
        for spot in reversed(self.spots[1:]):
            self.spots[spot.parent].size += spot.size
        self._states: dict[int, Any] = {0: position.state}
        self._choices: dict[int, list[int]] = {0: position.choices}
        self._unseen: dict[tuple[int, int], int] = {}  # (node, action) -> the child never entered

    def state(self, node: int) -> Any:
        """The game's state at a node."""
        missing = []
        while node not in self._states:
            missing.append(node)
            node = self.spots[node].parent
        state = self._states[node]
        for child in reversed(missing):
            state = self._states[child] = self.game.result(state, self.spots[child].action)
        return state

    def choices(self, node: int) -> list[int]:
        """The actions or outcomes at a node, in the game's order; none at a leaf of the search."""
        if self.spots[node].leaf:
            return []
        if node not in self._choices:
            self._choices[node] = self.game.choices(self.state(node))
        return self._choices[node]

    def children(self, node: int) -> list[int]:
        """All children in the game's order; one that was never entered gets a number of its own, beyond those of the trace."""
        if not self.spots[node].entered:
            return []
        seen = {self.spots[child].action: child for child in self.spots[node].children}
        return [seen[a] if a in seen else self._never_entered(node, a) for a in self.choices(node)]

    def _never_entered(self, node: int, action: int) -> int:
        if (node, action) not in self._unseen:
            child = len(self.spots)
            self.spots.append(Spot(child, node, self.spots[node].ply + 1, action, CHANCE, entered=False, size=0))
            spot = self.spots[child]
            state = self.state(child)
            spot.player, spot.leaf = int(self.game.player(state)), bool(self.game.terminal(state))
            self._unseen[node, action] = child
        return self._unseen[node, action]

    def path(self, node: int) -> list[int]:
        """The actions from the root to a node."""
        actions = []
        while node > 0:
            actions.append(self.spots[node].action)
            node = self.spots[node].parent
        return actions[::-1]

    def action_name(self, node: int) -> str:
        """How people write the action that led to a node."""
        spot = self.spots[node]
        return "" if node == 0 else self.game.action_name(self.state(spot.parent), spot.action)

    def follow(self, actions: tuple[int, ...]) -> list[int]:
        """The entered nodes along a line of play, from the root on."""
        line = [0]
        for action in actions:
            after = [child for child in self.spots[line[-1]].children if self.spots[child].action == action]
            if not after:
                break
            line.append(after[0])
        return line

    def probability(self, node: int) -> float | None:
        """How likely chance leads to a node; None where a player decides."""
        spot = self.spots[node]
        if node == 0 or self.spots[spot.parent].player != CHANCE:
            return None
        outcomes = self.game.outcomes(self.state(spot.parent))
        return next(float(p) for a, p in outcomes if int(a) == spot.action)
