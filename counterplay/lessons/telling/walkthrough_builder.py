"""Events become nodes and steps: one step for everything the search did at a node that is drawn."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from counterplay.core import CHANCE, Event, Kind, Scene
from counterplay.draw import scene_svg
from counterplay.lessons.telling.search_tree import SearchTree
from counterplay.lessons.telling.step_words import Seen, View
from counterplay.lessons.telling.tree_folding import Drawn, Fold
from counterplay.lessons.telling.walkthrough_model import Node, Step
from counterplay.lessons.trees.tree_game import TreeGame, leaf_text

BOARD = 74.0  # pixels, the larger side of a small board
_PAPER = re.compile(r'<rect class="paper"[^>]*/>')
DEEP = 4  # actions of a path that a sentence repeats


class Telling:
    """One pass over the events."""

    def __init__(self, tree: SearchTree, view: View, drawn: Drawn, events: list[Event]) -> None:
        self.tree, self.view, self.drawn, self.events = tree, view, drawn, events
        self.game = tree.game
        self.shown = set(drawn.nodes)
        self.folds: dict[int, Fold] = {}  # by the number of the mark
        self.mark_of: dict[int, int] = {}  # node that is not drawn -> the mark that stands for it
        for folds in drawn.folds.values():
            for fold in folds:
                mark = -2 - len(self.folds)
                self.folds[mark] = fold
                self.mark_of |= dict.fromkeys(fold.roots, mark)
        for spot in tree.spots[: tree.entered]:
            if spot.id not in self.shown and spot.id not in self.mark_of:
                self.mark_of[spot.id] = self.mark_of[spot.parent]
        self.values: dict[int, str] = {}  # the last one of each node
        self.came: dict[int, Seen] = {}  # the window each node was entered with
        self.now: dict[int, Seen] = {}  # and the one it has
        self.best: dict[int, int] = {}  # the child of the last update
        self.reasons: dict[int, str] = {}  # of nodes with a cut
        self.told: list[Step] = []
        self.nodes_seen, self.leaves_seen, self.cuts_made = 0, 0, 0

    # --- steps ---
    def steps(self) -> list[Step]:
        """All steps, numbered."""
        groups = self._groups()
        hidden = 0
        for i, group in enumerate(groups):
            node = group[0].node
            mark = self.mark_of.get(node)
            if mark is None:
                self._tell(group)
                continue
            hidden += sum(event.kind == Kind.ENTER for event in group)
            self._note(group)
            following = groups[i + 1][0].node if i + 1 < len(groups) else 0
            if self.mark_of.get(following) != mark:
                if hidden:
                    self._add("enter", mark, Seen(0, 0, 0), "", self._passed(mark, hidden), window=("", ""))
                hidden = 0
        return [replace(step, number=i + 1) for i, step in enumerate(self.told)]

    def _groups(self) -> list[list[Event]]:
        """Events, those of all players' parts of one tuple together."""
        if not self.view.tuples:
            return [[event] for event in self.events]
        groups: list[list[Event]] = []
        parts = (Kind.LEAF, Kind.UPDATE, Kind.AVERAGE)
        for event in self.events:
            if event.kind in parts and event.player > 0 and groups and groups[-1][0].kind == event.kind:
                groups[-1].append(event)
            else:
                groups.append([event])
        return groups

    def _note(self, group: list[Event]) -> Seen:
        """Remember what a later sentence needs, drawn or not; the window and value after the event."""
        event = group[0]
        self._count(event)
        seen = self.view.seen(event)
        if event.kind == Kind.ENTER:
            self.came[event.node] = seen
        elif self.view.tuples:
            if event.kind in (Kind.LEAF, Kind.UPDATE, Kind.AVERAGE):
                self.values[event.node] = f"({', '.join(self.view.number(e.value) for e in group)})"
        elif event.kind != Kind.CUT:
            self.values[event.node] = self.view.number(seen.value)
        return seen

    def _count(self, event: Event) -> None:
        self.nodes_seen += event.kind == Kind.ENTER
        self.leaves_seen += event.kind == Kind.LEAF
        if event.kind == Kind.CUT:
            self.cuts_made += self._left_over(event.node) > 0

    def _left_over(self, node: int) -> int:
        """How many actions of a node were never looked at."""
        return len(self.tree.choices(node)) - len(self.tree.spots[node].children)

    def _tell(self, group: list[Event]) -> None:
        event, node = group[0], group[0].node
        before = self.now.get(node)
        seen = self._note(group)
        self.now[node] = seen
        ref, spot = self.ref(node), self.tree.spots[node]
        value = self.values.get(node, "")
        child = self._child(node, event.action) if event.kind in (Kind.UPDATE, Kind.CUT, Kind.AVERAGE) else None
        if event.kind == Kind.ENTER:
            if spot.leaf:  # its value comes next
                return
            self._add("enter", node, seen, "", self.view.enter(ref, spot.player, seen, node == 0))
        elif event.kind == Kind.LEAF:
            over = bool(self.game.terminal(self.tree.state(node)))
            self._add("leaf", node, seen, value, self.view.leaf(ref, spot.player, value, over))
        elif event.kind == Kind.UPDATE:
            assert child is not None and before is not None
            self.best[node] = child
            name = self._named(child)
            words = self.view.update(ref, name, spot.player, seen, value, before)
            self._add("update", node, seen, value, words, child=self._visible(child))
        elif event.kind == Kind.AVERAGE:
            assert child is not None
            chance, part = self.tree.probability(child), self.values.get(child, "")
            words = self.view.average(ref, self._named(child), chance, part, value)
            self._add("average", node, seen, value, words, child=self._visible(child))
        elif event.kind == Kind.CUT:
            assert child is not None
            rest = self._left_over(node)
            above = self.tree.spots[spot.parent].player if spot.parent >= 0 else CHANCE
            self.reasons[node] = self.view.reason(spot.player, above, seen)
            self._add("cut", node, seen, value, self.view.cut(ref, rest), self.reasons[node], child=self._visible(child))
        elif event.kind == Kind.LEAVE:
            self._leave(node, ref, value, seen)
        else:
            self._add("hit", node, seen, value, f"{ref} is known from the table: {value}.")

    def _leave(self, node: int, ref: str, value: str, seen: Seen) -> None:
        spot = self.tree.spots[node]
        if spot.leaf:  # its value has just been told
            return
        bound = "" if node == 0 else self.view.bound(spot.player, self.came[node], seen, node in self.reasons)
        choice = self._named(self.best[node]) if node == 0 and node in self.best else ""
        self._add("leave", node, seen, value, self.view.leave(ref, value, bound, choice), bound=bound)

    def _add(
        self,
        kind: str,
        node: int,
        seen: Seen,
        value: str,
        text: str,
        reason: str = "",
        *,
        bound: str = "",
        child: int | None = None,
        window: tuple[str, str] | None = None,
    ) -> None:
        alpha, beta = self.view.window(seen) if window is None else window
        counts = (self.nodes_seen, self.leaves_seen, self.cuts_made)
        self.told.append(Step(0, kind, node, alpha, beta, value, text, reason, bound, child, *counts))

    def _passed(self, mark: int, nodes: int) -> str:
        are, above = ("node is", "nodes are")[nodes > 1], self.ref(self.folds[mark].parent)
        return f"{nodes:,} {are} looked at below {above}, not drawn here."

    def _child(self, node: int, action: int) -> int:
        return next(c for c in reversed(self.tree.spots[node].children) if self.tree.spots[c].action == action)

    def _named(self, node: int) -> str:
        """The action that led to a node, so that nobody takes its name for a value."""
        name = self.tree.action_name(node)
        return f"action {name}" if name.isdecimal() and self.tree.probability(node) is None else name

    def _visible(self, node: int) -> int:
        return self.mark_of.get(node, node)

    def ref(self, node: int) -> str:
        """What a sentence calls a node: its name, or the way to it."""
        if node == 0:
            return self.label(0) or "the root"
        if self.label(node):
            return self.label(node)
        names = []
        at = node
        while at > 0:
            names.append(self.tree.action_name(at))
            at = self.tree.spots[at].parent
        short = names[:DEEP][::-1]
        way = ("." if isinstance(self.game, TreeGame) else " ").join(short)
        return f"...{way}" if len(names) > DEEP else f"node {way}" if isinstance(self.game, TreeGame) else way

    def label(self, node: int) -> str:
        """The name of a tree's node."""
        if not isinstance(self.game, TreeGame):
            return ""
        state = self.tree.state(node)
        return self.game.flat.names[int(state.node)]

    # --- nodes ---
    def nodes(self, boards: bool) -> list[Node]:
        """All nodes that are drawn, parents first, siblings in the game's order; marks come after their siblings."""
        found = []
        for node in self.drawn.nodes:
            found.append(self._node(node, boards))
        for mark, fold in self.folds.items():
            found.append(self._mark(mark, fold))
        return found

    def _node(self, node: int, boards: bool) -> Node:
        spot, chance = self.tree.spots[node], self.tree.probability(node)
        return Node(
            id=node,
            parent=spot.parent if node else None,
            ply=spot.ply,
            name=self.tree.action_name(node),
            label=self.label(node),
            player=self.view.who(spot.player),
            leaf=spot.leaf,
            searched=spot.entered,
            actions=self.tree.path(node),
            probability="" if chance is None else f"{chance:.3g}",
            reason="" if spot.entered else self._why_not(spot.parent),
            edge=self._edge(node, chance),
            given=self._given(node),
            svg=small_board(self.game.scene(self.tree.state(node))) if boards else "",
        )

    def _edge(self, node: int, chance: float | None) -> str:
        name = self.tree.action_name(node)
        if chance is None:
            return name
        unnamed = isinstance(self.game, TreeGame) and name.isdecimal()
        return f"{chance:.3g}" if unnamed else f"{name} ({chance:.3g})"

    def _given(self, node: int) -> str:
        if not isinstance(self.game, TreeGame) or not self.tree.spots[node].leaf:
            return ""
        state = self.tree.state(node)
        return leaf_text(self.game.flat, state.node) if self.game.terminal(state) and not self.view.negamax else ""

    def _mark(self, mark: int, fold: Fold) -> Node:
        looked = fold.nodes > 0
        return Node(
            id=mark,
            parent=fold.parent,
            ply=self.tree.spots[fold.parent].ply + 1,
            name="",
            label="",
            player="",
            leaf=False,
            searched=looked,
            actions=self.tree.path(fold.parent),
            reason="" if looked else self._why_not(fold.parent),
            folded=fold.nodes if looked else len(fold.roots),
            given=f"{fold.nodes if looked else len(fold.roots):,} {'nodes' if looked else 'more'}",
        )

    def _why_not(self, parent: int) -> str:
        """Why children of a node were never entered."""
        if parent in self.reasons:
            return self.reasons[parent]
        if self.view.algorithm == "tapered":
            return "Tapered search gives this node fewer branches than it has actions, and these look least plausible."
        if self.view.algorithm == "opponent_model":
            return "The model of the opponent never plays this."
        return ""


def small_board(scene: Scene) -> str:
    """A picture of a board alone, without what stands beside it."""
    svg = scene_svg(replace(scene, labels=(), notes=(), buttons={}, scores=()), size=BOARD, theme=None)
    return _PAPER.sub("", svg, count=1)  # edges of the tree must not end at an invisible border


def board_size(svg: str) -> tuple[float, float]:
    """Width and height of a picture, in pixels."""
    found: Any = re.search(r'width="([\d.]+)" height="([\d.]+)"', svg)
    return float(found[1]), float(found[2])
