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

from counterplay.core import CHANCE, BadParameter, Game
from counterplay.gears import helper, kernel
from counterplay.search.control import MAX_PLY, spent
from counterplay.search.leaf import is_leaf, leaf_value
from counterplay.search.paranoid import paranoid
from counterplay.search.task import Needs
from counterplay.search.textbook import Form, Root
from counterplay.search.trace import average, enter, follow, leave, update
from counterplay.search.variation import extend, start

RANDOM = 0  # the depth that stands for a random action


@dataclass(frozen=True)
class OpponentModel:
    """A mixture of policies: with weights[i] the opponent plays minimax of depths[i] (RANDOM: any action)."""

    weights: tuple[float, ...]
    depths: tuple[int, ...]

    @classmethod
    def mixture(cls, parts: Mapping[str, float]) -> OpponentModel:
        """A model from names: ``{"minimax:1": 0.8, "random": 0.2}``."""
        depths = []
        for name in parts:
            policy, _, depth = name.partition(":")
            if name == "random":
                depths.append(RANDOM)
            elif policy == "minimax" and depth.isdecimal() and int(depth) >= 1:
                depths.append(int(depth))
            else:
                raise BadParameter(f"'{name}' is no policy; write random, or minimax:DEPTH with a depth of at least 1")
        weights = tuple(float(w) for w in parts.values())
        if min(weights, default=-1.0) < 0 or not isclose(sum(weights), 1.0):
            raise BadParameter(
                f"the weights of an opponent model must not be negative and must add up to 1, not {sum(weights):g}"
            )
        return cls(weights, tuple(depths))


class Policies(NamedTuple):
    """A model as kernels take it. k parts; A = game.max_actions."""

    weights: Any  # float64 (k,)
    depths: Any  # int64 (k,)
    actions: Any  # int64 (MAX_PLY + 2, A): of the node at each ply
    chances: Any  # float64 (MAX_PLY + 2, A): their probabilities


def policies_of(game: Game, model: OpponentModel) -> Policies:
    """The arrays of a model for a game."""
    shape = (MAX_PLY + 2, max(1, game.max_actions))
    return Policies(np.array(model.weights), np.array(model.depths, np.int64), np.zeros(shape, np.int64), np.zeros(shape))


@helper
def foresee(game: Any, s: Any, player: int, ply: int, policies: Any, control: Any) -> int:
    """Write the actions at s and how likely the player takes each into row `ply`; how many there are."""
    n = 0
    for a in game.actions(s):
        policies.actions[ply, n] = a
        policies.chances[ply, n] = 0.0
        n += 1
    for part in range(len(policies.weights)):
        if policies.depths[part] == RANDOM:
            for i in range(n):
                policies.chances[ply, i] += policies.weights[part] / n
        else:
            best, choice = -inf, 0
            for i in range(n):
                child = game.result(s, policies.actions[ply, i])
                value = paranoid(game, child, policies.depths[part] - 1, ply + 1, best, inf, player, control, None, None)
                if value > best:
                    best, choice = value, i
            policies.chances[ply, choice] += policies.weights[part]
    return n


@kernel
def against_model(
    game: Any, s: Any, depth: int, ply: int, me: int, policies: Any, control: Any, line: Any, trace: Any
) -> float:
    """The expected value of a state for `me`, the others playing as foreseen."""
    if spent(control):
        return 0.0
    start(line, ply)
    player = game.player(s)
    enter(trace, ply, player, -inf, inf)
    if is_leaf(game, s, depth):
        return leaf_value(game, s, me, ply, -inf, inf, control, trace)
    if player == me:
        v = -inf
        for a in game.actions(s):
            follow(trace, ply, a)
            v2 = against_model(game, game.result(s, a), depth - 1, ply + 1, me, policies, control, line, trace)
            if v2 > v:
                v = v2
                update(trace, ply, -inf, inf, v)
                extend(line, ply, a)
    elif player == CHANCE:
        v = 0.0
        for a, p in game.outcomes(s):
            follow(trace, ply, a)
            v += p * against_model(game, game.result(s, a), depth - 1, ply + 1, me, policies, control, line, trace)
            average(trace, ply, -inf, inf, v)
    else:
        v = 0.0
        for i in range(foresee(game, s, player, ply, policies, control)):
            a, p = policies.actions[ply, i], policies.chances[ply, i]
            if p > 0.0:
                follow(trace, ply, a)
                v += p * against_model(game, game.result(s, a), depth - 1, ply + 1, me, policies, control, line, trace)
                average(trace, ply, -inf, inf, v)
    leave(trace, ply, -inf, inf, v)
    return v


def _look(root: Root, child: Any, depth: int, alpha: float, branches: int) -> float:
    options = root.task.options
    if "policies" not in options:
        model = options.get("model")
        if not isinstance(model, OpponentModel):
            raise BadParameter(
                "opponent_model needs a model, such as model=OpponentModel.mixture({'minimax:1': 0.8, 'random': 0.2})"
            )
        options["policies"] = policies_of(root.game, model)
    return root.run(against_model, child, depth, 1, root.me, options["policies"])


OPPONENT_MODEL = Form("opponent_model", "the best reply to a mixture of policies", Needs(), _look)
