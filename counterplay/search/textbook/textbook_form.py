"""What the textbook forms share: the decision at the root, deepening, reports.

A form is a kernel that gives the value of a state. The decision is AIMA's MINIMAX-SEARCH (4th ed., figure 6.3): the first
action that leads to the best value. With a limit on depth, or none at all, a form goes there directly; with a limit on
time or nodes alone it deepens progressively, and the answer is the one of the last finished depth.

A form sees states, not how they came about: a rule about repetition is obeyed at the root and unknown below it, so that
nothing counts as proven in a game that has one.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import inf
from typing import Any, NamedTuple

import numpy as np

from counterplay.core import Bound, Game, Limit, Repetition, Report, Value
from counterplay.core.limit import MOST_ACTIONS
from counterplay.core.report import Line
from counterplay.core.text.parameter_kinds import ANYTHING, YES_NO, instance, whole
from counterplay.gears import Kernel
from counterplay.gears.deadline import STOP
from counterplay.gears.entry.walk import Walk, open_walk
from counterplay.gears.entry.walk_kernel import WalkKernel
from counterplay.gears.gear_choice import interpreting
from counterplay.search.algorithm import Algorithm, Needs, option
from counterplay.search.principal_variation import new_variation, variation_from
from counterplay.search.search_control import (
    DEEPEST,
    HORIZON,
    LEAVES,
    MAX_PLY,
    NODE_LIMIT,
    NODES,
    as_record,
    new_control,
    spent,
)
from counterplay.search.search_task import Task
from counterplay.search.textbook.child_order import new_ranking
from counterplay.search.textbook.trace_events import UPDATE, Trace, enter, follow, leave, new_trace, note_parts, update

TWO_PLAYERS = Needs(players=2, chance=False, zero_sum=True)


@dataclass(frozen=True)
class FormOptions:
    """What a textbook form can be asked."""

    trace: Trace | None = option(instance(Trace, "a trace that new_trace has made").optional, None)
    interpreted: bool = option(YES_NO, False)  # in plain Python, step by step
    ordered: bool = option(YES_NO, False)  # children sorted by game.order
    branches: int = option(whole(1, MOST_ACTIONS), MOST_ACTIONS)  # of the root, in tapered search
    model: Any = option(ANYTHING, None)  # of the opponent; the search against a model looks at it itself


class Branch(NamedTuple):
    """An action of the root that a form looks at."""

    action: int
    branches: int = 0  # that the state after it gets, in tapered search


@dataclass
class Root:
    """A state whose best action is sought, and the arrays that kernels work on."""

    task: Task[FormOptions]
    control: Any  # see search.control
    line: Any = field(default_factory=new_variation)

    def __post_init__(self) -> None:
        options = self.task.options
        self.game: Game = self.task.game
        self.state: Any = self.task.state
        self.me = int(self.game.player(self.state))  # MAX
        self.trace, self.interpreted = options.trace, options.interpreted
        self.ordered, self.branches = options.ordered, options.branches
        self.values = np.zeros((MAX_PLY + 2, self.game.players), np.float64)  # tuples of utilities, one a ply
        self.policies: Any = None  # of the opponent, as native code reads them, made when they are first wanted
        self._ranking: Any = None
        self._walk: Walk | None = None

    @property
    def ranking(self) -> Any:
        """Room to sort actions, made when it is first wanted."""
        if self._ranking is None:
            self._ranking = new_ranking(self.game)
        return self._ranking

    @property
    def stopped(self) -> bool:
        """Whether the limit is reached."""
        return bool(self.control[STOP])

    def run(self, kernel: Kernel[..., float], *arguments: Any) -> float:
        """Call a kernel in the gear that was asked for."""
        call = kernel.interpreted if self.interpreted else kernel
        return call(self.game, *arguments, self.control, self.line, self.trace)

    def run_on_walk(self, kernel: WalkKernel[..., float], child: Any, *arguments: Any) -> float:
        """Call a kernel for every game, with the child of the root at ply 1, in the gear that was asked for."""
        if self._walk is None:
            with interpreting() if self.interpreted else contextlib.nullcontext():
                self._walk = form_walk(self.game)
            self._trace = self.trace if self.trace is not None else new_trace(0)
        self._walk.place(child, 1)
        return float(kernel(self._walk, *arguments, self.control, self.line, self._trace))


def form_walk(game: Game) -> Walk:
    """A walk for the forms that are compiled once for all games."""
    entries = ("expand", "final", "estimate")
    return open_walk(game, MAX_PLY + 2, (*entries, "outcomes") if game.chance else entries)


def _is_proof(value: Value) -> bool:
    """Whether this is surely the value of an action; a bound from above is not, although nothing was estimated."""
    return value.proven and value.bound == Bound.EXACT


def all_branches(root: Root) -> list[Branch]:
    """Every action, in the game's order."""
    return [Branch(a) for a in root.task.actions]


class Decision(NamedTuple):
    """What one search of the root found."""

    lines: list[Line]  # of the actions looked at, in that order
    finished: bool  # all of them
    proven: bool


@dataclass(frozen=True)
class Form:
    """A textbook form: the value of the state after an action of the root, and how a decision is made of it."""

    name: str
    about: str
    needs: Needs
    look: Callable[[Root, Any, int, float, int], float]  # (root, child, depth, alpha, branches): the child's value for MAX
    windowed: bool = False  # takes alpha, so that a value up to it is an upper bound
    branches: Callable[[Root], list[Branch]] = all_branches
    per_player: bool = False  # finds every player's value, in root.values[1]

    @property
    def algorithm(self) -> Algorithm[FormOptions, None]:
        """The form as `counterplay.Search` knows it."""
        return Algorithm(self.name, self.about, self.needs, self.prepare, self.body, FormOptions)

    def prepare(self, task: Task[FormOptions]) -> None:
        """Compile before the clock starts: a look that has nothing left to spend returns at once."""
        root = Root(task, as_record(new_control(Limit(nodes=1))))
        branch = self.branches(root)[0]
        self.look(root, root.game.result(root.state, branch.action), 0, 0.0, branch.branches)

    def body(self, task: Task[FormOptions], tools: None) -> Iterator[Report]:
        """One report for each finished depth; if the limit cuts a depth short, a last one of what there is."""
        root = Root(task, as_record(task.control))
        limit = task.limit
        deepest = max(1, int(min(limit.max_depth, MAX_PLY)))
        direct = limit.depth is not None or (limit.seconds is None and limit.nodes is None)
        last: Decision | None = None
        for depth in (deepest,) if direct else range(1, deepest + 1):
            decision = self.decide(root, depth)
            if not decision.finished:
                yield self.report(root, last or decision, depth - 1 if last else 0, completed=False)
                return
            yield self.report(root, decision, depth, completed=True)
            if decision.proven:
                return
            last = decision

    def decide(self, root: Root, depth: int) -> Decision:
        """Look at the state after each action; until the limit is reached."""
        game, state, me, control, trace = root.game, root.state, root.me, root.control, root.trace
        lines: list[Line] = []
        best = alpha = -inf
        horizon = int(control[HORIZON])
        spent(control)
        enter(trace, 0, me, -inf, inf)
        branches = self.branches(root)
        for action, room in branches:
            follow(trace, 0, action)
            nodes, estimates = int(control[NODES]), int(control[HORIZON])
            v = self.look(root, game.result(state, action), depth - 1, alpha, room) + 0.0
            if root.stopped:
                break
            exact = v > best or not self.windowed
            value = Value(
                v,
                me,
                Bound.EXACT if exact else Bound.UPPER,
                proven=int(control[HORIZON]) == estimates and game.repetition == Repetition.NOTHING,
                per_player=tuple(float(part) for part in root.values[1]) if self.per_player and exact else (),
            )
            after = variation_from(root.line, 1) if exact else ()
            lines.append(Line(action, value, (action, *after), int(control[NODES]) - nodes))
            if v > best:
                best = v
                alpha = best if self.windowed else alpha
                if self.per_player:
                    note_parts(game.players, UPDATE, 0, 1, root.values[1], trace)
                else:
                    update(trace, 0, alpha, inf, v)
        leave(trace, 0, alpha, inf, best)
        finished = len(lines) == len(branches)
        exhausted = int(control[HORIZON]) == horizon and game.repetition == Repetition.NOTHING
        won = any(_is_proof(line.value) and line.value.score >= game.utility_range[1] for line in lines)
        return Decision(lines, finished, finished and (exhausted or won))

    def report(self, root: Root, decision: Decision, depth: int, completed: bool) -> Report:
        """The decision, best action first; where not one action was finished, the first legal one and an estimate."""
        task, control = root.task, root.control
        # Of equals the first, unless another one is the proof of what is claimed.
        lines = sorted(decision.lines, key=lambda line: (-line.value.score, decision.proven and not _is_proof(line.value))) or [
            self.guess(root)
        ]
        best = lines[0]
        value = Value(
            best.value.score,
            root.me,
            Bound.EXACT if decision.finished else Bound.LOWER,
            decision.proven,
            per_player=best.value.per_player,
        )
        deepest = int(control[DEEPEST])
        return Report(
            best.action,
            value,
            best.variation,
            self.name,
            depth=min(depth, deepest),
            selective_depth=deepest,
            nodes=min(int(control[NODES]), int(control[NODE_LIMIT])),
            leaves=int(control[LEAVES]),
            seconds=task.seconds,
            completed=completed,
            lines=tuple(lines),
        )

    def guess(self, root: Root) -> Line:
        """The first legal action, worth what the game's estimate says."""
        action = self.branches(root)[0].action
        return Line(action, Value(float(root.game.evaluate(root.state, root.me)), root.me), (action,))
