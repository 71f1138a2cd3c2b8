"""Random positions of a game, and their values by plain, exhaustive recursion in the compiled gear."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from counterplay.core import CHANCE, Game, Limit, Position
from counterplay.gears.deadline import STOP
from counterplay.search.search_control import MAX_PLY, as_record, new_control
from counterplay.search.textbook.expectiminimax import expectiminimax
from counterplay.search.textbook.minimax import minimax_value

MOST_NODES = 200_000  # of a reference search; a position with a larger tree is left out


def random_position(game: Game, draw: random.Random, plies: int) -> Position:
    """A position after at most so many random actions and outcomes, in which a player has something to decide."""
    while True:
        position = Position(game)
        for _ in range(plies):
            following = position.play(draw.choice(position.choices))
            if following.outcome() is not None:
                break
            position = following
        while position.player == CHANCE and position.outcome() is None:
            position = position.play(draw.choice(position.choices))
        if position.outcome() is None:
            return position


def random_positions(game: Game, seed: int, count: int, least: int, most: int) -> Iterator[Position]:
    """Positions after `least` to `most` random plies."""
    draw = random.Random(seed)
    for _ in range(count):
        yield random_position(game, draw, draw.randint(least, most))


def reference_value(game: Game, s: Any, player: int, depth: int = MAX_PLY) -> float | None:
    """The value of a state for a player by plain (expecti)minimax; None where that takes too long."""
    control = new_control(Limit(nodes=MOST_NODES))
    kernel: Any = expectiminimax if game.chance else minimax_value
    value = float(kernel(game, s, depth, 0, player, as_record(control), None, None))
    return None if control[STOP] else value


def reference_values(game: Game, s: Any, depth: int = MAX_PLY) -> dict[int, float] | None:
    """The value of each action for the player to move; None where that takes too long."""
    player = int(game.player(s))
    values = {}
    for action in game.choices(s):
        value = reference_value(game, game.result(s, action), player, depth - 1)
        if value is None:
            return None
        values[action] = value
    return values
