"""Which child a playout follows: UCT and PUCT, and what guides them: RAVE, first-play urgency, implicit minimax, widening."""

from __future__ import annotations

import math
from typing import Any

from counterplay.core import CHANCE
from counterplay.gears import helper
from counterplay.gears.rng import draw_unit
from counterplay.search.mcts.mcts_amaf import blended
from counterplay.search.mcts.mcts_expansion import opened, widen
from counterplay.search.mcts.mcts_work import implicit_of, share

UNTRIED = 1e9  # the bound of an action that is tried before all others


@helper
def select(walk: Any, work: Any, tree: Any, index: int, depth: int) -> int:
    """The child to follow: chance by its probabilities, a player by the upper confidence bound."""
    parent = tree.nodes[index]
    if tree.nodes[parent.first].mover == CHANCE:
        return drawn(work, tree, parent.first, parent.first + parent.count - 1)
    if work.guided != 0:
        return select_guided(walk, work, tree, index, depth)
    if parent.count < parent.every and all_tried(tree, parent.first, parent.first + parent.count):
        widen(walk, work, tree, index, depth)
    first, last = parent.first, parent.first + parent.count - 1
    mover = tree.nodes[first].mover
    best, best_bound = first, -1.0
    priors, width = work.priors != 0, width_of(work, parent.visits)
    for i in range(first, last + 1):
        child = tree.nodes[i]
        if child.proven != 0:
            # Its value needs no more samples; it is followed only if no unproven child promises more.
            bound = share(walk, tree.exact[i, mover])
        elif priors:
            bound = child.average + width * child.prior / (1.0 + child.visits)
        elif child.visits == 0:
            return i
        else:
            bound = child.average + width * child.doubt
        if bound > best_bound:
            best, best_bound = i, bound
    return best


@helper
def width_of(work: Any, visits: int) -> float:
    """What the bounds of a node's children are widened by, before their own visits are looked at."""
    spread = math.sqrt(visits + 1.0) if work.priors != 0 else math.sqrt(math.log(visits + 1.0))
    return work.explore * spread


@helper
def select_guided(walk: Any, work: Any, tree: Any, index: int, depth: int) -> int:
    """The same where some technique has a say in what a child is worth, or in which children there are."""
    parent = tree.nodes[index]
    if parent.count < parent.every and wants_more(work, tree, parent):
        widen(walk, work, tree, index, depth)
    first, end = parent.first, parent.first + opened(work, parent)
    mover = tree.nodes[first].mover
    urgency, width = urgency_of(work, tree, first, end), width_of(work, parent.visits)
    best, best_bound = first, -1.0
    for i in range(first, end):
        if tree.nodes[i].proven != 0:
            bound = share(walk, tree.exact[i, mover])
        else:
            bound = guided_bound(walk, work, tree, i, mover, urgency, width, parent.every)
        if bound > best_bound:
            best, best_bound = i, bound
    return best


@helper
def wants_more(work: Any, tree: Any, parent: Any) -> bool:
    """Whether a node whose actions do not all have children yet is to get the next block of them."""
    if work.widening != 0.0:
        return opened(work, parent) == parent.count
    return all_tried(tree, parent.first, parent.first + parent.count)


@helper
def guided_bound(walk: Any, work: Any, tree: Any, index: int, mover: int, urgency: float, width: float, rivals: int) -> float:
    """The upper confidence bound of a child that is not proven and one of so many."""
    child = tree.nodes[index]
    value, visits = child.average if child.visits > 0 else urgency, float(child.visits)
    if work.prior_visits != 0.0:
        visits += work.prior_visits
        value = (child.total + work.prior_visits * promise(child, rivals)) / visits
    if work.rave != 0.0:
        value = blended(work, index, visits, value)
    if work.implicit != 0.0 and child.visits > 0:
        value += work.implicit * (implicit_of(walk, work)[walk.players * index + mover] - value)
    if work.priors != 0:
        return value + width * child.prior / (1.0 + child.visits)
    return value + width * child.doubt


@helper
def promise(child: Any, rivals: int) -> float:
    """What a child is worth by its prior, from 0 to 1: a half where all of so many are equally likely.

    Knowledge that counts as some visits which never were: S. Gelly and D. Silver, "Combining online and offline knowledge in
    UCT" (2007).
    """
    likely = child.prior * rivals
    return likely / (1.0 + likely)


@helper
def urgency_of(work: Any, tree: Any, first: int, end: int) -> float:
    """First-play urgency: what an action that was never tried is believed to be worth.

    S. Gelly and Y. Wang, "Exploration exploitation in Go: UCT for Monte-Carlo Go" (2006), here as a distance below the mean of
    what was tried, so that it suits winning and losing positions alike. Without it UCT tries every action once before any
    twice, and PUCT takes an unknown action for even.
    """
    if work.first_play == 0:
        return 0.5 if work.priors != 0 else UNTRIED
    total, visits = 0.5, 1.0
    for i in range(first, end):
        total += tree.nodes[i].total
        visits += tree.nodes[i].visits
    return total / visits - work.first_play_below


@helper
def drawn(work: Any, tree: Any, first: int, last: int) -> int:
    """A chance node's child, by its probability."""
    rest = draw_unit(work.rng)
    for i in range(first, last):
        rest -= tree.nodes[i].prior
        if rest < 0.0:
            return i
    return last


@helper
def all_tried(tree: Any, first: int, end: int) -> bool:
    """Whether every child has been visited or is proven."""
    for i in range(first, end):
        if tree.nodes[i].visits == 0 and tree.nodes[i].proven == 0:
            return False
    return True
