"""What the tests of the textbook forms share: the lectures' trees, a plain recursion to compare with, ways to ask."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any, NamedTuple

import numpy as np
import pytest

from counterplay.core import (
    CHANCE,
    Event,
    Game,
    Kind,
    Limit,
    Report,
)
from counterplay.gears.gear_choice import interpreting
from counterplay.lessons import Chance, TreeGame
from counterplay.search import search_position
from counterplay.search.search_control import MAX_PLY, as_record
from counterplay.search.textbook.max_n import max_n
from counterplay.search.textbook.textbook_form import form_walk

PLAIN = ("minimax", "minimax_value", "negamax", "expectiminimax", "max_n")  # look at everything
CUTTING = ("alpha_beta", "alpha_beta_hard", "negamax_alpha_beta")
EXACT = PLAIN + CUTTING  # all that give minimax's value in a two-player zero-sum game
GEARS = (False, True)  # compiled, interpreted

TWO_PLY = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
FOUR_LEAVES = [[2, 7], [1, 8]]
UNSEEN = 1000  # stands for a leaf that must not be looked at
WALK_THROUGH = [[7, 6, 5], [3, UNSEEN, UNSEEN], [6, 5, UNSEEN]]
THREE_LEVELS = [
    [[8, 6, 3], [11, 0, 3], [15, 20, 6]],
    [[7, 4, 6], [25, 10, 4], [4, 3, 5]],
    [[12, 0, 4], [12, 1, 10], [4, 22, 10]],
]
TUPLES = [
    [[(1, 6, 6), (7, 1, 2)], [(6, 1, 2), (7, 2, 1)]],
    [[(5, 1, 7), (1, 5, 2)], [(7, 7, 1), (5, 2, 5)]],
]
DICE = Chance(((0.25, 20), (0.5, 30), (0.25, 60)))


def answer(game: Game, algorithm: str, interpreted: bool = False, depth: int | None = None, **options: Any) -> Report:
    return search_position(game, None, Limit(depth=depth), algorithm, interpreted=interpreted, **options)


def leaves_seen(events: list[Event]) -> list[float]:
    return [e.value for e in events if e.kind == Kind.LEAF]


def values_below(game: Game, s: Any, depth: int) -> tuple[float, ...]:
    """Every player's value by a recursion of its own: each player maximises its own part, the first action wins ties."""
    if game.terminal(s) or depth == 0:
        value = game.utility if game.terminal(s) else game.evaluate
        return tuple(float(value(s, p)) for p in range(game.players))
    if game.player(s) == CHANCE:
        pairs = [(p, values_below(game, game.result(s, a), depth - 1)) for a, p in game.outcomes(s)]
        return tuple(sum(p * v[i] for p, v in pairs) for i in range(game.players))
    children = [values_below(game, game.result(s, int(a)), depth - 1) for a in game.actions(s)]
    return max(children, key=lambda v: v[game.player(s)])


def root_values(game: Game, s: Any, depth: int = MAX_PLY) -> dict[int, float]:
    """The value of each action for the player to move."""
    me = game.player(s)
    return {int(a): values_below(game, game.result(s, int(a)), depth - 1)[me] for a in game.actions(s)}


def max_n_from_the_root(game: TreeGame, interpreted: bool, control: Any, line: Any, trace: Any) -> float:
    """The kernel itself, called for the root; the decision calls it for the root's children."""
    with interpreting() if interpreted else nullcontext():
        walk = form_walk(game)
    walk.place(game.initial(), 0)
    return max_n(walk, MAX_PLY, 0, 0, np.zeros((MAX_PLY + 2, 2)), as_record(control), line, trace)


def check_variation(game: Game, report: Report, depth: int) -> None:
    """The principal variation leads to a leaf that is worth the value (where no chance comes in between)."""
    s, me = game.initial(), game.player(game.initial())
    for action in report.variation:
        assert action in list(game.actions(s))
        s = game.result(s, action)
        depth -= 1
    if game.terminal(s):
        assert game.utility(s, me) == report.value.score
    elif game.player(s) != CHANCE:
        assert depth == 0
        assert game.evaluate(s, me) == pytest.approx(report.value.score)


class Board(NamedTuple):
    """The state of toy games: two numbers."""

    x: int
    o: int
