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

from counterplay.core import CHANCE, Bound, CannotCompile, Report, Value
from counterplay.core.report import Line
from counterplay.gears import helper, kernel
from counterplay.search.control import DEEPEST, HORIZON, LEAVES, NODES, STOP, spent
from counterplay.search.task import Algorithm, Needs, Task

MOST_PLIES = 256  # deeper lines are estimated
WHOLE, PROBE = 0, 1  # search all actions of a node, or only the first one
SLACK = 1e-12  # a probability below this ends the division that finds a child's window


@helper
def gather_ranked(game: Any, s: Any, ply: int, moves: Any, ranks: Any) -> int:
    """The actions at s in moves[ply], best guess of the game first; how many there are."""
    n = 0
    for a in game.actions(s):
        hint = float(game.order(s, a)) + (1e6 if game.noisy(s, a) else 0.0)
        i = n
        while i > 0 and ranks[ply, i - 1] < hint:
            moves[ply, i] = moves[ply, i - 1]
            ranks[ply, i] = ranks[ply, i - 1]
            i -= 1
        moves[ply, i] = a
        ranks[ply, i] = hint
        n += 1
    return n


@kernel
def star_value(
    game: Any,
    s: Any,
    depth: int,
    ply: int,
    alpha: float,
    beta: float,
    extent: int,
    maximizer: int,
    probes: int,
    control: Any,
    moves: Any,
    ranks: Any,
    lower: Any,
    upper: Any,
) -> float:
    """Value of s for the maximizer, fail-soft within alpha and beta.

    extent is WHOLE or PROBE; probes is 1 for Star2 and 0 for Star1. moves, ranks, lower and upper have shape
    (MOST_PLIES, max_actions); the last two hold the bounds known of each outcome.
    """
    # 1. Stop, the end of the game, the horizon.
    if spent(control):
        return 0.0
    control[DEEPEST] = max(control[DEEPEST], ply)
    if game.terminal(s):
        control[LEAVES] += 1
        return float(game.utility(s, maximizer))
    if depth <= 0 or ply >= MOST_PLIES - 1:
        control[LEAVES] += 1
        control[HORIZON] += 1
        return max(game.utility_range[0], min(game.utility_range[1], float(game.evaluate(s, maximizer))))
    player = game.player(s)

    # 2. A player's node: alpha-beta.
    if player != CHANCE:
        n = gather_ranked(game, s, ply, moves, ranks)
        if extent == PROBE:
            n = 1
        best = -np.inf if player == maximizer else np.inf
        for i in range(n):
            child = game.result(s, moves[ply, i])
            value = star_value(
                game, child, depth - 1, ply + 1, alpha, beta, WHOLE, maximizer, probes, control, moves, ranks, lower, upper
            )
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
    low, high = game.utility_range
    floor, ceiling = low, high
    i = 0
    for _, _ in game.outcomes(s):
        lower[ply, i] = low
        upper[ply, i] = high
        i += 1

    # 4. Star2: one action below each outcome bounds the outcome from below (MAX moves there) or above (MIN does).
    if probes == 1 and depth >= 2:
        i = 0
        for a, p in game.outcomes(s):
            child = game.result(s, a)
            below, above = window(alpha, beta, floor, ceiling, lower[ply, i], upper[ply, i], p)
            if not game.terminal(child) and game.player(child) != CHANCE:
                value = star_value(
                    game, child, depth - 1, ply + 1, below, above, PROBE, maximizer, probes, control, moves, ranks, lower, upper
                )
                if control[STOP]:
                    return 0.0
                # A value outside the window is itself only a bound, on the wrong side to be of use.
                if game.player(child) == maximizer and value > below:
                    floor += p * (value - lower[ply, i])
                    lower[ply, i] = value
                elif game.player(child) != maximizer and value < above:
                    ceiling += p * (value - upper[ply, i])
                    upper[ply, i] = value
                if floor >= beta:
                    return floor
                if ceiling <= alpha:
                    return ceiling
            i += 1

    # 5. Star1: search each outcome in the window that could still bring the average between alpha and beta.
    total = 0.0
    i = 0
    for a, p in game.outcomes(s):
        below, above = window(alpha, beta, floor, ceiling, lower[ply, i], upper[ply, i], p)
        value = star_value(
            game,
            game.result(s, a),
            depth - 1,
            ply + 1,
            below,
            above,
            WHOLE,
            maximizer,
            probes,
            control,
            moves,
            ranks,
            lower,
            upper,
        )
        if control[STOP]:
            return 0.0
        floor += p * (value - lower[ply, i])
        ceiling += p * (value - upper[ply, i])
        total += p * value
        # A bound must not fall inside the window by a rounding error: it would be taken for the value.
        if value >= above or floor >= beta:
            return max(floor, beta)
        if value <= below or ceiling <= alpha:
            return min(ceiling, alpha)
        i += 1
    return total


@helper
def window(
    alpha: float, beta: float, floor: float, ceiling: float, lower: float, upper: float, p: float
) -> tuple[float, float]:
    """The window of an outcome of probability p, whose own bounds are part of floor and ceiling."""
    if p < SLACK:
        return -np.inf, np.inf
    return (alpha - ceiling) / p + upper, (beta - floor) / p + lower


def prepare_star(task: Task) -> None:
    """Compile before the clock starts."""
    try:
        star_value.warm(task.game, task.state, 0, 0, 0.0, 1.0, WHOLE, 0, 1, task.control, *_buffers(task))
    except CannotCompile:
        return  # the first real call says so, and runs interpreted


def _buffers(task: Task) -> tuple[Any, Any, Any, Any]:
    shape = (MOST_PLIES, max(1, task.game.max_actions))
    return np.zeros(shape, np.int64), np.zeros(shape), np.zeros(shape), np.zeros(shape)


def star1(task: Task) -> Iterator[Report]:
    """Expectiminimax with Star1 cuts."""
    return _deepen(task, "star1", 0)


def star2(task: Task) -> Iterator[Report]:
    """Expectiminimax with Star1 and Star2 cuts."""
    return _deepen(task, "star2", 1)


def _deepen(task: Task, name: str, probes: int) -> Iterator[Report]:
    """Progressive deepening: one report a depth, and one for what an unfinished depth had found."""
    game, state, control = task.game, task.state, task.control
    maximizer = int(game.player(state))
    buffers = _buffers(task)
    actions = list(task.actions)
    lines = [Line(actions[0], Value(float(game.evaluate(state, maximizer)), maximizer), (actions[0],))]
    for depth in range(1, min(task.limit.max_depth, MOST_PLIES - 1) + 1):
        horizon = int(control[HORIZON])
        found: list[Line] = []  # best first, at most as many as are wanted
        for action in actions:
            alpha = found[-1].value.score if len(found) == task.lines else -np.inf
            nodes, child = int(control[NODES]), game.result(state, action)
            value = float(star_value(game, child, depth - 1, 1, alpha, np.inf, WHOLE, maximizer, probes, control, *buffers))
            if task.stopped:
                break
            if value > alpha:
                found.append(Line(action, Value(value, maximizer), (action,), int(control[NODES]) - nodes))
                found = sorted(found, key=lambda line: -line.value.score)[: task.lines]
        stopped = task.stopped
        proven = int(control[HORIZON]) == horizon and not stopped
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
STAR1 = Algorithm("star1", "expectiminimax with Star1 cuts at chance nodes", STAR_NEEDS, star1, prepare_star)
STAR2 = Algorithm("star2", "expectiminimax with Star1 and Star2 cuts at chance nodes", STAR_NEEDS, star2, prepare_star)
