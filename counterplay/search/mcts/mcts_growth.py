"""The kernel of Monte Carlo tree search: one playout after the other, each in four steps.

L. Kocsis and C. Szepesvari, "Bandit based Monte-Carlo planning" (2006); the steps are named as in C. Browne et al., "A survey
of Monte Carlo tree search methods" (2012). It knows no game's types, so it is compiled once for all games, and it allocates
nothing.
"""

from __future__ import annotations

import math
from typing import Any

from counterplay.core import CHANCE
from counterplay.gears import helper
from counterplay.gears.entry.state_layout import ANY, FORCED, HEAVY
from counterplay.gears.entry.walk import follow, guided_playout, is_over, playouts, settle, step
from counterplay.gears.entry.walk_kernel import walk_kernel
from counterplay.search.mcts.mcts_amaf import credit_later_actions
from counterplay.search.mcts.mcts_expansion import expand, narrowed
from counterplay.search.mcts.mcts_implicit import back_up_estimates, estimate_leaf
from counterplay.search.mcts.mcts_proofs import prove, prove_end, prove_endings, refute_siblings
from counterplay.search.mcts.mcts_selection import select
from counterplay.search.mcts.mcts_tree import ROOT, UNEXPANDED
from counterplay.search.mcts.mcts_work import LEAF, MOST_PLIES, share
from counterplay.search.search_control import DEEPEST, LEAVES, NODES, spent_playouts


@walk_kernel
def grow(walk: Any, work: Any, control: Any, tree: Any, batch: int) -> int:
    """Run up to `batch` playouts from the root state, at ply 0; how many were run."""
    for done in range(batch):
        if spent_playouts(control) or tree.nodes[ROOT].proven != 0:
            return done
        # 1. Selection: follow the tree to a node without children; states are made only from there on.
        depth = follow_tree(walk, work, tree)
        # 2. Expansion, on the second visit: most nodes are seen only once.
        if tree.nodes[work.path[depth]].proven == 0:
            depth = expand_leaf(walk, work, control, tree, depth)
        control[DEEPEST] = max(control[DEEPEST], depth)
        # 3. Simulation: a proven value, the end of the game, which proves itself, or a random playout.
        proving = simulate(walk, work, tree, work.path[depth])
        control[LEAVES] += 1
        # 4. Backup: averages, and what else is kept of a node.
        back_up(walk, work, tree, depth, proving)
    return batch


@helper
def descend(walk: Any, work: Any, tree: Any, index: int, depth: int) -> int:
    """Go to a child of the node, and note the way."""
    child = select(walk, work, tree, index, depth)
    work.actions[depth] = tree.nodes[child].action
    work.path[depth + 1] = child
    return child


@helper
def follow_tree(walk: Any, work: Any, tree: Any) -> int:
    """Go from the root to a node without children, or a proven one; its depth."""
    index, depth = ROOT, 0
    work.path[0] = ROOT
    while tree.nodes[index].proven == 0 and tree.nodes[index].first != UNEXPANDED and depth < MOST_PLIES - 2:
        index = descend(walk, work, tree, index, depth)
        depth += 1
    return depth


@helper
def expand_leaf(walk: Any, work: Any, control: Any, tree: Any, depth: int) -> int:
    """Put the state of the last node at LEAF; where it was seen before, give it children and go to one. The depth reached."""
    index = work.path[depth]
    follow(walk, work.actions_place, depth, LEAF)
    seen = tree.nodes[index].visits > 0 or depth == 0
    if not seen or tree.nodes[index].first != UNEXPANDED or is_over(walk, LEAF):
        return depth
    if not expand(walk, work, tree, index, depth):
        return depth
    control[NODES] += tree.nodes[index].count
    # Candidates hold a win at once where there is one: nothing needs to be tried.
    if work.decisive != 0 and not narrowed(walk, work, depth) and prove_endings(walk, tree, index):
        if depth > 0:
            refute_siblings(walk, work, tree, depth)
        return depth
    descend(walk, work, tree, index, depth)
    step(walk, LEAF, work.actions[depth])
    settle(walk, LEAF)
    return depth + 1


@helper
def simulate(walk: Any, work: Any, tree: Any, index: int) -> bool:
    """Find out what the last node of the path is worth to each player, from 0 to 1; whether that is certain."""
    proving = tree.nodes[index].proven != 0 or is_over(walk, LEAF)
    if proving and tree.nodes[index].proven == 0:
        prove_end(walk, tree, index, LEAF)
    for p in range(walk.players):
        work.utilities[p] = tree.exact[index, p] if proving else 0.0
    work.log[0] = 0
    if not proving:
        if work.implicit != 0.0 and tree.nodes[index].visits == 0:
            estimate_leaf(walk, work, index)
        if work.rave != 0.0 or work.decisive_playouts != 0 or work.heavy_playouts != 0:
            choice = HEAVY if work.heavy_playouts != 0 else FORCED if work.decisive_playouts != 0 else ANY
            guided_playout(
                walk, LEAF, work.playout_plies, work.rng_place, work.utilities_place, work.stop_place, work.log_place,
                choice,
            )  # fmt: skip
        else:
            playouts(walk, LEAF, 1, work.playout_plies, work.rng_place, work.utilities_place, work.stop_place)
    for p in range(walk.players):
        work.utilities[p] = share(walk, work.utilities[p])
    return proving


@helper
def back_up(walk: Any, work: Any, tree: Any, depth: int, proving: bool) -> None:
    """Add the result to all nodes of the path; proofs and estimates go as far up as they reach."""
    for i in range(depth, -1, -1):
        node = tree.nodes[work.path[i]]
        node.visits += 1
        if node.mover != CHANCE:
            node.total += work.utilities[node.mover]
            node.average = node.total / node.visits
            node.doubt = 1.0 / math.sqrt(node.visits)
        if proving and i < depth:
            proving = prove(walk, tree, work.path[i])
    if work.rave != 0.0:
        credit_later_actions(work, tree, depth)
    if work.implicit != 0.0:
        for i in range(depth - 1, -1, -1):
            back_up_estimates(walk, work, tree, work.path[i])


@walk_kernel
def expand_root(walk: Any, work: Any, tree: Any) -> bool:
    """Give the root its children before the first playout."""
    follow(walk, work.actions_place, 0, LEAF)
    return expand(walk, work, tree, ROOT, 0)
