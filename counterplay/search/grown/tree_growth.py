"""Search, and look at the tree that is left: the engine's, as far as its table holds it, or that of Monte Carlo search."""

from __future__ import annotations

import heapq
import math
from dataclasses import replace
from typing import Any

from counterplay.core import CHANCE, BadParameter, Bound, Game, Limit, Position, Report, Value
from counterplay.core.text.parameter_kinds import whole
from counterplay.gears.entry.walk_memory import signed
from counterplay.search.api import DEFAULT_LIMIT, Search, position_at
from counterplay.search.engine.driver import table_size
from counterplay.search.engine.scores import score_value
from counterplay.search.engine.table import EXHAUSTIVE, LOWER, UPPER, new_table, probe
from counterplay.search.grown.grown_tree import GrownNode, GrownTree
from counterplay.search.mcts.mcts_session import Session
from counterplay.search.mcts.mcts_view import NO_PARENT, SeenNode, path_name, tree_nodes

MOST_SHOWN = 10_000  # nodes
USUAL_SHOWN = 60
CAPACITY = 200_000  # nodes of a Monte Carlo tree
BOUNDS = {LOWER: Bound.LOWER, UPPER: Bound.UPPER}
SHOWN = whole(1, MOST_SHOWN)


def search_tree(
    game: Game,
    where: Any = None,
    limit: Limit = DEFAULT_LIMIT,
    algorithm: str = "engine",
    *,
    most: int = USUAL_SHOWN,
    **options: Any,
) -> GrownTree:
    """The tree that the engine or Monte Carlo search (`mcts`) has grown from a position: the `most` most important nodes.

    where is a state or a Position. Textbook forms are shown step by step by `walkthrough`.
    """
    SHOWN.check("most", most)
    if algorithm not in ("engine", "mcts"):
        raise BadParameter(f"the tree of engine and mcts is kept, not that of '{algorithm}'; walkthrough shows textbook forms")
    position = position_at(game, where)
    if algorithm == "mcts":
        session = Session(game, max(CAPACITY, 1 + game.max_actions), seed=options.get("seed", 0))
        report = Search(position, limit, "mcts", game=game, session=session, **options).result()
        return monte_carlo_tree(position, session, report, most)
    table = new_table(table_size(limit, options.get("threads", 1)))
    report = Search(position, limit, "engine", game=game, table=table, **options).result()
    return GrownTree(position, report, tuple(_engine_nodes(position, report, table, most)))


def _line(report: Report) -> set[tuple[int, ...]]:
    """The paths from the root along the line that the search would play."""
    return {report.variation[:i] for i in range(len(report.variation) + 1)}


# --- the engine ---
def _engine_nodes(position: Position, report: Report, table: Any, most: int) -> list[GrownNode]:
    """The line that would be played, then level by level what was searched most deeply; what the table has lost is missing."""
    game, root = position.game, position.player
    best = _line(report)
    found: list[GrownNode] = []
    # Of two that wait: the chosen one first, then the nearer to the root, the deeper search, the first in the game's order.
    first = GrownNode(0, None, (), "", root, report.value, report.depth, chosen=True)
    waiting: list[tuple[tuple[int, int, int], int, GrownNode, Any]] = [((0, 0, 0), 0, first, position.state)]
    count = 0
    while waiting and len(found) < most:
        _, _, node, state = heapq.heappop(waiting)
        node = replace(node, id=len(found))
        over = bool(game.terminal(state))
        below = []
        for action in [] if over else position.choices if not node.actions else game.choices(state):
            after, path = game.result(state, action), (*node.actions, action)
            child = _engine_node(position, report, node, state, after, path, table, path in best)
            if child is not None:
                below.append((child, after))
        found.append(replace(node, children=len(below)))
        for child, after in below:
            count += 1
            heapq.heappush(waiting, ((not child.chosen, len(child.actions), -child.depth), count, child, after))
    return found


def _engine_node(
    position: Position,
    report: Report,
    parent: GrownNode,
    before: Any,
    state: Any,
    path: tuple[int, ...],
    table: Any,
    chosen: bool,
) -> GrownNode | None:
    """What is known of the position after an action; None where the search has not come there, or the table has lost it."""
    game, root = position.game, position.player
    name = game.action_name(before, path[-1])
    if game.terminal(state):
        won = Value(float(game.utility(state, root)), root, proven=True, game=game)
        return GrownNode(0, parent.id, path, name, None, won, 0, chosen=chosen) if chosen or parent.chosen else None
    mover = int(game.player(state))
    known = probe(table, signed(game.key(state)), 0)
    if not known.found:
        return GrownNode(0, parent.id, path, name, mover, None, 0, chosen=True) if chosen else None
    exhaustive = known.depth == EXHAUSTIVE
    value = replace(
        score_value(game, int(known.score), mover, exhaustive), bound=BOUNDS.get(known.bound, Bound.EXACT), game=game
    )
    depth = max(report.depth - len(path), 0) if exhaustive else known.depth  # to every end of the game, which may be nearer
    return GrownNode(0, parent.id, path, name, mover, value.for_player(root), depth, chosen=chosen)


# --- Monte Carlo search ---
def monte_carlo_tree(position: Position, session: Session, report: Report, most: int) -> GrownTree:
    """The part of a session's tree that was visited most."""
    best = _line(report)
    nodes = [_visited_node(position, report, node, node.path in best) for node in tree_nodes(session, most)]
    return GrownTree(position, report, tuple(nodes))


def _visited_node(position: Position, report: Report, node: SeenNode, chosen: bool) -> GrownNode:
    game, state = position.game, position.state
    for action in node.path:
        state = game.result(state, action)
    value = None
    if not node.path:
        value = report.value
    elif node.player != CHANCE and node.visits:
        value = Value(node.value, node.player, proven=node.proven, sampled=True, game=game)
        value = value.for_player(position.player) if game.players == 2 and game.zero_sum else value
    return GrownNode(
        node.id,
        None if node.parent == NO_PARENT else node.parent,
        node.path,
        path_name(position, node.path),
        None if game.terminal(state) else int(game.player(state)),
        value,
        visits=node.visits,
        chosen=chosen,
        children=node.children,
        terms={name: term for name in ("exploit", "explore", "uct", "prior") if math.isfinite(term := getattr(node, name))},
    )
