"""What a Monte Carlo search reports: its lines, best first, from one tree or from several that were grown side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from counterplay.core import CHANCE, Game, Repetition, Report, Value
from counterplay.core.report import Line
from counterplay.search.mcts.mcts_tree import ROOT, SIZE, Tree, children_of
from counterplay.search.search_control import DEEPEST, LEAVES
from counterplay.search.search_task import Task


@dataclass
class Candidate:
    """An action of the root, with what all trees know of it."""

    action: int
    visits: int
    total: float  # of the mover's results, brought to 0..1
    proven: bool
    tree: Tree  # where it is proven, or else where it has the most visits
    node: int  # its node there

    def value(self, game: Game, player: int) -> float:
        """What it is worth to the player who chooses it: a proven utility as it is, or the mean of playouts."""
        if self.proven:
            return float(self.tree.exact[self.node, player])
        low, high = game.utility_range
        return float(low + (self.total / self.visits if self.visits else 0.5) * (high - low))


def report(task: Task[Any], trees: Sequence[Tree], done: int) -> Report:
    """What the trees tell."""
    lines = _lines(task, trees)
    decided = any(tree.nodes[ROOT].proven for tree in trees)
    best = lines[0].value
    return Report(
        action=lines[0].action,
        # What one action is worth for certain is the position's value only if no other can be better.
        value=best if decided else replace(best, proven=False, per_player=()),
        variation=lines[0].variation,
        algorithm="mcts",
        depth=len(lines[0].variation),
        selective_depth=int(max(control[DEEPEST] for control in task.controls)),
        nodes=int(sum(tree.used[SIZE] for tree in trees)),
        leaves=int(sum(control[LEAVES] for control in task.controls)),
        seconds=task.seconds,
        playouts=done,
        completed=decided or not task.stopped,
        lines=tuple(lines),
    )


def _lines(task: Task[Any], trees: Sequence[Tree]) -> list[Line]:
    """The best actions of the root, as many as were asked for."""
    game = task.game
    player = int(game.player(task.state))
    found = _candidates(trees, set(task.actions))
    if not found:
        action = task.actions[0]
        return [Line(action, Value(float(game.evaluate(task.state, player)), player), (action,))]
    return [_line(task, candidate, player) for candidate in _best_first(game, found, player)[: max(1, task.lines)]]


def _candidates(trees: Sequence[Tree], actions: set[int]) -> list[Candidate]:
    """The children of all roots, those of one action together: visits and results add up, and a proof is a proof."""
    found: dict[int, Candidate] = {}
    for tree in trees:
        for i in children_of(tree, ROOT):
            node = tree.nodes[i]
            action, visits, proven = int(node.action), int(node.visits), bool(node.proven)
            if action not in actions:
                continue
            known = found.get(action)
            if known is None:
                found[action] = Candidate(action, visits, float(node.total), proven, tree, i)
                continue
            if (proven, visits) > (known.proven, int(known.tree.nodes[known.node].visits)):
                known.tree, known.node, known.proven = tree, i, proven
            known.visits += visits
            known.total += float(node.total)
    return list(found.values())


def _best_first(game: Game, found: list[Candidate], player: int) -> list[Candidate]:
    """Those not proven by their visits, and a proven one before the first that promises no more.

    Visits tell how sure a mean is; what is proven is sure however seldom it was visited.
    """
    worth = {id(c): c.value(game, player) for c in found}
    order = sorted((c for c in found if not c.proven), key=lambda c: (-c.visits, -worth[id(c)]))
    middle = sum(game.utility_range) / 2

    def rank(candidate: Candidate) -> tuple[float, int, int]:
        """Of equal ones: the shorter way to win, the longer way to lose, and then the one it took longest to prove."""
        value, plies = worth[id(candidate)], len(_variation(candidate.tree, candidate.node))
        return value, plies if value < middle else -plies, candidate.visits

    for candidate in sorted((c for c in found if c.proven), key=rank):
        value = worth[id(candidate)]
        place = next((k for k, other in enumerate(order) if worth[id(other)] <= value or other.visits == 0), len(order))
        order.insert(place, candidate)
    return order


def _line(task: Task[Any], candidate: Candidate, player: int) -> Line:
    """An action of the root and the line below it."""
    game = task.game
    proven = candidate.proven and game.repetition == Repetition.NOTHING
    everyone = tuple(float(v) for v in candidate.tree.exact[candidate.node]) if proven else ()
    value = Value(candidate.value(game, player), player, proven=proven, per_player=everyone)
    variation = _variation(candidate.tree, candidate.node)
    if game.repetition != Repetition.NOTHING:
        variation = task.lawful(variation)
    return Line(candidate.action, value, tuple(variation), visits=candidate.visits)


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
