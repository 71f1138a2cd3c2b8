"""Halma and Chinese checkers a second time, from the rules alone: a set of men, and jumps followed one by one."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from typing import Any, NamedTuple

from counterplay.boards.bases.jumping_race_game import JumpingRaceGame, RaceState
from counterplay.check.oracle_walk import WalkedGame
from tests.oracles.named_moves import NamedMoves, walk_beside_plain

Spot = tuple[int, int]  # x to the right, y upwards; half cells on a star


class Layout(NamedTuple):
    men: frozenset[tuple[Spot, int]]  # each with its owner
    turn: int
    played: int


class PlainRace(NamedMoves):
    """Named cells at spots, the ways to a neighbour, the two camps, and cells where no move may end."""

    def __init__(
        self, names: dict[Spot, str], ways: Collection[Spot], camps: tuple[set[Spot], set[Spot]], closed: Collection[Spot] = ()
    ) -> None:
        self.names, self.ways, self.camps, self.closed = names, ways, camps, closed

    def initial(self) -> Layout:
        return Layout(frozenset((spot, owner) for owner, camp in enumerate(self.camps) for spot in camp), 0, 0)

    def player(self, s: Layout) -> int:
        return s.turn

    def jumps(self, spot: Spot, taken: set[Spot], seen: set[Spot]) -> Iterator[Spot]:
        """Where a man comes to who jumps on from a spot, each once."""
        for dx, dy in self.ways:
            over, end = (spot[0] + dx, spot[1] + dy), (spot[0] + 2 * dx, spot[1] + 2 * dy)
            if over in taken and end in self.names and end not in taken | seen:
                seen.add(end)
                yield end
                yield from self.jumps(end, taken, seen)

    def listed(self, s: Layout) -> dict[str, Layout]:
        found = {}
        everybody, goal = {spot for spot, _ in s.men}, self.camps[1 - s.turn]
        for start in [spot for spot, owner in s.men if owner == s.turn]:
            others = everybody - {start}
            ends = {(start[0] + dx, start[1] + dy) for dx, dy in self.ways} & set(self.names) - others
            ends |= set(self.jumps(start, others, {start}))
            for end in ends - set(self.closed):
                if end in goal or start not in goal:
                    men = s.men - {(start, s.turn)} | {(end, s.turn)}
                    found[f"{self.names[start]}-{self.names[end]}"] = Layout(men, 1 - s.turn, s.played + 1)
        return found or {"pass": Layout(s.men, 1 - s.turn, s.played + 1)}

    def winner(self, s: Layout) -> int | None:
        for p in (1 - s.turn, s.turn):
            there = [owner for spot, owner in s.men if spot in self.camps[1 - p]]
            if len(there) == len(self.camps[1 - p]) and p in there:
                return p
        return None

    def terminal(self, s: Layout) -> bool:
        return s.played == 300 or self.winner(s) is not None

    def utility(self, s: Layout, p: int) -> float:
        winner = self.winner(s)
        return 0.0 if winner is None else 1.0 if p == winner else -1.0

    def dump(self, s: Layout) -> str:
        return f"{sorted((self.names[spot], owner) for spot, owner in s.men)} {s.turn} {s.played}"


def shown(game: JumpingRaceGame) -> Callable[[RaceState], str]:
    """A state as the plain game shows it."""

    def show(s: RaceState) -> str:
        men = sorted((game.board.names[cell], content - 1) for cell, content in enumerate(game.contents(s)) if content)
        return f"{men} {s.turn} {s.clock}"

    return show


def forward(game: JumpingRaceGame) -> Callable[[random.Random, Any, list[int]], int]:
    """Mostly a long way ahead, so that games come to an end."""

    def choose(rng: random.Random, s: RaceState, choices: list[int]) -> int:
        if rng.random() < 0.1:
            return rng.choice(choices)
        return max(choices, key=lambda a: game.order(s, a) + rng.random())

    return choose


def walk_beside_the_plain_one(
    game: JumpingRaceGame, plain: PlainRace, games: int, seed: int, moves: int = 301
) -> list[WalkedGame]:
    """Games of men who hurry, in both, or their first moves."""
    return walk_beside_plain(
        game,
        plain,
        show=shown(game),
        choose=forward(game),
        until=lambda position, _: bool(position.state.clock >= moves),
        games=games,
        seed=seed,
    )


def counts(game: JumpingRaceGame, depth: int) -> tuple[list[int], list[int]]:
    """How many sequences of 1, 2, ... moves there are, and how many positions they lead to."""
    level, states = Counter({b"": 1}), {b"": game.initial()}
    sequences, positions = [], []
    for _ in range(depth):
        following: Counter[bytes] = Counter()
        after: dict[bytes, RaceState] = {}
        for known, times in level.items():
            for a in game.actions(states[known]):
                t = game.result(states[known], int(a))
                key = t.board.tobytes()
                following[key] += times
                after[key] = t
        level, states = following, after
        sequences.append(level.total())
        positions.append(len(level))
    return sequences, positions
