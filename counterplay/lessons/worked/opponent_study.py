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
from counterplay.gears.entry.walk import (
    is_over,
    list_actions,
    list_outcomes,
    moves,
    player_at,
    ranks,
    step,
    utility_at,
)
from counterplay.gears.entry.walk_kernel import walk_kernel
from counterplay.search.opponent_model import OpponentModel, against_model, foresee, policies_of
from counterplay.search.search_control import as_record, new_control
from counterplay.search.textbook.paranoid import paranoid
from counterplay.search.textbook.textbook_form import form_walk

TO_THE_END = 1_000_000  # plies
DEPTH_ONE = OpponentModel.mixture({"minimax:1": 0.8, "random": 0.2})
PERFECT = OpponentModel.mixture({"minimax:100": 1.0})


@walk_kernel
def expected(walk: Any, me: int, informed: bool, ply: int, top: int, believed: Any, actual: Any, control: Any) -> float:
    """The expected utility for `me` of a whole game from a ply on against the actual opponent.

    An informed player maximises the expectation over the believed opponent; the other plays minimax. Both look to the end
    and take the first of equally good actions.
    """
    if is_over(walk, ply):
        return utility_at(walk, ply, me)
    player = player_at(walk, ply)
    value = 0.0
    if player == me:
        end = top + list_actions(walk, ply, top, 0)
        best, chosen = -inf, 0
        for i in range(top, end):
            step(walk, ply, moves(walk)[i])
            if informed:
                v = against_model(walk, TO_THE_END, ply + 1, end, me, believed, control, believed.line, believed.trace)
            else:
                v = paranoid(walk, TO_THE_END, ply + 1, end, -inf, inf, me, control, believed.line, believed.trace)
            if v > best:
                best, chosen = v, moves(walk)[i]
        step(walk, ply, chosen)
        return expected(walk, me, informed, ply + 1, end, believed, actual, control)
    if player == CHANCE:
        end = top + list_outcomes(walk, ply, top)
    else:
        end = top + foresee(walk, player, ply, top, actual, control)
    for i in range(top, end):
        p = ranks(walk)[i]
        if p > 0.0:
            step(walk, ply, moves(walk)[i])
            value += p * expected(walk, me, informed, ply + 1, end, believed, actual, control)
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
    control = as_record(new_control(Limit()))
    walk = form_walk(game)
    walk.place(game.initial())
    cells = [
        expected(walk, me, informed, 0, 0, policies_of(weak), policies_of(actual), control)
        for actual in (weak, PERFECT)
        for informed in (False, True)
    ]
    return OpponentTable(*cells)
