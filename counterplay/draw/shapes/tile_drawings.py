"""Tiles with something on each side: patterns, coloured links, landscapes. Drawn on a square of 100 x 100, then turned."""

from __future__ import annotations

import math

from counterplay.core.scene import LandTile, LinkTile, PatternTile, Piece
from counterplay.draw.shapes.round_pieces import colour_class
from counterplay.draw.svg_drawing.svg_parts import (
    Point,
    circle,
    line,
    path,
    placed,
    polygon,
    rectangle,
    ring_points,
    stroke,
    veil,
)

_EDGE = ' stroke="#000" stroke-opacity=".45" stroke-width="1.5"'
_MIDDLES: tuple[Point, ...] = ((50, 0), (100, 50), (50, 100), (0, 50))  # of a square's sides
# The city that reaches these sides, turned so that the first of them is the top.
_CITIES = {
    (0,): "M0 0Q50 42 100 0Z",
    (0, 1): "M0 0H100V100Q68 32 0 0Z",
    (0, 2): "M0 0H100Q66 50 100 100H0Q34 50 0 0Z",
    (0, 1, 2): "M0 0H100V100H0Q42 50 0 0Z",
    (0, 1, 2, 3): "M0 0H100V100H0Z",
}


def pattern_tile(piece: Piece, form: PatternTile, x: float, y: float, r: float) -> str:
    """Four triangles; those that are not solid have lines along their side or across it."""
    parts = [rectangle(1, 1, 98, 98, "bone", _EDGE, corner=4)]
    for side, pattern in enumerate(form.sides):
        turned = f'<g transform="rotate({90 * side} 50 50)">'
        if pattern == "solid":
            marks = polygon([(3, 2), (97, 2), (50, 49)], colour_class(piece), ' stroke-opacity=".3"')
        elif pattern == "parallel":
            marks = "".join(line((d + 4, d), (96 - d, d), 3.2, "s-pip") for d in (8, 17, 26, 35))
        else:
            marks = "".join(line((at, 3), (at, min(at, 100 - at) - 4), 3.2, "s-pip") for at in (14, 26, 38, 50, 62, 74, 86))
        parts.append(turned + marks + "</g>")
    parts.append(path("M2 2L98 98M98 2L2 98", "s-pip", stroke(1.6, 0.6)))
    return f"<g {placed(x, y, 2 * r, piece.turn)}>{''.join(parts)}</g>"


def link_tile(piece: Piece, form: LinkTile, x: float, y: float, r: float, point_up: bool) -> str:
    """A dark tile; r is half the distance between parallel sides."""
    if form.sides == 4:
        middles = list(_MIDDLES)
        ground = rectangle(1, 1, 98, 98, "night", _EDGE, corner=6)
    else:
        middles = ring_points(50, 50, 50, 6, -60 if point_up else -90)
        corners = ring_points(50, 50, 100 / math.sqrt(3) - 0.8, 6, -90 if point_up else -120)
        ground = polygon(corners, "night", _EDGE) + polygon(
            ring_points(50, 50, 51, 6, -90 if point_up else -120), "gloss", veil(0.05)
        )
    curves = []
    for a, b, ink in form.links:
        d = _curve(middles[a], middles[b], min((a - b) % form.sides, (b - a) % form.sides), form.sides)
        curves.append(path(d, "i-black", stroke(17)) + path(d, f"i-{ink}", stroke(11.5)) + path(d, "glint", stroke(2.4, 0.35)))
    return f"<g {placed(x, y, 2 * r, piece.turn)}>{ground}{''.join(curves)}</g>"


def _curve(a: Point, b: Point, apart: int, sides: int) -> str:
    """From one side to another, leaving both at a right angle: the nearer they are, the tighter."""
    if apart * 2 == sides:
        return f"M{a[0]:.2f} {a[1]:.2f}L{b[0]:.2f} {b[1]:.2f}"
    inward = 0.34 if apart == 1 and sides == 6 else 0.56
    p, q = ((m[0] + (50 - m[0]) * inward, m[1] + (50 - m[1]) * inward) for m in (a, b))
    return f"M{a[0]:.2f} {a[1]:.2f}C{p[0]:.2f} {p[1]:.2f} {q[0]:.2f} {q[1]:.2f} {b[0]:.2f} {b[1]:.2f}"


def land_tile(piece: Piece, form: LandTile, x: float, y: float, r: float) -> str:
    """Fields, roads above them, cities above those, and a cloister in the middle."""
    parts = [rectangle(0, 0, 100, 100, "grass", _EDGE)]
    parts += [circle(px, py, 2.6, "grass-dark") for px, py in ((22, 30), (78, 66), (30, 76), (70, 24), (88, 88), (12, 56))]
    parts += _roads(form)
    for city in form.cities:
        parts.append(_city(city))
    if form.cloister:
        parts.append(_cloister())
    elif sum(len(road) != 2 for road in form.roads) > 1:
        parts.append(
            circle(50, 50, 10, "city", ' stroke="#000" stroke-opacity=".5" stroke-width="2"') + circle(50, 50, 4, "roof")
        )
    if form.shield:
        parts.append(_shield(form.cities[0] if form.cities else (0,)))
    return f"<g {placed(x, y, 2 * r, piece.turn)}>{''.join(parts)}</g>"


def _roads(form: LandTile) -> list[str]:
    parts = []
    for road in form.roads:
        ways = (
            [_curve(_MIDDLES[road[0]], _MIDDLES[road[1]], (road[0] - road[1]) % 2 or 2, 4)]
            if len(road) == 2
            else [f"M{_MIDDLES[side][0]} {_MIDDLES[side][1]}L50 50" for side in road]
        )
        parts += [path(way, "s-wall", stroke(12, 0.55)) + path(way, "s-road", stroke(8.5)) for way in ways]
    return parts


def _city(sides: tuple[int, ...]) -> str:
    """One of five shapes, turned; walls where it does not reach a side."""
    for start in range(4):
        shape = tuple(sorted((side - start) % 4 for side in sides))
        if shape in _CITIES:
            d = _CITIES[shape]
            houses = "".join(
                rectangle(hx, hy, 9, 7, "roof", ' stroke="#000" stroke-opacity=".35" stroke-width="1"')
                for hx, hy in _HOUSES[len(sides) if shape != (0, 2) else 0]
            )
            walls = path(d, "s-wall", stroke(5) + ' stroke-linejoin="round"') if len(sides) < 4 else ""
            return f'<g transform="rotate({90 * start} 50 50)">{path(d, "city")}{walls}{houses}</g>'
    return ""


_HOUSES: dict[int, tuple[Point, ...]] = {  # by the number of sides that a city reaches; 0: two opposite ones
    0: ((46, 14), (56, 44), (38, 62), (50, 84)),
    1: ((34, 4), (54, 7)),
    2: ((56, 8), (76, 20), (84, 48)),
    3: ((58, 12), (76, 34), (62, 62), (80, 78), (44, 26)),
    4: ((16, 16), (64, 14), (40, 40), (74, 56), (20, 66), (54, 80)),
}


def _cloister() -> str:
    edge = ' stroke="#000" stroke-opacity=".5" stroke-width="1.5" stroke-linejoin="round"'
    return (
        rectangle(30, 46, 40, 26, "road", edge)
        + polygon([(26, 48), (50, 26), (74, 48)], "roof", edge)
        + rectangle(45, 56, 10, 16, "city-wall")
        + path("M50 26V14M44 19H56", "s-wall", stroke(3.5))
    )


def _shield(sides: tuple[int, ...]) -> str:
    """Near the first of the city's sides, or in the middle of a city that reaches all."""
    ax, ay = _MIDDLES[sides[0]]
    bx, by = _MIDDLES[sides[1]] if len(sides) > 1 else (50, 50)
    x, y = ((0.5 * ax + 0.5 * bx) * 0.7 + 15, (0.5 * ay + 0.5 * by) * 0.7 + 15) if len(sides) < 4 else (50, 22)
    left, right, middle = f"{x - 8:.1f}", f"{x + 8:.1f}", f"{x:.1f}"
    d = f"M{left} {y - 9:.1f}H{right}V{y:.1f}Q{right} {y + 9:.1f} {middle} {y + 12:.1f}Q{left} {y + 9:.1f} {left} {y:.1f}Z"
    return path(d, "shingle", ' stroke="#fff" stroke-width="2"') + path(
        f"M{x:.1f} {y - 9:.1f}V{y + 11:.1f}", "glint", stroke(3)
    )
