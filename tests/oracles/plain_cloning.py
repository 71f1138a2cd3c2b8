"""Ataxx and hexxagon a second time, from the rules alone: a dictionary of stones, and cells told apart by their coordinates."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

from counterplay.core import Game

Spot = tuple[int, int]


class Table(NamedTuple):
    stones: tuple[tuple[Spot, int], ...]  # sorted
    turn: int
    quiet: int  # moves since the last clone


class PlainCloning(Game):
    """Named cells at spots, with a distance between any two; `stones` is the start."""

    max_plies = 10_000

    def __init__(self, names: dict[Spot, str], distance: Callable[[Spot, Spot], int], stones: dict[str, int]) -> None:
        self.names, self.distance = names, distance
        self.within = {a: [(b, distance(a, b)) for b in names if 1 <= distance(a, b) <= 2] for a in names}
        self.listed: dict[tuple[Table, int], dict[str, tuple[Spot, Spot | None]]] = {}  # moves that were asked for before
        self.stones = {spot: stones[name] for spot, name in names.items() if name in stones}

    def initial(self) -> Table:
        return Table(tuple(sorted(self.stones.items())), 0, 0)

    def player(self, s: Table) -> int:
        return s.turn

    def moves(self, s: Table, p: int) -> dict[str, tuple[Spot, Spot | None]]:
        """The names of a player's moves: where a stone arrives, and the cell that becomes free, if any."""
        if (s, p) not in self.listed:
            found: dict[str, tuple[Spot, Spot | None]] = {}
            taken = dict(s.stones)
            for start in (spot for spot, owner in s.stones if owner == p):
                for end, steps in self.within[start]:
                    if end not in taken and steps == 1:
                        found[self.names[end]] = (end, None)
                    elif end not in taken:
                        found[f"{self.names[start]}-{self.names[end]}"] = (end, start)
            self.listed[s, p] = dict(sorted(found.items()))
        return self.listed[s, p]

    def actions(self, s: Table) -> list[int]:
        return list(range(max(len(self.moves(s, s.turn)), 1)))

    def action_name(self, s: Table, a: int) -> str:
        names = list(self.moves(s, s.turn))
        return names[a] if names else "pass"

    def result(self, s: Table, a: int) -> Table:
        moves = self.moves(s, s.turn)
        if not moves:
            return Table(s.stones, 1 - s.turn, s.quiet + 1)
        end, left = list(moves.values())[a]
        stones = {spot: s.turn if self.distance(spot, end) == 1 else owner for spot, owner in s.stones if spot != left}
        stones[end] = s.turn
        return Table(tuple(sorted(stones.items())), 1 - s.turn, 0 if left is None else s.quiet + 1)

    def over(self, s: Table) -> bool:
        """Whether the count of stones decides."""
        return len({owner for _, owner in s.stones}) < 2 or not (self.moves(s, 0) or self.moves(s, 1))

    def terminal(self, s: Table) -> bool:
        return self.over(s) or s.quiet == 100

    def utility(self, s: Table, p: int) -> float:
        lead = sum(1 if owner == p else -1 for _, owner in s.stones)
        return float((lead > 0) - (lead < 0)) if self.over(s) else 0.0


def lively(rng: random.Random, s: Any, choices: list[int]) -> int:
    """Mostly clones, which have the lower numbers, so that random games fill the board."""
    return min(rng.choices(choices, k=3))
