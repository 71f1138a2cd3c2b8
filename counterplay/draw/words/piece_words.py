"""Pieces in words, for screen readers, and in a few characters, for the terminal."""

from __future__ import annotations

from counterplay.core.scene import (
    Block,
    Car,
    Card,
    Cup,
    Die,
    Domino,
    Form,
    LandTile,
    LetterTile,
    LinkTile,
    PatternTile,
    Piece,
    PieceShape,
    Polyomino,
)

_PATTERNS = {"solid": "#", "parallel": "=", "perpendicular": "|"}
_PATTERN_SIDES = 4


def form_words(shape: PieceShape) -> str:
    """What a piece of this shape is, in words."""
    if isinstance(shape, str):
        return shape
    if isinstance(shape, Block):
        properties = (
            "tall" if shape.tall else "short",
            "dark" if shape.dark else "light",
            "square" if shape.square else "round",
            "hollow" if shape.hollow else "solid",
        )
        return f"{' '.join(properties)} piece"
    if isinstance(shape, Cup):
        return f"cup of size {shape.size}"
    if isinstance(shape, Domino):
        return f"domino {shape.first} and {shape.second}" if shape.face_up else "hidden domino"
    if isinstance(shape, Die):
        return f"die showing {shape.face}"
    if isinstance(shape, LetterTile):
        return f"letter {shape.letter.upper() or 'blank'} worth {shape.value}"
    if isinstance(shape, Card):
        return f"card {shape.rank}{shape.suit}" if shape.face_up else "hidden card"
    if isinstance(shape, PatternTile):
        return f"tile with sides {', '.join(shape.sides)}"
    if isinstance(shape, LinkTile):
        return "tile with " + ", ".join(f"{ink} from side {a + 1} to {b + 1}" for a, b, ink in shape.links)
    if isinstance(shape, LandTile):
        return _land_words(shape)
    if isinstance(shape, Polyomino):
        return f"piece of {len(shape.squares)} squares"
    return f"car with speed {shape.velocity[0]:g} across and {shape.velocity[1]:g} down"


def _land_words(tile: LandTile) -> str:
    features = [f"city on {_sides(city)}" for city in tile.cities] + [f"road to {_sides(road)}" for road in tile.roads]
    features += ["cloister"] if tile.cloister else []
    features += ["shield"] if tile.shield else []
    return "land with " + (", ".join(features) or "fields")


def _sides(sides: tuple[int, ...]) -> str:
    return " and ".join(("top", "right", "bottom", "left")[side] for side in sides)


def form_text(piece: Piece, letter: str) -> str:
    """A few characters that tell pieces of this form apart; letter stands for its owner."""
    form = piece.shape
    if isinstance(form, Block):
        colour = "d" if form.dark else "l"
        return (colour.upper() if form.tall else colour) + _blocks(form)
    if isinstance(form, Cup):
        return f"{letter}{form.size}"
    if isinstance(form, Domino):
        upright = piece.turn % 360 in (180, 270)
        first, second = (form.second, form.first) if upright else (form.first, form.second)
        return f"{first}:{second}" if form.face_up else "?:?"
    if isinstance(form, Die):
        return str(form.face)
    if isinstance(form, LetterTile):
        return (form.letter.upper() if form.value else form.letter.lower()) or "_"
    if isinstance(form, Card):
        return f"{form.rank}{form.suit}" if form.face_up else "??"
    if isinstance(form, Polyomino):
        return piece.letter or f"{letter}{len(form.squares)}"
    if isinstance(form, Car):
        return piece.letter or letter
    if isinstance(form, LinkTile) and piece.letter:
        return piece.letter  # for boards so wide that six letters a tile are too many
    return _tile_text(form, piece.turn)


def _blocks(form: Block) -> str:
    return ("□" if form.hollow else "■") if form.square else ("○" if form.hollow else "●")


def _tile_text(form: Form | str, turn: int) -> str:
    """What the sides show, clockwise from the first, as the tile lies."""
    if isinstance(form, PatternTile):
        return _turned([_PATTERNS[side] for side in form.sides], turn)
    if isinstance(form, LinkTile):
        ends = [""] * form.sides
        for a, b, ink in form.links:
            ends[a] = ends[b] = ink[0]
        return _turned([end or "." for end in ends], turn)
    assert isinstance(form, LandTile)
    sides = ["F"] * _PATTERN_SIDES
    for letter, features in (("C", form.cities), ("R", form.roads)):
        for side in (side for feature in features for side in feature):
            sides[side] = letter
    return _turned(sides, turn) + ("+" if form.cloister else "")


def _turned(sides: list[str], turn: int) -> str:
    steps = round(turn / (360 / len(sides))) % len(sides)
    return "".join(sides[-steps:] + sides[:-steps]) if steps else "".join(sides)
