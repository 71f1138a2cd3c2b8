"""What one thread of the engine works on besides its walk: the path's keys, ordering memory, the principal variation."""

from __future__ import annotations

from typing import Any

import numpy as np

from counterplay.gears import helper
from counterplay.gears.compiler.raw_memory import address_of, words_at
from counterplay.gears.entry.walk import MOST_PARTS
from counterplay.search.engine.table import NO_ACTION
from counterplay.search.principal_variation import triangle_fields

MAX_PLY = 200  # deepest ply the engine follows; beyond it positions are estimated
MEMORY = 4096  # slots of the ordering memories, a power of two
# Of the continuation history, powers of two: a row for the earlier action, so that what one node asks lies in a kilobyte.
CONTINUATION_ROWS, CONTINUATION_COLUMNS = 256, 256
CONTINUATION_PLACES = CONTINUATION_ROWS * CONTINUATION_COLUMNS
CORRECTION_ROWS, CORRECTION_BYTES = 2 + MOST_PARTS, 4  # of a player, and bytes of one correction
ALL_ACTIONS = 1_000_000  # a width that no position exceeds
SKIPPED = NO_ACTION + 1  # the action before, where the turn was passed

# Enhancements, as bits of settings[FLAGS].
PVS, TABLE, KILLERS, HISTORY, COUNTERMOVE, QUIESCENCE, SINGULAR, NULL_MOVE, REDUCTIONS, CANDIDATES, ORDER, TAPERED, THREATS = (
    1 << i for i in range(13)
)
TABLE_ORDER = 1 << 13  # the table says which action comes first, and nothing else
ASPIRATION = 1 << 14
REVERSE_FUTILITY, LATE_PRUNING, FUTILITY, INTERNAL_REDUCTION, CONTINUATION, IMPROVING, QUIESCENCE_TABLE, EXCHANGE = (
    1 << i for i in range(15, 23)
)
STAGES, NOISY_HISTORY, CORRECTION, TABLE_ESTIMATE, EXPECTED_CUTS, PROBCUT, MULTI_PROBCUT = (1 << i for i in range(23, 30))

# Places in the settings array.
FLAGS = 0
BASE = 1  # where in the path the root stands: the number of positions before it
AGE = 2  # of this search, for the table
ROOT_DEPTH = 3
BANNED = 4  # how many root actions are left out (they head earlier lines)
BEST_ACTION = 5  # of the root so far in this iteration
BEST_SCORE = 6
FIRST_ACTION = 7  # of the root: what the last iteration found, so that an unfinished one is never worse
EVERY_ACTION = 8  # not 0: the root looks at all actions, not only at candidates, since several lines are wanted
TABLE_PLACE = 9  # address and length of the table
TABLE_WORDS = 10
NATIVE_SEARCH = 11  # address of `search_node`; see `search_below`
BEST_NODES = 12  # how many nodes that action took
BUSY_PLACE = 13  # address of what threads search at the moment, see `sharing`; 0 where there is one thread
SAME_BITS = 14  # the bits of two keys in which they agree where the positions are the same
CORRECTIONS_PLACE = 15  # address of the corrections, which are fetched early
SETTINGS = 16

# Places in the array of scales: spreads of the game, see `game_scale`.
SPREAD = 0  # of its estimate, in steps; 0: unknown
HINT_SPREAD = 1  # of its `order`, for quiet actions
NOISY_HINT_SPREAD = 2  # the same for noisy actions it thinks well of
SCALES = 4


LONGEST_HISTORY = 1024  # positions before the root that repetition looks back on
PAST_PLACES = 4096  # a power of two, several times that


PLIES = MAX_PLY + 1
CUT_DEPTHS, CUT_ATTEMPTS = 32, 2  # depths at which shallow searches may cut, and how many are asked; see `likely_cuts`
MOST_BANNED = 1024  # root actions that can be left out: those of earlier lines, and those not asked for
# The record of one thread: fixed shapes, so that native code passes it as one pointer.
WORKSPACE = np.dtype(
    [
        ("settings", np.int64, (SETTINGS,)),
        ("scales", np.float64, (SCALES,)),
        ("cuts", np.float64, (CUT_DEPTHS, CUT_ATTEMPTS, 4)),  # by depth, what shallow searches say of it; see `likely_cuts`
        ("path", np.int64, (LONGEST_HISTORY + PLIES,)),  # keys of the positions, from the oldest of the history
        # With PERPETUAL_LOSES: twice the player who decides there, and 1 more where that player is threatened.
        ("turns", np.int16, (LONGEST_HISTORY + PLIES,)),
        ("past", np.int8, (PAST_PLACES,)),  # 1 at the last bits of every key of the history
        ("movers", np.int64, (PLIES,)),  # who moved to each ply of the search
        ("played", np.int64, (PLIES,)),  # by which action; SKIPPED after a pass, NO_ACTION at the root
        ("excluded", np.int64, (PLIES,)),  # the action that a ply leaves out (the singularity test)
        ("probed", np.int64, (PLIES,)),  # 1 while a shallow search asks about a ply (Multi-ProbCut)
        ("widths", np.int64, (PLIES,)),  # how many actions a ply looks at (tapered search)
        ("estimates", np.int64, (PLIES,)),  # of each ply, for its player, in steps; NO_ESTIMATE where none is trusted
        ("guesses", np.int64, (PLIES,)),  # the same where the table knows a bound that is nearer to the truth
        ("plain", np.int64, (PLIES,)),  # the same as the game gives them, before any correction
        ("places", np.int64, (PLIES, CORRECTION_ROWS)),  # where in each row of the corrections a ply stands; below 0: nowhere
        # how far estimates for a player were off, from -1 to 1: after an action, after two, with a part of the structure
        ("corrections", np.float32, (2, CORRECTION_ROWS, MEMORY)),
        ("improving", np.int64, (PLIES,)),  # 1 where its player is better off than two plies before
        ("firsts", np.int64, (PLIES,)),  # the action that a ply begins with, NO_ACTION where there is none
        ("extensions", np.int64, (PLIES,)),  # by how many plies that action is searched deeper
        ("stages", np.int64, (PLIES,)),  # how far the actions of a ply are listed and ranked; see `ordering`
        ("ends", np.int64, (PLIES,)),  # where its actions end on the stack
        ("noisy_ends", np.int64, (PLIES,)),  # where the noisy ones among them end, which come first
        ("cutting", np.int64, (PLIES,)),  # 1 where a ply is expected to be cut: its first action should be too good
        ("killers", np.int64, (PLIES, 2)),
        ("history", np.float64, (2, MEMORY)),  # how often a quiet action of a player cut, from -1 to 1
        ("noisy_history", np.float64, (2, MEMORY)),  # and a noisy one
        # the same of an action of a player after that of one ply, and of two plies before
        ("continuation", np.float32, (2, 2, CONTINUATION_PLACES)),
        ("replies", np.int64, (2, MEMORY)),  # the action that refuted an action
        *triangle_fields(PLIES),
        ("banned", np.int64, (MOST_BANNED,)),  # root actions left out
    ]
)


def new_workspace(history: tuple[int, ...], flags: int, age: int, table: Any) -> Any:
    """A fresh record; history holds the keys of earlier positions, as signed words. The caller keeps the table alive."""
    work = np.zeros(1, WORKSPACE).view(np.recarray)[0]
    history = history[-LONGEST_HISTORY:]
    work.settings[FLAGS], work.settings[BASE], work.settings[AGE] = flags, len(history), age
    work.settings[TABLE_PLACE], work.settings[TABLE_WORDS] = address_of(table), len(table)
    work.settings[SAME_BITS] = -1
    work.settings[CORRECTIONS_PLACE] = address_of(work.corrections)
    work.path[: len(history)] = history
    work.past[[key & (PAST_PLACES - 1) for key in history]] = 1
    work.played[0], work.widths[0] = NO_ACTION, ALL_ACTIONS
    work.excluded[:] = NO_ACTION
    work.killers[:] = NO_ACTION
    work.replies[:] = NO_ACTION
    return work


def take_over(work: Any, earlier: Any) -> None:
    """Begin with what an earlier search of the same game has learnt of actions and estimates."""
    for name in ("history", "noisy_history", "continuation", "replies", "corrections"):
        work[name][...] = earlier[name]


@helper
def table_of(work: Any) -> Any:
    """The transposition table that the search shares."""
    return words_at(work.settings[TABLE_PLACE], work.settings[TABLE_WORDS])
