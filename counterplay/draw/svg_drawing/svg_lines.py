"""Lines, loops, dots and edges as SVG."""

from __future__ import annotations

import math

from counterplay.core.scene import NEUTRAL, Arc, Edge, Line
from counterplay.draw.layout.arrange import Arranged
from counterplay.draw.layout.scene_layout import Point
from counterplay.draw.shapes.round_pieces import arc as arc_path
from counterplay.draw.svg_drawing.svg_board import group
from counterplay.draw.svg_drawing.svg_parts import circle, fill_class, line, number, path, polygon, stroke, stroke_class, veil
from counterplay.draw.svg_drawing.svg_scale import Scale

CLICK_WIDTH = 0.34  # cells, the width of an edge's place for clicks
FINISH = 0.16  # cells, the side of a finish line's squares


def line_svg(item: Line, width: float, classes: str, arranged: Arranged, scale: Scale) -> str:
    """A line of the board; the width is in cells."""
    a, b = (scale.point(*arranged.spot(x, y)) for x, y in ((item.x1, item.y1), (item.x2, item.y2)))
    if item.style == "finish":
        return _finish(a, b, scale.unit)
    dashes = f' stroke-dasharray="{number(0.16 * scale.unit)} {number(0.14 * scale.unit)}"' if item.style == "dashed" else ""
    return line(a, b, width * scale.unit, classes, dashes)


def _finish(a: Point, b: Point, unit: float) -> str:
    """Two rows of black and white squares."""
    length = math.hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    count = max(2, round(length / (FINISH * unit)))
    step, deep = length / count, FINISH * unit
    parts = []
    for k in range(count):
        for side in (-1, 0):
            corners = [(k, side), (k + 1, side), (k + 1, side + 1), (k, side + 1)]
            points = [(a[0] + ux * step * p - uy * deep * q, a[1] + uy * step * p + ux * deep * q) for p, q in corners]
            parts.append(polygon(points, "suit-black" if (k + side) % 2 else "card-face"))
    return "".join(parts)


def arc_svg(item: Arc, width: float, classes: str, scale: Scale) -> str:
    """A loop of the board."""
    d = arc_path(scale.x(item.x), scale.y(item.y), item.radius * scale.unit, item.start, min(item.end, item.start + 359.9))
    return path(d, classes, stroke(width * scale.unit))


def dots_svg(arranged: Arranged, scale: Scale) -> list[str]:
    """The dots of the board."""
    return [
        circle(
            *scale.point(*arranged.spot(dot.x, dot.y)),
            dot.radius * scale.unit,
            fill_class(dot.owner) if dot.owner != NEUTRAL else "knot",
        )
        for dot in arranged.scene.dots
    ]


def edges_svg(arranged: Arranged, scale: Scale) -> list[str]:
    """Edges that are there and places for edges, each of which takes clicks."""
    marked = arranged.scene.marked
    # Those that are there come last: nothing is drawn over them.
    edges = sorted(arranged.scene.edges, key=lambda e: e.filled)
    return [group(edge.id, _edge(edge, edge.id in marked, scale)) for edge in edges]


def _edge(edge: Edge, marked: bool, scale: Scale) -> str:
    a, b = scale.point(edge.x1, edge.y1), scale.point(edge.x2, edge.y2)
    middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    near, far = (
        (middle[0] + (end[0] - middle[0]) * edge.reach, middle[1] + (end[1] - middle[1]) * edge.reach) for end in (a, b)
    )
    unit = scale.unit
    place = line(near, far, CLICK_WIDTH * unit, "reach")
    glow = line(a, b, 0.24 * unit, "ring", ' stroke-opacity=".75" stroke-linecap="round"') if marked else ""
    if not edge.filled:
        faint = f' stroke-dasharray="{number(0.03 * unit)} {number(0.13 * unit)}" stroke-linecap="round" stroke-opacity=".8"'
        return place + glow + (line(a, b, 0.04 * unit, "line", faint) if edge.kind in ("pencil", "bridge") else "")
    return place + glow + {"pencil": _pencil, "fence": _fence, "wall": _wall, "bridge": _bridge}[edge.kind](edge, a, b, unit)


def _pencil(edge: Edge, a: Point, b: Point, unit: float) -> str:
    """Drawn by hand: not quite straight."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    bend = 0.025 * (1 if (round(a[0]) + round(a[1])) % 2 else -1)
    d = (
        f"M{number(a[0])} {number(a[1])}C{number(a[0] + 0.3 * dx - bend * dy)} {number(a[1] + 0.3 * dy + bend * dx)} "
        f"{number(a[0] + 0.7 * dx + bend * dy)} {number(a[1] + 0.7 * dy - bend * dx)} {number(b[0])} {number(b[1])}"
    )
    pen = "pencil" if edge.owner == NEUTRAL else stroke_class(edge.owner)
    return path(d, pen, stroke(0.085 * unit) + ' stroke-linecap="round"')


def _fence(edge: Edge, a: Point, b: Point, unit: float) -> str:
    """A plank that stands in a groove, shorter than the gap by a little."""
    length = math.hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    ux, uy = (b[0] - a[0]) / length * 0.07 * unit, (b[1] - a[1]) / length * 0.07 * unit
    a, b = (a[0] + ux, a[1] + uy), (b[0] - ux, b[1] - uy)
    shift = 0.035 * unit
    side, top = ("plank-side", "plank") if edge.owner == NEUTRAL else (stroke_class(edge.owner), stroke_class(edge.owner))
    below = [(x, y + shift) for x, y in (a, b)]
    parts = line(
        (below[0][0] + shift, below[0][1] + shift),
        (below[1][0] + shift, below[1][1] + shift),
        0.21 * unit,
        "ink",
        ' stroke-opacity=".22"',
    )
    parts += line(below[0], below[1], 0.21 * unit, side)
    parts += line(below[0], below[1], 0.21 * unit, "ink", ' stroke-opacity=".35"')
    parts += line(a, b, 0.19 * unit, top)
    return parts + line((a[0], a[1] - 0.03 * unit), (b[0], b[1] - 0.03 * unit), 0.035 * unit, "glint", ' stroke-opacity=".4"')


def _wall(edge: Edge, a: Point, b: Point, unit: float) -> str:
    pen = "wall" if edge.owner == NEUTRAL else stroke_class(edge.owner)
    return line(a, b, 0.12 * unit, pen, ' stroke-linecap="round"')


def _bridge(edge: Edge, a: Point, b: Point, unit: float) -> str:
    """A tile that joins two dots of its owner."""
    pen, round_ends = stroke_class(edge.owner), ' stroke-linecap="round"'
    return (
        line((a[0], a[1] + 0.05 * unit), (b[0], b[1] + 0.05 * unit), 0.3 * unit, "ink", ' stroke-opacity=".25"' + round_ends)
        + line(a, b, 0.28 * unit, pen, round_ends)
        + line(
            (a[0], a[1] - 0.06 * unit), (b[0], b[1] - 0.06 * unit), 0.05 * unit, "glint", ' stroke-opacity=".4"' + round_ends
        )
        + circle(*a, 0.07 * unit, "gloss", veil(0.7))
        + circle(*b, 0.07 * unit, "gloss", veil(0.7))
    )
