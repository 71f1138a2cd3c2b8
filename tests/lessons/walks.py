"""Searches to be told: every textbook form on trees and games it takes; and reading the picture of a search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

from counterplay.core import Event, Kind, Position, Report
from counterplay.games.catalogue import make_game
from counterplay.lessons import TreeGame, random_chance_tree, random_tree, random_tuple_tree
from counterplay.search.api import fits
from counterplay.search.opponent_model import OpponentModel
from counterplay.search.textbook.textbook_catalogue import FORMS

SVG = "{http://www.w3.org/2000/svg}"
FORM_NAMES = [form.name for form in FORMS]
MODEL = OpponentModel.mixture({"minimax:1": 0.8, "random": 0.2})
SHARES = [(2, -1, -1), (-1, 2, -1), (-1, -1, 2), (0, 0, 0), (1, -1, 0), (0, 1, -1)]


def options_of(form: str) -> dict[str, Any]:
    """What a form cannot do without; plain Python, since nothing here is worth compiling for."""
    return {"interpreted": True, **({"model": MODEL} if form == "opponent_model" else {})}


def zero_sum_tree(seed: int, b: int, d: int) -> Any:
    """A tree of three players whose shares add up to zero."""
    import random

    draw = random.Random(seed)

    def grow(depth: int) -> Any:
        return draw.choice(SHARES) if depth == 0 else [grow(depth - 1) for _ in range(b)]

    return grow(d)


def trees(seed: int, b: int, d: int) -> list[TreeGame]:
    """A random tree of every kind."""
    return [
        TreeGame(random_tree(seed, b, d)),
        TreeGame(random_tree(seed, b, d, -1, 1), (0, 0, 1)),
        TreeGame(random_chance_tree(seed, b, d)),
        TreeGame(random_chance_tree(seed, b, d), (0,)),
        TreeGame(random_tuple_tree(seed, b, min(d, 3))),
        TreeGame(zero_sum_tree(seed, b, min(d, 4)), bounds=(-1.0, 2.0)),
    ]


def games() -> list[tuple[Position, int]]:
    """Positions of real games with the depth to look at them."""
    positions = []
    for spec, moves, depth in (
        ("tic_tac_toe", "b2 a1 c1 a3", 2),
        ("tic_tac_toe", "b2 a1 c1 a3 a2", 4),
        ("connect_four", "4 4 4", 2),
        ("pig", "", 3),
        ("mnk:players=3", "b2 a1 c1 a3", 2),
    ):
        position = Position(make_game(spec))
        for move in moves.split():
            position = position.play(move)
        positions.append((position, depth))
    return positions


def taking(form: str, candidates: list[Any]) -> list[Any]:
    """Those that a form takes."""
    return [one for one in candidates if fits(form, one if isinstance(one, TreeGame) else one[0].game)]


@dataclass
class DrawnNode:
    """A node as it is read from the picture."""

    value: str
    alpha: str
    beta: str
    status: str
    text: str
    chosen: bool
    struck: bool  # the edge that leads to it
    opacity: float


def read_svg(svg: str) -> dict[int, DrawnNode]:
    """All nodes of a picture, by their number."""
    root = ElementTree.fromstring(svg)
    struck = {int(g.get("data-slash", "")): _shown(g) for g in root.iter(f"{SVG}g") if g.get("data-slash")}
    nodes = {}
    for group in root.iter(f"{SVG}g"):
        if group.get("data-node") is None:
            continue
        texts = [t for t in group.iter(f"{SVG}text") if "tree-value" in t.get("class", "")]
        rings = [e for e in group.iter() if "tree-chosen" in e.get("class", "")]
        number = int(group.get("data-node", ""))
        nodes[number] = DrawnNode(
            *(group.get(f"data-{name}", "?") for name in ("value", "alpha", "beta", "status")),
            text=texts[0].text or "" if texts else "",
            chosen=any(map(_shown, rings)),
            struck=struck.get(number, False),
            opacity=next((float(e.get("opacity", "1")) for e in group.iter() if "tree-shape" in e.get("class", "")), 1.0),
        )
    return nodes


def _shown(element: ElementTree.Element) -> bool:
    return element.get("display") != "none"


def line_of(report: Report, events: list[Event]) -> list[int]:
    """The nodes of a trace along the principal variation."""
    line = [0]
    for action in report.variation:
        found = [e.node for e in events if e.kind == Kind.ENTER and e.parent == line[-1] and e.action == action]
        if not found:
            break
        line.append(found[-1])
    return line
