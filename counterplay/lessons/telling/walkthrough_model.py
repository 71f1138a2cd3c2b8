"""What a walkthrough consists of: nodes, steps, and the picture and the page made of them."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from counterplay.core import BadParameter
from counterplay.core.text.result_table import ResultTable
from counterplay.draw.colours.palette import Theme
from counterplay.lessons.telling.tree_page import Framed, page
from counterplay.lessons.telling.tree_picture import picture


@dataclass(frozen=True)
class Node:
    """A node of the picture."""

    id: int
    parent: int | None
    ply: int
    name: str  # the action that led here; "" at the root
    label: str  # the node's own name; "" if it has none
    player: str  # MAX, MIN, CHANCE, P1, P2, ...; "" for a mark that stands for nodes not drawn
    leaf: bool
    searched: bool  # False: known from the game, but never entered
    actions: list[int]  # from the root
    probability: str = ""  # of the outcome that led here
    reason: str = ""  # why it was never entered
    folded: int = 0  # nodes that a mark stands for
    edge: str = ""  # what stands beside the edge that leads here: the action, its probability
    given: str = ""  # the value of a tree's leaf, which is known before the search comes to it
    x: float = 0.0  # centre, in pixels of the picture
    y: float = 0.0  # top
    width: float = 0.0  # of its box
    svg: str = ""  # small board


@dataclass(frozen=True)
class Step:
    """Something that the search did."""

    number: int  # from 1
    kind: str  # enter, leaf, update, cut, leave, average, hit
    node: int
    alpha: str
    beta: str
    value: str  # so far
    text: str
    reason: str = ""  # of a cut
    bound: str = ""  # ≤ or ≥ where a node is left with a bound
    child: int | None = None  # the node that an update, a cut or an average came from
    nodes: int = 0  # entered so far, drawn or not
    leaves: int = 0  # of these
    cuts: int = 0  # so far; only those that saved something


@dataclass(frozen=True)
class Found:
    """What the search found in the end, and how much it looked at."""

    value: str
    action: str
    leaves: int
    nodes: int


@dataclass(frozen=True)
class Walkthrough:
    """A whole search, to be drawn, read or stepped through."""

    title: str
    algorithm: str
    game: str  # specification
    nodes: list[Node]
    steps: list[Step]
    chosen: list[int]  # nodes of the principal variation
    result: Found
    folded: bool
    notes: list[str] = field(default_factory=list)  # how to read the values
    board: tuple[float, float] = (0.0, 0.0)  # width and height of the small boards, in pixels

    def to_json(self) -> dict[str, Any]:
        """Plain data for a page, with the picture of the tree before the first step."""
        plain = asdict(self)
        plain["board"] = list(self.board)
        plain["svg"] = picture(self, -1, theme=None, legend=False)
        for node in plain["nodes"]:
            del node["svg"]  # it is in the picture
        return plain

    def svg(self, step: int | None = None, theme: Theme = "auto") -> str:
        """The picture after a step, counted from 0 (-1: before the first); after the last one if None."""
        last = len(self.steps) - 1
        if step is not None and not -1 <= step <= last:
            raise BadParameter(f"there is no step {step}; the steps are 0 to {last}, and -1 is before the first")
        return picture(self, last if step is None else step, theme=theme)

    def html(self) -> str:
        """One page that steps forward and back, without a server or anything else from outside."""
        return page(self)

    def stepper(self, height: int = 640) -> Framed:
        """The page in a frame of so many pixels, for a notebook."""
        return Framed(self.html(), height)

    def terminal(self) -> Any:
        """The tree after the last step for rich's console."""
        from counterplay.lessons.telling.tree_terminal import rich_tree  # rich takes long to load

        return rich_tree(self)

    def text(self) -> str:
        """All steps, one a line."""
        return "\n".join(f"{step.number:>4}  {step.text}{f' {step.reason}' if step.reason else ''}" for step in self.steps)

    def table(self) -> ResultTable:
        """The steps, one a row: where, what happened, the window and the value so far."""
        names: dict[int, str] = {}
        for node in self.nodes:  # parents stand before their children
            way = "" if node.parent is None else names[node.parent].removeprefix("root")
            names[node.id] = node.label or f"{way} {node.name}".strip() or "root"
        rows = [
            (step.number, names.get(step.node, ""), step.kind, step.alpha, step.beta, step.bound + step.value, step.reason)
            for step in self.steps
        ]
        return ResultTable.of(("step", "node", "what", "alpha", "beta", "value", "reason"), rows, self.title)

    def __str__(self) -> str:
        found = self.result
        summary = f"value {found.value}, choice {found.action}, {found.nodes:,} nodes, {found.leaves:,} leaves"
        return f"{self.title}: {summary}\n{self.text()}"

    def _repr_svg_(self) -> str:
        return self.svg()
