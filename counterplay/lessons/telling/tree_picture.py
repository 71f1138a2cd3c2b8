"""A walkthrough as a picture: where its nodes stand, and what each of them shows after a step."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from counterplay.draw.colours.palette import Theme
from counterplay.draw.trees.tree_layout import spread
from counterplay.draw.trees.tree_svg import (
    ACTION_AT,
    ACTION_SIZE,
    LABEL_SIZE,
    VALUE_SIZE,
    WINDOW_SIZE,
    Shape,
    Status,
    TreeFrame,
    TreeNode,
    text_width,
    tree_svg,
)

if TYPE_CHECKING:
    from counterplay.lessons.telling.walkthrough_model import Node, Step, Walkthrough

LEAST_WIDTH = 30.0  # pixels, of a box
INNER_WIDTH = 40.0  # where it is no leaf
PADDING = 16.0  # in a box, both sides together
GAP = 12.0  # between neighbours
MOST_REASONS = 12  # sentences below the picture


@dataclass
class NodeState:
    """What a node shows after some step."""

    status: Status = "ahead"
    value: str = ""
    bound: str = ""
    alpha: str = ""
    beta: str = ""
    current: bool = False
    chosen: bool = False


def states(walk: Walkthrough, step: int) -> dict[int, NodeState]:
    """Every node's state after a step, counted from 0."""
    found = {node.id: NodeState() for node in walk.nodes}
    leaves = {node.id for node in walk.nodes if node.leaf}
    given_up = set()
    for one in walk.steps[: step + 1]:
        state = found[one.node]
        state.status = "leaf" if one.node in leaves else "searched"
        state.alpha, state.beta, state.bound = one.alpha, one.beta, one.bound
        state.value = one.value or state.value
        if one.kind in ("cut", "leave"):
            given_up.add(one.node)
    for node in walk.nodes:
        if not node.searched and node.parent in given_up:
            found[node.id].status = "cut"
    if 0 <= step < len(walk.steps):
        found[walk.steps[step].node].current = True
    if step == len(walk.steps) - 1:
        for chosen in walk.chosen:
            found[chosen].chosen = True
    return found


def picture(walk: Walkthrough, step: int, *, theme: Theme | None = "auto", legend: bool = True) -> str:
    """The SVG after a step, counted from 0; -1 is before the first."""
    after = states(walk, step)
    last = step == len(walk.steps) - 1
    reasons = _legend(walk, step, _cut_numbers(walk)) if legend else []
    cut = {one.node for one in walk.steps[: step + 1] if one.kind == "cut"}
    marks = {node: mark for node, mark in _cut_numbers(walk).items() if legend and node in cut}
    nodes = [
        replace(
            _tree_node(node),
            **_shown(after[node.id], last),
            cut_number=marks.get(node.id, ""),
            words=_words(node, after[node.id].status),
        )
        for node in walk.nodes
    ]
    return tree_svg(nodes, frame_of(walk), title=walk.title, theme=theme, legend=reasons)


def _shown(state: NodeState, last: bool) -> dict[str, Any]:
    return {
        "status": state.status,
        "value": state.value,
        "bound": state.bound,
        "alpha": state.alpha,
        "beta": state.beta,
        "chosen": state.chosen,
        "current": state.current and not last,
    }


def frame_of(walk: Walkthrough) -> TreeFrame:
    """What the nodes have in common."""
    return TreeFrame(walk.board, any(node.label for node in walk.nodes), any(step.alpha for step in walk.steps))


def _tree_node(node: Node) -> TreeNode:
    return TreeNode(
        id=node.id,
        parent=node.parent,
        x=node.x,
        y=node.y,
        width=node.width,
        shape=_shape(node),
        player=int(node.player[1:]) - 1 if node.player[:1] == "P" else int(node.player == "MIN"),
        label=node.label,
        action=node.edge,
        given=node.given,
        board=node.svg,
        never=not node.searched,
    )


def _shape(node: Node) -> Shape:
    if not node.player:
        return "fold"
    if node.leaf:
        return "leaf"
    shapes: dict[str, Shape] = {"MAX": "max", "MIN": "min", "CHANCE": "chance"}
    return shapes.get(node.player, "player")


def _words(node: Node, status: Status) -> str:
    """What a node is; that it is never looked at is said once the search has given it up."""
    kind = "leaf" if node.leaf else node.player or "not drawn"
    name = node.label or node.name or "root"
    return f"{name}, {kind}{f': never looked at. {node.reason}' if status == 'cut' else ''}"


def _cut_numbers(walk: Walkthrough) -> dict[int, str]:
    """The numbers of the nodes whose rest was cut off, in the order of the steps."""
    missing = {node.parent for node in walk.nodes if not node.searched}
    cuts = dict.fromkeys(step.node for step in walk.steps if step.kind == "cut" and step.node in missing)
    return {node: str(i + 1) for i, node in enumerate(cuts)}


def _legend(walk: Walkthrough, step: int, numbers: dict[int, str]) -> list[tuple[str, str]]:
    """The reasons of the cuts so far."""
    sentences = [(numbers[one.node], one.reason) for one in walk.steps[: step + 1] if one.kind == "cut" and one.node in numbers]
    more = len(sentences) - MOST_REASONS
    rest = [("", f"and {more} more {'cut' if more == 1 else 'cuts'}")] if more > 0 else []
    return [*sentences[:MOST_REASONS], *rest]


# --- where nodes stand ---
def arrange(walk: Walkthrough) -> Walkthrough:
    """The walkthrough with a place for every node; nodes stand before their children."""
    index = {node.id: i for i, node in enumerate(walk.nodes)}
    children: list[list[int]] = [[] for _ in walk.nodes]
    for node in walk.nodes:
        if node.parent is not None:
            children[index[node.parent]].append(index[node.id])
    steps: dict[int, list[Step]] = {}
    for step in walk.steps:
        steps.setdefault(step.node, []).append(step)
    boxes = [_box_width(node, steps.get(node.id, []), walk.board[0]) for node in walk.nodes]
    needs = [max(box, _text_width(node, steps.get(node.id, []))) for node, box in zip(walk.nodes, boxes, strict=True)]
    across = spread(children, needs, GAP)
    level = frame_of(walk).level
    places = zip(walk.nodes, across, boxes, strict=True)
    nodes = [replace(node, x=round(x, 1), y=round(node.ply * level, 1), width=round(w, 1)) for node, x, w in places]
    return replace(walk, nodes=nodes)


def _box_width(node: Node, steps: list[Step], board: float) -> float:
    """Of a node's box: the longest value it will ever show fits."""
    values = [node.given, *(step.bound + step.value for step in steps)]
    size = VALUE_SIZE if node.player else WINDOW_SIZE
    wide = max((text_width(value, size) for value in values), default=0.0)
    return max(LEAST_WIDTH if node.leaf or not node.player else INNER_WIDTH, wide + PADDING, board if node.svg else 0.0)


def _text_width(node: Node, steps: list[Step]) -> float:
    """Of the texts above and below a box, and of the action that leads to it."""
    windows = [] if node.leaf else [f"[{step.alpha}, {step.beta}]" for step in steps if step.alpha]
    wide = max((text_width(window, WINDOW_SIZE) for window in windows), default=0.0)
    return max(wide, text_width(node.label, LABEL_SIZE), (text_width(node.edge, ACTION_SIZE) + 6) / ACTION_AT)
