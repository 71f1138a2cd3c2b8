"""Expectiminimax with cuts at chance nodes: Star1 and Star2.

B. Ballard, "The *-minimax search procedure for trees containing chance nodes", Artificial Intelligence 21 (1983);
T. Hauk, M. Buro and J. Schaeffer, "Rediscovering *-minimax search", Computers and Games (2004). Every utility lies between
two known bounds, so the outcomes not yet searched cannot lift or lower an average without limit. Star1 cuts when even the
best (or worst) rest cannot bring the average back into the window. Star2 first probes one action below each outcome, which
bounds the outcome's value from one side and often suffices for the cut. The value is the one that plain expectiminimax finds
at the same depth.

Values are utilities of one fixed player, MAX; its opponent is MIN. An outcome of chance counts as a ply, like any action.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from counterplay.core import CHANCE, Bound, Repetition, Report, Value
from counterplay.core.report import Line
from counterplay.gears import helper
from counterplay.gears.compiler.deferred_numba import twin
from counterplay.gears.compiler.raw_memory import address_of, floats_at
from counterplay.gears.deadline import STOP
from counterplay.gears.entry.state_layout import RANKED, TOLD_NOISY
from counterplay.gears.entry.walk import (
    Walk,
    estimate_at,
    flags,
    has_room,
    is_over,
    list_actions,
    list_outcomes,
    moves,
    open_walk,
    player_at,
    ranks,
    step,
    utility_at,
)
from counterplay.gears.entry.walk_kernel import walk_kernel
from counterplay.search.algorithm import Algorithm, Needs, NoOptions
from counterplay.search.search_control import DEEPEST, HORIZON, LEAVES, NODES, as_record, spent
from counterplay.search.search_task import Task
from counterplay.search.textbook.child_order import sort_moves

MOST_PLIES = 256  # deeper lines are estimated
WHOLE, PROBE = 0, 1  # search all actions of a node, or only the first one
SLACK = 1e-12  # a probability below this ends the division that finds a child's window
ENTRIES = ("expand", "final", "estimate")  # of a game, that this search calls besides `step`; with chance, `outcomes`, too

# What one search works on besides its walk: one record, which native code passes as one pointer.
WORKSPACE = np.dtype(
    [
        ("maximizer", np.int64),  # the player whose utilities the values are
        ("probes", np.int64),  # 1 for Star2, 0 for Star1
        ("lower", np.int64),  # addresses of what is known of each outcome on the stack, float64
        ("upper", np.int64),
        ("native_value", np.int64),  # address of `star_value`; see `star_below`
    ]
)


@helper
def list_best_first(walk: Any, ply: int, start: int) -> int:
    """List the actions at a ply, noisy ones and the best guesses of the game first; how many there are."""
    n = list_actions(walk, ply, start, RANKED | TOLD_NOISY)
    worth, noise = ranks(walk), flags(walk)
    for i in range(start, start + n):
        if noise[i] != 0:
            worth[i] += 1e6
    sort_moves(walk, start, start + n)
    return n


@walk_kernel
def star_value(
    walk: Any, work: Any, control: Any, depth: int, ply: int, start: int, alpha: float, beta: float, extent: int
) -> float:
    """Value of the state at a ply for MAX, fail-soft within alpha and beta; extent is WHOLE or PROBE.

    Its moves go onto the stack from `start` on.
    """
    # 1. Stop, the end of the game, the horizon.
    if spent(control):
        return 0.0
    control[DEEPEST] = max(control[DEEPEST], ply)
    if is_over(walk, ply):
        control[LEAVES] += 1
        return utility_at(walk, ply, work.maximizer)
    if depth <= 0 or ply >= MOST_PLIES - 1 or not has_room(walk, start):
        control[LEAVES] += 1
        control[HORIZON] += 1
        return estimate_at(walk, ply, work.maximizer)
    # 2. A player's node: alpha-beta.
    if player_at(walk, ply) != CHANCE:
        return best_action_value(walk, work, control, depth, ply, start, alpha, beta, extent)
    # 3. A chance node: nothing is known of its outcomes yet but the range of utilities.
    end = start + list_unknown_outcomes(walk, work, ply, start)
    # 4. Star2: probes below the outcomes narrow the bounds of their average.
    floor, ceiling = probe_outcomes(walk, work, control, depth, ply, start, end, alpha, beta)
    if control[STOP]:
        return 0.0
    if floor >= beta:
        return floor
    if ceiling <= alpha:
        return ceiling
    # 5. Star1: the outcomes themselves.
    return average_value(walk, work, control, depth, ply, start, end, alpha, beta, floor, ceiling)


def star_below(
    walk: Any, work: Any, control: Any, depth: int, ply: int, start: int, alpha: float, beta: float, extent: int
) -> float:
    """`star_value`, as its own steps call it.

    Native code calls it by its address: two functions that call each other by name cannot be kept on disk.
    """
    return star_value.py_func(walk, work, control, depth, ply, start, alpha, beta, extent)


@twin(star_below)
def _star_below(
    walk: Any, work: Any, control: Any, depth: Any, ply: Any, start: Any, alpha: Any, beta: Any, extent: Any
) -> Any:
    from counterplay.gears.compiler.address_code import call_value

    def native(walk: Any, work: Any, control: Any, depth: Any, ply: Any, start: Any, alpha: Any, beta: Any, extent: Any) -> Any:
        return call_value(work.native_value, (walk, work, control, depth, ply, start, alpha, beta, extent))

    return native


@helper
def best_action_value(
    walk: Any, work: Any, control: Any, depth: int, ply: int, start: int, alpha: float, beta: float, extent: int
) -> float:
    """Step 2: the best value for the player among all actions, or, where the extent is PROBE, that of the first."""
    maximizing = player_at(walk, ply) == work.maximizer
    end = start + list_best_first(walk, ply, start)
    best = -np.inf if maximizing else np.inf
    for i in range(start, start + 1 if extent == PROBE else end):
        step(walk, ply, moves(walk)[i])
        value = star_below(walk, work, control, depth - 1, ply + 1, end, alpha, beta, WHOLE)
        if control[STOP]:
            return 0.0
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


@helper
def list_unknown_outcomes(walk: Any, work: Any, ply: int, start: int) -> int:
    """Step 3: list the outcomes at a ply, each between the least and the greatest utility; how many there are."""
    n = list_outcomes(walk, ply, start)
    lower, upper = floats_at(work.lower, walk.room), floats_at(work.upper, walk.room)
    for i in range(start, start + n):
        lower[i] = walk.low
        upper[i] = walk.high
    return n


@helper
def probe_outcomes(
    walk: Any, work: Any, control: Any, depth: int, ply: int, start: int, end: int, alpha: float, beta: float
) -> tuple[float, float]:
    """Step 4: bounds of the average, from the first action below each outcome, until they leave the window.

    An action bounds its outcome from below where MAX moves, from above where MIN does.
    """
    floor, ceiling = walk.low, walk.high
    if work.probes == 0 or depth < 2:
        return floor, ceiling
    lower, upper = floats_at(work.lower, walk.room), floats_at(work.upper, walk.room)
    for i in range(start, end):
        p = ranks(walk)[i]
        step(walk, ply, moves(walk)[i])
        mover = player_at(walk, ply + 1)
        if is_over(walk, ply + 1) or mover == CHANCE:
            continue
        below, above = window(alpha, beta, floor, ceiling, lower[i], upper[i], p)
        value = star_below(walk, work, control, depth - 1, ply + 1, end, below, above, PROBE)
        if control[STOP]:
            break
        # A value outside the window is itself only a bound, on the wrong side to be of use.
        if mover == work.maximizer and value > below:
            floor += p * (value - lower[i])
            lower[i] = value
        elif mover != work.maximizer and value < above:
            ceiling += p * (value - upper[i])
            upper[i] = value
        if floor >= beta or ceiling <= alpha:
            break
    return floor, ceiling


@helper
def average_value(
    walk: Any,
    work: Any,
    control: Any,
    depth: int,
    ply: int,
    start: int,
    end: int,
    alpha: float,
    beta: float,
    floor: float,
    ceiling: float,
) -> float:
    """Step 5: the average of the outcomes, each searched in the window that could still bring it between alpha and beta."""
    lower, upper = floats_at(work.lower, walk.room), floats_at(work.upper, walk.room)
    total = 0.0
    for i in range(start, end):
        p = ranks(walk)[i]
        below, above = window(alpha, beta, floor, ceiling, lower[i], upper[i], p)
        step(walk, ply, moves(walk)[i])
        value = star_below(walk, work, control, depth - 1, ply + 1, end, below, above, WHOLE)
        if control[STOP]:
            return 0.0
        floor += p * (value - lower[i])
        ceiling += p * (value - upper[i])
        total += p * value
        # A bound must not fall inside the window by a rounding error: it would be taken for the value.
        if value >= above or floor >= beta:
            return max(floor, beta)
        if value <= below or ceiling <= alpha:
            return min(ceiling, alpha)
    return total


@helper
def window(
    alpha: float, beta: float, floor: float, ceiling: float, lower: float, upper: float, p: float
) -> tuple[float, float]:
    """The window of an outcome of probability p, whose own bounds are part of floor and ceiling."""
    if p < SLACK:
        return -np.inf, np.inf
    return (alpha - ceiling) / p + upper, (beta - floor) / p + lower


@walk_kernel
def star_after(walk: Any, work: Any, control: Any, action: int, depth: int, alpha: float) -> float:
    """Value of the state after an action of the root, which is at ply 0."""
    step(walk, 0, action)
    return star_below(walk, work, control, depth, 1, 0, alpha, np.inf, WHOLE)


class Tools:
    """What one search works on, compiled before the clock starts."""

    def __init__(self, task: Task[NoOptions], probes: int) -> None:
        self.walk: Walk = open_walk(task.game, MOST_PLIES, (*ENTRIES, "outcomes") if task.game.chance else ENTRIES)
        self.walk.place(task.state)
        self._known = np.empty(len(self.walk.ranks)), np.empty(len(self.walk.ranks))
        self.work: Any = np.zeros(1, WORKSPACE).view(np.recarray)[0]
        self.work.maximizer, self.work.probes = int(task.game.player(task.state)), probes
        self.work.lower, self.work.upper = map(address_of, self._known)
        record = as_record(task.control)
        star_value.warm(self.walk, self.work, record, 0, 0, 0, 0.0, 0.0, 0)
        if self.walk.compiled:
            self.work.native_value = star_value.address
        star_after.warm(self.walk, self.work, record, 0, 0, 0.0)


def deepen(task: Task[NoOptions], tools: Tools) -> Iterator[Report]:
    """Progressive deepening: one report a depth, and one for what an unfinished depth had found."""
    game, state, control = task.game, task.state, task.control
    maximizer = int(tools.work.maximizer)
    actions = list(task.actions)
    lines = [Line(actions[0], Value(float(game.evaluate(state, maximizer)), maximizer), (actions[0],))]
    for depth in range(1, min(task.limit.max_depth, MOST_PLIES - 1) + 1):
        horizon = int(control[HORIZON])
        found: list[Line] = []  # best first, at most as many as are wanted
        for action in actions:
            alpha = found[-1].value.score if len(found) == task.lines else -np.inf
            nodes = int(control[NODES])
            value = float(star_after(tools.walk, tools.work, as_record(control), action, depth - 1, alpha))
            if task.stopped:
                break
            if value > alpha:
                found.append(Line(action, Value(value, maximizer), (action,), int(control[NODES]) - nodes))
                found = sorted(found, key=lambda line: -line.value.score)[: task.lines]
        stopped = task.stopped
        # A rule about repetition is obeyed at the root and unknown below it.
        proven = int(control[HORIZON]) == horizon and not stopped and game.repetition == Repetition.NOTHING
        bound = Bound.LOWER if stopped else Bound.EXACT  # what was not looked at might be better
        found = [replace(line, value=replace(line.value, proven=proven, bound=bound)) for line in found]
        known = {line.action for line in found}
        lines = (found + [line for line in lines if stopped and line.action not in known])[: task.lines] or lines
        order = {line.action: place for place, line in enumerate(lines)}
        actions.sort(key=lambda a: order.get(a, len(order)))
        yield Report(
            action=lines[0].action,
            value=lines[0].value,
            variation=lines[0].variation,
            algorithm=task.algorithm,
            depth=depth - stopped,
            selective_depth=int(control[DEEPEST]),
            nodes=int(control[NODES]),
            leaves=int(control[LEAVES]),
            seconds=task.seconds,
            completed=not stopped,
            lines=tuple(lines),
        )
        if stopped or proven:
            return


STAR_NEEDS = Needs(players=2, zero_sum=True)
STAR1 = Algorithm("star1", "expectiminimax with Star1 cuts at chance nodes", STAR_NEEDS, partial(Tools, probes=0), deepen)
STAR2 = Algorithm(
    "star2", "expectiminimax with Star1 and Star2 cuts at chance nodes", STAR_NEEDS, partial(Tools, probes=1), deepen
)
