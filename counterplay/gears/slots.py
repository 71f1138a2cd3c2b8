"""How a state lies in raw memory, and what a list of actions is asked for: what entry points and searches agree on."""

from __future__ import annotations

from counterplay.core import Repetition

FORBIDDEN = int(Repetition.FORBIDDEN)
# Words of a slot's head. The last two are not told of a finished game, except the key where no position may come back.
PLAYER, OVER, KEY, THREATENED = 0, 1, 2, 3
HEAD = 32  # bytes of the head; the state lies behind it
SLOT_ALIGNMENT = 64  # bytes: a cache line

# What a list of actions is asked for, as bits: fewer actions, and what is told of each.
NOISY_ONLY, CANDIDATES_ONLY, RANKED, TOLD_NOISY = 1, 2, 4, 8

MOVE, SKIP, STAY = 0, 1, 2  # how a state is stepped from: by an action, a pass, not at all
