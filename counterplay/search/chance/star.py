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
from typing import Any

import numpy as np

from counterplay.core import CHANCE, Bound, Repetition, Report, Value
from counterplay.core.report import Line
from counterplay.gears import helper
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

BOUNDS = np.dtype([("lower", np.int64), ("upper", np.int64)])  # addresses of what is known of each outcome on the stack


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
    walk: Any,
    bounds: Any,
    control: Any,
    depth: int,
    ply: int,
    start: int,
    alpha: float,
    beta: float,
    extent: int,
    maximizer: int,
    probes: int,
) -> float:
    """Value of the state at a ply for the maximizer, fail-soft within alpha and beta.

    extent is WHOLE or PROBE; probes is 1 for Star2 and 0 for Star1.
    """
    # 1. Stop, the end of the game, the horizon.
    if spent(control):
        return 0.0
    control[DEEPEST] = max(control[DEEPEST], ply)
    if is_over(walk, ply):
        control[LEAVES] += 1
        return utility_at(walk, ply, maximizer)
    if depth <= 0 or ply >= MOST_PLIES - 1 or not has_room(walk, start):
        control[LEAVES] += 1
        control[HORIZON] += 1
        return estimate_at(walk, ply, maximizer)
    player = player_at(walk, ply)

    # 2. A player's node: alpha-beta.
    if player != CHANCE:
        end = start + list_best_first(walk, ply, start)
        best = -np.inf if player == maximizer else np.inf
        for i in range(start, start + 1 if extent == PROBE else end):
            step(walk, ply, moves(walk)[i])
            value = star_value(walk, bounds, control, depth - 1, ply + 1, end, alpha, beta, WHOLE, maximizer, probes)
            if control[STOP]:
                return 0.0
            if player == maximizer:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    # 3. A chance node: bounds of the average, from what is known of each outcome (nothing yet but the range of utilities).
    end = start + list_outcomes(walk, ply, start)
    outcome, chance = moves(walk), ranks(walk)
    lower, upper = floats_at(bounds.lower, walk.room), floats_at(bounds.upper, walk.room)
    floor, ceiling = walk.low, walk.high
    for i in range(start, end):
        lower[i] = walk.low
        upper[i] = walk.high

    # 4. Star2: one action below each outcome bounds the outcome from below (MAX moves there) or above (MIN does).
    if probes == 1 and depth >= 2:
        for i in range(start, end):
            p = chance[i]
            step(walk, ply, outcome[i])
            below, above = window(alpha, beta, floor, ceiling, lower[i], upper[i], p)
            mover = player_at(walk, ply + 1)
            if not is_over(walk, ply + 1) and mover != CHANCE:
                value = star_value(walk, bounds, control, depth - 1, ply + 1, end, below, above, PROBE, maximizer, probes)
                if control[STOP]:
                    return 0.0
                # A value outside the window is itself only a bound, on the wrong side to be of use.
                if mover == maximizer and value > below:
                    floor += p * (value - lower[i])
                    lower[i] = value
                elif mover != maximizer and value < above:
                    ceiling += p * (value - upper[i])
                    upper[i] = value
                if floor >= beta:
                    return floor
                if ceiling <= alpha:
                    return ceiling

    # 5. Star1: search each outcome in the window that could still bring the average between alpha and beta.
    total = 0.0
    for i in range(start, end):
        p = chance[i]
        below, above = window(alpha, beta, floor, ceiling, lower[i], upper[i], p)
        step(walk, ply, outcome[i])
        value = star_value(walk, bounds, control, depth - 1, ply + 1, end, below, above, WHOLE, maximizer, probes)
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


@walk_kernel
def star_after(
    walk: Any, bounds: Any, control: Any, action: int, depth: int, alpha: float, maximizer: int, probes: int
) -> float:
    """Value of the state after an action of the root, which is at ply 0."""
    step(walk, 0, action)
    return star_value(walk, bounds, control, depth, 1, 0, alpha, np.inf, WHOLE, maximizer, probes)


@helper
def window(
    alpha: float, beta: float, floor: float, ceiling: float, lower: float, upper: float, p: float
) -> tuple[float, float]:
    """The window of an outcome of probability p, whose own bounds are part of floor and ceiling."""
    if p < SLACK:
        return -np.inf, np.inf
    return (alpha - ceiling) / p + upper, (beta - floor) / p + lower


class Tools:
    """What one search works on."""

    def __init__(self, task: Task[NoOptions]) -> None:
        self.walk: Walk = open_walk(task.game, MOST_PLIES, (*ENTRIES, "outcomes") if task.game.chance else ENTRIES)
        self.walk.place(task.state)
        self._known = np.empty(len(self.walk.ranks)), np.empty(len(self.walk.ranks))
        self.bounds: Any = np.zeros(1, BOUNDS).view(np.recarray)[0]
        self.bounds.lower, self.bounds.upper = map(address_of, self._known)


def prepare_star(task: Task[NoOptions]) -> Tools:
    """Compile before the clock starts."""
    tools = Tools(task)
    star_after.warm(tools.walk, tools.bounds, as_record(task.control), 0, 0, 0.0, 0, 0)
    return tools


def star1(task: Task[NoOptions], tools: Tools) -> Iterator[Report]:
    """Expectiminimax with Star1 cuts."""
    return _deepen(task, tools, "star1", 0)


def star2(task: Task[NoOptions], tools: Tools) -> Iterator[Report]:
    """Expectiminimax with Star1 and Star2 cuts."""
    return _deepen(task, tools, "star2", 1)


def _deepen(task: Task[NoOptions], tools: Tools, name: str, probes: int) -> Iterator[Report]:
    """Progressive deepening: one report a depth, and one for what an unfinished depth had found."""
    game, state, control = task.game, task.state, task.control
    maximizer = int(game.player(state))
    actions = list(task.actions)
    lines = [Line(actions[0], Value(float(game.evaluate(state, maximizer)), maximizer), (actions[0],))]
    for depth in range(1, min(task.limit.max_depth, MOST_PLIES - 1) + 1):
        horizon = int(control[HORIZON])
        found: list[Line] = []  # best first, at most as many as are wanted
        for action in actions:
            alpha = found[-1].value.score if len(found) == task.lines else -np.inf
            nodes = int(control[NODES])
            value = float(star_after(tools.walk, tools.bounds, as_record(control), action, depth - 1, alpha, maximizer, probes))
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
            algorithm=name,
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
STAR1 = Algorithm("star1", "expectiminimax with Star1 cuts at chance nodes", STAR_NEEDS, prepare_star, star1)
STAR2 = Algorithm("star2", "expectiminimax with Star1 and Star2 cuts at chance nodes", STAR_NEEDS, prepare_star, star2)
