"""Small games for tests of searches, shared by their files so that each is compiled once."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import numpy as np

from counterplay.core import Game, Repetition, state_key
from counterplay.lessons import Chance, TreeGame, random_chance_tree, random_tree
from counterplay.lessons.trees.tree_game import FIRST, UTILITIES, State

POOL_ROWS = 2**18  # nodes of all trees together; when they are used up, the oldest ones are written over
POOLS: dict[int, Pool] = {}


class Pool:
    """One table for all trees with so many players, so that one game is compiled for all of them."""

    def __init__(self, players: int) -> None:
        self.table = np.zeros((POOL_ROWS, UTILITIES + players))
        self.used = 0

    def add(self, tree: TreeGame) -> int:
        """The number of a tree's root."""
        n = len(tree.flat.counts)
        if self.used + n > POOL_ROWS:
            self.used = 0
        first, self.used = self.used, self.used + n
        self.table[first : self.used] = tree.table[:n]
        self.table[first : self.used, FIRST] += first
        return first


class Trees(TreeGame):
    """All trees of a kind: a state is a node of any of them."""

    def __init__(self, tree: Any, bounds: tuple[float, float]) -> None:
        super().__init__(tree, bounds=bounds)
        pool = POOLS.setdefault(self.players, Pool(self.players))
        self.root = pool.add(self)
        self.__dict__["table"] = pool.table

    def initial(self) -> State:
        return State(self.root)

    def action_name(self, s: State, a: int) -> str:
        return str(int(a))

    def dump(self, s: State) -> str:
        return str(s.node)


def root_of(tree: Any, movers: tuple[int, ...], players: int) -> State:
    """The root of a tree, as a state of any of these games that has as many players."""
    return State(POOLS[players].add(TreeGame(tree, movers, players)))


SMALL_TREES = Trees([[0, 0], [0, 0]], bounds=(-9.0, 9.0))
WIN_LOSS_TREES = Trees([[0, 0], [0, 0]], bounds=(-1.0, 1.0))  # leaves are -1, 0 and 1: a loss, a draw, a win


def tree_state(tree: Any, movers: tuple[int, ...] = (0, 1)) -> Any:
    """The root of a tree, as a state of SMALL_TREES or WIN_LOSS_TREES."""
    return root_of(tree, movers, 2)


def uneven_tree(seed: int, b: int, d: int) -> Any:
    """A tree with leaves -1, 0 and 1, some subtrees replaced by a leaf, so that games end at different plies."""
    draw = random.Random(seed)

    def prune(tree: Any) -> Any:
        if not isinstance(tree, list):
            return tree
        return [draw.choice((-1, 0, 1)) if draw.random() < 0.3 else prune(child) for child in tree]

    return prune(random_tree(seed, b, d, -1, 1))


class ListGame(Game):
    """A tree of nested lists whose states cannot be compiled, and whose actions begin at any number."""

    utility_range = (-9.0, 9.0)
    max_actions = 8

    def __init__(self, tree: Any, first_action: int = 0) -> None:
        self.tree, self.first_action = tree, first_action

    def initial(self) -> Any:
        return {"path": []}

    def subtree(self, s: Any) -> Any:
        tree = self.tree
        for a in s["path"]:
            tree = tree[a - self.first_action]
        return tree

    def player(self, s: Any) -> int:
        return len(s["path"]) % 2

    def actions(self, s: Any) -> list[int]:
        return [self.first_action + i for i in range(len(self.subtree(s)))]

    def result(self, s: Any, a: int) -> Any:
        return {"path": [*s["path"], a]}

    def terminal(self, s: Any) -> bool:
        return not isinstance(self.subtree(s), list)

    def utility(self, s: Any, p: int) -> float:
        return float(self.subtree(s)) * (1 - 2 * p)

    def key(self, s: Any) -> int:
        return state_key(tuple(s["path"]))

    def dump(self, s: Any) -> str:
        return str(s)


# Shares of three players that add up to zero, none below -1.
SHARES = [(2, -1, -1), (-1, 2, -1), (-1, -1, 2), (0, 0, 0), (1, -1, 0), (0, 1, -1), (-1, 0, 1), (0.5, 0.5, -1), (-1, 0.5, 0.5)]
THREE_PLAYER_TREES = Trees([[(0, 0, 0)]], bounds=(-1.0, 2.0))
CHANCE_TREES = Trees([Chance(((0.5, 0), (0.5, 0)))], bounds=(-9.0, 9.0))


def three_player_state(seed: int, b: int, d: int, movers: tuple[int, ...] = (0, 1, 2)) -> Any:
    """The root of a random tree for three players."""
    draw = random.Random(seed)

    def grow(depth: int) -> Any:
        return draw.choice(SHARES) if depth == 0 else [grow(depth - 1) for _ in range(draw.randint(1, b))]

    return root_of(grow(d), movers, 3)


def dice_state(seed: int, b: int, d: int, turns: tuple[int, ...]) -> Any:
    """The root of a random tree in which the players have these turns, over and over, and chance decides in between."""
    draw = random.Random(seed)

    def grow(level: int) -> Any:
        if level == d:
            return draw.randint(-9, 9)
        children = [grow(level + 1) for _ in range(draw.randint(2, b))]
        if level % 2 == 0:
            return children
        weights = [draw.randint(1, 6) for _ in children]
        return Chance(tuple((w / sum(weights), child) for w, child in zip(weights, children, strict=True)))

    return root_of(grow(0), turns, 2)


def chance_state(seed: int, b: int, d: int, movers: tuple[int, ...] = (0, 1)) -> Any:
    """The root of a random tree with chance nodes."""
    return root_of(random_chance_tree(seed, b, d), movers, 2)


class Token(Game):
    """Both players push one token around a ring; after some plies its cell decides. Positions come back all the time.

    A state is a list [cell, ply], which cannot be compiled: there is a game for each rule of repetition, and compiling all of
    them would take longer than to search them in plain Python.
    """

    max_actions = 3

    def __init__(self, rule: Repetition, count: int, length: int = 6, cells: int = 5) -> None:
        self.rule, self.count, self.length, self.cells = rule, count, length, cells
        self.repetition, self.repetition_count = rule, count
        self.max_plies = length

    def initial(self) -> list[int]:
        return [0, 0]

    def player(self, s: list[int]) -> int:
        return s[1] % 2

    def actions(self, s: list[int]) -> list[int]:
        return [1, 2, 3]

    def result(self, s: list[int], a: int) -> list[int]:
        return [(s[0] + int(a)) % self.cells, s[1] + 1]

    def terminal(self, s: list[int]) -> bool:
        return s[1] == self.length

    def utility(self, s: list[int], p: int) -> float:
        worth = (s[0] * 7 % self.cells - 2) / 4.0
        return worth if p == 0 else -worth

    def key(self, s: list[int]) -> int:
        return state_key((s[0], s[1] % 2))

    def dump(self, s: list[int]) -> str:
        return f"cell {s[0]}, ply {s[1]}"


class TokenOfThreats(Token):
    """The token threatens whoever is to move from most cells."""

    def threatened(self, s: list[int]) -> bool:
        return s[0] < 3


class Place(NamedTuple):
    """Where the token lies."""

    cell: int
    ply: int


class NativeToken(Token):
    """The same game, which can be compiled."""

    def initial(self) -> Any:
        return Place(0, 0)

    def actions(self, s: Any) -> Any:
        return np.arange(1, 4)

    def result(self, s: Any, a: int) -> Any:
        return Place((s[0] + a) % self.cells, s[1] + 1)


class NativeTokenOfThreats(NativeToken):
    """The same threats."""

    def threatened(self, s: Any) -> bool:
        return bool(s[0] < 3)


class BroadState(NamedTuple):
    total: int
    ply: int


class Broad(Game):
    """Three turns of as many actions as one likes; what was chosen is added up."""

    max_plies = 3
    turns = 3

    def __init__(self, width: int = 2_176) -> None:
        self.max_actions = width

    def initial(self) -> BroadState:
        return BroadState(0, 0)

    def player(self, s: BroadState) -> int:
        return s.ply % 2

    def actions(self, s: BroadState) -> Any:
        return np.arange(self.max_actions)

    def result(self, s: BroadState, a: int) -> BroadState:
        return BroadState((s.total * 31 + a) % 10_007, s.ply + 1)

    def terminal(self, s: BroadState) -> bool:
        return s.ply >= self.turns

    def utility(self, s: BroadState, p: int) -> float:
        worth = s.total / 5_003.5 - 1.0
        return worth if p == 0 else -worth
