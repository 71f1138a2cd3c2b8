"""Random games with the hints by which searches leave actions out, drawn as wildly as the contract allows."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
from random_games import EDGES, LENGTH, NO_CLOCK, NODES, SHAPES, TICK, HintedRandomGame, RandomGame, Spot

from counterplay import CHANCE, Repetition
from counterplay.gears.rng import draw_below

EVERY_PLY = -1  # all bits of an edge's `named`
NO_PASS = -1

Rank = tuple[float, float]  # what a player prefers is larger: a better result, then a win sooner or a loss later


class PrunableRandomGame(HintedRandomGame):
    """With the hints that decide what is not searched at all, and those that lists and playouts are made by."""

    name = "prunable_random_game"
    structure_parts = 3
    tunables = (*HintedRandomGame.tunables, "gains", "meek", "named", "passes", "structures")

    def __init__(self, shape: str = "prunable", seed: int = 0) -> None:
        self.gains = np.zeros(EDGES, np.float64)
        self.meek = np.zeros(EDGES, np.int64)  # edges that may be called harmless
        self.named = np.zeros(EDGES, np.int64)  # bit i: the edge is a candidate at ply i
        self.passes = np.zeros(NODES, np.int64)  # where passing leads
        self.structures = np.zeros((NODES, self.structure_parts), np.int64)
        super().__init__(shape, seed)
        _Advice(self, random.Random(f"{shape} {seed} prunable")).fill()

    def noisy_actions(self, s: Any) -> Iterator[int]:
        for e in range(self.first[s.node], self.first[s.node + 1]):
            if self.loud[e] != 0:
                yield int(self.numbers[e])

    def candidates(self, s: Any) -> Iterator[int]:
        for e in range(self.first[s.node], self.first[s.node + 1]):
            if (self.named[e] >> s.ply) & 1 != 0:
                yield int(self.numbers[e])

    def exchange(self, s: Any, a: int) -> float:
        return float(self.gains[self.edge(s, a)])

    def harmless(self, s: Any, a: int) -> bool:
        return self.meek[self.edge(s, a)] != 0

    def structure(self, s: Any, part: int) -> int:
        return int(self.structures[s.node, part])

    def may_skip(self, s: Any) -> bool:
        return self.passes[s.node] != NO_PASS

    def skip(self, s: Any) -> Spot:
        return Spot(int(self.passes[s.node]), s.ply)

    def any_edge(self, s: Any, rng: Any) -> int:
        """One of the edges, all equally likely."""
        first = int(self.first[s.node])
        return first + int(draw_below(rng, self.first[s.node + 1] - first))

    def random_action(self, s: Any, rng: Any) -> int:
        return int(self.numbers[self.any_edge(s, rng)])

    def playout_action(self, s: Any, rng: Any) -> int:
        one, other = self.any_edge(s, rng), self.any_edge(s, rng)
        return int(self.numbers[one if self.hints[one] >= self.hints[other] else other])


GAMES: dict[str, type[RandomGame]] = {"none": RandomGame, "some": HintedRandomGame, "all": PrunableRandomGame}


def random_game(shape: str, seed: int) -> RandomGame:
    """The game of this shape and seed."""
    return GAMES[SHAPES[shape].hints](shape, seed)


class _Advice:
    """The hints of one game being drawn, once its rules are: the arrays are filled in place."""

    def __init__(self, game: PrunableRandomGame, draw: random.Random) -> None:
        self.game, self.draw = game, draw
        self.ranks: dict[tuple[int, int], Rank] = {}

    def fill(self) -> None:
        """Draw everything."""
        game, draw = self.game, self.draw
        low, high = game.utility_range
        game.estimates *= draw.choice((1.0, 0.1, 0.01))  # margins are counted in their spread: small ones prune more
        spread = draw.choice((0.0, 0.3, 1.0)) * (high - low)
        meekness, few = draw.choice((0.0, 0.5, 1.0)), draw.choice((1, 3, 2**40))
        for node in range(NODES):
            game.structures[node] = [draw.randrange(-few, few) for _ in range(game.structure_parts)]
            game.passes[node] = self.after_pass(node)
            for e in self.edges(node):
                game.gains[e] = draw.gauss(-spread / 2, spread)
                game.meek[e] = self.is_harmless(node, e) and draw.random() < meekness
        game.named[:] = EVERY_PLY
        # Which action is best depends on the path where repetition counts, and of several players on what the others prefer.
        if game.repetition == Repetition.NOTHING and (game.players == 1 or (game.players == 2 and game.zero_sum)):
            self.name_candidates(draw.choice((0.0, 0.2, 0.7)))

    def edges(self, node: int) -> range:
        """Those of a node."""
        return range(int(self.game.first[node]), int(self.game.first[node + 1]))

    def after_pass(self, node: int) -> int:
        """A node in which another player is to move."""
        movers, ends = self.game.movers, self.game.ends
        others = [n for n in range(NODES) if not ends[n] and self.edges(n) and movers[n] not in (movers[node], CHANCE)]
        return self.draw.choice(others) if others and self.edges(node) and self.draw.random() < 0.8 else NO_PASS

    def is_harmless(self, node: int, edge: int) -> bool:
        """Quiet, wins nothing even if time is up, and leaves no threat."""
        game = self.game
        after, mover = game.targets[edge], game.movers[node]
        return bool(not game.loud[edge] and not game.alarms[after] and (mover == CHANCE or game.utilities[after, mover] <= 0.0))

    def name_candidates(self, others: float) -> None:
        """At each ply of each node one of the best actions, and with this probability any other."""
        game, draw = self.game, self.draw
        clocked = game.settings[LENGTH] < NO_CLOCK
        for node in range(NODES):
            for ply in range(int(game.settings[LENGTH]) if clocked else 1):
                ranks = {e: self.rank_after(node, e, ply) for e in self.edges(node)}
                best = [e for e, rank in ranks.items() if rank == max(ranks.values())]
                kept = draw.choice(best) if best else None
                for e in ranks:
                    if e != kept and draw.random() >= others:
                        game.named[e] &= ~(1 << ply)

    def rank_after(self, node: int, edge: int, ply: int) -> Rank:
        """What an action is worth to the player who takes it."""
        game = self.game
        mover, after = int(game.movers[node]), int(game.targets[edge])
        score, plies = self.result(after, ply + int(game.settings[TICK]))
        score = -score if mover == 1 else score
        return score, plies + 1 if score < 0.0 else -plies - 1 if score > 0.0 else 0.0

    def result(self, node: int, ply: int) -> Rank:
        """What a state is worth to the first player with best play, and how many plies are left."""
        game, name = self.game, (node, ply)
        if game.ends[node] or ply >= game.settings[LENGTH]:
            return float(game.utilities[node, 0]), 0
        if name not in self.ranks:
            if game.movers[node] == CHANCE:
                parts = [(float(game.odds[e]), self.rank_after(node, e, ply)[0]) for e in self.edges(node)]
                self.ranks[name] = sum(p * score for p, score in parts), 0
            else:
                score, hurry = max(self.rank_after(node, e, ply) for e in self.edges(node))
                self.ranks[name] = -score if game.movers[node] == 1 else score, abs(hurry)
        return self.ranks[name]
