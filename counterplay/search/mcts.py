"""Monte Carlo tree search: UCT and PUCT with proven values, chance nodes, any number of players.

L. Kocsis and C. Szepesvari, "Bandit based Monte-Carlo planning" (2006); PUCT as in D. Silver et al., "Mastering the game of Go
without human knowledge" (2017); proven values after M. Winands, Y. Björnsson and J.-T. Saito, "Monte-Carlo tree search solver"
(2008), here for every kind of game: a node is proven when its best child is known to be best.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from counterplay.core import CHANCE, BadParameter, CannotCompile, Game, Repetition, Report, Value
from counterplay.core.report import Line
from counterplay.gears import helper, kernel
from counterplay.gears.gathering import gather
from counterplay.gears.rng import draw_unit
from counterplay.search.control import DEEPEST, LEAVES, NODES, STOP, Array
from counterplay.search.mcts_tree import (
    ROOT,
    SIZE,
    UNEXPANDED,
    Tree,
    append,
    child_of,
    children_of,
    new_tree,
    node_dtype,
    transplant,
)
from counterplay.search.playout import WHOLE_GAME, new_dice, play_out
from counterplay.search.task import Algorithm, Needs, Task

EXPLORATION = math.sqrt(2.0)  # of UCB1 (Auer, Cesa-Bianchi and Fischer 2002), for values between 0 and 1
PUCT_EXPLORATION = 1.5  # of PUCT, likewise
MOST_PLIES = 1024  # of a path through the tree
BATCH = 64  # playouts between two looks at the clock of the driver, at first
DEFAULT_CAPACITY = 2_000_000  # nodes
NODE_CEILING_MB = 2048.0

# Places in the settings (float64).
EXPLORE, USE_PRIORS = 0, 1


def new_work(game: Game, seed: int) -> Any:
    """What a session works on besides its tree, as one record."""
    return new_dice(
        game, seed, [("settings", np.float64, (2,)), ("playout_plies", np.int64), ("path", np.int64, (MOST_PLIES,))]
    )


@helper
def share(game: Any, utility: float) -> float:
    """A utility brought to 0..1."""
    low, high = game.utility_range
    return min(1.0, max(0.0, (utility - low) / (high - low)))


@helper
def expand(game: Any, s: Any, node: Any, tree: Any, work: Any) -> bool:
    """Give a node its children; False where the tree has no room for them."""
    mover = game.player(s)
    size, n = tree.used[SIZE], 0
    if mover == CHANCE:
        for _, _ in game.outcomes(s):
            n += 1
    else:
        n = gather(game, s, work.moves)
    if size + n > len(tree.nodes):
        return False
    node.first = size
    node.count = n
    if mover == CHANCE:
        for a, p in game.outcomes(s):
            append(tree, a, mover, p)
    elif work.settings[USE_PRIORS] == 0.0:
        for i in range(n):
            append(tree, work.moves[i], mover, 1.0)
    else:
        weights = 0.0
        for i in range(n):
            weight = math.exp(min(20.0, max(-20.0, float(game.order(s, work.moves[i])))))
            weights += weight
            append(tree, work.moves[i], mover, weight)
        for i in range(n):
            tree.nodes[size + i].prior /= weights
    return True


@helper
def select(parent: Any, tree: Any, work: Any) -> int:
    """The child to follow: chance by its probabilities, a player by the upper confidence bound."""
    first, last = parent.first, parent.first + parent.count - 1
    mover = tree.nodes[first].mover
    if mover == CHANCE:
        rest = draw_unit(work.rng)
        for i in range(first, last):
            rest -= tree.nodes[i].prior
            if rest < 0.0:
                return i
        return last
    best, best_bound = first, -1.0
    priors, explore = work.settings[USE_PRIORS] != 0.0, work.settings[EXPLORE]
    # What a child's bound is widened by, before its own visits are looked at.
    width = explore * math.sqrt(parent.visits + 1.0) if priors else explore * math.sqrt(math.log(parent.visits + 1.0))
    for i in range(first, last + 1):
        child = tree.nodes[i]
        if child.proven != 0:
            # Its value needs no more samples; it is followed only if no unproven child promises more.
            bound = child.exact[mover]
        elif priors:
            mean = child.total / child.visits if child.visits > 0 else 0.5
            bound = mean + width * child.prior / (1.0 + child.visits)
        elif child.visits == 0:
            return i
        else:
            visits = float(child.visits)
            bound = (child.total + width * math.sqrt(visits)) / visits
        if bound > best_bound:
            best, best_bound = i, bound
    return best


@helper
def prove(node: Any, tree: Any, players: int) -> bool:
    """Prove a node from its children where that is possible; whether it is proven now."""
    first, n = node.first, node.count
    mover = tree.nodes[first].mover
    best, complete = -1, True
    for i in range(first, first + n):
        if tree.nodes[i].proven == 0:
            complete = False
        elif mover != CHANCE and (best < 0 or tree.nodes[i].exact[mover] > tree.nodes[best].exact[mover]):
            best = i
    if mover == CHANCE:
        if not complete:
            return False
        for p in range(players):
            average = 0.0
            for i in range(first, first + n):
                average += tree.nodes[i].prior * tree.nodes[i].exact[p]
            node.exact[p] = average
    else:
        # Nothing beats the largest utility; else all children must be known.
        if best < 0 or not (complete or tree.nodes[best].exact[mover] >= 1.0):
            return False
        for p in range(players):
            node.exact[p] = tree.nodes[best].exact[p]
    node.proven = 1
    return True


@kernel
def grow(game: Any, s: Any, batch: int, tree: Any, work: Any, control: Any) -> int:
    """Run up to `batch` playouts from the root state s; how many were run."""
    for done in range(batch):
        if control[STOP] or tree.nodes[ROOT].proven != 0:
            return done
        # 1. Selection: follow the tree to a node without children.
        # 2. Expansion, on the second visit: most nodes are seen only once.
        node, state, depth = tree.nodes[ROOT], s, 0
        work.path[0] = ROOT
        while node.proven == 0 and depth < MOST_PLIES - 1:
            if node.first == UNEXPANDED:
                if (node.visits == 0 and depth > 0) or game.terminal(state) or not expand(game, state, node, tree, work):
                    break
                control[NODES] += node.count
            chosen = select(node, tree, work)
            node = tree.nodes[chosen]
            state = game.result(state, node.action)
            depth += 1
            work.path[depth] = chosen
        control[DEEPEST] = max(control[DEEPEST], depth)
        # 3. Simulation: a proven value, or a random playout; one that is over at once is a proof.
        proving = node.proven != 0
        if proving:
            for p in range(game.players):
                work.utilities[p] = node.exact[p]
        else:
            proving = play_out(game, state, work.playout_plies, work) == 0 and game.terminal(state)
            for p in range(game.players):
                work.utilities[p] = share(game, work.utilities[p])
            if proving:
                node.proven = 1
                for p in range(game.players):
                    node.exact[p] = work.utilities[p]
        control[LEAVES] += 1
        # 4. Backup: averages, and proofs as far up as they reach.
        for i in range(depth, -1, -1):
            node = tree.nodes[work.path[i]]
            node.visits += 1
            if node.mover != CHANCE:
                node.total += work.utilities[node.mover]
            if proving and i < depth:
                proving = prove(node, tree, game.players)
    return batch


def most_nodes(game: Game) -> int:
    """Of a tree that stays below the ceiling."""
    return int(NODE_CEILING_MB * 2**20) // node_dtype(game).itemsize


class Session:
    """A tree that lives on between moves: `advance` keeps what was learnt of the line that was played."""

    def __init__(self, game: Game, capacity: int = DEFAULT_CAPACITY, seed: int = 0) -> None:
        if capacity < 1:
            raise BadParameter(f"a tree of {capacity} nodes holds nothing; give at least 1")
        if capacity > most_nodes(game):
            size = node_dtype(game).itemsize * capacity / 2**20
            raise BadParameter(
                f"a tree of {capacity:,} nodes needs {size:.0f} MB, more than {NODE_CEILING_MB:.0f}; choose fewer nodes"
            )
        self.game, self.capacity = game, capacity
        self.tree: Tree = new_tree(game, capacity)
        self.work = new_work(game, seed)
        self.state: Any = None  # of the root

    def begin(self, state: Any) -> None:
        """Set the root; the tree is kept where the state is the one `advance` has led to."""
        if self.state is None or self.game.key(self.state) != self.game.key(state):
            self.tree = new_tree(self.game, self.capacity)
        self.state = state

    def advance(self, action: int) -> None:
        """Follow an action or a chance outcome from the root."""
        if self.state is None:
            return
        child = child_of(self.tree, ROOT, action)
        self.state = self.game.result(self.state, action)
        fresh = new_tree(self.game, self.capacity)
        if child >= 0:
            transplant(self.game, self.tree, child, fresh)
        self.tree = fresh


def prepare_mcts(task: Task) -> None:
    """Allocate and compile before the clock starts."""
    game, limit = task.game, task.limit
    if limit.depth is not None and limit.seconds is None and limit.nodes is None and limit.playouts is None:
        raise BadParameter("mcts does not go by depth; limit its playouts, nodes or seconds")
    session = task.options.get("session")
    if session is None:
        capacity = task.options.get("capacity")
        if capacity is None:
            wanted = DEFAULT_CAPACITY if limit.nodes is None else min(limit.nodes, most_nodes(game))
            capacity = max(wanted, 1 + game.max_actions)  # the root and its children at least
        session = task.options["session"] = Session(game, capacity, task.seed)
    session.begin(task.state)
    priors = bool(task.options.get("priors", False))
    session.work.settings[EXPLORE] = task.options.get("exploration", PUCT_EXPLORATION if priors else EXPLORATION)
    session.work.settings[USE_PRIORS] = float(priors)
    session.work.playout_plies = task.options.get("playout_plies", WHOLE_GAME)
    _settle_repetition(task, session)
    try:
        grow.warm(game, task.state, 0, session.tree, session.work, task.control)
    except CannotCompile:
        return  # the first real call says so, and runs interpreted


def _settle_repetition(task: Task, session: Session) -> None:
    """Give the root's actions that a rule of repetition ends or forbids their value; below the root such rules are not seen."""
    game, tree, state = task.game, session.tree, task.state
    if game.repetition == Repetition.NOTHING:
        return
    if tree.nodes[ROOT].first == UNEXPANDED:
        expand(game, state, tree.nodes[ROOT], tree, session.work)
    before = [*task.history, int(game.key(state))]
    for i in children_of(tree, ROOT):
        node = tree.nodes[i]
        if 1 + before.count(int(game.key(game.result(state, int(node.action))))) >= game.repetition_count:
            node.proven = 1
            node.exact[:] = share(game, 0.0)
            if game.repetition != Repetition.DRAW:
                node.exact[:] = 1.0
                node.exact[node.mover] = 0.0


def mcts(task: Task) -> Iterator[Report]:
    """A report each time the number of playouts has doubled, and a last one."""
    session: Session = task.options["session"]
    limit = task.limit
    most = limit.playouts if limit.playouts is not None else 2**62
    room = 2**62 if limit.nodes is None else min(limit.nodes, session.capacity)
    done, batch = 0, BATCH
    while done < most and not task.stopped and not session.tree.nodes[ROOT].proven:
        wanted = min(batch, most - done)
        ran = int(grow(task.game, task.state, wanted, session.tree, session.work, task.control))
        done += ran
        if int(session.tree.used[SIZE]) + task.game.max_actions >= room:
            break
        batch = min(2 * batch, 1 << 20)
        yield _report(task, session, done)
    yield _report(task, session, done)


def _report(task: Task, session: Session, done: int) -> Report:
    tree = session.tree
    lines = _lines(task, tree)
    return Report(
        action=lines[0].action,
        value=lines[0].value,
        variation=lines[0].variation,
        algorithm="mcts",
        depth=len(lines[0].variation),
        selective_depth=int(task.control[DEEPEST]),
        nodes=int(tree.used[SIZE]),
        leaves=int(task.control[LEAVES]),
        seconds=task.seconds,
        playouts=done,
        completed=bool(tree.nodes[ROOT].proven) or not task.stopped,
        lines=tuple(lines),
    )


def _lines(task: Task, tree: Tree) -> list[Line]:
    """The best actions of the root, as many as were asked for: proven best first, then the most visited."""
    game = task.game
    player = int(game.player(task.state))
    children = [i for i in children_of(tree, ROOT) if tree.nodes[i].action in task.actions]
    if not children:
        action = task.actions[0]
        return [Line(action, Value(float(game.evaluate(task.state, player)), player), (action,))]
    nodes = tree.nodes[children]
    means = _means(nodes, player)
    certain = (nodes["proven"] != 0) & (bool(tree.nodes[ROOT].proven) | (means >= 1.0))
    lost = (nodes["proven"] != 0) & (means <= 0.0)
    order = np.lexsort((-means, -nodes["visits"], -np.where(certain, means, np.where(lost, -1.0, 0.0))))
    return [_line(game, tree, children[i], player) for i in order[: max(1, task.lines)]]


def _means(nodes: Any, player: int) -> Array:
    """What some nodes are worth to the player who moved there, from 0 to 1."""
    sampled = np.where(nodes["visits"] > 0, nodes["total"] / np.maximum(1, nodes["visits"]), 0.5)
    means: Array = np.where(nodes["proven"] != 0, nodes["exact"][:, player], sampled)
    return means


def _line(game: Game, tree: Tree, child: int, player: int) -> Line:
    """A child of the root and the most visited line below it."""
    low, high = game.utility_range
    node = tree.nodes[child]
    everyone = tuple(low + float(v) * (high - low) for v in node.exact) if node.proven else ()
    mean = float(_means(tree.nodes[child : child + 1], player)[0])
    proven = bool(node.proven) and game.repetition == Repetition.NOTHING
    value = Value(low + mean * (high - low), player, proven=proven, per_player=everyone)
    variation = [int(node.action)]
    while children := children_of(tree, child):
        visits = tree.nodes["visits"][children.start : children.stop]
        if not visits.any():
            break
        child = children.start + int(np.argmax(visits))
        variation.append(int(tree.nodes[child].action))
    return Line(int(node.action), value, tuple(variation), visits=int(node.visits))


MCTS = Algorithm(
    "mcts",
    "Monte Carlo tree search with random playouts and proven values",
    Needs(),
    mcts,
    prepare_mcts,
    ("session", "capacity", "priors", "exploration", "playout_plies"),
)
