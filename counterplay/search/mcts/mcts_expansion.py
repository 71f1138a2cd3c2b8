"""How a node of Monte Carlo search gets its children: in which order, how many at once, with which priors."""

from __future__ import annotations

import math
from typing import Any

from counterplay.core import CHANCE
from counterplay.gears import helper
from counterplay.gears.entry.state_layout import CANDIDATES_ONLY, RANKED
from counterplay.gears.entry.walk import follow, list_actions, list_outcomes, moves, player_at, ranks
from counterplay.search.mcts.mcts_tree import BLOCK_GROWTH, FIRST_BLOCK, SIZE, append, copy_node
from counterplay.search.mcts.mcts_work import LEAF, move_rows

FIRST_OPENED, OPENED_FACTOR = 2, 2.0  # progressive widening: children at first, and the factor of the power of the visits


@helper
def expand(walk: Any, work: Any, tree: Any, index: int, depth: int) -> bool:
    """Give a node, whose state is at LEAF, its first children; False where the tree has no room for them."""
    mover = player_at(walk, LEAF)
    n = list_outcomes(walk, LEAF, 0) if mover == CHANCE else list_weighed(walk, work, depth)
    made = n if mover == CHANCE else min(n, FIRST_BLOCK)
    if tree.used[SIZE] + made > len(tree.nodes):
        return False
    node = tree.nodes[index]
    node.first = tree.used[SIZE]
    node.count = made
    node.every = n
    for i in range(made):
        append(tree, moves(walk)[i], mover, ranks(walk)[i])
    return True


@helper
def widen(walk: Any, work: Any, tree: Any, index: int, depth: int) -> bool:
    """Give a node its next block of children, moved together with those it has; False where the tree has no room."""
    node = tree.nodes[index]
    made = min(node.every, BLOCK_GROWTH * node.count)
    if tree.used[SIZE] + made > len(tree.nodes):
        return False
    follow(walk, work.actions_place, depth, LEAF)
    list_weighed(walk, work, depth)
    first, mover = tree.used[SIZE], tree.nodes[node.first].mover
    for i in range(made):
        append(tree, moves(walk)[i], mover, ranks(walk)[i])
    for i in range(node.count):
        below = tree.nodes[node.first + i]
        copy_node(tree, node.first + i, tree, first + i)
        tree.nodes[first + i].first = below.first
        tree.nodes[first + i].count = below.count
        tree.nodes[first + i].every = below.every
    move_rows(walk, work, node.first, first, node.count)
    node.first = first
    node.count = made
    return True


@helper
def opened(work: Any, node: Any) -> int:
    """How many of a player's children may be followed: the more visits, the more of them, likeliest first.

    Progressive widening, R. Coulom, "Computing Elo ratings of move patterns in the game of Go" (2007), or unpruning,
    G. Chaslot et al., "Progressive strategies for Monte-Carlo tree search" (2008).
    """
    if work.widening == 0.0:
        return node.count
    return min(node.count, FIRST_OPENED + int(OPENED_FACTOR * node.visits**work.widening))


@helper
def list_weighed(walk: Any, work: Any, depth: int) -> int:
    """List the actions at LEAF with their priors; likeliest first where not all get a child at once. How many there are.

    Below the root, where nobody is told about the others, decisive actions leave only the candidates of a game that names them.
    """
    mode = CANDIDATES_ONLY if narrowed(walk, work, depth) else 0
    if work.priors == 0 and work.widening == 0.0 and work.prior_visits == 0.0:
        n = list_actions(walk, LEAF, 0, mode)
        for i in range(n):
            ranks(walk)[i] = 1.0
        return n
    n = list_actions(walk, LEAF, 0, mode | RANKED)
    weigh(walk, n)
    if n > FIRST_BLOCK or work.widening != 0.0:
        sort_by_prior(walk, n)
    return n


@helper
def narrowed(walk: Any, work: Any, depth: int) -> bool:
    """Whether only the candidates of a game get children: sound where one's gain is the other's loss, as the engine knows."""
    return work.decisive != 0 and depth > 0 and walk.has_candidates != 0 and walk.two_sided != 0


@helper
def weigh(walk: Any, n: int) -> None:
    """Turn the ranks of the first n moves of the stack into priors, which add up to 1.

    Games count `order` in units of their own, so it is measured by its standard deviation among these actions.
    """
    priors = ranks(walk)
    total, squares = 0.0, 0.0
    for i in range(n):
        total += priors[i]
        squares += priors[i] * priors[i]
    mean = total / n
    spread = math.sqrt(max(0.0, squares / n - mean * mean))
    weights = 0.0
    for i in range(n):
        priors[i] = math.exp(min(20.0, max(-20.0, (priors[i] - mean) / spread))) if spread > 1e-9 else 1.0
        weights += priors[i]
    for i in range(n):
        priors[i] /= weights


@helper
def sort_by_prior(walk: Any, n: int) -> None:
    """Sort the first n moves of the stack, likeliest first; equal ones stay in the game's order.

    Runs are merged to and fro between these places and the n after them: nothing is allocated.
    """
    actions, priors = moves(walk), ranks(walk)
    source, target, run = 0, n, 1
    while run < n:
        for left in range(0, n, 2 * run):
            middle, end = min(left + run, n), min(left + 2 * run, n)
            i, j = left, middle
            for k in range(left, end):
                from_left = i < middle and (j >= end or priors[source + i] >= priors[source + j])
                chosen = i if from_left else j
                actions[target + k] = actions[source + chosen]
                priors[target + k] = priors[source + chosen]
                if from_left:
                    i += 1
                else:
                    j += 1
        source, target, run = target, source, 2 * run
    if source != 0:
        for k in range(n):
            actions[k] = actions[source + k]
            priors[k] = priors[source + k]
