"""Pieces of wood with a height: quarto's blocks, gobblet's cups, cubes, pyramids. Seen from the front, a little from above."""

from __future__ import annotations

from collections.abc import Sequence

from counterplay.core.scene import Block, Cup, Piece
from counterplay.draw.colours.palette import PALE, named_colour
from counterplay.draw.shapes.round_pieces import colour_class
from counterplay.draw.svg_drawing.svg_parts import (
    Point,
    ellipse,
    number,
    path,
    polygon,
    rectangle,
    stroke,
    stroke_class,
    text_at,
    veil,
)

_EDGE = ' stroke="#000" stroke-opacity=".45" stroke-linejoin="round"'


def block(form: Block, x: float, y: float, r: float) -> str:
    """One of quarto's sixteen."""
    wood = "walnut" if form.dark else "maple"
    half, flat = 0.5 * r, 0.2 * r  # half the width, and half the depth of the top as it is seen
    top = y - (0.72 if form.tall else 0.1) * r
    bottom = y + 0.72 * r
    draw = _square_post if form.square else _round_post
    return ellipse(x + 0.08 * r, bottom + 0.05 * r, 1.25 * half, 1.3 * flat, "shade", veil(0.25)) + draw(
        wood, form.hollow, x, top, bottom, half, flat
    )


def _round_post(wood: str, hollow: bool, x: float, top: float, bottom: float, half: float, flat: float) -> str:
    edge = _EDGE + stroke(0.09 * half)
    side = _barrel(x, half, top, x, half, bottom, flat)
    light = f"M{number(x - 0.62 * half)} {number(top + flat)}V{number(bottom + 0.5 * flat)}"
    hole = ellipse(x, top, 0.55 * half, 0.55 * flat, "shade", veil(0.75)) if hollow else ""
    return (
        path(side, f"{wood}-side", edge)
        + path(light, "glint", stroke(0.22 * half, 0.28) + ' stroke-linecap="round"')
        + ellipse(x, top, half, flat, wood, edge)
        + hole
    )


def _square_post(wood: str, hollow: bool, x: float, top: float, bottom: float, half: float, flat: float) -> str:
    edge = _EDGE + stroke(0.09 * half)
    front = top + flat
    left, right = x - half, x + half
    skew = 0.3 * half  # the back edge is shorter
    roof: list[Point] = [(left + skew, top - flat), (right - skew, top - flat), (right, front), (left, front)]
    hole = ellipse(x, top, 0.5 * half, 0.5 * flat, "shade", veil(0.75)) if hollow else ""
    return (
        rectangle(left, front, 2 * half, bottom + flat - front, f"{wood}-side", edge)
        + rectangle(left + 0.14 * half, front + 0.1 * half, 0.3 * half, bottom + flat - front - 0.2 * half, "gloss", veil(0.22))
        + polygon(roof, wood, edge)
        + hole
    )


def _barrel(x: float, half: float, top: float, below_x: float, below: float, bottom: float, flat: float) -> str:
    """The side of a cylinder or cone between two ellipses."""
    lower = flat * below / half
    return (
        f"M{number(x - half)} {number(top)}L{number(below_x - below)} {number(bottom)}"
        f"A{number(below)} {number(lower)} 0 0 0 {number(below_x + below)} {number(bottom)}L{number(x + half)} {number(top)}Z"
    )


def cup(piece: Piece, form: Cup, x: float, y: float, r: float) -> str:
    """A cup turned over, wider below; the smallest is about two fifths as large as the largest."""
    share = 0.38 + 0.62 * form.size / form.sizes
    half, tall, flat = 0.92 * r * share, 1.5 * r * share, 0.3 * r * share
    bottom = y + 0.72 * r
    top = bottom - tall
    colour, edge = colour_class(piece), _EDGE + stroke(0.05 * r)
    bands = []
    for k in range(form.size):  # as many bands as the size says: sizes are told apart on their own, too
        at = bottom - (0.2 + 0.17 * k) * tall
        width = half - (half - 0.74 * half) * (0.2 + 0.17 * k)
        bands.append(
            path(
                f"M{number(x - width)} {number(at)}A{number(width)} {number(flat)} 0 0 0 {number(x + width)} {number(at)}",
                "glint" if named_colour(piece.name) != PALE else "ink",
                stroke(0.05 * r, 0.5),
            )
        )
    light = f"M{number(x - 0.5 * half)} {number(top + flat)}L{number(x - 0.62 * half)} {number(bottom - 0.1 * tall)}"
    return (
        ellipse(x + 0.05 * r, bottom + 0.05 * r, 1.08 * half, 1.15 * flat, "shade", veil(0.25))
        + path(_barrel(x, 0.74 * half, top, x, half, bottom, flat * 0.74), colour, edge)
        + path(light, "glint", stroke(0.16 * half, 0.3) + ' stroke-linecap="round"')
        + "".join(bands)
        + ellipse(x, top, 0.74 * half, 0.74 * flat, colour, edge)
        + ellipse(x, top, 0.74 * half, 0.74 * flat, "gloss", veil(0.22))
    )


def cube(piece: Piece, x: float, y: float, r: float) -> str:
    """A wooden cube from above, with the mark that its text names: X, O or anything short."""
    size = 2 * r
    body = (
        rectangle(x - r + 0.06 * r, y - r + 0.12 * r, size, size, "shade", veil(0.2), corner=0.22 * r)
        + rectangle(x - r, y - r, size, size, "maple-side", _EDGE + stroke(0.04 * r), corner=0.22 * r)
        + rectangle(x - 0.9 * r, y - 0.94 * r, 1.8 * r, 1.8 * r, "maple", corner=0.16 * r)
    )
    width = stroke(0.2 * r) + ' stroke-linecap="round"'
    if piece.text in ("X", "x"):
        a = 0.42 * r
        left, right, top, bottom = (number(v) for v in (x - a, x + a, y - a, y + a))
        cross = f"M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}"
        return body + path(cross, stroke_class(piece.owner), width)
    if piece.text in ("O", "o"):
        return body + ellipse(x, y, 0.46 * r, 0.46 * r, stroke_class(piece.owner), width)
    return body + (text_at(x, y, r, piece.text, "on-pale bold") if piece.text else "")


def pyramid(piece: Piece, corners: Sequence[Point], tip: Point) -> str:
    """Facets from the corners of the cell up to its middle; light comes from the upper left."""
    colour, edge = colour_class(piece), _EDGE + stroke(1.0)
    after = [*corners[1:], corners[0]]
    facets = []
    for a, b in zip(corners, after, strict=True):
        middle = ((a[0] + b[0]) / 2 - tip[0], (a[1] + b[1]) / 2 - tip[1])
        towards_light = -(middle[0] + 2 * middle[1]) / (abs(middle[0]) + 2 * abs(middle[1]) + 1e-9)
        facet = [a, b, tip]
        facets.append(polygon(facet, colour, edge))
        facets.append(polygon(facet, "gloss" if towards_light > 0 else "shade", veil(round(0.3 * abs(towards_light), 2))))
    return polygon([(x + 1, y + 3) for x, y in corners], "shade", veil(0.25)) + "".join(facets)
