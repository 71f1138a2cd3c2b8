"""What stands on a cell, as SVG: which drawing a piece's shape or form asks for, and what the piece is called."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from zlib import crc32

from counterplay.core.scene import (
    NEUTRAL,
    Block,
    Car,
    Card,
    Cup,
    Die,
    Domino,
    LandTile,
    LetterTile,
    LinkTile,
    PatternTile,
    Piece,
    Polyomino,
)
from counterplay.draw.layout.scene_regions import polyomino
from counterplay.draw.shapes.cars import car
from counterplay.draw.shapes.carved_pieces import block, cube, cup, pyramid
from counterplay.draw.shapes.figure_pieces import arrow, glyph, meeple, pawn, plank, wedge
from counterplay.draw.shapes.flat_pieces import card, die, domino, letter_tile, mark, seeds, tile
from counterplay.draw.shapes.round_pieces import disc, king, marble, ring, stone, token
from counterplay.draw.shapes.tile_drawings import land_tile, link_tile, pattern_tile
from counterplay.draw.svg_drawing.svg_parts import Point, circle, stroke, text_at
from counterplay.draw.words.piece_words import form_words

_SIMPLE: dict[str, Callable[[Piece, float, float, float], str]] = {
    "disc": disc, "king": king, "glyph": glyph, "tile": tile, "seeds": seeds, "mark": mark, "stone": stone, "marble": marble,
    "token": token, "wedge": wedge, "pawn": pawn, "meeple": meeple, "cube": cube, "ring": ring, "arrow": arrow, "fence": plank,
}  # fmt: skip
_BROAD = ("tile", "cube")  # shapes that are squares
BROAD_SHARE = 0.46  # of a cell, half the width of those


def piece_kind(piece: Piece) -> str:
    """What makes a piece the same one on another cell: its owner and its shape; of seeds their number, after a star."""
    if piece.shape == "seeds":
        return f"{piece.owner} seeds*{piece.text}"
    shape = piece.shape if isinstance(piece.shape, str) else type(piece.shape).__name__.lower()
    form = "" if isinstance(piece.shape, str) else f" {crc32(repr(piece.shape).encode()):x}"
    return f"{piece.owner} {shape}{form} {piece.text}".rstrip() + (f"*{piece.count}" if piece.count > 1 else "")


@dataclass(frozen=True)
class Ground:
    """What a drawing must know of where a piece stands; in pixels."""

    corners: Sequence[Point]  # of the cell; none where a piece stands on an edge
    half: float  # half the cell's width or height, whichever is less
    unit: float  # a cell
    point_up: bool  # of hexagons
    place: Callable[[float, float], Point]  # a point of the board, on the picture


def piece_svg(piece: Piece, x: float, y: float, r: float, ground: Ground) -> str:
    """A piece centred on a point; r is the radius that round pieces have there."""
    drawn = _shape_svg(piece, x, y, r, ground)
    return drawn + (_badge(x, y, r, piece.count) if piece.count > 1 else "")


def _shape_svg(piece: Piece, x: float, y: float, r: float, ground: Ground) -> str:
    shape = piece.shape
    broad, full = 2 * BROAD_SHARE * ground.half * piece.scale, ground.half * piece.scale
    if shape == "pyramid":
        around = [(x, y - full), (x + full, y + full), (x - full, y + full)]  # on an edge, which has no corners
        return pyramid(piece, ground.corners or around, (x, y))
    if isinstance(shape, str):
        return _SIMPLE.get(shape, disc)(piece, x, y, broad if shape in _BROAD else r)
    if isinstance(shape, Block):
        return block(shape, x, y, 1.08 * r)
    if isinstance(shape, Cup):
        return cup(piece, shape, x, y, r)
    if isinstance(shape, Domino):
        return domino(shape, x, y, 0.96 * full, piece.turn)
    if isinstance(shape, Die):
        return die(shape, x, y, r)
    if isinstance(shape, LetterTile):
        return letter_tile(shape, x, y, broad)
    if isinstance(shape, Card):
        return card(shape, x, y, broad)
    if isinstance(shape, PatternTile):
        return pattern_tile(piece, shape, x, y, full)
    if isinstance(shape, LinkTile):
        return link_tile(piece, shape, x, y, full, ground.point_up)
    if isinstance(shape, LandTile):
        return land_tile(piece, shape, x, y, full)
    if isinstance(shape, Polyomino):
        return polyomino(shape, piece.owner, x, y, 0.92 * full)
    assert isinstance(shape, Car)
    return car(piece, shape, x, y, ground.unit, ground.place)


def _badge(x: float, y: float, r: float, count: int) -> str:
    """How many of a piece lie here."""
    bx, by, size = x + 0.72 * r, y + 0.72 * r, max(0.42 * r, min(5.0, 0.6 * r))
    return circle(bx, by, size, "count-badge", stroke(0.08 * size)) + text_at(
        bx, by, 1.2 * size if count < 10 else size, str(count), "count-text bold"
    )


def piece_name(piece: Piece) -> str:
    """What a screen reader says."""
    owner = "" if piece.owner == NEUTRAL else f"player {piece.owner + 1} "
    what = piece.name or f"{owner}{piece.text or form_words(piece.shape)}"
    return what if piece.count == 1 else f"{piece.count} times {what}"
