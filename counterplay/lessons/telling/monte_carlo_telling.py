"""Monte Carlo search told playout by playout: selection, expansion, simulation, backup, on a tree that grows node by node."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from counterplay.core import CHANCE, Position
from counterplay.core.text.value_words import score_text
from counterplay.lessons.telling.tree_picture import arrange
from counterplay.lessons.telling.walkthrough_model import Found, Node, Step, Walkthrough
from counterplay.search.mcts.mcts_session import Session
from counterplay.search.mcts.mcts_tree import ROOT, SIZE

NOTES = [
    "Each node shows wins / visits, for the player who moved there; a draw is half a win.",
    "At every node the next playout follows the action with the largest UCT.",
]


@dataclass
class Grown:
    """A node that was visited."""

    number: int  # in the walkthrough
    parent: int | None
    actions: list[int]
    name: str
    mover: int  # who chose the action that led here
    to_move: int
    over: bool


class MonteCarloTelling:
    """Watches a session grow."""

    def __init__(self, position: Position, session: Session) -> None:
        self.position, self.game, self.session = position, position.game, session
        self.states = {ROOT: position.state}  # by the number of a node in the session's tree
        self.grown: dict[int, Grown] = {ROOT: Grown(0, None, [], "", CHANCE, position.player, False)}
        self.visits: dict[int, tuple[int, float]] = {}  # visits and sum of results, before the playout
        self.steps: list[Step] = []
        self.playouts = 0

    def watch(self, one_more: Callable[[], object], playouts: int) -> Walkthrough:
        """Run so many playouts, one at a time, and tell each; a proof ends them."""
        for _ in range(playouts):
            if self.session.tree.nodes[ROOT].proven:
                break
            one_more()
            self._tell(self._path())
        return self._walkthrough()

    def _path(self) -> list[int]:
        """The nodes that the last playout went through: those whose visits have changed, from the root on.

        What stands behind them in the session's path is older, or was never written.
        """
        nodes, path = self.session.tree.nodes, list[int]()
        for index in map(int, self.session.work.path[: int(self.session.tree.used[SIZE])]):
            if index in path or int(nodes[index].visits) == self.visits.get(index, (0, 0.0))[0]:
                break
            path.append(index)
        return path

    def _tell(self, path: list[int]) -> None:
        if not path:
            return
        self.playouts += 1
        known = [index for index in path if index in self.grown]
        for above, index in pairwise(path):
            if index not in self.grown:
                self._grow(above, index)
        names = [self.grown[index].name for index in known[1:]]
        way = f"follow the largest UCT: {' '.join(names)}" if names else "stay at the root"
        self._add("select", known[-1], f"Playout {self.playouts}: from the root {way}.")
        if len(known) < len(path):
            self._add("expand", path[-1], f"{self.grown[path[-1]].name} is tried for the first time: a new node.")
        self._add("playout", path[-1], self._result(path[-1]))
        for index in reversed(path):
            node = self.session.tree.nodes[index]
            visits, total = int(node.visits), float(node.total)
            self.visits[index] = (visits, total)
            self._add("backup", index, self._backed_up(index, visits, total), self._share(index, visits, total))

    def _grow(self, above: int, index: int) -> None:
        node, parent = self.session.tree.nodes[index], self.grown[above]
        action, state = int(node.action), self.states[above]
        self.states[index] = after = self.game.result(state, action)
        over = bool(self.game.terminal(after))
        name = self.game.action_name(state, action)
        to_move = CHANCE if over else int(self.game.player(after))
        self.grown[index] = Grown(
            len(self.grown), parent.number, [*parent.actions, action], name, int(node.mover), to_move, over
        )

    def _result(self, index: int) -> str:
        """What the playout came to, for whoever moved to the last node."""
        node, grown = self.session.tree.nodes[index], self.grown[index]
        begun = "The game is over here" if grown.over else "A random game from here is played to its end"
        if grown.mover == CHANCE:
            return f"{begun}."
        low, high = self.game.utility_range
        won = float(node.total) - self.visits.get(index, (0, 0.0))[1]
        worth = score_text(self.game, low + won * (high - low))
        return f"{begun}: worth {worth} to {self.game.player_names[grown.mover]}."

    def _share(self, index: int, visits: int, total: float) -> str:
        return str(visits) if self.grown[index].mover == CHANCE else f"{round(total, 1):g}/{visits}"

    def _backed_up(self, index: int, visits: int, total: float) -> str:
        grown = self.grown[index]
        times = f"{visits} visit{'s' if visits > 1 else ''}"
        if grown.mover == CHANCE:
            return f"{'The root' if index == ROOT else grown.name} now has {times}."
        who = self.game.player_names[grown.mover]
        return f"{grown.name} now has {times}, {round(total, 1):g} of them won by {who}: {total / visits:.2f} on average."

    def _add(self, kind: str, index: int, text: str, value: str = "") -> None:
        node = self.grown[index].number
        counts = (len(self.grown), self.playouts - (kind in ("select", "expand")), 0)
        self.steps.append(Step(len(self.steps) + 1, kind, node, "", "", value, text, "", "", None, *counts))

    def _walkthrough(self) -> Walkthrough:
        most = [ROOT]
        while below := [i for i, one in self.grown.items() if one.parent == self.grown[most[-1]].number]:
            most.append(max(below, key=lambda i: self.visits[i][0]))
        best = most[min(1, len(most) - 1)]
        nodes = [self._node(one) for one in sorted(self.grown.values(), key=lambda one: len(one.actions))]
        return arrange(
            Walkthrough(
                title=f"Monte Carlo tree search on {self.game.title_text}",
                algorithm="mcts",
                game=self.game.spec,
                nodes=nodes,
                steps=self.steps,
                chosen=[self.grown[i].number for i in most],
                result=Found(self._share(best, *self.visits[best]), self.grown[best].name, self.playouts, len(self.grown)),
                folded=False,
                notes=NOTES,
            )
        )

    def _node(self, one: Grown) -> Node:
        pair = self.game.players <= 2
        who = "CHANCE" if one.to_move == CHANCE else f"P{one.to_move + 1}"
        if pair and one.to_move != CHANCE:
            who = "MAX" if one.to_move == self.position.player else "MIN"
        return Node(
            id=one.number, parent=one.parent, ply=len(one.actions), name=one.name, label="", player=who, leaf=one.over,
            searched=True, actions=one.actions, edge=one.name,
        )  # fmt: skip
