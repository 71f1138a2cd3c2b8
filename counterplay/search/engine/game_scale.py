"""How much a game's estimates and hints vary, measured once per game and weights: the unit of every margin of the engine.

A pawn, a disc and a seed are different shares of a win, and a game of one's own may name no unit at all. So margins are counted
in the spread of its estimate: the standard deviation of what one quiet action changes, over random play from the start. The
game's `order` has a spread of its own, by which hints and histories are weighed against each other.
"""

from __future__ import annotations

import hashlib
import math
from typing import Any, NamedTuple

import numpy as np

from counterplay.core import Game
from counterplay.gears.compiler.raw_memory import address_of, floats_at
from counterplay.gears.entry.state_layout import RANKED, TOLD_NOISY
from counterplay.gears.entry.walk import estimate_at, flags, is_over, list_actions, moves, open_walk, player_at, ranks, step
from counterplay.gears.entry.walk_kernel import walk_kernel
from counterplay.gears.identity.game_identity import token_of

LONGEST_GAME = 48  # plies of random play from the start; later positions are unlike those of real play
PLIES = 1200  # in all
SEED = 20_240_229
# What is added up, of three samples: how many, their sum, the sum of their squares. Changes of the estimate, hints of quiet
# actions, hints of noisy actions that the game thinks well of.
CHANGES, HINTS, NOISY_HINTS, SUMS = 0, 3, 6, 9


class GameScale(NamedTuple):
    """The spreads of a game; 0 where it has no estimate, or where nothing was measured."""

    estimate: float  # in units of utility
    hint: float  # in units of `order`
    noisy_hint: float  # the same


UNKNOWN = GameScale(0.0, 0.0, 0.0)
MOST_LOOKED_AT = 100_000  # elements of a tunable array: a tenth of a millisecond
MOST_KNOWN = 200  # games, or weights of one
_known: dict[tuple[str, bytes], GameScale] = {}  # by the token of the game and the digest of its tunable arrays


def scale_of(game: Game, entries: tuple[str, ...], compiled: bool) -> GameScale:
    """The spreads of a game, which has these entry points; in plain Python, measuring takes longer than it brings."""
    if not compiled:
        return UNKNOWN
    # Two agents may play one game with different weights: neither should have the margins of the other.
    key = token_of(game), _weights_digest(game)
    if key not in _known:
        if len(_known) >= MOST_KNOWN:
            _known.clear()
        sums, walk = np.zeros(SUMS), open_walk(game, LONGEST_GAME + 2, entries)
        walk.place(game.initial())
        survey(walk, PLIES, SEED, address_of(sums))
        _known[key] = GameScale(*(deviation(*sums[i : i + 3]) for i in (CHANGES, HINTS, NOISY_HINTS)))
    return _known[key]


def _weights_digest(game: Game) -> bytes:
    """A digest of the tunable arrays, of evenly spaced elements of a large one: this is asked before every search."""
    digest = hashlib.blake2b(digest_size=16)
    for name in type(game).tunables:
        elements = getattr(game, name).ravel()
        digest.update(elements[:: 1 + elements.size // MOST_LOOKED_AT].tobytes())
    return digest.digest()


def deviation(count: float, total: float, squares: float) -> float:
    """The standard deviation of a sample."""
    return math.sqrt(max(0.0, squares / count - (total / count) ** 2)) if count > 1 else 0.0


@walk_kernel
def survey(walk: Any, plies: int, seed: int, sums: int) -> None:
    """Play random games from ply 0, so many plies in all, and add up how estimates change and which hints there are."""
    found, played = floats_at(sums, SUMS), 0
    while played < plies and not is_over(walk, 0):
        ply = 0
        while ply < LONGEST_GAME and not is_over(walk, ply):
            n = list_actions(walk, ply, 0, RANKED | TOLD_NOISY)
            for i in range(n):
                if flags(walk)[i] == 0 or ranks(walk)[i] >= 0.0:
                    sample = HINTS if flags(walk)[i] == 0 else NOISY_HINTS
                    found[sample] += 1.0
                    found[sample + 1] += ranks(walk)[i]
                    found[sample + 2] += ranks(walk)[i] ** 2
            seed = (seed * 25_214_903_917 + 11) & (2**48 - 1)
            chosen, player = (seed >> 16) % n, player_at(walk, ply)
            step(walk, ply, moves(walk)[chosen])
            if flags(walk)[chosen] == 0 and not is_over(walk, ply + 1):
                change = estimate_at(walk, ply + 1, player) - estimate_at(walk, ply, player)
                found[CHANGES] += 1.0
                found[CHANGES + 1] += change
                found[CHANGES + 2] += change**2
            ply += 1
        played += ply
