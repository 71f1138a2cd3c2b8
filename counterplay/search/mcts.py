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

from counterplay.core import CHANCE, BadParameter, CannotCompile, Game, Report, Value
from counterplay.core.report import Line
from counterplay.gears import helper, kernel
from counterplay.gears.calls import choices_of
from counterplay.gears.rng import draw_unit, seeded
from counterplay.search.control import DEEPEST, LEAVES, NODES, STOP
from counterplay.search.mcts_tree import ROOT, SIZE, UNEXPANDED, Tree, append, child_of, new_tree, node_bytes, transplant
from counterplay.search.playout import random_choice
from counterplay.search.task import Algorithm, Needs, Task

EXPLORATION = math.sqrt(2.0)  # of UCB1 (Auer, Cesa-Bianchi and Fischer 2002), for values between 0 and 1
PUCT_EXPLORATION = 1.5  # of PUCT, likewise
MOST_PLIES = 1024  # of a path through the tree
BATCH = 64  # playouts between two looks at the clock of the driver, at first
DEFAULT_CAPACITY = 2_000_000  # nodes
NODE_CEILING_MB = 2048.0

# Places in the settings array (float64).
EXPLORE, USE_PRIORS, PLAYOUT_PLIES = 0, 1, 2


@helper
def share(game: Any, utility: float) -> float:
    """A utility brought to 0..1."""
    low, high = game.utility_range
    return (utility - low) / (high - low)


@helper
def expand(game: Any, s: Any, node: int, tree: Any, settings: Any, buffer: Any) -> bool:
    """Give a node its children; False where the tree has no room for them."""
    mover = game.player(s)
    n = 0
    if mover == CHANCE:
        for _, _ in game.outcomes(s):
            n += 1
    else:
        for a in game.actions(s):
            buffer[n] = a
            n += 1
    if tree.used[SIZE] + n > len(tree.first):
        return False
    tree.first[node] = tree.used[SIZE]
    tree.count[node] = n
    if mover == CHANCE:
        for a, p in game.outcomes(s):
            append(tree, node, a, mover, p)
        return True
    weights = 0.0
    for i in range(n):
        weight = 1.0
        if settings[USE_PRIORS] != 0.0:
            weight = math.exp(min(20.0, max(-20.0, float(game.order(s, buffer[i])))))
        weights += weight
        append(tree, node, buffer[i], mover, weight)
    for i in range(n):
        tree.prior[tree.first[node] + i] /= weights
    return True


@helper
def select(node: int, tree: Any, settings: Any, rng: Any) -> int:
    """The child to follow: chance by its probabilities, a player by the upper confidence bound."""
    first, n = tree.first[node], tree.count[node]
    if tree.mover[first] == CHANCE:
        rest = draw_unit(rng)
        for i in range(n):
            rest -= tree.prior[first + i]
            if rest < 0.0:
                return first + i
        return first + n - 1
    best, best_bound = first, -1.0
    log_visits = math.log(tree.visits[node] + 1.0)
    root_visits = math.sqrt(tree.visits[node] + 1.0)
    for child in range(first, first + n):
        visits = tree.visits[child]
        if tree.proven[child] != 0:
            # Its value needs no more samples; it is followed only if no unproven child promises more.
            bound = tree.exact[child, tree.mover[child]]
        elif settings[USE_PRIORS] != 0.0:
            mean = tree.total[child] / visits if visits > 0 else 0.5
            bound = mean + settings[EXPLORE] * tree.prior[child] * root_visits / (1.0 + visits)
        elif visits == 0:
            return child
        else:
            bound = tree.total[child] / visits + settings[EXPLORE] * math.sqrt(log_visits / visits)
        if bound > best_bound:
            best, best_bound = child, bound
    return best


@helper
def prove(node: int, tree: Any, players: int) -> bool:
    """Prove a node from its children where that is possible; whether it is proven now."""
    first, n = tree.first[node], tree.count[node]
    mover = tree.mover[first]
    best, complete = -1, True
    for child in range(first, first + n):
        if tree.proven[child] == 0:
            complete = False
        elif mover != CHANCE and (best < 0 or tree.exact[child, mover] > tree.exact[best, mover]):
            best = child
    if mover == CHANCE:
        if not complete:
            return False
        for p in range(players):
            tree.exact[node, p] = 0.0
            for child in range(first, first + n):
                tree.exact[node, p] += tree.prior[child] * tree.exact[child, p]
    else:
        # Nothing beats the largest utility; else all children must be known.
        if best < 0 or not (complete or tree.exact[best, mover] >= 1.0):
            return False
        for p in range(players):
            tree.exact[node, p] = tree.exact[best, p]
    tree.proven[node] = 1
    return True


@kernel
def grow(
    game: Any, s: Any, batch: int, tree: Any, settings: Any, rng: Any, buffer: Any, path: Any, result: Any, control: Any
) -> int:
    """Run up to `batch` playouts from the root state s; how many were run. Scratch: path (MOST_PLIES,), result (players,)."""
    for done in range(batch):
        if control[STOP] or tree.proven[ROOT] != 0:
            return done
        # 1. Selection: follow the tree to a node without children.
        node, state, depth = ROOT, s, 0
        path[0] = ROOT
        while tree.first[node] != UNEXPANDED and tree.proven[node] == 0 and depth < MOST_PLIES - 1:
            node = select(node, tree, settings, rng)
            state = game.result(state, tree.action[node])
            depth += 1
            path[depth] = node
        # 2. Expansion, on the second visit: most nodes are seen only once.
        if tree.proven[node] == 0 and not game.terminal(state) and (tree.visits[node] > 0 or node == ROOT):
            if tree.first[node] == UNEXPANDED and expand(game, state, node, tree, settings, buffer) and depth < MOST_PLIES - 1:
                control[NODES] += tree.count[node]
                node = select(node, tree, settings, rng)
                state = game.result(state, tree.action[node])
                depth += 1
                path[depth] = node
        control[DEEPEST] = max(control[DEEPEST], depth)
        # 3. Simulation: a proven value, the end of the game, or a random playout.
        if tree.proven[node] == 0 and game.terminal(state):
            tree.proven[node] = 1
            for p in range(game.players):
                tree.exact[node, p] = share(game, game.utility(state, p))
        if tree.proven[node] != 0:
            for p in range(game.players):
                result[p] = tree.exact[node, p]
        else:
            plies = 0.0
            while not game.terminal(state) and plies < settings[PLAYOUT_PLIES]:
                state = game.result(state, random_choice(game, state, rng, buffer))
                plies += 1.0
            ended = game.terminal(state)
            for p in range(game.players):
                value = game.utility(state, p) if ended else game.evaluate(state, p)
                result[p] = min(1.0, max(0.0, share(game, value)))
        control[LEAVES] += 1
        # 4. Backup: averages, and proofs as far up as they reach.
        proving = tree.proven[node] != 0
        for i in range(depth, -1, -1):
            node = path[i]
            tree.visits[node] += 1
            mover = tree.mover[node]
            tree.total[node] += result[mover] if mover != CHANCE else 0.0
            if proving and i < depth:
                proving = prove(node, tree, game.players)
    return batch


class Session:
    """A tree that lives on between moves: `advance` keeps what was learnt of the line that was played."""

    def __init__(self, game: Game, capacity: int = DEFAULT_CAPACITY, seed: int = 0) -> None:
        size = node_bytes(game) * capacity / 2**20
        if size > NODE_CEILING_MB:
            raise BadParameter(
                f"a tree of {capacity:,} nodes needs {size:.0f} MB, more than {NODE_CEILING_MB:.0f}; choose fewer nodes"
            )
        self.game, self.capacity = game, capacity
        self.tree: Tree = new_tree(game, capacity)
        self.rng = seeded(seed)
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
    game = task.game
    session = task.options.get("session")
    if session is None:
        limits = [n for n in (task.limit.nodes, task.options.get("capacity")) if n is not None]
        session = task.options["session"] = Session(game, min([*limits, DEFAULT_CAPACITY]) + game.max_actions + 1, task.seed)
    session.begin(task.state)
    try:
        grow.warm(game, task.state, 0, session.tree, *_scratch(task, session))
        choices_of.warm(game, task.state, np.zeros(1, np.int64))
    except CannotCompile:
        return  # the first real call says so, and runs interpreted


def _scratch(task: Task, session: Session) -> tuple[Any, ...]:
    game, options = task.game, task.options
    settings = np.zeros(8, np.float64)
    priors = bool(options.get("priors", False))
    settings[EXPLORE] = options.get("exploration", PUCT_EXPLORATION if priors else EXPLORATION)
    settings[USE_PRIORS] = float(priors)
    settings[PLAYOUT_PLIES] = float(options.get("playout_plies", 1_000_000))
    buffer = np.zeros(max(1, game.max_actions), np.int64)
    return settings, session.rng, buffer, np.zeros(MOST_PLIES, np.int64), np.zeros(game.players), task.control


def mcts(task: Task) -> Iterator[Report]:
    """A report each time the number of playouts has doubled, and a last one."""
    session: Session = task.options["session"]
    limit = task.limit
    most = limit.playouts if limit.playouts is not None else 2**62
    scratch = _scratch(task, session)
    done, batch = 0, BATCH
    while done < most and not task.stopped and not session.tree.proven[ROOT]:
        wanted = min(batch, most - done)
        ran = int(grow(task.game, task.state, wanted, session.tree, *scratch))
        done += ran
        if limit.nodes is not None and int(session.tree.used[SIZE]) + task.game.max_actions >= limit.nodes:
            break
        batch = min(2 * batch, 1 << 20)
        yield _report(task, session, done)
    yield _report(task, session, done)


def _report(task: Task, session: Session, done: int) -> Report:
    game, tree = task.game, session.tree
    player = int(game.player(task.state))
    lines = _lines(task, session, player)
    proven = bool(tree.proven[ROOT])
    best = lines[0]
    return Report(
        action=best.action,
        value=best.value,
        variation=best.variation,
        algorithm="mcts",
        depth=len(best.variation),
        selective_depth=int(task.control[DEEPEST]),
        nodes=int(tree.used[SIZE]),
        leaves=int(task.control[LEAVES]),
        seconds=task.seconds,
        playouts=done,
        completed=proven or not task.stopped,
        lines=tuple(lines[: max(1, task.lines)]),
    )


def _lines(task: Task, session: Session, player: int) -> list[Line]:
    """Every action of the root: proven best first, then the most visited."""
    game, tree = task.game, session.tree
    low, high = game.utility_range
    if tree.first[ROOT] == UNEXPANDED:
        out = np.zeros(max(1, game.max_actions), np.int64)
        action = int(out[: choices_of(game, task.state, out)][0])
        return [Line(action, Value(float(game.evaluate(task.state, player)), player), (action,))]
    found = []
    for child in range(int(tree.first[ROOT]), int(tree.first[ROOT] + tree.count[ROOT])):
        proven, visits = bool(tree.proven[child]), int(tree.visits[child])
        mean = float(tree.exact[child, player]) if proven else float(tree.total[child]) / visits if visits else 0.5
        everyone = tuple(low + float(v) * (high - low) for v in tree.exact[child]) if proven else ()
        value = Value(low + mean * (high - low), player, proven=proven, per_player=everyone)
        line = Line(int(tree.action[child]), value, _variation(tree, child), visits=visits)
        settled = bool(tree.proven[ROOT])
        found.append(
            ((mean if settled or (proven and mean >= 1.0) else -1.0 if proven and mean <= 0.0 else 0.0, visits, mean), line)
        )
    found.sort(key=lambda pair: pair[0], reverse=True)
    return [line for _, line in found]


def _variation(tree: Tree, node: int) -> tuple[int, ...]:
    """The most visited line below a child of the root."""
    line = [int(tree.action[node])]
    while tree.first[node] != UNEXPANDED and tree.count[node] > 0:
        first, n = int(tree.first[node]), int(tree.count[node])
        node = first + int(np.argmax(tree.visits[first : first + n]))
        if tree.visits[node] == 0:
            break
        line.append(int(tree.action[node]))
    return tuple(line)


MCTS = Algorithm("mcts", "Monte Carlo tree search with random playouts and proven values", Needs(), mcts, prepare_mcts)
