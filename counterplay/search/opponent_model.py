"""Search against a model of the opponent: maximise the expected value, given how the others are believed to play.

Assuming the worst where an opponent is weak is pessimism, assuming chance where it is strong is optimism (the
lectures' 2 x 2 table). H. Iida, J. Uiterwijk and J. van den Herik, "Opponent-model search" (1993), with a mixture of
policies as in D. Carmel and S. Markovitch, "Learning and using opponent models in adversary search" (1996). A policy
is minimax to some depth, or, at depth 0, a random action; a mixture such as "80 % minimax of depth 1, 20 % random"
gives every action of the opponent a probability, and its node an average.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf, isclose
from typing import Any, NamedTuple

import numpy as np

from counterplay.core import CHANCE, BadParameter
from counterplay.core.files.user_file import quoted
from counterplay.core.text.long_digits import whole_number
from counterplay.core.text.parameter_kinds import NUMBER, shown, whole
from counterplay.gears import helper
from counterplay.gears.entry.walk import list_actions, list_outcomes, moves, player_at, ranks, step
from counterplay.gears.entry.walk_kernel import walk_kernel
from counterplay.search.algorithm import Needs
from counterplay.search.principal_variation import begin_line, extend_line, new_variation
from counterplay.search.search_control import spent
from counterplay.search.textbook.leaf_values import is_leaf_at, leaf_value_at
from counterplay.search.textbook.paranoid import paranoid
from counterplay.search.textbook.textbook_form import Form, Root
from counterplay.search.textbook.trace_events import average, enter, follow, leave, new_trace, update

RANDOM = 0  # the depth that stands for a random action
DEEPEST = 999  # plies that an opponent can be said to look ahead


@dataclass(frozen=True)
class OpponentModel:
    """A mixture of policies: with weights[i] the opponent plays minimax of depths[i] (RANDOM: any action)."""

    weights: tuple[float, ...]
    depths: tuple[int, ...]

    def __post_init__(self) -> None:
        for depth in self.depths:
            whole(RANDOM, DEEPEST).check("the depth of a policy", depth)
        for weight in self.weights:
            NUMBER.check("the weight of a policy", weight)
        if min(self.weights, default=-1.0) < 0 or not isclose(sum(self.weights), 1.0):
            raise BadParameter(
                f"the weights of an opponent model must not be negative and must add up to 1, not {sum(self.weights):g}"
            )
        if len(self.weights) != len(self.depths):
            raise BadParameter(f"a model of {len(self.depths)} policies needs as many weights, not {len(self.weights)}")

    @classmethod
    def mixture(cls, parts: Mapping[str, float]) -> OpponentModel:
        """A model from names: ``{"minimax:1": 0.8, "random": 0.2}``."""
        depths = []
        for name in parts:
            policy, _, plies = name.partition(":") if isinstance(name, str) else (shown(name), "", "")
            depth = RANDOM if name == "random" else whole_number(plies, DEEPEST) if policy == "minimax" else None
            if depth is None or (depth == RANDOM and name != "random"):
                raise BadParameter(
                    f"'{quoted(str(name))}' is no policy; write random, or minimax:DEPTH with a depth from 1 to {DEEPEST}"
                )
            depths.append(depth)
        return cls(tuple(parts.values()), tuple(depths))


class Policies(NamedTuple):
    """A model as kernels take it, and what the searches of the policies write to, which nobody reads. k parts."""

    weights: Any  # float64 (k,)
    depths: Any  # int64 (k,)
    line: Any
    trace: Any


def policies_of(model: OpponentModel) -> Policies:
    """The arrays of a model."""
    return Policies(np.array(model.weights), np.array(model.depths, np.int64), new_variation(), new_trace(0))


@helper
def foresee(walk: Any, player: int, ply: int, top: int, policies: Any, control: Any) -> int:
    """List the actions at a ply and in `ranks` how likely the player takes each; how many there are."""
    n = list_actions(walk, ply, top, 0)
    end, chances = top + n, ranks(walk)
    for i in range(top, end):
        chances[i] = 0.0
    for part in range(len(policies.weights)):
        if policies.depths[part] == RANDOM:
            for i in range(top, end):
                chances[i] += policies.weights[part] / n
        else:
            best, choice = -inf, top
            for i in range(top, end):
                step(walk, ply, moves(walk)[i])
                depth = policies.depths[part] - 1
                value = paranoid(walk, depth, ply + 1, end, best, inf, player, control, policies.line, policies.trace)
                if value > best:
                    best, choice = value, i
            chances[choice] += policies.weights[part]
    return n


@walk_kernel
def against_model(
    walk: Any, depth: int, ply: int, top: int, me: int, policies: Any, control: Any, line: Any, trace: Any
) -> float:
    """The expected value of the state at a ply for `me`, the others playing as foreseen; moves go onto the stack from `top`."""
    if spent(control):
        return 0.0
    begin_line(line, ply)
    player = player_at(walk, ply)
    enter(trace, ply, player, -inf, inf)
    if is_leaf_at(walk, ply, top, depth):
        return leaf_value_at(walk, ply, me, -inf, inf, control, trace)
    if player == me:
        v = -inf
        end = top + list_actions(walk, ply, top, 0)
        for i in range(top, end):
            follow(trace, ply, moves(walk)[i])
            step(walk, ply, moves(walk)[i])
            v2 = against_model(walk, depth - 1, ply + 1, end, me, policies, control, line, trace)
            if v2 > v:
                v = v2
                update(trace, ply, -inf, inf, v)
                extend_line(line, ply, moves(walk)[i])
    else:
        v = 0.0
        if player == CHANCE:
            end = top + list_outcomes(walk, ply, top)
        else:
            end = top + foresee(walk, player, ply, top, policies, control)
        for i in range(top, end):
            p = ranks(walk)[i]
            if p > 0.0:
                follow(trace, ply, moves(walk)[i])
                step(walk, ply, moves(walk)[i])
                v += p * against_model(walk, depth - 1, ply + 1, end, me, policies, control, line, trace)
                average(trace, ply, -inf, inf, v)
    leave(trace, ply, -inf, inf, v)
    return v


def _look(root: Root, child: Any, depth: int, alpha: float, branches: int) -> float:
    if root.policies is None:
        model = root.task.options.model
        if not isinstance(model, OpponentModel):
            raise BadParameter(
                "opponent_model needs a model, such as model=OpponentModel.mixture({'minimax:1': 0.8, 'random': 0.2})"
            )
        root.policies = policies_of(model)
    return root.run_on_walk(against_model, child, depth, 1, 0, root.me, root.policies)


OPPONENT_MODEL = Form("opponent_model", "the best reply to a mixture of policies", Needs(), _look)
