"""How a state lies in raw memory, and what can be asked of a list of actions: what entry points and searches agree on."""

from __future__ import annotations

from counterplay.core import Repetition
from counterplay.gears.compiler.deferred_numba import helper

FORBIDDEN = int(Repetition.FORBIDDEN)
# Words of a slot's head. The last two are not set for a finished game, except the key where no position may be repeated.
PLAYER, OVER, KEY, THREATENED = 0, 1, 2, 3
HEAD = 32  # bytes of the head; the state lies behind it
SLOT_ALIGNMENT = 64  # bytes: a cache line
SPARE_SLOTS = 3  # behind the last ply, for playouts: a state that the rules went wrong at, and two to play in

ANY, FORCED, HEAVY = range(3)  # how a guided playout chooses: any action, a candidate, as the game's `playout_action` says
LONGEST_LOG = 1024  # actions of a playout that are written down; what comes later says little about now
LOG_WORDS = 1 + 2 * LONGEST_LOG  # how many actions, then each action and who chose it

# How rules break the contract, and where the head of a spare slot tells it.
TOO_MANY, OUT_OF_RANGE, NO_SUCH_PLAYER, NO_ACTION_LEFT, TOO_LONG = 1, 2, 3, 4, 5
FAULT_KIND, FAULT_NUMBER = 0, 1

# What a list of actions is asked for, as bits: fewer actions, and what is told of each.
NOISY_ONLY, CANDIDATES_ONLY, RANKED, TOLD_NOISY = 1, 2, 4, 8
LISTED = 16  # the actions are there already; only what is told of each is asked
SEVERAL = 32  # nothing need be told of an action that is the only one

MOVE, SKIP, STAY = 0, 1, 2  # how a state is stepped from: by an action, a pass, not at all


def slot_bytes(state_size: int) -> int:
    """Bytes of a slot for states of this size."""
    return -(-(HEAD + state_size) // SLOT_ALIGNMENT) * SLOT_ALIGNMENT


@helper
def within(value: float, low: float, high: float) -> float:
    """An estimate kept within the range of utilities; nan counts as a balanced position."""
    if not value >= low:
        return low if value < low else 0.0
    return min(value, high)
