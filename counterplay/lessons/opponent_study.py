"""What knowing the opponent is worth, exactly: whole games against a mixture of policies, every branch weighed.

An opponent known to follow a minimax of depth 1 in 80 % of its moves, and to move at random otherwise, is met by a player
who expects perfect play (minimax) and by one who expects that opponent (expectimax over the model); then both meet a
perfect opponent, about whom the second is wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any

from counterplay.core import CHANCE, Game, Limit
from counterplay.gears import kernel
from counterplay.search.control import new_control
from counterplay.search.minimax import minimax_value
from counterplay.search.opponent import OpponentModel, against_model, foresee, policies_of

TO_THE_END = 1_000_000  # plies
DEPTH_ONE = OpponentModel.mixture({"minimax:1": 0.8, "random": 0.2})
PERFECT = OpponentModel.mixture({"minimax:100": 1.0})


@kernel
def expected(game: Any, s: Any, me: int, informed: bool, ply: int, believed: Any, actual: Any, control: Any) -> float:
    """The expected utility for `me` of a whole game from s against the actual opponent.

    An informed player maximises the expectation over the believed opponent; the other plays minimax. Both look to the end
    and take the first of equally good actions.
    """
    if game.terminal(s):
        return float(game.utility(s, me))
    player = game.player(s)
    value = 0.0
    if player == CHANCE:
        for a, p in game.outcomes(s):
            value += p * expected(game, game.result(s, a), me, informed, ply + 1, believed, actual, control)
    elif player == me:
        best, chosen = -inf, 0
        for a in game.actions(s):
            child = game.result(s, a)
            if informed:
                v = against_model(game, child, TO_THE_END, ply + 1, me, believed, control, None, None)
            else:
                v = minimax_value(game, child, TO_THE_END, ply + 1, me, control, None, None)
            if v > best:
                best, chosen = v, a
        value = expected(game, game.result(s, chosen), me, informed, ply + 1, believed, actual, control)
    else:
        for i in range(foresee(game, s, player, ply, actual, control)):
            p = actual.chances[ply, i]
            if p > 0.0:
                child = game.result(s, actual.actions[ply, i])
                value += p * expected(game, child, me, informed, ply + 1, believed, actual, control)
    return value


@dataclass(frozen=True)
class OpponentTable:
    """Expected utilities of the two players against the two opponents."""

    minimax_against_weak: float
    informed_against_weak: float
    minimax_against_perfect: float
    informed_against_perfect: float

    @property
    def gain(self) -> float:
        """What the model brings where it is right."""
        return self.informed_against_weak - self.minimax_against_weak

    @property
    def loss(self) -> float:
        """What it costs where it is wrong."""
        return self.minimax_against_perfect - self.informed_against_perfect


def opponent_table(game: Game, me: int = 0, weak: OpponentModel = DEPTH_ONE) -> OpponentTable:
    """Both players against both opponents, from the first position to the end of the game."""
    control, start = new_control(Limit()), game.initial()
    cells = [
        expected(game, start, me, informed, 0, policies_of(game, weak), policies_of(game, actual), control)
        for actual in (weak, PERFECT)
        for informed in (False, True)
    ]
    return OpponentTable(*cells)
