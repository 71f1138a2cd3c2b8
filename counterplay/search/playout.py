"""Random playouts: a game played to its end by uniformly random actions, chance by its own probabilities."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from counterplay.core import Game, Limit, overrides
from counterplay.gears.compiler.raw_memory import address_of
from counterplay.gears.entry.state_layout import ANY, HEAVY, LOG_WORDS
from counterplay.gears.entry.walk import MOST_PLAYERS, Walk, guided_playout, open_walk, playouts
from counterplay.gears.entry.walk_kernel import walk_kernel
from counterplay.gears.rng import seeded
from counterplay.search.search_control import new_control

PLAYOUT_ENTRIES = ("playouts",)
DICE = [
    ("rng", np.uint64, (1,)),
    ("utilities", np.float64, (MOST_PLAYERS,)),  # sums over playouts
    ("rng_place", np.int64),  # addresses of these two, and of the stop flag
    ("utilities_place", np.int64),
    ("stop_place", np.int64),
]


def new_dice(seed: int, more: Sequence[Any] = ()) -> Any:
    """What random games work on, and more fields, as one record: native code passes it as one word."""
    dice = np.zeros(1, np.dtype([*DICE, *more])).view(np.recarray)[0]
    dice.rng[:] = seeded(seed)
    dice.rng_place, dice.utilities_place = address_of(dice.rng), address_of(dice.utilities)
    return dice


@walk_kernel
def play_games(walk: Any, dice: Any, count: int, most: int) -> int:
    """Play `count` games from the state at ply 0 and add every player's utility to dice.utilities; plies played."""
    return playouts(walk, 0, count, most, dice.rng_place, dice.utilities_place, dice.stop_place)


@walk_kernel
def play_noted_game(walk: Any, dice: Any, log: int, most: int, choice: int) -> int:
    """Play one game from the state at ply 0 and note who did what in the LOG_WORDS words at `log`; plies played."""
    return guided_playout(walk, 0, most, dice.rng_place, dice.utilities_place, dice.stop_place, log, choice)


def ends_of_playouts(game: Game, state: Any, count: int, seed: int = 0) -> Iterator[Any]:
    """The last states of so many playouts from a state; of a game without chance, by its `playout_action` where it has one."""
    walk = open_walk(game, 1, ("guided_playout",))
    dice, control, log = new_dice(seed), new_control(Limit()), np.zeros(LOG_WORDS, np.int64)
    dice.stop_place = address_of(control)
    choice = HEAVY if overrides(game, "playout_action") else ANY
    for _ in range(count):
        walk.place(state)
        play_noted_game(walk, dice, address_of(log), game.max_plies, choice)
        end = state
        for action in log[1 : 1 + 2 * int(log[0]) : 2]:
            end = game.result(end, int(action))
        yield end


def play_random_games(
    game: Game, state: Any, count: int, seed: int = 0, walk: Walk | None = None
) -> tuple[tuple[float, ...], int]:
    """Average utility of each player over random games, and the plies played."""
    walk = walk or open_walk(game, 1, PLAYOUT_ENTRIES)
    walk.place(state)
    dice, control = new_dice(seed), new_control(Limit())
    dice.stop_place = address_of(control)
    plies = play_games(walk, dice, count, game.max_plies)
    return tuple(float(total) / count for total in dice.utilities[: game.players]), int(plies)
