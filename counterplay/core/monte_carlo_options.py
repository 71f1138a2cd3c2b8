"""Techniques of Monte Carlo search, as a game or a caller asks for them."""

from __future__ import annotations

from typing import TypedDict


class MonteCarloOptions(TypedDict, total=False):
    """What `Game.monte_carlo` may hold; docs/search.md tells what each does."""

    priors: bool
    exploration: float | None
    playout_plies: int
    rave: bool
    rave_visits: float
    prior_visits: float
    first_play: bool
    first_play_below: float
    implicit: float
    widening: float
    decisive: bool
    decisive_playouts: bool
    heavy_playouts: bool
