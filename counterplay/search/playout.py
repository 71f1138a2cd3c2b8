"""Random playouts: a game played to its end by uniformly random actions, chance by its own probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from counterplay.core import CHANCE, Game
from counterplay.gears import helper, kernel
from counterplay.gears.gathering import gather
from counterplay.gears.rng import draw_below, draw_unit, seeded
from counterplay.search.control import STOP

WHOLE_GAME = 2**62  # plies of a playout that goes on to the end


def new_dice(game: Game, seed: int, more: Sequence[Any] = ()) -> Any:
    """What random games work on, and more fields, as one record: native code passes it as one word, an array as seven."""
    fields = [
        ("rng", np.uint64, (1,)),
        ("moves", np.int64, (max(1, game.max_actions),)),
        ("utilities", np.float64, (game.players,)),  # of the last playout
        ("totals", np.float64, (game.players,)),  # of all playouts
        *more,
    ]
    dice = np.zeros(1, np.dtype(fields)).view(np.recarray)[0]
    dice.rng[:] = seeded(seed)
    return dice


@helper
def random_choice(game: Any, s: Any, dice: Any) -> int:
    """A random action at s, or at a chance node a random outcome; s is not terminal."""
    if game.chance and game.player(s) == CHANCE:
        rest = draw_unit(dice.rng)
        last = 0
        for a, p in game.outcomes(s):
            last = a
            rest -= p
            if rest < 0.0:
                break
        return last
    return dice.moves[draw_below(dice.rng, gather(game, s, dice.moves))]


@helper
def play_out(game: Any, s: Any, most: int, dice: Any) -> int:
    """Play on from s, `most` plies at most; dice.utilities is how it ended, or the estimate of where it stopped. Plies."""
    plies = 0
    while plies < most and not game.terminal(s):
        s = game.result(s, random_choice(game, s, dice))
        plies += 1
    ended = plies < most or game.terminal(s)
    for p in range(game.players):
        dice.utilities[p] = game.utility(s, p) if ended else game.evaluate(s, p)
    return plies


@kernel
def playouts(game: Any, s: Any, count: int, dice: Any, control: Any) -> int:
    """Play `count` games from s and add every player's utility to dice.totals; plies played."""
    plies = 0
    for _ in range(count):
        plies += play_out(game, s, WHOLE_GAME, dice)
        for p in range(game.players):
            dice.totals[p] += dice.utilities[p]
        if control[STOP]:
            break
    return plies


def play_random_games(game: Game, state: Any, count: int, seed: int = 0) -> tuple[tuple[float, ...], int]:
    """Average utility of each player over random games, and the plies played."""
    dice = new_dice(game, seed)
    plies = playouts(game, state, count, dice, np.zeros(1, np.int64))
    return tuple(float(t) / count for t in dice.totals), int(plies)
