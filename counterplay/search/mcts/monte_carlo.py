"""Monte Carlo tree search: UCT and PUCT with proven values, chance nodes, any number of players.

L. Kocsis and C. Szepesvari, "Bandit based Monte-Carlo planning" (2006); PUCT as in D. Silver et al., "Mastering the game of Go
without human knowledge" (2017); proven values after M. Winands, Y. Björnsson and J.-T. Saito, "Monte-Carlo tree search solver"
(2008), here for every kind of game: a node is proven when its best child is known to be best.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from counterplay.core import CHANCE, BadParameter, Game, Repetition, Report, Value, utilities_of_loss
from counterplay.core.limit import UNLIMITED_DEPTH
from counterplay.core.parameter_kinds import WHOLE, YES_NO, instance, number, whole
from counterplay.core.report import Line
from counterplay.gears import helper
from counterplay.gears.compiler.raw_memory import address_of
from counterplay.gears.entry.state_layout import RANKED
from counterplay.gears.entry.walk import (
    follow,
    is_over,
    list_actions,
    list_outcomes,
    moves,
    open_walk,
    player_at,
    playouts,
    ranks,
    settle,
    step,
    utility_at,
)
from counterplay.gears.entry.walk_kernel import walk_kernel
from counterplay.gears.rng import draw_unit
from counterplay.search.algorithm import Algorithm, Needs, option
from counterplay.search.mcts.mcts_tree import (
    BLOCK_GROWTH,
    FIRST_BLOCK,
    ROOT,
    SIZE,
    UNEXPANDED,
    Tree,
    append,
    child_of,
    children_of,
    copy_node,
    new_tree,
    node_bytes,
    transplant,
)
from counterplay.search.playout import PLAYOUT_ENTRIES, new_dice
from counterplay.search.search_control import DEEPEST, LEAVES, NODES, Array, as_record, spent_playouts
from counterplay.search.search_task import Task

EXPLORATION = math.sqrt(2.0)  # of UCB1 (Auer, Cesa-Bianchi and Fischer 2002), for values between 0 and 1
PUCT_EXPLORATION = 1.5  # of PUCT, likewise
MOST_EXPLORATION = 1e6  # with so much of it every child is visited as often as the next
MOST_PLIES = 1024  # of a path through the tree
BATCH = 64  # playouts between two looks at the clock of the driver, at first
DEFAULT_CAPACITY = 2_000_000  # nodes
NODE_CEILING_MB = 2048.0
ENTRIES = ("follow", "expand", "final", *PLAYOUT_ENTRIES)  # of a game, that this search calls besides `step`

# Places in the settings (float64).
EXPLORE, USE_PRIORS = 0, 1
MORE = [
    ("settings", np.float64, (2,)),
    ("playout_plies", np.int64),
    ("path", np.int64, (MOST_PLIES,)),  # the nodes of a playout, from the root
    ("actions", np.int64, (MOST_PLIES,)),  # that lead from each to the next
    ("actions_place", np.int64),  # their address
]
LEAF = 1  # the ply of the walk at which a playout leaves the tree; the root is at ply 0


@helper
def share(walk: Any, utility: float) -> float:
    """A utility brought to 0..1."""
    return min(1.0, max(0.0, (utility - walk.low) / (walk.high - walk.low)))


@helper
def expand(walk: Any, work: Any, tree: Any, index: int) -> bool:
    """Give a node, whose state is at LEAF, its first children; False where the tree has no room for them."""
    mover = player_at(walk, LEAF)
    n = list_outcomes(walk, LEAF, 0) if mover == CHANCE else list_weighed(walk, work)
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
    list_weighed(walk, work)
    first, mover = tree.used[SIZE], tree.nodes[node.first].mover
    for i in range(made):
        append(tree, moves(walk)[i], mover, ranks(walk)[i])
    for i in range(node.count):
        below = tree.nodes[node.first + i]
        copy_node(tree, node.first + i, tree, first + i)
        tree.nodes[first + i].first = below.first
        tree.nodes[first + i].count = below.count
        tree.nodes[first + i].every = below.every
    node.first = first
    node.count = made
    return True


@helper
def list_weighed(walk: Any, work: Any) -> int:
    """List the actions at LEAF with their priors; where not all get a child at once, likeliest first. How many there are."""
    if work.settings[USE_PRIORS] == 0.0:
        n = list_actions(walk, LEAF, 0, 0)
        for i in range(n):
            ranks(walk)[i] = 1.0
        return n
    n = list_actions(walk, LEAF, 0, RANKED)
    weights, priors = 0.0, ranks(walk)
    for i in range(n):
        priors[i] = math.exp(min(20.0, max(-20.0, priors[i])))
        weights += priors[i]
    for i in range(n):
        priors[i] /= weights
    if n > FIRST_BLOCK:
        sort_by_prior(walk, n)
    return n


@helper
def sort_by_prior(walk: Any, n: int) -> None:
    """Sort the first n moves of the stack, likeliest first; equal ones stay in the game's order."""
    order = np.argsort(-ranks(walk)[:n], kind="mergesort")
    actions, priors = moves(walk)[:n].copy(), ranks(walk)[:n].copy()
    for i in range(n):
        moves(walk)[i] = actions[order[i]]
        ranks(walk)[i] = priors[order[i]]


@helper
def select(walk: Any, work: Any, tree: Any, index: int, depth: int) -> int:
    """The child to follow: chance by its probabilities, a player by the upper confidence bound."""
    parent = tree.nodes[index]
    if tree.nodes[parent.first].mover == CHANCE:
        return drawn(work, tree, parent.first, parent.first + parent.count - 1)
    if parent.count < parent.every and all_tried(tree, parent.first, parent.first + parent.count):
        widen(walk, work, tree, index, depth)
    first, last = parent.first, parent.first + parent.count - 1
    mover = tree.nodes[first].mover
    best, best_bound = first, -1.0
    priors, explore = work.settings[USE_PRIORS] != 0.0, work.settings[EXPLORE]
    # What a child's bound is widened by, before its own visits are looked at.
    width = explore * math.sqrt(parent.visits + 1.0) if priors else explore * math.sqrt(math.log(parent.visits + 1.0))
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
def descend(walk: Any, work: Any, tree: Any, index: int, depth: int) -> int:
    """Go to a child of the node, and note the way."""
    child = select(walk, work, tree, index, depth)
    work.actions[depth] = tree.nodes[child].action
    work.path[depth + 1] = child
    return child


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


@helper
def prove(walk: Any, tree: Any, index: int) -> bool:
    """Prove a node from its children where that is possible; whether it is proven now."""
    node = tree.nodes[index]
    first, last = node.first, node.first + node.count - 1
    mover = tree.nodes[first].mover
    best, complete = -1, node.count == node.every
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


@walk_kernel
def grow(walk: Any, work: Any, control: Any, tree: Any, batch: int) -> int:
    """Run up to `batch` playouts from the root state, at ply 0; how many were run."""
    for done in range(batch):
        if spent_playouts(control) or tree.nodes[ROOT].proven != 0:
            return done
        # 1. Selection: follow the tree to a node without children; states are made only from there on.
        index, depth = ROOT, 0
        work.path[0] = ROOT
        while tree.nodes[index].proven == 0 and tree.nodes[index].first != UNEXPANDED and depth < MOST_PLIES - 2:
            index = descend(walk, work, tree, index, depth)
            depth += 1
        # 2. Expansion, on the second visit: most nodes are seen only once.
        if tree.nodes[index].proven == 0:
            follow(walk, work.actions_place, depth, LEAF)
            seen = tree.nodes[index].visits > 0 or depth == 0
            if seen and tree.nodes[index].first == UNEXPANDED and not is_over(walk, LEAF):
                if expand(walk, work, tree, index):
                    control[NODES] += tree.nodes[index].count
                    index = descend(walk, work, tree, index, depth)
                    step(walk, LEAF, work.actions[depth])
                    settle(walk, LEAF)
                    depth += 1
        control[DEEPEST] = max(control[DEEPEST], depth)
        # 3. Simulation: a proven value, the end of the game, which proves itself, or a random playout.
        proving = tree.nodes[index].proven != 0 or is_over(walk, LEAF)
        if proving and tree.nodes[index].proven == 0:
            tree.nodes[index].proven = 1
            for p in range(walk.players):
                tree.exact[index, p] = utility_at(walk, LEAF, p)
        for p in range(walk.players):
            work.utilities[p] = tree.exact[index, p] if proving else 0.0
        if not proving:
            playouts(walk, LEAF, 1, work.playout_plies, work.rng_place, work.utilities_place, work.stop_place)
        for p in range(walk.players):
            work.utilities[p] = share(walk, work.utilities[p])
        control[LEAVES] += 1
        # 4. Backup: averages, and proofs as far up as they reach.
        for i in range(depth, -1, -1):
            node = tree.nodes[work.path[i]]
            node.visits += 1
            if node.mover != CHANCE:
                node.total += work.utilities[node.mover]
                node.average = node.total / node.visits
                node.doubt = 1.0 / math.sqrt(node.visits)
            if proving and i < depth:
                proving = prove(walk, tree, work.path[i])
    return batch


def most_nodes(game: Game) -> int:
    """Of a tree that stays below the ceiling."""
    return int(NODE_CEILING_MB * 2**20) // node_bytes(game)


class Session:
    """A tree that lives on between moves: `advance` keeps what was learnt of the line that was played."""

    def __init__(self, game: Game, capacity: int = DEFAULT_CAPACITY, seed: int = 0) -> None:
        WHOLE.check("a tree's capacity", capacity)
        if capacity < 1:
            raise BadParameter(f"a tree of {capacity} nodes holds nothing; give at least 1")
        if capacity > most_nodes(game):
            size = node_bytes(game) * capacity / 2**20
            raise BadParameter(
                f"a tree of {capacity:,} nodes needs {size:.0f} MB, more than {NODE_CEILING_MB:.0f}; choose fewer nodes"
            )
        self.game, self.capacity = game, capacity
        self.tree: Tree = new_tree(game, capacity)
        self.work = new_dice(seed, MORE)
        self.work.actions_place = address_of(self.work.actions)
        self.walk = open_walk(game, LEAF + 2, (*ENTRIES, "outcomes") if game.chance else ENTRIES)
        self.state: Any = None  # of the root

    def begin(self, state: Any) -> None:
        """Set the root; the tree is kept where the state is the one `advance` has led to."""
        if self.state is None or self.game.key(self.state) != self.game.key(state):
            self.tree = new_tree(self.game, self.capacity)
        self.state = state
        self.walk.place(state)

    def advance(self, action: int) -> None:
        """Follow an action or a chance outcome from the root."""
        if self.state is None:
            return
        child = child_of(self.tree, ROOT, action)
        self.state = self.game.result(self.state, action)
        fresh = new_tree(self.game, self.capacity)
        if child >= 0:
            transplant(self.walk, self.tree, child, fresh)
        self.tree = fresh


@dataclass(frozen=True)
class MctsOptions:
    """What Monte Carlo search can be asked."""

    session: Session | None = option(instance(Session, "a Session").optional, None)  # a tree from an earlier move
    capacity: int | None = option(WHOLE.optional, None)  # nodes of the tree
    priors: bool = option(YES_NO, False)  # PUCT instead of UCT, with priors from game.order
    exploration: float | None = option(number(0.0, MOST_EXPLORATION), None)  # None: as the literature has it
    playout_plies: int = option(whole(0, UNLIMITED_DEPTH), UNLIMITED_DEPTH)  # after which a playout is estimated


def prepare_mcts(task: Task[MctsOptions]) -> Session:
    """Allocate and compile before the clock starts."""
    game, limit, options = task.game, task.limit, task.options
    if limit.depth is not None and limit.seconds is None and limit.nodes is None and limit.playouts is None:
        raise BadParameter("mcts does not go by depth; limit its playouts, nodes or seconds")
    session = options.session
    if session is None:
        capacity = options.capacity
        if capacity is None:
            wanted = DEFAULT_CAPACITY if limit.nodes is None else min(limit.nodes, most_nodes(game))
            capacity = max(wanted, 1 + game.max_actions)  # the root and its children at least
        session = Session(game, capacity, task.seed)
    session.begin(task.state)
    usual = PUCT_EXPLORATION if options.priors else EXPLORATION
    session.work.settings[EXPLORE] = usual if options.exploration is None else options.exploration
    session.work.settings[USE_PRIORS] = float(options.priors)
    session.work.playout_plies = min(options.playout_plies, game.max_plies)
    session.work.stop_place = address_of(task.control)
    _settle_repetition(task, session)
    grow.warm(session.walk, session.work, as_record(task.control), session.tree, 0)
    return session


def _settle_repetition(task: Task[MctsOptions], session: Session) -> None:
    """Give the root's actions that a rule of repetition ends or forbids their value; below the root such rules are not seen."""
    game, tree, state = task.game, session.tree, task.state
    if game.repetition == Repetition.NOTHING:
        return
    if tree.nodes[ROOT].first == UNEXPANDED:
        expand_root(session.walk, session.work, tree)
    before = [*task.history, int(game.key(state))]
    for i in children_of(tree, ROOT):
        node = tree.nodes[i]
        if 1 + before.count(int(game.key(game.result(state, int(node.action))))) >= game.repetition_count:
            node.proven = 1
            tree.exact[i, :] = 0.0 if game.repetition == Repetition.DRAW else utilities_of_loss(game, int(node.mover))


@walk_kernel
def expand_root(walk: Any, work: Any, tree: Any) -> bool:
    """Give the root its children before the first playout."""
    follow(walk, work.actions_place, 0, LEAF)
    return expand(walk, work, tree, ROOT)


def mcts(task: Task[MctsOptions], session: Session) -> Iterator[Report]:
    """A report each time the number of playouts has doubled, and a last one."""
    limit = task.limit
    most = limit.playouts if limit.playouts is not None else 2**62
    room = 2**62 if limit.nodes is None else min(limit.nodes, session.capacity)
    done, batch = 0, BATCH
    while done < most and not task.stopped and not session.tree.nodes[ROOT].proven:
        wanted = min(batch, most - done)
        ran = int(grow(session.walk, session.work, as_record(task.control), session.tree, wanted))
        done += ran
        if int(session.tree.used[SIZE]) + task.game.max_actions >= room:
            break
        batch = min(2 * batch, 1 << 20)
        if not task.only_last:
            yield _report(task, session, done)
    yield _report(task, session, done)


def _report(task: Task[MctsOptions], session: Session, done: int) -> Report:
    tree = session.tree
    lines = _lines(task, tree)
    decided = bool(tree.nodes[ROOT].proven)
    best = lines[0].value
    return Report(
        action=lines[0].action,
        # What one action is worth for certain is the position's value only if no other can be better.
        value=best if decided else replace(best, proven=False, per_player=()),
        variation=lines[0].variation,
        algorithm="mcts",
        depth=len(lines[0].variation),
        selective_depth=int(task.control[DEEPEST]),
        nodes=int(tree.used[SIZE]),
        leaves=int(task.control[LEAVES]),
        seconds=task.seconds,
        playouts=done,
        completed=decided or not task.stopped,
        lines=tuple(lines),
    )


def _lines(task: Task[MctsOptions], tree: Tree) -> list[Line]:
    """The best actions of the root, as many as were asked for."""
    game = task.game
    player = int(game.player(task.state))
    children = [i for i in children_of(tree, ROOT) if tree.nodes[i].action in task.actions]
    if not children:
        action = task.actions[0]
        return [Line(action, Value(float(game.evaluate(task.state, player)), player), (action,))]
    order = _best_first(game, tree, children, player)
    return [_line(task, tree, children[i], player) for i in order[: max(1, task.lines)]]


def _best_first(game: Game, tree: Tree, children: list[int], player: int) -> list[int]:
    """Places of the children: those not proven by their visits, and a proven one before the first that promises no more.

    Visits tell how sure a mean is; what is proven is sure however seldom it was visited.
    """
    means, nodes = _values(game, tree, children, player), tree.nodes[children]
    proven = [i for i in range(len(children)) if nodes["proven"][i]]
    order = [int(i) for i in np.lexsort((-means, -nodes["visits"])) if not nodes["proven"][i]]
    for i in sorted(proven, key=lambda i: (means[i], nodes["visits"][i])):  # equal ones: the one it took longest to refute
        place = next((k for k, j in enumerate(order) if means[j] <= means[i] or nodes["visits"][j] == 0), len(order))
        order.insert(place, i)
    return order


def _values(game: Game, tree: Tree, places: list[int], player: int) -> Array:
    """What some nodes are worth to the player who moved there: proven utilities as they are, means of playouts."""
    low, high = game.utility_range
    nodes = tree.nodes[places]
    sampled = low + np.where(nodes["visits"] > 0, nodes["total"] / np.maximum(1, nodes["visits"]), 0.5) * (high - low)
    values: Array = np.where(nodes["proven"] != 0, tree.exact[places, player], sampled)
    return values


def _line(task: Task[MctsOptions], tree: Tree, child: int, player: int) -> Line:
    """A child of the root and the line below it."""
    game = task.game
    node = tree.nodes[child]
    proven = bool(node.proven) and game.repetition == Repetition.NOTHING
    everyone = tuple(float(v) for v in tree.exact[child]) if proven else ()
    value = Value(float(_values(game, tree, [child], player)[0]), player, proven=proven, per_player=everyone)
    variation = _variation(tree, child)
    if game.repetition != Repetition.NOTHING:
        variation = task.lawful(variation)
    return Line(int(node.action), value, tuple(variation), visits=int(node.visits))


def _variation(tree: Tree, child: int) -> list[int]:
    """The line below a child of the root: best play where it is proven, else what was visited most."""
    variation = [int(tree.nodes[child].action)]
    while children := children_of(tree, child):
        inside = tree.nodes[children.start : children.stop]
        mover = int(inside["mover"][0])
        if tree.nodes[child].proven and mover != CHANCE:
            worth = np.where(inside["proven"] != 0, tree.exact[children.start : children.stop, mover], -np.inf)
            child = children.start + int(np.argmax(worth))
        elif inside["visits"].any():
            child = children.start + int(np.argmax(inside["visits"]))
        else:
            break
        variation.append(int(tree.nodes[child].action))
    return variation


MCTS = Algorithm(
    "mcts",
    "Monte Carlo tree search with random playouts and proven values",
    Needs(),
    prepare_mcts,
    mcts,
    MctsOptions,
)
