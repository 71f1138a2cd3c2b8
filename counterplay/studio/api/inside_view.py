"""Looking inside a search: every step of a textbook form on its tree, or the tree that Monte Carlo search has grown."""

from __future__ import annotations

import math

from counterplay.core import CHANCE, BadParameter, Limit, Position
from counterplay.core.text.value_words import score_text
from counterplay.search.mcts.mcts_session import Session
from counterplay.search.mcts.mcts_tree import ROOT
from counterplay.search.mcts.mcts_view import NO_PARENT, SeenNode, path_name, tree_nodes
from counterplay.studio.api.catalogue_view import TRACED
from counterplay.studio.api.messages import InsideRequest
from counterplay.studio.api.position_views import View
from counterplay.studio.server import studio_options
from counterplay.studio.server.search_queue import Job

DEFAULT_PLAYOUTS = 1000
TOLD_PLAYOUTS = 80  # of these, the first ones, step by step
SHOWN_NODES = 400  # of a Monte Carlo tree
DEFAULT_DEPTH = 2
SMALL_BOARD = 49  # cells of a board that can be read in the node of a tree
PLAIN_NODES = 20_000  # of the whole tree; cuts leave far fewer
LONGEST_LOOK = 10.0  # seconds
TREE_CAPACITY = 200_000  # nodes


def look_inside(job: Job, position: Position, wanted: InsideRequest) -> View:
    """A walkthrough, or the tree of mcts; found by searching on this thread."""
    algorithm, depth = wanted.algorithm, wanted.depth
    if algorithm == "mcts":
        return monte_carlo(job, position, wanted.playouts or DEFAULT_PLAYOUTS)
    if algorithm not in TRACED:
        raise BadParameter(f"'{algorithm[:40]}' cannot be looked into; there are {', '.join(sorted(TRACED))} and mcts")
    from counterplay.lessons.telling.walkthrough import walkthrough  # the first page does not wait for it

    def work() -> View:
        boards = len(position.scene().cells) <= SMALL_BOARD if wanted.boards is None else wanted.boards
        plain = _plain(position, depth)
        return walkthrough(
            position.game, position, algorithm, depth,
            boards=boards, interpreted=plain, order=wanted.order, opened=wanted.opened,
        ).to_json()  # fmt: skip

    return job.heard(work)


def _plain(position: Position, depth: int | None) -> bool | None:
    """Whether to search in plain Python: small searches are done before a compiler would have begun."""
    size = len(position.choices) ** min(depth or DEFAULT_DEPTH, studio_options.DEEPEST_INSIDE)
    return True if size <= PLAIN_NODES else None


# --- Monte Carlo tree search ---
def monte_carlo(job: Job, position: Position, playouts: int) -> View:
    """The tree after so many playouts, the most visited part of it, and how its first nodes came to be there."""
    from counterplay.lessons.telling.monte_carlo_telling import MonteCarloTelling

    session = Session(position.game, max(TREE_CAPACITY, 1 + position.game.max_actions), seed=1)
    told = min(playouts, TOLD_PLAYOUTS)

    def run(count: int) -> None:
        job.search(position, Limit(playouts=count, seconds=LONGEST_LOOK), "mcts", session=session, plain=True)

    growth = MonteCarloTelling(position, session).watch(lambda: run(1), told)  # the same tree as of all playouts at once
    if playouts > told and not session.tree.nodes[ROOT].proven:
        run(playouts - told)
    nodes = tree_nodes(session, SHOWN_NODES)
    return {
        "algorithm": "mcts",
        "nodes": [_node_view(position, node) for node in nodes],
        "text": _summary(position, nodes),
        "growth": growth.to_json(),
    }


def _node_view(position: Position, node: SeenNode) -> View:
    return {
        "id": node.id,
        "parent": None if node.parent == NO_PARENT else node.parent,
        "name": path_name(position, node.path),
        "actions": list(node.path),
        "visits": node.visits,
        "value": round(node.value, 4),
        "value_text": score_text(position.game, node.value, sampled=True),
        "exploit": round(node.exploit, 4),
        "explore": round(node.explore, 4) if math.isfinite(node.explore) else None,
        "uct": round(node.uct, 4) if math.isfinite(node.uct) else None,
        "prior": round(node.prior, 4),
        "proven": node.proven,
        "player": node.player,
        "children": node.children,
    }


def _summary(position: Position, nodes: list[SeenNode]) -> str:
    root, children = nodes[0], [node for node in nodes if node.parent == 0 and node.player != CHANCE]
    if not children:
        return f"The root was visited {root.visits:,} times."
    best = max(children, key=lambda node: node.visits)
    words = (
        f"{root.visits:,} playouts. {path_name(position, best.path)} was tried most: {best.visits:,} times, "
        f"worth {score_text(position.game, best.value, sampled=True)} on average{' (proven)' if best.proven else ''}. "
    )
    return words + (
        "At every node the next playout follows the action with the largest UCT: its value on a scale from 0 to 1 (exploit), "
        "and a bonus that shrinks as the action is tried (explore)."
    )
