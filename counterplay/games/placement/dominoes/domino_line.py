"""Tiles of dominoes and the line that they are laid in: how both are written, and the picture of the line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from counterplay.core import BadNotation, Cell, Piece
from counterplay.core.scene import Domino
from counterplay.gears.bits import cells

VALUES = 7  # of half a tile: blank to six
# A tile is a number: the lighter the lower, of equally heavy ones the one with the smaller largest half, doubles behind all
# others. So the highest number of both hands is the tile that is led.
TILES = sorted(((a, b) for a in range(VALUES) for b in range(a + 1)), key=lambda tile: (tile[0] == tile[1], sum(tile), tile[0]))
TILE_COUNT = len(TILES)
NUMBER = np.array([[TILES.index((max(a, b), min(a, b))) for b in range(VALUES)] for a in range(VALUES)], np.int64)
REACH = 7.5  # half of the length of a row of the picture, in halves of tiles


class Line(NamedTuple):
    """The tiles on the table from left to right, as they lie, and the place of the one that was led."""

    tiles: tuple[tuple[int, int], ...]
    led: int


def tile_text(tile: int) -> str:
    """'63', the larger half first."""
    return "".join(str(half) for half in TILES[tile])


def tile_of(text: str) -> tuple[int, int]:
    """The two halves that are written as '63' or '36'."""
    if len(text) != 2 or not all(half in "0123456" for half in text):
        raise BadNotation("tiles of two digits from 0 to 6 with commas between, as in 66,31, or - for none")
    return int(text[0]), int(text[1])


class TilesField(NamedTuple):
    """Tiles in their order, `63,50`, or - for none."""

    field: str
    meaning: str

    def write(self, value: Sequence[int], board: Any) -> str:
        """Each tile, the larger half first."""
        return ",".join(tile_text(tile) for tile in value) or "-"

    def read(self, word: str, board: Any) -> list[int]:
        """The numbers of the tiles."""
        return [] if word == "-" else [int(NUMBER[tile_of(text)]) for text in word.split(",")]


class LineField(NamedTuple):
    """The line of tiles as they lie, `36,[66],65`, with the one that was led in brackets, or - for none."""

    field: str
    meaning: str

    def write(self, value: Line, board: Any) -> str:
        """From left to right."""
        texts = [f"{a}{b}" for a, b in value.tiles]
        return ",".join(f"[{text}]" if i == value.led else text for i, text in enumerate(texts)) or "-"

    def read(self, word: str, board: Any) -> Line:
        """A line in which halves that touch are equal; without brackets the first tile counts as the one that was led."""
        texts = [] if word == "-" else word.split(",")
        bracketed = [i for i, text in enumerate(texts) if text.startswith("[") and text.endswith("]")]
        tiles = [tile_of(text[1:-1] if i in bracketed else text) for i, text in enumerate(texts)]
        if len(bracketed) > 1:
            raise BadNotation("a line with one tile in brackets, the one that was led")
        if any(one[1] != other[0] for one, other in zip(tiles, tiles[1:], strict=False)):
            raise BadNotation("a line in which halves that touch are equal, as in 36,[66],65")
        return Line(tuple(tiles), bracketed[0] if bracketed else 0)


def set_of(tiles: Sequence[int]) -> int:
    """A bit for each tile."""
    return sum(1 << tile for tile in tiles)


def sorted_hand(hand: int) -> list[int]:
    """The tiles of a hand as people sort them: by the larger half, then by the smaller one, falling."""
    return sorted(cells(hand), key=lambda tile: TILES[tile], reverse=True)


def slot_name(tile: int) -> str:
    """The place of a tile in a hand."""
    return "-".join(str(half) for half in TILES[tile])


def line_picture(line: Line) -> tuple[list[Cell], list[Piece]]:
    """The line with the tile that was led in the middle: its right arm winds downwards, its left arm upwards."""
    if not line.tiles:
        return [Cell("start", 0.0, 0.0, tone="open", width=2.0)], []
    led = line.tiles[line.led]
    across = led[0] == led[1]
    cells = [laid_cell(led, 0.0, 0.0, across)]
    pieces = [laid_piece(led, across)]
    edge = 0.5 if across else 1.0
    for side, arm in ((1, line.tiles[line.led + 1 :]), (-1, line.tiles[: line.led][::-1])):
        outward = [(a, b) if side == 1 else (b, a) for a, b in arm]
        places = arm_places(edge, [a == b for a, b in outward])
        for (inner, outer), (x, y, upright, onward) in zip(outward, places, strict=False):
            seen = (inner, outer) if side * onward == 1 else (outer, inner)
            cells.append(laid_cell(seen, side * x, side * y, upright))
            pieces.append(laid_piece(seen, upright))
        x, y, upright, _ = places[-1]
        size = (1.0, 2.0) if upright else (2.0, 1.0)
        name = "right end" if side == 1 else "left end"
        cells.append(Cell(name, side * x, side * y, tone="open", width=size[0], height=size[1]))
    return cells, pieces


def arm_places(edge: float, doubles: Sequence[bool]) -> list[tuple[float, float, bool, int]]:
    """Where the tiles of an arm lie, and the one to come: the middle, whether upright, and which way it points, 1 or -1.

    Doubles lie across the line, but not beside a corner, where the tile that turns the line takes the room.
    """
    x, y, heading, after_corner = edge, 0.0, 1, False
    places = []
    for double in (*doubles, False):
        if heading * x + 2.0 <= REACH:
            across = double and not after_corner
            length = 1.0 if across else 2.0
            places.append((x + heading * length / 2.0, y, across, heading))
            x, after_corner = x + heading * length, False
        else:
            places.append((x + heading * 0.5, y + 0.5, True, 1))
            x, y, heading, after_corner = x + heading, y + 2.0, -heading, True
    return places


def laid_cell(tile: tuple[int, int], x: float, y: float, upright: bool) -> Cell:
    """The place of a tile in the line."""
    name = f"laid {max(tile)}-{min(tile)}"
    return Cell(name, x, y, width=1.0 if upright else 2.0, height=2.0 if upright else 1.0)


def laid_piece(tile: tuple[int, int], upright: bool) -> Piece:
    """A tile of the line, its left or upper half first."""
    return Piece(f"laid {max(tile)}-{min(tile)}", Domino(*tile), turn=90 if upright else 0)
