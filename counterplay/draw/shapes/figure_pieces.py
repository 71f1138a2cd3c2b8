"""Pieces with a silhouette: chess figures, animals, pawns, followers, shogi's wedges, spent arrows."""

from __future__ import annotations

from counterplay.core.scene import NEUTRAL, Piece
from counterplay.draw.colours.palette import named_colour
from counterplay.draw.shapes.figures import MEEPLE, NAMED_FIGURES, PAWN, WEDGE, named_figure
from counterplay.draw.shapes.kanji import kanji_strokes
from counterplay.draw.shapes.round_pieces import colour_class
from counterplay.draw.svg_drawing.svg_parts import (
    circle,
    ellipse,
    figure,
    fill_class,
    fitting_size,
    path,
    placed,
    rectangle,
    shadow,
    stroke,
    text_at,
    veil,
)

_METALS = ("gold", "silver")  # the first word of a figure's name may ask for these, too
_SIDES = {"white": "ivory", "black": "ebony", 0: "ivory", 1: "ebony"}
_MANY_STROKES = 14  # in a character; more of them are drawn thinner, so that they do not run together
_OUTLINE = ' stroke-width="4" stroke-linejoin="round"'
_DETAILS = ' stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round" fill-opacity="0"'


def glyph(piece: Piece, x: float, y: float, r: float) -> str:
    """A figure by its chess symbol or its name; any other text as it is."""
    drawn = named_figure(piece.text)
    if drawn is None:
        text = piece.text or piece.letter or "?"
        return text_at(x, y, fitting_size(text, 2 * r, 1.5 * r), text, f"{fill_class(piece.owner)} bold")
    outline, details = drawn
    metal = piece.name.lower().partition(" ")[0]
    size = 2.4 * r
    base = ellipse(x, y + 0.98 * r, 0.62 * r, 0.14 * r, "shade", veil(0.25))
    if metal in _METALS:
        body = figure(outline, x, y, size, metal) + figure(outline, x, y, size, f"s-{metal}", _OUTLINE)
        return base + body + (figure(details, x, y, size, f"s-{metal}", _DETAILS) if details else "")
    colour = _SIDES.get(named_colour(piece.name) or piece.owner, f"{fill_class(piece.owner)} outlined")
    body = figure(outline, x, y, size, colour, _OUTLINE)
    return base + body + (figure(details, x, y, size, colour, _DETAILS) if details else "")


def pawn(piece: Piece, x: float, y: float, r: float) -> str:
    """A turned pawn in its owner's colour."""
    edge = ' stroke="#000" stroke-opacity=".5" stroke-width="3.5" stroke-linejoin="round"'
    return (
        ellipse(x, y + 0.92 * r, 0.72 * r, 0.18 * r, "shade", veil(0.3))
        + figure(PAWN, x, y, 2.3 * r, colour_class(piece), edge)
        + figure(
            "M41 22Q38 30 43 33M38 62Q34 74 30 82",
            x,
            y,
            2.3 * r,
            "glint",
            ' stroke-width="6" stroke-opacity=".45" stroke-linecap="round"',
        )
    )


def meeple(piece: Piece, x: float, y: float, r: float) -> str:
    """A follower, standing."""
    edge = ' stroke="#000" stroke-opacity=".6" stroke-width="5" stroke-linejoin="round"'
    return ellipse(x, y + 0.92 * r, 0.8 * r, 0.16 * r, "shade", veil(0.3)) + figure(
        MEEPLE, x, y, 2.1 * r, colour_class(piece), edge
    )


def wedge(piece: Piece, x: float, y: float, r: float) -> str:
    """Shogi's slab; its characters are drawn here where they can be, since few fonts have them. Promoted pieces are red."""
    edge = ' stroke="#5b3a14" stroke-width="2.5" stroke-linejoin="round"'
    ink = "suit-red" if piece.level else "pip"
    parts = [
        path("M50 10L79 22L93 99H7L21 22Z", "shade", veil(0.25)),
        path(WEDGE, "boxwood", edge),
        path("M50 5L77 17L79 29L50 16L21 29L23 17Z", "gloss", veil(0.35)),
        path("M13 88H87L90 95H10Z", "shade", veil(0.12)),
    ]
    strokes = kanji_strokes(piece.text)
    if strokes:
        width = 3.2 if strokes.count("M") > _MANY_STROKES else 5.6 if len(piece.text) == 1 else 4.4
        colour = "s-suit-red" if piece.level else "s-pip"
        parts.append(path(strokes, colour, f' stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"'))
    else:
        text = piece.text or piece.letter
        parts.append(text_at(50, 58, fitting_size(text, 58, 50), text, f"{ink} bold kanji"))
    return f"<g {placed(x, y, 2.25 * r, piece.turn)}>{''.join(parts)}</g>"


def arrow(piece: Piece, x: float, y: float, r: float) -> str:
    """A spent arrow: whose it was no longer matters."""
    outline, details = NAMED_FIGURES["arrow"]
    return (
        shadow(x, y, 0.84 * r)
        + circle(x, y, 0.84 * r, "iron", ' stroke="#000" stroke-opacity=".5"' + stroke(0.05 * r))
        + circle(x, y, 0.72 * r, "glint", stroke(0.05 * r, 0.3))
        + f"<g {placed(x, y, 1.25 * r, piece.turn + 45)}>{path(outline, 'silver')}{path(details, 'ink', stroke(5))}</g>"
    )


def plank(piece: Piece, x: float, y: float, r: float) -> str:
    """A fence that lies ready."""
    edge = ' stroke="#000" stroke-opacity=".45"' + stroke(0.05 * r)
    wood = "boxwood" if piece.owner == NEUTRAL else fill_class(piece.owner)
    return (
        rectangle(x - 0.95 * r, y - 0.14 * r, 1.96 * r, 0.44 * r, "shade", veil(0.25), corner=0.06 * r)
        + rectangle(x - r, y - 0.24 * r, 2 * r, 0.44 * r, wood, edge, corner=0.06 * r)
        + rectangle(x - 0.94 * r, y - 0.18 * r, 1.88 * r, 0.1 * r, "gloss", veil(0.35))
    )
