"""The engine for many small searches in a row, such as one for each position of a game, called from native code.

`Search` makes a thread, a report and a table for each question; at a hundred nodes that takes longer than the search. Here one
workspace and one small table serve them all, and everything between two questions is native.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from counterplay.core import Game
from counterplay.gears import helper
from counterplay.gears.deadline import STOP
from counterplay.gears.entry.walk import Walk, signed
from counterplay.search.engine import workspace as ws
from counterplay.search.engine.driver import EngineOptions, engine_flags, scale_of_game
from counterplay.search.engine.node import search_below, search_node
from counterplay.search.engine.scores import ESTIMATE_STEPS, INFINITE, PROVEN, WIN, utility_bound
from counterplay.search.engine.table import NO_ACTION, new_table
from counterplay.search.engine.workspace import (
    AGE,
    BANNED,
    BEST_ACTION,
    BEST_SCORE,
    FIRST_ACTION,
    MAX_PLY,
    PLIES,
    ROOT_DEPTH,
)
from counterplay.search.search_control import DUE, HORIZON, LENGTH, NODE_LIMIT, NODES, as_record

TABLE_MB = 1.0  # a game of small searches fills no more, and it stays in the processor's cache
AGES = 64


class BriefTools:
    """What brief searches of one game work on; `work` and `control` are what `brief_search` takes.

    Where nothing is searched, the workspace only keeps the past of a game in mind, and the engine is not loaded.
    """

    def __init__(self, game: Game, walk: Walk, searching: bool = True) -> None:
        self._table = new_table(TABLE_MB)
        # What calibration says of deep searches does not concern these.
        flags = engine_flags(game, EngineOptions()) & ~ws.MULTI_PROBCUT
        self.work: Any = ws.new_workspace((), flags, 0, self._table)
        self._control = np.zeros(LENGTH, np.int64)
        self.control: Any = as_record(self._control)
        work = self.work
        work.settings[ws.SAME_BITS] = signed(game.repetition_bits)
        if not searching:
            return
        scale = scale_of_game(game, walk.compiled)
        work.scales[ws.SPREAD] = scale.estimate / utility_bound(game) * ESTIMATE_STEPS
        work.scales[ws.HINT_SPREAD], work.scales[ws.NOISY_HINT_SPREAD] = scale.hint or 1.0, scale.noisy_hint or 1.0
        if walk.compiled:
            search_node.warm(walk, work, self.control, 1, 0, 0, 0, 1)
            work.settings[ws.NATIVE_SEARCH] = search_node.address


@helper
def brief_search(walk: Any, work: Any, control: Any, nodes: int, start: int) -> tuple[int, int]:
    """The best action at ply 0 within so many nodes, and its score for the mover; moves are listed from place `start` on.

    The action is NO_ACTION where not even one was looked at.
    """
    # 1. Forget what belonged to the last question.
    control[STOP] = 0
    control[NODES] = 0
    control[DUE] = 0
    control[NODE_LIMIT] = nodes
    work.settings[AGE] = (work.settings[AGE] + 1) % AGES
    for ply in range(PLIES):
        work.excluded[ply] = NO_ACTION
        work.probed[ply] = 0
    # 2. Deepen until the nodes are spent, or nothing is left to find out.
    action, score = NO_ACTION, 0
    for depth in range(1, MAX_PLY):
        horizon = control[HORIZON]
        work.settings[ROOT_DEPTH] = depth
        work.settings[BANNED] = 0
        work.settings[BEST_ACTION] = NO_ACTION
        work.settings[FIRST_ACTION] = action
        search_below(walk, work, control, depth, 0, start, -INFINITE, INFINITE)
        found = work.settings[BEST_ACTION]
        # 3. An iteration that was cut short began with the best action so far: another one that it found is better.
        if found != NO_ACTION and (control[STOP] == 0 or found != action):
            action = found
            score = work.settings[BEST_SCORE]
        if control[STOP] != 0 or control[HORIZON] == horizon:
            break
        if abs(score) > PROVEN and WIN - abs(score) <= depth:
            break
    return action, score
