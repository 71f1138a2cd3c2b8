"""What Monte Carlo search can be asked, and which techniques it chooses by itself."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from typing import cast

from counterplay.core import BadParameter, Game, overrides
from counterplay.core.limit import UNLIMITED_DEPTH
from counterplay.core.monte_carlo_options import MonteCarloOptions
from counterplay.core.text.parameter_kinds import WHOLE, YES_NO, instance, number, whole
from counterplay.search.algorithm import option
from counterplay.search.mcts.mcts_session import Session
from counterplay.search.mcts.mcts_work import Techniques

EXPLORATION = math.sqrt(2.0)  # of UCB1 (Auer, Cesa-Bianchi and Fischer 2002), for values between 0 and 1
PUCT_EXPLORATION = 1.5  # of PUCT, likewise
RAVE_EXPLORATION = 0.3  # with RAVE, which itself looks beyond what seems best
MOST_EXPLORATION = 1e6  # with so much of it every child is visited as often as the next
MOST_RAVE_VISITS = 1e9
MOST_PRIOR_VISITS = 1e6
SHORT_PLAYOUT = 4  # plies, after which an estimate tells more than the rest of a random game


@dataclass(frozen=True)
class MctsOptions:
    """What Monte Carlo search can be asked. None: as suits the game, or else as PLAIN has it."""

    session: Session | None = option(instance(Session, "a Session").optional, None)  # a tree from an earlier move
    capacity: int | None = option(WHOLE.optional, None)  # nodes of the tree
    plain: bool = option(YES_NO, False)  # what is not said is as PLAIN has it, whatever suits the game
    priors: bool | None = option(YES_NO, None)
    exploration: float | None = option(number(0.0, MOST_EXPLORATION), None)
    playout_plies: int | None = option(whole(0, UNLIMITED_DEPTH), None)
    rave: bool | None = option(YES_NO, None)
    rave_visits: float | None = option(number(1.0, MOST_RAVE_VISITS), None)
    prior_visits: float | None = option(number(0.0, MOST_PRIOR_VISITS), None)
    first_play: bool | None = option(YES_NO, None)
    first_play_below: float | None = option(number(0.0, 1.0), None)
    implicit: float | None = option(number(0.0, 1.0), None)
    widening: float | None = option(number(0.0, 1.0), None)
    decisive: bool | None = option(YES_NO, None)
    decisive_playouts: bool | None = option(YES_NO, None)
    heavy_playouts: bool | None = option(YES_NO, None)


# UCT as it is in textbooks, and the numbers of techniques that somebody switches on.
PLAIN: MonteCarloOptions = {
    "priors": False,
    "exploration": None,  # depends on the formula
    "playout_plies": UNLIMITED_DEPTH,
    "rave": False,
    "rave_visits": 1000.0,
    "prior_visits": 0.0,
    "first_play": False,
    "first_play_below": 0.0,
    "implicit": 0.0,
    "widening": 0.0,
    "decisive": False,
    "decisive_playouts": False,
    "heavy_playouts": False,
}


def suited(game: Game) -> MonteCarloOptions:
    """What suits the game: as it says itself (a name or a value that no option takes is refused), and else by its kind.

    Where a game of two without chance has an estimate, playouts are cut short, and where it orders its actions, that makes
    priors; docs/enhancements.md tells what both gained.
    """
    chosen: MonteCarloOptions = {"heavy_playouts": overrides(game, "playout_action")}
    if game.players == 2 and game.zero_sum and not game.chance:
        if overrides(game, "evaluate"):
            chosen["playout_plies"] = SHORT_PLAYOUT
        if overrides(game, "order"):
            chosen["priors"] = True
    kinds = {f.name: f.metadata["kind"] for f in fields(MctsOptions)}
    own = {}
    for name, value in game.monte_carlo.items():
        if name not in PLAIN:
            known = ", ".join(PLAIN)
            raise BadParameter(f"{game.title_text}: monte_carlo names '{name}', which is no technique; there are {known}")
        own[name] = kinds[name].check(f"{game.title_text}: monte_carlo's {name}", value)
    return {**chosen, **cast(MonteCarloOptions, own)}


def techniques_for(game: Game, options: MctsOptions) -> Techniques:
    """The techniques of a search: what was asked, else what suits the game, else PLAIN."""
    asked = {name: getattr(options, name) for name in PLAIN if getattr(options, name) is not None}
    suiting: MonteCarloOptions = {} if options.plain else suited(game)
    chosen: MonteCarloOptions = {**PLAIN, **suiting, **cast(MonteCarloOptions, asked)}
    usual = PUCT_EXPLORATION if chosen["priors"] else RAVE_EXPLORATION if chosen["rave"] else EXPLORATION
    return Techniques(
        explore=usual if chosen["exploration"] is None else chosen["exploration"],
        priors=chosen["priors"],
        rave=chosen["rave_visits"] if chosen["rave"] else 0.0,
        prior_visits=chosen["prior_visits"],
        first_play=chosen["first_play"],
        first_play_below=chosen["first_play_below"],
        implicit=chosen["implicit"],
        widening=chosen["widening"],
        decisive=chosen["decisive"],
        decisive_playouts=chosen["decisive_playouts"],
        heavy_playouts=chosen["heavy_playouts"],
        playout_plies=min(chosen["playout_plies"], game.max_plies),
    )
