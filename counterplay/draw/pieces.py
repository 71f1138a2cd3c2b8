"""What stands on a cell, as SVG: discs, kings, figures, tiles, seeds and marks."""

from __future__ import annotations

import html
import math
import re

from counterplay.core.scene import NEUTRAL, Piece
from counterplay.draw.figures import CROWN, chess_figure
from counterplay.draw.palette import PALE, TILE_DARK_TEXT, TILES, named_colour, player_index

MARKS = "XO"  # drawn with strokes; further players get a triangle and a square
SEEDS_DRAWN = 24  # more would not be told apart; the number says how many there are
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def number(value: float) -> str:
    """A coordinate, in as few characters as it needs."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def safe(text: str) -> str:
    """Any text as XML content or attribute value; what XML cannot hold becomes a replacement character."""
    return html.escape(_NO_XML.sub("\ufffd", text), quote=True)


def text_at(x: float, y: float, size: float, text: str, classes: str) -> str:
    """A text centred on a point. Baselines are set by hand: converters disagree about dominant-baseline."""
    return (
        f'<text class="{classes}" x="{number(x)}" y="{number(y + 0.35 * size)}" font-size="{number(size)}">{safe(text)}</text>'
    )


def fitting_size(text: str, width: float, largest: float) -> float:
    """The font size at which a text fits a width; a digit is about 0.6 of the size wide."""
    return min(largest, width / (0.6 * max(1, len(text))))


def circle(x: float, y: float, r: float, classes: str, extra: str = "") -> str:
    """A circle."""
    return f'<circle class="{classes}" cx="{number(x)}" cy="{number(y)}" r="{number(r)}"{extra}/>'


def fill_class(owner: int) -> str:
    """The class that fills with a player's colour."""
    return "px" if owner == NEUTRAL else f"p{player_index(owner)}"


def stroke_class(owner: int) -> str:
    """The class that strokes with a player's colour."""
    return "sx" if owner == NEUTRAL else f"s{player_index(owner)}"


def piece_svg(piece: Piece, x: float, y: float, r: float) -> str:
    """A piece centred on a point, in a circle of radius r (a tile: in the square around it)."""
    draw = {"disc": _disc, "king": _king, "glyph": _glyph, "tile": _tile, "seeds": _seeds, "mark": _mark}[piece.shape]
    return draw(piece, x, y, r)


def piece_name(piece: Piece) -> str:
    """What a screen reader says."""
    owner = "" if piece.owner == NEUTRAL else f"player {piece.owner + 1} "
    return piece.name or f"{owner}{piece.text or piece.shape}"


def _disc(piece: Piece, x: float, y: float, r: float) -> str:
    pale = named_colour(piece.name) == PALE
    body = _plate(piece, x, y, r)
    if piece.text:
        ink = "on-pale bold" if pale else "on-deep bold"
        return body + text_at(x, y, fitting_size(piece.text, 1.5 * r, 1.0 * r), piece.text, ink)
    return body + circle(x, y, r * 0.68, "on-rim-pale" if pale else "on-rim", f' stroke-width="{number(r * 0.09)}"')


def _plate(piece: Piece, x: float, y: float, r: float) -> str:
    colour = named_colour(piece.name)
    edge = f' stroke="#000" stroke-opacity=".35" stroke-width="{number(r * 0.07)}"'
    return circle(x, y, r, f"n-{colour}" if colour else fill_class(piece.owner), edge)


def _king(piece: Piece, x: float, y: float, r: float) -> str:
    gold = "crown-pale" if named_colour(piece.name) == PALE else "crown"
    return _plate(piece, x, y, r) + _figure(CROWN, x, y, 1.35 * r, gold)


def _glyph(piece: Piece, x: float, y: float, r: float) -> str:
    figure = chess_figure(piece.text)
    if figure is None:
        text = piece.text or piece.letter or "?"
        return text_at(x, y, fitting_size(text, 2 * r, 1.5 * r), text, f"{fill_class(piece.owner)} bold")
    outline, details = figure
    sides = {"white": "ivory", "black": "ebony", 0: "ivory", 1: "ebony"}
    colour = sides.get(named_colour(piece.name) or piece.owner, f"{fill_class(piece.owner)} outlined")
    body = _figure(outline, x, y, 2.4 * r, colour, extra=' stroke-width="4" stroke-linejoin="round"')
    if details:
        body += _figure(details, x, y, 2.4 * r, colour, extra=' stroke-width="3.5" stroke-linecap="round" fill-opacity="0"')
    return body


def _figure(path: str, x: float, y: float, size: float, classes: str, *, extra: str = "") -> str:
    scale = f"{size / 100:.4g}"
    corner = f"{number(x - size / 2)} {number(y - size / 2)}"
    return f'<path class="{classes}" transform="translate({corner}) scale({scale})" d="{path}"{extra}/>'


def _tile(piece: Piece, x: float, y: float, r: float) -> str:
    level = max(0, min(piece.level, len(TILES) - 1))
    owned = piece.owner != NEUTRAL
    colour = fill_class(piece.owner) if owned else f"t{level}"
    body = (
        f'<rect class="{colour}" x="{number(x - r)}" y="{number(y - r)}" width="{number(2 * r)}" height="{number(2 * r)}" '
        f'rx="{number(r * 0.18)}"/>'
    )
    ink = "on-deep" if owned or level >= TILE_DARK_TEXT else "on-tile"
    return body + (text_at(x, y, fitting_size(piece.text, 1.55 * r, 0.85 * r), piece.text, f"{ink} bold") if piece.text else "")


def _seeds(piece: Piece, x: float, y: float, r: float) -> str:
    """The number, with as many seeds in rings around it."""
    count = int(piece.text) if piece.text.isdecimal() and len(piece.text) < 4 else 0
    drawn = min(count, SEEDS_DRAWN)
    seeds = []
    inner = min(drawn, SEEDS_DRAWN // 2 - 2)
    for ring, n in ((0.62, inner), (0.88, drawn - inner)):
        for k in range(n):
            angle = 2 * math.pi * (k / n) - math.pi / 2
            seeds.append(circle(x + ring * r * math.cos(angle), y + ring * r * math.sin(angle), 0.12 * r, "seed"))
    text = piece.text or "0"
    return "".join(seeds) + text_at(x, y, fitting_size(text, 0.85 * r, 0.62 * r), text, "text bold")


def _mark(piece: Piece, x: float, y: float, r: float) -> str:
    sign = piece.text or (MARKS[piece.owner] if 0 <= piece.owner < len(MARKS) else "")
    stroke = (
        f'class="{stroke_class(piece.owner)}" stroke-width="{number(r * 0.26)}" stroke-linecap="round" stroke-linejoin="round"'
    )
    a = 0.68 * r
    left, right, top, bottom = number(x - a), number(x + a), number(y - a), number(y + a)
    if sign in ("X", "x", "×", "✕"):
        return f'<path {stroke} d="M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}"/>'
    if sign in ("O", "o", "○", "◯"):
        return f'<circle {stroke} cx="{number(x)}" cy="{number(y)}" r="{number(0.74 * r)}"/>'
    if sign:
        return text_at(x, y, fitting_size(sign, 1.8 * r, 1.4 * r), sign, f"{fill_class(piece.owner)} bold")
    if piece.owner == len(MARKS):
        return f'<path {stroke} d="M{number(x)} {top}L{right} {bottom}H{left}Z"/>'
    return f'<path {stroke} d="M{left} {top}H{right}V{bottom}H{left}Z"/>'
