"""What one thread of the engine works on: counters, the path, move buffers, ordering memory, the principal variation."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from counterplay.core import Game
from counterplay.search.engine.table import NO_ACTION

MAX_PLY = 200  # deepest ply the engine follows; beyond it positions are estimated
MEMORY = 4096  # slots of the ordering memories, a power of two
SKIPPED = -2  # the action before, where the turn was passed

# Enhancements, as bits of settings[FLAGS].
PVS, TABLE, KILLERS, HISTORY, COUNTERMOVE, QUIESCENCE, SINGULAR, NULL_MOVE, REDUCTIONS, CANDIDATES, ORDER, TAPERED = (
    1 << i for i in range(12)
)

# Places in the settings array.
FLAGS = 0
BASE = 1  # where in the path the root stands: the number of positions before it
AGE = 2  # of this search, for the table
ROOT_DEPTH = 3
BANNED = 4  # how many root actions are left out (they head earlier lines)
BEST_ACTION = 5  # of the root so far in this iteration
BEST_SCORE = 6
SETTINGS = 16


class Workspace(NamedTuple):
    """Arrays of one thread. Shapes: P = MAX_PLY + 1, A = game.max_actions, M = MEMORY."""

    control: Any  # int64, see search.control
    settings: Any  # int64 (SETTINGS,)
    path: Any  # int64 (history + P,): keys of the positions from the start of the game
    movers: Any  # int64 (P,): who moved to each ply of the search
    moves: Any  # int64 (P, A)
    ranks: Any  # float64 (P, A)
    killers: Any  # int64 (P, 2)
    history: Any  # float64 (2, M): how often an action of a player cut, from -1 to 1
    replies: Any  # int64 (2, M): the action that refuted an action
    variation: Any  # int64 (P, P): row p holds the best line from ply p
    lengths: Any  # int64 (P,): where that line ends
    banned: Any  # int64 (A,)


def new_workspace(game: Game, control: Any, history: tuple[int, ...], flags: int, age: int) -> Workspace:
    """Fresh arrays; history holds the keys of earlier positions, as signed words."""
    plies, actions = MAX_PLY + 1, max(1, game.max_actions)
    settings = np.zeros(SETTINGS, np.int64)
    settings[FLAGS], settings[BASE], settings[AGE] = flags, len(history), age
    path = np.zeros(len(history) + plies, np.int64)
    path[: len(history)] = history
    return Workspace(
        control,
        settings,
        path,
        np.zeros(plies, np.int64),
        np.zeros((plies, actions), np.int64),
        np.zeros((plies, actions), np.float64),
        np.full((plies, 2), NO_ACTION, np.int64),
        np.zeros((2, MEMORY), np.float64),
        np.full((2, MEMORY), NO_ACTION, np.int64),
        np.zeros((plies, plies), np.int64),
        np.zeros(plies, np.int64),
        np.zeros(actions, np.int64),
    )
