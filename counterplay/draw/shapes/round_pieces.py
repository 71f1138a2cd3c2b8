"""Round pieces: discs and kings, stones, marbles, rings, tokens with a figure, and discs piled up, seen from the side."""

from __future__ import annotations

import math

from counterplay.core.scene import Piece
from counterplay.draw.colours.palette import PALE, named_colour
from counterplay.draw.shapes.figures import CROWN, named_figure
from counterplay.draw.svg_drawing.svg_parts import (
    circle,
    ellipse,
    figure,
    fill_class,
    fitting_size,
    number,
    path,
    shadow,
    stroke,
    text_at,
    veil,
)


def colour_class(piece: Piece) -> str:
    """The colour that the piece's name asks for, or its owner's."""
    colour = named_colour(piece.name)
    return f"n-{colour}" if colour else fill_class(piece.owner)


def disc(piece: Piece, x: float, y: float, r: float) -> str:
    """A flat man with a groove."""
    pale = named_colour(piece.name) == PALE
    body = plate(piece, x, y, r)
    if piece.text:
        ink = "on-pale bold" if pale else "on-deep bold"
        return body + text_at(x, y, fitting_size(piece.text, 1.5 * r, 1.0 * r), piece.text, ink)
    return body + circle(x, y, r * 0.66, "on-rim-pale" if pale else "on-rim", stroke(r * 0.08))


def plate(piece: Piece, x: float, y: float, r: float) -> str:
    """The body of a man: its shadow, its disc, and light on its upper edge."""
    edge = f' stroke="#000" stroke-opacity=".35" stroke-width="{number(r * 0.06)}"'
    return (
        shadow(x, y, r)
        + circle(x, y, r, colour_class(piece), edge)
        + path(arc(x, y, r * 0.9, 195, 345), "glint", stroke(r * 0.09, 0.38) + ' stroke-linecap="round"')
        + path(arc(x, y, r * 0.9, 25, 155), "ink", stroke(r * 0.09, 0.22) + ' stroke-linecap="round"')
    )


def king(piece: Piece, x: float, y: float, r: float) -> str:
    """Two men on top of each other, with a crown."""
    gold = "crown-pale" if named_colour(piece.name) == PALE else "crown"
    return plate(piece, x, y, r) + figure(CROWN, x, y, 1.35 * r, gold)


def token(piece: Piece, x: float, y: float, r: float) -> str:
    """A man that shows a figure or a character."""
    pale = named_colour(piece.name) == PALE
    body = plate(piece, x, y, r) + circle(x, y, r * 0.8, "on-rim-pale" if pale else "on-rim", stroke(r * 0.05))
    drawn = named_figure(piece.text)
    if drawn is None:
        text = piece.text or piece.letter
        return body + text_at(x, y, fitting_size(text, 1.3 * r, 1.05 * r), text, "on-pale bold" if pale else "on-deep bold")
    outline, details = drawn
    ink, line = ("on-pale", "glint") if pale else ("on-deep", "ink")
    return (
        body
        + figure(outline, x, y, 1.35 * r, ink)
        + figure(details, x, y, 1.35 * r, line, ' stroke-width="4.5" stroke-linecap="round"')
    )


def stone(piece: Piece, x: float, y: float, r: float) -> str:
    """A lens of slate or shell: light falls on it from the upper left."""
    pale = named_colour(piece.name) == PALE
    light = 0.5 if pale else 0.1
    parts = [
        shadow(x + 0.03 * r, y, r, 0.12),
        circle(x, y, r, colour_class(piece), stroke(r * 0.04)),
        circle(x + 0.05 * r, y + 0.07 * r, r * 0.95, "shade", veil(0.1)),
    ]
    parts += [
        circle(x - 0.12 * k * r, y - 0.14 * k * r, r * (0.92 - 0.2 * k), "gloss", veil(light / 2)) for k in (0.6, 1.3, 2.0)
    ]
    return "".join(parts) + ellipse(x - 0.34 * r, y - 0.42 * r, 0.2 * r, 0.12 * r, "gloss", veil(0.75 if pale else 0.3))


def marble(piece: Piece, x: float, y: float, r: float) -> str:
    """A polished ball."""
    colour = colour_class(piece)
    pale, inner = named_colour(piece.name) == PALE, colour.replace("n-", "f-")
    parts = [
        ellipse(x + 0.06 * r, y + 0.2 * r, r, 0.94 * r, "shade", veil(0.22)),
        circle(x, y, r, colour, ' stroke="#000" stroke-opacity=".4"' + stroke(r * 0.04)),
        circle(x, y, r, "shade", veil(0.3)),
        circle(x - 0.05 * r, y - 0.07 * r, r * 0.9, inner, veil(0.55)),
        circle(x - 0.11 * r, y - 0.14 * r, r * 0.76, inner, veil(0.6 if pale else 0.9)),
    ]
    parts += [circle(x - 0.1 * k * r, y - 0.13 * k * r, r * (0.85 - 0.16 * k), "gloss", veil(0.07)) for k in (1, 2, 3)]
    parts.append(path(arc(x, y, 0.8 * r, 20, 100), "glint", stroke(r * 0.08, 0.25) + ' stroke-linecap="round"'))
    parts.append(ellipse(x - 0.34 * r, y - 0.42 * r, 0.24 * r, 0.15 * r, "gloss", veil(0.85)))
    return "".join(parts) + (inscription(piece, x, y, r) if piece.text else "")


def ring(piece: Piece, x: float, y: float, r: float) -> str:
    """A man that is open in the middle."""
    colour = colour_class(piece).replace("n-", "ring-n-") if named_colour(piece.name) else f"ring-{fill_class(piece.owner)}"
    middle, width = 0.74 * r, 0.42 * r
    return (
        circle(x, y + 0.1 * r, middle, "ink", stroke(width, 0.2))
        + circle(x, y, middle, "ink", stroke(width * 1.12, 0.55))
        + circle(x, y, middle, colour, stroke(width))
        + path(arc(x, y, middle * 1.14, 195, 345), "glint", stroke(r * 0.08, 0.45) + ' stroke-linecap="round"')
    )


def chip(piece: Piece, x: float, y: float, r: float) -> str:
    """A disc seen from the side, lying: its lower edge is at y + 0.2 r."""
    colour = colour_class(piece)
    edge = ' stroke="#000" stroke-opacity=".4"' + stroke(r * 0.05)
    flat, thick = 0.3 * r, 0.34 * r
    left, right, low, high = (number(v) for v in (x - r, x + r, y, y - thick))
    side = f"M{left} {high}V{low}A{number(r)} {number(flat)} 0 0 0 {right} {low}V{high}Z"
    return (
        path(side, colour, edge)
        + path(side, "shade", veil(0.3))
        + ellipse(x, y - thick, r, flat, colour, edge)
        + ellipse(x, y - thick, 0.66 * r, 0.66 * flat, "on-rim", stroke(r * 0.06))
    )


def inscription(piece: Piece, x: float, y: float, r: float) -> str:
    """A text on a round piece."""
    ink = "on-pale bold" if named_colour(piece.name) == PALE else "on-deep bold"
    return text_at(x, y, fitting_size(piece.text, 1.4 * r, 0.95 * r), piece.text, ink)


def arc(x: float, y: float, r: float, start: float, end: float) -> str:
    """The path of an arc, in degrees clockwise from the right."""
    a, b = math.radians(start), math.radians(end)
    large = 1 if end - start > 180 else 0
    begins = f"M{number(x + r * math.cos(a))} {number(y + r * math.sin(a))}"
    return f"{begins}A{number(r)} {number(r)} 0 {large} 1 {number(x + r * math.cos(b))} {number(y + r * math.sin(b))}"
