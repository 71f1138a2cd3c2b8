"""The solver inside Monte Carlo search: what is known for certain of a node, and how it reaches the nodes above.

After M. Winands, Y. Björnsson and J.-T. Saito, "Monte-Carlo tree search solver" (2008), here for every kind of game: a node is
proven when its best child is known to be best. Decisive actions (F. Teytaud and O. Teytaud, "On the huge benefit of decisive
moves in Monte-Carlo tree search algorithms", 2010) are found as a node gets its children; an action that allows the opponent
one is refuted, and so are at once the actions beside it that do not prevent it.
"""

from __future__ import annotations

from typing import Any

from counterplay.core import CHANCE
from counterplay.gears import helper
from counterplay.gears.entry.walk import follow, is_over, list_actions, moves, player_at, step, utility_at
from counterplay.search.mcts.mcts_tree import NO_NODE
from counterplay.search.mcts.mcts_work import LEAF


@helper
def prove_end(walk: Any, tree: Any, index: int, ply: int) -> None:
    """The game is over in the state at a ply, which is this node's."""
    tree.nodes[index].proven = 1
    for p in range(walk.players):
        tree.exact[index, p] = utility_at(walk, ply, p)


@helper
def prove(walk: Any, tree: Any, index: int) -> bool:
    """Prove a node from its children where that is possible; whether it is proven now."""
    node = tree.nodes[index]
    first, last = node.first, node.first + node.count - 1
    mover = tree.nodes[first].mover
    best, complete = NO_NODE, node.count == node.every
    for i in range(first, last + 1):
        if tree.nodes[i].proven == 0:
            complete = False
        elif mover != CHANCE and (best < 0 or tree.exact[i, mover] > tree.exact[best, mover]):
            best = i
    if mover == CHANCE:
        if not complete:
            return False
        for p in range(walk.players):
            average = 0.0
            for i in range(first, last + 1):
                average += tree.nodes[i].prior * tree.exact[i, p]
            tree.exact[index, p] = average
        node.proven = 1
        return True
    # Nothing beats the largest utility; else all children must be known.
    if best < 0 or not (complete or (tree.exact[best, mover] >= walk.high and is_first(walk, tree, first, best))):
        return False
    for p in range(walk.players):
        tree.exact[index, p] = tree.exact[best, p]
    node.proven = 1
    return True


@helper
def is_first(walk: Any, tree: Any, first: int, best: int) -> bool:
    """Whether no action before this one can be as good: of equally good ones a player takes the first, as in max^n.

    In a game of two in which one's gain is the other's loss it makes no difference.
    """
    if walk.two_sided == 0:
        for i in range(first, best):
            if tree.nodes[i].proven == 0:
                return False
    return True


@helper
def prove_endings(walk: Any, tree: Any, index: int) -> bool:
    """Prove the new children, of the node whose state is at LEAF, that end the game; whether that proves the node."""
    node = tree.nodes[index]
    mover = tree.nodes[node.first].mover
    if mover == CHANCE:
        return False
    ended = False
    for i in range(node.first, node.first + node.count):
        step(walk, LEAF, tree.nodes[i].action)
        if is_over(walk, LEAF + 1):
            prove_end(walk, tree, i, LEAF + 1)
            ended = True
            if tree.exact[i, mover] >= walk.high and is_first(walk, tree, node.first, i):
                break
    return ended and prove(walk, tree, index)


@helper
def refute_siblings(walk: Any, work: Any, tree: Any, depth: int) -> None:
    """The last node of the path is won for the player to move by a decisive action: try it after the actions beside, too.

    The rest of the path, which leads to their common parent, is followed to LEAF.
    """
    refuted, parent = work.path[depth], tree.nodes[work.path[depth - 1]]
    answer, winner = decisive_answer(walk, tree, refuted)
    if answer == NO_NODE or winner == tree.nodes[refuted].mover:
        return
    follow(walk, work.actions_place, depth - 1, LEAF)
    for i in range(parent.first, parent.first + parent.count):
        if tree.nodes[i].proven != 0 or tree.nodes[i].visits > 1:
            continue  # a node that has been visited twice has looked for itself
        step(walk, LEAF, tree.nodes[i].action)
        if is_over(walk, LEAF + 1) or player_at(walk, LEAF + 1) != winner:
            continue
        start = walk.max_actions
        for k in range(start, start + list_actions(walk, LEAF + 1, start, 0)):
            if moves(walk)[k] == tree.nodes[answer].action:
                step(walk, LEAF + 1, moves(walk)[k])
                if is_over(walk, LEAF + 2) and utility_at(walk, LEAF + 2, winner) >= walk.high:
                    prove_end(walk, tree, i, LEAF + 2)
                break


@helper
def decisive_answer(walk: Any, tree: Any, index: int) -> tuple[int, int]:
    """The child of a proven node that wins outright for the player to move, or NO_NODE, and that player."""
    node = tree.nodes[index]
    mover = tree.nodes[node.first].mover
    for i in range(node.first, node.first + node.count):
        if tree.nodes[i].proven != 0 and tree.exact[i, mover] >= walk.high:
            return i, mover
    return NO_NODE, mover
