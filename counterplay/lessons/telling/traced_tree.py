"""What a traced search knew about each node of a tree: the events of a trace, gathered by node."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf

from counterplay.core import Event, Kind, Report
from counterplay.lessons.trees.tree_game import TreeGame
from counterplay.search import trace_search


@dataclass
class TracedNode:
    """One node, as the search left it; a node that was never entered has none."""

    node: int  # of the tree, laid flat
    entered: tuple[float, float] = (-inf, inf)  # alpha and beta when the search came
    left: tuple[float, float] = (-inf, inf)  # and when it went
    value: tuple[float, ...] = ()  # MAX's, or every player's
    choice: int | None = None  # the child, counted from 0, that the value came from
    looked_at: list[int] = field(default_factory=list)  # children of the tree that were entered
    cut: tuple[float, float] | None = None  # alpha and beta where the rest was given up


@dataclass
class TracedTree:
    """A search of a whole tree."""

    game: TreeGame
    report: Report
    events: list[Event]
    nodes: dict[int, TracedNode]  # by node of the tree; those that were entered

    @property
    def never_looked_at(self) -> list[int]:
        """The leaves that the search did not need, from left to right."""
        return [leaf for leaf in self.game.flat.leaves if leaf not in self.nodes]


def traced_tree(game: TreeGame, algorithm: str) -> TracedTree:
    """Search a tree to its leaves, in plain Python: trees of lessons are small, and nothing needs to be compiled."""
    report, events = trace_search(game, None, algorithm, capacity=40 * len(game.flat) + 40, interpreted=True)
    tree, nodes, places = game.flat, {0: TracedNode(0)}, {0: 0}  # places: node of the trace -> node of the tree
    for event in events:
        if event.kind == Kind.ENTER and event.parent >= 0:
            place = tree.firsts[places[event.parent]] + event.action
            places[event.node] = place
            nodes[places[event.parent]].looked_at.append(place)
            nodes[place] = TracedNode(place)
        node, window = nodes[places[event.node]], (event.alpha, event.beta)
        if event.kind == Kind.ENTER:
            node.entered = window
        elif event.kind == Kind.LEAVE:
            node.left = window
            node.value = node.value or (event.value,)
        elif event.kind == Kind.CUT:
            node.cut = window
        else:
            _note_value(node, event, game.players if report.value.per_player else 1)
    return TracedTree(game, report, events, nodes)


def _note_value(node: TracedNode, event: Event, parts: int) -> None:
    """A value so far; max^n writes one event for each player."""
    if event.kind == Kind.UPDATE:
        node.choice = event.action
    if parts == 1:
        node.value = (event.value,)
        return
    known = list(node.value) or [0.0] * parts
    known[event.player] = event.value
    node.value = tuple(known)
