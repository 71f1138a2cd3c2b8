"""What the kernels of Monte Carlo search work with: one record, which native code passes as one word."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from counterplay.gears import helper
from counterplay.gears.compiler.raw_memory import address_of, floats_at
from counterplay.gears.entry.state_layout import LOG_WORDS, LONGEST_LOG
from counterplay.search.playout import new_dice

MOST_PLIES = 1024  # of a path through the tree
LEAF = 1  # the ply of the walk at which a playout leaves the tree; the root is at ply 0
WALK_PLIES = LEAF + 3  # an action and its answer are looked at beyond the leaf
PLACES = 2 * (LONGEST_LOG + MOST_PLIES)  # of the table of actions of a playout: never more than half full, a power of two

WORK = [
    # The `Techniques` in force.
    ("explore", np.float64),
    ("priors", np.int64),  # PUCT instead of UCT
    ("guided", np.int64),  # one of the next five is on: `select` takes the longer way
    ("rave", np.float64),
    ("prior_visits", np.float64),
    ("first_play", np.int64),
    ("first_play_below", np.float64),
    ("implicit", np.float64),
    ("widening", np.float64),
    ("decisive", np.int64),
    ("decisive_playouts", np.int64),
    ("heavy_playouts", np.int64),
    ("playout_plies", np.int64),
    # `MoreStatistics` of the tree: addresses.
    ("amaf_place", np.int64),
    ("implicit_place", np.int64),
    ("capacity", np.int64),  # of the tree, in nodes
    # A playout.
    ("path", np.int64, (MOST_PLIES,)),  # its nodes, from the root
    ("actions", np.int64, (MOST_PLIES,)),  # that lead from each to the next
    ("actions_place", np.int64),  # their address
    ("log", np.int64, (LOG_WORDS,)),  # what was done beyond the tree; see `walk.guided_playout`
    ("log_place", np.int64),
    ("number", np.int64),  # of the playout, in the life of this record
    ("played", np.int64, (PLACES,)),  # a hash table: actions, and
    ("played_by", np.int64, (PLACES,)),  # by whom in which playout; what an earlier one left does not count
]


class Techniques(NamedTuple):
    """Which techniques a search uses, and with which numbers."""

    explore: float  # the constant of UCT or PUCT
    priors: bool  # PUCT instead of UCT, with priors from `order`
    rave: float  # how many visits make an action's own mean count as much as what playouts tell that have it later; 0: off
    prior_visits: float  # as how many visits an action's prior counts, as if they had been playouts; 0: off
    first_play: bool  # an action that was never tried is worth about as much as those that were
    first_play_below: float  # by how much less, from 0 to 1
    implicit: float  # the share of the minimax of estimates in the value of a node; 0: off
    widening: float  # the exponent of progressive widening; 0: off
    decisive: bool  # actions that end the game, or lose it at once, are found as a node gets its children
    decisive_playouts: bool  # playouts choose among the game's candidates
    heavy_playouts: bool  # playouts choose as the game's `playout_action` says
    playout_plies: int  # after which a playout is estimated

    @property
    def guided(self) -> bool:
        """Whether more than means and visits chooses among children."""
        return bool(self.rave or self.prior_visits or self.first_play or self.implicit or self.widening)


def new_work(seed: int) -> Any:
    """A record of WORK with dice."""
    work = new_dice(seed, WORK)
    work.actions_place, work.log_place = address_of(work.actions), address_of(work.log)
    return work


def use(work: Any, techniques: Techniques) -> None:
    """Let a record's searches use some techniques."""
    for name, value in techniques._asdict().items():
        work[name] = value
    work.guided = techniques.guided


@helper
def share(walk: Any, utility: float) -> float:
    """A utility brought to 0..1."""
    return min(1.0, max(0.0, (utility - walk.low) / (walk.high - walk.low)))


@helper
def amaf_of(work: Any) -> Any:
    """`MoreStatistics.amaf` in one row: of node i at 2 i the playouts, at 2 i + 1 the sum of their results."""
    return floats_at(work.amaf_place, 2 * work.capacity)


@helper
def implicit_of(walk: Any, work: Any) -> Any:
    """`MoreStatistics.implicit` in one row: of node i for player p at players * i + p."""
    return floats_at(work.implicit_place, walk.players * work.capacity)


@helper
def move_rows(walk: Any, work: Any, source: int, target: int, count: int) -> None:
    """Copy what techniques keep of some nodes that lie side by side to others."""
    if work.rave != 0.0:
        amaf = amaf_of(work)
        for i in range(2 * count):
            amaf[2 * target + i] = amaf[2 * source + i]
    if work.implicit != 0.0:
        implicit, players = implicit_of(walk, work), walk.players
        for i in range(players * count):
            implicit[players * target + i] = implicit[players * source + i]
