"""A search tree as SVG, from plain data: values, windows, what was cut off and why, the chosen line.

Each node is a group with data-node, data-value, data-alpha, data-beta and data-status (searched, leaf, cut, or ahead while
the search has not come to it), so that programs can read the picture; each edge is one with data-edge, the node it leads to.
What changes from step to step is said by presentation attributes alone (opacity, display), which a page may set under any
content policy; colours are the palette's.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from counterplay.draw.colours.palette import Theme, player_index, style_sheet
from counterplay.draw.svg_drawing.svg_parts import number, safe, text_at

Shape = Literal["max", "min", "chance", "player", "leaf", "fold"]
Status = Literal["ahead", "searched", "leaf", "cut"]

# Sizes in pixels.
BOX = 28.0  # height of a node's box
ROOF = 6.0  # of MAX's house, and below MIN's
LABEL = 17.0  # for a node's name above it
WINDOW = 18.0  # for alpha and beta below it
EDGE = 50.0  # between two levels
VALUE_SIZE, LABEL_SIZE, WINDOW_SIZE, ACTION_SIZE, LEGEND_SIZE = 14.0, 12.5, 11.0, 11.5, 13.0  # fonts
CHARACTER = 0.6  # width of a character, in font sizes
MARGIN = 14.0
LEGEND_LINE = 19.0
LEGEND_WIDTH = 520.0  # at least
OPACITY: dict[Status, str] = {"ahead": ".32", "searched": "1", "leaf": "1", "cut": ".45"}  # of boxes and lines; letters stay
SLASH = 0.38  # of an edge, from its upper end, where it is struck through
ACTION_AT = 0.7  # where its action stands
PAPER = 5.0  # around the cells of a small board
DASHES = "4 4"  # of the edge to a node that the search has given up


@dataclass(frozen=True)
class TreeNode:
    """A node as it is drawn."""

    id: int
    parent: int | None
    x: float  # centre, in pixels
    y: float  # top of everything that belongs to it
    width: float  # of the box
    shape: Shape
    player: int = 0  # whose colour it has
    label: str = ""
    action: str = ""  # beside the edge that leads here
    board: str = ""  # SVG of a small board above the box
    status: Status = "ahead"
    value: str = ""
    bound: str = ""  # ≤ or ≥
    alpha: str = ""
    beta: str = ""
    chosen: bool = False
    current: bool = False
    never: bool = False  # the search never enters it
    given: str = ""  # a value that is written in the tree, shown where the search has found none
    cut_number: str = ""  # of the reason why the rest of it was cut off, in the legend
    words: str = ""  # for a screen reader and a pointer that rests on it


@dataclass(frozen=True)
class TreeFrame:
    """What all nodes of a picture have in common."""

    board: tuple[float, float] = (0.0, 0.0)  # width and height of the small boards
    labels: bool = False
    windows: bool = False
    window: float = WINDOW  # height of what stands below a box, where there are windows

    @property
    def box_top(self) -> float:
        """From a node's top to its box."""
        return self.top + ROOF + self.board[1]

    @property
    def top(self) -> float:
        """From a node's top to its board or, without one, to the tip of its box."""
        return LABEL if self.labels else 0.0

    @property
    def bottom(self) -> float:
        """From a node's top to where its edges leave: below its window."""
        return self.box_top + BOX + ROOF + (self.window if self.windows else 0.0)

    @property
    def height(self) -> float:
        """Of a node with everything that belongs to it."""
        return self.bottom

    @property
    def level(self) -> float:
        """From one level to the next."""
        return self.height + EDGE


def text_width(text: str, size: float) -> float:
    """About how wide a text is."""
    return len(text) * size * CHARACTER


def tree_svg(
    nodes: Sequence[TreeNode],
    frame: TreeFrame,
    *,
    title: str,
    legend: Sequence[tuple[str, str]] = (),
    theme: Theme | None = "auto",
    room: float = 0.0,
) -> str:
    """The picture; legend holds (mark, sentence) pairs below it. theme None leaves the style out: the page has it.

    room is the least width, where more than the nodes has to find its place.
    """
    width = max((node.x + node.width / 2 for node in nodes), default=0.0)
    width = max(width, room, *(node.x + text_width(_window(node), WINDOW_SIZE) / 2 for node in nodes)) + 2 * MARGIN
    bottom = max(node.y for node in nodes) + frame.height + 2 * MARGIN
    notes, bottom, width = _legend(legend, width, bottom)
    by_id = {node.id: node for node in nodes}
    edges = [_edge(by_id[node.parent], node, frame) for node in nodes if node.parent is not None]
    body = [*edges, *(_node(node, frame) for node in nodes)]
    w, h = number(width), number(bottom)
    style = "" if theme is None else f"<style>{style_sheet(theme)}</style>"
    words = "; ".join(node.words for node in nodes[:40] if node.words)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="counterplay tree" role="img" aria-label="{safe(title)}" '
        f'width="{w}" height="{h}" viewBox="0 0 {w} {h}"><title>{safe(title)}</title><desc>{safe(words)}</desc>{style}'
        f'<rect class="paper" width="{w}" height="{h}" rx="10"/>'
        f'<g transform="translate({number(MARGIN)} {number(MARGIN)})">{"".join(body)}</g>{"".join(notes)}</svg>'
    )


def _window(node: TreeNode) -> str:
    return f"[{node.alpha}, {node.beta}]" if node.alpha and node.shape not in ("leaf", "fold") else ""


# --- nodes ---
def _node(node: TreeNode, frame: TreeFrame) -> str:
    classes = f"tree-node tree-{node.shape}"
    data = {"node": node.id, "value": node.value, "alpha": node.alpha, "beta": node.beta, "status": node.status}
    attributes = " ".join(f'data-{name}="{safe(str(value))}"' for name, value in data.items())
    at = f"{number(node.x)} {number(node.y)}"
    parts = [f'<g class="{classes}" {attributes} transform="translate({at})">']
    parts.append(f"<title>{safe(node.words)}</title>")
    if node.label:
        parts.append(text_at(0, LABEL / 2 - 1, LABEL_SIZE, node.label, "text bold"))
    if node.board:
        parts.append(_placed(node.board, -frame.board[0] / 2, frame.top, OPACITY[node.status]))
    top = frame.top + ROOF if node.shape == "fold" else frame.box_top
    parts.append(f'<g transform="translate(0 {number(top)})">{_box(node)}</g>')
    if frame.windows and node.shape not in ("leaf", "fold"):
        parts.append(text_at(0, top + BOX + ROOF + frame.window / 2, WINDOW_SIZE, _window(node), "faint tree-window"))
    return "".join(parts) + "</g>"


def _box(node: TreeNode) -> str:
    if node.shape == "fold":
        dots = "".join(f'<circle class="knot" cx="{number(dx)}" cy="7" r="2.2"/>' for dx in (-8.0, 0.0, 8.0))
        return (
            dots
            + text_at(0, 21, WINDOW_SIZE, node.given, "faint tree-value")
            + _outline(node, "ring tree-current", node.current)
        )
    badge = _badge(node.width / 2 + 11, BOX / 2, node.cut_number) if node.cut_number else ""
    return (
        _outline(node, f"{_colour(node)} tree-shape", True)
        + _outline(node, "choice-ring tree-chosen", node.chosen)
        + _outline(node, "ring tree-current", node.current)
        + text_at(0, BOX / 2, VALUE_SIZE, node.bound + node.value or node.given, "text bold tree-value")
        + badge
    )


def _colour(node: TreeNode) -> str:
    if node.shape in ("max", "min", "player"):
        return f"h{player_index(node.player)} edge"
    return "cell-home edge" if node.shape == "chance" else "cell-plain edge"


def _outline(node: TreeNode, classes: str, shown: bool) -> str:
    """The box: a house for MAX, one upside down for MIN, an ellipse for chance, a rectangle for a leaf."""
    is_ring = "tree-shape" not in classes
    grown = 3.5 if "ring tree-current" in classes else 0.0
    w, h = node.width / 2 + grown, BOX + grown
    stroke = f' stroke-width="{"3" if is_ring else "1.2"}" stroke-linejoin="round"' + ("" if shown else ' display="none"')
    stroke += "" if is_ring else f' opacity="{OPACITY[node.status]}"'
    if node.shape == "chance":
        y, r = number(BOX / 2), number(BOX / 2 + 2 + grown)
        return f'<ellipse class="{classes}" cx="0" cy="{y}" rx="{number(w)}" ry="{r}"{stroke}/>'
    if node.shape in ("max", "min"):
        tip = ROOF + grown
        if node.shape == "max":
            corners = [(-w, h), (w, h), (w, 1), (0, -tip), (-w, 1)]
        else:
            corners = [(-w, -grown), (w, -grown), (w, BOX - 1), (0, BOX + tip), (-w, BOX - 1)]
        points = " ".join(f"{number(x)},{number(y)}" for x, y in corners)
        return f'<polygon class="{classes}" points="{points}"{stroke}/>'
    rx = "9" if node.shape == "player" else "3"
    box = f'x="{number(-w)}" y="{number(-grown)}" width="{number(2 * w)}" height="{number(BOX + 2 * grown)}"'
    return f'<rect class="{classes}" {box} rx="{rx}"{stroke}/>'


def _placed(svg: str, x: float, y: float, opacity: str) -> str:
    """An SVG inside another one."""
    return svg.replace("<svg ", f'<svg x="{number(x)}" y="{number(y)}" opacity="{opacity}" ', 1)


# --- edges ---
def _edge(parent: TreeNode, node: TreeNode, frame: TreeFrame) -> str:
    x1, y1 = parent.x, parent.y + frame.bottom
    y1 -= 0.0 if frame.windows or parent.shape == "min" else ROOF
    above_box = {"max": ROOF, "chance": 2.0}.get(node.shape, 0.0)
    arrives = 0.0 if node.label else frame.box_top - above_box
    if (node.board and not node.label) or node.shape == "fold":  # a name stands above the board
        arrives = frame.top + PAPER
    x2, y2 = node.x, node.y + arrives
    line = f'x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" y2="{number(y2)}"'
    # Not before the search has given it up: a dashed edge would say so from the first step on.
    dashes = f' stroke-dasharray="{DASHES}"' if node.status == "cut" or node.shape == "fold" else ""
    hidden = ' display="none"'
    parts = [
        f'<g class="tree-edge" data-edge="{node.id}">',
        f'<line class="line" {line} stroke-width="1.6" opacity="{OPACITY[node.status]}"{dashes}/>',
        f'<line class="choice-ring tree-chosen" {line} stroke-width="3.2"{"" if node.chosen else hidden}/>',
    ]
    if node.action:
        x, y = x1 + ACTION_AT * (x2 - x1), y1 + ACTION_AT * (y2 - y1)
        half = text_width(node.action, ACTION_SIZE) / 2 + 2
        parts.append(
            f'<rect class="paper" x="{number(x - half)}" y="{number(y - 8)}" width="{number(2 * half)}" height="16" rx="3"/>'
            + text_at(x, y, ACTION_SIZE, node.action, "faint")
        )
    parts.append("</g>")
    if node.never:
        x, y = x1 + SLASH * (x2 - x1), y1 + SLASH * (y2 - y1)
        shown = "" if node.status == "cut" else hidden
        parts.append(f'<g class="tree-slash" data-slash="{node.id}"{shown}>{_slash(x, y)}</g>')
    return "".join(parts)


def _slash(x: float, y: float) -> str:
    """Two strokes across an edge."""
    return "".join(
        f'<line class="s1" x1="{number(x - 6)}" y1="{number(y + dy + 3)}" x2="{number(x + 6)}" y2="{number(y + dy - 3)}" '
        'stroke-width="2" stroke-linecap="round"/>'
        for dy in (-2.5, 2.5)
    )


def _badge(x: float, y: float, mark: str) -> str:
    """The number of a reason."""
    return f'<circle class="p1" cx="{number(x)}" cy="{number(y)}" r="8"/>' + text_at(x, y, 10.5, mark, "on-deep bold")


# --- the legend ---
def _legend(legend: Sequence[tuple[str, str]], width: float, top: float) -> tuple[list[str], float, float]:
    """Sentences below the tree: their markup, where they end, and how wide the picture is with them."""
    if not legend:
        return [], top, width
    width = max(width, LEGEND_WIDTH)
    room = max(24, int((width - 2 * MARGIN - 24) / (LEGEND_SIZE * 0.55)))
    parts, y = [], top
    for mark, sentence in legend:
        for i, row in enumerate(textwrap.wrap(sentence, room) or [""]):
            y += LEGEND_LINE
            if i == 0 and mark:
                parts.append(_badge(MARGIN + 8, y - 4.5, mark))
            x = MARGIN + (24 if mark else 0)
            parts.append(
                f'<text class="note text" x="{number(x)}" y="{number(y)}" font-size="{LEGEND_SIZE:g}">{safe(row)}</text>'
            )
    return parts, y + MARGIN, width
