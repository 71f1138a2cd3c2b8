"""A walkthrough in the terminal: the tree with its values, windows and cuts, as rich draws trees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from rich.tree import Tree as RichTree

from counterplay.lessons.telling.tree_picture import NodeState, states

if TYPE_CHECKING:
    from counterplay.lessons.telling.walkthrough_model import Node, Walkthrough

CHOSEN, CUT, WINDOW = "bold green", "dim", "cyan"
SIGNS = {"MAX": "▲", "MIN": "▼", "CHANCE": "●"}


def rich_tree(walk: Walkthrough) -> RichTree:
    """The tree after the last step."""
    after = states(walk, len(walk.steps) - 1)
    root = walk.nodes[0]
    branches = {root.id: RichTree(_line(root, after[root.id]), guide_style=CUT)}
    told: set[int | None] = set()  # nodes whose cut has been explained
    for node in _depth_first(walk):
        if node.parent is None:
            continue
        line = _line(node, after[node.id])
        if node.reason and node.parent not in told:
            line.append(f"  {node.reason}", style="italic red")
            told.add(node.parent)
        branches[node.id] = branches[node.parent].add(line)
    return branches[root.id]


def _depth_first(walk: Walkthrough) -> list[Node]:
    below: dict[int | None, list[Node]] = {}
    for node in walk.nodes:
        below.setdefault(node.parent, []).append(node)
    found, waiting = [], [walk.nodes[0]]
    while waiting:
        node = waiting.pop()
        found.append(node)
        waiting.extend(reversed(below.get(node.id, [])))
    return found


def _line(node: Node, state: NodeState) -> Text:
    if not node.player:
        what = "nodes" if node.searched else "never looked at"
        return Text(f"... {node.folded:,} {what}", style=CUT)
    line = Text(style=CUT if state.status == "cut" else "")
    if node.name:
        line.append(f"{node.edge}: ", style=CHOSEN if state.chosen else "")
    if node.label:
        line.append(f"{node.label} ", style="bold")
    if not node.leaf:
        line.append(f"{SIGNS.get(node.player, '')} {node.player} ".lstrip())
    if state.value:
        line.append(f"{state.bound}{state.value}", style=CHOSEN if state.chosen else "bold")
    if state.alpha and not node.leaf:
        line.append(f"  [{state.alpha}, {state.beta}]", style=WINDOW)
    if state.status == "cut":
        line.append(f"{node.given} cut off".lstrip())
    return line
