"""Racing cars on squared paper: the way a car came, the car, and where its speed would take it next."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise

from counterplay.core.scene import Car, Piece
from counterplay.draw.shapes.round_pieces import colour_class
from counterplay.draw.svg_drawing.svg_parts import Point, circle, line, path, placed, polygon, rectangle, stroke_class

_BODY = "M50 6Q66 8 68 24L70 80Q70 94 50 94Q30 94 30 80L32 24Q34 8 50 6Z"
_EDGE = ' stroke="#000" stroke-opacity=".55" stroke-width="4"'


def car(piece: Piece, form: Car, x: float, y: float, unit: float, place: Callable[[float, float], Point]) -> str:
    """The car at a point; `place` turns points of the board into those of the picture."""
    pen, fill = stroke_class(piece.owner), colour_class(piece)
    way = [*(place(*point) for point in form.trail), (x, y)]
    parts = [line(a, b, 0.07 * unit, pen, ' stroke-opacity=".75" stroke-linecap="round"') for a, b in pairwise(way)]
    parts += [circle(*point, 0.09 * unit, fill) for point in way[:-1]]
    vx, vy = form.velocity
    turn = round(math.degrees(math.atan2(vx, -vy))) if vx or vy else 0
    if vx or vy:
        parts.append(_vector(x, y, vx * unit, vy * unit, unit, pen, fill))
    body = (
        rectangle(22, 18, 14, 20, "iron", corner=4) + rectangle(64, 18, 14, 20, "iron", corner=4)
        + rectangle(22, 64, 14, 22, "iron", corner=4) + rectangle(64, 64, 14, 22, "iron", corner=4)
        + path(_BODY, fill, _EDGE) + path("M38 36Q50 30 62 36L59 48H41Z", "on-pale") + path("M40 76H60L58 84H42Z", "on-pale")
    )  # fmt: skip
    return "".join(parts) + f"<g {placed(x, y, 0.92 * unit * piece.scale, turn)}>{body}</g>"


def _vector(x: float, y: float, dx: float, dy: float, unit: float, pen: str, fill: str) -> str:
    """A dashed arrow to the point that the car reaches if it keeps its speed."""
    length = math.hypot(dx, dy)
    ux, uy = dx / length, dy / length
    head = 0.26 * unit
    tip = (x + dx, y + dy)
    back = (tip[0] - ux * head, tip[1] - uy * head)
    wings = [
        tip,
        (back[0] - uy * head * 0.45, back[1] + ux * head * 0.45),
        (back[0] + uy * head * 0.45, back[1] - ux * head * 0.45),
    ]
    dashes = f' stroke-dasharray="{0.14 * unit:.2f} {0.1 * unit:.2f}" stroke-opacity=".8"'
    return line((x, y), back, 0.05 * unit, pen, dashes) + polygon(wings, fill)
