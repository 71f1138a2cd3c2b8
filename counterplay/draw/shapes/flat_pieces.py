"""Flat pieces: tiles with numbers or letters, dominoes, dice, cards, seeds in a pit, marks made with a pen."""

from __future__ import annotations

import math

from counterplay.core.scene import NEUTRAL, Card, Die, Domino, LetterTile, Piece
from counterplay.draw.colours.palette import TILE_DARK_TEXT, TILES
from counterplay.draw.svg_drawing.svg_parts import (
    circle,
    ellipse,
    fill_class,
    fitting_size,
    line,
    number,
    placed,
    rectangle,
    stroke,
    stroke_class,
    text_at,
    veil,
)

MARKS = "XO"  # drawn with strokes; further players get a triangle and a square
SEEDS_DRAWN = 24  # more would not be told apart; the number says how many there are
# Where pips lie on a face, as shares of half its width from the middle.
_PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
    7: ((-1, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (1, 1)),
    8: ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)),
    9: ((-1, -1), (0, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (0, 1), (1, 1)),
}
_EDGE = ' stroke="#000" stroke-opacity=".4"'


def tile(piece: Piece, x: float, y: float, r: float) -> str:
    """A square with a number: its owner's colour, or a shade by its level."""
    level = max(0, min(piece.level, len(TILES) - 1))
    owned = piece.owner != NEUTRAL
    colour = fill_class(piece.owner) if owned else f"t{level}"
    body = (
        rectangle(x - r, y - 0.93 * r, 2 * r, 2 * r, "shade", veil(0.16), corner=0.18 * r)
        + rectangle(x - r, y - r, 2 * r, 2 * r, colour, corner=0.18 * r)
        + rectangle(x - 0.94 * r, y - 0.96 * r, 1.88 * r, 0.1 * r, "gloss", veil(0.22), corner=0.05 * r)
    )
    ink = "on-deep" if owned or level >= TILE_DARK_TEXT else "on-tile"
    return body + (text_at(x, y, fitting_size(piece.text, 1.55 * r, 0.85 * r), piece.text, f"{ink} bold") if piece.text else "")


def letter_tile(form: LetterTile, x: float, y: float, r: float) -> str:
    """A letter, and its value in the lower right corner."""
    body = (
        rectangle(x - r + 0.05 * r, y - r + 0.11 * r, 2 * r, 2 * r, "shade", veil(0.25), corner=0.16 * r)
        + rectangle(x - r, y - r, 2 * r, 2 * r, "bone-side", _EDGE + stroke(0.04 * r), corner=0.16 * r)
        + rectangle(x - r, y - r, 2 * r, 1.88 * r, "bone", corner=0.16 * r)
    )
    letter = form.letter.upper()
    ink = "pip bold" if form.value else "suit-red bold"  # a blank that stands for a letter
    left = x - 0.1 * r if form.value else x
    parts = text_at(left, y - 0.05 * r, fitting_size(letter, 1.3 * r, 1.25 * r), letter, ink) if letter else ""
    size = 0.5 * r
    return body + parts + (text_at(x + 0.64 * r, y + 0.58 * r, size, str(form.value), "pip bold") if form.value else "")


def domino(form: Domino, x: float, y: float, r: float, turn: int) -> str:
    """Two halves side by side in a box of 4 r x 2 r, turned around its middle."""
    parts = [
        rectangle(3, 31, 98, 46, "shade", veil(0.25), corner=7),
        rectangle(1, 27, 98, 46, "bone-side" if form.face_up else "walnut-side", _EDGE + stroke(1), corner=7),
        rectangle(1, 26.5, 98, 43.5, "bone" if form.face_up else "walnut", corner=7),
    ]
    if form.face_up:
        parts.append(line((50, 31), (50, 66), 1.6, "s-pip", ' stroke-opacity=".55"'))
        parts.append(circle(50, 48.5, 2.6, "gold"))
        parts += _pips(form.first, 26, 48.5, 13.5, 4.1) + _pips(form.second, 74, 48.5, 13.5, 4.1)
    return f"<g {placed(x, y, 4 * r, turn)}>{''.join(parts)}</g>"


def die(form: Die, x: float, y: float, r: float) -> str:
    """A die from above."""
    body = (
        rectangle(x - 0.8 * r, y - 0.7 * r, 1.66 * r, 1.62 * r, "shade", veil(0.25), corner=0.36 * r)
        + rectangle(x - 0.82 * r, y - 0.82 * r, 1.64 * r, 1.64 * r, "bone-side", _EDGE + stroke(0.04 * r), corner=0.36 * r)
        + rectangle(x - 0.78 * r, y - 0.8 * r, 1.56 * r, 1.5 * r, "bone", corner=0.34 * r)
    )
    return body + "".join(_pips(form.face, x, y - 0.04 * r, 0.44 * r, 0.15 * r))


def _pips(count: int, x: float, y: float, reach: float, r: float) -> list[str]:
    return [circle(x + dx * reach, y + dy * reach, r, "pip") for dx, dy in _PIPS[count]]


def card(form: Card, x: float, y: float, r: float) -> str:
    """A card, half as high again as it is wide."""
    w, h = 0.72 * r, r
    body = rectangle(x - w + 0.04 * r, y - h + 0.08 * r, 2 * w, 2 * h, "shade", veil(0.25), corner=0.14 * r)
    if not form.face_up:
        return (
            body
            + rectangle(x - w, y - h, 2 * w, 2 * h, "card-face", _EDGE + stroke(0.03 * r), corner=0.14 * r)
            + rectangle(x - 0.86 * w, y - 0.9 * h, 1.72 * w, 1.8 * h, "card-back", corner=0.1 * r)
            + ellipse(x, y, 0.4 * w, 0.4 * h, "glint", stroke(0.06 * r, 0.6))
        )
    ink = "suit-red" if form.suit in "♥♦" and form.suit else "suit-black"
    body += rectangle(x - w, y - h, 2 * w, 2 * h, "card-face", _EDGE + stroke(0.03 * r), corner=0.14 * r)
    if not form.suit:
        return body + text_at(x, y, fitting_size(form.rank, 1.1 * r, 1.1 * r), form.rank, f"{ink} bold")
    corner = text_at(x - 0.6 * w, y - 0.68 * h, fitting_size(form.rank, 0.45 * r, 0.42 * r), form.rank, f"{ink} bold")
    return body + corner + text_at(x, y + 0.12 * h, 1.05 * r, form.suit, ink)


def seeds(piece: Piece, x: float, y: float, r: float) -> str:
    """The number, with as many seeds in rings around it."""
    count = int(piece.text) if piece.text.isdecimal() and len(piece.text) < 4 else 0
    drawn = min(count, SEEDS_DRAWN)
    parts = []
    inner = min(drawn, SEEDS_DRAWN // 2 - 2)
    for ring, n in ((0.62, inner), (0.88, drawn - inner)):
        for k in range(n):
            angle = 2 * math.pi * (k / n) - math.pi / 2
            sx, sy = x + ring * r * math.cos(angle), y + ring * r * math.sin(angle)
            parts.append(circle(sx, sy + 0.03 * r, 0.135 * r, "shade", veil(0.3)))
            parts.append(circle(sx, sy, 0.12 * r, "seed"))
            parts.append(circle(sx - 0.03 * r, sy - 0.035 * r, 0.045 * r, "gloss", veil(0.45)))
    text = piece.text or "0"
    return "".join(parts) + text_at(x, y, fitting_size(text, 0.85 * r, 0.62 * r), text, "text bold")


def mark(piece: Piece, x: float, y: float, r: float) -> str:
    """A cross or a circle, as in tic-tac-toe."""
    sign = piece.text or (MARKS[piece.owner] if 0 <= piece.owner < len(MARKS) else "")
    pen = (
        f'class="{stroke_class(piece.owner)}" stroke-width="{number(r * 0.26)}" stroke-linecap="round" stroke-linejoin="round"'
    )
    a = 0.68 * r
    left, right, top, bottom = number(x - a), number(x + a), number(y - a), number(y + a)
    if sign in ("X", "x", "×", "✕"):
        return f'<path {pen} d="M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}"/>'
    if sign in ("O", "o", "○", "◯"):
        return f'<circle {pen} cx="{number(x)}" cy="{number(y)}" r="{number(0.74 * r)}"/>'
    if sign:
        return text_at(x, y, fitting_size(sign, 1.8 * r, 1.4 * r), sign, f"{fill_class(piece.owner)} bold")
    if piece.owner == len(MARKS):
        return f'<path {pen} d="M{number(x)} {top}L{right} {bottom}H{left}Z"/>'
    return f'<path {pen} d="M{left} {top}H{right}V{bottom}H{left}Z"/>'
