"""A tree that a search has grown, as data and as a picture."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from counterplay.core import CHANCE, Position, Report, Value
from counterplay.core.text.result_table import ResultTable
from counterplay.draw.colours.palette import Theme
from counterplay.draw.trees.tree_layout import spread
from counterplay.draw.trees.tree_svg import (
    ACTION_AT,
    ACTION_SIZE,
    LABEL_SIZE,
    VALUE_SIZE,
    Shape,
    TreeFrame,
    TreeNode,
    text_width,
    tree_svg,
)

LEAST_WIDTH, PADDING, GAP = 40.0, 16.0, 12.0  # of a box and between two of them, in pixels
INDENT = "  "  # for each ply, where the tree is a table


@dataclass(frozen=True)
class GrownNode:
    """A node of such a tree. Parents stand before their children; the root has the number 0."""

    id: int
    parent: int | None
    actions: tuple[int, ...]  # from the root
    name: str  # of the last of them; "" at the root
    mover: int | None  # who decides here, or CHANCE; None where the game is over
    value: Value | None  # for the player who searches, in a game of two; None where nothing is known
    depth: int = 0  # plies that the value looks ahead (engine)
    visits: int = 0  # playouts that came here (Monte Carlo search)
    chosen: bool = False  # on the line that the search would play
    children: int = 0  # in the whole tree, shown or not
    terms: dict[str, float] = field(default_factory=dict)  # by which Monte Carlo search chooses: exploit, explore, uct, prior


@dataclass(frozen=True)
class GrownTree:
    """What a search has left behind, as far as it is shown; it draws itself in a notebook."""

    position: Position
    report: Report  # what the search found
    nodes: tuple[GrownNode, ...]

    @property
    def title(self) -> str:
        """What was searched by what."""
        return f"{self.report.algorithm} on {self.position.game.title_text}"

    def table(self) -> ResultTable:
        """A row for each node, indented by its ply."""
        visited = self.report.playouts > 0
        children = self._children()
        rows = []
        waiting = [0]
        while waiting:
            node = self.nodes[waiting.pop()]
            waiting += reversed(children[node.id])
            name = INDENT * len(node.actions) + (node.name or "root")
            rows.append((name, _value(node), node.visits if visited else node.depth, "*" if node.chosen else ""))
        return ResultTable.of(("move", "value", "visits" if visited else "depth", "chosen"), rows, self.title)

    def records(self) -> list[dict[str, Any]]:
        """The nodes as plain data, for JSON or a data frame; values as utilities."""
        return [
            {
                **{name: value for name, value in asdict(node).items() if name not in ("value", "terms")},
                **node.terms,
                "value": None if node.value is None else node.value.score,
                "bound": None if node.value is None else node.value.bound.value,
                "proven": node.value is not None and node.value.proven,
            }
            for node in self.nodes
        ]

    def svg(self, theme: Theme = "auto") -> str:
        """The picture: values for the player who searches, the line it would play in green."""
        visited = self.report.playouts > 0
        frame = TreeFrame(labels=visited)
        labels = [f"{node.visits:,}" if visited else "" for node in self.nodes]
        boxes = [max(LEAST_WIDTH, text_width(_value(node), VALUE_SIZE) + PADDING) for node in self.nodes]
        needs = [
            max(box, text_width(label, LABEL_SIZE), (text_width(node.name, ACTION_SIZE) + 6) / ACTION_AT)
            for node, box, label in zip(self.nodes, boxes, labels, strict=True)
        ]
        across = spread(self._children(), needs, GAP)
        return tree_svg(
            [
                self._drawn(node, x, frame.level, box, label)
                for node, x, box, label in zip(self.nodes, across, boxes, labels, strict=True)
            ],
            frame,
            title=self.title,
            theme=theme,
        )

    def _drawn(self, node: GrownNode, x: float, level: float, width: float, label: str) -> TreeNode:
        told = f"{label} playouts" if label else f"{node.depth} plies deep"
        return TreeNode(
            id=node.id,
            parent=node.parent,
            x=x,
            y=level * len(node.actions),
            width=width,
            shape=self._shape(node),
            player=max(node.mover or 0, 0),
            label=label,
            action=node.name,
            status="leaf" if node.mover is None else "searched",
            value=_value(node),
            chosen=node.chosen,
            words=f"{node.name or 'root'}: {_value(node)}, {told}",
        )

    def _shape(self, node: GrownNode) -> Shape:
        if node.mover is None:
            return "leaf"
        if node.mover == CHANCE:
            return "chance"
        if self.position.game.players > 2:
            return "player"
        return "max" if node.mover == self.position.player else "min"

    def _children(self) -> list[list[int]]:
        children: list[list[int]] = [[] for _ in self.nodes]
        for node in self.nodes:
            if node.parent is not None:
                children[node.parent].append(node.id)
        return children

    def __str__(self) -> str:
        return str(self.table())

    def _repr_svg_(self) -> str:
        return self.svg()


def _value(node: GrownNode) -> str:
    return "" if node.value is None else str(node.value)
